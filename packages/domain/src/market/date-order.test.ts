import { expect, test } from 'vitest'
import { parseDayInOrder, watchDateOrder, type DateOrder } from './date-order.ts'

function decide(dates: readonly string[], stated?: DateOrder) {
  const watch = watchDateOrder()
  dates.forEach((date, index) => watch.note(date, index + 2))
  return watch.decide(stated)
}

test.each([
  [['2021-04-21', '20210422', 'nonsense'], { order: 'ymd' }],
  [['2021-04-21', '2021-04-22', '20-04-2021'], { order: 'ymd' }],
  [['4/12/2021', '4/13/2021'], { order: 'mdy' }],
  [['12/4/2021', '13/4/2021'], { order: 'dmy' }],
  [['13.04.2021'], { order: 'dmy' }],
  [['04-13-2021 09:30'], { order: 'mdy' }],
  [['1/2/2021', '12/12/2021'], { fault: 'AMBIGUOUS' }],
  [
    ['1/13/2021', '13/1/2021'],
    { fault: 'BOTH', monthFirst: { text: '1/13/2021', line: 2 }, dayFirst: { text: '13/1/2021', line: 3 } },
  ],
])('the dates %j decide for the whole file', (dates, decision) => {
  expect(decide(dates)).toEqual(decision)
})

test('a stated order decides what the dates leave open, and is contradicted by one that it does not read', () => {
  expect(decide(['1/2/2021'], 'dmy')).toEqual({ order: 'dmy' })
  expect(decide(['13/1/2021'], 'dmy')).toEqual({ order: 'dmy' })
  expect(decide(['1/2/2021', '13/1/2021'], 'mdy')).toEqual({
    fault: 'CONTRADICTED',
    by: { text: '13/1/2021', line: 3 },
  })
  expect(decide(['2021-04-21'], 'mdy')).toEqual({ order: 'ymd' })
})

test('a number that is no month and no day decides nothing', () => {
  expect(decide(['99/1/2021', '1/99/2021', '13/13/2021'])).toEqual({ fault: 'AMBIGUOUS' })
})

test.each([
  ['2021-04-21', 'ymd', '2021-04-21'],
  ['20210421', 'dmy', '2021-04-21'],
  ['4/1/2021', 'mdy', '2021-04-01'],
  ['4/1/2021', 'dmy', '2021-01-04'],
  ['04-01-2021', 'mdy', '2021-04-01'],
  ['01.04.2021', 'dmy', '2021-04-01'],
  ['2/30/2021', 'mdy', null],
  ['4/1-2021', 'mdy', null],
  ['4/1/2021', 'ymd', null],
  ['4/1/21', 'mdy', null],
  ['4/1/2021 10:00', 'mdy', null],
] as const)('%s in the order %s is %s', (text, order, day) => {
  expect(parseDayInOrder(text, order)).toBe(day)
})
