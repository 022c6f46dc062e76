import { expect, test } from 'vitest'
import { describeFillPrice, describeFillTime, describeFilledPart, describeTrail } from './fill-words.ts'

test('the price of fills is exact to four decimals, and in cents where it is in cents', () => {
  expect(
    [null, '162.18', '162.1', '162.183333', '0.0834'].map((averageFillPrice) =>
      describeFillPrice({ averageFillPrice }),
    ),
  ).toEqual([undefined, '$162.18', '$162.10', '$162.1833', '$0.0834'])
})

test('a part is said as a part, the whole is not', () => {
  const filled = (filledQuantity: string, quantity: string | null = '1000') =>
    describeFilledPart({ filledQuantity, quantity, averageFillPrice: null, filledTime: null })
  expect([filled('0'), filled('600'), filled('1000'), filled('5', null)]).toEqual([
    undefined,
    '600 of 1,000',
    undefined,
    undefined,
  ])
})

test('the time of the last fill names its zone', () => {
  expect(describeFillTime({ filledTime: null })).toBeUndefined()
  expect(describeFillTime({ filledTime: Date.parse('2026-03-04T15:02:11Z') })).toBe('2026-03-04 10:02:11 ET')
})

test('a trailing stop says its distance', () => {
  expect([describeTrail({ offset: '2', unit: 'DOLLARS' }), describeTrail({ offset: '2.5', unit: 'PERCENT' })]).toEqual([
    'trails by $2.00',
    'trails by 2.50%',
  ])
})
