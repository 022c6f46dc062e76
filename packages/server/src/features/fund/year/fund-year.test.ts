// The year's papers through the API: what the account's transactions are allocated as, that everything adds up, what a
// closed year keeps, and that a member reads only their own page.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cents, closeSession, linkAccount, makeMember, type LinkedAccount } from '../../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { readAccountResults } from './account-results.ts'
import { readFactSheet } from './fact-sheet.ts'

let app: TestApp
let manager: TestUser
let joana: TestUser
let account: LinkedAccount
let ann: string
let jo: string

interface Booking {
  readonly day: string
  readonly kind: string
  readonly net: string
  readonly fee?: string
  readonly symbol?: string
  readonly quantity?: string
  readonly price?: string
  readonly description?: string
  /** The session that has it, where it is not the day itself. */
  readonly session?: string
}

let bookings = 0

async function book(one: Booking): Promise<string> {
  bookings += 1
  const id = `y${String(bookings).padStart(3, '0')}`
  const { day, kind, net, fee = '0.00', symbol = null, quantity = null, price = null, description = '' } = one
  await app.services.db
    .insertInto('account_transaction')
    .values({
      account_id: account.id,
      broker_id: id,
      occurred_at: new Date(`${day}T18:00:00Z`),
      day: one.session ?? day,
      trade_date: day,
      kind,
      description,
      symbol,
      asset_type: symbol === null ? null : 'EQUITY',
      quantity,
      price,
      net_amount_cents: cents(net),
      fee_cents: cents(fee),
      order_id: null,
    })
    .execute()
  return id
}

/**
 * A fund of 1,000.00 that Ann and Joana hold half each. 100 shares are bought at 4.00 and 50 sold at 6.00: 100.00
 * realised, 2.00 of fees. A dividend of 10.00, of which 1.50 was kept back, and interest of -3.00. Joana then pays in.
 */
beforeAll(async () => {
  app = await startTestApp()
  manager = await app.signUp(['MANAGERS'], 'Maria')
  joana = await app.signUp(['INVESTORS'], 'Joana')
  account = await linkAccount(app, manager, '2025-12-01', '1000.00')
  ann = await makeMember(manager, 'Ann', 'Secretive')
  jo = await makeMember(manager, 'Joana', 'Ferreira')
  await app.services.db.updateTable('member').set({ user_id: joana.user.id }).where('id', '=', jo).execute()
  for (const memberId of [ann, jo])
    await manager.client.member.createContribution({
      body: {
        accountId: account.id,
        memberId,
        amount: cents('500.00'),
        date: '2025-12-01',
        description: 'in',
        funding: 'opening',
      },
    })
  await book({
    day: '2025-12-02',
    kind: 'TRADE',
    symbol: 'AAA',
    quantity: '100',
    price: '4',
    net: '-401.00',
    fee: '1.00',
  })
  await closeSession(app, account, '2025-12-02', '1099.00', '100.00')
  await book({
    day: '2025-12-03',
    kind: 'TRADE',
    symbol: 'AAA',
    quantity: '-50',
    price: '6',
    net: '299.00',
    fee: '1.00',
  })
  await closeSession(app, account, '2025-12-03', '1198.00', '100.00')
  await book({
    day: '2025-12-04',
    kind: 'DIVIDEND_OR_INTEREST',
    symbol: 'AAA',
    net: '8.50',
    fee: '1.50',
    description: 'Dividend of AAA',
  })
  await book({ day: '2025-12-04', kind: 'DIVIDEND_OR_INTEREST', net: '-3.00', description: 'Margin interest' })
  await closeSession(app, account, '2025-12-04', '1203.50', '100.00')
  await closeSession(app, account, '2025-12-31', '1203.50', '100.00')
  // Booked after the last close of the year: it belongs to the year of the close that has it.
  await book({
    day: '2025-12-31',
    session: '2026-01-02',
    kind: 'FEE',
    net: '-4.00',
    fee: '4.00',
    description: 'Service fee',
  })
  await closeSession(app, account, '2026-01-02', '1199.50', '100.00')
})
afterAll(() => app.stop())

const yearOf = (year: string, by = manager) => by.client.fund.findYear({ params: { accountId: account.id, year } })

describe('the lines of a year', () => {
  test('are what the account realised, earned and paid, and half of each is Ann’s', async () => {
    const year = await yearOf('2025')
    expect(year.lines).toMatchObject({
      shortTerm: cents('100.00'),
      longTerm: 0n,
      dividends: cents('10.00'),
      interest: cents('-3.00'),
      brokerFees: cents('-3.50'),
      costMethod: 0n,
    })
    expect(year.real).toBe(cents('103.50'))
    const own = year.holders.find(({ memberId }) => memberId === ann)
    expect(own).toMatchObject({
      name: 'Ann Secretive',
      total: cents('51.75'),
      real: cents('51.75'),
      basis: { before: 0n, paidIn: cents('500.00'), after: cents('551.75') },
    })
  })

  test('have what no close of the year has in the next one', async () => {
    const year = await yearOf('2026')
    expect(year.lines).toMatchObject({ brokerFees: cents('-4.00'), shortTerm: 0n, costMethod: 0n })
    expect(year.holders.find(({ memberId }) => memberId === ann)?.basis).toMatchObject({
      before: cents('551.75'),
      after: cents('549.75'),
    })
  })

  test('balance: assets are capital, and the capital after is the capital before with all that happened', async () => {
    const { balance, income } = await yearOf('2025')
    expect(balance).toMatchObject({ assets: cents('1203.50'), openProfit: cents('100.00') })
    expect(balance.cash + balance.positionsAtMarket + balance.cashOutside).toBe(balance.assets)
    expect(balance.positionsAtCost + balance.openProfit).toBe(balance.positionsAtMarket)
    expect(balance.capital.reduce((sum, { net }) => sum + net, 0n)).toBe(balance.netCapital)
    expect(income).toMatchObject({
      before: 0n,
      paidIn: cents('1000.00'),
      real: cents('103.50'),
      unrealised: cents('100.00'),
      after: cents('1203.50'),
    })
  })
})

test('a year that the fund has no papers for is refused in words', async () => {
  await expect(yearOf('2024')).rejects.toThrow('The fund has papers for 2025 to 2026. Choose one of these years.')
  await expect(yearOf('2027')).rejects.toMatchObject({ body: { refusal: 'yearWithoutBooks' } })
})

test('each paper is a PDF, the same bytes for the same books', async () => {
  for (const paper of ['allocation', 'balance-sheet', 'income-statement'] as const) {
    const print = () => manager.client.fund.printYear({ params: { accountId: account.id, year: '2025', paper } })
    const { fileName, content } = await print()
    expect(fileName).toMatch(/ 2025.*Maria Example\.pdf$/)
    expect(Buffer.from(content, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    expect((await print()).content).toBe(content)
  }
})

test('the fact sheet is for everybody who may read the fund, and has nothing of a single member', async () => {
  const params = { accountId: account.id }
  const sheet = await readFactSheet(app.services, { userId: manager.user.id }, account.id)
  expect(sheet).toMatchObject({ memberCount: 2, fundValueCents: cents('1199.50'), fees: [] })
  expect(sheet.months.map(({ month }) => month)).toEqual(['2025-12', '2026-01'])
  expect(JSON.stringify(sheet, (_key, value: unknown) => (typeof value === 'bigint' ? '' : value))).not.toMatch(
    /Ann|Secretive|Joana/,
  )
  expect((await manager.client.fund.printFactSheet({ params })).fileName).toMatch(/^Fact sheet - Paper - .*\.pdf$/)
  await expect(joana.client.fund.printFactSheet({ params })).rejects.toMatchObject({ body: { refusal: 'notFound' } })
})

test('a member reads their own allocation and basis and nothing of anybody else', async () => {
  const params = { accountId: account.id, memberId: jo, year: '2025' }
  const mine = await joana.client.fund.findMyYear({ params })
  expect(mine.holder).toMatchObject({ memberId: jo, total: cents('51.75'), basis: { after: cents('551.75') } })
  const text = JSON.stringify(mine, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  expect(text).not.toMatch(/Ann|Secretive|1203|120350/)
  expect(text).not.toContain(account.number)
  expect((await joana.client.fund.printMyYear({ params })).fileName).toContain('Joana Ferreira')
  await expect(joana.client.fund.findMyYear({ params: { ...params, memberId: ann } })).rejects.toMatchObject({
    body: { refusal: 'notFound' },
  })
  await expect(yearOf('2025', joana)).rejects.toMatchObject({ body: { refusal: 'notFound' } })
})

test('results that are frozen while they are read are in one of the two lists', async () => {
  const before = await yearOf('2025')
  const results = await readAccountResults(app.services, account.id)
  expect(results.length).toBeGreaterThan(0)
  const holder = await app.services.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table fund_result_period in access exclusive mode')
    const reading = yearOf('2025')
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await vi.waitUntil(async () => (await app.services.pool.query(waiting)).rowCount === 1, {
      timeout: 10_000,
      interval: 20,
    })
    for (const { day, kind, amountCents } of results)
      await holder.query('insert into fund_result (account_id, day, kind, amount_cents) values ($1, $2, $3, $4)', [
        account.id,
        day,
        kind,
        amountCents.toString(),
      ])
    await holder.query(`insert into fund_result_period (account_id, until_day) values ($1, '2025-12-31')`, [account.id])
    await holder.query('commit')
    expect(await reading).toEqual(before)
  } finally {
    // Closing the connection ends a transaction that is still open.
    holder.release(true)
    for (const table of ['fund_result', 'fund_result_period'] as const)
      await app.services.db.deleteFrom(table).where('account_id', '=', account.id).execute()
  }
})

test('a closed year keeps its lines and its cash, whatever the brokerage corrects later', async () => {
  const before = await yearOf('2025')
  await manager.client.fund.closePeriod({ body: { accountId: account.id, until: '2025-12-31' } })
  const { db } = app.services
  await db
    .updateTable('account_transaction')
    .set({ net_amount_cents: cents('99.00') })
    .where('account_id', '=', account.id)
    .where('symbol', 'is', null)
    .where('kind', '=', 'DIVIDEND_OR_INTEREST')
    .execute()
  await db
    .updateTable('account_close')
    .set({ cash_cents: cents('1.00') })
    .where('account_id', '=', account.id)
    .execute()
  const after = await yearOf('2025')
  expect(after).toEqual({ ...before, isClosed: true })
})
