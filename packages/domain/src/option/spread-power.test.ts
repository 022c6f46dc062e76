// The rule itself is held against the paper brokerage's by packages/paper-broker/src/order/spread-power.pure.test.ts.
import { Decimal } from 'decimal.js'
import { expect, it } from 'vitest'
import type { PositionLeg } from './position-leg.ts'
import { type PowerPosition, positionsAfter, spreadPower, writtenCover } from './spread-power.ts'
import { call, put, shares } from './testing/sample-leg.ts'

const priced = (leg: PositionLeg, last: number): PowerPosition => ({ ...leg, last: new Decimal(last) })
const power = (after: readonly PowerPosition[], cost: number, before: readonly PowerPosition[] = []) => {
  const { taken, hold, sharesMissing } = spreadPower('MARGIN', { before, after, cost: new Decimal(cost) })
  return [taken.toNumber(), hold.toNumber(), sharesMissing]
}

it('a vertical takes the distance of its strikes less its credit, twice on margin', () => {
  expect(power([priced(put(45, -1), 1.05), priced(put(40, 1), 0.35)], -60)).toEqual([880, 500, 0])
})

it('an iron condor takes its wider side once', () => {
  const condor = [put(90, 1), put(95, -1), call(105, -1), call(115, 1)].map((leg) => priced(leg, 1))
  expect(power(condor, -200)).toEqual([1600, 1000, 0])
})

it('a bought option is paid in full, and a covered call has the loan value of its shares', () => {
  expect(power([priced(call(100, 1), 2.5)], 250)).toEqual([500, 0, 0])
  expect(power([priced(shares(100), 50), priced(call(55, -1), 1)], 4900)).toEqual([5100, 0, 0])
})

it('a secured put in a cash account takes its strike less what it brings', () => {
  const { taken, needsMargin } = spreadPower('CASH', {
    before: [],
    after: [priced(put(45, -1), 1)],
    cost: new Decimal(-100),
  })
  expect([taken.toNumber(), needsMargin]).toEqual([4400, false])
})

it('a spread needs a margin account, closing two options at once does not', () => {
  const spread = [priced(put(45, -1), 1), priced(put(40, 1), 0.4)]
  const cash = (before: readonly PowerPosition[], after: readonly PowerPosition[]) =>
    spreadPower('CASH', { before, after, cost: new Decimal(0) }).needsMargin
  expect([cash([], spread), cash(spread, [])]).toEqual([true, false])
})

it('says how many shares a written call still needs, and counts those that are held', () => {
  const written = priced(call(55, -2), 1)
  expect(power([written], -200)[2]).toBe(200)
  const held = priced(shares(150), 50)
  expect(power([held, written], -200, [held])[2]).toBe(50)
  expect(power([held, written], 0, [held, written])[2]).toBe(0)
  expect(power([written], 0, [held, written])[2]).toBe(200)
})

it('a bought option covers nothing that outlives it', () => {
  const late = priced(put(45, -1, '2026-04-17'), 1)
  expect(writtenCover('MARGIN', [late, priced(put(40, 1), 0.4)]).hold.toNumber()).toBe(4500)
  expect(writtenCover('MARGIN', [priced(put(45, -1), 1), priced(put(40, 1, '2026-04-17'), 1)]).hold.toNumber()).toBe(
    500,
  )
})

it('positions after an order are the sums, without those that it closes', () => {
  const before = [priced(put(45, -1), 1), priced(shares(100), 50)]
  const after = positionsAfter(before, [priced(put(45, 1), 1), priced(put(40, -1), 0.5), priced(shares(50), 50)])
  expect(after.map(({ code, quantity }) => [code.trim(), quantity])).toEqual([
    ['ACME', 150],
    ['ACME  260320P00040000', -1],
  ])
})
