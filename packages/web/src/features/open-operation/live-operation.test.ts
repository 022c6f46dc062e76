import type { Cents } from '@clubfolio/domain'
import { expect, it } from 'vitest'
import { sampleOperation as operation } from '../../testing/samples.ts'
import { atPrice, summarise, typeOf } from './live-operation.ts'

it('moves a short position up when the price falls', () => {
  expect(atPrice(operation(), 38)).toMatchObject({
    lastPrice: 38,
    plOpen: 20_000n,
    plDay: 7_000n,
    floatCap: 420_000n,
    plPercent: 5,
    uncoveredValue: 380_000n,
  })
})

it('moves a long one with the price, contracts by their multiplier', () => {
  const long = operation({
    shortQuantity: 0,
    longQuantity: 3,
    multiplier: 100,
    averagePrice: 4,
    investment: 120_000n as Cents,
    lastPrice: 5,
    plOpen: 30_000n as Cents,
    floatCap: 150_000n as Cents,
  })
  expect(atPrice(long, 4.5)).toMatchObject({ plOpen: 15_000n, floatCap: 135_000n, plPercent: 12.5 })
  expect([typeOf(long), typeOf(operation())]).toEqual(['Long', 'Short'])
})

it('stays as it is without a live price, or when the price is of another market', () => {
  const still = operation({ isLive: false })
  expect(atPrice(operation(), undefined)).toEqual(operation())
  expect(atPrice(still, 12)).toBe(still)
})

it('sums what adds up, takes the percentage of the sums, and counts shields', () => {
  const summary = summarise([
    operation(),
    operation({
      code: 'BBB',
      plPercent: 7.5,
      riskQty: 5_000n as Cents,
      riskPercent: 0.5,
      protection: 'FULL',
      coveredQty: 100,
      uncoveredValue: 0n as Cents,
    }),
  ])
  expect(summary).toMatchObject({
    investment: 800_000n,
    plOpen: 20_000n,
    plDay: -6_000n,
    plDayUnknown: 0,
    plPercent: 2.5,
    riskQty: 5_000n,
    riskPercent: 0.5,
    full: 1,
    none: 1,
    partly: 0,
    tooLarge: 0,
    uncoveredValue: 390_000n,
  })
  expect(summarise([operation({ lacksStop: false })])).toMatchObject({ none: 1, uncoveredValue: 0n })
})
