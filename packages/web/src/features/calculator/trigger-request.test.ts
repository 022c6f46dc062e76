import { expect, it } from 'vitest'
import { triggerRequest } from './trigger-request.ts'

const trade = {
  code: 'SBLR',
  quantity: '147',
  buyPrice: '47.61',
  sellPrice: '42.87',
  resistance: '47.60',
  support: '44.20',
}

it('a long entry is a BUY STOP with a SELL STOP below the support, where it is given up', () => {
  expect(triggerRequest('long', trade)).toEqual({
    code: 'SBLR',
    directionality: 'BUY',
    orderType: 'STOP',
    quantity: '147',
    price: '47.61',
    stopPrice: '42.87',
    cancelPrice: '44.20',
  })
})

it('a short entry is a SELL_SHORT STOP with a BUY STOP above the resistance, where it is given up', () => {
  expect(triggerRequest('short', { ...trade, buyPrice: '49.03', sellPrice: '44.19' })).toEqual({
    code: 'SBLR',
    directionality: 'SELL_SHORT',
    orderType: 'STOP',
    quantity: '147',
    price: '44.19',
    stopPrice: '49.03',
    cancelPrice: '47.60',
  })
})
