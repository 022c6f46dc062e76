import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { returnsOf } from '../return/return-line.ts'
import { fundLine, holderLine } from './fund-line.ts'
import { holderReturn } from './performance.ts'
import { replayFund } from './replay-fund.ts'
import { close, contribution, fund, march, retribution } from './testing/fund-fixture.ts'
import { holders } from './testing/history-player.ts'
import { feeSeeds, historySeeds, playHistory, type HistorySeed } from './testing/random-history.ts'

const rounded = (line: ReturnType<typeof holderLine>) =>
  line.map(({ day, value, isStart }) => [
    Number(day.slice(8)),
    Math.round(value * 1e6) / 1e6,
    ...(isStart ? ['start'] : []),
  ])

// The cash of the entries has not arrived at the broker, so it counts outside.
const closes = [close(march(3), '1200'), close(march(4), '1320'), close(march(5), '1440')]

test("a member's line begins with the close at whose unit value they paid in", () => {
  const replay = replayFund(fund('1000', { entries: [contribution('a', march(4), '1200')], closes }))
  expect(rounded(fundLine(replay.valuations)).map(([day]) => day)).toEqual([2, 3, 4, 5])
  expect(rounded(holderLine(replay, 'a'))).toEqual([
    [3, 1, 'start'],
    [4, 1.05],
    [5, 1.1],
  ])
})

test('it ends with the close at which the last unit was sold, and goes on from there when they come back', () => {
  const replay = replayFund(
    fund('1000', {
      entries: [
        contribution('a', march(4), '1200'),
        retribution('a', march(6), '1320'),
        contribution('a', march(10), '100'),
      ],
      closes: [...closes, close(march(6), '1440'), close(march(9), '1400'), close(march(10), '1538')],
    }),
  )
  expect(rounded(holderLine(replay, 'a'))).toEqual([
    [3, 1, 'start'],
    [4, 1.05],
    [5, 1.1],
    [9, 1.1, 'start'],
    [10, 1.21],
  ])
  expect(returnsOf(holderLine(replay, 'a')).map(({ from, day }) => [from, day])).toEqual([
    [march(3), march(4)],
    [march(4), march(5)],
    [march(9), march(10)],
  ])
})

/** The value of the fund falls to a few cents, and a fee takes all units of a holder. */
const chargedOfAll: HistorySeed = {
  dealing: 'before-the-day',
  openingCents: 3483436,
  openProfitCents: 12,
  shares: [18, 9],
  commands: [
    { operation: 'management-fee', who: 0, other: 0, size: 0, luck: 0 },
    { operation: 'performance-fee', who: 0, other: 0, size: 0, luck: 0 },
    { operation: 'pay-in', who: 0, other: 0, size: 224273, luck: 0 },
    { operation: 'ask', who: 0, other: 0, size: 14, luck: -50 },
    { operation: 'expense', who: 0, other: 0, size: 98749, luck: 0 },
    { operation: 'close', who: 0, other: 0, size: 1, luck: -47 },
    { operation: 'approve', who: 0, other: 0, size: 0, luck: 0 },
    { operation: 'correct-close', who: 0, other: 0, size: 0, luck: 94 },
    { operation: 'end-month', who: 0, other: 0, size: 1, luck: 4 },
    { operation: 'end-month', who: 0, other: 0, size: 0, luck: 0 },
    { operation: 'correct-close', who: 0, other: 3, size: 0, luck: -96 },
    { operation: 'charge', who: 0, other: 0, size: 0, luck: 0 },
  ],
}

test("its last value is the holder's time-weighted return since the opening, with and without fees", () => {
  fc.assert(
    fc.property(fc.oneof(historySeeds(40), feeSeeds(40)), (seed) => {
      const replay = replayFund(playHistory(seed).records)
      const last = replay.valuations.at(-1)?.day ?? replay.records.opening.day
      for (const holderId of holders) {
        const found = holderReturn(replay, holderId, replay.records.opening.day, last)
        const line = holderLine(replay, holderId)
        expect(line.length > 0).toBe(found !== undefined)
        const total = found?.timeWeighted?.total
        expect(total === undefined ? 0 : line.at(-1)!.value - 1 - total).toBeCloseTo(0, 9)
        const days = line.map(({ day }) => day)
        expect(days).toEqual([...new Set(days)].toSorted())
      }
    }),
    { examples: [[chargedOfAll]] },
  )
})
