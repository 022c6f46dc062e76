// Returns and risk of a fund, of one of its holders, and of a member's own part. Every figure is computed from the
// replay that Account Mapping and the statements use. Source: docs/returns.md, "Returns and risk".
import type { BodyOf, ReturnPeriod, ReturnsAndRisk } from '@clubfolio/contract'
import {
  annualise,
  calendarDaysBetween,
  compareReturns,
  listDrawdowns,
  fundLine,
  hasCollapsed,
  holderLine,
  measureRatios,
  monthlyReturns,
  rollingYears,
  yearlyReturns,
  type CalendarReturn,
  type HolderId,
  type FundReplay,
  type ReturnLine,
} from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { toPercent } from '../book/figure-text.ts'
import { readFund, toHolderId } from '../book/load-fund.ts'
import { requireMemberRight } from '../member/store.ts'
import { personAt } from '../right/fund-right.ts'
import { readBenchmarkCloses, riskFreeRate } from './measure-performance.ts'

/** A fall up to this deep is in no list. */
const leastDrawdown = 0.05

/** Throws `notFound`, also for a fund or a member of somebody else. */
export async function findReturns(
  services: Services,
  session: Pick<Session, 'userId'>,
  { accountId, memberId, benchmark }: BodyOf<'fund', 'findReturns'>,
): Promise<ReturnsAndRisk> {
  if (memberId !== undefined && memberId !== accountId)
    await requireMemberRight(services.db, 'READ', personAt(services.clock, session.userId), memberId)
  const { replay } = await readFund(services, session.userId, accountId)
  const holderId = memberId === undefined ? undefined : toHolderId(accountId, memberId)
  return measureReturns(services, { replay, holderId, benchmark })
}

export interface MeasuredReturns {
  readonly replay: FundReplay
  /** Undefined: the whole fund. */
  readonly holderId: HolderId | undefined
  readonly benchmark: string
}

/** The code that calls it has checked the caller's access. */
export async function measureReturns(
  services: Services,
  { replay, holderId, benchmark }: MeasuredReturns,
): Promise<ReturnsAndRisk> {
  const line = holderId === undefined ? fundLine(replay.valuations) : holderLine(replay, holderId)
  const [first, last] = [line[0], line.at(-1)]
  if (first === undefined || last === undefined) return noReturns
  const closes = await readBenchmarkCloses(services, benchmark, first.day, last.day)
  const besides: ReturnLine = closes
    .filter(({ day, close }) => day >= first.day && close > 0)
    .map(({ day, close }) => ({ day, value: close }))
  const isMeasured = !hasCollapsed(line)
  const total = isMeasured ? last.value / first.value - 1 : undefined
  const yearly = total === undefined ? undefined : annualise(total, calendarDaysBetween(first.day, last.day))
  const months = toPeriods(monthlyReturns(line), monthlyReturns(besides))
  const ratios = measureRatios(line, riskFreeRate)
  const against = compareReturns(line, new Map(closes.map(({ day, close }) => [day, close])))
  return {
    from: first.day,
    to: last.day,
    totalPercent: percentOf(total),
    yearlyPercent: percentOf(yearly),
    months,
    years: toPeriods(yearlyReturns(line), yearlyReturns(besides)),
    rolling: rollingYears(line).map((one) => ({ day: one.day, percent: percentOf(one.total) })),
    drawdowns: (isMeasured ? listDrawdowns(line, leastDrawdown) : []).map(({ depth, recovered, ...fall }) => ({
      ...fall,
      recovered: recovered ?? null,
      percent: toPercent(depth),
    })),
    risk: ratios
      ? {
          observations: ratios.observations,
          riskFreePercent: toPercent(riskFreeRate),
          volatilityPercent: toPercent(ratios.volatility),
          downsidePercent: toPercent(ratios.downside),
          sharpe: ratioOf(ratios.sharpe),
          sortino: ratioOf(ratios.sortino),
        }
      : null,
    againstBenchmark: against
      ? {
          observations: against.observations,
          beta: ratioOf(against.beta),
          correlation: ratioOf(against.correlation),
          trackingErrorPercent: toPercent(against.trackingError),
          information: ratioOf(against.information),
        }
      : null,
    wholeMonths: countMonths(months),
  }
}

const noReturns: ReturnsAndRisk = {
  from: null,
  to: null,
  totalPercent: null,
  yearlyPercent: null,
  months: [],
  years: [],
  rolling: [],
  drawdowns: [],
  risk: null,
  againstBenchmark: null,
  wholeMonths: null,
}

const percentOf = (total: number | undefined): number | null => (total === undefined ? null : toPercent(total))

/** With 2 decimals, as it is shown. */
const ratioOf = (value: number | undefined): number | null =>
  value === undefined ? null : Math.round(value * 100) / 100

function toPeriods(own: readonly CalendarReturn[], besides: readonly CalendarReturn[]): ReturnPeriod[] {
  const totals = new Map(besides.map(({ period, total }) => [period, total]))
  return own.map(({ period, total, isPartial }) => ({
    period,
    percent: percentOf(total),
    benchmarkPercent: percentOf(totals.get(period)),
    isPartial,
  }))
}

function countMonths(months: readonly ReturnPeriod[]): ReturnsAndRisk['wholeMonths'] {
  const whole = months.filter(({ isPartial, percent }) => !isPartial && percent !== null)
  const ordered = whole.toSorted((a, b) => (b.percent ?? 0) - (a.percent ?? 0))
  const [best, worst] = [ordered[0], ordered.at(-1)]
  if (best === undefined || worst === undefined) return null
  const positive = whole.filter(({ percent }) => (percent ?? 0) > 0).length
  return { count: whole.length, positivePercent: toPercent(positive / whole.length), best, worst }
}
