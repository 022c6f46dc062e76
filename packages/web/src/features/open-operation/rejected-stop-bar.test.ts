import { expect, test } from 'vitest'
import { describeRejectedStop } from './rejected-stop-bar.tsx'

const stop = { code: 'ACME', reason: null, isShort: false, quantity: 1_400, held: 1_400 }

test('a position without any stop is said to have none', () => {
  expect(describeRejectedStop(stop)).toBe(
    'Your stop was rejected: no reason was given. You hold 1,400 ACME without a stop.',
  )
  expect(describeRejectedStop({ ...stop, isShort: true, reason: 'Only 0 are short.' })).toBe(
    'Your stop was rejected: Only 0 are short. You are short 1,400 ACME without a stop.',
  )
})

test('one that another stop covers in part is said to be covered for that part', () => {
  expect(describeRejectedStop({ ...stop, quantity: 150 })).toBe(
    'Your stop was rejected: no reason was given. A stop covers 1,250 of the 1,400 ACME that you hold.',
  )
})
