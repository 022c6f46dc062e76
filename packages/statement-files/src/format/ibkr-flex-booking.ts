// Reads one booking of an IBKR Flex query, from XML attributes or from the cells of a CSV row: both have the same names
// once capitals and punctuation are dropped. Amounts are signed effects on cash; fees are negative.
import type { DateOrder, LineFate } from '@clubfolio/domain'
import { absolute, isNegative, isZero, negated, productOf, sumOf } from '../exact-decimal.ts'
import { ignoredLine, makeInstrument, makeLine, UnreadRow, type LineParts, type RowPlace } from '../make-line.ts'
import type { StatementInstrument, StatementLine } from '../statement-line.ts'
import { currencyIn, dayIn, needed, numberIn } from '../table/table-row.ts'
import type { StatementFacts } from '../table/table-format.ts'
import { contradictionOf } from '../trade-check.ts'

/** The fields of a booking by their XML name in small letters; empty for a field that the query does not have. */
export type FlexFields = (name: string) => string

export type FlexSection = 'trade' | 'cash' | 'action' | 'transfer' | 'position' | 'cashReport'

export interface FlexBooking {
  readonly place: RowPlace
  readonly fields: FlexFields
  readonly dateOrder: DateOrder | 'ymd'
  readonly facts: StatementFacts
}

export function readFlexBooking(section: FlexSection, booking: FlexBooking): readonly StatementLine[] {
  const account = booking.fields('accountid')
  if (account !== '') booking.facts.accountNumber ??= account
  // A query may hold several accounts, a statement has one.
  if (account !== '' && account !== booking.facts.accountNumber)
    return [ignoredLine(booking.place, `This row belongs to another account, ${account}.`)]
  return readers[section](booking)
}

const readers: Readonly<Record<FlexSection, (booking: FlexBooking) => readonly StatementLine[]>> = {
  trade: readTrade,
  cash: readCash,
  action: readAction,
  transfer: readTransfer,
  position: notePosition,
  cashReport: noteCash,
}

function readTrade(booking: FlexBooking): readonly StatementLine[] {
  const { place, fields } = booking
  const level = fields('levelofdetail').toUpperCase()
  if (level !== '' && level !== 'EXECUTION')
    return [ignoredLine(place, 'This row sums up executions. Choose the level of detail "Execution" in the query.')]
  return fields('assetcategory').toUpperCase() === 'CASH' || isCurrencyPair(fields)
    ? readExchange(booking)
    : readSecurityTrade(booking)
}

/** In a query without asset classes a trade without any security can only be one of currencies. */
const isCurrencyPair = (fields: FlexFields): boolean =>
  fields('assetcategory') === '' &&
  (/^[A-Z]{3}\.[A-Z]{3}$/.test(fields('symbol')) ||
    ['isin', 'symbol', 'conid', 'cusip', 'securityid'].every((name) => fields(name) === ''))

function readSecurityTrade(booking: FlexBooking): readonly StatementLine[] {
  const { place, fields } = booking
  const instrument = neededInstrument(fields)
  const quantity = signedQuantity(fields)
  const price = needed(numberOf(fields, 'tradeprice', 'price'), 'price')
  const currency = currencyIn(fields('currency'))
  const commission = numberOf(fields, 'ibcommission', 'commission') ?? '0'
  const charged = fields('ibcommissioncurrency')
  const isOwnFee = charged !== '' && charged !== currency && !isZero(commission)
  const taxes = numberOf(fields, 'taxes', 'taxes') ?? '0'
  const fee = isOwnFee ? '0' : negated(commission)
  const proceeds = proceedsOf(fields, quantity, price, instrument.multiplier)
  const net = isOwnFee ? null : numberOf(fields, 'netcash', 'net cash')
  const amount = net ?? sumOf(proceeds, negated(fee), taxes)
  // Maker rebates are negative commissions; only charges are fees.
  const tax = negated(taxes)
  const reason = contradictionOf({ quantity, price, multiplier: instrument.multiplier, amount, fee, tax })
  const base = { ...datesOf(booking), reference: referenceOf(fields), instrument, description: describe(fields) }
  const trade = makeLine(place, {
    ...base,
    fate: 'trade',
    quantity,
    price,
    priceCurrency: currency,
    amount,
    currency,
    fee,
    tax,
    reason,
  })
  return isOwnFee
    ? [trade, makeLine(place, { ...base, fate: 'fee', amount: commission, currency: currencyIn(charged) })]
    : [trade]
}

/** A currency pair: `CHF.USD` at 1.1173 sells francs and buys dollars. */
function readExchange(booking: FlexBooking): readonly StatementLine[] {
  const { place, fields } = booking
  const pair = /^([A-Z]{3})\.([A-Z]{3})$/.exec(fields('symbol'))
  if (!pair)
    throw new UnreadRow(
      'The row exchanges currencies, but the file does not say which ones. Add the column "Symbol" to the query.',
    )
  const quantity = signedQuantity(fields)
  const price = needed(numberOf(fields, 'tradeprice', 'price'), 'price')
  const currency = pair[2]!
  const proceeds = proceedsOf(fields, quantity, price, 1)
  const base = { ...datesOf(booking), reference: referenceOf(fields), description: describe(fields) }
  const commission = numberOf(fields, 'ibcommission', 'commission') ?? '0'
  const charged = fields('ibcommissioncurrency')
  const lines = [
    makeLine(place, { ...base, fate: 'exchange', amount: quantity, currency: pair[1]! }),
    makeLine(place, { ...base, fate: 'exchange', amount: proceeds, currency, rate: price, priceCurrency: pair[1]! }),
  ]
  if (isZero(commission)) return lines
  const fee = { fate: 'fee', amount: commission, currency: currencyIn(charged === '' ? currency : charged) } as const
  return [...lines, makeLine(place, { ...base, ...fee })]
}

/** Cash before commission: positive for a sale. `TradeMoney` has the sign of the quantity. */
function proceedsOf(fields: FlexFields, quantity: string, price: string, multiplier: number): string {
  const proceeds = numberOf(fields, 'proceeds', 'proceeds')
  if (proceeds !== null) return proceeds
  const money = numberOf(fields, 'trademoney', 'trade money')
  return money === null ? productOf(quantity, price, String(multiplier), '-1') : negated(money)
}

function signedQuantity(fields: FlexFields): string {
  const quantity = needed(numberOf(fields, 'quantity', 'quantity'), 'quantity')
  if (isZero(quantity)) throw new UnreadRow('The quantity is zero.')
  const side = fields('buysell').toUpperCase()
  if (side.startsWith('BUY')) return absolute(quantity)
  if (side.startsWith('SELL')) return negated(absolute(quantity))
  return quantity
}

const cashFates: Readonly<Record<string, LineFate>> = {
  dividends: 'dividend',
  'payment in lieu of dividends': 'dividend',
  'withholding tax': 'tax',
  '871(m) withholding': 'tax',
  'broker interest paid': 'interest',
  'broker interest received': 'interest',
  'bond interest paid': 'interest',
  'bond interest received': 'interest',
  'broker fees': 'fee',
  'other fees': 'fee',
  'other income': 'interest',
  'commission adjustments': 'fee',
  'advisor fees': 'fee',
  'price adjustments': 'fee',
}

function readCash(booking: FlexBooking): readonly StatementLine[] {
  const { place, fields } = booking
  if (fields('levelofdetail').toUpperCase() === 'SUMMARY') return [ignoredLine(place, 'This row is a total.')]
  const type = fields('type').toLowerCase()
  const amount = needed(numberOf(fields, 'amount', 'amount'), 'amount')
  const fate = /deposits|withdrawals/.test(type) ? (isNegative(amount) ? 'withdrawal' : 'deposit') : cashFates[type]
  if (fate === undefined) throw new UnreadRow(`The type "${fields('type')}" is not known.`)
  return [
    makeLine(place, {
      ...datesOf(booking),
      fate,
      reference: referenceOf(fields),
      description: describe(fields),
      instrument: instrumentOf(fields),
      amount,
      currency: currencyIn(fields('currency')),
    }),
  ]
}

/** Splits, mergers, spin-offs: the codes of IBKR's field `type`. */
const actionFates: Readonly<Record<string, LineFate>> = {
  FS: 'split',
  RS: 'split',
  FI: 'split',
  TC: 'merger',
  TO: 'merger',
  IC: 'merger',
  CC: 'merger',
  CO: 'merger',
  DW: 'merger',
  BM: 'merger',
  TM: 'merger',
  SO: 'delivery',
  SD: 'delivery',
  HD: 'delivery',
  HI: 'delivery',
  RI: 'delivery',
  OR: 'delivery',
  SR: 'delivery',
  PI: 'delivery',
  CD: 'dividend',
  CI: 'dividend',
}

function readAction(booking: FlexBooking): readonly StatementLine[] {
  const { place, fields } = booking
  if (fields('levelofdetail').toUpperCase() === 'SUMMARY') return [ignoredLine(place, 'This row is a total.')]
  const described = fields('actiondescription') + fields('description')
  const fate = actionFates[fields('type').toUpperCase()] ?? fateByWords(described)
  if (fate === null) throw new UnreadRow(`The corporate action "${fields('type')}" is not known.`)
  const ratio = /\bSPLIT\s+(\d+(?:\.\d+)?) FOR (\d+(?:\.\d+)?)/i.exec(described)
  return [
    makeLine(place, {
      ...datesOf(booking),
      fate,
      reference: referenceOf(fields),
      description: describe(fields),
      instrument: neededInstrument(fields),
      quantity: needed(numberOf(fields, 'quantity', 'quantity'), 'quantity'),
      amount: numberOf(fields, 'proceeds', 'proceeds') ?? '0',
      currency: currencyIn(fields('currency')),
      ratio: ratio ? { from: ratio[2]!, to: ratio[1]! } : null,
    }),
  ]
}

export function fateByWords(described: string): LineFate | null {
  if (/\bSPLIT\b/i.test(described)) return 'split'
  if (/\b(MERGED|ACQUISITION|TENDERED|EXCHANGE|CUSIP\/ISIN CHANGE)\b/i.test(described)) return 'merger'
  if (/\b(SPINOFF|STOCK DIVIDEND|RIGHTS ISSUE|SUBSCRI|DELIST)/i.test(described)) return 'delivery'
  return null
}

function readTransfer(booking: FlexBooking): readonly StatementLine[] {
  const { place, fields } = booking
  const isOut = fields('direction').toUpperCase() === 'OUT'
  const base = { ...datesOf(booking), reference: referenceOf(fields), description: describe(fields) }
  const currency = currencyIn(fields('currency'))
  const cash = numberOf(fields, 'cashtransfer', 'transferred cash') ?? '0'
  const size = numberOf(fields, 'quantity', 'quantity') ?? '0'
  const lines: StatementLine[] = []
  if (!isZero(size) && fields('assetcategory').toUpperCase() !== 'CASH')
    lines.push(
      makeLine(place, {
        ...base,
        fate: 'delivery',
        instrument: neededInstrument(fields),
        quantity: isOut ? negated(absolute(size)) : size,
        currency,
      }),
    )
  if (!isZero(cash)) {
    const amount = isOut ? negated(absolute(cash)) : cash
    lines.push(makeLine(place, { ...base, fate: isNegative(amount) ? 'withdrawal' : 'deposit', amount, currency }))
  }
  if (lines.length === 0) throw new UnreadRow('The transfer has neither securities nor cash.')
  return lines
}

function notePosition({ place, fields, facts, dateOrder }: FlexBooking): readonly StatementLine[] {
  if (fields('levelofdetail').toUpperCase() === 'LOT') return [ignoredLine(place, 'This row is a lot of a position.')]
  const day = dayIn(fields('reportdate'), dateOrder)
  const quantity = needed(numberOf(fields, 'position', 'position'), 'position')
  facts.claims.push({ kind: 'position', day, instrument: neededInstrument(fields), quantity })
  return [ignoredLine(place, 'This row states a position, which is compared with what the rows add up to.')]
}

function noteCash({ place, fields, facts, dateOrder }: FlexBooking): readonly StatementLine[] {
  const currency = fields('currency')
  if (currency === 'BASE_SUMMARY' || currency === '') return [ignoredLine(place, 'This row sums up all currencies.')]
  const date = fields('todate') === '' ? fields('reportdate') : fields('todate')
  const amount = needed(numberOf(fields, 'endingcash', 'ending cash'), 'ending cash')
  facts.claims.push({ kind: 'cash', day: dayIn(date, dateOrder), currency: currencyIn(currency), amount })
  return [ignoredLine(place, 'This row states a balance, which is compared with what the rows add up to.')]
}

const numberOf = (fields: FlexFields, name: string, label: string): string | null =>
  numberIn(fields(name), label, 'point')

function datesOf({ fields, dateOrder }: FlexBooking): Pick<LineParts, 'day' | 'settlementDay'> {
  const day = ['tradedate', 'datetime', 'date', 'reportdate', 'settledate', 'settledatetarget']
    .map(fields)
    .find((text) => text !== '')
  const settled = [fields('settledate'), fields('settledatetarget')].find((text) => text !== '')
  return {
    day: dayIn(day ?? '', dateOrder),
    settlementDay: settled === undefined ? null : dayIn(settled, dateOrder),
  }
}

function referenceOf(fields: FlexFields): string | null {
  return [fields('transactionid'), fields('tradeid')].find((text) => text !== '' && text !== '0') ?? null
}

const assetTypes: Readonly<Record<string, StatementInstrument['assetType']>> = {
  STK: 'EQUITY',
  FUND: 'MUTUAL_FUND',
  OPT: 'OPTION',
  FOP: 'OPTION',
  BOND: 'BOND',
  BILL: 'BOND',
  CRYPTO: 'CRYPTO',
}

function instrumentOf(fields: FlexFields): StatementInstrument | null {
  const described = fields('description')
  // `VT(US9220427424) CASH DIVIDEND ...`
  const inWords = /^([A-Z0-9][A-Z0-9. ]*?)\s*\(([A-Z0-9]+)\)/.exec(described)
  const symbol = fields('symbol') === '' ? (inWords?.[1] ?? null) : fields('symbol')
  const isin = fields('isin') === '' ? null : fields('isin')
  const category = fields('assetcategory').toUpperCase()
  const multiplier = Number(fields('multiplier') === '' ? '1' : fields('multiplier'))
  const isFund = fields('subcategory').toUpperCase() === 'ETF'
  const assetType =
    category === 'STK' && isFund ? 'ETF' : (assetTypes[category] ?? (category === '' ? undefined : 'OTHER'))
  return makeInstrument({
    symbol,
    isin,
    name: described === '' || inWords !== null ? null : described,
    ...(assetType === undefined ? {} : { assetType }),
    multiplier: Number.isFinite(multiplier) && multiplier > 0 ? multiplier : 1,
  })
}

function neededInstrument(fields: FlexFields): StatementInstrument {
  const instrument = instrumentOf(fields)
  if (instrument === null || (instrument.symbol === null && instrument.isin === null))
    throw new UnreadRow('The row has neither a symbol nor an ISIN.')
  return instrument
}

function describe(fields: FlexFields): string {
  return [fields('type'), fields('buysell'), fields('description')].filter((text) => text !== '').join(': ')
}
