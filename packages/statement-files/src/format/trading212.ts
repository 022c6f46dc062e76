// Reads the CSV export of Trading 212. Amounts are positive and after fees; the action gives their sign. The total is
// in the account's currency, the price in the security's.
import { absolute, isZero, negated, rateOf, sumOf } from '../exact-decimal.ts'
import { makeInstrument, makeLine, UnreadRow, type LineParts } from '../make-line.ts'
import { inMajorUnit } from '../major-unit.ts'
import { readInstant } from '../read-day.ts'
import type { StatementLine } from '../statement-line.ts'
import { currencyIn, dayIn, hasColumns, indexColumns, needed, RowCells, type TableRow } from '../table/table-row.ts'
import { contradictionOf } from '../trade-check.ts'
import type { TableFormat } from '../table/table-format.ts'

/** Actions that change a position and move no cash. */
const movements: Readonly<Record<string, readonly [fate: 'split' | 'delivery', sign: 1 | -1]>> = {
  'stock split open': ['split', 1],
  'stock split close': ['split', -1],
  'stock distribution': ['delivery', 1],
  'transfer in': ['delivery', 1],
  'transfer out': ['delivery', -1],
}

/** Columns of a row whose notes and id come before the shares, as newer exports write them. */
const newerColumns = [
  ['action', 'time', 'isin', 'ticker', 'name', 'notes', 'id', 'no. of shares', 'price / share'],
  ['currency (price / share)', 'exchange rate', 'result', 'currency (result)', 'total', 'currency (total)'],
  ['withholding tax', 'currency (withholding tax)', 'currency conversion fee', 'currency (currency conversion fee)'],
].flat()

export const trading212: TableFormat = {
  format: 'trading212',
  dates: 'ymd',
  isHead: (cells) =>
    hasColumns(cells, ['Action', 'ISIN', 'Ticker', 'No. of shares', 'Price / share', 'Total']) &&
    (hasColumns(cells, ['Time']) || hasColumns(cells, ['Time (UTC)'])),
  open({ head, facts }) {
    const written = indexColumns(head)
    const newer = indexColumns(newerColumns)
    // Files that people joined from exports of different years have rows in the newer order below the older headings.
    const isNewer = (row: TableRow) => /^EOF\d+$/.test(row.cells[6] ?? '') && written.get('no. of shares') === 5
    return {
      read(row) {
        const line = readTrading212Row(new RowCells(row, isNewer(row) ? newer : written, 'point'))
        facts.baseCurrency ??= line.currency === '' ? null : line.currency
        return [line]
      },
    }
  },
}

function readTrading212Row(cells: RowCells): StatementLine {
  const utc = cells.text('time (utc)')
  const time = utc === '' ? cells.text('time') : utc
  const action = cells.text('action')
  const notes = cells.textOrNull('notes')
  return makeLine(cells.row, {
    day: dayIn(time, 'ymd'),
    atMs: utc === '' ? null : readInstant(`${utc.replace(/Z$/, '')}Z`),
    reference: cells.textOrNull('id'),
    description: [action, cells.textOrNull('name') ?? notes].filter((part) => part !== null).join(': '),
    instrument: makeInstrument({
      symbol: cells.textOrNull('ticker'),
      isin: cells.textOrNull('isin'),
      name: cells.textOrNull('name'),
    }),
    currency: currencyIn(cells.text('currency (total)')),
    ...partsOf(action.toLowerCase(), cells),
  })
}

function partsOf(action: string, cells: RowCells): LineParts {
  const side = /\bbuy$/.test(action) ? 1 : /\bsell$/.test(action) ? -1 : 0
  if (side !== 0) return tradeParts(side, cells)
  const movement = movements[action]
  if (movement) {
    const quantity = cells.neededNumber('no. of shares', 'number of shares')
    const [fate, sign] = movement
    return { fate, quantity: sign === 1 ? quantity : negated(quantity), ...priceParts(cells), amount: '0' }
  }
  const amount = cells.neededNumber('total', 'total')
  if (action.startsWith('dividend')) return { fate: 'dividend', amount, ...withheld(cells) }
  if (action === 'deposit') return { fate: 'deposit', amount: absolute(amount) }
  if (action === 'withdrawal') return { fate: 'withdrawal', amount: negated(absolute(amount)) }
  if (/interest|lending/.test(action)) return { fate: 'interest', amount }
  if (/\bfee\b|card debit/.test(action)) return { fate: 'fee', amount: negated(absolute(amount)) }
  if (/cashback/.test(action)) return { fate: 'interest', amount }
  throw new UnreadRow(`The action "${cells.text('action')}" is not known.`)
}

const feeColumns = [
  'currency conversion fee',
  'finra fee',
  'transaction fee',
  'stamp duty reserve tax',
  'stamp duty',
  'french transaction tax',
  'ptm levy',
]

function tradeParts(side: 1 | -1, cells: RowCells): LineParts {
  const size = cells.neededNumber('no. of shares', 'number of shares')
  if (isZero(size)) throw new UnreadRow('The number of shares is zero.')
  const total = absolute(cells.neededNumber('total', 'total'))
  const currency = cells.text('currency (total)')
  const fees = feeColumns.filter((column) => {
    const charged = cells.text(`currency (${column})`)
    return cells.text(column) !== '' && charged !== currency
  })
  // The total is after all fees; one in another currency cannot be told apart from the price.
  if (fees.length > 0) throw new UnreadRow(`The ${fees[0]} is in another currency than the total.`)
  const [quantity, amount] = side === 1 ? [size, negated(total)] : [negated(size), total]
  const { price, priceCurrency, rate } = priceParts(cells)
  const fee = sumOfFees(cells)
  const isComparable = rate !== null || priceCurrency === currency
  const checked = { quantity, price, multiplier: 1, amount, fee, tax: '0', rate }
  const reason = isComparable ? contradictionOf(checked) : null
  return { fate: 'trade', quantity, price, priceCurrency, rate, amount, fee, reason }
}

function sumOfFees(cells: RowCells): string {
  return sumOf(...feeColumns.map((column) => absolute(cells.number(column, column) ?? '0')))
}

interface Priced {
  readonly price: string
  readonly priceCurrency: string
  readonly rate: string | null
}

function priceParts(cells: RowCells): Priced {
  const price = needed(cells.number('price / share', 'price'), 'price')
  const written = currencyIn(cells.text('currency (price / share)'))
  const shown = cells.text('exchange rate')
  const perUnit = /^[\d.]+$/.test(shown) ? cells.number('exchange rate', 'exchange rate') : null
  return { ...inMajorUnit(price, written), rate: perUnit === null ? null : majorRate(perUnit, written) }
}

/** The file has units of the price's currency for one of the account's: 1.09303 dollars for a euro. */
function majorRate(perUnit: string, written: string): string | null {
  return rateOf(inMajorUnit('100', written).price === '1' ? '100' : '1', perUnit)
}

/** A tax in another currency is already taken off the total, and the file has no rate for it. */
function withheld(cells: RowCells): Partial<LineParts> {
  const tax = cells.number('withholding tax', 'withholding tax')
  const currency = cells.text('currency (withholding tax)')
  if (tax === null || isZero(tax)) return {}
  if (currency === cells.text('currency (total)')) return { tax: absolute(tax) }
  return { reason: `The amount is after a withholding tax of ${tax} ${currency}, for which the file has no rate.` }
}
