// Whether the owner of a webhook may read what a delivery is about, decided when it is sent: by the rule of the call
// that reads it, and by the account, role or part that the owner has at that moment.
import {
  allows,
  routes,
  strongFactors,
  type AccessRule,
  type DeliveredEvent,
  type SessionFactor,
} from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isStrongFactorRequired } from '../../kernel/strong-factor.ts'
import { mayInFund, personAt } from '../fund/right/fund-right.ts'
import { isActiveUser, readUserKeys } from '../rights/read-keys.ts'

export interface DeliverySubject {
  readonly ownerId: string
  /** Of the session that made the webhook or changed it last. */
  readonly factor: SessionFactor
  readonly event: DeliveredEvent
  readonly accountId: string | null
  readonly memberId: string | null
}

/** The calls with which a program reads what an event names. */
const ruleOf = (event: DeliveredEvent): AccessRule => {
  if (event.startsWith('order.')) return routes.order.findOrders.access
  if (event.startsWith('entry.')) return routes.fund.findFunds.access
  if (event.startsWith('alert.')) return routes.alertRule.findFirings.access
  if (event.startsWith('access.')) return routes.account.viewMyAccount.access
  return { kind: 'session' }
}

export async function mayReadEvent(
  db: Db,
  clock: Clock,
  { ownerId, factor, event, accountId, memberId }: DeliverySubject,
): Promise<boolean> {
  if (!(await isActiveUser(db, ownerId))) return false
  if (!strongFactors.includes(factor) && (await isStrongFactorRequired(db, ownerId))) return false
  const held = await readUserKeys(db, ownerId)
  if (!allows(ruleOf(event), (key) => held.includes(key))) return false
  if (accountId === null) return true
  const account = db.selectFrom('account as a').select('a.id').where('a.id', '=', accountId)
  if (memberId === null) return (await account.where('a.owner_id', '=', ownerId).executeTakeFirst()) !== undefined
  const readable = await account.where(mayInFund('READ', personAt(clock, ownerId), 'a')).executeTakeFirst()
  if (readable) return true
  const own = await db
    .selectFrom('member')
    .select('id')
    .where('id', '=', memberId)
    .where('user_id', '=', ownerId)
    .executeTakeFirst()
  return own !== undefined
}
