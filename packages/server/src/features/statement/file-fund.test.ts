// A fund on an account from files: its books hold every invariant and hledger's check, late statements follow the fund's
// rules, and an undo that would take away what the books were built on is refused.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatCents } from '@clubfolio/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, makeMember } from '../../testing/factories.ts'
import { importText } from '../../testing/import-for-test.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { findFundAccount } from '../fund/book/load-fund.ts'
import { readRecords } from '../fund/book/read-records.ts'
import { checkInvariants } from '../fund/check/check-invariants.ts'
import { createAccount, importFile, schwabFile, undo, type TestFileAccount } from './testing/file-account.ts'

let app: TestApp
let owner: TestUser
/** The sessions of the prices: from 2026-02-02 to the last one before the clock of the test. */
const sessions = [2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 17, 18, 19, 20, 23, 24, 25, 26, 27].map(
  (day) => `2026-02-${String(day).padStart(2, '0')}`,
)
const days = [...sessions, '2026-03-02', '2026-03-03']
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.signUp(['MANAGERS'])
  const bars = days.map((day, index) => `ACME,${day},50,80,40,${50 + index},1000`)
  await importText(app.services, 'prices.csv', `symbol,date,open,high,low,close,volume\n${bars.join('\n')}\n`, {
    activatesAnyway: true,
  })
})
afterAll(() => app.stop())

const opening = '"02/02/2026","MoneyLink Transfer","","Tfr BANK","","","","$10,000.00"'
const purchase = '"02/03/2026","Buy","ACME","ACME INC","100","$50.00","$1.00","-$5,001.00"'
const payIn = '"02/18/2026","MoneyLink Transfer","","Tfr BANK","","","","$1,000.00"'
const sale = '"02/24/2026","Sell","ACME","ACME INC","-40","$65.00","$1.00","$2,599.00"'

async function openFund(): Promise<{ account: TestFileAccount; member: string; statements: string[] }> {
  const account = await createAccount(owner)
  const first = await importFile(account, 'january.csv', schwabFile([purchase, opening]))
  const second = await importFile(account, 'february.csv', schwabFile([sale, payIn]))
  const member = await makeMember(owner, 'Ann')
  await owner.client.member.createContribution({
    body: {
      accountId: account.id,
      memberId: member,
      amount: cents('1000.00'),
      date: '2026-02-18',
      description: 'paid in',
    },
  })
  return { account, member, statements: [first.id, second.id] }
}

const recordsOf = async ({ id }: TestFileAccount) =>
  readRecords(app.services.db, await findFundAccount(app.services.db, id))
const overviewOf = ({ id }: TestFileAccount) => owner.client.member.fundOverview({ params: { accountId: id } })
const booksOf = ({ id }: TestFileAccount) => owner.client.fund.findBooks({ params: { accountId: id } })

test('a fund opens with the first day of the statements and matches their deposits with entries', async () => {
  const { account } = await openFund()
  const records = await recordsOf(account)
  expect(records.opening).toMatchObject({ day: '2026-02-02', valueCents: 1_000_000n })
  expect(checkInvariants(records)).toEqual([])
  // 60 shares at 70 on 2026-03-03, and what is left of 10,000 + 1,000 - 5,001 + 2,599 in cash.
  expect(formatCents((await overviewOf(account)).fundValue)).toBe('12798.00')
  const matched = await app.services.db
    .selectFrom('fund_match')
    .select('movement_ids')
    .where('account_id', '=', account.id)
    .execute()
  expect(matched).toHaveLength(1)
})

test('hledger accepts the journals of a fund on an account from files', async (context) => {
  try {
    execFileSync('hledger', ['--version'])
  } catch {
    context.skip('hledger is not installed: apt-get install hledger')
  }
  const { account } = await openFund()
  const { books, roi } = await owner.client.fund.exportJournals({ params: { accountId: account.id } })
  const folder = mkdtempSync(join(tmpdir(), 'clubfolio-journal-'))
  for (const text of [books, roi]) {
    const file = join(folder, 'j.journal')
    writeFileSync(file, text)
    expect(() =>
      execFileSync('hledger', ['-f', file, 'check', '--strict', 'ordereddates'], { stdio: 'pipe' }),
    ).not.toThrow()
  }
  rmSync(folder, { recursive: true })
})

test('a matched deposit is not undone before its match is', async () => {
  const { account, statements } = await openFund()
  const before = await overviewOf(account)
  expect(await refusalOf(undo(account, statements[1]!))).toBe('409 statementMatched')
  expect(await refusalOf(undo(account, statements[0]!))).toBe('409 statementOpensFund')
  expect(await overviewOf(account)).toEqual(before)
})

test('a statement of an open period without matches is undone, and the books follow', async () => {
  const { account } = await openFund()
  const dividend = '"02/25/2026","Qualified Dividend","ACME","ACME INC","","","","$30.00"'
  const before = (await overviewOf(account)).fundValue
  const { id } = await importFile(account, 'dividend.csv', schwabFile([dividend]))
  expect((await overviewOf(account)).fundValue).toBe(before + 3_000n)
  await undo(account, id)
  expect((await overviewOf(account)).fundValue).toBe(before)
  expect(checkInvariants(await recordsOf(account))).toEqual([])
})

test('closed periods keep their closes: a late statement counts from the first open day, and an undo is refused', async () => {
  const { account, statements } = await openFund()
  const closesUntil = async (until: string) =>
    app.services.db
      .selectFrom('account_close')
      .select(['day', 'broker_value_cents', 'cash_cents'])
      .where('account_id', '=', account.id)
      .where('day', '<=', until)
      .orderBy('day')
      .execute()
  await owner.client.fund.closePeriod({ body: { accountId: account.id, until: '2026-02-20' } })
  const closed = await closesUntil('2026-02-20')
  const late = '"02/10/2026","MoneyLink Transfer","","Tfr BANK","","","","$500.00"'
  await importFile(account, 'late.csv', schwabFile([late]))
  expect(await closesUntil('2026-02-20')).toEqual(closed)
  const booked = await app.services.db
    .selectFrom('fund_movement')
    .select('day')
    .where('account_id', '=', account.id)
    .where('day', '>', '2026-02-20')
    .execute()
  expect(booked).toEqual([{ day: '2026-02-21' }])
  expect(checkInvariants(await recordsOf(account))).toEqual([])
  expect(await refusalOf(undo(account, statements[0]!))).toBe('409 statementInClosedPeriod')
  expect((await booksOf(account)).closedUntil).toBe('2026-02-20')
})

test('closes of a closed period keep their lines, and get those that they have not got yet', async () => {
  const { account } = await openFund()
  const linesOf = async () => {
    const { rows } = await sql<{ line: string }>`
      select concat_ws(' ', day, kind, symbol, quantity, value_cents, price_cents, income_cents, fee_cents) as line
      from account_close_line where account_id = ${account.id} and day <= '2026-02-20' order by day, kind, symbol
    `.execute(app.services.db)
    return rows.map(({ line }) => line)
  }
  await owner.client.fund.closePeriod({ body: { accountId: account.id, until: '2026-02-20' } })
  const closed = await linesOf()
  expect(closed.length).toBeGreaterThan(20)
  // As if the closes were from before there were lines.
  await sql`delete from account_close_line where account_id = ${account.id} and day between '2026-02-05' and '2026-02-12'
  `.execute(app.services.db)
  const dividend = '"02/25/2026","Qualified Dividend","ACME","ACME INC","","","","$30.00"'
  await importFile(account, 'dividend.csv', schwabFile([dividend]))
  expect(await linesOf()).toEqual(closed)
  const late = '"02/10/2026","Buy","ACME","ACME INC","10","$55.00","$1.00","-$551.00"'
  await importFile(account, 'late.csv', schwabFile([late]))
  expect(await linesOf()).toEqual(closed)
})

test('the books stay with the prices that they began with when another market becomes active', async () => {
  const { account } = await openFund()
  const before = (await overviewOf(account)).fundValue
  const { pool } = app.services
  await pool.query(`
    insert into instrument (id, source, code, code_key, name, name_key, asset_type, created_at)
    values (gen_random_uuid(), 'simulated', 'ACME', 'ACME', 'Simulated Acme', 'simulated acme', 'EQUITY', now())`)
  await pool.query(
    `insert into daily_bar (instrument_id, day, open, high, low, close, volume)
     select id, day, 10, 10, 10, 10, 1 from instrument, unnest($1::date[]) day where source = 'simulated'`,
    [days],
  )
  await activate('simulated')
  try {
    const dividend = '"02/25/2026","Qualified Dividend","ACME","ACME INC","","","","$30.00"'
    await importFile(account, 'dividend.csv', schwabFile([dividend]))
    expect((await overviewOf(account)).fundValue).toBe(before + 3_000n)
    // An account without a fund follows the active market.
    const plain = await createAccount(owner)
    await importFile(plain, 'january.csv', schwabFile([purchase, opening]))
    expect(await owner.client.wallet.getPositionsForGraph({ params: { accountId: plain.id } })).toMatchObject([
      { instrumentCode: 'ACME', lastPrice: 10 },
    ])
  } finally {
    await activate('import')
  }
})

async function activate(source: 'simulated' | 'import'): Promise<void> {
  await app.services.pool.query('update market_source set is_active = false where is_active')
  await app.services.pool.query(
    `update market_source set is_active = true, market_day = '2026-03-03' where source = $1`,
    [source],
  )
}
