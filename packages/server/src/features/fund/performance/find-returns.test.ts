// Returns and risk of the demonstration's club: every figure that another screen, report or statement has is the same
// there, and a member reads their own part only.
import type { ReturnsAndRisk } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemonstration, type Demonstration } from '../../../testing/demonstration.ts'
import { refusalOf } from '../../../testing/refusal-of.ts'
import type { TestUser } from '../../../testing/test-app.ts'
import { readWholeReport } from '../../report/testing/read-whole-report.ts'
import { fillSimulatedMarket } from '../../market/fill-simulated-market.ts'

let app: Demonstration
let manager: TestUser
let member: TestUser
let accountId: string
let whole: ReturnsAndRisk

beforeAll(async () => {
  app = await startDemonstration({ hasClub: true })
  await fillSimulatedMarket(app.services)
  manager = await app.signInAs('manager')
  member = await app.signInAs('member')
  accountId = (await manager.client.fund.findFunds())[0]!.accountId
  whole = await read()
})
afterAll(() => app.stop())

const read = (more: { memberId?: string; benchmark?: string } = {}) =>
  manager.client.fund.findReturns({ body: { accountId, benchmark: 'SPY', ...more } })

test('return, drawdown, volatility and Sharpe ratio are those of Account Mapping', async () => {
  const { timeWeighted, risk } = await manager.client.member.fundOverview({ params: { accountId } })
  expect(whole.totalPercent).toBeCloseTo(timeWeighted!.percent, 2)
  expect(whole.yearlyPercent).toBe(timeWeighted!.yearlyPercent)
  expect(whole.risk).toMatchObject({
    volatilityPercent: risk!.volatilityPercent,
    sharpe: risk!.sharpe,
    riskFreePercent: risk!.riskFreePercent,
  })
  const { drawdownPercent: percent, drawdownFrom: from, drawdownTo: lowest } = risk!
  const listed = whole.drawdowns.filter((fall) => fall.percent === percent).map((fall) => [fall.from, fall.lowest])
  expect(listed).toEqual(percent < -5 ? [[from, lowest]] : [])
})

test('each month has the return of the report of months, and each year that of its months', async () => {
  const { data } = await readWholeReport(manager, 'account-performance', { account: accountId })
  const reported = new Map(data.map((row) => [row['month'], row['percent']]))
  expect(whole.months.length).toBeGreaterThan(10)
  for (const { period, percent } of whole.months) expect([period, percent]).toEqual([period, reported.get(period)])
  for (const { period, percent } of whole.years) {
    const own = whole.months.filter((month) => month.period.startsWith(period))
    const chained = own.reduce((growth, month) => growth * (1 + month.percent! / 100), 1)
    expect(percent).toBeCloseTo((chained - 1) * 100, 0)
  }
  expect(whole.months.filter(({ isPartial }) => isPartial).map(({ period }) => period)).toContain('2026-03')
})

test("a benchmark has the closes of the chart, and a line beside itself has a beta of 1 and no tracking error's ratio", async () => {
  const { period, benchmarkPercent } = whole.months.at(-2)!
  const bars = await manager.client.stock.byRange({
    body: { symbol: 'SPY', start: '2025-01-01', end: '2026-03-31', timing: '_D' },
  })
  const dayOf = ({ datetime }: { datetime: number }) => new Date(datetime).toISOString().slice(0, 10)
  const before = bars.findLast((bar) => dayOf(bar) < `${period}-01`)!
  const last = bars.findLast((bar) => dayOf(bar).startsWith(period))!
  expect(benchmarkPercent).toBeCloseTo(100 * (last.close / before.close - 1), 2)
  expect(whole.againstBenchmark!.observations).toBeGreaterThan(60)
  const other = await read({ benchmark: 'qqq' })
  expect(other.months.map(({ percent }) => percent)).toEqual(whole.months.map(({ percent }) => percent))
  expect(other.againstBenchmark).not.toEqual(whole.againstBenchmark)
  const unknown = await read({ benchmark: 'NOWHERE' })
  expect(unknown).toMatchObject({ againstBenchmark: null, risk: whole.risk })
  expect(unknown.years[0]!.benchmarkPercent).toBeNull()
})

test("a member's own part has the return of their home, and is the one that the manager reads", async () => {
  const [mine] = await member.client.fund.findMyParticipations()
  const { memberId } = mine!
  const own = await member.client.fund.findMyReturns({ body: { accountId, memberId, benchmark: 'SPY' } })
  expect(own.totalPercent).toBeCloseTo(mine!.timeWeighted!, 2)
  expect(own).toEqual(await read({ memberId }))
})

test('each holder has the return of their statement, from their own first day', async () => {
  const rows = await manager.client.member.searchParticipationByAccount({ params: { accountId } })
  for (const { memberId } of rows) {
    const { sinceStart } = await manager.client.fund.findStatement({
      params: { accountId, memberId, from: '2026-01-01', to: '2026-03-03' },
    })
    const { totalPercent, from } = await read({ memberId })
    expect(totalPercent).toBe(sinceStart.timeWeighted!.percent)
    expect(from! <= sinceStart.timeWeighted!.from).toBe(true)
  }
  const totals = await Promise.all(rows.map(async ({ memberId }) => (await read({ memberId })).totalPercent))
  expect(new Set(totals).size).toBeGreaterThan(1)
})

test("a member reads nothing of the fund, of other members, or of another fund's", async () => {
  const [mine] = await member.client.fund.findMyParticipations()
  const rows = await manager.client.member.searchParticipationByAccount({ params: { accountId } })
  const other = rows.find(({ memberId }) => memberId !== mine!.memberId && memberId !== accountId)!
  const asked = { accountId, benchmark: 'SPY' }
  expect(await refusalOf(member.client.fund.findReturns({ body: asked }))).toBe('404 notFound')
  expect(await refusalOf(member.client.fund.findReturns({ body: { ...asked, memberId: mine!.memberId } }))).toBe(
    '404 notFound',
  )
  expect(await refusalOf(member.client.fund.findMyReturns({ body: { ...asked, memberId: other.memberId } }))).toBe(
    '404 notFound',
  )
  const stranger = await app.signUp(['MANAGERS'])
  expect(await refusalOf(stranger.client.fund.findReturns({ body: asked }))).toBe('404 notFound')
})
