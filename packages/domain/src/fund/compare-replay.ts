// Finds what a change would break: breaches that exist only in the replay with it, unexplained withdrawals that would
// arise or grow, and holders who have left whose units would change (docs/rules/fund.md, "No holder below zero").
import { type Cents, type MarketDay, toCents } from '../kind.ts'
import type { UnitDeal, UnexplainedLevel } from './book.ts'
import { breachKey, breachWeight, type Breach } from './breach.ts'
import type { HolderId } from './record.ts'
import type { FundReplay } from './replay-fund.ts'

/** Every breach but an unexplained withdrawal, whose level is compared instead. */
export type ComparedBreach = Exclude<Breach, { kind: 'unexplained-withdrawal' }>

/** Returns the first breach that is new or has grown; a replay finds them day by day. */
export function firstNewBreach(before: FundReplay, after: FundReplay): ComparedBreach | undefined {
  const known = new Map(before.breaches.map((breach) => [breachKey(breach), breachWeight(breach)]))
  return after.breaches
    .filter((breach) => breach.kind !== 'unexplained-withdrawal')
    .find((breach) => breachWeight(breach) > (known.get(breachKey(breach)) ?? 0n))
}

/** Returns the first day on which unexplained withdrawals would be higher than now, and by how much. */
export function firstUnexplainedGrowth(
  before: FundReplay,
  after: FundReplay,
): { day: MarketDay; missingCents: Cents } | undefined {
  const was = levelByDay(before.unexplainedLevels)
  const will = levelByDay(after.unexplainedLevels)
  let wasCents = 0n
  let willCents = 0n
  for (const day of [...new Set([...was.keys(), ...will.keys()])].sort()) {
    wasCents = was.get(day) ?? wasCents
    willCents = will.get(day) ?? willCents
    if (willCents > wasCents) return { day, missingCents: toCents(willCents - wasCents) }
  }
  return undefined
}

/**
 * Returns a holder who left on or after `since` and whose units would change anywhere in their history. `spared` is a
 * holder to leave out.
 */
export function firstChangedFormerHolder(
  before: FundReplay,
  after: FundReplay,
  since: MarketDay,
  spared?: HolderId,
): { holderId: HolderId; leftOn: MarketDay } | undefined {
  const was = dealingsByHolder(before)
  const will = dealingsByHolder(after)
  for (const [holderId, dealings] of was) {
    const leftOn = dealings.at(-1)?.day ?? since
    if (holderId === spared || leftOn < since || before.holdings.has(holderId)) continue
    if (unitTrail(dealings) !== unitTrail(will.get(holderId) ?? [])) return { holderId, leftOn }
  }
  return undefined
}

const groupedDealings = new WeakMap<FundReplay, Map<HolderId, UnitDeal[]>>()

/** Returns the dealings of each holder in order; grouped once per replay, on first use. */
export function dealingsByHolder(replay: FundReplay): ReadonlyMap<HolderId, readonly UnitDeal[]> {
  const known = groupedDealings.get(replay)
  if (known) return known
  const grouped = new Map<HolderId, UnitDeal[]>()
  for (const dealing of replay.dealings) {
    const own = grouped.get(dealing.holderId)
    if (own) own.push(dealing)
    else grouped.set(dealing.holderId, [dealing])
  }
  groupedDealings.set(replay, grouped)
  return grouped
}

function unitTrail(dealings: readonly UnitDeal[]): string {
  return dealings.map((dealing) => `${dealing.day} ${dealing.units}`).join()
}

function levelByDay(levels: readonly UnexplainedLevel[]): Map<MarketDay, bigint> {
  return new Map(levels.map((level) => [level.day, level.outstandingCents]))
}
