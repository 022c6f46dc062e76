import { marketDay } from '@clubfolio/domain'
import { expect, test } from 'vitest'
import { dailyLineChecker } from './check-daily-line.ts'
import { recogniseFile } from './file-kind.ts'

const header = 'symbol,date,open,high,low,close,adj_close,volume,dividend,split'
const kind = recogniseFile(header, undefined)
if (kind?.kind !== 'daily') throw new Error('The wide form was not recognised.')
const check = dailyLineChecker({ ...kind, today: marketDay('2026-03-04'), dateOrder: 'ymd' })

test('a good line keeps its numbers as they were written', () => {
  expect(check('brk.b,2021-04-21,41.50,41.995,41.42,41.930,40.12,1670389,0.25,4')).toEqual({
    code: 'BRK.B',
    day: '2021-04-21',
    dayNumber: 18_738,
    open: '41.50',
    high: '41.995',
    low: '41.42',
    close: '41.930',
    volume: '1670389',
    dividend: '0.25',
    split: '4',
  })
})

test.each([
  ['A,2021-04-21,1,2,1,1', { volume: '0', dividend: undefined, split: undefined }],
  ['A,2021-04-21,1,2,1,1,1,5', { volume: '5', dividend: undefined, split: undefined }],
  ['A,2021-04-21,1,2,1,1,1,,,', { volume: '0', dividend: undefined, split: undefined }],
  ['A,2021-04-21,1,2,1,1,1,5,0,1,,', { volume: '5', dividend: undefined, split: undefined }],
])('%s lacks nothing that is needed', (line, expected) => {
  expect(check(line)).toMatchObject({ code: 'A', close: '1', ...expected })
})

test.each([
  ['A,2021-04-21,1,2,1', 'has 5 columns, the header has 10'],
  ['A,2021-04-21,1,2,1,1,1,5,0,1,9', 'has 11 columns, the header has 10'],
  ['A,2021-04-21,1,2', 'has 4 columns, the header has 10'],
  [',2021-04-21,1,2,1,1,1,5,0,1', 'has no symbol'],
  ['A B,2021-04-21,1,2,1,1,1,5,0,1', '"A B" is not a symbol'],
  ['A,2021-02-30,1,2,1,1,1,5,0,1', '"2021-02-30" is not a date'],
  ['A,yesterday,1,2,1,1,1,5,0,1', '"yesterday" is not a date'],
  ['A,2026-03-05,1,2,1,1,1,5,0,1', '2026-03-05 lies in the future'],
  ['A,2021-04-17,1,2,1,1,1,5,0,1', '2021-04-17 is not a trading day'],
  ['A,2021-04-21,x,2,1,1,1,5,0,1', 'open "x" is not a number'],
  ['A,2021-04-21,,2,1,1,1,5,0,1', 'open is empty'],
  ['A,2021-04-21,0,2,1,1,1,5,0,1', 'open 0 is not above zero'],
  ['A,2021-04-21,1e12,1e12,1,1,1,5,0,1', 'open 1e12 is larger than any price'],
  ['A,2021-04-21,1,1,2,1,1,5,0,1', 'high 1 is below low 2'],
  ['A,2021-04-21,3,2,1,1,1,5,0,1', 'high 2 is below open 3'],
  ['A,2021-04-21,2,3,1,4,1,5,0,1', 'high 3 is below close 4'],
  ['A,2021-04-21,2,3,2.5,3,1,5,0,1', 'low 2.5 is above open 2'],
  ['A,2021-04-21,2,3,1,2,1,-5,0,1', 'volume is negative'],
  ['A,2021-04-21,2,3,1,2,1,many,0,1', 'volume "many" is not a number'],
  ['A,2021-04-21,2,3,1,2,1,5,-1,1', 'dividend "-1" is not an amount'],
  ['A,2021-04-21,2,3,1,2,1,5,0,half', 'split "half" is not a ratio'],
])('%s is refused', (line, reason) => {
  expect(check(line)).toBe(reason)
})
