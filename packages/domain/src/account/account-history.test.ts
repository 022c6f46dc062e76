import * as fc from 'fast-check'
import { Decimal } from 'decimal.js'
import { expect, test } from 'vitest'
import { addSessions } from '../calendar/session.ts'
import { marketDay } from '../calendar/market-day.ts'
import type { Cents, MarketDay } from '../kind.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { type BookedTransaction, rebuildAccountDays } from './account-history.ts'
import { changeHolding, type Holding } from './holding.ts'

const d = (value: number | string) => new Decimal(value)
const c = (value: number) => BigInt(value) as Cents
const monday = marketDay('2026-03-02')
const day = (sessions: number): MarketDay => addSessions(monday, sessions)

const trade = (on: MarketDay, symbol: string, quantity: number, price: number): BookedTransaction => ({
  day: on,
  netCents: c(Math.round(-quantity * price * 100)),
  security: { symbol, multiplier: 1, quantity: d(quantity), grossCost: d(quantity).times(price) },
})

test('a purchase of today is undone for the close of yesterday', () => {
  const now = { cashCents: c(90_000), positions: [{ symbol: 'ACME', multiplier: 1, quantity: d(2), cost: d(100) }] }
  const days = rebuildAccountDays(now, [trade(day(1), 'ACME', 2, 50)], [day(0)], () => d(49))
  expect(days).toMatchObject([
    { day: day(0), cashCents: 100_000n, valueCents: 100_000n, realValueCents: 100_000n, unpriced: [] },
  ])
})

test('real value leaves out the open profit at average cost, and a sale realises its part', () => {
  const transactions = [trade(day(0), 'ACME', 100, 50), trade(day(1), 'ACME', 100, 60), trade(day(2), 'ACME', -150, 70)]
  const now = { cashCents: c(950_000), positions: [{ symbol: 'ACME', multiplier: 1, quantity: d(50), cost: d(2750) }] }
  const closes = new Map([
    [day(0), 52],
    [day(1), 60],
    [day(2), 71],
  ])
  const days = rebuildAccountDays(now, transactions, [day(0), day(1), day(2)], (_symbol, on) => d(closes.get(on)!))
  expect(days.map(({ valueCents, realValueCents }) => [valueCents, realValueCents])).toEqual([
    [1_020_000n, 1_000_000n],
    [1_200_000n - 100_000n, 1_000_000n],
    [950_000n + 355_000n, 950_000n + 275_000n],
  ])
})

test('a short position counts negative at its close, its proceeds are cash', () => {
  const transactions = [trade(day(0), 'BOLT', -100, 40)]
  const now = {
    cashCents: c(10_400_000),
    positions: [{ symbol: 'BOLT', multiplier: 1, quantity: d(-100), cost: d(-4000) }],
  }
  const [close] = rebuildAccountDays(now, transactions, [day(0)], () => d(38))
  expect(close).toMatchObject({ cashCents: 10_400_000n, valueCents: 10_020_000n, realValueCents: 10_000_000n })
})

test('a position older than the transactions takes its cost from the present, undone', () => {
  const now = { cashCents: c(0), positions: [{ symbol: 'ACME', multiplier: 1, quantity: d(30), cost: d(600) }] }
  const [first] = rebuildAccountDays(now, [trade(day(1), 'ACME', 10, 40)], [day(0)], () => d(25))
  expect(first).toMatchObject({ cashCents: 40_000n, valueCents: 90_000n, realValueCents: 60_000n })
})

test('a reverse split leaves the cost of a position, before it and after it', () => {
  // 100 bought for 5,000.00, gathered 1 for 20 on the next day.
  const split: BookedTransaction = {
    day: day(1),
    netCents: c(0),
    security: { symbol: 'ACME', multiplier: 1, quantity: d(-95), grossCost: null },
  }
  const now = { cashCents: c(0), positions: [{ symbol: 'ACME', multiplier: 1, quantity: d(5), cost: d(5000) }] }
  const closeOf = (_symbol: string, on: MarketDay) => d(on === day(0) ? 51 : 1020)
  const expected = [day(0), day(1)].map((on) => ({
    day: on,
    cashCents: 0n,
    valueCents: 510_000n,
    realValueCents: 500_000n,
    unpriced: [],
    positions: new Map([['ACME', { quantity: d(on === day(0) ? 100 : 5), valueCents: 510_000n }]]),
  }))
  expect(rebuildAccountDays(now, [split], [day(0), day(1)], closeOf)).toEqual(expected)
  const bought = { ...now, cashCents: c(-500_000) }
  expect(
    rebuildAccountDays(bought, [trade(day(0), 'ACME', 100, 50), split], [day(0), day(1)], closeOf).map(
      ({ valueCents, realValueCents }) => [valueCents, realValueCents],
    ),
  ).toEqual([
    [10_000n, 0n],
    [10_000n, 0n],
  ])
})

test('no day has no close, and asks for no price', () => {
  const askNone = () => {
    throw new Error('a price was asked for')
  }
  expect(
    rebuildAccountDays({ cashCents: c(100), positions: [] }, [trade(day(0), 'ACME', -10, 70)], [], askNone),
  ).toEqual([])
})

test('a position that was closed since is worth its close while it was held, at the cost of its first close', () => {
  const now = { cashCents: c(70_000), positions: [] }
  const closes = new Map([
    [day(0), 60],
    [day(1), 65],
  ])
  const sold = trade(day(2), 'ACME', -10, 70)
  const days = rebuildAccountDays(now, [sold], [day(0), day(1), day(2)], (_symbol, on) => {
    const close = closes.get(on)
    return close === undefined ? undefined : d(close)
  })
  expect(days).toMatchObject([
    { day: day(0), cashCents: 0n, valueCents: 60_000n, realValueCents: 60_000n, unpriced: [] },
    { day: day(1), cashCents: 0n, valueCents: 65_000n, realValueCents: 60_000n, unpriced: [] },
    // Nothing is held any more, so no price is missing.
    { day: day(2), cashCents: 70_000n, valueCents: 70_000n, realValueCents: 70_000n, unpriced: [] },
  ])
})

test('a position that was closed since and never had a close costs nothing and is named', () => {
  const sold = trade(day(1), 'ACME', -10, 70)
  expect(rebuildAccountDays({ cashCents: c(70_000), positions: [] }, [sold], [day(0)], () => undefined)).toMatchObject([
    { day: day(0), cashCents: 0n, valueCents: 0n, realValueCents: 0n, unpriced: ['ACME'] },
  ])
})

test('contracts count a hundred times, also those that were closed since', () => {
  const option = (on: MarketDay, quantity: number, price: number): BookedTransaction => ({
    day: on,
    netCents: c(-quantity * price * 100 * 100),
    security: {
      symbol: 'ACME  260320C00100000',
      multiplier: 100,
      quantity: d(quantity),
      grossCost: d(quantity * price * 100),
    },
  })
  const transactions = [option(day(0), 2, 4), option(day(1), -2, 6)]
  const days = rebuildAccountDays({ cashCents: c(40_000), positions: [] }, transactions, [day(0), day(1)], () => d(5))
  expect(days.map(({ cashCents, valueCents, realValueCents }) => [cashCents, valueCents, realValueCents])).toEqual([
    [-80_000n, 20_000n, 0n],
    [40_000n, 40_000n, 40_000n],
  ])
  expect(
    rebuildAccountDays({ cashCents: c(40_000), positions: [] }, [option(day(1), -2, 6)], [day(0)], () => d(5)),
  ).toMatchObject([{ day: day(0), cashCents: -80_000n, valueCents: 20_000n, realValueCents: 20_000n, unpriced: [] }])
})

test('a symbol without any closing price counts at its cost and is named', () => {
  const now = { cashCents: c(100), positions: [{ symbol: 'ODD', multiplier: 100, quantity: d(1), cost: d(250) }] }
  expect(rebuildAccountDays(now, [], [day(0)], () => undefined)).toMatchObject([
    { day: day(0), cashCents: 100n, valueCents: 25_100n, realValueCents: 25_100n, unpriced: ['ODD'] },
  ])
})

interface Step {
  readonly session: number
  readonly symbol: string
  readonly quantity: number
  readonly priceCents: number
  readonly feeCents: number
  readonly depositCents: number
}

const step = fc.record({
  session: fc.integer({ min: 0, max: 251 }),
  symbol: fc.constantFrom('ACME', 'BOLT', 'BASK', 'COIL'),
  quantity: fc.integer({ min: -300, max: 300 }),
  priceCents: fc.integer({ min: 1, max: 90_000 }),
  feeCents: fc.integer({ min: 0, max: 900 }),
  depositCents: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: -500_000, max: 5_000_000 }) },
  ),
})

/** An arbitrary price in cents that depends only on symbol and day. */
function priceOn(symbol: string, on: MarketDay): Decimal {
  const text = `${symbol}${on}`
  let mixed = 7
  for (let index = 0; index < text.length; index++) mixed = (mixed * 31 + text.charCodeAt(index)) % 89_999
  return d(mixed + 1).div(100)
}

/** Plays the steps forward with independent arithmetic: integers of cents and of hundred-millionths. */
function playForward(steps: readonly Step[]) {
  let cash = 0n
  const held = new Map<string, Holding>()
  const transactions: BookedTransaction[] = []
  const closes = new Map<MarketDay, { cash: bigint; value: bigint }>()
  const ordered = [...steps].sort((a, b) => a.session - b.session)
  for (let session = 0; session < 252; session++) {
    for (const one of ordered.filter((step) => step.session === session)) {
      const isDeposit = one.depositCents !== 0
      const net = isDeposit ? BigInt(one.depositCents) : BigInt(-one.quantity * one.priceCents - one.feeCents)
      cash += net
      if (!isDeposit && one.quantity !== 0) {
        const before = held.get(one.symbol) ?? { quantity: d(0), cost: d(0), multiplier: 1 }
        held.set(one.symbol, changeHolding(before, d(one.quantity), d(one.quantity).times(one.priceCents).div(100)))
      }
      transactions.push({
        day: day(session),
        netCents: net as Cents,
        security:
          isDeposit || one.quantity === 0
            ? null
            : {
                symbol: one.symbol,
                multiplier: 1,
                quantity: d(one.quantity),
                grossCost: d(one.quantity).times(one.priceCents).div(100),
              },
      })
    }
    const value = [...held].reduce(
      (sum, [symbol, { quantity }]) =>
        sum +
        BigInt(
          quantity
            .times(priceOn(symbol, day(session)))
            .times(100)
            .toFixed(0),
        ),
      cash,
    )
    closes.set(day(session), { cash, value })
  }
  const positions = [...held].flatMap(([symbol, { quantity, cost }]) =>
    quantity.isZero() ? [] : [{ symbol, multiplier: 1, quantity, cost }],
  )
  return { now: { cashCents: cash as Cents, positions }, transactions, closes }
}

test('a year of random trades, shorts, fees, deposits and withdrawals is rebuilt to the cent on every session', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 120 }), fc.integer({ min: 0, max: 251 }), (steps, from) => {
      const { now, transactions, closes } = playForward(steps)
      const days = Array.from({ length: 252 - from }, (_, index) => day(from + index))
      const rebuilt = rebuildAccountDays(
        now,
        transactions.filter((one) => one.day >= days[0]!),
        days,
        priceOn,
      )
      expect(rebuilt.map((one) => ({ day: one.day, cash: one.cashCents, value: one.valueCents }))).toEqual(
        days.map((on) => ({ day: on, ...closes.get(on)! })),
      )
      const open = now.positions.reduce((sum, { symbol, quantity, cost }) => {
        const value = priceOn(symbol, day(251)).times(quantity)
        return sum + BigInt(value.minus(cost).times(100).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toFixed(0))
      }, 0n)
      const last = rebuilt.at(-1)!
      const difference = last.valueCents - open - last.realValueCents
      // Average costs carry about 18 digits both ways; the error is at most one cent per position.
      expect(difference <= 4n && difference >= -4n).toBe(true)
    }),
    { numRuns: propertyRuns(300, 10_000), seed: 20260304 },
  )
})
