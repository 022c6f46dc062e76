// How a figure of what earned the money comes about: its closes or lines, each with what it adds, exactly summed to the
// figure, and the formula in words. Of the whole fund, and of a member's own part.
// Source: docs/rules/attribution.md, "Derivations".
import { type Attribution, type BodyOf, joinLines, type LineDerivation, Refusal } from '@clubfolio/contract'
import {
  attributedDays,
  type AttributedDay,
  benchmarkPerCent,
  divideFractions,
  type Fraction,
  fraction,
  holderDays,
  type HolderDays,
  subtractFractions,
} from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { readHomes } from '../book/account-home.ts'
import { writerIn } from '../book/figure-text.ts'
import { readAnyFund, readFund, type CurrentFund } from '../book/load-fund.ts'
import { requireMyParticipation } from '../statement/my-participation.ts'
import { spanOf } from './attribution-span.ts'
import { findAttribution, findMyAttribution } from './find-attribution.ts'
import { deriveBenchmark } from './benchmark-body.ts'
import { bodyOf } from './line-body.ts'
import {
  type BesideDays,
  figureNames,
  isOfLinesOnly,
  type LineSheet,
  noDay,
  type SheetDay,
  type DerivedLine,
  shownFigure,
} from './line-sheet.ts'
import { fundEnds, holderEnds, type PeriodEnds } from './period-ends.ts'
import { readBenchmark } from './read-benchmark.ts'
import { type LineDay, readLineDays, readLineInstruments, type LineInstrument } from './read-line-days.ts'
import { deriveSum, isSumKind } from './sum-body.ts'

/** Throws `notFound`, also for a line or a sum that the table does not have. */
export async function deriveLine(
  services: Services,
  session: Session,
  { accountId, ...asked }: BodyOf<'fund', 'deriveLine'>,
): Promise<LineDerivation> {
  const fund = await readFund(services, session.userId, accountId)
  const shown = await findAttribution(services, session, { accountId, ...tableOf(asked) })
  const span = spanOf(asked, fund)
  const days = attributedDays(fund.replay, span)
  const ends = fundEnds(fund, span)
  return derive(services, fund, { shown, days, fees: [], ends, isOwn: false, userId: session.userId, ...asked })
}

/** The same for a member's own part; throws `notFound`, also for anybody else's place. */
export async function deriveMyLine(
  services: Services,
  session: Session,
  { accountId, memberId, ...asked }: BodyOf<'fund', 'deriveMyLine'>,
): Promise<LineDerivation> {
  const { holderId } = await requireMyParticipation(services.db, session, { accountId, memberId })
  const fund = await readAnyFund(services, accountId)
  const shown = await findMyAttribution(services, session, { accountId, memberId, ...tableOf(asked) })
  const span = spanOf(asked, fund)
  const { days, fees } = holderDays(fund.replay, holderId, span)
  const ends = holderEnds(fund, holderId, span)
  return derive(services, fund, { shown, days, fees, ends, isOwn: true, userId: session.userId, ...asked })
}

type Asked = Omit<BodyOf<'fund', 'deriveLine'>, 'accountId'>

/** The table that has the line. */
const tableOf = ({ from, to, grouping, benchmark }: Asked) => ({ from, to, grouping, benchmark })

interface DeriveOptions extends Omit<Asked, 'from' | 'to'> {
  readonly shown: Attribution
  readonly days: readonly AttributedDay[]
  readonly fees: HolderDays['fees']
  readonly ends: PeriodEnds
  /** A member's own part. */
  readonly isOwn: boolean
  /** The reader. */
  readonly userId: string
}

async function derive(services: Services, fund: CurrentFund, options: DeriveOptions): Promise<LineDerivation> {
  const { shown, days, kind, benchmark, isOwn } = options
  const asOf = shown.endDay ?? shown.lastDay
  const words = writerIn(fund.account.currency)
  if (isSumKind(kind)) {
    const { figure, grouping, joinsClosed = false, ends } = options
    return { asOf, ...deriveSum({ kind, figure, shown, grouping, joinsClosed, isOwn, ends, words }) }
  }
  if (kind !== 'BENCHMARK') return deriveByClose(services, fund, { ...options, line: lineOf(options) })
  const beside =
    benchmark === undefined ? undefined : await readBenchmark(services, benchmark, { days, isMeasured: true })
  const derived = beside && shown.benchmark?.gap === null && deriveBenchmark({ beside, days, isOwn })
  if (!derived) throw new Refusal('notFound')
  return { asOf, ...derived }
}

function lineOf({ shown, kind, name, figure }: DeriveOptions): DerivedLine {
  if (kind === 'PERIOD' && !isOfLinesOnly(figure)) return { ...joinLines('Total', shown.lines), ...shown.total, kind }
  const line = shown.lines.find((one) => one.kind === kind && one.name === name)
  if (!line) throw new Refusal('notFound')
  return line
}

/** Of a line, and of the whole period. */
async function deriveByClose(
  services: Services,
  fund: CurrentFund,
  { line, ...options }: DeriveOptions & { readonly line: DerivedLine },
): Promise<LineDerivation> {
  const { shown, days, figure, grouping, isOwn, fees } = options
  const { kind, name } = line
  const { account } = fund
  const homes = await readHomes(services.db, account.id)
  const source = { homes, days, marketSource: account.marketSource, grouping, userId: options.userId }
  const instruments = kind === 'PERIOD' ? [] : await readLineInstruments(services.db, source, { kind, name })
  const words = writerIn(account.currency)
  const { valuations } = fund.replay
  const read =
    kind === 'PERIOD' ? readPeriod(services, source, valuations) : readDays(services, { source, instruments, kind })
  const rows = withFactors(await read, days)
  const sheet: LineSheet = {
    line,
    figure,
    shown,
    isOwn,
    fees,
    instruments,
    words,
    currency: account.currency,
    rows,
    beside:
      figure === 'excess'
        ? await readBeside(services, { source, line, rows, symbol: shown.benchmark?.symbol })
        : undefined,
  }
  return {
    title: kind === 'PERIOD' ? `${figureNames[figure]} by close` : `${figureNames[figure]} of ${name}`,
    result: shownFigure(line, figure, words),
    asOf: shown.endDay ?? shown.lastDay,
    derivable: [],
    ...bodyOf(sheet),
  }
}

interface DaysToRead {
  readonly source: Parameters<typeof readLineInstruments>[1]
  readonly instruments: readonly LineInstrument[]
  readonly kind: DerivedLine['kind']
}

async function readDays(services: Services, { source, instruments, kind }: DaysToRead): Promise<readonly LineDay[]> {
  const { days } = source
  if (kind === 'EXPENSES')
    return days
      .filter(({ expensesCents }) => expensesCents !== 0n)
      .map(({ day, expensesCents }) => ({ ...noDay, day, feeCents: -expensesCents, profitCents: -expensesCents }))
  if (kind === 'NOT_EXPLAINED') {
    const all = new Map((await readLineDays(services.db, source, 'ALL')).map((row) => [row.day, row.profitCents]))
    return days
      .map(({ day, profitCents, expensesCents }) => ({
        ...noDay,
        day,
        profitCents: profitCents + expensesCents - (all.get(day) ?? 0n),
      }))
      .filter(({ profitCents }) => profitCents !== 0n)
  }
  if (kind === 'LINES') return readLineDays(services.db, source, instruments)
  return kind === 'CASH' ? readLineDays(services.db, source, 'CASH') : []
}

/** Of all lines together, with what the brokerage states at the closes; net cash is what was paid out less paid in. */
async function readPeriod(
  services: Services,
  source: DaysToRead['source'],
  valuations: CurrentFund['replay']['valuations'],
): Promise<readonly LineDay[]> {
  const stored = new Map((await readLineDays(services.db, source, 'ALL')).map((row) => [row.day, row]))
  const closes = new Map<string, (typeof valuations)[number]>(valuations.map((one) => [one.day, one]))
  return source.days.map(({ day, startDay, profitCents, expensesCents }) => ({
    day,
    beforeCents: closes.get(startDay)?.brokerValueCents ?? 0n,
    valueCents: closes.get(day)?.brokerValueCents ?? 0n,
    netCents: -(closes.get(day)?.movementsCents ?? 0n),
    incomeCents: stored.get(day)?.incomeCents ?? 0n,
    feeCents: (stored.get(day)?.feeCents ?? 0n) - expensesCents,
    profitCents,
  }))
}

interface BesideToRead {
  readonly source: Parameters<typeof readLineInstruments>[1]
  readonly line: DerivedLine
  readonly rows: readonly SheetDay[]
  readonly symbol: string | undefined
}

/** Cash has the weight that instruments leave, the period that of the whole; other lines of no instrument have none. */
async function readBeside(
  services: Services,
  { source, line: { kind }, rows, symbol }: BesideToRead,
): Promise<BesideDays | undefined> {
  const { days } = source
  if (symbol === undefined || (kind !== 'LINES' && kind !== 'CASH' && kind !== 'PERIOD')) return undefined
  const { path } = await readBenchmark(services, symbol, { days, isMeasured: true })
  if (!path) return undefined
  if (kind === 'PERIOD')
    return {
      symbol,
      days: days.map(({ day }, index) => ({
        day,
        weight: whole,
        step: path.steps[index] ?? 0n,
        taken: path.steps[index] ?? 0n,
      })),
    }
  const perCent = benchmarkPerCent(days, path.steps)
  const held = kind === 'CASH' ? await readLineDays(services.db, source, 'INSTRUMENTS') : rows
  const before = new Map(held.map(({ day, beforeCents }) => [day, beforeCents]))
  const isLine = kind === 'LINES'
  return {
    symbol,
    days: days.flatMap(({ day, baseCents }, index) => {
      const cents = before.get(day) ?? 0n
      if (isLine && !before.has(day)) return []
      const step = path.steps[index] ?? 0n
      const taken = cents * (perCent[index] ?? 0n)
      const part = isLine ? fraction(cents) : subtractFractions(baseCents, fraction(cents))
      return {
        day,
        weight: baseCents.numerator > 0n ? divideFractions(part, baseCents) : undefined,
        step,
        taken: isLine ? taken : step - taken,
      }
    }),
  }
}

const whole: Fraction = fraction(1n)

function withFactors(rows: readonly LineDay[], days: readonly AttributedDay[]): readonly SheetDay[] {
  const byDay = new Map<string, AttributedDay>(days.map((one) => [one.day, one]))
  return rows.flatMap((row) => {
    const attributed = byDay.get(row.day)
    return attributed ? [{ ...row, attributed }] : []
  })
}
