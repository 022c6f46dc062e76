import { expect, test } from 'vitest'
import { moveTo, panelOrder } from './arrangement.ts'

test('a stored order is made whole: unknown names go, missing ones come last, each is there once', () => {
  expect(panelOrder(['b', 'x', 'b'], ['a', 'b', 'c'])).toEqual(['b', 'a', 'c'])
  expect(panelOrder([], ['a', 'b'])).toEqual(['a', 'b'])
})

test('a panel moves to a place and no farther than the ends', () => {
  expect(moveTo(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
  expect(moveTo(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(moveTo(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a'])
  expect(moveTo(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
})
