import { defaultCriteria } from '@clubfolio/contract'
import { expect, it } from 'vitest'
import { describeBound, countCriteria, sliders, slidersAt, thumbsAfterKey, withBounds } from './criteria.ts'

const slider = (metric: string) => sliders.find((one) => one.metric === metric)!

it('begins with [2, 10] and [2]', () => {
  expect(slidersAt(defaultCriteria, slider('belowHigh'))).toEqual([2, 10])
  expect(slidersAt(defaultCriteria, slider('averageVolume'))).toEqual([2, 50])
  expect(slidersAt(defaultCriteria, slider('price'))).toEqual([0, 1000])
  expect(countCriteria(defaultCriteria)).toBe(2)
})

it('leaves an end open where a thumb stands at it', () => {
  const moved = withBounds(defaultCriteria, slider('price'), [5, 1000])
  expect(moved.bounds.price).toEqual([5, null])
  expect(withBounds(moved, slider('price'), [0, 1000]).bounds).toEqual(defaultCriteria.bounds)
  expect(withBounds(moved, slider('marketCap'), [0, 20]).bounds.marketCap).toEqual([null, 20_000_000_000])
})

it('says in words what a slider asks for', () => {
  expect(describeBound(slider('belowHigh'), [2, 10])).toBe('2% to 10%')
  expect(describeBound(slider('averageVolume'), [2, 50])).toBe('2M or more')
  expect(describeBound(slider('price'), [0, 40])).toBe('up to $40')
  expect(describeBound({ ...slider('price'), max: 5000 }, [1500, 2000])).toBe('$1,500 to $2,000')
  expect(describeBound(slider('rsi14'), [0, 100])).toBe('any')
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
