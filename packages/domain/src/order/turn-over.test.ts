import { Decimal } from 'decimal.js'
import { expect, test } from 'vitest'
import { describeTurnOver } from './turn-over.ts'

const call = 'ACME  261218C00050000'
const say = (instruction: string, quantity: string, held: number, symbol = call) =>
  describeTurnOver({ symbol, instruction, quantity }, new Decimal(held))

test('an order for more contracts than are held on the other side says which two to send instead', () => {
  expect(say('BUY_TO_OPEN', '3', -1)).toBe(
    '1 ACME 50 call 2026-12-18 is written, and the order buys 3. A brokerage takes what closes and what opens as ' +
      'separate orders: buy 1 to close first, then 2 to open.',
  )
  expect(say('SELL_TO_OPEN', '5', 2)).toBe(
    '2 ACME 50 call 2026-12-18 are held, and the order sells 5. A brokerage takes what closes and what opens as ' +
      'separate orders: sell 2 to close first, then 3 to open.',
  )
  expect(say('BUY_TO_CLOSE', '3', -1)).toBe(say('BUY_TO_OPEN', '3', -1))
})

test('an order that opens what a position would cover says to close instead', () => {
  expect(say('BUY_TO_OPEN', '2', -2)).toBe(
    '2 ACME 50 call 2026-12-18 are written, and the order would open the other side. Buy to close instead.',
  )
})

test.each([
  ['closes what is held', 'SELL_TO_CLOSE', '2', 2],
  ['closes a part of it', 'BUY_TO_CLOSE', '1', -2],
  ['adds to it', 'BUY_TO_OPEN', '3', 1],
  ['opens where nothing is held', 'SELL_TO_OPEN', '3', 0],
  ['closes where nothing is held', 'SELL_TO_CLOSE', '3', 0],
] as const)('an order that %s is taken', (_, instruction, quantity, held) => {
  expect(say(instruction, quantity, held)).toBeUndefined()
})

test('shares have a check of their own', () => {
  expect(say('SELL_SHORT', '150', 100, 'ACME')).toBeUndefined()
})
