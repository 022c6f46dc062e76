import { expect, test } from 'vitest'
import { DashboardFilter, ipoYears, rowsOf } from './list-filter.ts'

test('lists open with ten rows of the week', () => {
  expect(DashboardFilter.parse({})).toMatchObject({
    winnersTiming: 'WEEK',
    winnersLimit: '10',
    lowTiming: 'WEEK',
    ipoType: 'All Type',
  })
})

test('nonsense in the address counts as the default', () => {
  expect(DashboardFilter.parse({ winnersTiming: 'DECADE', losersLimit: '11', ipoYear: 'soon' })).toMatchObject({
    winnersTiming: 'WEEK',
    losersLimit: '10',
    ipoYear: undefined,
  })
})

test('All asks for every row', () => {
  expect([rowsOf('All'), rowsOf('20')]).toEqual([null, 20])
})

test('years are counted from the market day', () => {
  expect(ipoYears('2021-04-21')).toEqual([2021, 2020, 2019])
})
