import { expect, it } from 'vitest'
import { describeRepair } from './repair-words.ts'

it('says every step of a repair with its quantity and price', () => {
  expect(
    describeRepair('MRDG', { cancelOrderIds: [], place: { directionality: 'SELL', quantity: 1380, stopPrice: 60.87 } }),
  ).toBe('Place: SELL 1,380 MRDG, STOP at $60.87, good till cancelled.')
  expect(
    describeRepair('KSTL', {
      cancelOrderIds: ['41', '42'],
      place: { directionality: 'BUY', quantity: 5, stopPrice: 0.4321 },
    }),
  ).toBe('Cancel orders 41, 42. Then place: BUY to cover 5 KSTL, STOP at $0.4321, good till cancelled.')
  expect(
    describeRepair('MARX  261218P00090000', {
      cancelOrderIds: [],
      place: { directionality: 'BUY', quantity: 1, stopPrice: 1.2 },
    }),
  ).toBe('Place: BUY to cover 1 MARX 90 put 2026-12-18, STOP at $1.20, good till cancelled.')
  expect(describeRepair('GONE', { cancelOrderIds: ['51'], place: null })).toBe('Cancel order 51.')
})
