// The units of a performance fee come from the lots that pay it; what they lack comes from the others.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns, propertySeed } from '../../testing/property-runs.ts'
import { gainOf, type Lot, type PerformanceMeasure, takeByGain } from './lot.ts'

const unit = 100_000_000n
const measure: PerformanceMeasure = { rate: { numerator: 20n, denominator: unit }, day: 100, hurdleMillionths: 0n }
const lot = (id: string, units: bigint, mark: bigint): Lot => ({
  id,
  units,
  mark: { numerator: mark, denominator: unit },
  hurdleDay: 0,
  since: id.charCodeAt(0),
})
const unitsOf = (lots: readonly Lot[]) => Object.fromEntries(lots.map(({ id, units }) => [id, units]))

test('a lot that pays and has less than is asked of it gives all, and the others give the large rest', () => {
  const lots = [lot('a', unit, 10n), lot('b', 1_000_000n * unit, 20n)]
  const taken = takeByGain(lots, 500_000n * unit, measure)
  expect(unitsOf(taken)).toEqual({ a: unit, b: 499_999n * unit })
  expect(unitsOf(lots)).toEqual({ b: 500_001n * unit })
})

/** One step after the other, as docs/rules/fund-fees.md describes it. */
function takeStepByStep(lots: readonly Lot[], units: bigint): Record<string, bigint> {
  const gains = lots.map((one) => gainOf(one, measure))
  const weights = gains.some((gain) => gain > 0n) ? gains : lots.map((one) => one.units)
  const all = weights.reduce((sum, one) => sum + one, 0n)
  const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
  const wanted = least(
    units,
    lots.reduce((sum, one) => sum + one.units, 0n),
  )
  const parts = lots.map((one, index) => least(one.units, (wanted * weights[index]!) / all))
  const order = lots
    .map((one, index) => ({ one, index }))
    .toSorted((a, b) => Number(b.one.units - a.one.units) || a.one.since - b.one.since)
  const inTurn = [...order.filter(({ index }) => weights[index]! > 0n), ...order]
  let rest = wanted - parts.reduce((sum, one) => sum + one, 0n)
  while (rest > 0n)
    for (const { one, index } of inTurn) {
      if (rest === 0n || parts[index]! >= one.units) continue
      parts[index]! += 1n
      rest -= 1n
    }
  return Object.fromEntries(lots.map(({ id }, index) => [id, parts[index]!]).filter(([, part]) => part !== 0n))
}

test('whole rounds at once take what single steps take', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ units: fc.bigInt(1n, 400n), mark: fc.bigInt(10n, 30n) }), { minLength: 2, maxLength: 5 }),
      fc.bigInt(1n, 1_500n),
      (shapes, units) => {
        const lots = shapes.map((one, index) => lot('abcde'[index]!, one.units, one.mark))
        const expected = takeStepByStep(lots, units)
        expect(unitsOf(takeByGain(lots, units, measure))).toEqual(expected)
      },
    ),
    { numRuns: propertyRuns(500, 5_000), seed: propertySeed() },
  )
})
