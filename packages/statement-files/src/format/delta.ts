// Reads the export of Delta, a tracker of shares and coins. A coin that pays for another one is a holding, not money,
// so such a row delivers both of them. Times have a zone; the day is that of the row.
import { absolute, isZero, negated, sumOf } from '../exact-decimal.ts'
import { ignoredLine, makeInstrument, makeLine, UnreadRow, type LineParts } from '../make-line.ts'
import { readInstant } from '../read-day.ts'
import type { StatementInstrument, StatementLine } from '../statement-line.ts'
import type { TableFormat } from '../table/table-format.ts'
import { hasColumns, indexColumns, needed, RowCells } from '../table/table-row.ts'

export const delta: TableFormat = {
  format: 'delta',
  dates: 'ymd',
  hasTextAtEnd: true,
  isHead: (cells) =>
    hasColumns(cells, [
      'Date',
      'Way',
      'Base amount',
      'Base currency (name)',
      'Base type',
      'Quote amount',
      'Quote currency',
    ]),
  open({ head }) {
    const index = indexColumns(head)
    return { read: (row) => readDeltaRow(new RowCells(row, index, 'point')) }
  },
}

/** An amount of something: money of an ISO code, or units of a holding. */
interface Asset {
  readonly code: string
  readonly instrument: StatementInstrument | null
}

/** Codes of money among all codes of Delta, which does not say whether a quote is a coin. */
const moneys = new Set(
  (
    'USD EUR GBP CHF JPY CAD AUD NZD SEK NOK DKK PLN CZK HUF RON BGN ISK TRY ILS ZAR MXN BRL ARS CLP COP PEN ' +
    'INR CNY HKD SGD TWD KRW THB IDR MYR PHP VND AED SAR RUB UAH'
  ).split(' '),
)

const assetTypes: Readonly<Record<string, StatementInstrument['assetType']>> = {
  CRYPTO: 'CRYPTO',
  STOCK: 'EQUITY',
  FUND: 'MUTUAL_FUND',
  ETF: 'ETF',
}

/** `SOL (Solana)` */
function assetOf(text: string, type: string): Asset | null {
  const found = /^(\S+)(?:\s+\((.*)\))?$/.exec(text)
  if (!found) return null
  const [, code = '', name = null] = found
  if (type === 'FIAT' || (type === '' && moneys.has(code))) return { code, instrument: null }
  return { code, instrument: makeInstrument({ symbol: code, name, assetType: assetTypes[type] ?? 'CRYPTO' }) }
}

function readDeltaRow(cells: RowCells): readonly StatementLine[] {
  const way = cells.text('way').toUpperCase()
  const written = cells.text('date')
  const base = assetOf(cells.text('base currency (name)'), cells.text('base type').toUpperCase())
  if (base === null) throw new UnreadRow('The row does not say what was moved.')
  const common = {
    day: cells.day('date', 'ymd'),
    atMs: readInstant(written),
    description: [way, cells.textOrNull('exchange') ?? cells.textOrNull('broker'), cells.textOrNull('notes')]
      .filter((part) => part !== null)
      .join(', '),
  }
  if (way === 'TRANSFER')
    return [ignoredLine(cells.row, 'This row moves a holding between wallets of the owner.', common)]
  const feeAmount = absolute(cells.number('fee amount', 'fee') ?? '0')
  const feeAsset = isZero(feeAmount) ? null : assetOf(cells.text('fee currency (name)'), '')
  const parts = movesOf(
    way,
    base,
    cells,
    feeAsset?.instrument === null ? { code: feeAsset.code, amount: feeAmount } : null,
  )
  const isJoined = parts.some(({ fee }) => fee !== undefined && fee !== '0')
  const own = feeAsset !== null && !isJoined ? [moveOf(feeAsset, negated(feeAmount), 'fee')] : []
  return [...parts, ...own].map((part) => makeLine(cells.row, { ...common, ...part }))
}

function movesOf(way: string, base: Asset, cells: RowCells, fee: { code: string; amount: string } | null): LineParts[] {
  const isIn = /^(BUY|DEPOSIT)$/.test(way)
  if (way === 'DEPOSIT' || way === 'WITHDRAW') {
    const size = absolute(cells.neededNumber('base amount', 'amount'))
    return [moveOf(base, isIn ? size : negated(size), isIn ? 'deposit' : 'withdrawal')]
  }
  const quote = assetOf(cells.text('quote currency'), '')
  if (quote === null) throw new UnreadRow('The row does not say what was paid.')
  const paid = absolute(needed(cells.number('quote amount', 'quote amount'), 'quote amount'))
  const cost = fee?.code === quote.code ? fee.amount : '0'
  if (way === 'DIVIDEND') {
    if (quote.instrument) return [moveOf(quote, paid, 'dividend')]
    return [
      {
        fate: 'dividend',
        instrument: base.instrument,
        amount: sumOf(paid, negated(cost)),
        fee: cost,
        currency: quote.code,
      },
    ]
  }
  if (way !== 'BUY' && way !== 'SELL') throw new UnreadRow(`The way "${cells.text('way')}" is not known.`)
  const size = absolute(cells.neededNumber('base amount', 'amount'))
  if (isZero(size)) throw new UnreadRow('The amount is zero.')
  const [quantity, money] = isIn ? [size, negated(paid)] : [negated(size), paid]
  if (base.instrument && !quote.instrument) {
    const amount = sumOf(money, negated(cost))
    return [{ fate: 'trade', instrument: base.instrument, quantity, amount, fee: cost, currency: quote.code }]
  }
  return [moveOf(base, quantity, 'exchange'), moveOf(quote, money, 'exchange')]
}

/** Moves money, or delivers a holding. */
function moveOf(
  asset: Asset,
  amount: string,
  fate: 'deposit' | 'withdrawal' | 'fee' | 'exchange' | 'dividend',
): LineParts {
  return asset.instrument === null
    ? { fate, amount, currency: asset.code }
    : { fate: 'delivery', instrument: asset.instrument, quantity: amount, currency: asset.code }
}
