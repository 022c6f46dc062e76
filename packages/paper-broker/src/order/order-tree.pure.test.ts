// Orders of one tree: what an end, a fill and a start of one mean for the others.
import type { EpochMs } from '@clubfolio/domain'
import { describe, expect, it } from 'vitest'
import type { TermsDraft } from '../testing/bar-market.ts'
import { barMarket, dollars, trader } from '../testing/bar-market.ts'
import type { SampleBook } from '../testing/sample-book.ts'
import { MID_SESSION, legOf, optionOf, sampleBook, sampleMoment, sampleOrder } from '../testing/sample-book.ts'
import type { AccountBook, Moment } from './account-book.ts'
import { activate, endOrder, followFill, reduceSiblings, releaseChildren } from './order-tree.ts'
import type { Order } from './order.ts'
import { isTradable } from './order.ts'

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
  it('is the end of the children that wait', () => {
    const book = bookOf([order(1, BUY, { strategy: 'TRIGGER' }), waiting(2, SALE, 1)])
    end(book, 1, 'EXPIRED', 'It expired.')
    expect(get(book, 1)).toMatchObject({ status: 'EXPIRED', statusDescription: 'It expired.', closedAt: MID_SESSION })
    expect(get(book, 2)).toMatchObject({
      status: 'CANCELED',
      statusDescription: 'Its parent order expired.',
      closedAt: MID_SESSION,
    })
  })

  describe('that was filled in part', () => {
    const held: SampleBook = { held: { ACME: [40, 45] } }
    const trigger = order(1, BUY, { strategy: 'TRIGGER', filled: 40n })
    const startsAt = sampleMoment({ ACME: 50 })
    const endPart = (book: AccountBook, status: 'CANCELED' | 'EXPIRED' | 'REJECTED' | 'REPLACED'): void =>
      endOrder(book, get(book, 1), { status, atMs: MID_SESSION, description: null, startsAt })

    it.each(['CANCELED', 'EXPIRED', 'REJECTED'] as const)('as %s starts its children for the part', (status) => {
      const book = bookOf([trigger, waiting(2, STOP, 1)], held)
      endPart(book, status)
      expect(get(book, 1)).toMatchObject({ status, closedAt: MID_SESSION })
      expect(get(book, 2)).toMatchObject({
        status: 'WORKING',
        statusDescription: 'Reduced to 40: its parent order was filled in part.',
        terms: { quantity: 40n },
        closedAt: null,
      })
      expect(get(book, 2).expiresAt).not.toBeNull()
    })

    it('starts its pair for the part, both orders of it', () => {
      const pair = wrapper(2, { status: 'AWAITING_PARENT_ORDER', parentId: 1n })
      const book = bookOf([trigger, pair, waiting(3, SALE, 2), waiting(4, STOP, 2)], held)
      endPart(book, 'CANCELED')
      expect([2, 3, 4].map((id) => [get(book, id).status, get(book, id).terms?.quantity])).toEqual([
        ['WORKING', undefined],
        ['WORKING', 40n],
        ['WORKING', 40n],
      ])
    })

    it('leaves a smaller child as it is, and of a larger one what belongs to shares from before', () => {
      const quantityOf = (shares: number): bigint | undefined => {
        const book = bookOf([trigger, waiting(2, { ...STOP, shares }, 1)], { held: { ACME: [500, 45] } })
        endPart(book, 'CANCELED')
        return get(book, 2).terms?.quantity
      }
      expect([30, 40, 100, 150].map(quantityOf)).toEqual([30n, 40n, 40n, 90n])
    })

    it('ends its children when it is replaced, and with a warning where nothing can start', () => {
      const replaced = bookOf([trigger, waiting(2, STOP, 1)], held)
      endPart(replaced, 'REPLACED')
      const ended = bookOf([trigger, waiting(2, STOP, 1)], held)
      end(ended, 1, 'CANCELED')
      for (const book of [replaced, ended])
        expect(get(book, 2)).toMatchObject({
          status: 'CANCELED',
          statusDescription:
            'Cancelled because its parent was cancelled after a partial fill: the shares bought or sold by then are ' +
            'unprotected.',
          closedAt: MID_SESSION,
        })
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

  /** What the order has traded by now, the last execution included. */
  const trade = (book: AccountBook, orderId: number, quantity: bigint): void => {
    const traded = get(book, orderId)
    if (!isTradable(traded)) throw new Error('a pair trades nothing')
    const filled = traded.filled + quantity
    const isWhole = filled === traded.terms.quantity
    const after = { ...traded, filled, ...(isWhole ? { status: 'FILLED' as const, closedAt: MID_SESSION } : {}) }
    book.orders.set(after.orderId, after)
    reduceSiblings(book, after, quantity, sampleMoment({ ACME: 50 }))
    if (isWhole) followFill(book, after, sampleMoment({ ACME: 50 }))
  }
  const sizes = (book: AccountBook): string[] =>
    [...book.orders.values()].map(({ status, filled, terms }) => `${status} ${filled}/${terms?.quantity ?? '-'}`)

  it('ends the other order of its pair, and no child beside it', () => {
    const book = bookOf(pairOrders())
    trade(book, 3, 100n)
    expect(get(book, 2)).toMatchObject({
      status: 'CANCELED',
      statusDescription: 'The other order of the pair was executed.',
      closedAt: MID_SESSION,
    })
    expect(statuses(book)).toEqual(['FILLED', 'CANCELED', 'FILLED'])
    const children = bookOf([
      order(1, BUY, { strategy: 'TRIGGER', status: 'FILLED' }),
      order(2, SALE, { parentId: 1n }),
      order(3, STOP, { parentId: 1n }),
    ])
    trade(children, 3, 40n)
    expect(sizes(children)).toEqual(['FILLED 0/100', 'WORKING 0/100', 'WORKING 40/100'])
    const alone = bookOf([order(1, BUY)])
    trade(alone, 1, 40n)
    expect(statuses(alone)).toEqual(['WORKING'])
  })

  it('in part takes that part off the other order of its pair, so that what is left keeps both', () => {
    const book = bookOf(pairOrders())
    trade(book, 2, 40n)
    expect(sizes(book)).toEqual(['WORKING 0/-', 'WORKING 40/100', 'WORKING 0/60'])
    expect(get(book, 3).statusDescription).toBe('Reduced to 60: the other order of the pair was executed in part.')
    trade(book, 2, 10n)
    expect(sizes(book)).toEqual(['WORKING 0/-', 'WORKING 50/100', 'WORKING 0/50'])
    trade(book, 2, 50n)
    expect(sizes(book)).toEqual(['FILLED 0/-', 'FILLED 100/100', 'CANCELED 0/50'])
  })

  it('in parts of both orders ends both when together they have traded what one of them was for', () => {
    const book = bookOf(pairOrders())
    trade(book, 2, 40n)
    trade(book, 3, 25n)
    expect(sizes(book)).toEqual(['WORKING 0/-', 'WORKING 40/75', 'WORKING 25/60'])
    trade(book, 3, 35n)
    expect(sizes(book)).toEqual(['FILLED 0/-', 'FILLED 40/40', 'FILLED 60/60'])
    expect(get(book, 2)).toMatchObject({
      statusDescription: 'Reduced to 40: the other order of the pair traded the rest.',
      closedAt: MID_SESSION,
    })
  })

  it('in part ends the other order when nothing is left of it, and one in something else at once', () => {
    const small = bookOf([
      wrapper(1),
      order(2, SALE, { parentId: 1n }),
      order(3, { ...STOP, shares: 30 }, { parentId: 1n }),
    ])
    trade(small, 2, 30n)
    expect(sizes(small)).toEqual(['WORKING 0/-', 'WORKING 30/100', 'CANCELED 0/30'])
    for (const other of [
      { ...STOP, symbol: 'BOLT' },
      { ...STOP, instruction: 'SELL_SHORT' as const },
    ]) {
      const mixed = bookOf([wrapper(1), order(2, SALE, { parentId: 1n }), order(3, other, { parentId: 1n })])
      trade(mixed, 2, 1n)
      expect(statuses(mixed)).toEqual(['WORKING', 'WORKING', 'CANCELED'])
    }
  })

  it('in part takes that part off what waits for the other order too', () => {
    const book = bookOf(
      [
        wrapper(1),
        order(2, BUY, { parentId: 1n, strategy: 'TRIGGER' }),
        waiting(3, STOP, 2),
        order(4, { ...BUY, orderType: 'STOP', stop: 55 }, { parentId: 1n, strategy: 'TRIGGER' }),
        waiting(5, STOP, 4),
      ],
      { held: { ACME: [100, 45] } },
    )
    trade(book, 2, 40n)
    expect(sizes(book).slice(1)).toEqual([
      'WORKING 40/100',
      'AWAITING_PARENT_ORDER 0/100',
      'WORKING 0/60',
      'AWAITING_PARENT_ORDER 0/60',
    ])
    // The rest is bought by the other entry: both stops start, each for what its own entry bought.
    trade(book, 4, 60n)
    expect(sizes(book).slice(1)).toEqual(['FILLED 40/40', 'WORKING 0/40', 'FILLED 60/60', 'WORKING 0/60'])
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
