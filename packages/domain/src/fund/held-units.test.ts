// Units that a charge takes from many holders at once, read one holder at a time.
import { expect, test } from 'vitest'
import { HeldUnits } from './held-units.ts'

const holderIds = Array.from({ length: 40 }, (_, n) => `m${n}`)

function opened(): HeldUnits {
  const units = new HeldUnits(true)
  for (const [n, holderId] of holderIds.entries()) units.set(holderId, BigInt(100 + n))
  return units
}

function takeOne(units: HeldUnits, index: number): void {
  const held = units.stepsOf(holderIds)!
  const slot = held.slots[index]!
  held.steps[slot] = held.steps[slot]! - 1
  held.isAhead[slot] = 1
}

test('what a charge has taken is gone when a holder is read, and when all are', () => {
  const units = opened()
  takeOne(units, 39)
  takeOne(units, 3)
  expect(units.get('m3')).toBe(102n)
  expect(units.all().get('m39')).toBe(138n)
})

test('what a charge has put back was never taken, and what the charge before took is gone', () => {
  const units = opened()
  takeOne(units, 3)
  takeOne(units, 3)
  takeOne(units, 39)
  units.putBack()
  expect(units.get('m3')).toBe(101n)
  expect(units.get('m39')).toBe(139n)
})

test('a charge gets no steps of somebody who has never held units', () => {
  expect(opened().stepsOf(['m1', 'stranger'])).toBeUndefined()
})
