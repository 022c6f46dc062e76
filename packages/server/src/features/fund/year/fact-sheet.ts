// What a fund's fact sheet says, read from its books, its performance and the account's positions
// (docs/rules/fund-year.md, "Fact sheet"). It has totals only, and nothing of a single member.
import {
  feeKinds,
  formatUnits,
  fractionToNumber,
  fundLine,
  monthlyReturns,
  rebasedLine,
  spanReturns,
  unallocatedHolderId,
  unitValueOf,
  unitValueText,
  type Cents,
  type FeePolicy,
  type FundRecords,
  type MarketDay,
} from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { ratePercent } from '../book/describe-charge.ts'
import { toPercent } from '../book/figure-text.ts'
import { readFund } from '../book/load-fund.ts'
import type { Issuer } from '../book/read-issuer.ts'
import { measurePerformance } from '../performance/measure-performance.ts'
import { readYearIssuer } from './print-year.ts'

export interface SheetLine {
  readonly name: string
  /** Percent since the opening, by day. */
  readonly points: ReadonlyArray<readonly [day: string, percent: number]>
}

export interface FactSheet {
  readonly issuer: Issuer
  readonly currency: string
  readonly openingDay: MarketDay
  readonly asOf: MarketDay
  readonly fundValueCents: Cents
  readonly unitValue: string
  readonly units: string
  readonly memberCount: number
  readonly lines: readonly SheetLine[]
  readonly months: ReadonlyArray<{ readonly month: string; readonly percent: number | null }>
  readonly spans: ReadonlyArray<{
    readonly name: string
    readonly percent: number | null
    readonly yearlyPercent: number | null
  }>
  /** Null before there are 60 daily returns. */
  readonly risk: {
    readonly drawdownPercent: number
    readonly drawdownFrom: MarketDay
    readonly drawdownTo: MarketDay
    readonly volatilityPercent: number
    readonly sharpe: number | null
  } | null
  /** Market value of long and of short positions, of the fund value; null without a value. */
  readonly exposure: { readonly longPercent: number; readonly shortPercent: number } | null
  /** The largest ones by market value, of either side. */
  readonly positions: ReadonlyArray<{
    readonly symbol: string
    readonly valueCents: Cents
    readonly percent: number | null
  }>
  readonly fees: readonly string[]
}

const mostPositions = 8

export async function readFactSheet(
  services: Services,
  session: Pick<Session, 'userId'>,
  accountId: string,
): Promise<FactSheet> {
  const { account, records, replay } = await readFund(services, session.userId, accountId)
  const { risk, benchmarks, asOf } = await measurePerformance(services, replay)
  const { valuations, fundValueCents } = replay
  const [first] = valuations
  const base = first ? fractionToNumber(unitValueOf(first.rate)) : 0
  const held = await services.db
    .selectFrom('account_position')
    .select(['symbol', 'market_value_cents'])
    .where('account_id', '=', accountId)
    .execute()
  const share = (cents: bigint): number | null =>
    fundValueCents > 0n ? toPercent(Number(cents) / Number(fundValueCents)) : null
  const sumOf = (isSide: (cents: bigint) => boolean): bigint =>
    held.reduce((sum, { market_value_cents: cents }) => (isSide(cents) ? sum + cents : sum), 0n)
  const long = share(sumOf((cents) => cents > 0n))
  const short = share(sumOf((cents) => cents < 0n))
  return {
    issuer: await readYearIssuer(services, accountId),
    currency: account.currency,
    openingDay: records.opening.day,
    asOf,
    fundValueCents,
    unitValue: unitValueText(replay.rate),
    units: formatUnits(replay.issuedUnits),
    memberCount: [...replay.holdings.keys()].filter((holderId) => holderId !== unallocatedHolderId).length,
    lines: [
      {
        name: 'Unit value',
        points: valuations.map(({ day, rate }) => [day, (fractionToNumber(unitValueOf(rate)) / base - 1) * 100]),
      },
      ...benchmarks.map(({ symbol, closes }) => ({
        name: symbol,
        points: rebasedLine(closes, records.opening.day),
      })),
    ],
    months: monthlyReturns(fundLine(valuations)).map(({ period: month, total }) => ({
      month,
      percent: total === undefined ? null : toPercent(total),
    })),
    spans: spanReturns(valuations).map(({ name, timeWeighted }) => ({
      name,
      percent: timeWeighted ? toPercent(timeWeighted.total) : null,
      yearlyPercent: timeWeighted?.annualised === undefined ? null : toPercent(timeWeighted.annualised),
    })),
    risk: risk
      ? {
          drawdownPercent: toPercent(risk.maxDrawdown),
          drawdownFrom: risk.drawdownFrom,
          drawdownTo: risk.drawdownTo,
          volatilityPercent: toPercent(risk.volatility),
          sharpe: risk.sharpe ?? null,
        }
      : null,
    exposure: long === null || short === null ? null : { longPercent: long, shortPercent: short },
    positions: held
      .toSorted((a, b) => Number(size(b.market_value_cents) - size(a.market_value_cents)))
      .slice(0, mostPositions)
      .map(({ symbol, market_value_cents: valueCents }) => ({ symbol, valueCents, percent: share(valueCents) })),
    fees: feesInForce(records, asOf),
  }
}

const size = (cents: bigint): bigint => (cents < 0n ? -cents : cents)

/** "Management fee: 2% a year, charged every month" */
function feesInForce({ feePolicies }: FundRecords, day: MarketDay): string[] {
  return feeKinds.flatMap((kind) => {
    const policy = feePolicies
      .filter((one) => one.kind === kind && one.firstDay <= day)
      .toSorted((a, b) => (a.firstDay < b.firstDay ? -1 : 1))
      .at(-1)
    return policy && policy.rateMillionths > 0n ? [describePolicy(policy)] : []
  })
}

function describePolicy({ kind, rateMillionths, hurdleMillionths, period }: FeePolicy): string {
  const every = `charged every ${period}`
  const rate = ratePercent(rateMillionths)
  if (kind === 'management') return `Management fee: ${rate}% a year, ${every}`
  const hurdle = hurdleMillionths > 0n ? `, above ${ratePercent(hurdleMillionths)}% a year` : ''
  return `Performance fee: ${rate}% of the gain above the high-water mark${hurdle}, ${every}`
}
