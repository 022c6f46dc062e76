import { beforeEach, describe, expect, it } from 'vitest'
import { readMarketRows, skipWithoutMarketData } from '../testing/market-data.ts'
import { marketDay } from './market-day.ts'
import { sessionsBetween } from './session.ts'

/** The days of a real file in order, for one symbol or all. */
function realDays(path: string, dayColumn: number, symbol?: string): string[] {
  const rows = readMarketRows(path).filter((row) => symbol === undefined || row[0] === symbol)
  return [...new Set(rows.map((row) => row[dayColumn] ?? ''))].sort()
}

/** The calendar's sessions over the span of a real list. */
function calendarOver(days: string[]): string[] {
  return sessionsBetween(marketDay(days[0] ?? ''), marketDay(days[days.length - 1] ?? ''))
}

describe('sessions against the dates of real price files', () => {
  beforeEach(skipWithoutMarketData)

  it('knows every session of the S&P 500 index from 1950 to 2015', () => {
    const days = realDays('prices-daily/sp500-index-1950-2015.csv.gz', 0)
    expect(days).toHaveLength(16_607)
    expect(calendarOver(days)).toEqual(days)
  })

  it('knows every session of SPY from 1998 to 2021', () => {
    const days = realDays('prices-daily/etf-daily-1998-2021.csv.gz', 1, 'SPY')
    expect(days).toHaveLength(5_849)
    expect(calendarOver(days)).toEqual(days)
  })

  it('knows every session of the large companies from 1999 to 2016', () => {
    const days = realDays('prices-daily/large-caps-daily-1999-2016.csv.gz', 1)
    expect(days).toHaveLength(4_143)
    expect(calendarOver(days)).toEqual(days)
  })

  it('knows every session of the 504 companies from 2016 to 2021', () => {
    const days = realDays('prices-daily/sp500-daily-2016-2021.csv.gz', 1)
    expect(days).toHaveLength(1_259)
    expect(calendarOver(days)).toEqual(days)
  })
})
