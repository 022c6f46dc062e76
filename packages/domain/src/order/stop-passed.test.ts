import { Decimal } from 'decimal.js'
import { expect, test } from 'vitest'
import { unknownMarket } from './order-fault.ts'
import { isStopPassed } from './stop-passed.ts'

const market = { last: new Decimal(50), bid: new Decimal(48), ask: new Decimal(52) }

test('a stop has been passed when the side of the market that would fill it is there or beyond', () => {
  expect(['47.99', '48', '48.01'].map((stop) => isStopPassed(stop, market, true))).toEqual([false, true, true])
  expect(['51.99', '52', '52.01'].map((stop) => isStopPassed(stop, market, false))).toEqual([true, true, false])
})

test('the last price decides where there is no quote, and without any price none has been passed', () => {
  expect(isStopPassed('50', { ...market, bid: null }, true)).toBe(true)
  expect(isStopPassed('49.99', { ...market, bid: null }, true)).toBe(false)
  expect(isStopPassed('50', unknownMarket, true)).toBe(false)
})
