// What earned the money over the real price file: four years of an account from a file, traded at recorded closes, with
// a fund of three members who pay in and out. Every month of the fund and of each member adds up, and nothing is left
// unexplained.
import type { Attribution } from '@clubfolio/contract'
import { addCalendarDays, addSessions, type MarketDay, marketDay } from '@clubfolio/domain'
import { hasMarketData, marketDataFolder } from '@clubfolio/domain/testing/market-data'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../kernel/transaction.ts'
import { cents, makeMember } from '../../../testing/factories.ts'
import { realMarketTemplate } from '../../../testing/real-market.ts'
import { seededRandom } from '../../../testing/seeded-random.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { checkCloseLines } from '../../close-line/check-close-lines.ts'
import { createAccount, importFile, schwabFile, type TestFileAccount } from '../../statement/testing/file-account.ts'

if (!hasMarketData)
  console.warn(
    `SKIPPED, the real market files are missing: there is no folder ${marketDataFolder}. Set CLUBFOLIO_MARKET_DATA to where they are.`,
  )

interface Recorded {
  readonly code: string
  readonly bars: readonly { readonly day: string; readonly close: number }[]
}

const [firstDay, lastDay] = [marketDay('2017-01-03'), marketDay('2021-03-31')]
const amount = (value: number): string => `${value < 0 ? '-' : ''}$${Math.abs(value).toFixed(2)}`
const written = (day: string): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
const row = (day: string, ...cells: readonly string[]): string =>
  [written(day), ...cells].map((one) => `"${one}"`).join(',')

/** Buys and sells each symbol by turns, with a dividend now and then; newest first, as the brokerage writes it. */
function statementOf(symbols: readonly Recorded[], payments: readonly { day: string; dollars: number }[]): string {
  const random = seededRandom(20_261_126)
  const rows: { readonly day: string; readonly text: string }[] = payments.map(({ day, dollars }) => ({
    day,
    text: row(day, 'MoneyLink Transfer', '', 'Tfr BANK', '', '', '', amount(dollars)),
  }))
  for (const { code, bars } of symbols) {
    let held = 0
    for (const { day, close } of bars) {
      if (random() > 0.03) continue
      const quantity = held > 0 && random() < 0.5 ? -held : 5 + Math.floor(random() * 40)
      const [price, fee] = [close.toFixed(2), 1]
      const net = -quantity * Number(price) - fee
      rows.push({
        day,
        text: row(
          day,
          quantity > 0 ? 'Buy' : 'Sell',
          code,
          code,
          String(quantity),
          `$${price}`,
          amount(fee),
          amount(net),
        ),
      })
      held += quantity
      if (held > 0 && random() < 0.3)
        rows.push({ day, text: row(day, 'Qualified Dividend', code, code, '', '', '', amount(held * 0.17)) })
    }
  }
  return schwabFile(rows.sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0)).map(({ text }) => text))
}

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((all, one) => all + one, 0n)
const hundredths = (percents: readonly (number | null)[]): number =>
  percents.reduce<number>((all, one) => all + Math.round((one ?? 0) * 100), 0)

describe.skipIf(!hasMarketData)('over the real price file', () => {
  let app: TestApp
  let owner: TestUser
  let account: TestFileAccount
  let members: { readonly memberId: string; readonly user: TestUser }[]
  let whole: Attribution
  const months: { from: MarketDay; to: MarketDay }[] = []

  beforeAll(async () => {
    app = await startTestApp({ template: realMarketTemplate })
    owner = await app.signUp(['MANAGERS'])
    const { db } = app.services
    const { rows: instruments } = await sql<{ id: string; code: string }>`
      select i.id, i.code from instrument i where i.source = 'import'
        and not exists (select from corporate_action c where c.instrument_id = i.id)
        and (select min(day) from daily_bar b where b.instrument_id = i.id) <= ${firstDay}
        and (select max(day) from daily_bar b where b.instrument_id = i.id) >= ${lastDay}
      order by i.code limit 40`.execute(db)
    const symbols: Recorded[] = []
    for (const { id, code } of instruments) {
      const { rows: bars } = await sql<{ day: string; close: number }>`
        select day::text as day, close from daily_bar
        where instrument_id = ${id} and day between ${addSessions(firstDay, 1)} and ${lastDay} order by day`.execute(db)
      symbols.push({ code, bars })
    }
    const payments = [
      { day: '2017-03-15', dollars: 50_000 },
      { day: '2018-06-20', dollars: 75_000 },
      { day: '2019-10-09', dollars: -20_000 },
      { day: '2020-04-01', dollars: 60_000 },
    ]
    account = await createAccount(owner)
    const statement = statementOf(symbols, [{ day: firstDay, dollars: 2_000_000 }, ...payments])
    const { state } = await importFile(account, 'five-years.csv', statement)
    if (state !== 'IMPORTED') throw new Error(`The statement is ${state}.`)
    members = []
    for (const name of ['Ann', 'Ben', 'Cleo']) {
      const memberId = await makeMember(owner, name)
      const user = await app.signUp([])
      await db.updateTable('member').set({ user_id: user.user.id }).where('id', '=', memberId).execute()
      members.push({ memberId, user })
    }
    for (const [index, { day, dollars }] of payments.entries()) {
      const body = {
        accountId: account.id,
        memberId: members[index % 2]!.memberId,
        amount: cents(Math.abs(dollars).toFixed(2)),
        date: day,
        description: 'paid',
      }
      await (dollars > 0
        ? owner.client.member.createContribution({ body })
        : owner.client.member.createRetribution({ body }))
    }
    whole = await ofFund({ from: 'START', to: 'last' })
    for (let from: MarketDay = marketDay(`${firstDay.slice(0, 7)}-01`); from <= whole.lastDay;) {
      const next = marketDay(`${addCalendarDays(from, 31).slice(0, 7)}-01`)
      months.push({ from, to: addCalendarDays(next, -1) })
      from = next
    }
  }, 900_000)
  afterAll(() => app.stop())

  type Span = { readonly from: string; readonly to: string }
  const ofFund = ({ from, to }: Span) =>
    owner.client.fund.findAttribution({
      params: { accountId: account.id, from, to, grouping: 'INSTRUMENT' },
      query: { benchmark: 'AAPL' },
    })

  function expectToAddUp({ lines, total, missing, benchmark }: Attribution): void {
    expect(missing).toBe(0)
    for (const column of ['price', 'income', 'fees', 'profit'] as const)
      expect(sum(lines.map((line) => line[column]))).toBe(total[column])
    for (const column of ['contribution', 'excess'] as const)
      expect(hundredths(lines.map((line) => line[column]))).toBe(hundredths([total[column]]))
    expect(lines.some(({ kind }) => kind === 'NOT_EXPLAINED')).toBe(false)
    const compared = benchmark?.gap === null ? [total.contribution, -benchmark.percent!] : [total.excess]
    expect(hundredths([total.excess])).toBe(hundredths(compared))
  }

  test('every month of the fund adds up, and the months to the whole', async () => {
    expectToAddUp(whole)
    expect(whole.closes).toBeGreaterThan(1_000)
    expect(whole.lines.filter(({ kind }) => kind === 'LINES').length).toBeGreaterThan(30)
    let profit = 0n
    for (const month of months) {
      const found = await ofFund(month)
      expectToAddUp(found)
      profit += found.total.profit
    }
    expect(profit).toBe(whole.total.profit)
    const overview = await owner.client.member.fundOverview({ params: { accountId: account.id } })
    expect(whole.total.contribution).toBe(overview.timeWeighted!.percent)
    expect(whole.total.profit).toBe(overview.profitLostAmount)
  }, 600_000)

  test('every month of each member is the profit of their statement', async () => {
    for (const { memberId, user } of members.slice(0, 2))
      for (const month of months) {
        const params = { accountId: account.id, memberId, ...month }
        const own = await user.client.fund.findMyAttribution({ params: { ...params, grouping: 'INSTRUMENT' } })
        expectToAddUp({ ...own, benchmark: null })
        const { opening, closing, lines, period } = await user.client.fund.findMyStatement({
          params: { ...params, to: month.to < whole.lastDay ? month.to : whole.lastDay },
        })
        expect(own.total.profit).toBe(closing.value - opening.value - sum(lines.map((line) => line.amount)))
        expect(own.total.contribution).toBe(period.timeWeighted?.percent ?? null)
        const rounding = own.lines.find(({ kind }) => kind === 'ROUNDING')?.profit ?? 0n
        expect(rounding <= 10n && rounding >= -10n).toBe(true)
      }
  }, 600_000)

  test('the nightly check finds nothing', async () => {
    const { db } = app.services
    expect(await inTransaction(db, (trx) => checkCloseLines(trx, { accountId: account.id, after: null }))).toEqual([])
  }, 300_000)
})
