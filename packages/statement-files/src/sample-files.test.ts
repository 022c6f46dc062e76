// The anonymised exports of brokerages, outside of the repository: what becomes of each row, and sums that equal those of
// a script of its own (testing/book-cells.ts).
import { readFileSync } from 'node:fs'
import { skipWithoutMarketData } from '@clubfolio/domain/testing/market-data'
import { beforeEach, describe, expect, it } from 'vitest'
import { readStatement } from './read-statement.ts'
import type { Statement } from './statement-line.ts'
import {
  bookCells,
  magnitude,
  namedRows,
  sampleFile,
  splitFile,
  whole,
  type Cells,
  type RawBooking,
} from './testing/book-cells.ts'
import { bookLines } from './testing/book-lines.ts'

const read = (name: string): Promise<Statement> => readStatement(readFileSync(sampleFile(name)))

function countFates({ lines }: Statement): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { fate } of lines) counts[fate] = (counts[fate] ?? 0) + 1
  return counts
}

const refused = ({ lines }: Statement): string[] =>
  lines.filter(({ fate }) => fate === 'unread').map(({ line, reason }) => `${line}: ${reason}`)

beforeEach(skipWithoutMarketData)

describe('Schwab', () => {
  const isoDay = (text: string): string => {
    const [month, day, year] = text.split(' as of ').at(-1)!.split('/')
    return `${year}-${month}-${day}`
  }
  const book = (row: Cells): RawBooking[] => {
    const action = row['Action']!
    if (action === '') return []
    const isSale = action === 'Sell'
    const kind = /^(Buy|Sell|Reinvest Shares)$/.test(action)
      ? 'trade'
      : action.includes('Split')
        ? 'split'
        : /Merger|Name Change|Conversion|Cash In Lieu/.test(action)
          ? 'merger'
          : row['Quantity'] === ''
            ? 'cash'
            : 'delivery'
    const quantity = whole(row['Quantity']!)
    return [
      {
        day: isoDay(row['Date']!),
        kind,
        security: row['Symbol'] === '' ? (/\((\w+)\)/.exec(row['Description']!)?.[1] ?? '') : row['Symbol']!,
        quantity: isSale ? -magnitude(quantity) : quantity,
        amount: whole(row['Amount']!),
        currency: 'USD',
      },
    ]
  }
  it.each([
    ['schwab-history-small.csv', { interest: 2, trade: 10, deposit: 1 }],
    ['schwab-history-2023-format.csv', { deposit: 1, trade: 6 }],
    ['schwab-cash-merger.csv', { merger: 2, trade: 1, deposit: 2, withdrawal: 1 }],
    [
      'schwab-history.csv',
      {
        trade: 43,
        dividend: 43,
        interest: 5,
        fee: 11,
        delivery: 3,
        withdrawal: 2,
        deposit: 1,
        tax: 1,
        split: 3,
        merger: 7,
        ignored: 1,
      },
    ],
  ])('understands every row of %s', async (name, counts) => {
    const statement = await read(name)
    expect(statement.format).toBe('schwab')
    expect(countFates(statement)).toEqual(counts)
    expect(statement.lines.filter(({ fate, reason }) => fate !== 'ignored' && reason !== null)).toEqual([])
    const rows = namedRows(name)
    expect(statement.lines).toHaveLength(rows.length)
    expect(bookLines(statement.lines, true)).toEqual(bookCells(rows.flatMap(book), true))
  })

  it('realises the loss of a cash merger and of the trades before it', async () => {
    const { lines } = await read('schwab-cash-merger.csv')
    expect(bookLines(lines, true)).toEqual({ positions: {}, cash: { USD: '1000' }, gains: { 'FOO USD': '-1506' } })
  })
})

describe('IBKR', () => {
  const isoDay = (text: string): string => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`

  it('reads the trades of a Flex query and refuses exchanges without their currencies', async () => {
    const statement = await read('ibkr-flex-trades.csv')
    expect(statement.format).toBe('ibkr-flex-csv')
    expect(countFates(statement)).toEqual({ trade: 8, unread: 3 })
    const why =
      'The row exchanges currencies, but the file does not say which ones. Add the column "Symbol" to the query.'
    expect(refused(statement)).toEqual([`10: ${why}`, `11: ${why}`, `12: ${why}`])
    const bookings = namedRows('ibkr-flex-trades.csv')
      .filter((row) => row['ISIN'] !== '')
      .map((row): RawBooking => ({
        day: isoDay(row['TradeDate']!),
        kind: 'trade',
        security: row['ISIN']!,
        quantity: whole(row['Quantity']!),
        amount: whole(row['IBCommission']!) - whole(row['TradeMoney']!),
        currency: row['CurrencyPrimary']!,
      }))
    expect(bookLines(statement.lines, false)).toEqual(bookCells(bookings, false))
  })

  it('reads the dividends of a Flex query', async () => {
    const statement = await read('ibkr-flex-dividends.csv')
    expect(countFates(statement)).toEqual({ dividend: 7, tax: 4 })
    expect(statement.lines[0]?.instrument).toMatchObject({ symbol: 'VT', isin: 'US9220427424' })
    const bookings = namedRows('ibkr-flex-dividends.csv').map((row): RawBooking => ({
      day: isoDay(row['SettleDate']!),
      kind: 'cash',
      amount: whole(row['Amount']!),
      currency: row['CurrencyPrimary']!,
    }))
    expect(bookLines(statement.lines, false)).toEqual(bookCells(bookings, false))
  })

  it('reads the transaction history of an activity statement', async () => {
    const statement = await read('ibkr-activity-statement.csv')
    expect(statement).toMatchObject({ format: 'ibkr-activity', accountNumber: 'U***00000', baseCurrency: 'GBP' })
    expect(countFates(statement)).toEqual({
      ignored: 7,
      dividend: 2,
      tax: 4,
      exchange: 2,
      trade: 2,
      interest: 1,
      deposit: 1,
    })
    expect(statement.claims).toEqual([{ kind: 'cash', day: '2025-12-31', currency: 'GBP', amount: '200' }])
    const rows = splitFile('ibkr-activity-statement.csv').filter(
      ([section, kind]) => section === 'Transaction History' && kind === 'Data',
    )
    const bookings = rows.map(
      ([, , day = '', , , type = '', symbol = '', quantity = '', , , , net = '']): RawBooking => {
        const isTrade = type === 'Buy' || type === 'Sell'
        return {
          day,
          kind: isTrade ? 'trade' : 'cash',
          security: symbol,
          quantity: isTrade ? whole(quantity) : 0n,
          // The one amount in scientific notation.
          amount: whole(net === '-2.637591265E-4' ? '-0.0002637591265' : net),
          currency: 'GBP',
        }
      },
    )
    expect(bookLines(statement.lines, true)).toEqual(bookCells(bookings, true))
  })
})

describe('Trading 212', () => {
  it('understands every row, those of a newer export below older headings too', async () => {
    const statement = await read('trading212.csv')
    expect(countFates(statement)).toEqual({
      deposit: 1,
      trade: 4,
      dividend: 3,
      interest: 1,
      delivery: 2,
      split: 2,
    })
    const bookings = splitFile('trading212.csv')
      .slice(1)
      .map((cells): RawBooking => {
        const [action = '', time = '', isin = ''] = cells
        const isNewer = cells[6]!.startsWith('EOF')
        const [shares, total] = isNewer ? [cells[7]!, '0'] : [cells[5]!, cells[11]!]
        const isOut = /sell|out|close/.test(action)
        const kind = action.startsWith('Market')
          ? 'trade'
          : /split/.test(action)
            ? 'split'
            : isNewer
              ? 'delivery'
              : 'cash'
        return {
          day: time.slice(0, 10),
          kind,
          security: isin,
          quantity: kind === 'cash' ? 0n : isOut ? -whole(shares) : whole(shares),
          amount: action === 'Market buy' ? -whole(total) : whole(total),
          currency: 'EUR',
        }
      })
    expect(bookLines(statement.lines, false)).toEqual(bookCells(bookings, false))
  })
})
