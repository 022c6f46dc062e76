// Proposals: the worked examples of docs/rules/target-allocation.md, and what holds for every portfolio.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns, propertySeed } from '../testing/property-runs.ts'
import { cashLeafKey } from './allocation.ts'
import { checkTargetPlan } from './check-target-plan.ts'
import {
  type Proposal,
  type ProposalAccount,
  type ProposalHolding,
  type ProposalTerms,
  unitsPerCent,
} from './proposal.ts'
import { proposeTrades } from './propose-trades.ts'
import type { TargetClass, TargetLeaf, TargetTree } from './target-plan.ts'

const dollars = (amount: number): bigint => BigInt(Math.round(amount * 100)) * unitsPerCent
const shares = (count: number): bigint => BigInt(count) * 1_000_000n
const price = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000))
const leaf = (given: Partial<TargetLeaf>): TargetLeaf => ({
  takes: [],
  codes: [],
  holdsCash: false,
  rule: 'HELD',
  parts: [],
  ...given,
})
const topClass = (key: string, percent: string, given: Partial<TargetLeaf>): TargetClass => ({
  key,
  parent: null,
  name: key,
  percent,
  leaf: leaf(given),
})
const held = (code: string, count: number, at: number, given: Partial<ProposalHolding> = {}): ProposalHolding => ({
  code,
  listed: null,
  isOption: false,
  quantity: shares(count),
  price: price(at),
  cost: price(at),
  value: shares(count) * price(at),
  sellable: shares(count),
  free: shares(count),
  ...given,
})
const terms: ProposalTerms = {
  mode: 'REBALANCE',
  smallestOrder: 0n,
  feePerOrder: 0n,
  neverSold: [],
  quantityDecimals: 0,
}
const account = (cash: number, ...instruments: ProposalHolding[]): ProposalAccount => ({
  cash: dollars(cash),
  available: dollars(cash),
  awaited: 0n,
  instruments,
})
const plan = (classes: readonly TargetClass[], points = '0'): TargetTree => ({
  grouping: 'OWN',
  band: { points, relative: null },
  alerts: false,
  classes,
})
const words = ({ trades }: Proposal): string[] =>
  trades.map(({ side, quantity, code, waitsForSales }) =>
    [side, quantity / 1_000_000n, code, ...(waitsForSales ? ['after sales'] : [])].join(' '),
  )
const halves = plan([topClass('A', '50', { codes: ['AAA'] }), topClass('B', '50', { codes: ['BBB'] })])
const seven = account(3000, held('AAA', 70, 100), held('BBB', 0, 30))

test.each([
  ['REBALANCE', ['SELL 20 AAA', 'BUY 166 BBB after sales']],
  ['PURCHASES', ['BUY 100 BBB']],
  ['NEW_CASH', ['BUY 100 BBB']],
] as const)('the example of the rules, by %s', (mode, orders) => {
  expect(words(proposeTrades(halves, seven, { ...terms, mode }))).toEqual(orders)
})

test('a sale that brings more than the purchase needs leaves less than one share of it in cash', () => {
  const proposal = proposeTrades(halves, account(0, held('AAA', 100, 100), held('BBB', 0, 30)), terms)
  expect(words(proposal)).toEqual(['SELL 50 AAA', 'BUY 166 BBB after sales'])
  expect(proposal.cashAfter).toBe(dollars(20))
})

test('within the band nothing is proposed, and new cash is', () => {
  const banded = { ...halves, band: { points: '30', relative: null } }
  const near = account(500, held('AAA', 55, 100), held('BBB', 40, 100))
  expect(words(proposeTrades(banded, near, terms))).toEqual([])
  expect(words(proposeTrades(banded, near, { ...terms, mode: 'PURCHASES' }))).toEqual([])
  expect(words(proposeTrades(banded, near, { ...terms, mode: 'NEW_CASH' }))).toEqual(['BUY 5 BBB'])
})

test('only cash above its own target is spent', () => {
  const withCash = plan([topClass('A', '80', { codes: ['AAA'] }), topClass('Cash', '20', { holdsCash: true })])
  expect(words(proposeTrades(withCash, account(4000, held('AAA', 60, 100)), terms))).toEqual(['BUY 20 AAA'])
  expect(words(proposeTrades(withCash, account(1000, held('AAA', 90, 100)), terms))).toEqual(['SELL 10 AAA'])
})

test('a leaf in equal or fixed parts buys what is most below its part', () => {
  const equal = plan([topClass('A', '100', { codes: ['AAA', 'BBB'], rule: 'EQUAL' })])
  const lopsided = account(4000, held('AAA', 60, 100), held('BBB', 0, 100))
  expect(words(proposeTrades(equal, lopsided, terms))).toEqual(['BUY 40 BBB'])
  const parts = [
    { code: 'AAA', percent: '70' },
    { code: 'BBB', percent: '30' },
  ]
  const fixed = plan([topClass('A', '100', { codes: ['AAA', 'BBB'], rule: 'FIXED', parts })])
  expect(words(proposeTrades(fixed, lopsided, terms))).toEqual(['BUY 30 BBB', 'BUY 10 AAA'])
})

test('what is not traded is named', () => {
  const given = account(
    1000,
    held('AAA', 70, 100, { sellable: 0n, free: 0n }),
    held('BBB', 0, 30, { price: null, cost: null }),
    held('CCC', 10, 10),
    held('AAA   270115C00100000', 1, 5, { isOption: true, value: dollars(500) }),
  )
  const { trades, omissions } = proposeTrades(halves, given, terms)
  expect(trades).toEqual([])
  expect(omissions.map(({ kind, code }) => `${kind} ${code}`).toSorted()).toEqual([
    'CLAIMED AAA',
    'NOTHING_TO_BUY null',
    'NOT_TRADED AAA   270115C00100000',
    'NO_PRICE BBB',
    'UNCLASSIFIED CCC',
  ])
})

test.each([
  ['what is free is sold by the ticket', 20, false],
  ['more than is free is sold by closing a part', 19, true],
  ['all of it may be claimed', 0, true],
] as const)('%s', (_name, free, closesPart) => {
  const claimed = account(3000, held('AAA', 70, 100, { free: shares(free) }), held('BBB', 0, 30))
  const { trades } = proposeTrades(halves, claimed, terms)
  expect(trades.map((one) => [one.side, one.quantity / 1_000_000n, one.closesPart])).toEqual([
    ['SELL', 20n, closesPart],
    ['BUY', 166n, false],
  ])
})

test('orders that cost a fee are worth at least twice the fees of all instruments', () => {
  const { smallestOrder, fees, trades } = proposeTrades(halves, seven, { ...terms, feePerOrder: dollars(1) })
  expect(smallestOrder).toBe(dollars(4))
  expect(fees).toBe(dollars(2))
  expect(trades.map(({ side, quantity }) => `${side} ${quantity / 1_000_000n}`)).toEqual(['SELL 20', 'BUY 166'])
})

test('a purchase keeps what its ask is above the last price', () => {
  const dearer = account(3000, held('AAA', 70, 100), held('BBB', 0, 30, { cost: price(30.3) }))
  const { trades, spread, cashAfter } = proposeTrades(halves, dearer, { ...terms, mode: 'PURCHASES' })
  expect(trades.map(({ quantity }) => quantity / 1_000_000n)).toEqual([99n])
  expect([spread, cashAfter]).toEqual([dollars(29.7), dollars(0.3)])
})

test('parts of shares leave no cash that a purchase could use', () => {
  const proposal = proposeTrades(halves, seven, { ...terms, quantityDecimals: 6 })
  expect(proposal.trades.map(({ side, quantity }) => `${side} ${quantity}`)).toEqual(['SELL 20000000', 'BUY 166666666'])
})

/** The account once every order is filled at its price. */
function filled(before: ProposalAccount, { trades }: Proposal): ProposalAccount {
  const changes = new Map(trades.map((one) => [one.code, one.side === 'BUY' ? one.quantity : -one.quantity]))
  const cash = trades.reduce(
    (sum, { side, value, spread, fee }) => sum + (side === 'BUY' ? -value - spread : value) - fee,
    0n,
  )
  return {
    ...before,
    cash: before.cash + cash,
    available: before.available + cash,
    instruments: before.instruments.map((one) => ({
      ...one,
      quantity: one.quantity + (changes.get(one.code) ?? 0n),
      sellable: one.sellable + (changes.get(one.code) ?? 0n),
      free: greater(0n, one.free + (changes.get(one.code) ?? 0n)),
    })),
  }
}

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

const cents = fc.integer({ min: 1, max: 60_000 })
const instrument = fc.record({
  count: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 }), fc.integer({ min: -20, max: 0 })),
  price: fc.oneof(
    { weight: 8, arbitrary: cents.map((one) => price(one / 100)) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  isOption: fc.integer({ min: 0, max: 11 }).map((one) => one === 0),
  spread: fc.oneof(fc.constant(0), fc.nat(20)),
  claimed: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 50 }), fc.constant(400)),
  /** Closing a part of the position can sell what is claimed. */
  isReleased: fc.boolean(),
  leaf: fc.nat(6),
})

/** Whole percents that sum to 100 from any weights. */
function percentsOf(weights: readonly number[]): string[] {
  const sum = weights.reduce((all, one) => all + one, 0) || 1
  const parts = weights.map((one) => Math.floor((one * 10_000) / sum))
  parts[0] = parts[0]! + 10_000 - parts.reduce((all, one) => all + one, 0)
  return parts.map((part) => (part / 100).toFixed(2))
}

const portfolio = fc.record({
  weights: fc.array(fc.nat(10), { minLength: 2, maxLength: 6 }),
  rules: fc.array(fc.constantFrom('HELD', 'EQUAL', 'FIXED'), { minLength: 6, maxLength: 6 }),
  hasCash: fc.boolean(),
  cash: fc.integer({ min: -500_000, max: 5_000_000 }),
  lessAvailable: fc.oneof(fc.constant(0), fc.nat(1_000_000)),
  instruments: fc.array(instrument, { minLength: 1, maxLength: 12 }),
  points: fc.oneof(
    fc.constant('0'),
    fc.integer({ min: 0, max: 1000 }).map((one) => (one / 100).toFixed(2)),
  ),
  relative: fc.oneof(
    fc.constant(null),
    fc.integer({ min: 0, max: 5000 }).map((one) => (one / 100).toFixed(2)),
  ),
  mode: fc.constantFrom('NEW_CASH', 'PURCHASES', 'REBALANCE', 'REBALANCE', 'REBALANCE'),
  smallest: fc.oneof(fc.constant(0), fc.nat(50_000)),
  fee: fc.oneof(fc.constant(0), fc.nat(1_000)),
  decimals: fc.constantFrom(0, 0, 3, 6),
  kept: fc.array(fc.nat(11), { maxLength: 2 }),
})

type Scene = (typeof portfolio)['generate'] extends (...args: never[]) => { value: infer Value } ? Value : never

function scene(given: Scene) {
  const codeOf = (index: number): string => `I${String(index).padStart(2, '0')}`
  const percents = percentsOf(given.weights)
  const cashLeaf = given.hasCash && percents.length > 1 ? percents.length - 1 : -1
  const classes = percents.map((percent, at): TargetClass => {
    const codes = given.instruments.flatMap((one, index) =>
      one.leaf < 6 && one.leaf % percents.length === at && at !== cashLeaf ? [codeOf(index)] : [],
    )
    const wanted = given.rules[at]!
    const rule = at === cashLeaf || (wanted === 'FIXED' && codes.length === 0) ? 'HELD' : wanted
    const shared = percentsOf(codes.map((_code, index) => index + 1))
    const parts = rule === 'FIXED' ? codes.map((code, index) => ({ code, percent: shared[index]! })) : []
    return topClass(`leaf ${at}`, percent, { codes, holdsCash: at === cashLeaf, rule, parts })
  })
  const before: ProposalAccount = {
    cash: BigInt(given.cash) * unitsPerCent,
    available: BigInt(given.cash - given.lessAvailable) * unitsPerCent,
    awaited: 0n,
    instruments: given.instruments.map((one, index) => ({
      code: codeOf(index),
      listed: null,
      isOption: one.isOption,
      quantity: shares(one.count),
      price: one.price,
      cost: one.price === null ? null : (one.price * BigInt(1000 + one.spread)) / 1000n,
      value: shares(one.count) * (one.price ?? price(10)),
      sellable: shares(Math.max(0, one.isReleased ? one.count : one.count - one.claimed)),
      free: shares(Math.max(0, one.count - one.claimed)),
    })),
  }
  const target: TargetTree = {
    grouping: 'OWN',
    band: { points: given.points, relative: given.relative },
    alerts: false,
    classes,
  }
  const asked: ProposalTerms = {
    mode: given.mode,
    smallestOrder: BigInt(given.smallest) * unitsPerCent,
    feePerOrder: BigInt(given.fee) * unitsPerCent,
    neverSold: given.kept.map(codeOf),
    quantityDecimals: given.decimals,
  }
  return { target, before, asked }
}

/** The costs of the first orders lower what an order has to be worth, so that one more is due. */
const oneMoreAfterCosts: Scene = {
  weights: [0, 7, 1, 10, 3, 6],
  rules: ['HELD', 'HELD', 'HELD', 'HELD', 'HELD', 'HELD'],
  hasCash: false,
  cash: 2772279,
  lessAvailable: 0,
  instruments: [
    { count: 0, price: 10000n, isOption: false, spread: 0, claimed: 400, isReleased: false, leaf: 3 },
    { count: 0, price: 10000n, isOption: false, spread: 0, claimed: 0, isReleased: false, leaf: 2 },
    { count: 8, price: null, isOption: true, spread: 0, claimed: 400, isReleased: false, leaf: 0 },
    { count: 0, price: 10000n, isOption: false, spread: 0, claimed: 0, isReleased: false, leaf: 0 },
    { count: 0, price: 10000n, isOption: false, spread: 18, claimed: 0, isReleased: false, leaf: 0 },
    { count: 0, price: 10000n, isOption: false, spread: 0, claimed: 0, isReleased: false, leaf: 0 },
    { count: 0, price: 10000n, isOption: true, spread: 0, claimed: 0, isReleased: false, leaf: 0 },
  ],
  points: '0.00',
  relative: '0.00',
  mode: 'NEW_CASH',
  smallest: 0,
  fee: 278,
  decimals: 3,
  kept: [],
}

test('never more cash than there is, never further from a target, sales first, and nothing the second time', () => {
  fc.assert(
    fc.property(portfolio, (given) => {
      const { target, before, asked } = scene(given)
      expect(checkTargetPlan(target)).toEqual([])
      const proposal = proposeTrades(target, before, asked)
      const { trades, leaves, fees, spread } = proposal
      const sides = trades.map(({ side }) => side)
      expect(sides).toEqual(sides.toSorted().toReversed())
      const sales = trades.filter(({ side }) => side === 'SELL')
      expect(asked.mode === 'REBALANCE' || sales.length === 0).toBe(true)
      const sum = (side: string) => trades.reduce((all, one) => all + (one.side === side ? one.value : 0n), 0n)
      const purse = lesser(before.cash, before.available) + sum('SELL')
      expect(sum('BUY') === 0n || sum('BUY') + spread + fees <= purse).toBe(true)
      const cashKey = cashLeafKey(target)
      const dearest = sales.reduce((most, one) => (one.price > most ? one.price : most), 0n)
      // Cash takes what whole shares leave.
      const rest = (key: string): bigint => (key === cashKey ? shares(1) * dearest : 0n)
      for (const one of leaves)
        expect(size(one.valueAfter - one.target)).toBeLessThanOrEqual(size(one.value - one.target) + rest(one.key))
      for (const trade of trades) {
        const one = before.instruments.find(({ code }) => code === trade.code)!
        expect(one.isOption || one.quantity < 0n).toBe(false)
        expect(trade.value).toBeGreaterThanOrEqual(asked.smallestOrder)
        expect(trade.side === 'BUY' || trade.quantity <= one.sellable).toBe(true)
        expect(trade.closesPart).toBe(trade.side === 'SELL' && trade.quantity > one.free)
        expect(trade.side === 'BUY' || !asked.neverSold.includes(trade.code)).toBe(true)
      }
      const after = filled(before, proposal)
      expect(after.cash).toBe(proposal.cashAfter)
      expect(words(proposeTrades(target, after, asked))).toEqual([])
    }),
    { numRuns: propertyRuns(1000, 10_000), seed: propertySeed(), examples: [[oneMoreAfterCosts]] },
  )
})

const lesser = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const greater = (one: bigint, other: bigint): bigint => (one < other ? other : one)
