// What an account owes to its open orders: reservations, claims on positions, balances, and the symbols it watches.
import { describe, expect, it } from 'vitest'
import { cents, centsNumber, price } from '../money/money.ts'
import { dollars } from '../testing/bar-market.ts'
import { legOf, optionOf, sampleBook, sampleMoment, sampleOrder } from '../testing/sample-book.ts'
import type { AccountBook } from './account-book.ts'
import {
  NONE,
  PLAIN_SETTINGS,
  bookAfter,
  bookBalance,
  childrenOf,
  committedOf,
  coverOf,
  emptyBook,
  groupOf,
  heldOf,
  parentOf,
  reservationOf,
  reservedOf,
  setOrder,
  symbolsOf,
} from './account-book.ts'
import type { Order } from './order.ts'

const wrapper = (orderId: bigint, parentId: bigint | null = null, status: Order['status'] = 'WORKING'): Order => ({
  ...sampleOrder({ instruction: 'BUY', orderType: 'MARKET' }, { orderId, parentId, strategy: 'OCO', status }),
  terms: null,
})
const buy = (orderId: bigint, limit: number, more: Partial<Order> = {}): Order =>
  sampleOrder({ instruction: 'BUY', orderType: 'LIMIT', limit }, { orderId, reservePrice: dollars(limit), ...more })
const sell = (orderId: bigint, shares: number, more: Partial<Order> = {}): Order =>
  sampleOrder({ instruction: 'SELL', orderType: 'LIMIT', limit: 60, shares }, { orderId, ...more })

describe('a new account', () => {
  it('has its cash and nothing else, and plain settings charge nothing', () => {
    expect(emptyBook('CASH', cents(5n))).toEqual({
      accountType: 'CASH',
      cash: 5n,
      positions: new Map(),
      orders: new Map(),
      executed: new Map(),
      executions: [],
      changed: new Set(),
      unsettled: [],
    })
    expect(PLAIN_SETTINGS).toEqual({
      slippage: 0n,
      commission: 0n,
      contractFee: 0n,
      partialFills: null,
      latencyMs: 0,
    })
    expect(NONE.size).toBe(0)
  })
})

describe('the orders of a tree', () => {
  const book = sampleBook({
    orders: [wrapper(2n, 1n), buy(1n, 50, { strategy: 'TRIGGER' }), sell(9n, 5, { parentId: 2n }), wrapper(3n, 2n)],
  })
  setOrder(book, sell(4n, 5, { parentId: 3n }))
  setOrder(book, sell(11n, 5, { parentId: 2n }))

  it('are marked as changed when they are set', () => {
    expect([...book.changed]).toEqual([4n, 11n])
    expect(book.orders.get(4n)).toMatchObject({ parentId: 3n })
  })

  it('are listed below their parent by number, however they were entered', () => {
    expect(childrenOf(book, 2n).map(({ orderId }) => orderId)).toEqual([3n, 9n, 11n])
    expect(childrenOf(book, 4n)).toEqual([])
  })

  it('know their parent, if it is in the book', () => {
    const parent = (order: Order): bigint | undefined => parentOf(book, order)?.orderId
    expect([
      parent(sell(4n, 5, { parentId: 3n })),
      parent(buy(1n, 50)),
      parent(sell(8n, 5, { parentId: 77n })),
    ]).toEqual([3n, undefined, undefined])
  })

  it('belong to the outermost pair around them, up to the order that triggers it', () => {
    const group = (orderId: bigint): bigint => groupOf(book, book.orders.get(orderId) ?? buy(0n, 1))
    expect([group(4n), group(9n), group(3n), group(2n), group(1n)]).toEqual([2n, 2n, 2n, 2n, 1n])
  })
})

describe('the reservation of an order', () => {
  it('is what is left of it at its reserve price, half a cent rounded up', () => {
    const order = sampleOrder(
      { instruction: 'BUY', orderType: 'LIMIT', limit: 0.335, shares: 5 },
      { reservePrice: price(3_350n), filled: 2n },
    )
    expect(reservationOf(order, 'MARGIN')).toBe(101n)
    expect(reservationOf({ ...order, status: 'CANCELED' }, 'MARGIN')).toBe(0n)
  })

  it('counts an option twice on margin: its price cannot be borrowed', () => {
    const option = sampleOrder(
      { instruction: 'BUY_TO_OPEN', orderType: 'LIMIT', limit: 1.5, shares: 2, symbol: optionOf('C55') },
      { reservePrice: dollars(1.5) },
    )
    expect([reservationOf(option, 'MARGIN'), reservationOf(option, 'CASH')]).toEqual([60_000n, 30_000n])
    const spread = { ...option, terms: { ...option.terms, legs: [legOf('BUY_TO_OPEN', optionOf('C55'))] } }
    expect(reservationOf(spread, 'MARGIN')).toBe(30_000n)
  })

  it('is summed over open orders, for a pair its larger leg only', () => {
    const book = sampleBook({
      orders: [
        buy(1n, 10),
        wrapper(2n),
        buy(3n, 20, { parentId: 2n }),
        buy(4n, 40, { parentId: 2n }),
        buy(5n, 30, { parentId: 2n }),
        buy(6n, 5, { status: 'PENDING_ACTIVATION' }),
        buy(7n, 5, { status: 'QUEUED' }),
        buy(8n, 5, { status: 'PENDING_CANCEL' }),
        buy(9n, 900, { status: 'AWAITING_PARENT_ORDER' }),
        buy(10n, 900, { status: 'FILLED' }),
      ],
    })
    // 1,000 + 4,000 + three of 500.
    expect(centsNumber(reservedOf(book))).toBe(6_500)
    expect(centsNumber(reservedOf(book, new Set([1n, 4n])))).toBe(4_500)
  })
})

describe('the shares that closing orders claim', () => {
  it('are those of the symbol and side, of a pair only the larger claim', () => {
    const cover = sampleOrder({ instruction: 'BUY_TO_COVER', orderType: 'MARKET', shares: 7 }, { orderId: 8n })
    const book = sampleBook({
      orders: [
        sell(1n, 10, { filled: 4n }),
        wrapper(2n),
        sell(3n, 20, { parentId: 2n }),
        sell(4n, 30, { parentId: 2n }),
        buy(5n, 40),
        sampleOrder({ instruction: 'SELL_SHORT', orderType: 'MARKET', shares: 500 }, { orderId: 6n }),
        sampleOrder({ instruction: 'SELL', orderType: 'MARKET', shares: 500, symbol: 'BOLT' }, { orderId: 7n }),
        cover,
      ],
    })
    expect([committedOf(book, 'ACME', false), committedOf(book, 'ACME', true)]).toEqual([36n, 7n])
    expect(committedOf(book, 'ACME', false, new Set([4n]))).toBe(26n)
    expect(committedOf(book, 'BOLT', false)).toBe(500n)
  })

  it('count each leg by its ratio', () => {
    const call = optionOf('C55')
    const legs = [legOf('SELL', 'ACME', 100n), legOf('BUY_TO_CLOSE', call), legOf('SELL', 'ACME', 5n)]
    const order = sampleOrder({ instruction: 'SELL', orderType: 'NET_CREDIT', limit: 50, shares: 3, legs })
    const book = sampleBook({ orders: [order] })
    expect([committedOf(book, 'ACME', false), committedOf(book, call, true), committedOf(book, call, false)]).toEqual([
      315n,
      3n,
      0n,
    ])
  })
})

describe('the balances of an account', () => {
  const figures = (book: AccountBook, quotes: Record<string, number>): Record<string, number> =>
    Object.fromEntries(
      Object.entries(bookBalance(book, sampleMoment(quotes))).map(([name, value]) => [name, centsNumber(value)]),
    )

  it('value a position at its last price, and one without a quote at its cost', () => {
    const book = sampleBook({
      cash: 10_000,
      held: { ACME: [100, 50], BOLT: [-30, 20.5], [optionOf('C55')]: [2, 1.25] },
    })
    expect(figures(book, { ACME: 52 })).toMatchObject({
      longValue: 5_450,
      longOptionValue: 250,
      shortValue: 615,
      equity: 14_835,
    })
  })

  it('hold back open orders, except those that are left out', () => {
    const book = sampleBook({ orders: [buy(1n, 50.01), buy(2n, 10)] })
    expect(centsNumber(bookBalance(book, sampleMoment({})).buyingPower)).toBe(193_999)
    expect(centsNumber(bookBalance(book, sampleMoment({}), new Set([2n])).buyingPower)).toBe(194_999)
  })

  it('leave out what has not settled in a cash account', () => {
    const book = sampleBook({ accountType: 'CASH', cash: 1_000 })
    const moment = sampleMoment({})
    book.unsettled.push({ amount: cents(40_000n), settlesMs: (moment.atMs + 1) as typeof moment.atMs })
    book.unsettled.push({ amount: cents(10_000n), settlesMs: moment.atMs })
    expect(figures(book, {})).toMatchObject({ buyingPower: 600, unsettledCash: 400 })
  })

  it('hold back the stake of a written put', () => {
    const book = sampleBook({ cash: 10_100, held: { [optionOf('P45')]: [-1, 1] } })
    // 2 x (10,000 - 4,500) - 100 + 3 x 100.
    expect(figures(book, { [optionOf('P45')]: 1 })).toMatchObject({ equity: 10_000, buyingPower: 11_200 })
  })
})

describe('an account after a trade', () => {
  it('holds each leg times the units, and the account itself is unchanged', () => {
    const call = optionOf('C55')
    const book = sampleBook({ cash: 1_000, held: { ACME: [100, 50], BOLT: [5, 10], [call]: [-2, 1] } })
    const legs = [
      legOf('BUY', 'ACME', 100n),
      legOf('SELL', 'BOLT'),
      legOf('BUY_TO_CLOSE', call),
      legOf('SELL_TO_OPEN', optionOf('C60')),
    ]
    const after = bookAfter(book, legs, 2n, -12_345n)
    expect(after.cash).toBe(87_655n)
    expect(after.positions.get('ACME')).toMatchObject({ quantity: 300n, isOption: false, multiplier: 1n })
    expect(after.positions.get('ACME')?.cost).toBe(book.positions.get('ACME')?.cost)
    expect(after.positions.get('BOLT')).toMatchObject({ quantity: 3n })
    expect(after.positions.has(call)).toBe(false)
    expect(after.positions.get(optionOf('C60'))).toEqual({ quantity: -2n, cost: 0n, isOption: true, multiplier: 100n })
    expect(book.cash).toBe(100_000n)
    expect([heldOf(book, 'ACME'), heldOf(book, call), heldOf(book, 'NONE')]).toEqual([100n, -2n, 0n])
    expect(coverOf(book).pledged).toEqual(new Map([['ACME', 200n]]))
    expect(coverOf(after).pledged).toEqual(new Map([['ACME', 200n]]))
  })
})

describe('the symbols whose prices matter', () => {
  it('are those that are held or on order, once each and by name', () => {
    const book = sampleBook({
      held: { ZINC: [1, 1], ACME: [1, 1] },
      orders: [
        buy(1n, 10),
        wrapper(2n),
        sampleOrder({ instruction: 'BUY', orderType: 'MARKET', symbol: 'BOLT' }, { orderId: 3n }),
        sampleOrder({ instruction: 'BUY', orderType: 'MARKET', symbol: 'GONE' }, { orderId: 4n, status: 'FILLED' }),
        sampleOrder(
          {
            instruction: 'BUY',
            orderType: 'NET_DEBIT',
            limit: 40,
            legs: [legOf('BUY', 'CORK', 100n), legOf('SELL_TO_OPEN', optionOf('C55'))],
          },
          { orderId: 5n },
        ),
      ],
    })
    expect(symbolsOf(book)).toEqual(['ACME', optionOf('C55'), 'BOLT', 'CORK', 'ZINC'])
  })
})
