// Accrued fees and net values: what each holder would be charged if the period ended now, and what they could take out
// (docs/rules/fund-fees.md, "Net value").
import { dayNumberOf } from '../../calendar/market-day.ts'
import { type Cents, type MarketDay, toCents } from '../../kind.ts'
import { greater, lesser } from '../../money/lesser.ts'
import { amountFor } from '../book.ts'
import { holderFigures } from '../holder-figure.ts'
import type { HolderId } from '../record.ts'
import { replayFund, type FundReplay } from '../replay-fund.ts'
import type { ChargeDraft } from './charge-draft.ts'
import { dueFees, noFee, sumOfFees } from './due-fee.ts'
import { advanceFees, copyFees, type FeeBook } from './fee-book.ts'
import { chargeDraftOf, type FeeEnd, openFeeEnds } from './period-end.ts'

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
  const ends = openFeeEnds(replay)
  const all = momentOf(replay, day, ends)
  // A receiver cannot take out what nobody has been charged yet, so only its own lines count.
  const receiverIds = new Set(ends.length === 0 ? [] : replay.records.feePolicies.map(({ receiverId }) => receiverId))
  return new Map(
    rows.map(({ holderId, valueCents }) => {
      const moment = receiverIds.has(holderId) ? momentOf(replay, day, ends, holderId) : all
      return [holderId, netValueOf(moment, holderId, valueCents)]
    }),
  )
}

/** The books with the charges that are missing, on a day. */
interface FeeMoment {
  readonly charged: FundReplay
  readonly fees: FeeBook | undefined
  readonly valueById: ReadonlyMap<HolderId, bigint>
  /** The units that missing charges take from each holder who pays them. */
  readonly linesById: ReadonlyMap<HolderId, { readonly management: bigint }>
}

function momentOf(replay: FundReplay, day: MarketDay, ends: readonly FeeEnd[], holderId?: HolderId): FeeMoment {
  const options = holderId === undefined ? {} : { holderId }
  const drafts = ends.map((end) => chargeDraftOf(replay, end, { id: `draft ${end.endDay}`, ...options }))
  const charged = drafts.length === 0 ? replay : replayFund(replay.records, replay.until, drafts)
  const fees = charged.fees && copyFees(charged.fees)
  if (fees) {
    const last = charged.valuations.at(-1)?.day ?? day
    const isBeforeTheDay = charged.records.dealing === 'before-the-day'
    advanceFees(fees, charged.holdings, isBeforeTheDay ? dayNumberOf(day) - 1 : dayNumberOf(last))
  }
  const valueById = new Map(holderFigures(charged).map((row) => [row.holderId, row.valueCents]))
  return { charged, fees, valueById, linesById: unitsOfDrafts(charged, drafts) }
}

function netValueOf(moment: FeeMoment, holderId: HolderId, valueCents: Cents): NetValue {
  const { charged, fees, valueById, linesById } = moment
  const line = linesById.get(holderId)
  const left = greater(0n, line ? lesser(valueCents, valueById.get(holderId) ?? 0n) : valueCents)
  const held = charged.holdings.get(holderId) ?? 0n
  const due = fees ? dueFees(fees, { holderId, held, rate: charged.rate }, left) : noFee
  const netCents = valueCents > 0n ? left - sumOfFees(due) : valueCents
  const owed = valueCents - netCents
  // Below a unit value of zero nothing is owed, and the units of a charge have no value.
  const management = amountFor(line?.management ?? 0n, charged.rate) + due.managementCents
  const managementCents = greater(0n, lesser(owed, management))
  return {
    valueCents,
    managementCents: toCents(managementCents),
    performanceCents: toCents(owed - managementCents),
    netCents: toCents(netCents),
  }
}

function unitsOfDrafts(
  { dealings }: FundReplay,
  drafts: readonly ChargeDraft[],
): Map<HolderId, { readonly management: bigint }> {
  const draftIds = new Set(drafts.map(({ id }) => id))
  const units = new Map<HolderId, { management: bigint }>()
  for (const { holderId, cause, recordId, units: moved } of draftIds.size === 0 ? [] : dealings) {
    if (recordId === undefined || moved >= 0n || !draftIds.has(recordId)) continue
    const known = units.get(holderId) ?? { management: 0n }
    if (cause === 'management-fee') known.management -= moved
    units.set(holderId, known)
  }
  return units
}
