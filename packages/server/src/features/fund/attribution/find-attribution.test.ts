// What earned the money in the demonstration's year, for its fund and for each of its members: every table adds up to
// the figures of Account Mapping and of the statements, and nothing of another member is in any answer.
import {
  attributionGroupings,
  earnedRows,
  type Attribution,
  type AttributionGrouping,
  type EarnedLine,
  type ParamsOf,
} from '@clubfolio/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemonstration, type Demonstration } from '../../../testing/demonstration.ts'
import { fillSimulatedMarket } from '../../market/fill-simulated-market.ts'
import { newId } from '../../../kernel/id.ts'
import { toPrintedPage } from '../earned/printed-page.ts'
import { refusalOf } from '../../../testing/refusal-of.ts'
import type { TestUser } from '../../../testing/test-app.ts'

let app: Demonstration
let manager: TestUser
let accountId: string
let members: { readonly memberId: string; readonly user: TestUser }[]

beforeAll(async () => {
  app = await startDemonstration({ hasClub: true })
  await fillSimulatedMarket(app.services)
  manager = await app.signInAs('manager')
  ;({ account_id: accountId } = await app.services.db.selectFrom('fund').select('account_id').executeTakeFirstOrThrow())
  const rows = await manager.client.member.searchParticipationByAccount({ params: { accountId } })
  members = []
  for (const { memberId } of rows.filter((row) => row.memberId !== accountId)) {
    const user = await app.signUp([])
    await app.services.db.updateTable('member').set({ user_id: user.user.id }).where('id', '=', memberId).execute()
    members.push({ memberId, user })
  }
})
afterAll(() => app.stop())

type Span = Pick<ParamsOf<'fund', 'findAttribution'>, 'from' | 'to'>

const whole = { from: 'START', to: 'last' } as const
const ofFund = (span: Span = whole, grouping: AttributionGrouping = 'INSTRUMENT') =>
  manager.client.fund.findAttribution({ params: { accountId, ...span, grouping } })
const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((all, one) => all + one, 0n)
const hundredths = (percents: readonly (number | null)[]): number =>
  percents.reduce<number>((all, one) => all + Math.round((one ?? 0) * 100), 0)

type Table = { readonly lines: readonly Effects[]; readonly total: Effects }
type Effects = Omit<Attribution['total'], 'excess'>

function expectToAddUp({ lines, total }: Table): void {
  for (const column of ['price', 'income', 'fees', 'profit'] as const)
    expect(sum(lines.map((line) => line[column]))).toBe(total[column])
  for (const line of [...lines, total]) expect(line.price + line.income + line.fees).toBe(line.profit)
  expect(hundredths(lines.map(({ contribution }) => contribution))).toBe(hundredths([total.contribution]))
}

/** The months of the fund, as spans. */
function monthsOf({ firstDay, lastDay }: Attribution): { from: string; to: string }[] {
  const months: { from: string; to: string }[] = []
  for (const at = new Date(`${firstDay.slice(0, 7)}-01T00:00:00Z`); at.toISOString() <= lastDay;) {
    const from = at.toISOString().slice(0, 10)
    at.setUTCMonth(at.getUTCMonth() + 1)
    months.push({ from, to: new Date(at.getTime() - 86_400_000).toISOString().slice(0, 10) })
  }
  return months
}

test('since the opening, the return is the one of Account Mapping and the profit that of all holders', async () => {
  const found = await ofFund()
  const overview = await manager.client.member.fundOverview({ params: { accountId } })
  expectToAddUp(found)
  expect(found.missing).toBe(0)
  expect(found.lines.filter(({ kind }) => kind === 'LINES').length).toBeGreaterThan(5)
  expect(found.lines.some(({ kind }) => kind === 'NOT_EXPLAINED')).toBe(false)
  expect(found.total.contribution).toBe(overview.timeWeighted!.percent)
  expect(found.total.profit).toBe(overview.profitLostAmount)
})

test('every month adds up, and the months to the whole', async () => {
  const found = await ofFund()
  let profit = 0n
  for (const span of monthsOf(found)) {
    const month = await ofFund(span)
    expectToAddUp(month)
    expect(month.lines.some(({ kind }) => kind === 'NOT_EXPLAINED')).toBe(false)
    profit += month.total.profit
  }
  expect(profit).toBe(found.total.profit)
})

test('a grouping is a partition of the same lines', async () => {
  const found = await ofFund()
  for (const grouping of Object.keys(attributionGroupings) as AttributionGrouping[]) {
    const grouped = await ofFund(whole, grouping)
    expect(grouped.total).toEqual(found.total)
    expectToAddUp(grouped)
    expect(hundredths(grouped.lines.map(({ weight }) => weight))).toBeGreaterThan(9_990)
  }
  const sectors = await ofFund(whole, 'SECTOR')
  expect(sectors.lines.length).toBeLessThan(found.lines.length)
})

test("each member's lines are the profit of their statement, every month", async () => {
  const fund = await ofFund()
  const { lastDay, firstDay: openingDay } = fund
  const months = monthsOf(fund)
  const dealings = 60n
  for (const { memberId, user } of members)
    for (const span of [...months, whole]) {
      const own = await user.client.fund.findMyAttribution({
        params: { accountId, memberId, ...span, grouping: 'INSTRUMENT' },
      })
      expectToAddUp(own)
      const statement = await user.client.fund.findMyStatement({
        params: {
          accountId,
          memberId,
          from: span === whole ? openingDay : span.from,
          to: span.to < lastDay ? span.to : lastDay,
        },
      })
      const { opening, closing, lines, period, earned } = statement
      expect(own.total.contribution).toBe(period.timeWeighted?.percent ?? null)
      // The page of the statement is this table.
      const { excess: _beside, ...total } = own.total
      expect(earned).toMatchObject({ closes: own.closes, missing: 0, total })
      const ofPage = ({ kind, name, price, income, fees, profit, contribution }: EarnedLine) =>
        JSON.stringify([kind, name, ...[price, income, fees, profit].map(String), contribution])
      expect(earned.lines.map(ofPage).toSorted()).toEqual(own.lines.map(ofPage).toSorted())
      const rows = earnedRows(earned.lines, 3)
      expect(rows.filter(({ kind }) => kind === 'LINES' || kind === 'OTHERS').length).toBeLessThanOrEqual(3)
      expectToAddUp({ lines: rows, total: earned.total })
      const fees = lines.filter(({ what }) => /fee/i.test(what))
      const paid = sum(lines.map(({ amount }) => amount)) - sum(fees.map(({ amount }) => amount))
      expect(own.total.profit).toBe(closing.value - opening.value - paid)
      const rounding = own.lines.find(({ kind }) => kind === 'ROUNDING')?.profit ?? 0n
      expect(rounding <= dealings && rounding >= -dealings).toBe(true)
    }
})

test('a mailed statement whose books have not changed is named by no later one', async () => {
  const { db, clock } = app.services
  const found = await ofFund()
  const { firstDay, lastDay } = found
  const months = monthsOf(found)
  const now = new Date(clock.nowMs())
  for (const { memberId, user } of members)
    for (const { from, to } of months.slice(0, -1)) {
      const params = { accountId, memberId, from, to }
      if (to < firstDay) continue
      const { earned } = await user.client.fund.findMyStatement({ params })
      expect(earned.corrections).toEqual([])
      await db
        .insertInto('fund_statement_mail')
        .values({
          account_id: accountId,
          id: newId(clock),
          member_id: memberId,
          from_day: from,
          to_day: to,
          recipient: 'member@example.test',
          state: 'sent',
          reason: null,
          attempts: 1,
          next_at: now,
          content: Buffer.from('%PDF'),
          allocation: null,
          printed: toPrintedPage(earned),
          requested_at: now,
          requested_by: manager.user.id,
          sent_at: now,
          opened_at: null,
        })
        .execute()
    }
  const { from } = months.at(-1)!
  for (const { memberId, user } of members) {
    const params = { accountId, memberId, from, to: lastDay }
    expect((await user.client.fund.findMyStatement({ params })).earned.corrections).toEqual([])
  }
})

test('all holders together have what the fund has of a line, to the cent of each rounding', async () => {
  const found = await ofFund()
  const all = await Promise.all(
    members.map(({ memberId, user }) =>
      user.client.fund.findMyAttribution({ params: { accountId, memberId, ...whole, grouping: 'INSTRUMENT' } }),
    ),
  )
  for (const line of found.lines.filter(({ kind }) => kind === 'LINES')) {
    const parts = sum(all.map(({ lines }) => lines.find(({ name }) => name === line.name)?.profit ?? 0n))
    const [least, most] = line.profit < 0n ? [line.profit, 0n] : [0n, line.profit]
    // What is left is unallocated's.
    expect(parts >= least - 5n && parts <= most + 5n).toBe(true)
  }
})

test('a period is counted back from its last day', async () => {
  const to = '2026-02-18'
  const starts = {
    DAY: '2026-02-17',
    WEEK: '2026-02-13',
    MONTH: '2026-01-30',
    QUARTER: '2025-12-31',
    YEAR: '2025-12-31',
  }
  for (const [from, startDay] of Object.entries(starts))
    expect(await ofFund({ from, to })).toMatchObject({ startDay, endDay: to })
})

const besides = (found: Attribution): void => {
  const { benchmark, lines, total } = found
  expect(benchmark).toMatchObject({ symbol: 'SPY', gap: null, missingDay: null })
  expect(hundredths([total.excess])).toBe(hundredths([total.contribution]) - hundredths([benchmark!.percent]))
  expect(hundredths(lines.map(({ excess }) => excess))).toBe(hundredths([total.excess]))
  for (const line of lines.filter(({ kind }) => /FEE|EXPENSES|NOT_EXPLAINED/.test(kind)))
    expect(line.excess).toBe(line.contribution)
}

test("beside a benchmark, the lines' excess is the return less its own, of the fund and of each member", async () => {
  const months = monthsOf(await ofFund())
  const query = { benchmark: 'spy' }
  for (const span of [...months, whole])
    for (const grouping of ['INSTRUMENT', 'SIDE'] as const)
      besides(await manager.client.fund.findAttribution({ params: { accountId, ...span, grouping }, query }))
  for (const { memberId, user } of members)
    for (const span of [...months, whole]) {
      const params = { accountId, memberId, ...span, grouping: 'INSTRUMENT' as const }
      const own = await user.client.fund.findMyAttribution({ params, query })
      if (own.closes > 0) besides(own)
    }
  const found = await manager.client.fund.findAttribution({
    params: { accountId, ...whole, grouping: 'INSTRUMENT' },
    query,
  })
  const compared = await manager.client.fund.findReturns({ body: { accountId, benchmark: 'SPY' } })
  const years = compared.years.reduce((growth, { benchmarkPercent }) => growth * (1 + benchmarkPercent! / 100), 1)
  expect(found.benchmark!.percent).toBeCloseTo((years - 1) * 100, 1)
})

test('a benchmark without a close for each day has no excess, and neither has an unknown one', async () => {
  const ask = (benchmark: string) =>
    manager.client.fund.findAttribution({
      params: { accountId, ...whole, grouping: 'INSTRUMENT' },
      query: { benchmark },
    })
  expect(await ask('NOSUCH')).toMatchObject({
    benchmark: { symbol: 'NOSUCH', percent: null, gap: 'NOT_LISTED' },
    total: { excess: null },
  })
  const missingDay = '2026-02-18'
  const { rows } = await sql`delete from daily_bar b using instrument i
    where i.id = b.instrument_id and i.code = 'QQQ' and b.day = ${missingDay} returning 1 as one`.execute(
    app.services.db,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(await ask('QQQ')).toMatchObject({
    benchmark: { percent: null, gap: 'CLOSES_MISSING', missingDay },
    total: { excess: null },
  })
})

test('nobody else reads a table, and a member none of another member', async () => {
  const [one, other] = members
  const params = { accountId, ...whole, grouping: 'INSTRUMENT' as const }
  expect(await refusalOf(one!.user.client.fund.findAttribution({ params }))).toBe('404 notFound')
  expect(
    await refusalOf(one!.user.client.fund.findMyAttribution({ params: { ...params, memberId: other!.memberId } })),
  ).toBe('404 notFound')
  expect(
    await refusalOf(
      manager.client.fund.findAttribution({ params: { ...params, from: '2026-02-01', to: '2026-01-01' } }),
    ),
  ).toBe('400 statementPeriod')
})

test('closes without lines are counted, and what they earned is not explained', async () => {
  const found = await ofFund()
  await sql`delete from account_close_line where account_id = ${accountId} and day = ${found.endDay}`.execute(
    app.services.db,
  )
  const gap = await ofFund()
  expect(gap.missing).toBe(1)
  expect(gap.total).toMatchObject({ profit: found.total.profit, contribution: found.total.contribution })
  expectToAddUp(gap)
})
