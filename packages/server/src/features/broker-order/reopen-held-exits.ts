// An exit that we hold counts as placed once the brokerage has taken it. One that the brokerage rejects after that is
// due again, in the transaction that stores the rejection.
// Source: docs/decisions/0066-exits-that-we-hold.md.
import { quantityOfDraft } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Clock } from '../../kernel/clock.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { OrderChange } from './store-orders.ts'

const againMs = 15_000
const longestPauseMs = 5 * 60_000

/** Returns how long an exit waits before it is sent again. */
export const exitPauseMs = (failures: number): number => Math.min(longestPauseMs, againMs * 2 ** Math.min(failures, 10))

/** Returns the key under which a part is sent: of the entry's request, the quantity placed before, and the tries. */
export const keyOfExit = (requestId: string, placed: string, tries: number): string =>
  `exit ${requestId} ${placed} ${tries}`
const exitKey = /^exit (?<requestId>[\da-f-]{36}) (?<placed>\d+(?:\.\d+)?) \d+$/

export async function reopenHeldExits(
  trx: Trx,
  clock: Clock,
  accountId: string,
  changes: readonly OrderChange[],
): Promise<void> {
  const rejected = changes.filter(({ order, before }) => order.status === 'REJECTED' && before?.status !== 'REJECTED')
  for (const { order } of rejected) {
    const exit = await trx
      .selectFrom('order_request')
      .select(['request_key', 'plan'])
      .where('account_id', '=', accountId)
      .where('broker_id', '=', order.brokerId)
      .executeTakeFirst()
    const { requestId, placed } = exitKey.exec(exit?.request_key ?? '')?.groups ?? {}
    if (exit === undefined || requestId === undefined || placed === undefined) continue
    const quantity = quantityOfDraft(exit.plan.draft)
    const { tries, rejections } = await countTries(trx, accountId, requestId)
    await trx
      .updateTable('held_exit')
      .set((eb) => ({
        state: 'WAITING',
        placed_quantity: eb('placed_quantity', '-', quantity),
        // More than any earlier try has in its key.
        tries,
        reason: order.description ?? 'The brokerage rejected it.',
        // The first rejection may be of a moment that is over. Later ones are not followed at the pace of the job.
        next_at: new Date(clock.nowMs() + (rejections > 1 ? exitPauseMs(rejections) : 0)),
      }))
      .where('account_id', '=', accountId)
      .where('request_id', '=', requestId)
      // While it does not count as placed yet, the worker that places it finds the rejection itself.
      .where('placed_quantity', '>=', new Decimal(placed).plus(quantity).toFixed())
      .execute()
  }
}

async function countTries(
  trx: Trx,
  accountId: string,
  requestId: string,
): Promise<{ readonly tries: number; readonly rejections: number }> {
  const sent = await trx
    .selectFrom('order_request as r')
    .leftJoin('broker_order as o', (join) =>
      join.onRef('o.account_id', '=', 'r.account_id').onRef('o.broker_id', '=', 'r.broker_id'),
    )
    .select('o.status')
    .where('r.account_id', '=', accountId)
    .where('r.request_key', 'like', `exit ${requestId} %`)
    .execute()
  return { tries: sent.length, rejections: sent.filter(({ status }) => status === 'REJECTED').length }
}
