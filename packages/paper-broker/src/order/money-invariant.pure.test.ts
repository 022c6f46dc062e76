// The money rule after every event of random runs: cash + long value - short value = initial + realised before fees +
// open profit - fees. The same runs divided into other time spans end the same.
import { propertyRuns } from '@clubfolio/domain/testing/property-runs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountOf, cents, costOfCents } from '../money/money.ts'
import { FLAT, changeHolding } from '../valuation/position-change.ts'
import type { Bar, Trader, TreeDraft } from '../testing/bar-market.ts'
import { EVENING_BEFORE, barMarket, dollars, trader, walked } from '../testing/bar-market.ts'
import { reservedOf } from './account-book.ts'
import { isBuy, isOpen, isTradable } from './order.ts'

const SEED = 20_261_120
const DAY_MS = 24 * 60 * 60_000

const bar: fc.Arbitrary<Bar> = fc
  .tuple(
    fc.integer({ min: 2_000, max: 9_000 }),
    fc.integer({ min: 0, max: 900 }),
    fc.integer({ min: 0, max: 100 }),
    fc.integer({ min: 0, max: 100 }),
  )
  .map(([low, range, open, close]) => {
    const at = (percent: number): number => (low + Math.round((range * percent) / 100)) / 100
    return [at(open), (low + range) / 100, low / 100, at(close)] as const
  })

const cent = fc.integer({ min: 2_000, max: 9_900 }).map((value) => value / 100)
const terms = fc.oneof(
  fc.record({ orderType: fc.constant('MARKET' as const) }),
  fc.record({ orderType: fc.constant('LIMIT' as const), limit: cent }),
  fc.record({ orderType: fc.constant('STOP' as const), stop: cent }),
  fc.record({ orderType: fc.constant('STOP_LIMIT' as const), stop: cent, limit: cent }),
  fc.record({
    orderType: fc.constant('TRAILING_STOP' as const),
    trail: fc.integer({ min: 1, max: 500 }).map((value) => ({ offset: dollars(value / 100), isPercent: false })),
  }),
)
const single = fc
  .record({
    symbol: fc.constantFrom('ACME', 'BOLT'),
    instruction: fc.constantFrom('BUY' as const, 'SELL' as const, 'SELL_SHORT' as const, 'BUY_TO_COVER' as const),
    shares: fc.integer({ min: 1, max: 900 }),
    duration: fc.constantFrom('DAY' as const, 'GOOD_TILL_CANCEL' as const, 'IMMEDIATE_OR_CANCEL' as const),
    kind: terms,
  })
  .map(({ kind, ...more }) => ({ terms: { ...more, ...kind } }))
const tree: fc.Arbitrary<TreeDraft> = fc.oneof(
  { weight: 3, arbitrary: single },
  { weight: 1, arbitrary: fc.tuple(single, single).map(([parent, child]) => ({ ...parent, children: [child] })) },
  { weight: 1, arbitrary: fc.tuple(single, single).map((children) => ({ children })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(single, single, single)
      .map(([parent, one, other]) => ({ ...parent, children: [{ children: [one, other] }] })),
  },
)
const run = fc.record({
  acme: fc.array(bar, { minLength: 8, maxLength: 8 }),
  bolt: fc.array(bar, { minLength: 8, maxLength: 8 }),
  orders: fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), tree }), {
    minLength: 1,
    maxLength: 14,
  }),
  isPartly: fc.boolean(),
})
type Run = typeof run extends fc.Arbitrary<infer Value> ? Value : never

/** Replays the executions alone and compares the result with the account, to the last step. */
async function checkMoney(one: Trader, commission: bigint): Promise<void> {
  const held = new Map<string, typeof FLAT>()
  let realised = 0n
  let fees = 0n
  for (const { orderId, quantity, price, fee } of one.executions) {
    const order = one.order(orderId)
    if (!isTradable(order)) throw new Error('an execution without terms')
    const { symbol } = order.terms
    const before = held.get(symbol) ?? FLAT
    const change = changeHolding(before, isBuy(order.terms) ? quantity : -quantity, amountOf(price, quantity, 1n))
    if (change === null) throw new Error('an execution crossed zero')
    held.set(symbol, {
      quantity: before.quantity + change.quantityChange,
      cost: (before.cost + change.costChange) as typeof FLAT.cost,
    })
    realised += change.realised
    fees += fee
  }
  expect(fees).toBe(BigInt(one.executions.length) * commission)
  // Open profit is market value - cost (long) or + proceeds (short); the market value is on both sides and cancels out.
  const tiedUp = [...held.values()].reduce((sum, { quantity, cost }) => sum + (quantity >= 0n ? cost : 0n - cost), 0n)
  expect(costOfCents(one.book.cash)).toBe(
    costOfCents(cents(10_000_000n)) + realised - tiedUp - costOfCents(cents(fees)),
  )
  for (const [symbol, { quantity, cost }] of held) {
    const now = one.book.positions.get(symbol)
    expect(now?.quantity ?? 0n).toBe(quantity)
    expect(now?.cost ?? 0n).toBe(cost)
  }
}

/** How many shares the orders of each pair are for at its entry: the larger of both. */
function sizesOfPairs(ids: readonly bigint[], draft: TreeDraft, at = { index: 0 }, sizes = new Map<bigint, bigint>()) {
  const id = ids[at.index++]
  if (id !== undefined && draft.terms === undefined)
    sizes.set(id, BigInt(Math.max(...(draft.children ?? []).map(({ terms: leg }) => leg?.shares ?? 100))))
  for (const child of draft.children ?? []) sizesOfPairs(ids, child, at, sizes)
  return sizes
}

function checkOrders(one: Trader, sizes: ReadonlyMap<bigint, bigint>): void {
  for (const order of one.book.orders.values()) {
    expect(order.closedAt === null).toBe(isOpen(order))
    if (isTradable(order)) {
      expect(order.filled <= order.terms.quantity).toBe(true)
      expect(order.status === 'FILLED').toBe(order.filled === order.terms.quantity)
    }
    const parent = order.parentId === null ? null : one.order(order.parentId)
    const isFilledInPart = parent !== null && parent.filled > 0n && !isOpen(parent)
    if (parent?.strategy === 'TRIGGER' && parent.status !== 'FILLED' && !isFilledInPart)
      expect(['AWAITING_PARENT_ORDER', 'CANCELED']).toContain(order.status)
  }
  for (const pair of [...one.book.orders.values()].filter((order) => order.strategy === 'OCO')) {
    const legs = [...one.book.orders.values()].filter(isTradable).filter((order) => order.parentId === pair.orderId)
    const traded = legs.filter((order) => order.filled > 0n)
    // Together they trade no more than one of them was for; in different securities only one of them trades.
    expect(traded.reduce((sum, { filled }) => sum + filled, 0n) <= (sizes.get(pair.orderId) ?? 0n)).toBe(true)
    expect(new Set(traded.map(({ terms: { symbol, instruction } }) => `${symbol} ${instruction}`)).size).toBeLessThan(2)
  }
}

async function play({ acme, bolt, orders, isPartly }: Run, pieces: number, check: boolean): Promise<Trader> {
  const commission = 65n
  const settings = {
    slippage: dollars(0.01),
    commission: cents(commission),
    partialFills: isPartly ? { seed: 'runs', percent: 40 } : null,
  }
  const one = trader(barMarket({ ACME: acme, BOLT: bolt }), { settings })
  const sizes = new Map<bigint, bigint>()
  const endMs = (walked(acme).at(-1)?.untilMs ?? 0) + DAY_MS
  const entered = orders
    .map(({ at, tree: draft }) => ({ atMs: Math.round(EVENING_BEFORE + at * (endMs - EVENING_BEFORE)), draft }))
    .sort((left, right) => left.atMs - right.atMs)
  const playTo = async (untilMs: number): Promise<void> => {
    const fromMs = one.nowMs()
    for (let piece = 1; piece <= pieces; piece += 1) {
      await one.playTo(piece === pieces ? untilMs : Math.round(fromMs + ((untilMs - fromMs) * piece) / pieces))
      if (!check) continue
      await checkMoney(one, commission)
      checkOrders(one, sizes)
      expect(reservedOf(one.book) >= 0n).toBe(true)
    }
  }
  for (const { atMs, draft } of entered) {
    await playTo(atMs)
    const ids = await one.place(draft).catch(() => [])
    for (const [id, size] of sizesOfPairs(ids, draft)) sizes.set(id, size)
  }
  await playTo(endMs)
  return one
}

describe('random runs of orders', () => {
  it('never make or lose a cent', async () => {
    const runs = fc.assert(
      fc.asyncProperty(run, async (one) => void (await play(one, 3, true))),
      { numRuns: propertyRuns(250, 10_000), seed: SEED },
    )
    await expect(runs).resolves.toBeUndefined()
  })

  it('end the same, fill by fill, however the time is cut', async () => {
    await fc.assert(
      fc.asyncProperty(run, async (one) => {
        const [coarse, fine] = [await play(one, 1, false), await play(one, 7, false)]
        expect(fine.executions).toEqual(coarse.executions)
        expect([...fine.book.orders.values()]).toEqual([...coarse.book.orders.values()])
      }),
      { numRuns: propertyRuns(120, 5_000), seed: SEED },
    )
  })
})
