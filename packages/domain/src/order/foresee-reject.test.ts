import { Decimal } from 'decimal.js'
import { expect, test } from 'vitest'
import { restingTime } from './order-draft.ts'
import { foreseeRejects, type ReplacingOrder } from './foresee-reject.ts'

const market = { last: new Decimal('50'), bid: new Decimal('49.98'), ask: new Decimal('50.02') }
const order = (
  terms: Partial<ReplacingOrder['terms']>,
  more: Partial<Omit<ReplacingOrder, 'terms'>> = {},
): ReplacingOrder => ({
  terms: {
    symbol: 'ACME',
    instruction: 'BUY',
    quantity: '100',
    price: { type: 'STOP', stopPrice: '51' },
    ...restingTime,
    ...terms,
  },
  market,
  held: new Decimal(0),
  claimed: new Decimal(0),
  powerAfter: new Decimal(1_000),
  ...more,
})
const selling = { instruction: 'SELL', price: { type: 'STOP', stopPrice: '48' } } as const

test('nothing is foreseen of a stop beyond the market that the account can pay or close', () => {
  expect(foreseeRejects(order({}))).toEqual([])
  expect(foreseeRejects(order(selling, { held: new Decimal(100) }))).toEqual([])
})

test('a stop has to be beyond the quote of its side, or beyond the last price where there is none', () => {
  const at = (stopPrice: string, more: Partial<ReplacingOrder> = {}) =>
    foreseeRejects(order({ price: { type: 'STOP', stopPrice } }, more))
  expect(at('50.03')).toEqual([])
  expect(at('50.02')).toEqual([{ part: 'stop', text: 'A stop to buy has to be above the ask of $50.02.' }])
  expect(at('50', { market: { ...market, ask: null } })).toEqual([
    { part: 'stop', text: 'A stop to buy has to be above the last price of $50.00.' },
  ])
  expect(
    foreseeRejects(
      order({ instruction: 'SELL', price: { type: 'STOP', stopPrice: '49.98' } }, { held: new Decimal(100) }),
    ),
  ).toEqual([{ part: 'stop', text: 'A stop to sell has to be below the bid of $49.98.' }])
  const selling = (stopPrice: string, more: Partial<ReplacingOrder> = {}) =>
    foreseeRejects(
      order({ instruction: 'SELL', price: { type: 'STOP', stopPrice } }, { held: new Decimal(100), ...more }),
    )
  expect(selling('49.97')).toEqual([])
  expect(selling('50', { market: { ...market, bid: null } })).toEqual([
    { part: 'stop', text: 'A stop to sell has to be below the last price of $50.00.' },
  ])
  expect(selling('60', { market: { last: null, bid: null, ask: new Decimal(50) } })).toEqual([])
  // A limit may be on either side.
  expect(foreseeRejects(order({ price: { type: 'LIMIT', limitPrice: '60' } }))).toEqual([])
})

test('an opening order needs its buying power', () => {
  expect(foreseeRejects(order({}, { powerAfter: new Decimal('-12345.6') }))).toEqual([
    { part: 'quantity', text: 'The buying power is short by $12,345.60.' },
  ])
})

test('a closing order is for what is held and not claimed by others, and needs no buying power', () => {
  const held = { held: new Decimal(1_500), powerAfter: new Decimal(-1) }
  expect(foreseeRejects(order({ ...selling, quantity: '1500' }, held))).toEqual([])
  expect(foreseeRejects(order({ ...selling, quantity: '1501' }, held))).toEqual([
    { part: 'quantity', text: 'Only 1,500 shares are held.' },
  ])
  expect(foreseeRejects(order({ ...selling, quantity: '1200' }, { ...held, claimed: new Decimal(400) }))).toEqual([
    { part: 'quantity', text: 'Only 1,100 shares are held and not claimed by other orders.' },
  ])
  expect(
    foreseeRejects(
      order({ instruction: 'BUY_TO_COVER', quantity: '101' }, { held: new Decimal(-100), claimed: new Decimal(0) }),
    ),
  ).toEqual([{ part: 'quantity', text: 'Only 100 shares are short.' }])
})

test('a trailing stop is judged by where the last price puts it', () => {
  const trail = (offset: string, instruction: 'BUY' | 'SELL') =>
    foreseeRejects(
      order(
        { instruction, price: { type: 'TRAILING_STOP', trail: { offset, unit: 'DOLLARS' } } },
        { held: new Decimal(100) },
      ),
    ).map(({ part }) => part)
  expect([trail('0.02', 'BUY'), trail('0.03', 'BUY')]).toEqual([['stop'], []])
  expect([trail('0.02', 'SELL'), trail('0.03', 'SELL')]).toEqual([['stop'], []])
})

test('an opening order is not short of buying power that it uses up, and needs no position', () => {
  expect(foreseeRejects(order({}, { powerAfter: new Decimal(0) }))).toEqual([])
  expect(foreseeRejects(order({}, { powerAfter: new Decimal('-0.01') }))).toEqual([
    { part: 'quantity', text: 'The buying power is short by $0.01.' },
  ])
})

test('what is held on the other side, or claimed in full, leaves nothing to close', () => {
  const only = (terms: Partial<ReplacingOrder['terms']>, held: number, claimed = 0) =>
    foreseeRejects(order(terms, { held: new Decimal(held), claimed: new Decimal(claimed) })).map(({ text }) => text)
  expect(only(selling, -100)).toEqual(['Only 0 shares are held.'])
  expect(only(selling, 100, 300)).toEqual(['Only 0 shares are held and not claimed by other orders.'])
  const cover = { instruction: 'BUY_TO_COVER', quantity: '60' } as const
  expect(only(cover, -100, 40)).toEqual([])
  expect(only(cover, -100, 41)).toEqual(['Only 59 shares are short and not claimed by other orders.'])
  const symbol = 'ACME  261218C00045000'
  expect(only({ ...selling, symbol, instruction: 'SELL_TO_CLOSE', quantity: '2' }, 1)).toEqual([
    'Only 1 contracts are held.',
  ])
  expect(only({ symbol, instruction: 'BUY_TO_CLOSE', quantity: '2' }, -1)).toEqual(['Only 1 contracts are written.'])
})
