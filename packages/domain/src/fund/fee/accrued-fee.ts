// Accrued fees and net values: what each holder would be charged if the period ended now, and what they could take out
// (docs/rules/fund-fees.md, "Net value").
import { dayNumberOf } from '../../calendar/market-day.ts'
import { type Cents, type MarketDay, toCents } from '../../kind.ts'
import { greater, lesser } from '../../money/lesser.ts'
import { amountFor } from '../book.ts'
import { holderFigures } from '../holder-figure.ts'
import type { HolderId } from '../record.ts'
import { replayFund, type FundReplay } from '../replay-fund.ts'
import { dueFees, noFee } from './due-fee.ts'
import { advanceFees, copyFees } from './fee-book.ts'
import { draftOf, openFeeEnds } from './period-end.ts'

export interface NetValue {
  readonly valueCents: Cents
  /** Accrued fees: a figure, not a record. */
  readonly managementCents: Cents
  readonly performanceCents: Cents
  /** Value less accrued fees: the greatest retribution of the day. */
  readonly netCents: Cents
}

/**
 * Returns the net value of every holder on a market day. Periods that have ended without a charge count with the lines
 * that their charge would have. With dealing before the day, the days up to the one before `day` have accrued; with
 * dealing of the day, those up to the last close.
 * Example: 100,000.00 after 15 days at 2 % has accrued 82.19 and is worth 99,917.81 net.
 */
export function netValues(replay: FundReplay, day: MarketDay): Map<HolderId, NetValue> {
  const rows = holderFigures(replay)
  const charged = withOpenEnds(replay)
  const fees = charged.fees && copyFees(charged.fees)
  if (fees) {
    const last = charged.valuations.at(-1)?.day ?? day
    const isBeforeTheDay = charged.records.dealing === 'before-the-day'
    advanceFees(fees, charged.holdings, isBeforeTheDay ? dayNumberOf(day) - 1 : dayNumberOf(last))
  }
  const before = new Map(holderFigures(charged).map((row) => [row.holderId, row.valueCents]))
  const lines = unitsOfDrafts(charged)
  return new Map(
    rows.map(({ holderId, valueCents }) => {
      const line = lines.get(holderId)
      // A receiver cannot take out what nobody has been charged yet.
      const left = greater(0n, line ? lesser(valueCents, before.get(holderId) ?? 0n) : valueCents)
      const held = charged.holdings.get(holderId) ?? 0n
      const due = fees ? dueFees(fees, { holderId, held, rate: charged.rate }, left) : noFee
      const netCents = valueCents > 0n ? left - due.managementCents - due.performanceCents : valueCents
      const owed = valueCents - netCents
      const managementCents = lesser(owed, amountFor(line?.management ?? 0n, charged.rate) + due.managementCents)
      return [
        holderId,
        {
          valueCents,
          managementCents: toCents(managementCents),
          performanceCents: toCents(owed - managementCents),
          netCents: toCents(netCents),
        },
      ]
    }),
  )
}

const chargedReplays = new WeakMap<FundReplay, FundReplay>()

/** Returns the replay with the charges that are missing. */
function withOpenEnds(replay: FundReplay): FundReplay {
  const ends = openFeeEnds(replay)
  if (ends.length === 0) return replay
  const known = chargedReplays.get(replay)
  if (known) return known
  const drafts = ends.map((end) => draftOf(replay, end, { id: end.endDay }))
  const charged = replayFund(replay.records, replay.until, drafts)
  chargedReplays.set(replay, charged)
  return charged
}

/** Returns the units that drafts take from each holder who pays them. */
function unitsOfDrafts({ calculatedCharges, dealings }: FundReplay): Map<HolderId, { readonly management: bigint }> {
  const draftIds = new Set(calculatedCharges.map(({ draft }) => draft.id))
  const units = new Map<HolderId, { management: bigint }>()
  for (const { holderId, cause, recordId, units: moved } of dealings) {
    if (recordId === undefined || moved >= 0n || !draftIds.has(recordId)) continue
    const known = units.get(holderId) ?? { management: 0n }
    if (cause === 'management-fee') known.management -= moved
    units.set(holderId, known)
  }
  return units
}
