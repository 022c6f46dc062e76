// Guesses what the columns of a table mean, from their headings and from the values below. A person confirms the guess.
import {
  mappedFields,
  watchDateOrder,
  type AmountSigns,
  type DateOrder,
  type MappedAction,
  type MappedField,
  type NumberStyle,
} from '@clubfolio/domain'
import { absolute, isNegative, isZero, sumOf } from '../exact-decimal.ts'
import { readDay } from '../read-day.ts'
import { readNumber } from '../read-number.ts'
import { columnName } from '../table/table-row.ts'
import { contradictionOf } from '../trade-check.ts'
import { actionWord } from './action-word.ts'
import type { ColumnMapping } from './column-mapping.ts'
import { headSignature } from './head-signature.ts'

type Rows = readonly (readonly string[])[]

/** Words of headings in English, German, French, Dutch, Spanish and Italian; earlier ones win. */
const headings: Readonly<Record<MappedField, RegExp[]>> = {
  date: [
    /^(trade|transaction|booking|order) ?date$/,
    /^(date|datum|fecha|data|time|timestamp|jour|buchungstag)$/,
    /date|datum|fecha/,
  ],
  action: [
    /^(action|type|transaction type|activity|side|buy ?\/ ?sell|transaction|operation|way)$/,
    /^(typ|art|vorgang|transaktion|sens|opération|soort|tipo|operación|operazione)$/,
    /type|action|kind/,
  ],
  symbol: [/^(symbol|ticker|code|security)$/, /symbol|ticker/, /^(instrument|asset)$/],
  isin: [/^isin/],
  name: [
    /^(name|security name|product|produkt|instrument|titre|titel|bezeichnung|libellé|nombre|nome)$/,
    /name|product/,
  ],
  quantity: [
    /^(quantity|qty|shares|units|no\. of shares|volume)$/,
    /^(anzahl|stück|menge|quantité|nombre|aantal|cantidad|quantità)$/,
    /quantity|shares|units/,
  ],
  price: [
    /^(price|unit price|price per share|rate)$/,
    /^(kurs|preis|stückpreis|prix|cours|koers|prijs|precio|prezzo)$/,
    /price|kurs|preis/,
  ],
  amount: [
    /^(net amount|amount|total|total amount|net|value|net cash|cash)$/,
    /^(betrag|nettobetrag|montant|montant net|bedrag|totaal|importe|importo|gesamt)$/,
    /amount|total|betrag|montant/,
  ],
  fee: [
    /^(fees?|commissions?|costs?|fees ?(&|and) ?comm.*|charges)$/,
    /^(gebühr(en)?|kosten|frais|provision|spesen|comisión|commissioni?)$/,
    /fee|commission|gebühr|kosten/,
  ],
  tax: [/^(tax|taxes|withholding tax|steuern?|quellensteuer|imp[oô]ts?|belasting|stamp duty)$/, /tax|steuer/],
  currency: [/^(currency|ccy|währung|devise|monnaie|valuta|divisa|moneda)$/, /currency|währung/],
  description: [
    /^(description|details|memo|notes?|comment|beschreibung|buchungstext|omschrijving|descripción|descrizione)$/,
    /descr|memo|text/,
  ],
  reference: [/^(reference|id|transaction id|trade id|order id|ref|referenz|référence|order #)$/, /\b(id|ref)\b/],
}

const actionWords: readonly (readonly [pattern: RegExp, action: MappedAction])[] = [
  [/\b(total|balance|saldo)\b/, 'ignored'],
  [/split/, 'split'],
  [/merger|fusion|acquisition|name change|conversion/, 'merger'],
  [/tax|steuer|imp[oô]t|belasting|withh/, 'tax'],
  [/fee|commission|gebühr|kosten|frais|charge|provision/, 'fee'],
  [/dividend|dividende|coupon|distribution|ausschüttung/, 'dividend'],
  [/interest|zinsen|intérêt|rente|interés/, 'interest'],
  [/fx|forex|exchange|currency conversion|wechsel/, 'exchange'],
  [/spin|transfer of securities|delivery|deliver|einbuchung|ausbuchung|journal/, 'delivery'],
  [/withdraw|auszahlung|retrait|opname|debit|wire sent|cash out/, 'withdrawal'],
  [/deposit|top.?up|einzahlung|versement|storting|dépôt|credit|contribution|cash in/, 'deposit'],
  [/^(sold|sale|verkauf|vente|verkoop|venta|vendita|s)$|\bsell\b|\bsold\b|verkauf/, 'sell'],
  // With signed amounts the sign tells which way the money goes.
  [/transfer|wire|überweisung|virement|overboeking/, 'deposit'],
  [/^(bought|purchase|kauf|achat|koop|compra|acquisto|b)$|\bbuy\b|\bbought\b|reinvest|kauf/, 'buy'],
]

const share = (values: readonly string[], fits: (value: string) => boolean): number => {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '' && !/^-+$/.test(value))
  return filled.length === 0 ? 0 : filled.filter(fits).length / filled.length
}

const isNumber = (value: string): boolean => {
  const reading = readNumber(value, 'either')
  return 'value' in reading || reading.fault === 'twoReadings'
}

const isDate = (value: string): boolean => readDay(value, 'mdy') !== null || readDay(value, 'dmy') !== null

/** How much of a column reads as its field, from 0 to 1; texts always do. */
const fits: Readonly<Partial<Record<MappedField, (values: readonly string[]) => number>>> = {
  date: (values) => share(values, isDate),
  isin: (values) => share(values, (value) => /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(value)),
  quantity: (values) => share(values, isNumber),
  price: (values) => share(values, isNumber),
  amount: (values) => share(values, isNumber),
  fee: (values) => share(values, isNumber),
  tax: (values) => share(values, isNumber),
  currency: (values) => share(values, (value) => /^[A-Z]{3}$/.test(value)),
}

const leastShare = 0.6
const numberFields: readonly MappedField[] = ['quantity', 'price', 'amount', 'fee', 'tax']

/**
 * Returns the mapping that headings and values suggest. Fields without a column stay out of it, and words of the action
 * that are not known stay out of `actions`; `mappingFaults` says what is missing.
 * @example proposeMapping(['Date', 'Type', 'Ticker', 'Qty', 'Price', 'Total'], rows).columns.symbol // 2
 */
export function proposeMapping(head: readonly string[], rows: Rows): ColumnMapping {
  const columns = proposeColumns(head, rows)
  const valuesOf = (field: MappedField): readonly string[] => {
    const at = columns[field]
    return at === undefined ? [] : rows.map((cells) => cells[at] ?? '')
  }
  const numbers = proposeNumbers(numberFields.flatMap(valuesOf))
  const actions = proposeActions(valuesOf('action'))
  const trades = tradesOf(rows, columns, numbers, actions)
  return {
    head: headSignature(head),
    columns,
    dateOrder: proposeDateOrder(valuesOf('date')),
    numbers,
    actions,
    signs: proposeSigns(valuesOf('amount'), numbers, trades),
    isAmountAfterFees: isAfterFees(trades),
    currency: columns.currency === undefined ? currencyOfSigns(numberFields.flatMap(valuesOf)) : null,
  }
}

function proposeColumns(head: readonly string[], rows: Rows): Partial<Record<MappedField, number>> {
  const names = head.map(columnName)
  const columns: Partial<Record<MappedField, number>> = {}
  const taken = new Set<number>()
  const mostPatterns = Math.max(...mappedFields.map((field) => headings[field].length))
  const doesFit = (field: MappedField, at: number): boolean => {
    const judge = fits[field]
    return judge === undefined || judge(rows.map((cells) => cells[at] ?? '')) >= leastShare || isEmptyColumn(rows, at)
  }
  // Exact headings of every field come before vague ones of any.
  for (let step = 0; step < mostPatterns; step++)
    for (const field of mappedFields) {
      const pattern = headings[field][step]
      if (columns[field] !== undefined || pattern === undefined) continue
      const at = names.findIndex((name, index) => !taken.has(index) && pattern.test(name) && doesFit(field, index))
      if (at === -1) continue
      columns[field] = at
      taken.add(at)
    }
  for (const field of ['isin', 'date', 'currency'] as const) {
    if (columns[field] !== undefined) continue
    const at = names.findIndex(
      (_name, index) => !taken.has(index) && !isEmptyColumn(rows, index) && doesFit(field, index),
    )
    if (at === -1) continue
    columns[field] = at
    taken.add(at)
  }
  return columns
}

const isEmptyColumn = (rows: Rows, at: number): boolean => rows.every((cells) => (cells[at] ?? '').trim() === '')

function proposeNumbers(values: readonly string[]): NumberStyle {
  let [points, commas] = [0, 0]
  for (const value of values) {
    const [byPoint, byComma] = [readNumber(value, 'point'), readNumber(value, 'comma')]
    if ('value' in byPoint && !('value' in byComma)) points++
    if ('value' in byComma && !('value' in byPoint)) commas++
  }
  if (commas > 0 && points > 0) return 'either'
  return commas > 0 ? 'comma' : 'point'
}

function proposeActions(words: readonly string[]): Record<string, MappedAction> {
  const actions: Record<string, MappedAction> = {}
  for (const word of new Set(words.map(actionWord))) {
    const known = actionWords.find(([pattern]) => pattern.test(word))
    if (known && word !== '') actions[word] = known[1]
  }
  return actions
}

/** The sample may decide where the month is; otherwise the whole file has to. */
function proposeDateOrder(dates: readonly string[]): DateOrder | 'ymd' | 'fromFile' {
  const watch = watchDateOrder()
  for (const [at, date] of dates.entries()) watch.note(date, at)
  const decision = watch.decide()
  return 'order' in decision ? decision.order : 'fromFile'
}

interface SampleTrade {
  readonly isSale: boolean
  readonly amount: string
  readonly quantity: string
  readonly price: string
  readonly costs: string
}

function tradesOf(
  rows: Rows,
  columns: Partial<Record<MappedField, number>>,
  numbers: NumberStyle,
  actions: Readonly<Record<string, MappedAction>>,
): readonly SampleTrade[] {
  const cell = (cells: readonly string[], field: MappedField): string =>
    columns[field] === undefined ? '' : (cells[columns[field]] ?? '').trim()
  const numberOf = (cells: readonly string[], field: MappedField): string | null => {
    const reading = readNumber(cell(cells, field), numbers)
    return 'value' in reading ? reading.value : null
  }
  return rows.flatMap((cells) => {
    const action = actions[actionWord(cell(cells, 'action'))]
    const [amount, quantity, price] = [numberOf(cells, 'amount'), numberOf(cells, 'quantity'), numberOf(cells, 'price')]
    if (amount === null || quantity === null || price === null || isZero(quantity)) return []
    if (action !== 'buy' && action !== 'sell') return []
    const costs = sumOf(absolute(numberOf(cells, 'fee') ?? '0'), absolute(numberOf(cells, 'tax') ?? '0'))
    return [{ isSale: action === 'sell', amount, quantity: absolute(quantity), price, costs }]
  })
}

function proposeSigns(amounts: readonly string[], numbers: NumberStyle, trades: readonly SampleTrade[]): AmountSigns {
  const hasNegative = amounts.some((text) => {
    const reading = readNumber(text, numbers)
    return 'value' in reading && isNegative(reading.value)
  })
  if (!hasNegative) return 'byAction'
  const asCash = trades.filter(({ isSale, amount }) => isSale !== isNegative(amount)).length
  return asCash * 2 < trades.length ? 'cost' : 'cash'
}

function isAfterFees(trades: readonly SampleTrade[]): boolean {
  let [after, before] = [0, 0]
  for (const { isSale, amount, quantity, price, costs } of trades) {
    if (isZero(costs)) continue
    const size = absolute(amount)
    const parts = { quantity: isSale ? `-${quantity}` : quantity, price, multiplier: 1, tax: '0' }
    const cash = isSale ? size : `-${size}`
    if (contradictionOf({ ...parts, amount: cash, fee: costs }) === null) after++
    if (contradictionOf({ ...parts, amount: cash, fee: '0' }) === null) before++
  }
  return after >= before
}

const signsOfMoney: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP' }

/** `$1,259.59` is in dollars. */
function currencyOfSigns(values: readonly string[]): string | null {
  const found = new Set(values.flatMap((value) => /[$€£]/.exec(value)?.[0] ?? []))
  return found.size === 1 ? (signsOfMoney[[...found][0]!] ?? null) : null
}
