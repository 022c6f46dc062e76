import { parseCents } from '@clubfolio/domain'
import { expect, test } from 'vitest'
import { weightOf } from './open-positions.ts'

const cents = (text: string) => parseCents(text)!
const weight = (shortQuantity: number, plOpen: string, accountValue = '20000.00') =>
  weightOf({ investment: cents('4000.00'), plOpen: cents(plOpen), shortQuantity }, cents(accountValue))

test('a position weighs what it is worth now, a short one below zero', () => {
  expect(weight(0, '0.00')).toBe('20.000000')
  expect(weight(0, '1000.00')).toBe('25.000000')
  expect(weight(0, '-4000.00')).toBe('0.000000')
  // Sold at 4,000.00 and now worth 3,000.00.
  expect(weight(10, '1000.00')).toBe('-15.000000')
})

test('an account without value has no weights', () => {
  expect(weight(0, '0.00', '0.00')).toBeNull()
  expect(weight(0, '0.00', '-5.00')).toBeNull()
})
