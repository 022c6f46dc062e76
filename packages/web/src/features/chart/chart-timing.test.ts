import { expect, test } from 'vitest'
import { chartTimingOf, isIntradayTiming, timingOfAddress } from './chart-timing.ts'

test('list timings are translated as the specification says, a year to months', () => {
  expect(chartTimingOf).toEqual({ DAILY: '_D', MONTH: '_MONTH', '1MINUTE': '_1M', WEEK: '_W', YEAR: '_MONTH' })
})

test('an unknown timing in the address is monthly', () => {
  expect(timingOfAddress('_W')).toBe('_W')
  expect(timingOfAddress('weekly')).toBe('_MONTH')
  expect([timingOfAddress('w'), timingOfAddress('_15m'), timingOfAddress('30M')]).toEqual(['_W', '_15M', '_30M'])
  expect(timingOfAddress(undefined)).toBe('_MONTH')
})

test('hours and minutes are intraday', () => {
  expect([isIntradayTiming('_4H'), isIntradayTiming('_15M'), isIntradayTiming('_D')]).toEqual([true, true, false])
})
