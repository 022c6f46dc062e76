import type { RealisedProfit } from '@clubfolio/contract'
import { parseCents, toCents } from '@clubfolio/domain'
import { expect, test } from 'vitest'
import { sumGains } from './sum-gains.ts'

const cents = (text: string) => parseCents(text)!
const sold: RealisedProfit['gains'][number] = {
  instrumentCode: 'ACME',
  side: 'LONG',
  quantity: 100,
  openedDay: '2026-01-05',
  openedId: '1',
  closedDay: '2026-02-02',
  closedId: '2',
  cost: cents('1000.00'),
  proceeds: cents('1200.00'),
  profit: cents('200.00'),
  fees: cents('2.00'),
}
/** Held since before the first known transaction, and sold for 50.00. */
const old = { ...sold, openedDay: null, openedId: null, cost: null, proceeds: cents('50.00'), profit: null }

test('a lot of unknown cost is counted, and no sum has its proceeds or its fees', () => {
  expect(sumGains([sold, { ...old, fees: cents('0.75') }])).toEqual({
    lots: 2,
    unknown: 1,
    cost: cents('1000.00'),
    proceeds: cents('1200.00'),
    profit: cents('200.00'),
    fees: cents('2.00'),
    net: cents('198.00'),
    shortTerm: cents('198.00'),
    longTerm: toCents(0n),
    undated: toCents(0n),
  })
})

test('short term, long term and lots without a day of purchase add up to the net of all', () => {
  const dated = { ...sold, openedDay: '2025-01-05' }
  const short = { ...sold, side: 'SHORT' as const, openedDay: '2020-01-05', profit: cents('-50.00') }
  const undated = { ...sold, openedDay: null, profit: cents('7.00') }
  const sums = sumGains([sold, dated, short, undated])
  expect([sums.profit, sums.fees, sums.net]).toEqual([cents('357.00'), cents('8.00'), cents('349.00')])
  expect([sums.shortTerm, sums.longTerm, sums.undated]).toEqual([cents('146.00'), cents('198.00'), cents('5.00')])
  expect(sums.shortTerm + sums.longTerm + sums.undated).toBe(sums.net)
})

test('a short of unknown proceeds is left out in the same way', () => {
  const short = { ...old, side: 'SHORT' as const, cost: cents('50.00'), proceeds: null, fees: cents('0.75') }
  expect(sumGains([short])).toEqual({
    lots: 1,
    unknown: 1,
    cost: toCents(0n),
    proceeds: toCents(0n),
    profit: toCents(0n),
    fees: toCents(0n),
    net: toCents(0n),
    shortTerm: toCents(0n),
    longTerm: toCents(0n),
    undated: toCents(0n),
  })
})
