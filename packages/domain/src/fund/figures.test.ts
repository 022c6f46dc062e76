// Returns, risk, benchmarks and histories at their edges (docs/rules/fund.md, "Performance figures" and "Real and floating
// profit").
import { describe, expect, test } from 'vitest'
import { addCalendarDays, marketDay } from '../calendar/market-day.ts'
import { rebasedLine, replayBenchmark } from './benchmark.ts'
import { breachKey, breachWeight } from './breach.ts'
import { capitalStatement, describeValuation, openStatementPeriod } from './capital-statement.ts'
import { holderFigures } from './holder-figure.ts'
import { holderHistory } from './holder-history.ts'
import { annualise, fundFlows, holderFlows, timeWeightedReturn } from './performance.ts'
import { replayFund } from './replay-fund.ts'
import { riskFigures } from './risk-figure.ts'
import { unitValueText } from './unit-value.ts'
import {
  close,
  contribution,
  dollars,
  expense,
  fund,
  march,
  movement,
  retribution,
  rowOf,
  transfer,
} from './testing/fund-fixture.ts'

describe('the time-weighted return', () => {
  const closes = [close(march(3), '1100'), close(march(5), '1210'), close(march(9), '605')]
  const { valuations } = replayFund({ ...fund('1000'), closes })
  const total = (from: number, to: number) => timeWeightedReturn(valuations, march(from), march(to))?.total

  test('uses the last close on or before each day', () => {
    expect(total(3, 5)).toBeCloseTo(0.1, 12)
    expect(total(4, 6)).toBeCloseTo(0.1, 12)
    expect(total(5, 9)).toBeCloseTo(-0.5, 12)
    expect(total(5, 5)).toBe(0)
    expect(timeWeightedReturn(valuations, march(3), march(9))?.days).toBe(6)
  })

  test('is not available before the opening, or backwards', () => {
    expect(total(1, 5)).toBeUndefined()
    expect(total(5, 4)).toBeUndefined()
    expect(timeWeightedReturn([], march(3), march(4))).toBeUndefined()
  })

  test('is not available from, over or to a unit value of zero or less, and does not care for one outside', () => {
    const sunk = [3, 4, 5, 6, 9].map((date) => close(march(date), date === 5 ? '0' : '1000'))
    const line = replayFund({ ...fund('1000'), closes: sunk }).valuations
    const between = (from: number, to: number) => timeWeightedReturn(line, march(from), march(to))?.total
    expect([between(4, 6), between(5, 6), between(4, 5)]).toEqual([undefined, undefined, undefined])
    expect([between(3, 4), between(6, 9)]).toEqual([0, 0])
  })

  test('is annualised from 365 days on: 21 % in two years are 10 % a year', () => {
    expect(annualise(0.21, 730)).toBeCloseTo(0.1, 12)
    expect(annualise(0.1, 365)).toBeCloseTo(0.1, 12)
    expect(annualise(0.1, 364)).toBeUndefined()
  })
})

test('what is left over without units, funding and transfers are no flows of the fund, and nothing is no flow', () => {
  const replay = replayFund({
    ...fund('0'),
    entries: [contribution('a', march(2), '100'), retribution('a', march(4), '100')],
    closes: [close(march(3), '0'), close(march(4), '40')],
  })
  expect(replay.dealings.map(({ cause }) => cause)).toContain('left-over')
  expect(fundFlows(replay).map(({ day, amountCents }) => [day, amountCents])).toEqual([
    [march(2), 10_000n],
    [march(4), -10_000n],
  ])
  expect(holderFlows(replay, 'unallocated')).toEqual([])
  expect(holderFlows(replay, 'nobody')).toEqual([])
})

describe('a benchmark', () => {
  const day = (number: number) => addCalendarDays(marketDay('2024-01-01'), number)
  const closes = [
    { day: day(10), close: 200 },
    { day: day(20), close: 250 },
    { day: day(30), close: 300 },
  ]
  const flow = (number: number, amount: string) => ({ day: day(number), amountCents: dollars(amount) })

  test('line starts at the close of its first day, or the one before it', () => {
    expect(rebasedLine(closes, day(20))).toEqual([
      [day(20), 0],
      [day(30), expect.closeTo(20, 12)],
    ])
    expect(rebasedLine(closes, day(25))).toEqual([[day(30), expect.closeTo(20, 12)]])
    expect(rebasedLine(closes, day(9))).toEqual([])
    expect(rebasedLine([{ day: day(10), close: 0 }, ...closes.slice(1)], day(10))).toEqual([])
  })

  test('replay buys and sells at the close of the day, or the one before it, and ends with the as-of day', () => {
    const worth = (flows: ReadonlyArray<ReturnType<typeof flow>>, asOf: number) =>
      replayBenchmark(flows, closes, day(asOf))?.endValueCents
    expect(worth([flow(10, '200')], 19)).toBe(20_000n)
    expect(worth([flow(10, '200')], 20)).toBe(25_000n)
    expect(worth([flow(10, '200'), flow(25, '-125'), flow(31, '999')], 30)).toBe(15_000n)
    expect(worth([flow(9, '200')], 30)).toBeUndefined()
    expect(worth([flow(30, '300')], 30)).toBe(30_000n)
    expect(worth([], 9)).toBeUndefined()
    expect(worth([], 30)).toBe(0n)
  })

  test('replay has the rate of its own end value', () => {
    const year = [closes[0]!, { day: day(375), close: 220 }]
    expect(replayBenchmark([flow(10, '1000')], year, day(375))).toEqual({
      endValueCents: 110_000n,
      internalRate: { kind: 'rate', rate: expect.closeTo(0.1, 9) },
    })
  })
})

describe('risk', () => {
  const line = (values: readonly number[]) =>
    replayFund({
      ...fund('1000'),
      closes: values.map((value, index) => close(addCalendarDays(march(3), index), String(value))),
    }).valuations
  const flat = (count: number) => Array.from({ length: count }, () => 1000)

  test('is not available when a unit value was zero or less', () => {
    expect(riskFigures(line([...flat(60), 0]), 0)).toBeUndefined()
    expect(riskFigures(line([...flat(60), -1]), 0)).toBeUndefined()
    expect(riskFigures(line([...flat(60), 1]), 0)).toBeDefined()
  })

  test('without any fall names the first day twice', () => {
    expect(riskFigures(line(flat(60)), 0.04)).toEqual({
      maxDrawdown: 0,
      drawdownFrom: march(2),
      drawdownTo: march(2),
      volatility: 0,
      sharpe: undefined,
      riskFreeRate: 0.04,
      observations: 60,
    })
  })

  test('of two days at the peak names the first', () => {
    const values = [...flat(60), 1200, 1200, 900]
    expect(riskFigures(line(values), 0)).toMatchObject({ drawdownFrom: addCalendarDays(march(3), 60) })
  })

  test('of two equal falls names the first, from its peak', () => {
    const values = [...flat(60), 1200, 900, 1200, 900, 1100]
    expect(riskFigures(line(values), 0)).toMatchObject({
      maxDrawdown: expect.closeTo(-0.25, 12),
      drawdownFrom: addCalendarDays(march(3), 60),
      drawdownTo: addCalendarDays(march(3), 61),
    })
  })
})

describe("a holder's history", () => {
  test('is of unallocated as long as nobody holds units', () => {
    const replay = replayFund({
      ...fund('0'),
      entries: [contribution('a', march(2), '100'), retribution('a', march(4), '100')],
      closes: [close(march(3), '0'), close(march(4), '-30'), close(march(5), '-20')],
      movements: [movement(march(5), '5')],
    })
    const valuesOf = (holderId: string) =>
      holderHistory(replay, holderId).map(({ day, valueCents, amountCents }) => [day, valueCents, amountCents])
    expect(valuesOf('a')).toEqual([
      [march(3), 10_000n, 10_000n],
      [march(4), 0n, 0n],
      [march(5), 0n, 0n],
    ])
    expect(valuesOf('unallocated').slice(-2)).toEqual([
      [march(4), -3000n, 0n],
      [march(5), -2000n, 500n],
    ])
    expect(holderHistory(replay, 'nobody')).toEqual([])
  })

  test('divides the open result of each day by units, and the rest is real', () => {
    const replay = replayFund({
      ...fund('100', { openProfit: '10' }),
      entries: [contribution('a', march(3), '300')],
      closes: [close(march(3), '140', '110'), close(march(4), '140', '110')],
    })
    // On the 3rd: 440.00 for 40 units, of which 30 are a's; 20.00 of open result since the opening.
    expect(holderHistory(replay, 'a')[0]).toEqual({
      day: march(3),
      valueCents: 33_000n,
      amountCents: 30_000n,
      totalCents: 3000n,
      realCents: 1500n,
      floatingCents: 1500n,
      paidCents: 30_000n,
    })
    expect(rowOf(replay, 'a')).toMatchObject({ value: '330.00', profit: '30.00', real: '15.00', floating: '15.00' })
  })

  test('says at each point what was paid since the point before it, and the last one has what was dealt after it', () => {
    const replay = replayFund({
      ...fund('100'),
      entries: [
        contribution('a', march(3), '100'),
        contribution('a', march(4), '50'),
        retribution('a', march(6), '30'),
        contribution('b', march(4), '500'),
      ],
      transfers: [transfer('a', 'b', march(4), '20')],
      closes: [3, 5].map((date) => close(march(date), '100')),
    })
    // Both payments of the 4th are in the value of the close after it; that of the 6th is after the last close.
    expect(holderHistory(replay, 'a').map(({ day, paidCents }) => [day, paidCents])).toEqual([
      [march(3), 10_000n],
      [march(5), 3000n],
      [march(6), -3000n],
    ])
  })

  test('has no point before the first dealing, and the last one on the day of the last dealing of anybody', () => {
    const replay = replayFund({
      ...fund('100'),
      entries: [contribution('a', march(5), '100'), contribution('b', march(6), '100')],
      closes: [3, 4, 5].map((date) => close(march(date), '100')),
    })
    expect(holderHistory(replay, 'a').map(({ day }) => day)).toEqual([march(5), march(6)])
    const gone = holderFigures(replay).find(({ holderId }) => holderId === 'c')
    expect(gone).toBeUndefined()
  })
})

describe('the capital account statement', () => {
  const year = [close(march(3), '1000'), close(march(4), '1100'), close(march(5), '1100')]
  const records = {
    ...fund('1000'),
    entries: [contribution('a', march(4), '1000'), retribution('a', march(6), '220')],
    expenses: [expense(march(4), '10'), expense(march(5), '21')],
    transfers: [transfer('a', 'unallocated', march(6), '11')],
    closes: year,
  }

  test('bears the expenses of the period by the units held before each of them', () => {
    // Bought on the 4th before the close of the 4th: 100 of 200 units for both expenses.
    const whole = capitalStatement(openStatementPeriod(records, march(1), march(9)), 'a')
    expect(whole.expensesCents).toBe(1550n)
    expect(whole.period.fund.timeWeighted).toMatchObject({ days: 7, total: expect.closeTo(0.0345, 12) })
    const fromTheDay = capitalStatement(openStatementPeriod(records, march(2), march(9)), 'a')
    expect(fromTheDay.period.fund.timeWeighted).toEqual(whole.period.fund.timeWeighted)
    const late = capitalStatement(openStatementPeriod(records, march(5), march(9)), 'a')
    expect(late.expensesCents).toBe(1050n)
    const nobody = capitalStatement(openStatementPeriod(records, march(1), march(9)), 'c')
    expect(nobody).toMatchObject({ expensesCents: 0n, lines: [], realisedCents: 0n, unrealisedChangeCents: 0n })
  })

  test('bears nothing of an expense that nobody held units for', () => {
    const empty = { ...fund('0'), expenses: [expense(march(3), '5')], closes: [close(march(3), '0')] }
    expect(capitalStatement(openStatementPeriod(empty, march(1), march(9)), 'a').expensesCents).toBe(0n)
  })

  test('names the valuation behind each end, and none before the opening', () => {
    const ends = (from: number, to: number) => {
      const { opening, closing } = capitalStatement(openStatementPeriod(records, march(from), march(to)), 'a')
      return [opening.valuation, closing.valuation].map((one) => one && describeValuation(one))
    }
    expect(ends(1, 9)).toEqual([undefined, 'close of 2026-03-05'])
    expect(ends(2, 2)).toEqual([undefined, 'opening on 2026-03-02'])
    expect(ends(3, 4)).toEqual(['opening on 2026-03-02', 'close of 2026-03-04'])
  })

  test('before the opening starts with nothing, at the unit value of the opening', () => {
    const { opening } = capitalStatement(openStatementPeriod(records, march(1), march(9)), 'unallocated')
    expect(opening).toMatchObject({ valueCents: 0n, units: 0n, percentHundredths: 0 })
    expect(unitValueText(opening.rate)).toBe('10.0000000000')
  })

  test('has the returns of the period, with the opening balance as its first payment, and those since the start', () => {
    const long = {
      ...fund('1000'),
      entries: [contribution('a', march(3), '1000')],
      closes: [
        close(march(3), '1000'),
        close(marketDay('2027-03-03'), '1200', '1200'),
        close(marketDay('2028-03-02'), '1630', '1630'),
      ],
    }
    const prices = {
      SPY: [march(2), marketDay('2027-03-03'), marketDay('2028-03-02')].map((day, index) => ({
        day,
        close: 100 + 10 * index,
      })),
    }
    const period = openStatementPeriod(long, marketDay('2027-03-04'), marketDay('2028-03-02'))
    const figures = capitalStatement(period, 'a', prices)
    // 1,000.00 -> 1,100.00 -> 1,315.00 for a.
    expect(figures.opening.valueCents).toBe(110_000n)
    expect(figures.closing.valueCents).toBe(131_500n)
    expect(figures.period.fund.timeWeighted?.total).toBeCloseTo(1315 / 1100 - 1, 12)
    expect(figures.period.fund.timeWeighted?.days).toBe(365)
    expect(figures.period.internalRate).toEqual({ kind: 'rate', rate: expect.closeTo(1315 / 1100 - 1, 9) })
    expect(figures.period.benchmarks['SPY']?.endValueCents).toBe(120_000n)
    expect(figures.sinceStart.fund.timeWeighted?.total).toBeCloseTo(0.315, 12)
    expect(figures.sinceStart.benchmarks['SPY']?.endValueCents).toBe(120_000n)
    expect(figures.sinceStart.internalRate.kind).toBe('rate')
    // A payment of the first day of the period is one of its flows: 11 shares instead of 10.
    const paid = { ...long, entries: [...long.entries, contribution('a', marketDay('2027-03-04'), '110')] }
    const again = openStatementPeriod(paid, marketDay('2027-03-04'), marketDay('2028-03-02'))
    expect(capitalStatement(again, 'a', prices).period.benchmarks['SPY']?.endValueCents).toBe(132_000n)
    // Somebody who held nothing when the period began starts with their own first payment.
    const joined = { ...long, entries: [...long.entries, contribution('b', marketDay('2027-03-04'), '110')] }
    const short = openStatementPeriod(joined, marketDay('2027-02-20'), marketDay('2027-03-24'))
    expect(capitalStatement(short, 'b').period.internalRate).toEqual({ kind: 'too-short', days: 20 })
  })
})

test('funding, transfers and opening shares leave the opening as the only flow of the fund', () => {
  const replay = replayFund({
    ...fund('1000'),
    entries: [contribution('a', march(1), '200')],
    transfers: [transfer('unallocated', 'a', march(3), '40')],
  })
  expect(fundFlows(replay)).toEqual([{ day: march(2), amountCents: 100_000n }])
  expect(holderFigures(replay).map(({ holderId, units }) => [holderId, units])).toEqual([
    ['a', 2_400_000_000n],
    ['unallocated', 7_600_000_000n],
  ])
})

test('a breach is the same when its kind, record and day are, and weighs what is missing', () => {
  const breach = { kind: 'not-covered', recordId: 'e1', holderId: 'a', day: march(3) } as const
  const missing = { ...breach, missingCents: dollars('2'), maximumCents: dollars('1') }
  expect(breachKey(missing)).toBe('not-covered e1 2026-03-03')
  expect(breachWeight(missing)).toBe(200n)
  const withdrawal = { kind: 'unexplained-withdrawal', day: march(3), missingCents: dollars('3') } as const
  expect(breachKey(withdrawal)).toBe('unexplained-withdrawal  2026-03-03')
  expect(breachWeight({ kind: 'before-opening', recordId: 'e1', day: march(1) })).toBe(1n)
})
