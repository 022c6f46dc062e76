// Parts of entries that are filled and have no stop yet, because the entry goes on filling, and until when it may.
// Source: docs/decisions/0083-a-part-does-not-wait.md.
import type { FilledPart } from '@clubfolio/contract'
import { coveredByExit, protectionOf } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Db } from '../../db/connect.ts'

export async function findFilledParts(db: Db, accountId: string): Promise<FilledPart[]> {
  const rows = await db
    .selectFrom('entry_division as d')
    .innerJoin('broker_order as o', (join) =>
      join.onRef('o.account_id', '=', 'd.account_id').onRef('o.broker_id', '=', 'd.order_id'),
    )
    .innerJoin('order_request as r', (join) =>
      join.onRef('r.account_id', '=', 'd.account_id').onRef('r.id', '=', 'd.request_id'),
    )
    .select(['d.order_id', 'd.symbol', 'd.state', 'd.next_at', 'o.quantity', 'o.filled_quantity', 'o.status', 'r.plan'])
    .where('d.account_id', '=', accountId)
    .where('d.state', 'in', ['WAITING', 'CANCELLING', 'PROTECTING', 'ENTERING'])
    // One that was filled in full since has its stop.
    .where('o.status', '<>', 'FILLED')
    .orderBy('d.order_id')
    .execute()
  return rows.flatMap(({ order_id: orderId, symbol: code, state, next_at: nextAt, ...row }): FilledPart[] => {
    const { draft } = row.plan
    const stop = draft.kind === 'ENTRY' ? protectionOf(draft.exits) : null
    if (draft.kind !== 'ENTRY' || stop === null) return []
    const filled = new Decimal(row.filled_quantity)
    const covered = coveredByExit(draft.terms, stop, filled)
    const left = new Decimal(row.quantity ?? draft.terms.quantity).minus(filled)
    return [
      {
        orderId,
        code,
        filled: covered.toNumber(),
        left: left.toNumber(),
        dividesAt: state === 'WAITING' ? nextAt.getTime() : null,
        hasStop: state === 'ENTERING',
      },
    ]
  })
}
