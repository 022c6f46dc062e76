// Trees of orders at their entry: which orders start, and what each is judged by.
import { describe, expect, it } from 'vitest'
import type { TermsDraft } from '../testing/bar-market.ts'
import { dollars, termsOf } from '../testing/bar-market.ts'
import { legOf, optionOf, sampleBook, sampleMoment, sampleOrder } from '../testing/sample-book.ts'
import { judgeEntry, judgeForm, startingDrafts, symbolsOfDraft } from './order-draft.ts'
import type { ReceivedOrder } from './order-draft.ts'

const single = (terms: TermsDraft, more: Partial<ReceivedOrder> = {}): ReceivedOrder => ({
  strategy: 'SINGLE',
  terms: termsOf(terms),
  isShortable: true,
  details: {},
  children: [],
  ...more,
})
const trigger = (terms: TermsDraft, ...children: ReceivedOrder[]): ReceivedOrder =>
  single(terms, { strategy: 'TRIGGER', children })
const pair = (...children: ReceivedOrder[]): ReceivedOrder => ({
  strategy: 'OCO',
  terms: null,
  isShortable: true,
  details: {},
  children,
})

const buy = (limit: number, more: Partial<TermsDraft> = {}): TermsDraft => ({
  instruction: 'BUY',
  orderType: 'LIMIT',
  limit,
  ...more,
})
const BUY = buy(40)
const SALE: TermsDraft = { instruction: 'SELL', orderType: 'LIMIT', limit: 60 }
const STOP: TermsDraft = { instruction: 'SELL', orderType: 'STOP', stop: 30 }
const OFF_TICK: TermsDraft = { ...SALE, limit: 60.005 }
const OFF_TICK_REFUSAL = 'Prices from $1.00 up are in whole cents, below that in hundredths of a cent.'

const moment = sampleMoment({ ACME: 50, BOLT: 20 })

describe('a tree of orders', () => {
  it('names every symbol once, those of its legs and of its children too', () => {
    const C55 = optionOf('C55')
    const legs = [legOf('BUY', 'ACME', 100n), legOf('SELL_TO_OPEN', C55)]
    const covered = single({ instruction: 'BUY', orderType: 'NET_DEBIT', limit: 49, legs })
    expect(symbolsOfDraft(covered)).toEqual(['ACME', C55])
    expect(symbolsOfDraft(trigger(BUY, pair(single(SALE), single({ ...SALE, symbol: 'BOLT' }))))).toEqual([
      'ACME',
      'BOLT',
    ])
    expect(symbolsOfDraft(pair())).toEqual([])
  })

  it('starts with its first order, or with every order of a pair', () => {
    const [one, other] = [single(SALE), trigger(STOP, single(BUY))]
    expect(startingDrafts(one)).toEqual([one])
    expect(startingDrafts(other)).toEqual([other])
    expect(startingDrafts(pair(one, other))).toEqual([one, other])
    expect(startingDrafts(pair(one, pair(other)))).toEqual([one, other])
  })
})

describe('the form of a tree', () => {
  it('is judged in every one of its orders', () => {
    expect(judgeForm(trigger(BUY, pair(single(SALE), single(STOP))), moment)).toBeNull()
    expect(judgeForm(single(OFF_TICK), moment)).toBe(OFF_TICK_REFUSAL)
    expect(judgeForm(trigger(BUY, single(OFF_TICK)), moment)).toBe(OFF_TICK_REFUSAL)
    expect(judgeForm(trigger(BUY, pair(single(SALE), single(OFF_TICK))), moment)).toBe(OFF_TICK_REFUSAL)
  })

  it('is that of the first order with a fault', () => {
    const none = single({ ...SALE, shares: 0 })
    expect(judgeForm(trigger({ ...SALE, shares: 0 }, single(OFF_TICK)), moment)).toContain('positive whole number')
    expect(judgeForm(pair(none, single(OFF_TICK)), moment)).toContain('positive whole number')
    expect(judgeForm(pair(single(OFF_TICK), none), moment)).toBe(OFF_TICK_REFUSAL)
  })
})

describe('the entry of a tree', () => {
  const held = sampleBook({ held: { ACME: [100, 50] } })
  const poor = sampleBook({ accountType: 'CASH', cash: 1_000 })

  it('is judged by its first order in full and by the form of those that wait', () => {
    const empty = sampleBook({})
    expect(judgeEntry(empty, moment, single(SALE))).toContain('but only 0 held')
    expect(judgeEntry(empty, moment, trigger(SALE, single(BUY)))).toContain('but only 0 held')
    // What the child sells is bought by its parent.
    expect(judgeEntry(empty, moment, trigger(BUY, single(SALE)))).toBeNull()
    expect(judgeEntry(empty, moment, trigger(BUY, single(SALE), single(OFF_TICK)))).toBe(OFF_TICK_REFUSAL)
    expect(judgeEntry(empty, moment, trigger(BUY, pair(single(SALE), single(OFF_TICK))))).toBe(OFF_TICK_REFUSAL)
  })

  it('is judged by each order of a pair in full, as if alone', () => {
    expect(judgeEntry(held, moment, pair(single(SALE), single(STOP)))).toBeNull()
    expect(judgeEntry(held, moment, pair(single(SALE), single({ ...STOP, shares: 101 })))).toContain(
      'for 101 of ACME, but only 100 held',
    )
    expect(judgeEntry(held, moment, pair(single(OFF_TICK), single({ ...STOP, shares: 101 })))).toBe(OFF_TICK_REFUSAL)
    expect(judgeEntry(held, moment, pair(single(SALE), trigger(STOP, single(OFF_TICK))))).toBe(OFF_TICK_REFUSAL)
  })

  it('takes the buying power of its price', () => {
    expect(judgeEntry(poor, moment, single(buy(40, { shares: 25 })))).toBeNull()
    expect(judgeEntry(poor, moment, single(buy(40, { shares: 26 })))).toBe(
      'The order needs $1,040.00 of buying power; $1,000.00 is available.',
    )
    expect(judgeEntry(poor, moment, single({ instruction: 'BUY', orderType: 'MARKET', shares: 21 }))).toContain(
      'needs $1,050.00',
    )
  })

  it('leaves out the orders that it takes the place of', () => {
    const order = sampleOrder(STOP, { reservePrice: dollars(0) })
    const book = sampleBook({ held: { ACME: [100, 50] }, orders: [order] })
    expect(judgeEntry(book, moment, single(SALE))).toContain('but only 0 held')
    expect(judgeEntry(book, moment, single(SALE), new Set([1n]))).toBeNull()
    expect(judgeEntry(book, moment, pair(single(SALE), single(STOP)), new Set([1n]))).toBeNull()
  })

  it('is refused for a symbol that does not trade, or that cannot be sold short', () => {
    expect(judgeEntry(held, moment, single(buy(40, { symbol: 'GONE' })))).toBe('Trading in GONE is halted.')
    const purchase: TermsDraft = { instruction: 'BUY', orderType: 'MARKET', symbol: 'GONE' }
    expect(judgeEntry(held, moment, single(purchase))).toBe('Trading in GONE is halted.')
    const short: TermsDraft = { instruction: 'SELL_SHORT', orderType: 'MARKET', symbol: 'BOLT' }
    expect(judgeEntry(held, moment, single(short))).toBeNull()
    expect(judgeEntry(held, moment, single(short, { isShortable: false }))).toBe('BOLT cannot be sold short.')
  })
})
