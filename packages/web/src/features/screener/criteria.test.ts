import { defaultCriteria } from '@clubfolio/contract'
import { expect, it } from 'vitest'
import {
  countCriteria,
  describeLimits,
  limitsMoved,
  limitsOf,
  sliders,
  slidersAt,
  thumbsAfterKey,
  typedLimits,
  withLimits,
} from './criteria.ts'

const slider = (metric: string) => sliders.find((one) => one.metric === metric)!

it('begins with [2, 10] and [2]', () => {
  expect(slidersAt(defaultCriteria, slider('belowHigh'))).toEqual([2, 10])
  expect(slidersAt(defaultCriteria, slider('averageVolume'))).toEqual([2, 50])
  expect(slidersAt(defaultCriteria, slider('price'))).toEqual([0, 1000])
  expect(countCriteria(defaultCriteria)).toBe(2)
})

it('leaves an end open where a thumb is moved to it', () => {
  const price = slider('price')
  const moved = withLimits(defaultCriteria, price, limitsMoved(defaultCriteria, price, [5, 1000]))
  expect(moved.bounds.price).toEqual([5, null])
  expect(withLimits(moved, price, limitsMoved(moved, price, [0, 1000])).bounds).toEqual(defaultCriteria.bounds)
  expect(withLimits(moved, slider('marketCap'), [null, 20]).bounds.marketCap).toEqual([null, 20_000_000_000])
})

it('keeps a typed limit beyond the end of the slider while the other thumb is moved', () => {
  const price = slider('price')
  const typed = withLimits(defaultCriteria, price, [null, 2500])
  expect(slidersAt(typed, price)).toEqual([0, 1000])
  expect(limitsMoved(typed, price, [100, 1000])).toEqual([100, 2500])
})

it('stores a typed limit exactly and reads it back', () => {
  const volume = slider('averageVolume')
  const typed = withLimits(defaultCriteria, volume, [2.3, null])
  expect(typed.bounds.averageVolume).toEqual([2_300_000, null])
  expect(limitsOf(typed, volume)).toEqual([2.3, null])
})

it('refuses a lower limit above the upper one, and opens a limit whose field is emptied', () => {
  expect(typedLimits([2, 10], 'from', '12')).toBe('At most 10.')
  expect(typedLimits([2, 10], 'to', '1.5')).toBe('At least 2.')
  expect(typedLimits([2, 10], 'to', '12.25')).toEqual([2, 12.25])
  expect(typedLimits([2, 10], 'from', '')).toEqual([null, 10])
  expect(typedLimits([2, 10], 'from', '-')).toBe('Enter a number.')
})

it('says in words what limits ask for', () => {
  expect(describeLimits(slider('belowHigh'), [2, 10])).toBe('2% to 10%')
  expect(describeLimits(slider('averageVolume'), [2, null])).toBe('2M or more')
  expect(describeLimits(slider('price'), [null, 40])).toBe('up to $40')
  expect(describeLimits(slider('price'), [1500, 2000.5])).toBe('$1,500 to $2,000.50')
  expect(describeLimits(slider('rsi14'), [null, null])).toBe('any')
})

it.each([
  ['Home', 'from', [0, 10]],
  ['End', 'from', [10, 10]],
  ['Home', 'to', [2, 2]],
  ['End', 'to', [2, 75]],
  ['PageUp', 'to', [2, 20]],
  ['PageDown', 'to', [2, 2]],
  ['PageDown', 'from', [0, 10]],
  ['ArrowUp', 'from', undefined],
] as const)('%s at the thumb "%s" of 2 to 10 gives %j', (key, thumb, moved) => {
  expect(thumbsAfterKey(key, [2, 10], thumb, slider('belowHigh'))).toEqual(moved)
})
