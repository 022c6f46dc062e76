// Reads the activity feed of Freetrade. Amounts are positive and in the account's currency; the type gives their sign.
// Prices and withheld taxes are in the security's currency, each with its rate.
import { absolute, isZero, negated, productOf, rateOf } from '../exact-decimal.ts'
import { ignoredLine, makeInstrument, makeLine, UnreadRow, type LineParts } from '../make-line.ts'
import { readInstant } from '../read-day.ts'
import type { StatementLine } from '../statement-line.ts'
import type { TableFormat } from '../table/table-format.ts'
import { currencyIn, hasColumns, indexColumns, RowCells } from '../table/table-row.ts'
import { contradictionOf } from '../trade-check.ts'

export const freetrade: TableFormat = {
  format: 'freetrade',
  dates: 'ymd',
  isHead: (cells) =>
    hasColumns(cells, [
      'Title',
      'Type',
      'Timestamp',
      'Account Currency',
      'Total Amount',
      'Buy / Sell',
      'ISIN',
      'Quantity',
    ]),
  open({ head, facts }) {
    const index = indexColumns(head)
    return {
      read(row) {
        const line = readFreetradeRow(new RowCells(row, index, 'point'))
        facts.baseCurrency ??= line.currency === '' ? null : line.currency
        return [line]
      },
    }
  },
}

const documents = ['MONTHLY_STATEMENT', 'TAX_CERTIFICATE', 'QUARTERLY_REPORT']

function readFreetradeRow(cells: RowCells): StatementLine {
  const type = cells.text('type').toUpperCase()
  const instant = cells.text('timestamp')
  const base = {
    day: cells.day('timestamp', 'ymd'),
    atMs: readInstant(instant),
    reference: cells.textOrNull('order id'),
    description: `${type.toLowerCase().replaceAll('_', ' ')}: ${cells.text('title')}`,
  }
  if (documents.includes(type)) return ignoredLine(cells.row, 'This row is a document.', base)
  const symbol = cells.textOrNull('ticker')
  const isin = cells.textOrNull('isin')
  const isSecurity = symbol !== null || isin !== null
  return makeLine(cells.row, {
    ...base,
    instrument: isSecurity ? makeInstrument({ symbol, isin, name: cells.text('title') }) : null,
    currency: currencyIn(cells.text('account currency')),
    ...partsOf(type, cells),
  })
}

function partsOf(type: string, cells: RowCells): LineParts {
  const total = absolute(cells.neededNumber('total amount', 'total amount'))
  if (type === 'ORDER' || type === 'FREESHARE_ORDER') return orderParts(type === 'FREESHARE_ORDER', total, cells)
  if (type === 'TOP_UP' || type === 'DEPOSIT') return { fate: 'deposit', amount: total }
  if (type === 'WITHDRAWAL') return { fate: 'withdrawal', amount: negated(total) }
  if (type.startsWith('INTEREST')) return { fate: 'interest', amount: total }
  if (/DIVIDEND|^PROPERTY$|DISTRIBUTION/.test(type)) return { fate: 'dividend', amount: total, ...withheld(cells) }
  if (/FEE|CHARGE|SUBSCRIPTION/.test(type)) return { fate: 'fee', amount: negated(total) }
  throw new UnreadRow(`The type "${cells.text('type')}" is not known.`)
}

function orderParts(isGift: boolean, total: string, cells: RowCells): LineParts {
  const side = cells.text('buy / sell').toUpperCase()
  if (side !== 'BUY' && side !== 'SELL') throw new UnreadRow('The row says neither BUY nor SELL.')
  const size = cells.neededNumber('quantity', 'quantity')
  if (isZero(size)) throw new UnreadRow('The quantity is zero.')
  const quantity = side === 'BUY' ? size : negated(size)
  const price = cells.neededNumber('price per share', 'price')
  const account = cells.text('account currency')
  const priceCurrency = currencyIn(cells.text('instrument currency'))
  const perUnit = cells.number('fx rate', 'rate')
  const rate = perUnit === null || priceCurrency === account ? null : rateOf('1', perUnit)
  const priced = { quantity, price, priceCurrency, rate }
  // A free share was never paid for.
  if (isGift) return { fate: 'delivery', ...priced, amount: '0' }
  const fee = absolute(cells.number('fx fee amount', 'fee') ?? '0')
  const tax = absolute(cells.number('stamp duty', 'stamp duty') ?? '0')
  const amount = side === 'BUY' ? negated(total) : total
  const accountPrice = cells.number('price per share in account currency', 'price') ?? price
  const reason = contradictionOf({ quantity, price: accountPrice, multiplier: 1, amount, fee, tax })
  return { fate: 'trade', ...priced, amount, fee, tax, reason }
}

/** The tax is in the security's currency; the row's rate turns it into the account's. */
function withheld(cells: RowCells): Partial<LineParts> {
  const tax = cells.number('dividend withheld tax amount', 'withheld tax')
  if (tax === null || isZero(tax)) return {}
  const currency = cells.text('instrument currency')
  if (currency === cells.text('account currency')) return { tax: absolute(tax) }
  const rate = cells.number('base fx rate', 'rate')
  return rate === null
    ? { reason: `The amount is after a withholding tax of ${tax} ${currency}, for which the row has no rate.` }
    : { tax: productOf(absolute(tax), rate) }
}
