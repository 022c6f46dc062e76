import { expect, test } from 'vitest'
import type { Order } from '@clubfolio/contract'
import { hasSeveralLegs, legLines, describePlacedOrder, describePlan, describeShape } from './leg-words.ts'

const leg = (instruction: 'BUY' | 'SELL', name: string, quantity: string | null = '3'): Order['legs'][number] => ({
  code: name,
  name,
  instruction,
  brokerInstruction: `${instruction}_TO_OPEN`,
  quantity,
})
const spread = {
  code: 'ACME',
  instruction: null,
  quantity: '3',
  shape: 'VERTICAL',
  legs: [leg('SELL', '45 put 2026-03-20'), leg('BUY', '40 put 2026-03-20')],
}
const single = { code: 'ACME', instruction: 'SELL' as const, quantity: '100', shape: null, legs: [] }

test('each leg is named with its side and number', () => {
  expect(legLines(spread)).toEqual(['−3 45 put 2026-03-20', '+3 40 put 2026-03-20'])
  expect(legLines({ legs: [leg('BUY', 'ACME', null)] })).toEqual(['+ ACME'])
  expect(legLines(single)).toEqual([])
})

test.each([
  ['Iron condor', 'IRON_CONDOR'],
  ['2 legs', null],
  ['2 legs', 'CUSTOM'],
])('together they are a %s', (words, shape) => {
  expect(describeShape({ ...spread, shape })).toBe(words)
})

test('an order is described by all its legs, never by the first one', () => {
  expect([describePlacedOrder(spread), hasSeveralLegs(spread)]).toEqual(['3 vertical of ACME', true])
  expect([describePlacedOrder(single), hasSeveralLegs(single)]).toEqual(['Sell 100 ACME', false])
})

test.each([
  [
    'then sell 100 at $48.50 · awaiting parent order',
    { ...single, orderType: 'STOP', price: '48.5', status: 'AWAITING_PARENT_ORDER' as const },
  ],
  [
    'then sell 100, trailing stop · cancelled',
    { ...single, orderType: 'TRAILING_STOP', price: null, status: 'CANCELED' as const },
  ],
  [
    'then 3 vertical at $1.20 · working',
    { ...spread, orderType: 'NET_CREDIT', price: '1.2', status: 'WORKING' as const },
  ],
  [
    'then an OCO pair · filled',
    {
      code: null,
      instruction: null,
      quantity: null,
      shape: null,
      legs: [],
      orderType: null,
      price: null,
      status: 'FILLED' as const,
    },
  ],
])('the orders that follow a fill are described: %s', (words, child) => {
  expect(describePlan(child)).toBe(words)
})
