// Slows guessing without ever locking an account for good: failures are counted per account and address, per address
// and per account over 15 minutes; past the limit each further failure doubles the wait. A known browser has a separate
// allowance. Source: docs/rules/promises.md, "Nobody gets in".
import { Refusal } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import { addressGroup } from '../../kernel/address-group.ts'
import { inTransaction } from '../../kernel/transaction.ts'

const usualWindowMs = 15 * 60 * 1000
const firstDelaySeconds = 30
const longestDelaySeconds = 15 * 60

export interface Scope {
  readonly scope: string
  /** Failures allowed in the window before waiting starts. */
  readonly limit: number
  /** 15 minutes unless given. */
  readonly windowMs?: number
}

/** The counters that one password attempt affects. */
export function signInScopes(email: string, address: string, knownDeviceId: string | undefined): Scope[] {
  if (knownDeviceId) return [{ scope: `sign-in device ${knownDeviceId}`, limit: 5 }]
  const group = addressGroup(address)
  return [
    { scope: `sign-in account ${email} address ${group}`, limit: 5 },
    { scope: `sign-in address ${group}`, limit: 30 },
    { scope: `sign-in account ${email}`, limit: 50 },
  ]
}

/**
 * The counter of wrong answers after a right password, of all methods together. It matters to users with a sign-in
 * method that sends nothing: only the counters of text messages limit how often they could be guessed at otherwise.
 */
export const secondStepScopes = (userId: string, knownDeviceId: string | undefined): Scope[] => [
  {
    scope: knownDeviceId ? `second step device ${knownDeviceId}` : `second step of user ${userId}`,
    limit: 5,
    windowMs: 60 * 60 * 1000,
  },
]

/**
 * Counts an attempt as failed before the password is checked, so that parallel guesses cannot slip through; a right
 * password undoes this by `forgiveAttempt`. Throws `signInPaused` during a wait.
 */
export async function reserveAttempt(db: Db, clock: Clock, scopes: readonly Scope[]): Promise<void> {
  const now = new Date(clock.nowMs())
  const waits = await inTransaction(db, async (trx) => {
    const counters: { scope: Scope; count: number; blockedUntil: Date | null }[] = []
    for (const scope of scopes) {
      const windowStart = new Date(now.getTime() - (scope.windowMs ?? usualWindowMs))
      const counted = await sql<{ count: number; blocked_until: Date | null }>`
        insert into rate_counter as c (scope, window_start, count, blocked_until)
          values (${scope.scope}, ${now}, 0, null)
        on conflict (scope) do update set
          window_start = case when c.window_start <= ${windowStart} then excluded.window_start else c.window_start end,
          count = case when c.window_start <= ${windowStart} then 0 else c.count end,
          blocked_until = case when c.window_start <= ${windowStart} then null else c.blocked_until end
        returning count, blocked_until
      `.execute(trx)
      const row = counted.rows[0]!
      counters.push({ scope, count: row.count + 1, blockedUntil: row.blocked_until })
    }
    const found = counters.flatMap(({ blockedUntil }) =>
      blockedUntil && blockedUntil > now ? [secondsBetween(now, blockedUntil)] : [],
    )
    // A rejected attempt never checks the password, so it is not counted.
    if (found.length > 0) return found
    for (const { scope, count } of counters) {
      const blockedUntil =
        count >= scope.limit ? new Date(now.getTime() + delaySeconds(count - scope.limit) * 1000) : null
      await trx
        .updateTable('rate_counter')
        .set({ count, blocked_until: blockedUntil })
        .where('scope', '=', scope.scope)
        .execute()
    }
    return []
  })
  if (waits.length > 0) throw new Refusal('signInPaused', { seconds: Math.max(...waits) })
}

/** Undoes the reserved failure after a right password. */
export async function forgiveAttempt(db: Db, scopes: readonly Scope[]): Promise<void> {
  const [own, ...wider] = scopes.map((entry) => entry.scope)
  await inTransaction(db, async (trx) => {
    await trx.updateTable('rate_counter').set({ count: 0, blocked_until: null }).where('scope', '=', own!).execute()
    for (const scope of wider) {
      await sql`update rate_counter set count = greatest(count - 1, 0), blocked_until = null
        where scope = ${scope}`.execute(trx)
    }
  })
}

const delaySeconds = (failuresBeyond: number): number =>
  Math.min(firstDelaySeconds * 2 ** Math.min(failuresBeyond, 10), longestDelaySeconds)

const secondsBetween = (from: Date, to: Date): number => Math.ceil((to.getTime() - from.getTime()) / 1000)
