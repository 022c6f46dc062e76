import { expect, test } from 'vitest'
import { percentSince, priorClose } from './prior-close.ts'

test.each([
  ['of today is the last close, in the shares of today', { formingPriorClose: 55 }, true, 55],
  ['of today is the last close as it is known, before the first trade', { formingPriorClose: null }, true, 110],
  ['of the last close is the one before it', { formingPriorClose: 55 }, false, 100],
])('the prior close %s', (_of, forming, isOfFormingDay, close) => {
  expect(priorClose({ lastClose: 110, previousClose: 100, ...forming }, isOfFormingDay)).toBe(close)
})

test('a change needs both prices', () => {
  expect(percentSince(121, 110)).toBeCloseTo(10)
  expect([percentSince(null, 110), percentSince(121, null), percentSince(121, 0)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
