// The formula, the parts and the rows of a derived figure, by figure and kind of line.
// Source: docs/rules/attribution.md, "Derivations".
import { fixedLines, type LineFigure } from '@clubfolio/contract'
import {
  formatCode,
  fractionToNumber,
  multiplyFractions,
  roundHalfEven,
  scaledText,
  scaleFraction,
  scaleShare,
  toCents,
} from '@clubfolio/domain'
import { exactAmount, percentFigure } from '../book/figure-text.ts'
import {
  type DerivedBody,
  figureNames,
  hundredthsOfWhole,
  type LineDayTotals,
  type LineSheet,
  listDays,
  noPercentWords,
  percentOrNone,
  scaledMoney,
  scaledPercent,
  shareSteps,
  shareText,
  type SheetDay,
  type DerivedLine,
  shownFigure,
  sumOfAmounts,
  totalOfDays,
} from './line-sheet.ts'

export function bodyOf(sheet: LineSheet): DerivedBody {
  const { line, figure } = sheet
  if (figure === 'daysHeld') return daysHeldBody(sheet)
  if (line.kind === 'ROUNDING') return restBody(sheet)
  if (figure === 'weight') return line.kind === 'CASH' ? restBody(sheet) : weightBody(sheet)
  if (line.kind === 'MANAGEMENT_FEE' || line.kind === 'PERFORMANCE_FEE') return feeBody(sheet)
  if (figure === 'contribution') return contributionBody(sheet)
  return figure === 'excess' ? excessBody(sheet) : effectBody(sheet, figure)
}

type Effect = Exclude<LineFigure, 'contribution' | 'excess' | 'weight' | 'daysHeld'>

const effectCents = (row: LineDayTotals, figure: Effect): bigint =>
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
const fixedWords: Partial<Readonly<Record<DerivedLine['kind'], string>>> = {
  CASH: 'Transactions that belong to no instrument and are no payment, such as interest and account fees',
  EXPENSES: 'Expenses of the fund that took effect with the close',
  NOT_EXPLAINED: 'Change of the value the brokerage states, less all other lines and expenses of the day',
}

const periodWords: Readonly<Record<Effect, string>> = {
  profit: 'Value now - value before - what was paid in or out - expenses',
  price: 'Profit - income - fees',
  income: 'Dividends and interest booked since the close before, of all lines',
  fees: 'Fees and expenses booked since the close before, of all lines, negative',
}

/** What others paid in or out is none of a member's: their profit is split into its effects instead. */
const periodWordsOf = (figure: Effect, isOwn: boolean): string =>
  isOwn && figure === 'profit' ? 'Price + income + fees of all lines' : periodWords[figure]

/** What a holder's fees of the period add to the whole of it, in steps of 1e-50; none to the price and the income. */
function feesOfPeriod({ line, figure, fees }: LineSheet): { readonly name: string; readonly scaled: bigint }[] {
  if (line.kind !== 'PERIOD' || figure === 'price' || figure === 'income') return []
  const isPercent = figure === 'contribution' || figure === 'excess'
  return fees.toReversed().map(({ day, cause, feeCents, contribution }) => ({
    name: `${day} ${fixedLines[cause === 'management-fee' ? 'MANAGEMENT_FEE' : 'PERFORMANCE_FEE']}`,
    scaled: isPercent ? (contribution ? scaleFraction(contribution) : 0n) : feeCents * shareSteps,
  }))
}

/** Rows of fees below those of closes, with nothing in the cells between. */
const feeRows = (
  fees: ReturnType<typeof feesOfPeriod>,
  columns: readonly string[],
  write: (scaled: bigint) => string,
): string[][] => fees.map(({ name, scaled }) => [name, ...columns.slice(2).map(() => ''), write(scaled)])

const roundingLabel = ({ line }: LineSheet): string =>
  line.kind === 'PERIOD' ? 'Rounding' : 'Rounding with the other lines'

function effectBody(sheet: LineSheet, figure: Effect): DerivedBody {
  const { line, rows, words, isOwn, currency } = sheet
  const money = (cents: bigint) => words.money(toCents(cents))
  const own = (row: SheetDay): bigint => effectCents(row, figure) * scaleShare(row.attributed.share).part
  const fees = feesOfPeriod(sheet)
  const exact = sumOfAmounts([...rows.map(own), ...fees.map(({ scaled }) => scaled)])
  const first = line.kind === 'PERIOD' ? periodColumns(figure, isOwn) : columnsOf(line.kind, figure)
  const columns = ['Close', ...first.map(({ header }) => header), ...(isOwn ? ['Share', 'Own part'] : [])]
  const cellsOf = (row: LineDayTotals, isDay: boolean): string[] =>
    first.map(({ of, isSum }) => (isDay || isSum ? money(of(row)) : ''))
  return {
    formula:
      `${line.kind === 'PERIOD' ? periodWordsOf(figure, isOwn) : (fixedWords[line.kind] ?? effectWords[figure])}, ` +
      `summed over the closes.` +
      (isOwn ? ' Your part of a close is the part of the units that you held at the close before.' : '') +
      (first.some(({ header }) => header === 'Value now') && figure === 'price'
        ? ' Profit is value now - value before + net cash.'
        : ''),
    parts: [
      { label: isOwn ? 'Sum of your parts' : 'Sum of the closes', value: scaledMoney(exact, currency) },
      { label: roundingLabel(sheet), value: scaledMoney(line[figure] * shareSteps - exact, currency) },
      { label: 'Shown', value: words.money(line[figure]) },
    ],
    columns,
    rows: [
      ...listDays(rows, {
        ofDay: (row) => [
          ...cellsOf(row, true),
          ...(isOwn ? [shareText(row.attributed), scaledMoney(own(row), currency)] : []),
        ],
        ofEarlier: (earlier) => [
          ...cellsOf(totalOfDays(earlier), false),
          ...(isOwn ? ['', scaledMoney(sumOfAmounts(earlier.map(own)), currency)] : []),
        ],
      }),
      ...feeRows(fees, columns, (scaled) => scaledMoney(scaled, currency)),
    ],
  }
}

interface EffectColumn {
  readonly header: string
  readonly of: (row: LineDayTotals) => bigint
  /** Can be summed over closes; market values cannot. */
  readonly isSum: boolean
}

const columnOf = (header: string, of: EffectColumn['of'], isSum = true): EffectColumn => ({ header, of, isSum })
const resultOf = (figure: Effect): EffectColumn => columnOf(figureNames[figure], (row) => effectCents(row, figure))
const marketValues: readonly EffectColumn[] = [
  columnOf('Value before', ({ beforeCents }) => beforeCents, false),
  columnOf('Value now', ({ valueCents }) => valueCents, false),
]

/** The columns that a figure is computed from, and the figure of each close last. */
function columnsOf(kind: DerivedLine['kind'], figure: Effect): readonly EffectColumn[] {
  const result = resultOf(figure)
  if (kind !== 'LINES' && kind !== 'CASH') return [result]
  const values = kind === 'CASH' ? [] : marketValues
  const net = columnOf('Net cash', ({ netCents }) => netCents)
  if (figure === 'profit') return [...values, net, result]
  if (figure !== 'price') return [net, result]
  return [...values, net, resultOf('profit'), resultOf('income'), resultOf('fees'), result]
}

/** The same for all lines together. */
function periodColumns(figure: Effect, isOwn: boolean): readonly EffectColumn[] {
  const result = resultOf(figure)
  if (figure === 'price') return [resultOf('profit'), resultOf('income'), resultOf('fees'), result]
  if (figure !== 'profit') return [result]
  if (isOwn) return [resultOf('price'), resultOf('income'), resultOf('fees'), result]
  return [
    ...marketValues,
    columnOf('Paid in or out', ({ netCents }) => -netCents),
    columnOf('Expenses', (row) => row.valueCents - row.beforeCents + row.netCents - row.profitCents),
    result,
  ]
}

function contributionBody(sheet: LineSheet): DerivedBody {
  const { line, shown, rows, words, isOwn } = sheet
  const money = (cents: bigint) => words.money(toCents(cents))
  const own = ({ profitCents, attributed }: SheetDay): bigint =>
    profitCents * (scaleShare(attributed.share).contribution ?? 0n)
  const fees = feesOfPeriod(sheet)
  const exact = sumOfAmounts([...rows.map(own), ...fees.map(({ scaled }) => scaled)])
  const columns = ['Close', 'Profit', 'Base', 'Of the base', 'Growth before', 'Contribution']
  const shownHundredths = BigInt(Math.round((line.contribution ?? 0) * 100))
  return {
    formula:
      'Profit of the close / base x growth before, summed over the closes. Base is the value after the close before, ' +
      `with what was dealt since. Growth before is what ${isOwn ? 'your part' : 'the unit value'} has grown by from ` +
      'the start of the period up to the close before.',
    parts: [
      { label: 'Sum of the closes', value: line.contribution === null ? 'n/a' : scaledPercent(exact) },
      ...(line.contribution === null
        ? []
        : [
            {
              label: roundingLabel(sheet),
              value: scaledPercent((shownHundredths * shareSteps) / hundredthsOfWhole - exact),
            },
          ]),
      { label: 'Shown', value: shownFigure(line, 'contribution', words) },
      shown.total.contribution === null
        ? noPercentWords
        : { label: 'Return of the period', value: percentFigure(shown.total.contribution) },
    ],
    columns,
    rows: [
      ...listDays(rows, {
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
            share.growth ? scaledPercent(own(row)) : 'n/a',
          ]
        },
        ofEarlier: (earlier) => [
          money(totalOfDays(earlier).profitCents),
          '',
          '',
          '',
          scaledPercent(sumOfAmounts(earlier.map(own))),
        ],
      }),
      ...(line.contribution === null ? [] : feeRows(fees, columns, scaledPercent)),
    ],
  }
}

const weightWords: Partial<Readonly<Record<DerivedLine['kind'], string>>> = {
  CASH: 'what instruments leave of the base',
  PERIOD: 'the whole base',
}

/** A line without a weight has its contribution as its excess. */
function excessBody(sheet: LineSheet): DerivedBody {
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
  const fees = feesOfPeriod(sheet)
  const exact = sumOfAmounts([...beside.days.map(excessOf), ...fees.map(({ scaled }) => scaled)])
  const columns = ['Close', 'Contribution', 'Weight', beside.symbol, 'Excess contribution']
  const shownHundredths = BigInt(Math.round(line.excess * 100))
  const weight = weightWords[line.kind] ?? 'value before / base'
  return {
    formula:
      `Contribution of the close - weight x return of ${beside.symbol} on the day x its growth before, summed over ` +
      `the closes. The weight is ${weight}.`,
    parts: [
      { label: 'Sum of the closes', value: scaledPercent(exact) },
      {
        label: roundingLabel(sheet),
        value: scaledPercent((shownHundredths * shareSteps) / hundredthsOfWhole - exact),
      },
      { label: 'Shown', value: shownFigure(line, 'excess', words) },
      { label: `Return of ${beside.symbol}`, value: percentOrNone(shown.benchmark?.percent ?? null) },
    ],
    columns,
    rows: [
      ...listDays(beside.days, {
        ofDay: (one) => [
          scaledPercent(own.get(one.day) ?? 0n),
          one.weight ? `${(fractionToNumber(one.weight) * 100).toFixed(6)}%` : 'n/a',
          scaledPercent(one.step),
          scaledPercent(excessOf(one)),
        ],
        ofEarlier: (earlier) => [
          scaledPercent(sumOfAmounts(earlier.map(({ day }) => own.get(day) ?? 0n))),
          '',
          scaledPercent(sumOfAmounts(earlier.map(({ step }) => step))),
          scaledPercent(sumOfAmounts(earlier.map(excessOf))),
        ],
      }),
      ...feeRows(fees, columns, scaledPercent),
    ],
  }
}

function weightBody({ line, shown, rows, words }: LineSheet): DerivedBody {
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

function daysHeldBody({ line, instruments }: LineSheet): DerivedBody {
  return {
    formula:
      'Number of closes in the period at which it was held. For several instruments, that of the one held longest.',
    parts: [{ label: 'Shown', value: String(line.daysHeld) }],
    columns: ['Instrument', 'Side', 'Days held'],
    rows: instruments.map(({ symbol, isShort, daysHeld }) => [
      formatCode(symbol),
      isShort ? 'Short' : 'Long',
      String(daysHeld),
    ]),
  }
}

function feeBody({ line, figure, fees, words, currency }: LineSheet): DerivedBody {
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
        ? [
            {
              label: 'Sum',
              value: exactAmount(scaledText(sumOfAmounts(own.map(({ feeCents }) => feeCents)), 2), currency),
            },
          ]
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
function restBody({ line, figure, shown, words }: LineSheet): DerivedBody {
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
    derivable: others.map(({ kind, name }) => ({ kind, name })),
  }
}
