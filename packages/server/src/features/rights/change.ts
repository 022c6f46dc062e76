// The context of every change of rights: its transaction, its session, and its origin.
import type { Caller } from '../../kernel/handler.ts'
import { writeAudit } from '../../kernel/audit.ts'
import type { Session } from '../../kernel/session.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'

export interface ChangeContext {
  readonly services: Services
  readonly trx: Trx
  readonly session: Session
  readonly caller: Caller
}

export interface Difference {
  readonly action: string
  readonly objectType: 'group' | 'user'
  readonly objectId: string
  readonly before?: unknown
  readonly after?: unknown
}

/**
 * Returns the existing values overridden by the given ones; absent ones stay. `withGiven({ a: 1, b: 2 }, { b: 3 })` is
 * `{ a: 1, b: 3 }`.
 */
export const withGiven = <Row extends object>(
  before: Row,
  given: { readonly [Field in keyof Row]?: Row[Field] | undefined },
): Row => ({
  ...before,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
})

/** Records actor, object, and the values before and after, in the transaction of the change. */
export const auditChange = ({ services, trx, session, caller }: ChangeContext, difference: Difference): Promise<void> =>
  writeAudit(trx, services.clock, {
    actorId: session.userId,
    ...difference,
    requestId: caller.requestId,
    address: caller.address,
  })
