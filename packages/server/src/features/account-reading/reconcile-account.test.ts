// Reconciles our record of an account with the real paper brokerage; a hidden transaction stands in for one that the
// brokerage books late.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBrokers } from '../../adapters/broker/brokers.ts'
import type { BrokerTransaction } from '../../adapters/broker/port.ts'
import { linkTrader } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'
import { findAccount } from '../account/store.ts'
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

/** Each test has an owner with one fresh account that was read once, at 10:00 in New York on a Wednesday. */
beforeEach(async () => {
  app.clock.set(testStartMs + 364 * dayMs * logins)
  for (const symbol of ['ACME', 'BOLT']) app.market.set(symbol, 50)
  const trader = await linkTrader(app, `record${logins++}`)
  owner = trader.owner
  accountId = trader.account.id
  number = trader.account.number
  await read()
})

const today = () => new Date(app.clock.nowMs()).toISOString().slice(0, 10)
const read = async () => expect(await syncAccount(app.services, accountId)).toBe('READ')
/** Reads from a brokerage that hides some transactions. */
const readHiding = async (isHidden: (transaction: BrokerTransaction) => boolean) => {
  const listTransactions: typeof app.broker.listTransactions = async (...input) =>
    (await app.broker.listTransactions(...input)).filter((one) => !isHidden(one))
  expect(
    await syncAccount({ ...app.services, brokers: createBrokers([{ ...app.broker, listTransactions }]) }, accountId),
  ).toBe('READ')
}
const isTrade = ({ kind }: BrokerTransaction) => kind === 'TRADE'
/** Advances from 10:00 to just after 18:00, two hours after the close. */
const toTheEvening = () => app.clock.advance(8 * hourMs + 60_000)
const shown = async () => (await findAccount(app.services.db, owner.user.id, accountId)).differences
const kept = async () => {
  const rows = await app.services.db
    .selectFrom('account_difference')
    .select(['day', 'symbol', 'ours', 'theirs', 'since_day'])
    .where('account_id', '=', accountId)
    .orderBy('position')
    .execute()
  return rows.map(
    ({ day, symbol, ours, theirs, since_day }) => `${day} ${symbol ?? 'cash'} ${ours} ${theirs} since ${since_day}`,
  )
}

test('trades, shorts, deposits and withdrawals that are all reported leave nothing to show', async () => {
  await app.fill(number, 'BUY', 100, 'ACME', 50)
  await app.fill(number, 'SELL_SHORT', 30, 'BOLT', 50)
  await app.transfer(number, 'DEPOSIT', '250.25')
  await app.transfer(number, 'WITHDRAWAL', '10.00')
  app.market.set('ACME', 61.37)
  toTheEvening()
  await read()
  expect(await kept()).toEqual([])
  expect(await shown()).toEqual([])
})

test('a trade that the brokerage does not report is kept with day, figures and since when, every day, until both sides agree', async () => {
  await app.fill(number, 'BUY', 100, 'ACME', 50)
  const first = today()
  toTheEvening()
  await readHiding(isTrade)
  const words =
    'It looks like a purchase of 100 ACME at $50.00 that the brokerage has not reported as a transaction yet.'
  expect(await shown()).toMatchObject([
    { symbol: null, ours: '100000', theirs: '95000', since: first, explanation: words },
    { symbol: 'ACME', ours: '0', theirs: '100', since: first, explanation: words },
  ])
  await readHiding(isTrade)
  app.clock.advance(dayMs)
  const second = today()
  await readHiding(isTrade)
  await readHiding(isTrade)
  const found = [first, second].flatMap((day) => [
    `${day} cash 100000 95000 since ${first}`,
    `${day} ACME 0 100 since ${first}`,
  ])
  expect(await kept()).toEqual(found)

  app.clock.advance(hourMs)
  await read()
  expect(await shown()).toEqual([])
  expect(await kept()).toEqual([
    ...found,
    `${second} cash 95000 95000 since ${first}`,
    `${second} ACME 100 100 since ${first}`,
  ])
})

test('one alert says it while anything differs, follows the last check, and ends with it', async () => {
  await app.fill(number, 'BUY', 100, 'ACME', 50)
  toTheEvening()
  await readHiding(isTrade)
  const told = async () =>
    (await (await app.signIn(owner.email)).client.alert.findCurrent()).filter(
      ({ kind }) => kind === 'RECONCILIATION_DIFFERENCE',
    )
  const alert = {
    severity: 'WARNING',
    title: `Account •••• ${number.slice(-4)} (paper) and our record of it differ`,
    link: '/account',
    resolvedAt: null,
  }
  expect(await told()).toMatchObject([
    {
      ...alert,
      text: expect.stringMatching(
        /^Cash: \$100,000.00 in our record, \$95,000.00 at the brokerage, since .*One more figure differs\.$/,
      ) as string,
    },
  ])
  app.clock.advance(dayMs)
  await readHiding(isTrade)
  expect(await told()).toMatchObject([alert])
  app.clock.advance(hourMs)
  await read()
  expect(await told()).toMatchObject([{ title: alert.title, resolvedAt: app.clock.nowMs() }])
  const { result } = await (await app.signIn(owner.email)).client.notification.findRecent()
  expect(result.filter(({ kind }) => kind === 'RECONCILIATION_DIFFERENCE')).toMatchObject([
    { title: alert.title, link: '/account' },
  ])
})

test('brokerages book late, so nothing is said until two hours after the bell', async () => {
  await app.fill(number, 'BUY', 100, 'ACME', 50)
  app.clock.advance(6 * hourMs + 10_000)
  await readHiding(isTrade)
  expect(await kept()).toEqual([])
  app.clock.advance(2 * hourMs)
  await readHiding(isTrade)
  expect(await kept()).toHaveLength(2)
})

test('shares that appear without a transaction, as after a split, are named as one', async () => {
  await app.fill(number, 'BUY', 100, 'ACME', 50)
  await read()
  toTheEvening()
  const doubled: typeof app.broker.readAccount = async (...input) => {
    const account = await app.broker.readAccount(...input)
    return {
      ...account,
      positions: account.positions.map((position) => ({ ...position, quantity: '200', averagePrice: '25' })),
    }
  }
  await syncAccount({ ...app.services, brokers: createBrokers([{ ...app.broker, readAccount: doubled }]) }, accountId)
  expect(await shown()).toMatchObject([
    {
      symbol: 'ACME',
      ours: '100',
      theirs: '200',
      explanation: expect.stringContaining('a split of 2 for 1') as string,
    },
  ])
})

test('what was there before the transactions that the brokerage still tells counts as ours', async () => {
  const other = await app.signUp(['MANAGERS'])
  const consent = await app.register((await other.client.account.getAmtTk()).authoriseUrl, `older${logins}`)
  const { rows } = await sql<{
    number: string
  }>`select account_number as number from paper.account p where not exists (select from account a where a.number = p.account_number)`.execute(
    app.services.db,
  )
  await app.fill(rows[0]!.number, 'BUY', 100, 'ACME', 50)
  app.clock.advance(400 * dayMs)
  await app.fill(rows[0]!.number, 'SELL', 40, 'ACME', 60)
  const later = await app.signIn(other.email)
  const started = await later.client.account.getAmtTk()
  const back = await consent.allow(started.authoriseUrl)
  await later.client.account.createMy({
    body: { code: back.get('code')!, token: back.get('state')!, ownerId: later.user.id },
  })
  const own = await app.services.db
    .selectFrom('account')
    .select('id')
    .where('owner_id', '=', later.user.id)
    .executeTakeFirstOrThrow()
  expect(await syncAccount(app.services, own.id)).toBe('READ')
  const opening = await app.services.db
    .selectFrom('account_baseline')
    .select(['kind', 'symbol', 'cash_cents', 'quantity'])
    .where('account_id', '=', own.id)
    .orderBy('symbol')
    .execute()
  expect(opening).toEqual([
    { kind: 'opening', symbol: 'ACME', cash_cents: null, quantity: '100' },
    { kind: 'opening', symbol: null, cash_cents: 9_500_000n, quantity: null },
  ])
  toTheEvening()
  expect(await syncAccount(app.services, own.id)).toBe('READ')
  expect((await findAccount(app.services.db, later.user.id, own.id)).differences).toEqual([])
})

test('the owner accepts the figure of the brokerage once; then both sides agree, and values stay as they were', async () => {
  await app.fill(number, 'BUY', 100, 'ACME', 50)
  toTheEvening()
  await readHiding(isTrade)
  const before = await findAccount(app.services.db, owner.user.id, accountId)
  const [cash, shares] = before.differences
  owner = await app.signIn(owner.email)
  const accept = (differenceId: string, by: TestUser = owner) =>
    by.client.account.acceptDifference({ body: { accountId, differenceId } })
  const stranger = await app.signUp(['MANAGERS'])
  expect(await refusalOf(accept(cash!.id, stranger))).toBe('404 notFound')
  await accept(cash!.id)
  expect(await shown()).toEqual([shares])
  expect(await refusalOf(accept(cash!.id))).toBe('409 differenceOver')
  await accept(shares!.id)
  expect((await owner.client.alert.findCurrent()).filter(({ resolvedAt }) => resolvedAt === null)).toEqual([])
  app.clock.advance(dayMs)
  await readHiding(isTrade)
  const after = await findAccount(app.services.db, owner.user.id, accountId)
  expect(after).toMatchObject({ differences: [], floatValue: before.floatValue, realValue: before.realValue })
  const audit = await app.services.db
    .selectFrom('audit_log')
    .select(['actor_id', 'before', 'after'])
    .where('action', '=', 'account.accept-difference')
    .where('object_id', '=', accountId)
    .orderBy('id')
    .execute()
  expect(audit).toContainEqual({
    actor_id: owner.user.id,
    before: { symbol: 'ACME', figure: '0' },
    after: { symbol: 'ACME', figure: '100' },
  })
})

test('who may not edit accounts accepts nothing', async () => {
  const investor = await app.signUp(['INVESTORS'])
  await expect(
    investor.client.account.acceptDifference({ body: { accountId, differenceId: accountId } }),
  ).rejects.toMatchObject({ status: 403 })
})
