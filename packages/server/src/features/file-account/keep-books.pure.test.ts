import { toMarketDay } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { expect, test } from 'vitest'
import { codeOfLines, type CountedLine } from './counted-line.ts'
import { keepBooks, type BooksOptions } from './keep-books.ts'
import { rateIn } from './rate-table.ts'

const day = toMarketDay('2025-06-03')
let lines = 0
const line = (parts: Partial<CountedLine>): CountedLine => {
  lines++
  return {
    statementId: 's',
    position: lines,
    line: lines,
    fate: 'trade',
    day,
    occurredMs: lines,
    reference: null,
    description: '',
    symbol: null,
    isin: null,
    name: null,
    assetType: null,
    multiplier: 1,
    quantity: null,
    price: null,
    priceCurrency: null,
    amount: '0',
    currency: 'EUR',
    fee: '0',
    tax: '0',
    rate: null,
    ratioFrom: null,
    ratioTo: null,
    fingerprint: `fingerprint${lines}`,
    ...parts,
  }
}
const noRates = rateIn({ base: 'EUR', lists: new Map() })
const keep = (all: readonly CountedLine[], more: Partial<BooksOptions> = {}) => {
  const books = keepBooks({
    currency: 'EUR',
    rateOf: noRates,
    codeOf: codeOfLines(all),
    closeOf: () => undefined,
    sessions: [],
    today: toMarketDay('2026-03-04'),
    ...more,
  })
  const bookings = [...all.flatMap((one) => books.take(one)), ...books.finish()]
  return { books, bookings }
}

test('fractions of a cent are carried on, so that cash is the rounded sum', () => {
  const { books, bookings } = keep([1, 2, 3].map(() => line({ fate: 'interest', amount: '0.004' })))
  expect(bookings.map(({ netCents }) => netCents)).toEqual([0n, 1n, 0n])
  expect(books.cashCents).toBe(1n)
})

test('deposits are rounded by themselves, because a fund matches them to the cent', () => {
  const { bookings } = keep([
    line({ fate: 'interest', amount: '0.004' }),
    line({ fate: 'deposit', amount: '100.00' }),
    line({ fate: 'interest', amount: '0.004' }),
  ])
  expect(bookings.map(({ netCents, movementCents }) => [netCents, movementCents])).toEqual([
    [0n, null],
    [10_000n, 10_000n],
    [1n, null],
  ])
})

test('the rate of a line comes before the table, and is units of its currency for one of the account', () => {
  const rateOf = rateIn({ base: 'EUR', lists: new Map([['USD', { days: ['2025-06-01'], rates: ['0.5'] }]]) })
  const usd = { fate: 'fee', amount: '-110', currency: 'USD' } as const
  const { bookings } = keep([line({ ...usd, rate: '1.1', priceCurrency: 'EUR' }), line(usd)], { rateOf })
  expect(bookings.map(({ netCents, feeCents }) => [netCents, feeCents])).toEqual([
    [-10_000n, 10_000n],
    [-5_500n, 5_500n],
  ])
})

test('a rate serves the seven days after it', () => {
  const rateOf = rateIn({ base: 'EUR', lists: new Map([['USD', { days: ['2025-06-01'], rates: ['0.5'] }]]) })
  expect(rateOf('USD', toMarketDay('2025-06-08'))?.toString()).toBe('0.5')
  expect(rateOf('USD', toMarketDay('2025-06-09'))).toBeUndefined()
  expect(rateOf('USD', toMarketDay('2025-05-31'))).toBeUndefined()
  expect(rateOf('EUR', toMarketDay('1990-01-01'))?.toString()).toBe('1')
})

test('a line without a rate waits with its shares, and is in the sums that statements are compared with', () => {
  const { books, bookings } = keep([
    line({ symbol: 'ACME', quantity: '2', price: '10', amount: '-20', currency: 'USD' }),
  ])
  expect(bookings).toEqual([])
  expect(books.waiting).toEqual([{ currency: 'USD', day }])
  expect([...books.holdings]).toEqual([])
  expect(books.quantities.get('ACME')?.toString()).toBe('2')
  expect(books.cash.get('USD')?.toString()).toBe('-20')
})

test('cash and shares of a merger on two lines are one sale', () => {
  const { bookings } = keep([
    line({ symbol: 'OLD', quantity: '10', price: '5', amount: '-50' }),
    line({ fate: 'merger', symbol: 'OLD', amount: '80', description: 'Cash Merger' }),
    line({ fate: 'merger', symbol: 'OLD', quantity: '-10', description: 'Cash Merger Adj' }),
  ])
  expect(bookings).toMatchObject([
    { kind: 'TRADE', netCents: -5_000n },
    {
      kind: 'RECEIVE_AND_DELIVER',
      quantity: '-10',
      netCents: 8_000n,
      description: 'Merger: Cash Merger Adj',
      movementCents: null,
    },
  ])
})

test('a split by its ratio changes what is held and leaves its cost', () => {
  const { books, bookings } = keep([
    line({ symbol: 'ACME', quantity: '10', price: '50', amount: '-500' }),
    line({ fate: 'split', symbol: 'ACME', ratioFrom: '1', ratioTo: '4' }),
  ])
  expect(bookings[1]).toMatchObject({ quantity: '30', description: 'Split 4 for 1: ACME' })
  const { quantity, cost } = books.holdings.get('ACME')!
  expect([quantity.toString(), cost.toString()]).toEqual(['40', '500'])
})

test('shares that are delivered cost the close of their day and count as money from outside', () => {
  const { books, bookings } = keep(
    [line({ fate: 'delivery', symbol: 'ACME', quantity: '3', description: 'Stock exchange' })],
    {
      closeOf: () => new Decimal(20),
    },
  )
  expect(bookings[0]).toMatchObject({ description: 'Delivery of 3 ACME', movementCents: 6_000n })
  expect(books.holdings.get('ACME')?.cost.toString()).toBe('60')
})

test('a security is known by its symbol on lines that only have its ISIN', () => {
  const { books } = keep([
    line({ symbol: 'ACME', isin: 'US1', quantity: '1', price: '5', amount: '-5' }),
    line({ isin: 'US1', quantity: '2', price: '5', amount: '-10' }),
    line({ isin: 'US2', quantity: '2', price: '5', amount: '-10' }),
  ])
  expect([...books.holdings].map(([code, { quantity }]) => [code, quantity.toString()])).toEqual([
    ['ACME', '3'],
    ['US2', '2'],
  ])
})

test('a tax says that it is one, for only its words tell it from the dividend that it is booked like', () => {
  const tax = (description: string, symbol: string | null) =>
    line({ fate: 'tax', amount: '-1.50', description, symbol, assetType: 'EQUITY' })
  const { bookings } = keep([tax('ACME quarterly', 'ACME'), tax('US withholding ACME', 'ACME'), tax('', null)])
  expect(bookings.map(({ kind, description }) => [kind, description])).toEqual([
    ['DIVIDEND_OR_INTEREST', 'Tax withheld: ACME quarterly'],
    ['DIVIDEND_OR_INTEREST', 'US withholding ACME'],
    ['TAX', 'tax'],
  ])
})
