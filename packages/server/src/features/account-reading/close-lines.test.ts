// The lines of closes at the real paper brokerage: written with each close, computed again after a correction, filled
// for closes from before there were lines, and checked against the lots.
import { marketDay, toCents, toEpochMs } from '@clubfolio/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../kernel/transaction.ts'
import { linkTrader } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { testStartMs } from '../../testing/test-app.ts'
import { checkCloseLines } from '../close-line/check-close-lines.ts'
import { fillCloseLines } from './fill-close-lines.ts'
import { syncAccount } from './sync-account.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
let app: TestBrokerage
let accountId: string
let number: string
let logins = 0

beforeAll(async () => {
  app = await startTestBrokerage()
})
afterAll(() => app.stop())

/** Each test has a fresh account, at 10:00 in New York on a Wednesday, each a year after the last. */
beforeEach(async () => {
  app.clock.set(testStartMs + 364 * dayMs * logins)
  for (const symbol of ['ACME', 'BOLT']) app.market.set(symbol, 50)
  const trader = await linkTrader(app, `lines${logins++}`)
  accountId = trader.account.id
  number = trader.account.number
})

const today = () => new Date(app.clock.nowMs()).toISOString().slice(0, 10)
const read = async () => expect(await syncAccount(app.services, accountId)).toBe('READ')

/** Closes the session at these prices, reads the account after it, and goes on to 10:00 of the next day. */
async function closeDay(prices: Readonly<Record<string, number>>): Promise<string> {
  const day = today()
  for (const [symbol, price] of Object.entries(prices)) {
    app.market.close(symbol, day, price)
    app.market.set(symbol, price)
  }
  app.clock.advance(6 * hourMs + 3 * hourMs)
  await read()
  app.clock.advance(15 * hourMs)
  return day
}

async function linesOf(day: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', case kind when 'INSTRUMENT' then symbol else kind end, case when is_short then 'short' end,
      value_cents, 'price', price_cents, 'income', income_cents, 'fees', fee_cents) as line
    from account_close_line where account_id = ${accountId} and day = ${day} order by kind, symbol`.execute(
    app.services.db,
  )
  return rows.map(({ line }) => line)
}

const check = () => inTransaction(app.services.db, (trx) => checkCloseLines(trx, { accountId, after: null }))

async function tradeThreeDays(): Promise<[string, string, string]> {
  await app.fill(number, 'BUY', 100, 'ACME', 50)
  const first = await closeDay({ ACME: 50, BOLT: 50 })
  await app.fill(number, 'SELL_SHORT', 10, 'BOLT', 50)
  const second = await closeDay({ ACME: 52, BOLT: 48 })
  await app.fill(number, 'SELL', 40, 'ACME', 53)
  await app.transfer(number, 'DEPOSIT', '500.00')
  const third = await closeDay({ ACME: 51, BOLT: 49 })
  return [first, second, third]
}

test('a close says what each position has earned, long and short, and a deposit earns nothing', async () => {
  const [, second, third] = await tradeThreeDays()
  expect(await linesOf(second)).toEqual([
    'CASH 9550000 price 0 income 0 fees 0',
    'ACME 520000 price 20000 income 0 fees 0',
    'BOLT short -48000 price 2000 income 0 fees 0',
  ])
  expect(await linesOf(third)).toEqual([
    'CASH 9812000 price 0 income 0 fees 0',
    'ACME 306000 price -2000 income 0 fees 0',
    'BOLT short -49000 price -1000 income 0 fees 0',
  ])
  expect(await check()).toEqual([])
})

test('a transaction that is reported late gives the lines of its day and of all later ones again', async () => {
  const [first, second] = await tradeThreeDays()
  const before = await linesOf(second)
  // The brokerage reports a purchase of the first day as if it had not been known.
  await sql`delete from account_transaction where account_id = ${accountId} and day = ${first} and symbol = 'ACME'`.execute(
    app.services.db,
  )
  await sql`update account_close set broker_value_cents = broker_value_cents - 7
    where account_id = ${accountId} and day = ${second}`.execute(app.services.db)
  await sql`update account_close_line set price_cents = price_cents - 7
    where account_id = ${accountId} and day = ${second} and symbol = 'ACME'`.execute(app.services.db)
  await read()
  expect(await linesOf(second)).toEqual(before)
  expect(await check()).toEqual([])
})

test('closes from before there were lines are filled, and a second turn goes on where one stopped', async () => {
  const days = await tradeThreeDays()
  const before = await Promise.all(days.map(linesOf))
  await sql`delete from account_close_line where account_id = ${accountId} and day > ${days[0]}`.execute(
    app.services.db,
  )
  await sql`update account_sync set has_lines = false where account_id = ${accountId}`.execute(app.services.db)
  await read()
  expect(await Promise.all(days.map(linesOf))).toEqual(before)
  await sql`delete from account_close_line where account_id = ${accountId}`.execute(app.services.db)
  await sql`update account_sync set has_lines = false where account_id = ${accountId}`.execute(app.services.db)
  await read()
  expect(await Promise.all(days.map(linesOf))).toEqual(before)
  const sync = await app.services.db
    .selectFrom('account_sync')
    .select('has_lines')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  expect(sync).toEqual({ has_lines: true })
})

test('closes are not filled from values that a later reading has replaced', async () => {
  const days = await tradeThreeDays()
  await sql`delete from account_close_line where account_id = ${accountId}`.execute(app.services.db)
  await sql`update account_sync set has_lines = false where account_id = ${accountId}`.execute(app.services.db)
  const account = await app.services.db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const cents = toCents(10_000_000n)
  const fill = (startedMs: number) =>
    fillCloseLines(app.services, {
      account,
      startedMs,
      // Without the trades of the last reading.
      values: {
        number,
        type: 'MARGIN',
        valueCents: cents,
        buyingPowerCents: cents,
        cashCents: cents,
        reportedCashCents: null,
        openProfitCents: toCents(0n),
        positions: [],
      },
      market: {
        source: 'live',
        isActive: true,
        nowMs: toEpochMs(app.clock.nowMs()),
        day: marketDay(days[2]),
        lastClosedDay: marketDay(days[2]),
      },
      readCloses: async () => [],
    })
  await fill(account.synced_at!.getTime() - 1)
  expect(await linesOf(days[2])).toEqual([])
  await fill(account.synced_at!.getTime())
  expect(await linesOf(days[2])).not.toEqual([])
})

test('the check names a close whose lines do not add up, and a price that the lots contradict', async () => {
  const [, second] = await tradeThreeDays()
  await sql`update account_close_line set price_cents = price_cents + case symbol when 'ACME' then 5 else -5 end
    where account_id = ${accountId} and day = ${second} and kind = 'INSTRUMENT'`.execute(app.services.db)
  const findings = await check()
  expect(findings).toHaveLength(2)
  expect(findings[0]).toMatch(/the price of ACME is 180\.05 in the lines and 180\.00 in the lots/)
  await sql`update account_close_line set price_cents = price_cents + 1
    where account_id = ${accountId} and day = ${second} and symbol = 'ACME'`.execute(app.services.db)
  expect((await check())[0]).toBe(`The lines of the close of ${second} do not add up.`)
})
