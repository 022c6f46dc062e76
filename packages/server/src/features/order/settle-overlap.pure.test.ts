// What a replacement is still for after the order before it has filled more than was known.
import { dayTime, singleOrder } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { expect, test } from 'vitest'
import { wantedOf } from './settle-overlap.ts'

const draft = singleOrder({
  symbol: 'ACME',
  instruction: 'SELL',
  quantity: '50',
  price: { type: 'STOP', stopPrice: '47' },
  ...dayTime,
})

test.each([
  ['what it was sent for without that', '50', 5, '45'],
  ['never more than the rest of its pair has left it', '30', 5, '25'],
  ['nothing when that is all of it', '50', 60, '0'],
  ['what it was sent for when the brokerage states no quantity', null, 5, '45'],
] as const)('is %s', (_what, quantity, more, wanted) => {
  expect(wantedOf(draft, { quantity }, { more: new Decimal(more), isCounted: false }).toFixed()).toBe(wanted)
})

test.each([
  ['what it is for when that was taken off it already', '45', 5, '45'],
  ['what it was sent for without that when nothing was taken off it', '50', 5, '45'],
  ['nothing when that is all of it', '50', 60, '0'],
  ['what it was sent for without that when the brokerage states no quantity', null, 5, '45'],
] as const)('at a brokerage that counts fills itself it is %s', (_what, quantity, more, wanted) => {
  expect(wantedOf(draft, { quantity }, { more: new Decimal(more), isCounted: true }).toFixed()).toBe(wanted)
})
