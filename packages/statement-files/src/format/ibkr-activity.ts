// Reads IBKR's activity statement and its transaction history: sections in one CSV file, each row with its section and
// its kind (Header, Data, SubTotal, Total) in front. The history states every amount in the base currency.
import type { DateOrder, LineFate } from '@clubfolio/domain'
import { absolute, isNegative, isZero, negated, sumOf } from '../exact-decimal.ts'
import { ignoredLine, makeInstrument, makeLine, UnreadRow, type LineParts } from '../make-line.ts'
import { readDay } from '../read-day.ts'
import { joinedFiles } from '../statement-file-error.ts'
import type { StatementInstrument, StatementLine } from '../statement-line.ts'
import type { Reading, StatementFacts, TableFormat } from '../table/table-format.ts'
import {
  columnName,
  currencyIn,
  indexColumns,
  type ColumnIndex,
  needed,
  numberIn,
  RowCells,
  type TableRow,
} from '../table/table-row.ts'
import { contradictionOf } from '../trade-check.ts'
import { fateByWords } from './ibkr-flex-booking.ts'

interface Section {
  readonly cells: RowCells
  readonly columns: ColumnIndex
  readonly facts: StatementFacts
  readonly dateOrder: DateOrder | 'ymd'
  /** The last day of the statement's period, for its claims. */
  readonly lastDay: string | null
}

const readers: Readonly<Record<string, (section: Section) => StatementLine | readonly StatementLine[]>> = {
  'transaction history': readHistory,
  trades: readTrade,
  'deposits & withdrawals': (section) => readCash(section, (amount) => (isNegative(amount) ? 'withdrawal' : 'deposit')),
  dividends: (section) => readCash(section, () => 'dividend'),
  'payment in lieu of dividends': (section) => readCash(section, () => 'dividend'),
  'withholding tax': (section) => readCash(section, () => 'tax'),
  '871(m) withholding': (section) => readCash(section, () => 'tax'),
  interest: (section) => readCash(section, () => 'interest'),
  'bond interest paid': (section) => readCash(section, () => 'interest'),
  'bond interest received': (section) => readCash(section, () => 'interest'),
  fees: (section) => readCash(section, () => 'fee'),
  'transaction fees': (section) => readCash(section, () => 'fee'),
  'other fees': (section) => readCash(section, () => 'fee'),
  'sales tax details': (section) => readCash(section, () => 'tax'),
  'corporate actions': readAction,
  transfers: readTransfer,
  'open positions': notePosition,
  'cash report': noteCash,
}

export const ibkrActivity: TableFormat = {
  format: 'ibkr-activity',
  dates: 'ymd',
  hasSections: true,
  isHead: (cells) => cells[0] === 'Statement' && cells[1] === 'Header',
  open: openActivity,
}

function openActivity({ facts, dateOrder }: Reading) {
  let columns = indexColumns([])
  let columnCount = 0
  let lastDay: string | null = null
  return {
    read(row: TableRow): readonly StatementLine[] {
      const [section = '', kind = ''] = row.cells
      if (ibkrActivity.isHead(row.cells)) throw joinedFiles(row.line)
      if (kind === 'Header') {
        columns = indexColumns(row.cells)
        columnCount = row.cells.length
        return []
      }
      if (kind === 'SubTotal' || kind === 'Total') return [ignoredLine(row, 'This row is a total.')]
      if (kind !== 'Data') return [ignoredLine(row, 'This row is a note.')]
      const name = section.toLowerCase()
      const cells = new RowCells(row, columns, 'point')
      if (name === 'statement' || name === 'account information' || name === 'summary') {
        const [, , field = '', value = ''] = row.cells
        if (field === 'Period') lastDay = lastDayOf(value)
        if (field === 'Account' && /^[A-Z]/.test(value)) facts.accountNumber ??= value.split(' ')[0]!
        if (field === 'Base Currency') facts.baseCurrency ??= value
        if (field === 'Ending Cash') noteEndingCash(facts, lastDay, value)
        return [ignoredLine(row, 'This row says something about the statement.')]
      }
      const read = readers[name]
      if (!read) return [ignoredLine(row, `The section "${section}" does not change the account.`)]
      if (row.cells.length < columnCount)
        throw new UnreadRow(`The row has ${row.cells.length} of ${columnCount} columns. The file may be cut off here.`)
      return [read({ cells, columns, facts, dateOrder, lastDay })].flat()
    },
  }
}

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** `January 1, 2024 - December 31, 2025` ends on 2025-12-31. */
function lastDayOf(period: string): string | null {
  const found = /([A-Z][a-z]+) (\d{1,2}), (\d{4})$/.exec(period)
  const month = monthNames.indexOf((found?.[1] ?? '').toLowerCase()) + 1
  if (!found || month === 0) return null
  return readDay(`${found[3]}-${String(month).padStart(2, '0')}-${found[2]!.padStart(2, '0')}`, 'ymd')
}

function noteEndingCash(facts: StatementFacts, day: string | null, text: string): void {
  const amount = numberIn(text, 'ending cash', 'point')
  if (day !== null && facts.baseCurrency !== null && amount !== null)
    facts.claims.push({ kind: 'cash', day, currency: facts.baseCurrency, amount })
}

const historyFates: Readonly<Record<string, LineFate>> = {
  buy: 'trade',
  sell: 'trade',
  assignment: 'trade',
  exercise: 'trade',
  expiration: 'trade',
  dividend: 'dividend',
  'payment in lieu': 'dividend',
  'foreign tax withholding': 'tax',
  'sales tax': 'tax',
  'credit interest': 'interest',
  'debit interest': 'interest',
  'investment interest paid': 'interest',
  'investment interest received': 'interest',
  'other fee': 'fee',
  'broker fee': 'fee',
  'commission adjustment': 'fee',
  'advisor fee': 'fee',
  // What a balance in another currency gained or lost in the base currency: part of the base cash that the file
  // reports.
  adjustment: 'exchange',
  'forex trade component': 'exchange',
}

function readHistory({ cells, facts, dateOrder }: Section): StatementLine {
  const written = cells.text('transaction type')
  const type = written.toLowerCase()
  const net = cells.neededNumber('net amount', 'net amount')
  const fate = /^(deposit|withdrawal|electronic fund transfer|cash transfer)$/.test(type)
    ? isNegative(net)
      ? 'withdrawal'
      : 'deposit'
    : historyFates[type]
  if (fate === undefined) throw new UnreadRow(`The transaction type "${written}" is not known.`)
  const account = cells.text('account')
  if (account !== '') facts.accountNumber ??= account
  const currency = currencyIn(facts.baseCurrency ?? '')
  return makeLine(cells.row, {
    fate,
    day: cells.day('date', dateOrder),
    description: `${written}: ${cells.text('description')}`,
    instrument: fate === 'exchange' ? null : instrumentOf(cells),
    amount: net,
    currency,
    ...(fate === 'trade' ? historyTrade(cells, net, currency) : {}),
  })
}

/** The price is in the security's currency, which the history does not name; the amounts are in the base currency. */
function historyTrade(cells: RowCells, net: string, currency: string): Partial<LineParts> {
  const instrument = instrumentOf(cells)
  if (instrument === null) throw new UnreadRow('The row has no symbol.')
  const quantity = cells.neededNumber('quantity', 'quantity')
  const price = cells.neededNumber('price', 'price')
  const fee = negated(cells.number('commission', 'commission') ?? '0')
  const parts = { quantity, price, multiplier: instrument.multiplier, amount: net, fee, tax: '0' }
  const isInBase = contradictionOf(parts) === null
  return { quantity, price, priceCurrency: isInBase ? currency : null, fee }
}

function readTrade({ cells, columns, dateOrder }: Section): StatementLine | readonly StatementLine[] {
  if (cells.text('datadiscriminator').toLowerCase() !== 'order' && cells.text('datadiscriminator') !== '')
    return ignoredLine(cells.row, 'This row is a part of the order above it.')
  const category = cells.text('asset category').toLowerCase()
  const currency = currencyIn(cells.text('currency'))
  const quantity = cells.neededNumber('quantity', 'quantity')
  const proceeds = cells.neededNumber('proceeds', 'proceeds')
  const base = { day: cells.day('date/time', dateOrder), description: cells.text('symbol') }
  if (category === 'forex') return readExchange({ cells, columns, base, quantity, proceeds, currency })
  const instrument = instrumentOf(cells)
  if (instrument === null) throw new UnreadRow('The row has no symbol.')
  const price = cells.neededNumber('t. price', 'price')
  const fee = negated(cells.number('comm/fee', 'commission') ?? '0')
  const amount = sumOf(proceeds, negated(fee))
  const { multiplier } = instrument
  return makeLine(cells.row, {
    ...base,
    fate: 'trade',
    instrument,
    quantity,
    price,
    priceCurrency: currency,
    amount,
    currency,
    fee,
    reason: contradictionOf({ quantity, price, multiplier, amount, fee, tax: '0' }),
  })
}

interface Exchange extends Pick<Section, 'cells' | 'columns'> {
  readonly base: Pick<LineParts, 'day' | 'description'>
  readonly quantity: string
  readonly proceeds: string
  readonly currency: string
}

/** `EUR.USD`: euros for dollars. The heading names the currency of the commission: `Comm in CHF`. */
function readExchange({ cells, columns, base, quantity, proceeds, currency }: Exchange): readonly StatementLine[] {
  const pair = /^([A-Z]{3})\.([A-Z]{3})$/.exec(cells.text('symbol'))
  if (pair?.[2] !== currency) throw new UnreadRow('The row exchanges currencies, but does not say which ones.')
  const rate = cells.number('t. price', 'price')
  const lines = [
    makeLine(cells.row, { ...base, fate: 'exchange', amount: quantity, currency: pair[1]! }),
    makeLine(cells.row, { ...base, fate: 'exchange', amount: proceeds, currency, rate, priceCurrency: pair[1]! }),
  ]
  const heading = [...columns.keys()].find((name) => /^comm in [a-z]{3}$/.test(name))
  const commission = cells.number(heading ?? 'comm/fee', 'commission') ?? '0'
  if (isZero(commission)) return lines
  const charged = heading?.slice(-3).toUpperCase() ?? currency
  return [...lines, makeLine(cells.row, { ...base, fate: 'fee', amount: commission, currency: charged })]
}

function readCash({ cells, dateOrder }: Section, fateOf: (amount: string) => LineFate): StatementLine {
  const currency = cells.text('currency')
  // "Total in GBP" and "Total" are in the column of the currency.
  if (/^total/i.test(currency) || /^total/i.test(cells.text('subtitle')))
    return ignoredLine(cells.row, 'This row is a total.')
  const amount = cells.neededNumber('amount', 'amount')
  const date = ['settle date', 'date', 'date/time'].find((column) => cells.text(column) !== '') ?? 'date'
  const description = cells.text('description')
  const inWords = /^([A-Z0-9][A-Z0-9. ]*?)\s*\(([A-Z]{2}[A-Z0-9]{10}|[A-Z0-9]{8,9})\)/.exec(description)
  return makeLine(cells.row, {
    fate: fateOf(amount),
    day: cells.day(date, dateOrder),
    description,
    instrument: inWords
      ? makeInstrument({ symbol: inWords[1]!, isin: inWords[2]!.length === 12 ? inWords[2]! : null })
      : null,
    amount,
    currency: currencyIn(currency),
  })
}

function readAction({ cells, dateOrder }: Section): StatementLine {
  if (/^total/i.test(cells.text('asset category'))) return ignoredLine(cells.row, 'This row is a total.')
  const description = cells.text('description')
  const fate = fateByWords(description)
  if (fate === null) throw new UnreadRow('The corporate action is not known.')
  const inWords = /^([A-Z0-9][A-Z0-9. ]*?)\s*\(([A-Z0-9]+)\)/.exec(description)
  if (!inWords) throw new UnreadRow('The corporate action does not name its security.')
  // "AAPL(US0378331005) Split 4 for 1 (AAPL, APPLE INC, US0378331005)": the security that changes is the last one
  // named.
  const named = /\(([A-Z0-9. ]+), ([^()]*), ([A-Z0-9]+)\)\s*$/.exec(description)
  const isin = named?.[3] ?? inWords[2]!
  const ratio = /\bSPLIT\s+(\d+(?:\.\d+)?) FOR (\d+(?:\.\d+)?)/i.exec(description)
  return makeLine(cells.row, {
    fate,
    day: cells.day(cells.text('date/time') === '' ? 'report date' : 'date/time', dateOrder),
    description,
    instrument: makeInstrument({
      symbol: named?.[1]?.trim() ?? inWords[1]!,
      isin: isin.length === 12 ? isin : null,
      name: named?.[2]?.trim() ?? null,
    }),
    quantity: cells.neededNumber('quantity', 'quantity'),
    amount: cells.number('proceeds', 'proceeds') ?? '0',
    currency: currencyIn(cells.text('currency')),
    ratio: ratio ? { from: ratio[2]!, to: ratio[1]! } : null,
  })
}

function readTransfer({ cells, dateOrder }: Section): StatementLine {
  if (/^total/i.test(cells.text('asset category'))) return ignoredLine(cells.row, 'This row is a total.')
  const isOut = cells.text('direction').toLowerCase() === 'out'
  const signed = (text: string): string => (isOut ? negated(absolute(text)) : text)
  const cash = signed(cells.number('cash amount', 'cash amount') ?? '0')
  const size = signed(cells.number('qty', 'quantity') ?? '0')
  const base = {
    day: cells.day('date', dateOrder),
    description: `${cells.text('type')}: ${cells.text('xfer company')}`,
    currency: currencyIn(cells.text('currency')),
  }
  if (!isZero(size))
    return makeLine(cells.row, { ...base, fate: 'delivery', instrument: instrumentOf(cells), quantity: size })
  if (isZero(cash)) throw new UnreadRow('The transfer has neither securities nor cash.')
  return makeLine(cells.row, { ...base, fate: isNegative(cash) ? 'withdrawal' : 'deposit', amount: cash })
}

function notePosition({ cells, facts, lastDay }: Section): StatementLine {
  const kind = cells.text('datadiscriminator').toLowerCase()
  if (kind !== 'summary') return ignoredLine(cells.row, 'This row is a lot of a position.')
  const instrument = instrumentOf(cells)
  const quantity = cells.neededNumber('quantity', 'quantity')
  if (instrument !== null && lastDay !== null)
    facts.claims.push({ kind: 'position', day: lastDay, instrument, quantity })
  return ignoredLine(cells.row, 'This row states a position, which is compared with what the rows add up to.')
}

function noteCash({ cells, facts, lastDay }: Section): StatementLine {
  const currency = cells.text('currency')
  const isEnding = columnName(cells.text('currency summary')) === 'ending cash'
  if (!isEnding || !/^[A-Z]{3}$/.test(currency) || lastDay === null)
    return ignoredLine(cells.row, 'This row sums up a kind of cash flow.')
  const amount = needed(cells.number('total', 'ending cash'), 'ending cash')
  facts.claims.push({ kind: 'cash', day: lastDay, currency, amount })
  return ignoredLine(cells.row, 'This row states a balance, which is compared with what the rows add up to.')
}

const assetTypes: Readonly<Record<string, StatementInstrument['assetType']>> = {
  stocks: 'EQUITY',
  'equity and index options': 'OPTION',
  'options on futures': 'OPTION',
  bonds: 'BOND',
  'treasury bills': 'BOND',
  'mutual funds': 'MUTUAL_FUND',
  cryptocurrencies: 'CRYPTO',
}

function instrumentOf(cells: RowCells): StatementInstrument | null {
  const symbol = cells.textOrNull('symbol')
  if (symbol === null) return null
  const category = cells.text('asset category').toLowerCase()
  const assetType = assetTypes[category]
  const inWords = /^[A-Z0-9][A-Z0-9. ]*?\s*\(([A-Z]{2}[A-Z0-9]{10})\)/.exec(cells.text('description'))
  const multiplier = Number(cells.text('mult') || cells.text('multiplier') || (assetType === 'OPTION' ? '100' : '1'))
  return makeInstrument({
    symbol,
    isin: inWords?.[1] ?? null,
    name: inWords === null ? cells.textOrNull('description') : null,
    ...(assetType === undefined ? {} : { assetType }),
    multiplier: Number.isFinite(multiplier) && multiplier > 0 ? multiplier : 1,
  })
}
