// Securities that are delivered into an account of the paper brokerage: a purchase that the test reports as a delivery.
import { toCents } from '@clubfolio/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBrokers } from '../../adapters/broker/brokers.ts'
import { makeMember } from '../../testing/factories.ts'
import { linkTrader } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'
import { syncAccount } from './sync-account.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
let app: TestBrokerage
let owner: TestUser
let accountId: string
let number: string
let logins = 0

beforeAll(async () => {
  app = await startTestBrokerage()
})
afterAll(() => app.stop())

/** Each test has a fresh account and a close of yesterday, at 10:00 in New York on a Thursday. */
beforeEach(async () => {
  app.clock.set(testStartMs + 364 * dayMs * logins)
  app.market.set('ACME', 50)
  const trader = await linkTrader(app, `delivered${logins++}`)
  ;({ owner } = trader)
  accountId = trader.account.id
  number = trader.account.number
  await read()
  await closeDay(50)
  await app.fill(number, 'BUY', 100, 'ACME', 50)
})

const today = () => new Date(app.clock.nowMs()).toISOString().slice(0, 10)

/** Reads from a brokerage that took in 100 shares, where the paper brokerage sold them for 5,000.00. */
async function read(broker = app.broker): Promise<void> {
  const listTransactions: typeof app.broker.listTransactions = async (...input) =>
    (await broker.listTransactions(...input)).map((one) =>
      one.kind === 'TRADE' && one.security
        ? {
            ...one,
            kind: 'RECEIVE_AND_DELIVER' as const,
            description: 'Transfer of securities',
            netAmountCents: toCents(0n),
            security: { ...one.security, price: null },
          }
        : one,
    )
  const readAccount: typeof app.broker.readAccount = async (...input) => {
    const values = await broker.readAccount(...input)
    const paid = values.positions.length > 0 ? 500_000n : 0n
    return {
      ...values,
      cashCents: values.cashCents + paid,
      valueCents: values.valueCents + paid,
      reportedCashCents: values.reportedCashCents === null ? null : values.reportedCashCents + paid,
    } as typeof values
  }
  const brokers = createBrokers([{ ...broker, listTransactions, readAccount }])
  expect(await syncAccount({ ...app.services, brokers }, accountId)).toBe('READ')
}

/** Closes the session at this price, reads the account, and goes on to 10:00 of the next day. */
async function closeDay(price: number): Promise<string> {
  const day = today()
  app.market.close('ACME', day, price)
  app.market.set('ACME', price)
  app.clock.advance(9 * hourMs)
  await read()
  app.clock.advance(15 * hourMs)
  owner = await app.signIn(owner.email)
  return day
}

const delivered = async () => {
  const rows = await app.services.db
    .selectFrom('account_movement')
    .select(['amount_cents', 'is_provisional'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'RECEIVE_AND_DELIVER')
    .execute()
  return rows.map((row) => [row.amount_cents, row.is_provisional])
}

const resultOf = async (day: string) => {
  const { rows } = await sql<{ price: bigint }>`select price_cents as price from account_close_line
    where account_id = ${accountId} and day = ${day} and symbol = 'ACME'`.execute(app.services.db)
  return rows.map(({ price }) => price)
}

test('shares that arrive today count at the last price until the close, and at the close after it', async () => {
  const before = await owner.client.member.fundOverview({ params: { accountId } })
  app.market.set('ACME', 51)
  await read()
  expect(await delivered()).toEqual([[510_000n, true]])
  const day = await closeDay(52)
  expect(await delivered()).toEqual([[520_000n, false]])
  // What they were worth at the close was paid in, so the day earned nothing.
  expect(await resultOf(day)).toEqual([0n])
  const { unitValue } = await owner.client.member.fundOverview({ params: { accountId } })
  expect(unitValue).toBe(before.unitValue)
})

test('they can be matched and explained after their close only', async () => {
  await read()
  const { unmatchedMovements } = await owner.client.fund.findBooks({ params: { accountId } })
  expect(unmatchedMovements).toMatchObject([{ amount: 500_000n, isProvisional: true }])
  const memberId = await makeMember(owner, 'Ada')
  const explain = () =>
    owner.client.fund.explainMovement({
      body: {
        accountId,
        movementId: unmatchedMovements[0]!.id,
        as: 'contribution',
        memberId,
        description: null,
        due: null,
        requestId: null,
      },
    })
  expect(await refusalOf(explain())).toBe('409 movementNotValued')
  await closeDay(52)
  await explain()
  const { matches } = await owner.client.fund.findBooks({ params: { accountId } })
  expect(matches).toMatchObject([{ items: [{ amount: 520_000n }], movements: [{ amount: 520_000n }] }])
})

test('a delivery that an earlier version stored at another price is valued with the next reading', async () => {
  await read()
  const day = await closeDay(52)
  await sql`update account_movement set amount_cents = 499900, is_provisional = true where account_id = ${accountId}
    and kind = 'RECEIVE_AND_DELIVER'`.execute(app.services.db)
  await sql`update account_close_line set price_cents = price_cents + 20100 where account_id = ${accountId}
    and symbol = 'ACME' and day = ${day}`.execute(app.services.db)
  await read()
  expect(await delivered()).toEqual([[520_000n, false]])
  expect(await resultOf(day)).toEqual([0n])
})

test('a closed period keeps the amount that members were dealt by', async () => {
  await read()
  const day = await closeDay(52)
  await sql`update account_movement set amount_cents = 499900, is_provisional = true where account_id = ${accountId}
    and kind = 'RECEIVE_AND_DELIVER'`.execute(app.services.db)
  await app.services.db
    .insertInto('fund')
    .values({
      account_id: accountId,
      dealing: 'of-the-day',
      opening_day: '2020-01-02',
      opening_value_cents: 10_000_000n,
      opening_profit_cents: 0n,
      closed_until: day,
      created_at: new Date(app.clock.nowMs()),
    })
    .execute()
  await read()
  expect(await delivered()).toEqual([[499_900n, false]])
})

test('a delivery waits for the price of its own day, although a close is stored', async () => {
  await read()
  const day = today()
  const withoutBar: typeof app.broker = {
    ...app.broker,
    dailyCloses: async (...input) => (await app.broker.dailyCloses(...input)).filter((bar) => bar.day < day),
  }
  app.market.close('ACME', day, 52)
  app.clock.advance(20 * hourMs)
  await read(withoutBar)
  app.clock.advance(hourMs)
  await read(withoutBar)
  expect((await delivered()).at(0)?.at(1)).toBe(true)
  await read()
  expect(await delivered()).toEqual([[520_000n, false]])
})

test('a delivery without any price yet is kept, and valued by its close', async () => {
  await read({ ...app.broker, dailyCloses: () => Promise.resolve([]) })
  expect(await delivered()).toEqual([[0n, true]])
  await closeDay(52)
  expect(await delivered()).toEqual([[520_000n, false]])
})
