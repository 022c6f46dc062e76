// How a figure of a line of what earned the money comes about: its closes, each with what it adds, exactly summed to
// the figure, and the formula in words. Of the whole fund, and of a member's own part.
// Source: docs/rules/attribution.md, "Derivations".
import {
  type Attribution,
  type AttributionLine,
  type BodyOf,
  type Derivation,
  type LineFigure,
  Refusal,
} from '@clubfolio/contract'
import {
  attributedDays,
  type AttributedDay,
  benchmarkPerCent,
  divideFractions,
  divideHalfEven,
  type Fraction,
  fraction,
  fractionToNumber,
  formatCode,
  holderDays,
  type HolderDays,
  multiplyFractions,
  roundHalfEven,
  scaledText,
  scaleShare,
  shareDecimals,
  subtractFractions,
  toCents,
} from '@clubfolio/domain'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { readHomes } from '../book/account-home.ts'
import { exactAmount, percentFigure, writerIn, type FigureWriter } from '../book/figure-text.ts'
import { readAnyFund, readFund, type CurrentFund } from '../book/load-fund.ts'
import { requireMyParticipation } from '../statement/my-participation.ts'
import { spanOf } from './attribution-span.ts'
import { findAttribution, findMyAttribution } from './find-attribution.ts'
import { readBenchmark } from './read-benchmark.ts'
import { type LineDay, readLineDays, readLineInstruments, type LineInstrument } from './read-line-days.ts'

/** Throws `notFound`, also for a line that the table does not have. */
export async function deriveLine(
  services: Services,
  session: Session,
  { accountId, ...asked }: BodyOf<'fund', 'deriveLine'>,
): Promise<Derivation> {
  const fund = await readFund(services, session.userId, accountId)
  const shown = await findAttribution(services, session, { accountId, ...tableOf(asked) })
  const days = attributedDays(fund.replay, spanOf(asked, fund))
  return derive(services, fund, { shown, days, fees: [], isOwn: false, userId: session.userId, ...asked })
}

/** The same for a member's own part; throws `notFound`, also for anybody else's place. */
export async function deriveMyLine(
  services: Services,
  session: Session,
  { accountId, memberId, ...asked }: BodyOf<'fund', 'deriveMyLine'>,
): Promise<Derivation> {
  const { holderId } = await requireMyParticipation(services.db, session, { accountId, memberId })
  const fund = await readAnyFund(services, accountId)
  const shown = await findMyAttribution(services, session, { accountId, memberId, ...tableOf(asked) })
  const { days, fees } = holderDays(fund.replay, holderId, spanOf(asked, fund))
  return derive(services, fund, { shown, days, fees, isOwn: true, userId: session.userId, ...asked })
}

type Asked = Omit<BodyOf<'fund', 'deriveLine'>, 'accountId'>

/** The table that has the line. */
const tableOf = ({ from, to, grouping, benchmark }: Asked) => ({ from, to, grouping, benchmark })

interface DeriveOptions extends Omit<Asked, 'from' | 'to'> {
  readonly shown: Attribution
  readonly days: readonly AttributedDay[]
  readonly fees: HolderDays['fees']
  /** A member's own part. */
  readonly isOwn: boolean
  /** The reader. */
  readonly userId: string
}

/** Everything that the rows of a derivation are made of. */
interface LineSheet {
  readonly line: AttributionLine
  readonly figure: LineFigure
  readonly shown: Attribution
  readonly isOwn: boolean
  readonly rows: readonly SheetDay[]
  readonly instruments: readonly LineInstrument[]
  readonly fees: HolderDays['fees']
  /** Undefined without a benchmark, and where it has a gap. */
  readonly beside: BesideDays | undefined
  readonly words: FigureWriter
  readonly currency: string
}

/** A close of the line with the day's factors. */
interface SheetDay extends LineDay {
  readonly attributed: AttributedDay
}

/** What the benchmark takes from the line on each day. */
interface BesideDays {
  readonly symbol: string
  readonly days: readonly {
    readonly day: string
    /** The part of the base that counts with the line, for a shown weight. */
    readonly weight: Fraction | undefined
    /** The benchmark's return x its growth before, and what the line's weight takes of it, in steps of 1e-50. */
    readonly step: bigint
    readonly taken: bigint
  }[]
}

type Body = Pick<Derivation, 'formula' | 'parts' | 'columns' | 'rows'>

const figureNames: Readonly<Record<LineFigure, string>> = {
  profit: 'Profit',
  price: 'Price',
  income: 'Income',
  fees: 'Fees',
  contribution: 'Contribution',
  excess: 'Excess contribution',
  weight: 'Avg. weight',
  daysHeld: 'Days held',
}

async function derive(services: Services, fund: CurrentFund, options: DeriveOptions): Promise<Derivation> {
  const { shown, days, kind, name, figure, grouping, isOwn, fees } = options
  const line = shown.lines.find((one) => one.kind === kind && one.name === name)
  if (!line) throw new Refusal('notFound')
  const { account } = fund
  const homes = await readHomes(services.db, account.id)
  const source = { homes, days, marketSource: account.marketSource, grouping, userId: options.userId }
  const instruments = await readLineInstruments(services.db, source, line)
  const words = writerIn(account.currency)
  const rows = withFactors(await readDays(services, { source, instruments, kind }), days)
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
    title: `${figureNames[figure]} of ${name}`,
    result: shownFigure(line, figure, words),
    asOf: shown.endDay ?? shown.lastDay,
    ...bodyOf(sheet),
  }
}

interface DaysToRead {
  readonly source: Parameters<typeof readLineInstruments>[1]
  readonly instruments: readonly LineInstrument[]
  readonly kind: AttributionLine['kind']
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

interface BesideToRead {
  readonly source: Parameters<typeof readLineInstruments>[1]
  readonly line: AttributionLine
  readonly rows: readonly SheetDay[]
  readonly symbol: string | undefined
}

/** Cash has the weight that instruments leave; other lines of no instrument have none. */
async function readBeside(
  services: Services,
  { source, line: { kind }, rows, symbol }: BesideToRead,
): Promise<BesideDays | undefined> {
  const { days } = source
  if (symbol === undefined || (kind !== 'LINES' && kind !== 'CASH')) return undefined
  const { path } = await readBenchmark(services, symbol, { days, isMeasured: true })
  if (!path) return undefined
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

const noDay = { beforeCents: 0n, valueCents: 0n, netCents: 0n, incomeCents: 0n, feeCents: 0n }

function withFactors(rows: readonly LineDay[], days: readonly AttributedDay[]): readonly SheetDay[] {
  const byDay = new Map<string, AttributedDay>(days.map((one) => [one.day, one]))
  return rows.flatMap((row) => {
    const attributed = byDay.get(row.day)
    return attributed ? [{ ...row, attributed }] : []
  })
}

function shownFigure(line: AttributionLine, figure: LineFigure, { money }: FigureWriter): string {
  if (figure === 'daysHeld') return String(line.daysHeld)
  if (figure === 'contribution' || figure === 'excess' || figure === 'weight') {
    return percentText(line[figure])
  }
  return money(line[figure])
}

function bodyOf(sheet: LineSheet): Body {
  const { line, figure } = sheet
  if (figure === 'daysHeld') return daysHeldBody(sheet)
  if (line.kind === 'ROUNDING') return restBody(sheet)
  if (figure === 'weight') return line.kind === 'CASH' ? restBody(sheet) : weightBody(sheet)
  if (line.kind === 'MANAGEMENT_FEE' || line.kind === 'PERFORMANCE_FEE') return feeBody(sheet)
  if (figure === 'contribution') return contributionBody(sheet)
  return figure === 'excess' ? excessBody(sheet) : effectBody(sheet, figure)
}

/** Closes that are listed one by one; the earlier ones are one row with their sums. */
const mostCloses = 400

type Totals = Omit<LineDay, 'day'>

const totalOf = (rows: readonly LineDay[]): Totals =>
  rows.reduce(
    (sum, row) => ({
      beforeCents: sum.beforeCents + row.beforeCents,
      valueCents: sum.valueCents + row.valueCents,
      netCents: sum.netCents + row.netCents,
      incomeCents: sum.incomeCents + row.incomeCents,
      feeCents: sum.feeCents + row.feeCents,
      profitCents: sum.profitCents + row.profitCents,
    }),
    { ...noDay, profitCents: 0n },
  )

interface Cells<Row> {
  readonly ofDay: (row: Row) => readonly string[]
  /** Of the closes before the first one that is listed. */
  readonly ofEarlier: (rows: readonly Row[]) => readonly string[]
}

function listDays<Row extends { readonly day: string }>(
  rows: readonly Row[],
  { ofDay, ofEarlier }: Cells<Row>,
): string[][] {
  const earlier = rows.slice(0, Math.max(0, rows.length - mostCloses))
  return [
    ...rows
      .slice(earlier.length)
      .toReversed()
      .map((row) => [row.day, ...ofDay(row)]),
    ...(earlier.length === 0 ? [] : [[`${earlier.length} closes before`, ...ofEarlier(earlier)]]),
  ]
}

type Effect = Exclude<LineFigure, 'contribution' | 'excess' | 'weight' | 'daysHeld'>

const effectCents = (row: Totals, figure: Effect): bigint =>
  ({
    profit: row.profitCents,
    price: row.profitCents - row.incomeCents - row.feeCents,
    income: row.incomeCents,
    fees: row.feeCents,
  })[figure]

const effectWords: Readonly<Record<Effect, string>> = {
  profit: 'Value now - value before + net cash',
  price: 'Profit - income - fees',
  income: 'Dividends and interest booked since the close before',
  fees: 'Fees in its transactions and fees booked by themselves, negative',
}
const fixedWords: Partial<Readonly<Record<AttributionLine['kind'], string>>> = {
  CASH: 'Transactions that belong to no instrument and are no payment, such as interest and account fees',
  EXPENSES: 'Expenses of the fund that took effect with the close',
  NOT_EXPLAINED: 'What the account earned by its stated values, less all other lines and expenses of the day',
}

function effectBody({ line, rows, words, isOwn, currency }: LineSheet, figure: Effect): Body {
  const money = (cents: bigint) => words.money(toCents(cents))
  const own = (row: SheetDay): bigint => effectCents(row, figure) * scaleShare(row.attributed.share).part
  const exact = sumOf(rows.map(own))
  const first = columnsOf(line.kind, figure)
  const cellsOf = (row: Totals, isDay: boolean): string[] =>
    first.map(({ of, isSum }) => (isDay || isSum ? money(of(row)) : ''))
  return {
    formula:
      `${fixedWords[line.kind] ?? effectWords[figure]}, summed over the closes.` +
      (isOwn ? ' Your part of a close is the part of the units that you held at the close before.' : '') +
      (first.some(({ header }) => header === 'Profit') && figure === 'price'
        ? ' Profit is value now - value before + net cash.'
        : ''),
    parts: [
      { label: isOwn ? 'Sum of your parts' : 'Sum of the closes', value: exactMoney(exact, currency) },
      { label: 'Rounding with the other lines', value: exactMoney(line[figure] * scale - exact, currency) },
      { label: 'Shown', value: words.money(line[figure]) },
    ],
    columns: ['Close', ...first.map(({ header }) => header), ...(isOwn ? ['Share', 'Own part'] : [])],
    rows: listDays(rows, {
      ofDay: (row) => [
        ...cellsOf(row, true),
        ...(isOwn ? [shareText(row.attributed), exactMoney(own(row), currency)] : []),
      ],
      ofEarlier: (earlier) => [
        ...cellsOf(totalOf(earlier), false),
        ...(isOwn ? ['', exactMoney(sumOf(earlier.map(own)), currency)] : []),
      ],
    }),
  }
}

interface EffectColumn {
  readonly header: string
  readonly of: (row: Totals) => bigint
  /** Can be summed over closes; market values cannot. */
  readonly isSum: boolean
}

/** The columns that a figure is computed from, and the figure of each close last. */
function columnsOf(kind: AttributionLine['kind'], figure: Effect): readonly EffectColumn[] {
  const column = (header: string, of: EffectColumn['of'], isSum = true): EffectColumn => ({ header, of, isSum })
  const result = column(figureNames[figure], (row) => effectCents(row, figure))
  if (kind !== 'LINES' && kind !== 'CASH') return [result]
  const values = [
    column('Value before', ({ beforeCents }) => beforeCents, false),
    column('Value now', ({ valueCents }) => valueCents, false),
  ]
  const net = column('Net cash', ({ netCents }) => netCents)
  if (figure === 'profit') return kind === 'CASH' ? [net, result] : [...values, net, result]
  if (figure !== 'price') return [net, result]
  return [
    ...(kind === 'CASH' ? [] : values),
    net,
    column('Profit', ({ profitCents }) => profitCents),
    column('Income', ({ incomeCents }) => incomeCents),
    column('Fees', ({ feeCents }) => feeCents),
    result,
  ]
}

function contributionBody({ line, shown, rows, words, isOwn }: LineSheet): Body {
  const money = (cents: bigint) => words.money(toCents(cents))
  const own = ({ profitCents, attributed }: SheetDay): bigint =>
    profitCents * (scaleShare(attributed.share).contribution ?? 0n)
  const exact = sumOf(rows.map(own))
  const shownHundredths = BigInt(Math.round((line.contribution ?? 0) * 100))
  return {
    formula:
      'Profit of the close / base x growth before, summed over the closes. Base is the value after the close before, ' +
      `with what was dealt since. Growth before is what ${isOwn ? 'your part' : 'the unit value'} has grown by from ` +
      'the start of the period up to the close before.',
    parts: [
      { label: 'Sum of the closes', value: line.contribution === null ? 'n/a' : exactPercent(exact) },
      ...(line.contribution === null
        ? []
        : [
            {
              label: 'Rounding with the other lines',
              value: exactPercent((shownHundredths * scale) / hundredthsOfOne - exact),
            },
          ]),
      { label: 'Shown', value: shownFigure(line, 'contribution', words) },
      shown.total.contribution === null
        ? { label: 'Percent', value: 'A day of this period has a base or unit value of zero or less.' }
        : { label: 'Return of the period', value: percentFigure(shown.total.contribution) },
    ],
    columns: ['Close', 'Profit', 'Base', 'Of the base', 'Growth before', 'Contribution'],
    rows: listDays(rows, {
      ofDay: (row) => {
        const { baseCents, share } = row.attributed
        const growth = share.growth && multiplyFractions(share.growth, baseCents)
        const factor = growth && { ...growth, denominator: growth.denominator * share.units }
        return [
          money(row.profitCents),
          money(roundHalfEven(baseCents)),
          baseCents.numerator > 0n
            ? `${fractionToNumber({
                numerator: row.profitCents * 100n * baseCents.denominator,
                denominator: baseCents.numerator,
              }).toFixed(6)}%`
            : 'n/a',
          factor ? fractionToNumber(factor).toFixed(6) : 'n/a',
          share.growth ? exactPercent(own(row)) : 'n/a',
        ]
      },
      ofEarlier: (earlier) => [money(totalOf(earlier).profitCents), '', '', '', exactPercent(sumOf(earlier.map(own)))],
    }),
  }
}

/** A line without a weight has its contribution as its excess. */
function excessBody(sheet: LineSheet): Body {
  const { line, shown, rows, beside, words } = sheet
  if (!beside || line.excess === null) {
    const body = contributionBody(sheet)
    return line.excess === null
      ? { ...body, formula: 'There is no excess contribution without a benchmark and its closes.', rows: [] }
      : { ...body, formula: `A line without a weight has its contribution as its excess. ${body.formula}` }
  }
  const own = new Map(
    rows.map(({ day, profitCents, attributed }) => [
      day,
      profitCents * (scaleShare(attributed.share).contribution ?? 0n),
    ]),
  )
  const excessOf = ({ day, taken }: (typeof beside.days)[number]): bigint => (own.get(day) ?? 0n) - taken
  const exact = sumOf(beside.days.map(excessOf))
  const shownHundredths = BigInt(Math.round(line.excess * 100))
  const weight = line.kind === 'CASH' ? 'what instruments leave of the base' : 'value before / base'
  return {
    formula:
      `Contribution of the close - weight x return of ${beside.symbol} on the day x its growth before, summed over ` +
      `the closes. The weight is ${weight}.`,
    parts: [
      { label: 'Sum of the closes', value: exactPercent(exact) },
      {
        label: 'Rounding with the other lines',
        value: exactPercent((shownHundredths * scale) / hundredthsOfOne - exact),
      },
      { label: 'Shown', value: shownFigure(line, 'excess', words) },
      { label: `Return of ${beside.symbol}`, value: percentText(shown.benchmark?.percent ?? null) },
    ],
    columns: ['Close', 'Contribution', 'Weight', beside.symbol, 'Excess contribution'],
    rows: listDays(beside.days, {
      ofDay: (one) => [
        exactPercent(own.get(one.day) ?? 0n),
        one.weight ? `${(fractionToNumber(one.weight) * 100).toFixed(6)}%` : 'n/a',
        exactPercent(one.step),
        exactPercent(excessOf(one)),
      ],
      ofEarlier: (earlier) => [
        exactPercent(sumOf(earlier.map(({ day }) => own.get(day) ?? 0n))),
        '',
        exactPercent(sumOf(earlier.map(({ step }) => step))),
        exactPercent(sumOf(earlier.map(excessOf))),
      ],
    }),
  }
}

const percentText = (percent: number | null): string => (percent === null ? 'n/a' : percentFigure(percent))

function weightBody({ line, shown, rows, words }: LineSheet): Body {
  const money = (cents: bigint) => words.money(toCents(cents))
  const weightOf = ({ beforeCents, attributed: { baseCents } }: SheetDay): number =>
    baseCents.numerator > 0n
      ? fractionToNumber({ numerator: beforeCents * 100n * baseCents.denominator, denominator: baseCents.numerator })
      : 0
  const sum = (all: readonly SheetDay[]): number => all.reduce((total, row) => total + weightOf(row), 0)
  return {
    formula:
      'Value before / base, summed over the closes and divided by all closes of the period; closes without the line ' +
      'count as zero. Base is the value after the close before, with what was dealt since.',
    parts: [
      { label: 'Sum of the closes', value: `${sum(rows).toFixed(6)}%` },
      { label: 'Closes of the period', value: String(shown.closes) },
      { label: 'Shown', value: shownFigure(line, 'weight', words) },
    ],
    columns: ['Close', 'Value before', 'Base', 'Weight'],
    rows: listDays(rows, {
      ofDay: (row) => [
        money(row.beforeCents),
        money(roundHalfEven(row.attributed.baseCents)),
        `${weightOf(row).toFixed(6)}%`,
      ],
      ofEarlier: (earlier) => ['', '', `${sum(earlier).toFixed(6)}%`],
    }),
  }
}

function daysHeldBody({ line, instruments }: LineSheet): Body {
  return {
    formula:
      'Sessions of the period at whose close it was held. Of several instruments, those of the one that was held ' +
      'longest.',
    parts: [{ label: 'Shown', value: String(line.daysHeld) }],
    columns: ['Instrument', 'Side', 'Days held'],
    rows: instruments.map(({ symbol, isShort, daysHeld }) => [
      formatCode(symbol),
      isShort ? 'Short' : 'Long',
      String(daysHeld),
    ]),
  }
}

function feeBody({ line, figure, fees, words, currency }: LineSheet): Body {
  const cause = line.kind === 'MANAGEMENT_FEE' ? 'management-fee' : 'performance-fee'
  const own = fees.filter((fee) => fee.cause === cause)
  const money = (cents: bigint) => words.money(toCents(cents))
  const isMoney = figure === 'profit' || figure === 'fees'
  return {
    formula:
      figure === 'contribution' || figure === 'excess'
        ? 'The part of your units that paid the fee x what your part has grown by from the start of the period.'
        : isMoney
          ? 'Fees that were charged in the period. They are transfers of units, negative where you pay.'
          : 'A fee is neither price nor income.',
    parts: [
      ...(isMoney
        ? [{ label: 'Sum', value: exactAmount(scaledText(sumOf(own.map(({ feeCents }) => feeCents)), 2), currency) }]
        : []),
      { label: 'Shown', value: shownFigure(line, figure, words) },
    ],
    columns: ['Day', 'Fee', 'Contribution'],
    rows: own
      .toReversed()
      .map(({ day, feeCents, contribution }) => [
        day,
        money(feeCents),
        contribution ? `${(fractionToNumber(contribution) * 100).toFixed(6)}%` : 'n/a',
      ]),
  }
}

/** What the other lines leave: Rounding, and the weight of Cash. */
function restBody({ line, figure, shown, words }: LineSheet): Body {
  const others = shown.lines.filter((one) => one !== line && (figure !== 'weight' || one.kind === 'LINES'))
  const whole = figure === 'weight' ? '100.00%' : shownFigure({ ...line, ...shown.total }, figure, words)
  return {
    formula:
      figure === 'weight'
        ? '100% less the weights of all instruments; negative where money is borrowed.'
        : 'The total less all other lines. Units are rounded when they are dealt, which leaves at most a cent for ' +
          'each dealing.',
    parts: [
      { label: 'Total', value: whole },
      { label: 'Shown', value: shownFigure(line, figure, words) },
    ],
    columns: ['What', figureNames[figure]],
    rows: others.map((one) => [one.name, shownFigure(one, figure, words)]),
  }
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)

const scale = 10n ** BigInt(shareDecimals)
const hundredthsOfOne = 10_000n
/** Decimals of exact figures; 1e-6 of a dollar is far below what rounds to another cent. */
const exactDecimals = 6
const perStep = (decimals: number): bigint => 10n ** BigInt(shareDecimals + decimals - exactDecimals)

/** Writes cents in steps of 1e-50: whole cents with 2 decimals, others with 6. */
function exactMoney(scaled: bigint, currency: string): string {
  const text = scaledText(divideHalfEven(scaled, perStep(2)), exactDecimals)
  return exactAmount(text.replace(/0{1,4}$/, ''), currency)
}

/** Writes a part of 1 in steps of 1e-50 as percent. */
const exactPercent = (scaled: bigint): string =>
  `${scaledText(divideHalfEven(scaled * 100n, perStep(0)), exactDecimals)}%`

/** The part of the units that the holder held: "32.104512%". */
const shareText = ({ share: { heldUnits, units } }: AttributedDay): string =>
  `${scaledText(divideHalfEven(heldUnits * 10n ** 8n, units), exactDecimals)}%`
