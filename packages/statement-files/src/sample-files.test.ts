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
        // The old shares of the reverse split have a number instead of their symbol.
        security:
          row['Symbol'] === '890260854'
            ? 'TNXP'
            : row['Symbol'] === ''
              ? (/\((\w+)\)/.exec(row['Description']!)?.[1] ?? '')
              : row['Symbol']!,
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
        // The two rows of the reverse split are one.
        split: 2,
        merger: 7,
        ignored: 2,
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
      split: 1,
      ignored: 1,
    })
    expect(statement.lines[11]).toMatchObject({ quantity: '-22.353585', ratio: { from: '29.80478', to: '7.451195' } })
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

const dayFirst = (text: string): string => text.slice(0, 10).split(/[-/]/).toReversed().join('-')

describe('DEGIRO', () => {
  it('joins the rows of an order, and ignores what moves between its own pockets', async () => {
    const statement = await read('degiro-account-nl.csv')
    expect(countFates(statement)).toEqual({
      ignored: 16,
      deposit: 2,
      exchange: 12,
      dividend: 9,
      tax: 6,
      fee: 8,
      trade: 13,
      withdrawal: 1,
      merger: 2,
      interest: 3,
      delivery: 1,
    })
    const pockets = /Sweep|Overboeking (van|naar) uw|Reservation|Processed Flatex|Conversion Fonds/
    const rows = splitFile('degiro-account-nl.csv').slice(1)
    const tradeWords = /(Koop|Verkoop|Compra|Achat|Sell) (\d+) .*@ ?\d/
    const bookings = rows.flatMap((row): RawBooking[] => {
      const [date = '', , , , isin = '', words = '', , currency = '', amount = '', , , order = ''] = row
      if (date === '' || pockets.test(words)) return []
      const ofOrder = rows.filter((one) => order.trim() !== '' && one[11] === order && one[7] === currency)
      const trade = tradeWords.exec(words)
      // A fee in the currency of the trade is a part of it.
      const isPart = !trade && ofOrder.some((one) => tradeWords.test(one[5]!))
      if (isPart) return []
      const paid = trade && ofOrder.length > 0 ? ofOrder.map((one) => one[8]!) : [amount]
      const shares = whole(trade?.[2] ?? '0')
      return [
        {
          day: dayFirst(date),
          kind: words.startsWith('PRODUCT')
            ? 'merger'
            : words.startsWith('STOCK')
              ? 'delivery'
              : trade
                ? 'trade'
                : 'cash',
          security: isin,
          quantity: /Verkoop|Sell/.test(words) ? -shares : shares,
          amount: paid.reduce((sum, text) => sum + whole(text.replace(',', '.')), 0n),
          currency,
        },
      ]
    })
    expect(bookLines(statement.lines, true)).toEqual(bookCells(bookings, true))
  })

  it('takes the rate of an exchange from the row, and completes an order id that is continued below', async () => {
    const { lines } = await read('degiro-account-nl.csv')
    const at = (line: number) => lines.find((one) => one.line === line)
    expect(at(18)).toMatchObject({
      fate: 'exchange',
      amount: '33.9',
      currency: 'USD',
      rate: '1.0624',
      priceCurrency: 'EUR',
    })
    expect(at(18)?.text).toContain('b017-a61a6d03c3e7')
    expect(at(59)).toMatchObject({
      fate: 'exchange',
      description: 'Crédito de divisa',
      currency: 'EUR',
      amount: '408.83',
    })
    expect(at(50)).toMatchObject({ amount: '-484.66', fee: '4.9', balance: '33.53' })
    expect(at(69)?.reason).toMatch(/^Quantity, price and fees make -672/)
  })
})

describe('eToro', () => {
  it('reads decimal commas, brackets and spaces, and keeps contracts for difference apart', async () => {
    const statement = await read('etoro.csv')
    expect(countFates(statement)).toEqual({
      interest: 1,
      dividend: 11,
      fee: 4,
      ignored: 1,
      withdrawal: 1,
      trade: 9,
      tax: 1,
    })
    const number = (text: string): bigint => {
      const plain = text
        .trim()
        .replace(/ /g, '')
        .replace(/,(\d\d)\b(?!\.)/, '.$1')
        .replace(/,/g, '')
      return plain.startsWith('(') ? -whole(plain.slice(1, -1)) : whole(plain)
    }
    const bookings = namedRows('etoro.csv')
      .filter((row) => row['Type'] !== 'Withdrawal Conversion Fee')
      .map((row): RawBooking => {
        const isOpening = row['Type'] === 'Open Position'
        const isTrade = isOpening || row['Type'] === 'Position closed'
        const amount = number(row['Amount']!)
        const units = isTrade ? number(row['Units']!) : 0n
        const symbol = row['Details']!.split('/')[0]!
        return {
          day: dayFirst(row['Date']!),
          kind: isTrade ? 'trade' : 'cash',
          security: row['Asset type'] === 'CFD' ? `${symbol} CFD` : symbol,
          quantity: isOpening ? units : -units,
          amount: isOpening ? -amount : amount,
          currency: 'USD',
        }
      })
    expect(bookLines(statement.lines, false)).toEqual(bookCells(bookings, false))
  })
})

describe('Swissquote', () => {
  it('reads semicolons, and takes the costs of a transfer as a fee of their own', async () => {
    const statement = await read('swissquote.csv')
    expect(countFates(statement)).toEqual({ withdrawal: 2, fee: 3, exchange: 4, trade: 10, dividend: 3, interest: 1 })
    expect(statement.lines.filter(({ reason }) => reason !== null)).toEqual([])
    const rows = namedRows('swissquote.csv', ';')
    expect(new Set(statement.lines.map(({ line }) => line)).size).toBe(rows.length)
    const bookings = rows.map((row): RawBooking => {
      const type = row['Transaction']!
      const isTrade = type === 'Buy' || type === 'Sell'
      const shares = isTrade ? whole(row['Quantity']!) : 0n
      return {
        day: dayFirst(row['Date']!),
        kind: isTrade ? 'trade' : 'cash',
        security: row['ISIN']!,
        quantity: type === 'Sell' ? -shares : shares,
        amount: whole(row['Net Amount']!),
        currency: row['Currency']!,
      }
    })
    expect(bookLines(statement.lines, true)).toEqual(bookCells(bookings, true))
  })
})

describe('Revolut', () => {
  it('signs the totals of trades, and ignores moves between its own companies', async () => {
    const statement = await read('revolut-invest.csv')
    expect(countFates(statement)).toEqual({
      withdrawal: 1,
      deposit: 1,
      trade: 4,
      dividend: 1,
      fee: 1,
      ignored: 3,
      split: 1,
    })
    const bookings = namedRows('revolut-invest.csv')
      .filter((row) => !row['Type']!.startsWith('TRANSFER'))
      .map((row): RawBooking => {
        const type = row['Type']!
        const shares = whole(row['Quantity']!.replace(',', '.'))
        const total = whole(row['Total Amount']!)
        return {
          day: row['Date']!.slice(0, 10),
          kind: /^(BUY|SELL)/.test(type) ? 'trade' : type === 'STOCK SPLIT' ? 'split' : 'cash',
          security: row['Ticker']!,
          quantity: type.startsWith('SELL') ? -shares : shares,
          amount: type.startsWith('BUY') ? -total : total,
          currency: row['Currency']!,
        }
      })
    expect(bookLines(statement.lines, false)).toEqual(bookCells(bookings, false))
  })
})

describe('Freetrade', () => {
  it('signs amounts by the type of the row, and takes a free share as delivered', async () => {
    const statement = await read('freetrade.csv')
    expect(countFates(statement)).toEqual({
      withdrawal: 1,
      deposit: 1,
      dividend: 4,
      interest: 1,
      trade: 3,
      ignored: 2,
      delivery: 1,
    })
    const bookings = namedRows('freetrade.csv')
      .filter((row) => row['Type'] !== 'MONTHLY_STATEMENT')
      .map((row): RawBooking => {
        const type = row['Type']!
        const isOrder = type.endsWith('ORDER')
        const total = whole(row['Total Amount']!)
        const isPaid = type === 'WITHDRAWAL' || type === 'ORDER'
        return {
          day: row['Timestamp']!.slice(0, 10),
          kind: type === 'ORDER' ? 'trade' : isOrder ? 'delivery' : 'cash',
          security: row['ISIN']!,
          quantity: isOrder ? whole(row['Quantity']!) : 0n,
          amount: type === 'FREESHARE_ORDER' ? 0n : isPaid ? -total : total,
          currency: 'GBP',
        }
      })
    expect(bookLines(statement.lines, true)).toEqual(bookCells(bookings, true))
  })
})

describe('Delta', () => {
  it('delivers coins that pay for coins, and books what is paid with money', async () => {
    const statement = await read('delta.csv')
    expect(countFates(statement)).toEqual({ delivery: 8, trade: 1, deposit: 1, dividend: 1 })
    const code = (text: string): string => text.split(' ')[0]!
    const bookings = namedRows('delta.csv').flatMap((row): RawBooking[] => {
      const day = row['Date']!.slice(0, 10)
      const moves: RawBooking[] = []
      const sign = /^(BUY|DEPOSIT)$/.test(row['Way']!) ? 1n : -1n
      const base = { day, security: code(row['Base currency (name)']!), quantity: sign * whole(row['Base amount']!) }
      const isPaid = row['Quote currency'] === 'USD'
      const quote = whole(row['Quote amount']!)
      const fee = whole(row['Fee amount']!)
      if (row['Base type'] === 'FIAT') return [{ day, kind: 'cash', amount: base.quantity, currency: base.security }]
      if (row['Way'] === 'DIVIDEND') return [{ day, kind: 'cash', amount: quote - fee, currency: 'USD' }]
      if (isPaid) return [{ ...base, kind: 'trade', amount: -sign * quote, currency: 'USD' }]
      moves.push({ ...base, kind: 'delivery' })
      if (quote !== 0n) moves.push({ day, kind: 'delivery', security: row['Quote currency']!, quantity: -sign * quote })
      if (fee !== 0n) moves.push({ day, kind: 'delivery', security: code(row['Fee currency (name)']!), quantity: -fee })
      return moves
    })
    expect(bookLines(statement.lines, true)).toEqual(bookCells(bookings, true))
  })
})
