import { expect, it } from 'vitest'
import { describeWaitingPart } from './filled-part-bar.tsx'

const part = {
  orderId: '1007',
  code: 'ACME',
  filled: 24,
  left: 1_076,
  dividesAt: Date.parse('2026-03-04T15:00:30Z'),
  hasStop: false,
}

it('says of a part that waits how long, and what happens to the order then', () => {
  expect(describeWaitingPart(part)).toBe(
    '24 ACME of order 1007 are filled and have no stop while the other 1,076 wait. If they are not filled by ' +
      '10:00:30 ET, the order is divided: what is filled gets its stop, and the other 1,076 are entered again, ' +
      'behind the orders already waiting.',
  )
})

it('says which step an order that is being divided is at', () => {
  expect(describeWaitingPart({ ...part, dividesAt: null })).toBe(
    '24 ACME of order 1007 get their stop now; then the other 1,076 are entered again.',
  )
  expect(describeWaitingPart({ ...part, dividesAt: null, hasStop: true })).toBe(
    '24 ACME of order 1007 have their stop; the other 1,076 are being entered again.',
  )
})
