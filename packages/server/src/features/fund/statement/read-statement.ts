// The capital account statement of one holder for one period, from the replayed books (docs/rules/fund.md, "Capital
// account statement").
import { Refusal, type CapitalStatement, type StatementSpan } from '@clubfolio/contract'
import {
  capitalStatement,
  formatUnits,
  holderLines,
  maskNumber,
  openStatementPeriod,
  unitValueText,
  describeValuation,
  type BenchmarkClose,
  type DealingCause,
  type FundReplay,
  type HolderId,
  type NetValue,
  type StatementBalance,
  type StatementLine,
  type StatementPeriod,
  type SpanReturn,
  type StatementReturns,
  toMarketDay,
} from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { requireFundMember } from '../member/store.ts'
import { readAnyFund, requireFund, toHolderId, type CurrentFund } from '../book/load-fund.ts'
import { toPercent, toWireRate } from '../book/figure-text.ts'
import { readBenchmarks } from '../performance/measure-performance.ts'

/**
 * The holder, and the names of holder and account on the statement, the number masked. The code that creates one has
 * checked the caller's access.
 */
export interface StatementAddress {
  readonly holderId: HolderId
  readonly holder: string
  readonly accountNumber: string
}

/** A statement without the page of what earned the money, which `features/fund/earned` adds. */
export type PlainStatement = Omit<CapitalStatement, 'earned'>

export async function readOwnersStatement(
  services: Services,
  session: Pick<Session, 'userId'>,
  span: StatementSpan,
): Promise<PlainStatement> {
  return readStatement(services, await requireOwnersAddress(services, session, span), span)
}

/** Throws `notFound` where the caller may not read the fund, or the member is none of theirs. */
export async function requireOwnersAddress(
  services: Services,
  session: Pick<Session, 'userId'>,
  span: Pick<StatementSpan, 'accountId' | 'memberId'>,
): Promise<StatementAddress> {
  const account = await requireFund(services, session.userId, span.accountId)
  const isUnallocated = span.memberId === span.accountId
  const holder = isUnallocated
    ? 'Unallocated'
    : (await requireFundMember(services.db, { account, userId: session.userId }, span.memberId)).name
  return { holderId: toHolderId(span.accountId, span.memberId), holder, accountNumber: maskNumber(account.number) }
}

export async function readStatement(
  services: Services,
  place: StatementAddress,
  span: StatementSpan,
): Promise<PlainStatement> {
  return writeStatement(await openStatements(services, span), place, span)
}

/** A period's books and benchmarks, read once for the statements of all holders. */
export interface OpenedPeriod {
  readonly period: StatementPeriod
  readonly marketSource: string
  readonly isPaper: boolean
  readonly currency: string
  readonly benchmarks: Readonly<Record<string, readonly BenchmarkClose[]>>
}

/**
 * Opens a period, of `fund` where it was read already: papers that belong together are made from one reading. Throws
 * `statementPeriod`, and `statementBeforeOpening` or `statementAhead` where there is nothing to state.
 */
export async function openStatements(
  services: Services,
  { accountId, from, to }: Omit<StatementSpan, 'memberId'>,
  fund?: CurrentFund,
): Promise<OpenedPeriod> {
  if (from > to) throw new Refusal('statementPeriod', { from, to })
  const { account, records } = fund ?? (await readAnyFund(services, accountId))
  if (to < records.opening.day) throw new Refusal('statementBeforeOpening', { from, to, day: records.opening.day })
  const { day } = await accountMarketTime(services.db, services.clock, account.marketSource)
  if (to > day) throw new Refusal('statementAhead', { day, to })
  return {
    period: openStatementPeriod(records, toMarketDay(from), toMarketDay(to)),
    marketSource: account.marketSource,
    isPaper: account.isPaper,
    currency: account.currency,
    benchmarks: await readBenchmarks(services, records.opening.day, toMarketDay(to)),
  }
}

export function writeStatement(
  { period, isPaper, currency, benchmarks }: OpenedPeriod,
  place: StatementAddress,
  { accountId, memberId, from, to }: StatementSpan,
): PlainStatement {
  const statement = capitalStatement(period, place.holderId, benchmarks)
  return {
    accountId,
    memberId,
    holder: place.holder,
    accountNumber: place.accountNumber,
    isPaper,
    currency,
    from,
    to,
    openingDay: period.end.records.opening.day,
    opening: toBalance(statement.opening),
    closing: toBalance(statement.closing),
    lines: statement.lines.map(writeLine),
    realised: statement.realisedCents,
    unrealisedChange: statement.unrealisedChangeCents,
    expenses: statement.expensesCents,
    accrued: toAccrued(statement.accruedFees),
    period: toReturns(statement.period),
    sinceStart: toReturns(statement.sinceStart),
  }
}

/** Returns every line of a holder, as their statement since the opening has them. */
export const linesOfHolder = (replay: FundReplay, holderId: HolderId): CapitalStatement['lines'] =>
  holderLines(replay, holderId).map(writeLine)

const writeLine = (line: StatementLine): CapitalStatement['lines'][number] => ({
  day: line.day,
  what: causeWords[line.cause],
  amount: line.amountCents,
  units: formatUnits(line.units),
  unitValue: unitValueText(line.rate),
})

/** Names the cause only, never the other side of a transfer: a member's statement mentions no one else. */
const causeWords: Readonly<Record<DealingCause, string>> = {
  opening: 'Opening',
  'opening-share': 'Share of the opening',
  funding: 'Funded from the opening',
  contribution: 'Contribution',
  retribution: 'Retribution',
  transfer: 'Transfer',
  flow: 'Movement without entry',
  'left-over': 'Left over',
  'management-fee': 'Management fee',
  'performance-fee': 'Performance fee',
}

function toBalance({
  valueCents,
  units,
  rate,
  percentHundredths,
  valuation,
}: StatementBalance): CapitalStatement['opening'] {
  return {
    value: valueCents,
    units: formatUnits(units),
    unitValue: unitValueText(rate),
    percent: percentHundredths / 100,
    figuresOf: valuation ? describeValuation(valuation) : null,
  }
}

const toAccrued = (net: NetValue | undefined): CapitalStatement['accrued'] =>
  net ? { management: net.managementCents, performance: net.performanceCents, net: net.netCents } : null

const toSpan = ({ from, to, timeWeighted }: SpanReturn) => ({
  percent: timeWeighted ? toPercent(timeWeighted.total) : null,
  from,
  to,
})

function toReturns({ own, fund, internalRate, benchmarks }: StatementReturns): CapitalStatement['period'] {
  return {
    timeWeighted: own ? toSpan(own) : null,
    fundTimeWeighted: toSpan(fund),
    internalRate: toWireRate(internalRate),
    benchmarks: Object.entries(benchmarks).flatMap(([symbol, replay]) =>
      replay ? [{ symbol, endValue: replay.endValueCents, internalRate: toWireRate(replay.internalRate) }] : [],
    ),
  }
}
