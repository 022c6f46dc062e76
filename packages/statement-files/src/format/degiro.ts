// Reads DEGIRO's account statement (Account.csv) in any language of its headings: columns are found by position, what a
// row is by the words of its description. The rows of one order (trade, fees, exchange) carry its id and follow each
// other; a fee in the currency of the trade becomes part of it.
import type { LineFate } from '@clubfolio/domain'
import { absolute, isNegative, isZero, negated, rateOf, sumOf } from '../exact-decimal.ts'
import { inMajorUnit } from '../major-unit.ts'
import { ignoredLine, makeInstrument, makeLine, readRow, UnreadRow, type LineParts } from '../make-line.ts'
import { readNumber } from '../read-number.ts'
import type { StatementLine } from '../statement-line.ts'
import type { RowReader, TableFormat } from '../table/table-format.ts'
import { currencyIn, dayIn, needed, numberIn, type TableRow } from '../table/table-row.ts'
import { contradictionOf } from '../trade-check.ts'

const at = {
  date: 0,
  time: 1,
  valueDate: 2,
  product: 3,
  isin: 4,
  description: 5,
  rate: 6,
  currency: 7,
  amount: 8,
  balanceCurrency: 9,
  balance: 10,
  order: 11,
} as const

export const degiro: TableFormat = {
  format: 'degiro',
  dates: 'dmy',
  isHead: (cells) =>
    cells.length === 12 &&
    cells[at.isin] === 'ISIN' &&
    cells[at.rate] === 'FX' &&
    /^order ?id$/i.test(cells[at.order]!),
  open: () => orderReader(),
}

const cell = (row: TableRow, column: keyof typeof at): string => (row.cells[at[column]] ?? '').trim()

/** Orders have a handful of rows; more than these are not waited for. */
const mostRowsOfOrder = 1000

function orderReader(): RowReader {
  /** Rows of the same minute and order, which may belong together. */
  let waiting: TableRow[] = []
  const flush = (): readonly StatementLine[] => {
    const booked = waiting.map((row) => ({ row, line: readRow(row, () => [readDegiroRow(row)])[0]! }))
    waiting = []
    return joinFees(booked).map((one, index, all) => withRate(one, all[index - 1], all[index + 1]))
  }
  return {
    read(row) {
      const last = waiting.at(-1)
      if (cell(row, 'date') === '' && last) {
        waiting[waiting.length - 1] = continueRow(last, row)
        return []
      }
      if (last && isSameOrder(last, row) && waiting.length < mostRowsOfOrder) {
        waiting.push(row)
        return []
      }
      const lines = flush()
      waiting = [row]
      return lines
    },
    end: flush,
  }
}

const isSameOrder = (left: TableRow, right: TableRow): boolean =>
  (['date', 'time', 'order'] as const).every((column) => cell(left, column) === cell(right, column))

/** Long texts are continued on a row without a date: `5925d76b-eb36-46e3-` and `b017-a61a6d03c3e7`. */
function continueRow(row: TableRow, next: TableRow): TableRow {
  const cells = row.cells.map((text, index) => text + (next.cells[index] ?? ''))
  return { ...row, text: `${row.text}\n${next.text}`, cells }
}

const anyOf = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'))

/** Words of a description, by what it is; the first that fits counts. */
const fates: readonly (readonly [pattern: RegExp, fate: LineFate, reason?: string])[] = [
  [/reservation|reservering/, 'ignored', 'This row reserves or releases a deposit, which has a row of its own.'],
  [/processed flatex withdrawal/, 'ignored', 'This row confirms a withdrawal, which has a row of its own.'],
  [
    anyOf(
      'cash sweep',
      'overboeking (van|naar) uw geldrekening',
      'transfer (from|to) your cash account',
      'cash account at flatex',
      'trasferisci (da|a)',
    ),
    'ignored',
    'This row moves cash between DEGIRO and its bank.',
  ],
  [
    /^(conversion|conversie|umwandlung).*(fonds mon[ée]taires|geldmarktfonds|money market|cash fund)/,
    'ignored',
    'This row moves cash between the account and its money market fund.',
  ],
  [
    /(variation fonds mon[ée]taires|koersverandering geldmarktfonds|money market fund|geldmarktfonds preis)/,
    'interest',
  ],
  [
    /valuta (creditering|debitering)|fx (credit|debit)|divisa|w[äa]hrungswechsel|op[ée]ration de change|cambio valuta/,
    'exchange',
  ],
  [
    anyOf(
      'dividendbelasting',
      'dividend tax',
      'imp[oô]ts? sur',
      'taxe sur les',
      'ritenuta',
      'retenci[oó]n',
      'dividendensteuer',
      'quellensteuer',
      'imposto sobre',
      'daň z dividendy',
      'withholding tax',
    ),
    'tax',
  ],
  [/dividend/, 'dividend'],
  [/transactiebelasting|stamp duty|financi[eë]le transactie|\bftt\b|transaction tax/, 'tax'],
  [/terugstorting|withdrawal|auszahlung|prelievo|retirada|retrait|levantamento/, 'withdrawal'],
  [/ideal deposit|sofort|deposit|einzahlung|storting|ingreso|dep[oó]sito|versement de fonds|deposito/, 'deposit'],
  [/rente|interest|zinsen|int[eé]r[eê]ts?|juros|interesse|courtesy|promotie|compensat/, 'interest'],
  [
    anyOf(
      'kosten',
      '\\bfees?\\b',
      '\\bcosts?\\b',
      'frais',
      'costes',
      'costi',
      'geb[uü]hr',
      'comiss[õo]es',
      'comisi',
      'commissioni',
      'conectividade',
      'courtage',
      'poplatek',
    ),
    'fee',
  ],
]

const tradeWords = new RegExp(
  [
    /^(?:(?<cause>[^:@]+?)\s*:\s*)?/,
    /(?<side>koop|verkoop|buy|sell|compra|venda|venta|achat|vente|kauf|verkauf|acquisto|vendita)\s+/,
    /(?<size>\d[\d.,  \u202f]*)(?<name>.*?)\s*(?:@|zu je)\s*(?<price>[\d.,]+)\s+(?<currency>[A-Z]{3})\b/,
  ]
    .map(({ source }) => source)
    .join(''),
  'iu',
)

const sales = ['verkoop', 'sell', 'venda', 'venta', 'vente', 'verkauf', 'vendita']

function readDegiroRow(row: TableRow): StatementLine {
  const description = onceEncoded(cell(row, 'description'))
  const lower = description.toLowerCase()
  const base = {
    day: dayIn(cell(row, 'date'), 'dmy'),
    settlementDay: cell(row, 'valueDate') === '' ? null : dayIn(cell(row, 'valueDate'), 'dmy'),
    description,
    instrument: makeInstrument({ isin: isinOf(row), name: cell(row, 'product') === '' ? null : cell(row, 'product') }),
    currency: cell(row, 'currency'),
  }
  const known = fates.find(([pattern]) => pattern.test(lower))
  if (known?.[1] === 'ignored') return ignoredLine(row, known[2]!, { ...base, instrument: null })
  const words = tradeWords.exec(description)
  const amount = numberIn(cell(row, 'amount'), 'amount', 'either')
  const balance = numberIn(cell(row, 'balance'), 'balance', 'either')
  const booked = { ...base, currency: currencyIn(base.currency), balance }
  if (words?.groups) return makeLine(row, { ...booked, ...tradeParts(words.groups, needed(amount, 'amount')) })
  if (!known) throw new UnreadRow(`The description "${description}" is not known.`)
  const [, fate] = known
  return makeLine(row, {
    ...booked,
    ...(fate === 'exchange' ? { instrument: null } : {}),
    fate,
    amount: needed(amount, 'amount'),
  })
}

function tradeParts(words: Readonly<Record<string, string>>, amount: string): LineParts {
  const isSale = sales.includes(words['side']!.toLowerCase())
  const { size, price } = sizeAndPrice(words['size']!.trim(), words['price']!, words['currency']!, amount)
  const quantity = isSale ? negated(size) : size
  const cause = (words['cause'] ?? '').toLowerCase()
  const { price: majorPrice, priceCurrency } = inMajorUnit(price, words['currency']!)
  const parts = { quantity, price: majorPrice, priceCurrency, amount }
  if (cause === '') {
    const checked = { quantity, price: majorPrice, multiplier: 1, amount, fee: '0', tax: '0' }
    return { fate: 'trade', ...parts, reason: contradictionOf(checked) }
  }
  if (/split/.test(cause)) return { fate: 'split', ...parts }
  if (/dividend|spin/.test(cause)) return { fate: isZero(amount) ? 'delivery' : 'trade', ...parts }
  return { fate: isZero(amount) ? 'merger' : 'trade', ...parts }
}

/**
 * Returns shares and price of a description. `1.000` and `1,000` are read by the language of the file, which only the
 * amount shows: of the possible readings the one that makes the amount counts.
 */
function sizeAndPrice(size: string, price: string, currency: string, amount: string): { size: string; price: string } {
  const readings = readingsOf(size).flatMap((oneSize) =>
    readingsOf(price).map((onePrice) => ({ size: oneSize, price: onePrice })),
  )
  const [first] = readings
  if (!first) throw new UnreadRow(`The description has no readable quantity: "${size} @ ${price}".`)
  const fitting = readings.find((reading) => {
    const major = inMajorUnit(reading.price, currency).price
    const parts = { quantity: reading.size, price: major, multiplier: 1, fee: '0', tax: '0' }
    return contradictionOf({ ...parts, amount: negated(absolute(amount)) }) === null
  })
  return fitting ?? first
}

const readingsOf = (text: string): readonly string[] => {
  const readings = (['comma', 'point'] as const).map((style) => readNumber(text, style))
  return [...new Set(readings.flatMap((reading) => ('value' in reading ? [reading.value] : [])))]
}

const isinOf = (row: TableRow): string | null =>
  /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(cell(row, 'isin')) ? cell(row, 'isin') : null

interface BookedRow {
  readonly row: TableRow
  readonly line: StatementLine
}

/** Makes fees part of the trade of their order. */
function joinFees(booked: readonly BookedRow[]): readonly BookedRow[] {
  const trade = booked.find(({ row, line }) => line.fate === 'trade' && cell(row, 'order') !== '')?.line
  if (!trade) return booked
  const costs = booked
    .map(({ line }) => line)
    .filter(
      ({ fate, currency, instrument }) =>
        (fate === 'fee' || fate === 'tax') &&
        currency === trade.currency &&
        instrument?.isin === trade.instrument?.isin,
    )
  const costOf = (fate: LineFate): string =>
    negated(sumOf(...costs.filter((cost) => cost.fate === fate).map(({ amount }) => amount)))
  const [fee, tax] = [costOf('fee'), costOf('tax')]
  const amount = sumOf(trade.amount, negated(fee), negated(tax))
  // Newest rows come first, so the uppermost one has the balance after all of them.
  const { balance } = [trade, ...costs].toSorted((left, right) => left.line - right.line)[0]!
  return booked.map(({ row, line }) => {
    if (line === trade) return { row, line: { ...trade, amount, fee, tax, balance } }
    if (!costs.includes(line)) return { row, line }
    const { day, description } = line
    return { row, line: ignoredLine(row, `This fee is part of the trade on line ${trade.line}.`, { day, description }) }
  })
}

/**
 * Gives an exchange the rate to its other side: `USD -1,36` at 1,0613 beside `EUR 1,28` is 1.0613 dollars for a euro.
 */
function withRate({ row, line }: BookedRow, ...beside: readonly (BookedRow | undefined)[]): StatementLine {
  if (line.fate !== 'exchange') return line
  const other = beside
    .map((one) => one?.line)
    .find(
      (one) =>
        one?.fate === 'exchange' &&
        one.currency !== line.currency &&
        isNegative(one.amount) !== isNegative(line.amount),
    )
  if (!other) return line
  const stated = readNumber(cell(row, 'rate'), 'either')
  const made = rateOf(absolute(line.amount), absolute(other.amount))
  return { ...line, priceCurrency: other.currency, rate: 'value' in stated ? stated.value : made }
}

/** Some exports encode letters twice: `CrÃ©dito de divisa` is `Crédito de divisa`. */
function onceEncoded(text: string): string {
  if (!/[ÂÃ][\u0080-\u00bf]/.test(text)) return text
  const decoded = Buffer.from(text, 'latin1').toString('utf8')
  return decoded.includes('\ufffd') ? text : decoded
}
