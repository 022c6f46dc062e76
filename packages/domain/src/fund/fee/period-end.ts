// The closes at which fees are charged: the last usable one of each period, and the last one before a policy changes,
// for the holders concerned (docs/rules/fund-fees.md, "Period ends"). Which charges are missing follows from them.
import { addCalendarDays } from '../../calendar/market-day.ts'
import { nextSession } from '../../calendar/session.ts'
import type { MarketDay } from '../../kind.ts'
import { compareIds } from '../../money/largest-remainder.ts'
import type { Valuation } from '../book.ts'
import { isInTransit } from '../carry-move.ts'
import type { FeeKind, FeePeriod, FeePolicy, HolderId } from '../record.ts'
import type { FundReplay } from '../replay-fund.ts'
import type { ChargeDraft, ConcernedHolders } from './charge-draft.ts'
import { dealingDayOf } from '../schedule.ts'
import { feeKinds, isCharging, policiesOf, rateOf } from './policy.ts'

export interface FeeEnd {
  /** The close that ends the period. */
  readonly endDay: MarketDay
  readonly concerned: Partial<Record<FeeKind, ConcernedHolders>>
  /** A charge on any of these days settles the end: closes can arrive late. */
  readonly from: MarketDay
  readonly until: MarketDay
}

const monthsOf = { month: 1, quarter: 3, 'half-year': 6, year: 12 } as const satisfies Record<FeePeriod, number>

/** Returns the first day of the period that contains a day: 2026-05-20 gives 2026-04-01 for a quarter. */
export function feePeriodStart(period: FeePeriod, day: MarketDay): string {
  const months = monthsOf[period]
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / months) * months + 1
  return `${day.slice(0, 4)}-${String(month).padStart(2, '0')}-01`
}

/**
 * Returns the period ends up to the last close, by day. A close ends its period when the next session is in another
 * one, or when a later close has come. At a unit value of zero or less nothing is charged; the days go into the next
 * period.
 */
export function feeEnds(replay: FundReplay): FeeEnd[] {
  const closes = replay.valuations.filter((one) => isUsable(replay, one))
  const ends = feeKinds.flatMap((kind) => endsOfKind(replay, kind, closes))
  const byDay = new Map<MarketDay, FeeEnd>()
  for (const end of ends) {
    const known = byDay.get(end.endDay)
    byDay.set(end.endDay, known ? merge(known, end) : end)
  }
  return [...byDay.values()].sort((a, b) => compareIds(a.endDay, b.endDay))
}

function isUsable({ current }: FundReplay, { day, quality }: Valuation): boolean {
  return quality !== 'opening' && quality !== 'unreconciled' && !current.moves.some((move) => isInTransit(move, day))
}

function endsOfKind(replay: FundReplay, kind: FeeKind, closes: readonly Valuation[]): FeeEnd[] {
  const policies = policiesOf(replay.records, kind)
  return policies.flatMap((policy, index) => {
    const next = policies[index + 1]
    const own = closes.filter(({ day }) => day >= policy.firstDay && (!next || day < next.firstDay))
    if (!isCharging(policy)) return []
    const ends = calendarEnds(policy, own, closes.at(-1))
    const last = own.at(-1)
    // A close of the last days under the old policy can still come.
    const isOver =
      last && next && (nextSession(last.day) >= next.firstDay || (closes.at(-1)?.day ?? '') >= next.firstDay)
    const changed = isOver && changedHolders(replay, policy, next)
    if (!changed || changed.size === 0 || last.rate.numerator <= 0n) return ends
    const from = addCalendarDays(ends.at(-1)?.endDay ?? addCalendarDays(policy.firstDay, -1), 1)
    const until = addCalendarDays(next.firstDay, -1)
    return ends.at(-1)?.endDay === last.day
      ? ends
      : [...ends, { endDay: last.day, concerned: { [kind]: changed }, from, until }]
  })
}

function calendarEnds(policy: FeePolicy, own: readonly Valuation[], lastClose: Valuation | undefined): FeeEnd[] {
  const start = (day: MarketDay) => feePeriodStart(policy.period, day)
  return own.flatMap((close, index) => {
    const { day } = close
    const following = own[index + 1]?.day
    const isLast = following === undefined || start(following) !== start(day)
    const isOver =
      start(nextSession(day)) !== start(day) || (lastClose !== undefined && start(lastClose.day) > start(day))
    if (!isLast || !isOver || close.rate.numerator <= 0n) return []
    return [{ endDay: day, concerned: { [policy.kind]: 'all' }, from: day, until: day }]
  })
}

/** Returns the holders who paid under one policy and have other terms under the next. */
function changedHolders(replay: FundReplay, policy: FeePolicy, next: FeePolicy): ReadonlySet<HolderId> {
  const isOther = policy.receiverId !== next.receiverId || policy.hurdleMillionths !== next.hurdleMillionths
  const holderIds = new Set(Array.from(replay.journal.withoutPayers(), ({ holderId }) => holderId))
  return new Set(
    [...holderIds].filter((id) => {
      const rate = rateOf(policy, id)
      return rate > 0n && (isOther || rate !== rateOf(next, id))
    }),
  )
}

function merge(one: FeeEnd, other: FeeEnd): FeeEnd {
  return {
    endDay: one.endDay,
    concerned: { ...one.concerned, ...other.concerned },
    from: one.from < other.from ? one.from : other.from,
    until: one.until > other.until ? one.until : other.until,
  }
}

/** Returns the ends that are neither charged nor waived, by day; they are settled in this order. */
export function openFeeEnds(replay: FundReplay): FeeEnd[] {
  if (replay.records.feePolicies.length === 0) return []
  const settled = replay.current.charges.filter((charge) => !charge.isPart).map((charge) => charge.endDay)
  const last = settled.at(-1)
  const { closedUntil, dealing } = replay.records
  return feeEnds(replay).filter(
    (end) =>
      (closedUntil === undefined || dealingDayOf(end.endDay, dealing) > closedUntil) &&
      !settled.some((day) => day >= end.from && day <= end.until) &&
      (last === undefined || end.endDay > last),
  )
}

export interface DraftOptions {
  readonly id: string
  readonly isWaived?: boolean
  /** A line of this holder alone, before the charge of the others. */
  readonly holderId?: HolderId
}

/** Returns the draft of an end for the replay; holders whose lines are booked already are left out. */
export function chargeDraftOf(
  replay: FundReplay,
  end: FeeEnd,
  { id, isWaived = false, holderId }: DraftOptions,
): ChargeDraft {
  const booked = replay.current.charges.filter((charge) => charge.isPart && charge.endDay === end.endDay)
  return {
    id,
    endDay: end.endDay,
    concerned: end.concerned,
    isWaived,
    isPart: holderId !== undefined,
    ...(holderId === undefined ? {} : { holderId }),
    exceptIds: new Set(booked.flatMap(({ lines }) => lines.map((line) => line.holderId))),
  }
}
