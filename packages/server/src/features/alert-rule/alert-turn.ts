// The lease for evaluating alert rules: one process at a time, and a process that dies loses it by expiry. The time up
// to which prices were evaluated is written in the same transaction as the findings, so that a crash in between neither
// misses a firing nor reports one twice.
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import type { Trx } from '../../kernel/transaction.ts'

export type TurnName = 'INSTRUMENT' | 'ACCOUNT'

const leaseMs = 60_000

export interface AlertTurn {
  readonly name: TurnName
  readonly claim: string
  /** The market evaluated last, and its time up to which prices were evaluated. */
  readonly market: string | null
  readonly lookedUntilMs: number | null
}

/** Claims the turn; returns undefined while another process holds it. */
export async function claimTurn(db: Db, clock: Clock, name: TurnName): Promise<AlertTurn | undefined> {
  const nowMs = clock.nowMs()
  const claim = newId(clock)
  const row = await db
    .updateTable('alert_turn')
    .set({ claim, claimed_until: new Date(nowMs + leaseMs) })
    .where('name', '=', name)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', new Date(nowMs))]))
    .returning(['market', 'looked_until'])
    .executeTakeFirst()
  return row && { name, claim, market: row.market, lookedUntilMs: row.looked_until?.getTime() ?? null }
}

/**
 * Records how far prices were evaluated and releases the turn; returns false when another process has taken it over
 * meanwhile.
 */
export async function endTurn(
  trx: Trx,
  { name, claim }: AlertTurn,
  looked: { readonly market: string; readonly untilMs: number } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('alert_turn')
    .set({
      claim: null,
      claimed_until: null,
      ...(looked ? { market: looked.market, looked_until: new Date(looked.untilMs) } : {}),
    })
    .where('name', '=', name)
    .where('claim', '=', claim)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Releases a turn without recording progress. */
export async function releaseTurn(db: Db, { name, claim }: AlertTurn): Promise<void> {
  await db
    .updateTable('alert_turn')
    .set({ claim: null, claimed_until: null })
    .where('name', '=', name)
    .where('claim', '=', claim)
    .execute()
}
