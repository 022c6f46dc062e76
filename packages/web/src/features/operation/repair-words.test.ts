import { expect, it } from 'vitest'
import { describeRepair, explainPrice } from './repair-words.ts'

it('says every step of a repair with its quantity and price', () => {
  expect(
    describeRepair('MRDG', {
      cancelOrderIds: [],
      place: { directionality: 'SELL', quantity: 1380, stopPrice: 60.87, priceBasis: 'LAST_PRICE' },
    }),
  ).toBe('Sell 1,380 MRDG at a stop of $60.87, good till cancelled.')
  expect(
    describeRepair('KSTL', {
      cancelOrderIds: ['41', '42'],
      place: { directionality: 'BUY', quantity: 5, stopPrice: 0.4321, priceBasis: 'CANCELLED_STOP' },
    }),
  ).toBe('Cancel orders 41, 42. Then buy 5 KSTL to cover at a stop of $0.4321, good till cancelled.')
  expect(
    describeRepair('MARX  261218P00090000', {
      cancelOrderIds: [],
      place: { directionality: 'BUY', quantity: 1, stopPrice: 1.2, priceBasis: 'WORKING_STOP' },
    }),
  ).toBe('Buy 1 MARX 90 put 2026-12-18 to cover at a stop of $1.20, good till cancelled.')
  expect(describeRepair('GONE', { cancelOrderIds: ['51'], place: null })).toBe('Cancel order 51.')
})

it('says why it proposes its price', () => {
  const at = (
    priceBasis: 'WORKING_STOP' | 'CANCELLED_STOP' | 'LAST_PRICE',
    directionality: 'SELL' | 'BUY' = 'SELL',
  ) => ({
    cancelOrderIds: [],
    place: { directionality, quantity: 1, stopPrice: 10, priceBasis },
  })
  expect(explainPrice(at('LAST_PRICE'), false)).toBe(
    'The price is 3 % below the last price, because no stop of this position has one.',
  )
  expect(explainPrice(at('LAST_PRICE', 'BUY'), true)).toContain('20 % above the last price')
  expect(explainPrice(at('WORKING_STOP'), false)).toBe('The price is that of the stop that works already.')
  expect(explainPrice(at('CANCELLED_STOP'), false)).toBe('The price is that of the stop that is cancelled.')
  expect(explainPrice({ cancelOrderIds: ['51'], place: null }, false)).toBeUndefined()
})
