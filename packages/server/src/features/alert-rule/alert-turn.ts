// The lease for evaluating alert rules: one process at a time, and a process that dies loses it by expiry. The time up
// to which prices were evaluated is written in the same transaction as the findings, so that a crash in between neither
// misses a firing nor reports one twice.
import { sql } from 'kysely'
import { createLease, type LeaseParts } from '../../kernel/lease.ts'

export type TurnName = 'INSTRUMENT' | 'ACCOUNT'

const lease = createLease({
  table: 'alert_turn',
  key: ['name'],
  owner: { by: 'TOKEN', column: 'claim' },
  until: 'claimed_until',
  isClearedOnRelease: true,
  leaseMs: 60_000,
})

export interface AlertTurn {
  readonly name: TurnName
  readonly claim: string | null
  /** The market evaluated last, and its time up to which prices were evaluated. */
  readonly market: string | null
  readonly lookedUntilMs: number | null
}

/** Claims the turn; returns undefined while another process holds it. */
export async function claimTurn(parts: LeaseParts, name: TurnName): Promise<AlertTurn | undefined> {
  const [row] = await lease.claim(parts, { due: sql<boolean>`name = ${name}`, orderBy: sql`name`, limit: 1 })
  return (
    row && {
      name,
      claim: row.claim,
      market: row.market,
      lookedUntilMs: row.looked_until?.getTime() ?? null,
    }
  )
}

/**
 * Records how far prices were evaluated, in the transaction of the findings, and releases the turn. Returns false when
 * another process has taken it over meanwhile.
 */
export const endTurn = (
  parts: LeaseParts,
  turn: AlertTurn,
  looked: { readonly market: string; readonly untilMs: number } | null,
): Promise<boolean> =>
  lease.release(parts, turn, looked ? { market: looked.market, looked_until: new Date(looked.untilMs) } : {})

/** Releases a turn without recording progress. */
export const releaseTurn = (parts: LeaseParts, turn: AlertTurn): Promise<boolean> => lease.release(parts, turn)
