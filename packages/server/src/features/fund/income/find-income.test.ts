// Income in the demonstration's year, for its fund and for each of its members: it adds up to the transactions, to the
// income of Performance and to the year's papers, and nothing of another member is in any answer.
import type { Income, ParamsOf } from '@clubfolio/contract'
import { keysOf, toCents, toMarketDay, unallocatedHolderId } from '@clubfolio/domain'
import { sql, type Insertable } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemonstration, type Demonstration } from '../../../testing/demonstration.ts'
import type { Tables } from '../../../db/tables.ts'
import { inTransaction } from '../../../kernel/transaction.ts'
import { refusalOf } from '../../../testing/refusal-of.ts'
import { transactionRow } from '../../../testing/sample-rows.ts'
import type { TestUser } from '../../../testing/test-app.ts'
import { storeCloseLines } from '../../close-line/store-close-lines.ts'
import { readAnyFund } from '../book/load-fund.ts'
import { incomeOfHolder } from './find-income.ts'

let app: Demonstration
let manager: TestUser
let accountId: string
let members: { readonly memberId: string; readonly user: TestUser }[]

beforeAll(async () => {
  app = await startDemonstration({ hasClub: true })
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

type Span = Pick<ParamsOf<'fund', 'findIncome'>, 'from' | 'to'>
const whole = { from: 'START', to: 'last' } as const
const ofFund = (span: Span = whole) => manager.client.fund.findIncome({ params: { accountId, ...span } })
const earned = (span: Span = whole) =>
  manager.client.fund.findAttribution({ params: { accountId, ...span, grouping: 'INSTRUMENT' } })
const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((all, one) => all + one, 0n)
const incomeOf = ({ total, lines }: Awaited<ReturnType<typeof earned>>, name?: string): bigint =>
  name === undefined ? total.income : (lines.find((line) => line.name === name)?.income ?? 0n)

/** The size of a difference. */
const cents = (amount: bigint): number => Math.abs(Number(amount))

type Booked = Insertable<Tables['account_transaction']>

/** The months of the fund, as spans. */
function monthsOf({ firstDay, lastDay }: Income): { from: string; to: string }[] {
  const months: { from: string; to: string }[] = []
  for (const at = new Date(`${firstDay.slice(0, 7)}-01T00:00:00Z`); at.toISOString() <= lastDay;) {
    const from = at.toISOString().slice(0, 10)
    at.setUTCMonth(at.getUTCMonth() + 1)
    months.push({ from, to: new Date(at.getTime() - 86_400_000).toISOString().slice(0, 10) })
  }
  return months
}

function expectToAddUp({ payments, lines, expected, total }: Income): void {
  expect(sum(payments.map(({ amount }) => amount))).toBe(total.received)
  expect(sum(lines.map(({ received }) => received))).toBe(total.received)
  expect(total.inIncome + total.inFees + total.inPrice).toBe(total.received)
  for (const kind of keysOf(total.kinds)) {
    expect(sum(lines.map(({ kinds }) => kinds[kind]))).toBe(total.kinds[kind])
    expect(sum(payments.filter((one) => one.kind === kind).map(({ amount }) => amount))).toBe(total.kinds[kind])
  }
  for (const line of lines) {
    expect(sum(Object.values(line.kinds))).toBe(line.received)
    expect(sum(payments.filter(({ code }) => code === line.code).map(({ amount }) => amount))).toBe(line.received)
    const due = expected.filter(({ code }) => code === line.code)
    expect(line.expected).toBe(due.length === 0 ? null : sum(due.map(({ amount }) => amount)))
  }
}

test('every month has what Performance has under Income, by instrument', async () => {
  const found = await ofFund()
  expectToAddUp(found)
  expect(found.total.kinds.DIVIDEND).toBe(found.total.received)
  expect(found.lines.map(({ code }) => code)).toEqual(['CNR', 'OETE', 'HONK', 'VDED', 'RCT', 'TAAC', 'DONM'])
  let received = 0n
  for (const span of monthsOf(found)) {
    const month = await ofFund(span)
    const performance = await earned(span)
    expectToAddUp(month)
    expect(month.total.inIncome).toBe(incomeOf(performance))
    for (const { name, received: own } of month.lines) expect(own).toBe(incomeOf(performance, name))
    expect(month).toMatchObject({ startDay: performance.startDay, endDay: performance.endDay })
    received += month.total.received
  }
  expect(received).toBe(found.total.received)
  expect(received).toBe(incomeOf(await earned()))
})

test('the payments are the transactions of their days', async () => {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', t.day, t.symbol, t.net_amount_cents) as line from account_transaction t
    where t.account_id = ${accountId} and t.kind = 'DIVIDEND_OR_INTEREST' order by t.day, t.symbol`.execute(
    app.services.db,
  )
  const { payments } = await ofFund()
  expect(payments.map(({ day, code, amount }) => `${day} ${code} ${amount}`).toSorted()).toEqual(
    rows.map(({ line }) => line).toSorted(),
  )
})

test("the year's papers have the same dividends and interest, those of all holders together", async () => {
  for (const year of ['2025', '2026']) {
    const { holders } = await manager.client.fund.findYear({ params: { accountId, year } })
    const allocated = sum(holders.flatMap(({ lines }) => [lines.dividends, lines.interest]))
    const found = await ofFund({ from: `${year}-01-01`, to: `${year}-12-31` })
    expect(found.total.inIncome).toBe(allocated)
  }
})

test('a yield is each payment over the cost and the value that paid it', async () => {
  const { lines } = await ofFund()
  const oete = lines.find(({ code }) => code === 'OETE')!
  // 65 shares, as the lots and the close before have them.
  const { rows } = await sql<{ cost: string; value: string }>`
    select (select -sum(net_amount_cents) from account_transaction where account_id = ${accountId}
      and symbol = 'OETE' and kind = 'TRADE' and trade_date < '2025-04-23')::text as cost,
      (select before_cents from account_close_line where account_id = ${accountId} and symbol = 'OETE'
        and day = '2025-04-23')::text as value`.execute(app.services.db)
  const percent = (of: string) => Math.round((Number(oete.received) / Number(of)) * 10_000) / 100
  expect([oete.yieldOnCost, oete.yieldOnValue]).toEqual([percent(rows[0]!.cost), percent(rows[0]!.value)])
  expect(lines.find(({ code }) => code === 'DONM')!.yieldOnValue).toBeLessThan(0)
})

test('the payments of the last twelve months are expected again on what is held now', async () => {
  const { expected, lines, total } = await ofFund()
  expect(expected).toEqual([
    { day: '2026-04-08', kind: 'DIVIDEND', code: 'CNR', amount: 1554n, restsOn: '2025-04-08' },
    // Paid while short, 0.65 a share; 45 are held now.
    { day: '2026-04-23', kind: 'DIVIDEND', code: 'DONM', amount: 2925n, restsOn: '2025-04-23' },
    { day: '2026-07-10', kind: 'DIVIDEND', code: 'CNR', amount: 1554n, restsOn: '2025-07-10' },
    { day: '2026-07-24', kind: 'DIVIDEND', code: 'DONM', amount: 2925n, restsOn: '2025-07-24' },
  ])
  expect(total.expected).toBe(8958n)
  expect(lines.map(({ code, noEstimate }) => [code, noEstimate])).toEqual([
    ['CNR', null],
    ['OETE', 'NOT_HELD'],
    ['HONK', 'NOT_HELD'],
    ['VDED', 'NOT_HELD'],
    ['RCT', 'FEW_PAYMENTS'],
    ['TAAC', 'NOT_HELD'],
    ['DONM', null],
  ])
  // What is expected does not depend on the period.
  expect((await ofFund({ from: 'DAY', to: 'last' })).expected).toEqual(expected)
})

test("a member's part is that of the units before each close, and all parts together are the whole", async () => {
  const fund = await ofFund()
  const spans = [whole, ...monthsOf(fund)]
  for (const span of spans) {
    const parts: Income[] = []
    for (const { memberId, user } of members) {
      const params = { accountId, memberId, ...span }
      const own = await user.client.fund.findMyIncome({ params })
      const performance = await user.client.fund.findMyAttribution({ params: { ...params, grouping: 'INSTRUMENT' } })
      const difference = own.total.inIncome - incomeOf(performance)
      // Performance rounds income beside price and fees of each line.
      const most = BigInt(performance.lines.length)
      expect(difference <= most && difference >= -most).toBe(true)
      parts.push(own)
    }
    const books = await readAnyFund(app.services, accountId)
    parts.push(await incomeOfHolder(app.services, books, { holderId: unallocatedHolderId, span }))
    for (const part of parts) expectToAddUp(part)
    const { total } = await ofFund(span)
    // Each part is rounded once.
    expect(cents(sum(parts.map((part) => part.total.received)) - total.received)).toBeLessThanOrEqual(parts.length / 2)
    const expected = sum(parts.map((part) => part.total.expected ?? 0n))
    expect(cents(expected - total.expected!)).toBeLessThanOrEqual(parts.length / 2)
  }
})

test('nobody else reads income, and a member none of another member', async () => {
  const [one, other] = members
  const params = { accountId, ...whole }
  expect(await refusalOf(one!.user.client.fund.findIncome({ params }))).toBe('404 notFound')
  expect(
    await refusalOf(one!.user.client.fund.findMyIncome({ params: { ...params, memberId: other!.memberId } })),
  ).toBe('404 notFound')
  expect(
    await refusalOf(manager.client.fund.findIncome({ params: { ...params, from: '2026-02-01', to: '2026-01-01' } })),
  ).toBe('400 statementPeriod')
})

test('interest, tax, fees and words that nobody knows have a place, and Performance has them in its columns', async () => {
  const before = await earned()
  const day = toMarketDay(before.endDay!)
  const book = (brokerId: string, kind: string, more: Partial<Booked>) =>
    app.services.db
      .insertInto('account_transaction')
      .values(
        transactionRow(accountId, {
          broker_id: brokerId,
          occurred_at: new Date(`${day}T16:00:00Z`),
          day,
          trade_date: day,
          kind,
          symbol: null,
          ...more,
        }),
      )
      .execute()
  const share = { symbol: 'CNR', asset_type: 'EQUITY' }
  const net = (amount: bigint) => ({ net_amount_cents: toCents(amount) })
  await book('in-1', 'DIVIDEND_OR_INTEREST', { description: 'Credit interest', ...net(1_234n) })
  await book('in-2', 'DIVIDEND_OR_INTEREST', { description: 'Margin loan interest', ...net(-234n) })
  await book('in-3', 'DIVIDEND_OR_INTEREST', {
    ...share,
    description: 'Dividend',
    ...net(950n),
    fee_cents: toCents(50n),
  })
  await book('in-4', 'DIVIDEND_OR_INTEREST', { ...share, description: 'Tax withheld', ...net(-150n) })
  await book('in-5', 'FEE', { ...share, description: 'Hard-to-borrow charge', ...net(-75n), fee_cents: toCents(75n) })
  await book('in-6', 'FEE', { description: 'REG fee', ...net(-3n), fee_cents: toCents(3n) })
  await book('in-7', 'AIRDROP', { description: 'Something new', ...net(500n) })
  await inTransaction(app.services.db, (trx) =>
    storeCloseLines(trx, { accountId, held: new Map(), from: day, isFrozen: sql`false` }),
  )
  const found = await ofFund({ from: day, to: day })
  expectToAddUp(found)
  expect(found.payments.map(({ kind, code, description, amount }) => [kind, code, description, amount])).toEqual([
    ['INTEREST', null, 'Credit interest; Margin loan interest', 1_000n],
    ['DIVIDEND', 'CNR', 'Dividend', 1_000n],
    ['FEE', 'CNR', 'Dividend', -50n],
    ['TAX', 'CNR', 'Tax withheld', -150n],
    ['LENDING', 'CNR', 'Hard-to-borrow charge', -75n],
    ['OTHER', null, 'AIRDROP: Something new', 500n],
  ])
  expect(found.total).toMatchObject({ received: 2_225n, inIncome: 1_850n, inFees: -125n, inPrice: 500n })
  const [own, performance] = [await earned({ from: day, to: day }), await earned()]
  expect(own.total.income).toBe(found.total.inIncome)
  expect(incomeOf(own, 'Cash')).toBe(1_000n)
  expect(performance.total.income - before.total.income).toBe(found.total.inIncome)
  // The fee of a trade is in the Fees of Performance too, and no income.
  expect(performance.total.fees - before.total.fees).toBe(found.total.inFees - 3n)
})
