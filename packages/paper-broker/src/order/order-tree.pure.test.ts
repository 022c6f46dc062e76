// Orders of one tree: what an end, a fill and a start of one mean for the others.
import type { EpochMs } from '@clubfolio/domain'
import { describe, expect, it } from 'vitest'
import type { TermsDraft } from '../testing/bar-market.ts'
import { barMarket, dollars, trader } from '../testing/bar-market.ts'
import type { SampleBook } from '../testing/sample-book.ts'
import { MID_SESSION, legOf, optionOf, sampleBook, sampleMoment, sampleOrder } from '../testing/sample-book.ts'
import type { AccountBook, Moment } from './account-book.ts'
import { activate, cancelSiblings, endOrder, followFill, releaseChildren } from './order-tree.ts'
import type { Order } from './order.ts'

it.each([
  ['CANCELED', 'Its parent order was cancelled.'],
  ['REJECTED', 'Its parent order was rejected.'],
  ['EXPIRED', 'Its parent order expired.'],
  ['REPLACED', 'Its parent order was replaced.'],
] as const)('a child whose parent ends as %s says so in words', async (status, words) => {
  const one = trader(barMarket({ ACME: [[50, 52, 49, 51]] }))
  const [parent, child] = await one.place({
    terms: { instruction: 'BUY', orderType: 'LIMIT', limit: 45 },
    children: [{ terms: { instruction: 'SELL', orderType: 'STOP', stop: 40 } }],
  })
  endOrder(one.book, one.order(parent), { status, atMs: one.nowMs(), description: null })
  expect(one.order(child)).toMatchObject({ status: 'CANCELED', statusDescription: words })
})

const BUY: TermsDraft = { instruction: 'BUY', orderType: 'LIMIT', limit: 45 }
const SALE: TermsDraft = { instruction: 'SELL', orderType: 'LIMIT', limit: 60 }
const STOP: TermsDraft = { instruction: 'SELL', orderType: 'STOP', stop: 40 }
const EIGHT_IN_THE_EVENING = (MID_SESSION + 10 * 3_600_000) as EpochMs

const order = (orderId: number, terms: TermsDraft, more: Partial<Omit<Order, 'terms'>> = {}): Order =>
  sampleOrder(terms, { orderId: BigInt(orderId), ...more })
const waiting = (
  orderId: number,
  terms: TermsDraft,
  parentId: number,
  more: Partial<Omit<Order, 'terms'>> = {},
): Order => order(orderId, terms, { status: 'AWAITING_PARENT_ORDER', parentId: BigInt(parentId), ...more })
/** An OCO wrapper, which has no terms. */
const wrapper = (orderId: number, more: Partial<Omit<Order, 'terms'>> = {}): Order => ({
  ...order(orderId, BUY),
  strategy: 'OCO',
  ...more,
  terms: null,
})
const bookOf = (orders: readonly Order[], more: SampleBook = {}): AccountBook => sampleBook({ ...more, orders })
const get = (book: AccountBook, orderId: number): Order => {
  const found = book.orders.get(BigInt(orderId))
  if (found === undefined) throw new Error(`no order ${orderId}`)
  return found
}
const statuses = (book: AccountBook): Order['status'][] => [...book.orders.values()].map(({ status }) => status)
const end = (
  book: AccountBook,
  orderId: number,
  status: 'CANCELED' | 'REJECTED' | 'EXPIRED' = 'CANCELED',
  description: string | null = null,
): void => endOrder(book, get(book, orderId), { status, atMs: MID_SESSION, description })

/** A pair of a sale and a stop. */
const pairOrders = (more: Partial<Omit<Order, 'terms'>> = {}): Order[] => [
  wrapper(1),
  order(2, SALE, { parentId: 1n, ...more }),
  order(3, STOP, { parentId: 1n, ...more }),
]

describe('the end of an order', () => {
  it('is the end of the children that wait, after a partial fill with a warning', () => {
    const trigger = order(1, BUY, { strategy: 'TRIGGER', filled: 40n })
    const book = bookOf([trigger, waiting(2, SALE, 1)])
    end(book, 1, 'EXPIRED', 'It expired.')
    expect(get(book, 1)).toMatchObject({ status: 'EXPIRED', statusDescription: 'It expired.', closedAt: MID_SESSION })
    expect(get(book, 2)).toMatchObject({
      status: 'CANCELED',
      statusDescription:
        'Cancelled because its parent was cancelled after a partial fill: the shares bought or sold by then are ' +
        'unprotected.',
      closedAt: MID_SESSION,
    })
  })

  it('leaves its words and those of orders that are over', () => {
    const filled = waiting(2, SALE, 1, { status: 'FILLED', closedAt: null })
    const book = bookOf([order(1, BUY, { statusDescription: 'Entered by phone.' }), filled])
    end(book, 1)
    expect(get(book, 1).statusDescription).toBe('Entered by phone.')
    expect(get(book, 2)).toBe(filled)
    end(book, 1, 'EXPIRED', 'Again.')
    expect(get(book, 1)).toMatchObject({ status: 'CANCELED', statusDescription: 'Entered by phone.' })
  })

  it('of a pair ends both orders for the reason of the pair', () => {
    const book = bookOf(pairOrders())
    end(book, 1, 'EXPIRED', 'Its time is over.')
    expect(get(book, 1)).toMatchObject({ status: 'EXPIRED', statusDescription: 'Its time is over.' })
    expect(get(book, 2)).toMatchObject({ status: 'CANCELED', statusDescription: 'Its time is over.' })
    expect(get(book, 3)).toMatchObject({ status: 'CANCELED', statusDescription: 'Its time is over.' })
  })

  it('ends a pair when the other order is over too, with the last status', () => {
    const book = bookOf(pairOrders())
    end(book, 2, 'CANCELED')
    expect(statuses(book)).toEqual(['WORKING', 'CANCELED', 'WORKING'])
    end(book, 3, 'EXPIRED')
    expect(get(book, 1)).toMatchObject({ status: 'EXPIRED', closedAt: MID_SESSION })
  })

  it('ends a pair as filled when one of its orders was', () => {
    const book = bookOf(pairOrders())
    book.orders.set(2n, { ...get(book, 2), status: 'FILLED' })
    end(book, 3, 'CANCELED')
    expect(statuses(book)).toEqual(['FILLED', 'FILLED', 'CANCELED'])
  })

  it('of a child leaves its trigger', () => {
    const book = bookOf([order(1, BUY, { strategy: 'TRIGGER' }), waiting(2, SALE, 1)])
    end(book, 2)
    expect(statuses(book)).toEqual(['WORKING', 'CANCELED'])
  })
})

describe('the fill of an order', () => {
  const fill = (book: AccountBook, orderId: number): void => {
    const filled: Order = { ...get(book, orderId), status: 'FILLED', filled: 100n }
    book.orders.set(filled.orderId, filled)
    followFill(book, filled, sampleMoment({ ACME: 50 }))
  }

  it('cancels the other order of its pair, and no child beside it', () => {
    const book = bookOf(pairOrders())
    cancelSiblings(book, get(book, 3), sampleMoment({ ACME: 50 }))
    expect(get(book, 2)).toMatchObject({
      status: 'CANCELED',
      statusDescription: 'The other order of the pair was executed.',
      closedAt: MID_SESSION,
    })
    expect(get(book, 3).status).toBe('WORKING')
    const children = bookOf([
      order(1, BUY, { strategy: 'TRIGGER', status: 'FILLED' }),
      order(2, SALE, { parentId: 1n }),
      order(3, STOP, { parentId: 1n }),
    ])
    cancelSiblings(children, get(children, 3), sampleMoment({ ACME: 50 }))
    expect(statuses(children)).toEqual(['FILLED', 'WORKING', 'WORKING'])
    const alone = bookOf([order(1, BUY)])
    cancelSiblings(alone, get(alone, 1), sampleMoment({ ACME: 50 }))
    expect(statuses(alone)).toEqual(['WORKING'])
  })

  it('ends its pair as filled', () => {
    const book = bookOf(pairOrders())
    book.orders.set(2n, { ...get(book, 2), status: 'CANCELED' })
    fill(book, 3)
    expect(get(book, 1)).toMatchObject({ status: 'FILLED', closedAt: MID_SESSION })
  })

  it('starts the children that still wait', () => {
    const orders = [
      order(1, BUY, { strategy: 'TRIGGER' }),
      waiting(2, SALE, 1),
      waiting(3, STOP, 1, { status: 'CANCELED' }),
    ]
    const book = bookOf(orders, { held: { ACME: [300, 45] } })
    fill(book, 1)
    expect(statuses(book)).toEqual(['FILLED', 'WORKING', 'CANCELED'])
  })
})

describe('an order that starts', () => {
  const started = (terms: TermsDraft, moment: Moment = sampleMoment({ ACME: 50 }), more: SampleBook = {}): Order =>
    releaseChildren(sampleBook(more), waiting(1, terms, 9), moment)
  const evening = sampleMoment({ ACME: 50 }, EIGHT_IN_THE_EVENING)
  const instant = (text: string): number => Date.parse(text)

  it('works in its session, and waits for the opening outside it', () => {
    expect(started(BUY)).toMatchObject({ status: 'WORKING', releaseAt: null })
    expect(started(BUY, evening)).toMatchObject({
      status: 'PENDING_ACTIVATION',
      releaseAt: instant('2026-03-05T14:30:00Z'),
    })
    expect(started(BUY, { ...evening, isAlwaysOpen: true })).toMatchObject({ status: 'WORKING', releaseAt: null })
  })

  it('for the close is looked at again right before it', () => {
    expect(started({ ...BUY, orderType: 'LIMIT_ON_CLOSE' })).toMatchObject({
      status: 'WORKING',
      releaseAt: instant('2026-03-04T21:00:00Z') - 1,
    })
  })

  it('expires by its duration, of options with the first contract', () => {
    expect(started({ ...BUY, duration: 'DAY' }).expiresAt).toBe(instant('2026-03-04T21:00:00Z'))
    expect(started(BUY).expiresAt).toBe(instant('2026-08-31T20:00:00Z'))
    const option: TermsDraft = { instruction: 'BUY_TO_OPEN', orderType: 'MARKET', symbol: optionOf('C55') }
    expect(started(option).expiresAt).toBe(instant('2026-03-20T20:00:00Z'))
    expect(started({ ...option, duration: 'DAY' }).expiresAt).toBe(instant('2026-03-04T21:00:00Z'))
    const legs = [
      legOf('BUY_TO_OPEN', 'ACME  260417C00055000'),
      legOf('SELL_TO_OPEN', optionOf('C55')),
      legOf('BUY', 'ACME'),
    ]
    expect(started({ ...option, orderType: 'NET_DEBIT', limit: 1, legs }).expiresAt).toBe(
      instant('2026-03-20T20:00:00Z'),
    )
  })

  it('trails from the last price of its session', () => {
    const trail: TermsDraft = {
      instruction: 'SELL',
      orderType: 'TRAILING_STOP',
      trail: { offset: dollars(2), isPercent: false },
    }
    expect(started(trail).best).toBe(dollars(50))
    expect(started(trail, evening).best).toBeNull()
    expect(started(trail, sampleMoment({})).best).toBeNull()
    expect(started(STOP).best).toBeNull()
  })

  it('reserves its price, or what its legs and written options take, and nothing new without a quote', () => {
    expect(started(BUY).reservePrice).toBe(dollars(45))
    expect(started({ instruction: 'BUY', orderType: 'MARKET' }).reservePrice).toBe(dollars(50))
    const P45 = optionOf('P45')
    const put: TermsDraft = { instruction: 'SELL_TO_OPEN', orderType: 'LIMIT', symbol: P45, shares: 1, limit: 1 }
    expect(started(put, sampleMoment({ [P45]: 1 }), { accountType: 'CASH' }).reservePrice).toBe(dollars(44))
    const before = { ...waiting(1, { instruction: 'BUY', orderType: 'MARKET' }, 9), reservePrice: dollars(7) }
    expect(releaseChildren(sampleBook({}), before, sampleMoment({}))).toMatchObject({
      status: 'WORKING',
      reservePrice: dollars(7),
    })
  })

  it('works at once when it is a pair', () => {
    const pair = wrapper(1, { status: 'AWAITING_PARENT_ORDER' })
    expect(releaseChildren(sampleBook({}), pair, evening)).toEqual({ ...pair, status: 'WORKING' })
  })
})

describe('a child whose parent is filled', () => {
  const held: SampleBook = { held: { ACME: [100, 45] } }
  const start = (book: AccountBook, orderId: number, moment: Moment = sampleMoment({ ACME: 50 })): void =>
    activate(book, get(book, orderId), moment)

  it('starts with the position that it closes, and is rejected without', () => {
    const book = bookOf([waiting(1, SALE, 9)], held)
    start(book, 1)
    expect(get(book, 1)).toMatchObject({ status: 'WORKING', statusDescription: null })
    expect(get(book, 1).expiresAt).not.toBeNull()
    const empty = bookOf([waiting(1, SALE, 9)])
    start(empty, 1)
    expect(get(empty, 1)).toMatchObject({
      status: 'REJECTED',
      statusDescription: 'The order is for 100 of ACME, but only 0 held and not claimed by other orders.',
      closedAt: MID_SESSION,
    })
  })

  it('starts a stop that the market has passed', () => {
    const book = bookOf([waiting(1, { ...STOP, stop: 55 }, 9)], held)
    start(book, 1)
    expect(get(book, 1).status).toBe('WORKING')
  })

  it('is rejected when it would trade at once and must not, in its session only', () => {
    const resting = (limit: number): AccountBook =>
      bookOf([waiting(1, { ...SALE, orderType: 'NON_MARKETABLE', limit }, 9)], held)
    const [marketable, above, evening, unquoted] = [resting(50), resting(50.01), resting(50), resting(50)]
    start(marketable, 1)
    expect(get(marketable, 1)).toMatchObject({
      status: 'REJECTED',
      statusDescription: 'The order would trade at once, which a non-marketable order must not.',
    })
    start(above, 1)
    expect(get(above, 1).status).toBe('WORKING')
    start(evening, 1, sampleMoment({ ACME: 50 }, EIGHT_IN_THE_EVENING))
    expect(get(evening, 1).status).toBe('PENDING_ACTIVATION')
    start(unquoted, 1, sampleMoment({}))
    expect(get(unquoted, 1).status).toBe('WORKING')
  })

  it('starts as a pair with both orders, which claim the position once', () => {
    const pair = [
      wrapper(1, { status: 'AWAITING_PARENT_ORDER' }),
      waiting(2, SALE, 1),
      waiting(3, STOP, 1),
      waiting(4, STOP, 1, { status: 'CANCELED' }),
    ]
    const book = bookOf(pair, held)
    start(book, 1)
    expect(statuses(book)).toEqual(['WORKING', 'WORKING', 'WORKING', 'CANCELED'])
    expect(get(book, 1).closedAt).toBeNull()
  })

  it('starts as a pair within a pair', () => {
    const pairs = [
      wrapper(1, { status: 'AWAITING_PARENT_ORDER' }),
      wrapper(2, { status: 'AWAITING_PARENT_ORDER', parentId: 1n }),
      waiting(3, SALE, 2),
      waiting(4, STOP, 2),
    ]
    const book = bookOf(pairs, held)
    start(book, 1)
    expect(statuses(book)).toEqual(['WORKING', 'WORKING', 'WORKING', 'WORKING'])
  })

  it('ends as a pair when neither order can start', () => {
    const book = bookOf([wrapper(1, { status: 'AWAITING_PARENT_ORDER' }), waiting(2, SALE, 1), waiting(3, STOP, 1)])
    start(book, 1)
    expect(statuses(book)).toEqual(['REJECTED', 'REJECTED', 'REJECTED'])
  })
})
