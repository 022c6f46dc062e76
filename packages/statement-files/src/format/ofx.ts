// Reads OFX and QFX files of brokerages (INVSTMTRS), of version 1 and 2. Securities are named in a list at the end of
// the file, so that list is read first.
import { absolute, isNegative, isZero, negated, sumOf } from '../exact-decimal.ts'
import {
  ignoredLine,
  makeInstrument,
  makeLine,
  readRow,
  UnreadRow,
  type LineParts,
  type RowPlace,
} from '../make-line.ts'
import type { ElementReader, EventSource, MarkupFormat, MarkupOptions } from '../markup/markup-format.ts'
import type { StatementInstrument, StatementLine } from '../statement-line.ts'
import { toEpochMs, type EpochMs, type LineFate } from '@clubfolio/domain'
import { currencyIn, dayIn, needed, numberIn } from '../table/table-row.ts'
import { contradictionOf } from '../trade-check.ts'

const bookings = (
  'BUYSTOCK BUYMF BUYOPT BUYDEBT BUYOTHER SELLSTOCK SELLMF SELLOPT SELLDEBT SELLOTHER INCOME REINVEST ' +
  'RETOFCAP INVEXPENSE MARGININTEREST INVBANKTRAN SPLIT TRANSFER CLOSUREOPT JRNLFUND JRNLSEC STMTTRN'
).split(' ')
const positions = ['POSSTOCK', 'POSMF', 'POSOPT', 'POSDEBT', 'POSOTHER']
const securities: Readonly<Record<string, StatementInstrument['assetType']>> = {
  STOCKINFO: 'EQUITY',
  MFINFO: 'MUTUAL_FUND',
  OPTINFO: 'OPTION',
  DEBTINFO: 'BOND',
  OTHERINFO: 'OTHER',
}

/** The values inside an element by the name of their own one, and by that with the name around it: `INVPOS.UNITS`. */
type Values = ReadonlyMap<string, string>

interface Aggregate {
  readonly name: string
  readonly place: RowPlace
  readonly values: Values
}

/** An element of a statement has some dozen values. */
const mostValues = 500

export const ofx: MarkupFormat = {
  format: 'ofx',
  async prepare(events, options) {
    return bookingReader(await findSecurities(events), options)
  },
}

/** Reads the list of securities, by their id. */
async function findSecurities(events: EventSource): Promise<ReadonlyMap<string, StatementInstrument>> {
  const found = new Map<string, StatementInstrument>()
  const watch = aggregateWatch(Object.keys(securities))
  for await (const event of events()) {
    const info = watch(event)
    const id = info?.values.get('UNIQUEID')
    if (info === null || id === undefined) continue
    const value = (name: string): string | null => info.values.get(name) ?? null
    const isIsin = value('UNIQUEIDTYPE')?.toUpperCase() === 'ISIN'
    const assetType = securities[info.name]!
    const shares = Number(value('SHPERCTRCT') ?? '100')
    const instrument = makeInstrument({
      symbol: value('TICKER') ?? (isIsin ? null : id),
      isin: isIsin ? id : null,
      name: value('SECNAME'),
      // The list calls a fund that is traded like a share a stock.
      ...(assetType === 'EQUITY' ? {} : { assetType }),
      multiplier: assetType === 'OPTION' && Number.isSafeInteger(shares) && shares > 0 ? shares : 1,
    })
    if (instrument) found.set(id, instrument)
  }
  return found
}

/** Collects the values of the named elements, and returns each when it ends. */
function aggregateWatch(names: readonly string[]): (event: Parameters<ElementReader['read']>[0]) => Aggregate | null {
  const open: string[] = []
  let current: { name: string; line: number; text: string; depth: number; values: Map<string, string> } | null = null
  return (event) => {
    if (event.kind === 'open') {
      open.push(event.name)
      if (current) current.text += `<${event.name}>`
      else if (names.includes(event.name))
        current = { name: event.name, line: event.line, text: `<${event.name}>`, depth: open.length, values: new Map() }
      return null
    }
    if (event.kind === 'text') {
      if (!current || current.values.size > mostValues) return null
      const [around = '', own = ''] = open.slice(-2)
      const text = event.text.trim()
      if (!current.values.has(own)) current.values.set(own, text)
      current.values.set(`${around}.${own}`, text)
      if (current.text.length < 500) current.text += text
      return null
    }
    open.pop()
    if (!current || open.length >= current.depth) return null
    const { name, line, text, values } = current
    current = null
    return { name, place: { line, text }, values }
  }
}

interface Account {
  currency: string
  number: string
  asOf: string
}

function bookingReader(known: ReadonlyMap<string, StatementInstrument>, { facts }: MarkupOptions): ElementReader {
  const watch = aggregateWatch([...bookings, ...positions, 'INVBAL'])
  const account: Account = { currency: '', number: '', asOf: '' }
  let name = ''
  let isBank = false
  return {
    read(event) {
      const aggregate = watch(event)
      if (event.kind === 'open') {
        name = event.name
        if (name === 'STMTRS' || name === 'CCSTMTRS') isBank = true
        if (name === 'INVSTMTRS') {
          isBank = false
          Object.assign(account, { currency: '', number: '', asOf: '' })
        }
      }
      if (event.kind === 'text' && !isBank) {
        if (name === 'CURDEF') account.currency = event.text.trim()
        // Balances of their own have days of their own, further below.
        if (name === 'DTASOF' && account.asOf === '') account.asOf = event.text.trim()
        if (name === 'ACCTID' && account.number === '') account.number = event.text.trim()
      }
      if (event.kind === 'close' && event.name === 'INVACCTFROM') facts.accountNumber ??= account.number
      if (aggregate === null) return []
      const { place } = aggregate
      if (isBank) return [ignoredLine(place, 'This row belongs to a bank account.')]
      if (facts.accountNumber !== null && account.number !== '' && account.number !== facts.accountNumber)
        return [ignoredLine(place, `This row belongs to another account, ${account.number}.`)]
      facts.baseCurrency ??= account.currency === '' ? null : account.currency
      return readRow(place, () => readAggregate(aggregate, { known, account, facts }))
    },
  }
}

interface Context {
  readonly known: ReadonlyMap<string, StatementInstrument>
  readonly account: Account
  readonly facts: MarkupOptions['facts']
}

function readAggregate(aggregate: Aggregate, context: Context): readonly StatementLine[] {
  const { name, place, values } = aggregate
  const { facts, account } = context
  if (name === 'INVBAL') {
    const amount = numberOf(values, 'AVAILCASH', 'available cash')
    if (amount !== null)
      facts.claims.push({ kind: 'cash', day: dayOf(account.asOf), currency: currencyIn(account.currency), amount })
    return [ignoredLine(place, 'This row states a balance, which is compared with what the rows add up to.')]
  }
  if (positions.includes(name)) {
    const units = needed(numberOf(values, 'UNITS', 'number of units'), 'number of units')
    const isShort = values.get('POSTYPE')?.toUpperCase() === 'SHORT'
    const quantity = isShort ? negated(absolute(units)) : units
    const instrument = neededInstrument(values, context)
    facts.claims.push({ kind: 'position', day: dayOf(account.asOf), instrument, quantity })
    return [ignoredLine(place, 'This row states a position, which is compared with what the rows add up to.')]
  }
  if (name === 'JRNLFUND' || name === 'JRNLSEC')
    return [ignoredLine(place, 'This row moves something between parts of the same account.')]
  const date = ['DTTRADE', 'DTPOSTED'].map((key) => values.get(key)).find((text) => text !== undefined) ?? ''
  const settled = values.get('DTSETTLE')
  const base = {
    day: dayOf(date),
    atMs: instantOf(date),
    settlementDay: settled === undefined ? null : dayOf(settled),
    reference: values.get('FITID') ?? null,
    description: [...new Set([values.get('NAME'), values.get('MEMO')])].filter((text) => text !== undefined).join(': '),
    instrument: instrumentOf(values, context),
    // Amounts are in the currency of CURRENCY; with ORIGCURRENCY they are converted already.
    currency: currencyIn(values.get('CURRENCY.CURSYM') ?? account.currency),
  }
  return partsOf(aggregate, base.currency, context).map((parts) => makeLine(place, { ...base, ...parts }))
}

function partsOf({ name, values }: Aggregate, currency: string, context: Context): readonly LineParts[] {
  if (name.startsWith('BUY') || name.startsWith('SELL'))
    return [tradeParts(name.startsWith('BUY') ? 1 : -1, values, currency, context)]
  if (name === 'INVBANKTRAN' || name === 'STMTTRN') return [bankParts(values)]
  if (name === 'SPLIT') return [splitParts(values, context)]
  if (name === 'TRANSFER') return [transferParts(values, context)]
  if (name === 'CLOSUREOPT') {
    const quantity = needed(numberOf(values, 'UNITS', 'number of units'), 'number of units')
    return [
      { fate: 'trade', instrument: neededInstrument(values, context), quantity, price: '0', priceCurrency: currency },
    ]
  }
  const total = needed(numberOf(values, 'TOTAL', 'total'), 'total')
  if (name === 'REINVEST') {
    const paid = absolute(total)
    return [{ fate: incomeFate(values), amount: paid }, tradeParts(1, values, currency, context)]
  }
  if (name === 'INCOME') return [{ fate: incomeFate(values), amount: total, tax: withheldOf(values) }]
  if (name === 'RETOFCAP') return [{ fate: 'dividend', amount: absolute(total) }]
  if (name === 'INVEXPENSE') return [{ fate: 'fee', amount: negated(absolute(total)) }]
  return [{ fate: 'interest', amount: total }]
}

const incomeFate = (values: Values): LineFate =>
  values.get('INCOMETYPE')?.toUpperCase() === 'INTEREST' ? 'interest' : 'dividend'

function tradeParts(side: 1 | -1, values: Values, priceCurrency: string, context: Context): LineParts {
  const instrument = neededInstrument(values, context)
  const size = absolute(needed(numberOf(values, 'UNITS', 'number of units'), 'number of units'))
  if (isZero(size)) throw new UnreadRow('The number of units is zero.')
  const quantity = side === 1 ? size : negated(size)
  const price = needed(numberOf(values, 'UNITPRICE', 'unit price'), 'unit price')
  const total = absolute(needed(numberOf(values, 'TOTAL', 'total'), 'total'))
  const amount = side === 1 ? negated(total) : total
  const fee = sumOfValues(values, ['COMMISSION', 'FEES', 'LOAD'])
  const tax = sumOf(sumOfValues(values, ['TAXES']), withheldOf(values))
  const shares = Number(values.get('SHPERCTRCT') ?? instrument.multiplier)
  const multiplier = Number.isSafeInteger(shares) && shares > 0 ? shares : instrument.multiplier
  const reason = contradictionOf({ quantity, price, multiplier, amount, fee, tax })
  return {
    fate: 'trade',
    instrument: { ...instrument, multiplier },
    quantity,
    price,
    priceCurrency,
    amount,
    fee,
    tax,
    reason,
  }
}

const withheldOf = (values: Values): string => sumOfValues(values, ['WITHHOLDING', 'STATEWITHHOLDING'])

const sumOfValues = (values: Values, names: readonly string[]): string =>
  sumOf(...names.map((name) => absolute(numberOf(values, name, name.toLowerCase()) ?? '0')))

const bankFates: Readonly<Record<string, LineFate>> = {
  INT: 'interest',
  DIV: 'dividend',
  FEE: 'fee',
  SRVCHG: 'fee',
}

function bankParts(values: Values): LineParts {
  const amount = needed(numberOf(values, 'TRNAMT', 'amount'), 'amount')
  const fate = bankFates[values.get('TRNTYPE')?.toUpperCase() ?? '']
  return { fate: fate ?? (isNegative(amount) ? 'withdrawal' : 'deposit'), amount }
}

function splitParts(values: Values, context: Context): LineParts {
  const before = needed(numberOf(values, 'OLDUNITS', 'number of old units'), 'number of old units')
  const after = needed(numberOf(values, 'NEWUNITS', 'number of new units'), 'number of new units')
  const to = numberOf(values, 'NUMERATOR', 'ratio')
  const from = numberOf(values, 'DENOMINATOR', 'ratio')
  return {
    fate: 'split',
    instrument: neededInstrument(values, context),
    quantity: sumOf(after, negated(before)),
    ratio: from === null || to === null || isZero(from) || isZero(to) ? null : { from, to },
    amount: numberOf(values, 'FRACCASH', 'cash for fractions') ?? '0',
  }
}

function transferParts(values: Values, context: Context): LineParts {
  const units = needed(numberOf(values, 'UNITS', 'number of units'), 'number of units')
  const isOut = values.get('TFERACTION')?.toUpperCase() === 'OUT'
  return {
    fate: 'delivery',
    instrument: neededInstrument(values, context),
    quantity: isOut ? negated(absolute(units)) : units,
  }
}

function instrumentOf(values: Values, { known }: Context): StatementInstrument | null {
  const id = values.get('UNIQUEID')
  if (id === undefined) return null
  const isIsin = values.get('UNIQUEIDTYPE')?.toUpperCase() === 'ISIN'
  return known.get(id) ?? makeInstrument(isIsin ? { isin: id } : { symbol: id })
}

function neededInstrument(values: Values, context: Context): StatementInstrument {
  const instrument = instrumentOf(values, context)
  if (instrument === null) throw new UnreadRow('The row does not name a security.')
  return instrument
}

/** Amounts have a decimal point, in some banks' files a decimal comma. */
const numberOf = (values: Values, name: string, label: string): string | null =>
  numberIn(values.get(name) ?? '', label, 'either')

/** `20230522120000.000[-5:EST]` */
const dayOf = (text: string): string => dayIn(text.slice(0, 8), 'ymd')

function instantOf(text: string): EpochMs | null {
  const found =
    /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:\.\d{1,3})?\[([+-]?\d{1,2})(?:\.(\d{1,2}))?(?::\w+)?\]$/.exec(text)
  if (!found) return null
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number)
  // "-3.30" is three hours and thirty minutes.
  const hours = Number(found[7])
  const minutes = Number(found[8] ?? '0') * (found[7]!.startsWith('-') ? -1 : 1)
  return toEpochMs(Date.UTC(year!, month! - 1, day, hour, minute, second) - (hours * 60 + minutes) * 60_000)
}
