// The page "What earned your money": the example of the rules as statements, what a printed page keeps when the books
// change, and what the next statement names.
import type { CapitalStatement } from '@clubfolio/contract'
import { formatCents } from '@clubfolio/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  cents,
  closeSession,
  linkAccount,
  makeMember,
  moveMoney,
  type LinkedAccount,
} from '../../../testing/factories.ts'
import { openEarnings, writeFullStatement } from './full-statement.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let app: TestApp
let manager: TestUser
let joana: TestUser
let account: LinkedAccount
let ann: string
let jo: string
/** The payment of the new member. */
let payment: string

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.signUp(['MANAGERS'], 'Maria')
  joana = await app.signUp(['INVESTORS'], 'Joana')
})
afterAll(() => app.stop())

/** The fund of docs/rules/attribution.md: Ann has its 10,000.00, Joana pays in 10,050.00 after the first close. */
beforeEach(async () => {
  account = await linkAccount(app, manager, '2026-02-02', '10000.00')
  ann = await makeMember(manager, 'Ann', 'Secretive')
  jo = await makeMember(manager, 'Joana', 'Ferreira')
  await app.services.db.updateTable('member').set({ email: 'ann@example.test' }).where('id', '=', ann).execute()
  await app.services.db.updateTable('member').set({ user_id: joana.user.id }).where('id', '=', jo).execute()
  await pay(ann, '10000.00', '2026-02-02', 'opening')
  await close('2026-02-03', '10050.00', { AAA: '100.00', BBB: '-50.00' })
  await moveMoney(app, account, '2026-02-04', '10050.00')
  payment = await pay(jo, '10050.00', '2026-02-04')
  await close('2026-02-04', '20502.00', { AAA: '402.00', BBB: '0.00' })
})

async function pay(memberId: string, amount: string, date: string, funding?: 'opening'): Promise<string> {
  const { id } = await manager.client.member.createContribution({
    body: {
      accountId: account.id,
      memberId,
      amount: cents(amount),
      date,
      description: 'in',
      ...(funding ? { funding } : {}),
    },
  })
  return id
}

/** A close with what each instrument earned by its price. */
async function close(day: string, value: string, earned: Readonly<Record<string, string>>): Promise<void> {
  await closeSession(app, account, day, value)
  const line = { account_id: account.id, day, is_short: false, quantity: null }
  const nothing = { before_cents: 0n, value_cents: 0n, net_cents: 0n, price_cents: 0n, income_cents: 0n, fee_cents: 0n }
  await app.services.db
    .insertInto('account_close_line')
    .values([
      { ...line, kind: 'CASH', symbol: '', ...nothing },
      ...Object.entries(earned).map(([symbol, amount]) => ({
        ...line,
        kind: 'INSTRUMENT' as const,
        symbol,
        ...nothing,
        price_cents: cents(amount),
      })),
    ])
    .execute()
}

/** A price that arrives late: the account is worth more from that close on, and the line has earned it. */
async function correctPrice(day: string, symbol: string, by: string): Promise<void> {
  await sql`update account_close set broker_value_cents = broker_value_cents + ${cents(by)},
    real_value_cents = real_value_cents + ${cents(by)}, cash_cents = cash_cents + ${cents(by)}
    where account_id = ${account.id} and day >= ${day}`.execute(app.services.db)
  await sql`update account_close_line set price_cents = price_cents + ${cents(by)}
    where account_id = ${account.id} and day = ${day} and symbol = ${symbol}`.execute(app.services.db)
}

const read = (memberId: string, from: string, to: string) =>
  manager.client.fund.findStatement({ params: { accountId: account.id, memberId, from, to } })

const profits = ({ earned }: CapitalStatement): Record<string, string> =>
  Object.fromEntries(earned.lines.map(({ name, profit }) => [name, formatCents(profit)]))

const changes = ({ earned }: CapitalStatement): string[] =>
  earned.corrections.flatMap(({ from, to, lines }) =>
    lines.map(({ name, printed, now }) => `${from} ${to} ${name} ${formatCents(printed)} ${formatCents(now)}`),
  )

/** Mails the statement and returns the file that it was made as. */
async function mail(
  memberId: string,
  from: string,
  to: string,
): Promise<{ id: string; content: () => Promise<string> }> {
  const again = true
  await manager.client.fund.mailStatements({ body: { accountId: account.id, memberIds: [memberId], from, to, again } })
  await app.services.background.idle()
  const [row] = await manager.client.fund.findMailedStatements({ params: { accountId: account.id } })
  const params = { accountId: account.id, statementId: row!.id }
  return { id: row!.id, content: async () => (await manager.client.fund.printMailedStatement({ params })).content }
}

test('the first holder has 301.00 of AAA, the new member 201.00, and each page is the profit and the return', async () => {
  const first = await read(ann, '2026-02-02', '2026-02-04')
  expect(profits(first)).toEqual({ AAA: '301.00', BBB: '-50.00', Cash: '0.00' })
  expect(first.earned.total).toMatchObject({ profit: cents('251.00'), contribution: 2.51 })
  expect(first.period.timeWeighted?.percent).toBe(2.51)
  expect(first.earned.lines.map(({ contribution }) => contribution)).toEqual([3.01, -0.5, 0])
  const second = await read(jo, '2026-02-02', '2026-02-04')
  expect(profits(second)).toEqual({ AAA: '201.00', BBB: '0.00', Cash: '0.00' })
  expect(second.earned.total).toMatchObject({ profit: cents('201.00'), contribution: 2 })
  expect(second.earned).toMatchObject({ closes: 1, missing: 0, corrections: [] })
})

test("a member's own page is the same, with nothing of another member", async () => {
  const params = { accountId: account.id, memberId: jo, from: '2026-02-02', to: '2026-02-04' }
  await mail(ann, '2026-02-02', '2026-02-03')
  const own = await joana.client.fund.findMyStatement({ params })
  expect(own.earned).toEqual((await read(jo, params.from, params.to)).earned)
  expect(JSON.stringify(own, (_key, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain('Ann')
})

test('a late price leaves the printed page as it is, and the next statement names the difference once', async () => {
  const printed = await mail(ann, '2026-02-02', '2026-02-03')
  const before = await printed.content()
  await correctPrice('2026-02-03', 'AAA', '12.00')
  expect(await printed.content()).toBe(before)
  const next = await read(ann, '2026-02-04', '2026-02-04')
  expect(changes(next)).toEqual(['2026-02-02 2026-02-03 AAA 100.00 112.00'])
  expect(next.earned.corrections[0]!.total).toEqual({ printed: cents('50.00'), now: cents('62.00') })
  await mail(ann, '2026-02-04', '2026-02-04')
  await close('2026-02-05', '20600.00', { AAA: '98.00' })
  expect(changes(await read(ann, '2026-02-05', '2026-02-05'))).toEqual([])
  await correctPrice('2026-02-03', 'BBB', '-1.00')
  expect(changes(await read(ann, '2026-02-05', '2026-02-05'))[0]).toBe('2026-02-02 2026-02-03 BBB -50.00 -51.00')
})

test('a deposit that is reversed after printing leaves the page, and the next one says that nothing was earned', async () => {
  const printed = await mail(jo, '2026-02-02', '2026-02-04')
  await mail(ann, '2026-02-02', '2026-02-04')
  const before = await printed.content()
  await manager.client.member.deleteContribution({ body: { id: payment } })
  await close('2026-02-05', '20502.00', { AAA: '0.00' })
  expect(await printed.content()).toBe(before)
  const next = await read(jo, '2026-02-05', '2026-02-05')
  expect(changes(next)).toEqual(['2026-02-02 2026-02-04 AAA 201.00 0.00'])
  expect(next.earned.corrections[0]!.total).toEqual({ printed: cents('201.00'), now: 0n })
  // The money that stays in the account is unallocated's, so Ann's part is what it was.
  expect(changes(await read(ann, '2026-02-05', '2026-02-05'))).toEqual([])
})

test('a statement that is mailed again names what the one before has printed', async () => {
  await mail(ann, '2026-02-02', '2026-02-04')
  await correctPrice('2026-02-04', 'BBB', '4.00')
  const again = await read(ann, '2026-02-02', '2026-02-04')
  expect(changes(again)).toEqual(['2026-02-02 2026-02-04 BBB -50.00 -48.00'])
  expect(again.earned.corrections[0]!.issuedAt).toBe(app.clock.nowMs())
  await mail(ann, '2026-02-02', '2026-02-04')
  expect(changes(await read(ann, '2026-02-02', '2026-02-04'))).toEqual([])
})

test('a statement that is issued after the period was opened is not taken for a changed one', async () => {
  const [from, to] = ['2026-02-04', '2026-02-04']
  const opened = await openEarnings(app.services, { accountId: account.id, from, to })
  await mail(ann, '2026-02-02', '2026-02-03')
  const place = { holderId: ann, holder: 'Ann', accountNumber: '' }
  const span = { accountId: account.id, memberId: ann, from, to }
  expect(changes(await writeFullStatement(app.services, opened, place, span))).toEqual([])
})

test('what was named after the books were closed is looked for no more', async () => {
  const ofFirst = async () =>
    changes(await read(ann, '2026-02-04', '2026-02-04')).filter((text) => text.startsWith('2026-02-02 2026-02-03'))
  await mail(ann, '2026-02-02', '2026-02-03')
  await correctPrice('2026-02-03', 'AAA', '12.00')
  await manager.client.fund.closePeriod({ body: { accountId: account.id, until: '2026-02-03' } })
  app.clock.advance(60_000)
  expect(await ofFirst()).toEqual(['2026-02-02 2026-02-03 AAA 100.00 112.00'])
  await mail(ann, '2026-02-04', '2026-02-04')
  expect(await ofFirst()).toEqual([])
  // Lines of closed closes are kept; this one is changed behind their back.
  await correctPrice('2026-02-03', 'AAA', '1.00')
  expect(await ofFirst()).toEqual([])
})

test('closes without lines leave the page out with the reason, and nothing is compared with it later', async () => {
  await sql`delete from account_close_line where account_id = ${account.id} and day = '2026-02-03'`.execute(
    app.services.db,
  )
  const one = await read(ann, '2026-02-02', '2026-02-04')
  expect(one.earned).toMatchObject({ closes: 2, missing: 1, lines: [], total: { profit: cents('251.00') } })
  await mail(ann, '2026-02-02', '2026-02-04')
  await sql`insert into account_close_line select account_id, '2026-02-03', kind, symbol, is_short, quantity, before_cents,
    value_cents, net_cents, price_cents, income_cents, fee_cents from account_close_line
    where account_id = ${account.id} and day = '2026-02-04'`.execute(app.services.db)
  const later = await read(ann, '2026-02-02', '2026-02-04')
  expect(later.earned).toMatchObject({ missing: 0, corrections: [] })
  expect(later.earned.lines).not.toEqual([])
})

test('days without a close have no page', async () => {
  expect((await read(ann, '2026-02-02', '2026-02-02')).earned).toMatchObject({ closes: 0, missing: 0, lines: [] })
})
