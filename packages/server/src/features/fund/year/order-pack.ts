// Orders the pack of a year. The worker makes it (`make-pack.ts`).
import { Refusal, type BodyOf } from '@clubfolio/contract'
import { writeAudit } from '../../../kernel/audit.ts'
import type { Caller } from '../../../kernel/handler.ts'
import { newId } from '../../../kernel/id.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { lockRow, readFund } from '../book/load-fund.ts'
import { requireYear } from './open-year.ts'

interface PackCall {
  readonly services: Services
  readonly trx: Trx
  readonly session: Session
  readonly caller: Caller
}

/** Throws `yearWithoutBooks`, and `packRunning` while another one of the fund is not done. */
export async function orderPack(
  { services, trx, session, caller }: PackCall,
  { accountId, year: text }: BodyOf<'fund', 'orderPack'>,
): Promise<{ id: string; message: string }> {
  const { clock } = services
  const { year } = await requireYear(services, await readFund(services, session.userId, accountId), text)
  // Of two simultaneous orders the second sees the first. An account without a fund of its own has no row to refer to.
  if (!(await lockRow(trx, accountId))) throw new Refusal('notFound')
  const running = await trx
    .selectFrom('fund_pack')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .executeTakeFirst()
  if (running) throw new Refusal('packRunning')
  const id = newId(clock)
  const now = new Date(clock.nowMs())
  await trx
    .insertInto('fund_pack')
    .values({
      id,
      account_id: accountId,
      year,
      state: 'WAITING',
      reason: null,
      next_at: now,
      done: 0,
      total: 0,
      file_name: null,
      byte_count: null,
      sha256: null,
      requested_at: now,
      requested_by: session.userId,
      ended_at: null,
    })
    .execute()
  await writeAudit(trx, clock, {
    actorId: session.userId,
    action: 'pack.order',
    objectType: 'fund',
    objectId: accountId,
    after: { id, year },
    requestId: caller.requestId,
    address: caller.address,
  })
  return { id, message: `The pack of ${year} is being made.` }
}
