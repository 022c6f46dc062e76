// Accrued fees and net values: what each holder would be charged if the period ended now, and what they could take out
// (docs/rules/fund-fees.md, "Net value").
import { dayNumberOf } from '../../calendar/market-day.ts'
import { type Cents, type MarketDay, toCents } from '../../kind.ts'
import { partByLargestRemainder, RankedSplit } from '../../money/largest-remainder.ts'
import { greater, lesser } from '../../money/lesser.ts'
import { amountFor } from '../unit-amount.ts'
import { holderFigures } from '../holder-figure.ts'
import type { HolderId } from '../record.ts'
import { replayFund, type FundReplay } from '../replay-fund.ts'
import { dueFees, noFee, sumOfFees } from './due-fee.ts'
import { attoPerCent } from './fee-account.ts'
import { advanceFees, copyFees, type FeeBook, startPolicies } from './fee-book.ts'
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
export const netValues = (replay: FundReplay, day: MarketDay): ReadonlyMap<HolderId, NetValue> =>
  listNetValues(replay, day).byId

export interface NetValueList {
  readonly byId: ReadonlyMap<HolderId, NetValue>
  /**
   * False where the net value of a holder, asked for alone, can be another one: something that was dealt since depends
   * on the charges that are missing.
   */
  readonly isExact: boolean
}

/**
 * Returns the net value of every holder, and whether all of them are exact to the cent. `replayLimit` is the number of
 * holders up to which each of them has a replay of their own where only that is exact.
 */
export function listNetValues(replay: FundReplay, day: MarketDay, replayLimit = mostReplays): NetValueList {
  const rows = holderFigures(replay)
  const ends = openFeeEnds(replay)
  const all = momentOf(replay, day, ends)
  // A receiver cannot take out what nobody has been charged yet, so only its own lines count.
  const receiverIds = new Set(ends.length === 0 ? [] : replay.records.feePolicies.map(({ receiverId }) => receiverId))
  const { linesById } = all
  const isMoved = isOnlyMoved(replay, all) && !havePassedOn(all, ends)
  const isEachAlone = replay.holdings.size <= replayLimit && !isMoved
  const shown = new RankedSplit(replay.fundValueCents, replay.holdings, replay.issuedUnits)
  const byId = new Map(
    rows.map(({ holderId, valueCents }) => {
      const lines = linesById.get(holderId)
      const isAlone = receiverIds.has(holderId) || isEachAlone || lines?.isNearEverything
      if (!isAlone) {
        const leftCents = lines && lines.unitsTo.size > 0 ? valueAfter(replay, shown, holderId, lines) : valueCents
        return [holderId, figuresOf(all, holderId, { valueCents, leftCents })]
      }
      return [holderId, netAlone(replay, day, { ends, holderId, valueCents })]
    }),
  )
  return { byId, isExact: isMoved || isEachAlone }
}

/**
 * Returns the net value of one holder, exact to the cent in a fund of any size; undefined for somebody who never held
 * units.
 */
export function netValueOf(replay: FundReplay, day: MarketDay, holderId: HolderId): NetValue | undefined {
  const row = holderFigures(replay).find((one) => one.holderId === holderId)
  return row && netAlone(replay, day, { ends: openFeeEnds(replay), holderId, valueCents: row.valueCents })
}

interface NetAloneOptions {
  readonly ends: readonly FeeEnd[]
  readonly holderId: HolderId
  readonly valueCents: Cents
}

/** Returns the net value from the books with the missing lines of that holder, which is what taking money out books. */
function netAlone(replay: FundReplay, day: MarketDay, { ends, holderId, valueCents }: NetAloneOptions): NetValue {
  const alone = momentOf(replay, day, ends, holderId)
  return figuresOf(alone, holderId, { valueCents, leftCents: valueIn(alone.charged, holderId) })
}

/**
 * A replay for each holder takes too long in a larger fund. It is needed only where the missing fees have changed more
 * than who holds their units; the list is then that after the charge of all, and says so.
 */
const mostReplays = 100

/**
 * Returns whether the missing charges have changed nothing but who holds their units. Otherwise the charge of one
 * holder alone leads to other books than that of all: for example an unexplained withdrawal has taken the fees that
 * unallocated received.
 */
function isOnlyMoved(replay: FundReplay, { charged, linesById }: FeeMoment): boolean {
  if (linesById.size === 0) return true
  const holdings = new Map<HolderId, bigint>(replay.holdings)
  const add = (holderId: HolderId, units: bigint) => holdings.set(holderId, (holdings.get(holderId) ?? 0n) + units)
  for (const [holderId, { unitsTo }] of linesById)
    for (const [receiverId, units] of unitsTo) {
      add(holderId, -units)
      add(receiverId, units)
    }
  return (
    charged.fundValueCents === replay.fundValueCents &&
    [...holdings].every(([holderId, units]) => (charged.holdings.get(holderId) ?? 0n) === units)
  )
}

/**
 * Returns whether units were given up since the first missing charge by somebody whose amount depends on what all are
 * charged. A receiver has what all have paid, so that other lots would have gone than without it, and to the next
 * holder. What an unexplained withdrawal takes from unallocated is its rounded value, and whose the odd cent is depends
 * on the units of everybody.
 */
function havePassedOn({ charged, linesById }: FeeMoment, ends: readonly FeeEnd[]): boolean {
  const receiverIds = [...linesById.values()].flatMap(({ unitsTo }) => [...unitsTo.keys()])
  const [firstDay] = ends.map(({ endDay }) => endDay).toSorted()
  if (receiverIds.length === 0 || firstDay === undefined) return false
  const dependentIds = new Set<HolderId>([...receiverIds, 'unallocated'])
  return charged.dealings.some(
    ({ day, holderId, cause, units }) =>
      day >= firstDay &&
      units < 0n &&
      dependentIds.has(holderId) &&
      cause !== 'management-fee' &&
      cause !== 'performance-fee',
  )
}

/** What the charges that are missing take from a holder. */
interface MissingLines {
  management: bigint
  /** The units that each receiver gets. */
  readonly unitsTo: Map<HolderId, bigint>
  /** Whether a fee is about as much as the holder has, so that the odd cent of the others decides about it. */
  readonly isNearEverything: boolean
}

/** The books with the charges that are missing, on a day. */
interface FeeMoment {
  readonly charged: FundReplay
  readonly fees: FeeBook | undefined
  readonly linesById: ReadonlyMap<HolderId, MissingLines>
}

function momentOf(replay: FundReplay, day: MarketDay, ends: readonly FeeEnd[], holderId?: HolderId): FeeMoment {
  const options = holderId === undefined ? {} : { holderId }
  const drafts = ends.map((end) => chargeDraftOf(replay, end, { id: `draft ${end.endDay}`, ...options }))
  const charged = drafts.length === 0 ? replay : replayFund(replay.records, replay.until, drafts)
  const fees = charged.fees && copyFees(charged.fees)
  if (fees) {
    const last = charged.valuations.at(-1)?.day ?? day
    const isBeforeTheDay = charged.records.dealing === 'before-the-day'
    advanceFees(fees, isBeforeTheDay ? dayNumberOf(day) - 1 : dayNumberOf(last))
    // What leaves on the first day of a policy leaves by that policy.
    if (isBeforeTheDay) startPolicies(fees, dayNumberOf(day))
  }
  return { charged, fees, linesById: missingLines(charged) }
}

interface ShownValue {
  /** The value on the screen. */
  readonly valueCents: Cents
  /** What is left of it once the missing charges of the holder are made. */
  readonly leftCents: bigint
}

function figuresOf(
  { charged, fees, linesById }: FeeMoment,
  holderId: HolderId,
  { valueCents, leftCents }: ShownValue,
): NetValue {
  const lines = linesById.get(holderId)
  const left = greater(0n, lines ? lesser(valueCents, leftCents) : valueCents)
  const held = charged.holdings.get(holderId) ?? 0n
  const due = fees ? dueFees(fees, { holderId, held, rate: charged.rate }, left) : noFee
  const netCents = valueCents > 0n ? left - sumOfFees(due) : valueCents
  const owed = valueCents - netCents
  // Below a unit value of zero nothing is owed, and the units of a charge have no value.
  const management = amountFor(lines?.management ?? 0n, charged.rate) + due.managementCents
  const managementCents = greater(0n, lesser(owed, management))
  return {
    valueCents,
    managementCents: toCents(managementCents),
    performanceCents: toCents(owed - managementCents),
    netCents: toCents(netCents),
  }
}

/**
 * Returns the value of a holder whose own lines are charged and nobody else's, as taking money out books them. The odd
 * cent can be another one than after the charge of everybody.
 */
function valueAfter(
  { holdings }: FundReplay,
  shown: RankedSplit,
  holderId: HolderId,
  { unitsTo }: MissingLines,
): bigint {
  const gone = [...unitsTo.values()].reduce((sum, units) => sum + units, 0n)
  const changed = new Map(
    [...unitsTo].map(([receiverId, units]) => [receiverId, (holdings.get(receiverId) ?? 0n) + units]),
  )
  return shown.partOf(holderId, (holdings.get(holderId) ?? 0n) - gone, changed)
}

function valueIn({ holdings, fundValueCents, issuedUnits }: FundReplay, id: HolderId): bigint {
  return partByLargestRemainder(fundValueCents, holdings, { sum: issuedUnits, id, own: holdings.get(id) ?? 0n })
}

function missingLines({ calculatedCharges, dealings }: FundReplay): Map<HolderId, MissingLines> {
  const byId = new Map<HolderId, MissingLines>()
  const receiverByLine = new Map<string, HolderId>()
  for (const { draft, lines } of calculatedCharges)
    for (const { holderId, kind, receiverId, exactAtto, valueCents } of lines) {
      receiverByLine.set(`${draft.id} ${kind}-fee ${holderId}`, receiverId)
      const isNearEverything = 2n * exactAtto >= (valueCents - 1n) * attoPerCent
      const known = byId.get(holderId)
      byId.set(holderId, {
        management: 0n,
        unitsTo: new Map(),
        isNearEverything: isNearEverything || known?.isNearEverything === true,
      })
    }
  for (const { holderId, cause, recordId, units } of receiverByLine.size === 0 ? [] : dealings) {
    const lines = byId.get(holderId)
    const receiverId = receiverByLine.get(`${recordId} ${cause} ${holderId}`)
    if (!lines || receiverId === undefined || units >= 0n) continue
    if (cause === 'management-fee') lines.management -= units
    lines.unitsTo.set(receiverId, (lines.unitsTo.get(receiverId) ?? 0n) - units)
  }
  return byId
}
