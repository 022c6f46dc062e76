import { expect, test } from 'vitest'
import { changedFigures } from './source-figures.ts'

const filled = {
  code: 'SBLR',
  directionality: 'BUY',
  orderType: 'STOP',
  quantity: '147',
  price: '47.61',
  stopPrice: '42.87',
  cancelPrice: '44.20',
  sourceId: 'a',
} as const

test('a calculator that has gone on names what it changed, each figure before and now', () => {
  expect(changedFigures(filled, { ...filled })).toEqual([])
  expect(changedFigures(filled, { ...filled, quantity: '1600', price: '12345.60' })).toEqual([
    'quantity 147 → 1,600',
    'price $47.61 → $12,345.60',
  ])
  expect(changedFigures(filled, { ...filled, directionality: 'SELL_SHORT' })).toEqual(['side buy → sell short'])
})
