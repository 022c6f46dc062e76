// The lease of those who look after alert rules: one process at a time, and one that dies gives it back by time. Up to where prices were
// looked at is written in the transaction of what was found there, so that a stop in between misses nothing and tells nothing twice.
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import type { Trx } from '../../kernel/transaction.ts'

export type TurnName = 'INSTRUMENT' | 'ACCOUNT'

const leaseMs = 60_000

export interface AlertTurn {
  readonly name: TurnName
  readonly claim: string
  /** The market that was looked at last, and its time up to which prices were looked at. */
  readonly market: string | null
  readonly lookedUntilMs: number | null
}

/** Undefined while another process has the turn. */
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

/** Writes how far it looked and gives the turn back; false when another process has taken it over meanwhile. */
export async function endTurn(trx: Trx, { name, claim }: AlertTurn, looked: { readonly market: string; readonly untilMs: number } | null): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('alert_turn')
    .set({ claim: null, claimed_until: null, ...(looked ? { market: looked.market, looked_until: new Date(looked.untilMs) } : {}) })
    .where('name', '=', name)
    .where('claim', '=', claim)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives a turn back that came to nothing. */
export async function giveTurnBack(db: Db, { name, claim }: AlertTurn): Promise<void> {
  await db.updateTable('alert_turn').set({ claim: null, claimed_until: null }).where('name', '=', name).where('claim', '=', claim).execute()
}
