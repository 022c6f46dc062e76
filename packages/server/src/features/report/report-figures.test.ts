// Each report of the catalogue on the demonstration, compared with an independent statement.
import type { ReportData } from '@clubfolio/contract'
import type { MarketDay } from '@clubfolio/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../db/connect.ts'
import { type Demonstration, startDemonstration } from '../../testing/demonstration.ts'
import { askForGain, askForRange, othersThanFirst, randomPeriods } from '../../testing/same-question.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { fillSimulatedMarket } from '../market/fill-simulated-market.ts'
import { computeDueLevels } from '../opportunity/compute-due-levels.ts'
import { reportCatalogue, type ReportKey } from './catalogue.ts'
import { readReportTable } from './read-report.ts'
import { expectExtremes, expectMovers, expectOpportunities } from './testing/market-figures.ts'
import { plainLots, plainMonths, plainShares, plainUnitValues } from './testing/plain-books.ts'
import { fillFilters, readWholeReport, type Chosen } from './testing/read-whole-report.ts'

let app: Demonstration
let manager: TestUser
let administrator: TestUser
let member: TestUser
let accountId: string
let db: Db

beforeAll(async () => {
  app = await startDemonstration({ hasClub: true })
  await fillSimulatedMarket(app.services)
  await computeDueLevels(app.services)
  manager = await app.signInAs('manager')
  administrator = await app.signInAs('administrator')
  member = await app.signInAs('member')
  db = app.services.db
  accountId = (await db.selectFrom('account').select('id').executeTakeFirstOrThrow()).id
  // The paper brokerage of the demonstration charges no fees; the fees report needs some.
  await sql`update account_transaction set fee_cents = 100 + length(symbol), net_amount_cents = net_amount_cents - 100 - length(symbol) where kind = 'TRADE' and right(broker_id, 1) in ('3', '7')`.execute(
    db,
  )
}, 180_000)
afterAll(() => app.stop())

const read = (report: ReportKey, chosen?: Chosen) => readWholeReport(manager, report, chosen)
/** Returns one row of a statement; sums of dollars as numbers. */
const one = async (text: ReturnType<typeof sql>) =>
  (await (text as ReturnType<typeof sql<Record<string, number>>>).execute(db)).rows[0]!
const period = ['2025-06-01', '2025-12-31'] as const
const near = (value: unknown, wanted: number, within = 0.0051): void =>
  expect({ value, wanted, isNear: Math.abs(Number(value) - wanted) <= within }).toEqual({ value, wanted, isNear: true })

async function expectCapitalAccount(
  data: ReportData['data'],
  member: { readonly id: string; readonly name: string },
): Promise<void> {
  const share = async (day: string) => (await plainShares(db, accountId, day)).find(({ name }) => name === member.name)!
  near(data[0]!['amount'], (await share('2025-05-31')).value, 0.05)
  near(data.at(-1)!['amount'], (await share('2025-12-31')).value, 0.05)
  near(
    data.slice(0, -1).reduce((sum, row) => sum + Number(row['amount']), 0),
    Number(data.at(-1)!['amount']),
  )
  const paid = await one(
    sql`select sum(amount_cents)::float8 / 100 as paid from fund_entry where member_id = ${member.id} and kind = 'contribution' and day > '2025-05-31' and day <= '2025-12-31'`,
  )
  near(
    data.filter((row) => row['what'] === 'Contribution').reduce((sum, row) => sum + Number(row['amount']), 0),
    paid['paid']!,
  )
}

const checks: Readonly<Record<ReportKey, () => Promise<void>>> = {
  async transactions() {
    const { data, total, totals } = await read('transactions', { period, kind: 'TRADE' })
    const plain = await one(
      sql`select count(*)::int as count, sum(net_amount_cents)::float8 / 100 as net, sum(fee_cents)::float8 / 100 as fees from account_transaction where kind = 'TRADE' and day >= '2025-06-01' and day < '2026-01-01'`,
    )
    expect({ count: total, net: totals!['netAmount'], fees: totals!['fees'] }).toEqual(plain)
    const ids = await sql<{
      broker_id: string
    }>`select broker_id from account_transaction where kind = 'TRADE' and extract(year from day) = 2025 and extract(month from day) >= 6 order by occurred_at desc, broker_id`.execute(
      db,
    )
    expect(data.map((row) => row['transactionId'])).toEqual(ids.rows.map((row) => row.broker_id))
  },

  async 'realised-gains-by-lot'() {
    const { data, totals } = await read('realised-gains-by-lot')
    const plain = await plainLots(db, accountId)
    expect(plain.length).toBeGreaterThan(30)
    const key = (row: readonly unknown[]) => row.map(String).join(' ')
    expect(
      data.map((row) => key([row['closedDay'], row['instrumentCode'], row['openedDay'], row['quantity']])).sort(),
    ).toEqual(plain.map((lot) => key([lot.closed, lot.code, lot.opened, lot.quantity])).sort())
    near(
      totals!['profit'],
      plain.reduce((sum, lot) => sum + Number(lot.profit), 0),
      0.02,
    )
    expect(new Set(data.map((row) => row['side']))).toEqual(new Set(['LONG', 'SHORT']))
    for (const row of data) near(row['net'], Number(row['profit']) - Number(row['fees']))
    near(totals!['net'], Number(totals!['profit']) - Number(totals!['fees']))
  },

  async 'realised-gains-by-year'() {
    const { data } = await read('realised-gains-by-year')
    const lots = await plainLots(db, accountId)
    for (const row of data) {
      const year = String(row['year'])
      near(
        row['profit'],
        lots.filter(({ closed }) => closed.startsWith(year)).reduce((sum, lot) => sum + Number(lot.profit), 0),
        0.02,
      )
      const { income } = await one(
        sql`select coalesce(sum(net_amount_cents), 0)::float8 / 100 as income from account_transaction where kind like 'DIVIDEND%' and to_char(day, 'YYYY') = ${year}`,
      )
      near(row['income'], income!)
      near(row['net'], Number(row['profit']) - Number(row['fees']))
      near(row['net'], Number(row['shortTerm']) + Number(row['longTerm']) + Number(row['undated']))
      near(row['result'], Number(row['profit']) - Number(row['fees']) + income!)
    }
    expect(data.map((row) => row['year'])).toEqual(['2026', '2025'])
  },

  async 'open-positions'() {
    const { data, total, totals } = await read('open-positions')
    const plain = await one(sql`
      select count(*)::int as count, sum(abs(quantity) * average_price * multiplier)::float8 as investment, sum(open_profit_cents)::float8 / 100 as open,
        (select sum(o.remaining_quantity * abs(p.average_price - o.stop_price))::float8 from broker_order o join account_position p using (account_id, symbol)
          where o.status in ('WORKING', 'QUEUED', 'ACCEPTED', 'PENDING_ACTIVATION') and o.order_type = 'STOP' and ((p.quantity > 0 and o.instruction like 'SELL%' and o.stop_price < p.average_price) or (p.quantity < 0 and o.instruction like 'BUY%' and o.stop_price > p.average_price))) as risk
      from account_position`)
    expect(total).toBe(plain['count'])
    near(totals!['investment'], plain['investment']!)
    near(totals!['plOpen'], plain['open']!)
    near(totals!['riskQty'], plain['risk']!)
    const { number } = await db.selectFrom('account').select('number').executeTakeFirstOrThrow()
    const shown = await manager.client.operation.findOpenOperationByAccount({ params: { accountNumber: number } })
    const cents = data.map(({ instrumentCode, plDay }) => [
      instrumentCode,
      plDay === null ? null : Math.round(Number(plDay) * 100),
    ])
    expect(cents).toEqual(shown.map(({ code, plDay }) => [code, plDay === null ? null : Number(plDay)]))
    expect(shown.some(({ plDay }) => plDay !== null && plDay !== 0n)).toBe(true)
    // With the cash they are the whole account.
    const { weight } = await one(
      sql`select (float_value_cents - cash_cents)::float8 * 100 / float_value_cents as weight from account`,
    )
    near(
      data.reduce((sum, row) => sum + Number(row['weight']), 0),
      weight!,
      0.05,
    )
  },

  async orders() {
    const { data, total } = await read('orders', { status: 'FILLED' })
    const plain = await one(
      sql`select count(*)::int as count, sum(filled_quantity * average_fill_price)::float8 as amount from broker_order where status = 'FILLED' and symbol is not null and entered_at > '2025-03-04 05:00Z'`,
    )
    expect(total).toBe(plain['count'])
    near(
      data.reduce((sum, row) => sum + Number(row['filledQuantity']) * Number(row['averageFillPrice']), 0),
      plain['amount']!,
    )
  },

  async income() {
    const { data, totals } = await read('income')
    const { rows } = await sql<{
      month: string
      amount: number
    }>`select substr(day::text, 1, 7) as month, sum(net_amount_cents) * 1.0::float8 / 100 as amount from account_transaction where kind not in ('TRADE') and description ~* 'dividend|interest' group by 1`.execute(
      db,
    )
    for (const { month, amount } of rows)
      near(
        data.filter((row) => String(row['day']).startsWith(month)).reduce((sum, row) => sum + Number(row['amount']), 0),
        amount,
      )
    near(
      totals!['amount'],
      rows.reduce((sum, row) => sum + row.amount, 0),
    )
  },

  async fees() {
    const { data, totals, total } = await read('fees')
    const plain = await one(
      sql`select count(*) filter (where fee_cents > 0)::int as count, sum(fee_cents)::float8 / 100 as fees, sum(abs(quantity) * price * multiplier) filter (where fee_cents > 0)::float8 as amount from account_transaction where kind = 'TRADE'`,
    )
    expect(total).toBe(plain['count'])
    expect(total).toBeGreaterThan(5)
    near(totals!['fees'], plain['fees']!)
    near(totals!['amount'], plain['amount']!, 0.1)
    for (const row of data) near(row['percent'], (100 * Number(row['fees'])) / Number(row['amount']))
  },

  async 'account-performance'() {
    const { data, totals } = await read('account-performance')
    const plain = (await plainMonths(db, accountId)).toReversed()
    expect(data.map((row) => row['month'])).toEqual(plain.map(({ month }) => month))
    for (const [index, row] of data.entries()) {
      near(row['percent'], plain[index]!.percent)
      near(row['endValue'], plain[index]!.end)
      near(row['moved'], plain[index]!.moved)
      near(row['gain'], Number(row['endValue']) - Number(row['startValue']) - Number(row['moved']))
    }
    const whole = await one(
      sql`select (array_agg(broker_value_cents order by day desc))[1]::float8 / 100 - (array_agg(broker_value_cents order by day))[1]::float8 / 100 - (select sum(amount_cents)::float8 / 100 from account_movement where day > (select min(day) from account_close)) as gain from account_close`,
    )
    near(totals!['gain'], whole['gain']!)
  },

  async 'wallet-history'() {
    const { data, totals } = await read('wallet-history', { period })
    const { rows } = await sql<{ day: string; value: number; result: number }>`
      with numbered as (select *, row_number() over (order by day) as place from account_close)
      select c.day, c.broker_value_cents::float8 / 100 as value,
        (c.broker_value_cents - p.broker_value_cents)::float8 / 100 - coalesce((select sum(amount_cents) from account_movement where day between p.day + 1 and c.day), 0)::float8 / 100 as result
      from numbered c join numbered p on p.place = c.place - 1 where c.day between '2025-06-01' and '2025-12-31' order by c.day desc`.execute(
      db,
    )
    expect(data.map((row) => [row['day'], row['floatValue']])).toEqual(rows.map(({ day, value }) => [day, value]))
    for (const [index, row] of data.entries()) near(row['result'], rows[index]!.result)
    near(
      totals!['result'],
      rows.reduce((sum, row) => sum + row.result, 0),
    )
  },

  async 'fund-unit-values'() {
    const { data } = await read('fund-unit-values')
    const plain = (await plainUnitValues(db, accountId)).toReversed()
    expect(data.map((row) => row['day'])).toEqual(plain.map(({ day }) => day))
    for (const [index, row] of data.entries()) {
      near(row['unitValue'], plain[index]!.unitValue, 0.000_01)
      near(row['sinceStart'], (plain[index]!.unitValue / 10 - 1) * 100)
    }
  },

  async members() {
    const { data, totals } = await read('members')
    const plain = await plainShares(db, accountId, '2026-03-04')
    const rows = await sql<{ name: string; email: string; phone: string; since: string }>`
      select m.first_name || ' ' || m.last_name as name, m.email, m.phone,
        (select min(e.day)::text from fund_entry e where e.member_id = m.id) as since
      from member m`.execute(db)
    const contacts = new Map(rows.rows.map((row) => [row.name, row]))
    expect(data.length).toBe(plain.length)
    for (const row of data) {
      const contact = contacts.get(String(row['member']))!
      expect([row['email'], row['phone'], row['since']]).toEqual([contact.email, contact.phone, contact.since])
      near(row['units'], plain.find(({ name }) => name === contact.name)!.units, 0.005)
    }
    const shares = await read('participations', { asOf: 'LAST' })
    near(
      totals!['participationPercent'],
      Number(shares.totals!['participationPercent']) -
        Number(shares.data.find((row) => row['holder'] === 'Unallocated')?.['participationPercent'] ?? 0),
    )
  },

  async participations() {
    for (const asOf of ['LAST', '2025-11-03']) {
      const { data, totals } = await read('participations', { asOf })
      const plain = await plainShares(db, accountId, asOf === 'LAST' ? '2026-03-04' : asOf)
      const members = data
        .filter((row) => row['holder'] !== 'Unallocated')
        .toSorted((a, b) => (String(a['holder']) < String(b['holder']) ? -1 : 1))
      expect(members.map((row) => row['holder'])).toEqual(plain.map(({ name }) => name))
      for (const [index, row] of members.entries()) {
        near(row['units'], plain[index]!.units, 0.005)
        near(row['value'], plain[index]!.value, 0.05)
        near(row['amount'], plain[index]!.amount)
      }
      near(totals!['participationPercent'], 100)
      const value = await one(
        sql`select broker_value_cents::float8 / 100 as value from account_close where day <= ${asOf === 'LAST' ? '2026-03-04' : asOf} order by day desc limit 1`,
      )
      near(totals!['value'], value['value']!)
    }
  },

  async 'member-capital-account'() {
    const { id } = await db.selectFrom('member').select('id').where('last_name', '=', 'Lind').executeTakeFirstOrThrow()
    const { data } = await read('member-capital-account', { member: id, period })
    await expectCapitalAccount(data, { id, name: 'Nora Lind' })
  },

  async 'year-allocation'() {
    for (const year of ['2025', '2026']) {
      const { data, totals } = await read('year-allocation', { year })
      const plain = await one(sql`
        with bounds as (
          select (select day from account_close where account_id = ${accountId} and day < ${`${year}-01-01`}
            order by day desc limit 1) as before,
            (select day from account_close where account_id = ${accountId} and day <= ${`${year}-12-31`}
            order by day desc limit 1) as after, (select opening_day from fund where account_id = ${accountId}) as opened)
        select (
          (select real_value_cents from account_close, bounds where account_id = ${accountId} and day = after)
          - coalesce((select real_value_cents from account_close, bounds where account_id = ${accountId} and day = before
              and before > opened),
            (select opening_value_cents - opening_profit_cents from fund where account_id = ${accountId}))
          - coalesce((select sum(amount_cents) from account_movement, bounds where account_id = ${accountId}
              and day > greatest(coalesce(before, opened), opened) and day <= after), 0)
          - coalesce((select sum(amount_cents) from fund_expense, bounds where account_id = ${accountId}
              and day > greatest(coalesce(before, opened), opened) and day <= after), 0))::float8 / 100 as real,
          coalesce((select sum(net_amount_cents + fee_cents) from account_transaction, bounds
            where account_id = ${accountId} and kind = 'DIVIDEND_OR_INTEREST'
              and day > greatest(coalesce(before, opened), opened) and day <= after), 0)::float8 / 100 as income`)
      near(totals!['total'], plain['real']!)
      near(totals!['real'], plain['real']!)
      near(Number(totals!['dividends']) + Number(totals!['interest']), plain['income']!)
      expect(data.length).toBeGreaterThan(3)
      for (const row of data)
        near(
          Number(row['basis']) - Number(row['lossCarried']),
          Number(row['basisBefore']) -
            Number(row['lossBefore']) +
            Number(row['paidIn']) +
            Number(row['total']) +
            Number(row['gifts']) -
            Number(row['takenOut']),
        )
    }
  },

  async 'returns-and-risk'() {
    const { data } = await read('returns-and-risk')
    const plain = await plainMonths(db, accountId)
    const months = data.filter((row) => row['part'] === 'Month')
    expect(months.map((row) => row['what'])).toEqual(plain.toReversed().map(({ month }) => month))
    for (const [index, row] of months.entries()) near(row['percent'], plain.at(-1 - index)!.percent)
    const { timeWeighted } = await manager.client.member.fundOverview({ params: { accountId } })
    near(data.find((row) => row['what'] === 'TWR')!['percent'], timeWeighted!.percent)
    const { id } = await db.selectFrom('member').select('id').where('last_name', '=', 'Lind').executeTakeFirstOrThrow()
    const own = (await read('returns-and-risk', { holder: id })).data.find((row) => row['what'] === 'TWR')!
    const { sinceStart } = await manager.client.fund.findStatement({
      params: { accountId, memberId: id, from: '2026-01-01', to: '2026-03-03' },
    })
    near(own['percent'], sinceStart.timeWeighted!.percent!)
  },

  async 'my-returns-and-risk'() {
    const [mine] = await member.client.fund.findMyParticipations()
    const { data } = await readWholeReport(member, 'my-returns-and-risk')
    near(data.find((row) => row['what'] === 'TWR')!['percent'], mine!.timeWeighted!)
    expect(data.filter((row) => row['part'] === 'Month').length).toBeGreaterThan(3)
  },

  async 'fund-income'() {
    const { data, totals } = await read('fund-income', { period })
    const plain = await sql<{ row: string }>`select concat_ws(' ', day, symbol, net_amount_cents) as row
      from account_transaction where account_id = ${accountId} and kind = 'DIVIDEND_OR_INTEREST'
        and day between '2025-06-01' and '2025-12-31'`.execute(db)
    const received = data.filter((row) => row['received'] !== null)
    const cents = (value: unknown) => Math.round(Number(value) * 100)
    expect(received.map((row) => `${row['day']} ${row['instrumentCode']} ${cents(row['received'])}`).sort()).toEqual(
      plain.rows.map(({ row }) => row).sort(),
    )
    expect(received.length).toBeGreaterThan(3)
    const { total } = await manager.client.fund.findIncome({ params: { accountId, from: period[0], to: period[1] } })
    near(totals!['received'], Number(total.received) / 100)
    near(totals!['expected'], Number(total.expected) / 100)
    const expected = data.filter((row) => row['expected'] !== null)
    expect(expected.every((row) => String(row['restsOn']) < '2026-03-04' && String(row['day']) > '2026-03-03')).toBe(
      true,
    )
  },

  async 'my-income'() {
    const [mine] = await member.client.fund.findMyParticipations()
    const { totals } = await readWholeReport(member, 'my-income', { period })
    const params = { accountId: mine!.accountId, memberId: mine!.memberId, from: period[0], to: period[1] }
    const { total } = await member.client.fund.findMyIncome({ params })
    expect(total.received).not.toBe(0n)
    near(totals!['received'], Number(total.received) / 100)
    near(totals!['expected'], Number(total.expected) / 100)
  },

  async 'my-capital-account'() {
    const mine = await db
      .selectFrom('member')
      .select(['id', 'first_name', 'last_name'])
      .where('user_id', '=', member.user.id)
      .executeTakeFirstOrThrow()
    const { data } = await readWholeReport(member, 'my-capital-account', { period })
    await expectCapitalAccount(data, { id: mine.id, name: `${mine.first_name} ${mine.last_name}` })
  },

  async 'contributions-and-retributions'() {
    const { data, totals } = await read('contributions-and-retributions')
    const plain = await one(
      sql`select sum(case kind when 'contribution' then amount_cents end)::float8 / 100 as come, sum(amount_cents) filter (where kind = 'retribution')::float8 / 100 as gone from fund_entry where is_active and day >= '2025-03-04'`,
    )
    near(totals!['counted'], plain['come']! - plain['gone']!)
    near(
      data.filter((row) => row['kind'] === 'RETRIBUTION').reduce((sum, row) => sum + Number(row['amount']), 0),
      plain['gone']!,
    )
  },

  async 'market-movers'() {
    expect(await expectMovers(db, manager)).toBeGreaterThan(50)
  },
  async 'new-highs-and-lows'() {
    expect(await expectExtremes(db, manager)).toBeGreaterThan(0)
  },
  async opportunities() {
    expect(await expectOpportunities(db, manager)).toBeGreaterThan(0)
  },

  async 'user-activity'() {
    const { data } = await readWholeReport(administrator, 'user-activity', { area: 'session' })
    const { rows } = await sql<{
      action: string
      count: number
    }>`select action, count(*)::int from audit_log where action in ('session.open', 'session.end', 'session.end-others') group by 1`.execute(
      db,
    )
    for (const { action, count } of rows) expect(data.filter((row) => row['action'] === action)).toHaveLength(count)
    expect(data).toHaveLength(rows.reduce((sum, { count }) => sum + count, 0))
    expect(data.map((row) => row['user'])).toContain('Maria Keller')
  },
}

describe.each(reportCatalogue.map(({ key }) => key))('%s', (key) => {
  test('has the figures of an independent statement', async () => {
    await expect(checks[key]()).resolves.toBeUndefined()
  })
})

test('the papers of the fund show the club and the manager, and no whole account number', async () => {
  const { number } = await db.selectFrom('account').select('number').executeTakeFirstOrThrow()
  await manager.client.club.saveClub({ body: { accountId, name: 'Riverside Club' } })
  const shown: string[] = []
  for (const { key, category, readers } of reportCatalogue) {
    if ((category !== 'Fund' && category !== 'Account') || readers === 'fund-members') continue
    const details = await manager.client.report.getStaticReportDetailsById({ params: { id: key } })
    const table = await readReportTable(
      app.services,
      { userId: manager.user.id, permissions: [] },
      { report: key, filter: fillFilters(details) },
    )
    expect(table.issuer.clubs).toEqual(['Riverside Club'])
    const rows: unknown[] = []
    for await (const row of table.rows) rows.push(row)
    const text = JSON.stringify([table.filters, rows])
    const isMasked = text.includes(`\u2022\u2022\u2022\u2022 ${number.slice(-4)}`)
    shown.push(`${category}: ${text.includes(number) ? 'whole' : isMasked ? 'masked' : 'none'}`)
  }
  expect(new Set(shown)).toEqual(new Set(['Account: whole', 'Fund: masked']))
})

const codePattern = /\b[A-Z][A-Z0-9]*(_[A-Z0-9]+)+\b/

test.each(reportCatalogue.map(({ key }) => key))('no filter and no row of %s shows a code', async (key) => {
  const reader = key === 'user-activity' ? administrator : key.startsWith('my-') ? member : manager
  const details = await reader.client.report.getStaticReportDetailsById({ params: { id: key } })
  for (const { nomenclatorConfigConfig: options } of details.filter)
    for (const { value } of options) expect(value).not.toMatch(codePattern)
  // The day of the demonstration has no new high, and the seeker has no initial capital.
  const chosen = { capital: '75000', ...(key === 'new-highs-and-lows' ? { timing: 'YEAR' } : {}) }
  const file = await reader.client.reportDelivery.generateCsv({
    body: { report: key, filter: fillFilters(details, chosen), column: null },
  })
  const text = await file.content.text()
  expect(text.split('\r\n').length).toBeGreaterThan(2)
  expect(text).not.toMatch(codePattern)
})

describe('the same question has the same answer', () => {
  const asked = async () => ({
    manager,
    accountId,
    memberId: (await manager.client.member.searchParticipationByAccount({ params: { accountId } }))[0]!.memberId,
  })
  test('what the account gained, on every screen, in statement, report, PDF and spreadsheet', async () => {
    const seed = Date.now() % 1_000_000
    const opening = (await manager.client.member.fundOverview({ params: { accountId } })).openingDay as MarketDay
    for (const period of randomPeriods(seededRandom(seed), 4, opening, '2026-03-03' as MarketDay)) {
      const answers = await askForGain(await asked(), period)
      expect({ seed, period, first: answers[0], others: othersThanFirst(answers) }).toEqual({
        seed,
        period,
        first: answers[0],
        others: [],
      })
    }
  })

  test('what an instrument did over a named range, on its chart and in the comparison', async () => {
    for (const range of ['1W', '1M', '3M', 'YTD', '1Y', '3Y'] as const) {
      const answers = await askForRange(await asked(), 'SPY', range, '2026-03-03' as MarketDay)
      expect({ range, first: answers[0], others: othersThanFirst(answers) }).toEqual({
        range,
        first: answers[0],
        others: [],
      })
    }
  })

  test('since the opening: Account Mapping, wallet, statement and the monthly report', async () => {
    const { openingDay, timeWeighted } = await manager.client.member.fundOverview({ params: { accountId } })
    const whole = await manager.client.wallet.findConsolidatedPercentage({
      body: { accountIds: [accountId], fromDate: openingDay, toDate: '2026-03-03', timing: '1D' },
    })
    const { memberId } = await asked()
    const statement = await manager.client.fund.findStatement({
      params: { accountId, memberId, from: '2026-01-01', to: '2026-03-03' },
    })
    const [month] = (await read('account-performance', { account: accountId })).data
    expect(whole.at(-1)![1]).toBeCloseTo(timeWeighted!.percent, 7)
    expect(statement.sinceStart.fundTimeWeighted.percent).toBe(timeWeighted!.percent)
    expect(month!['sinceStart']).toBe(Number(timeWeighted!.percent.toFixed(2)))
  })
})
