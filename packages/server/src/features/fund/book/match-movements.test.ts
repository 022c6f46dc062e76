// A deposit that arrives at the broker and the contribution that announced it are the same money: through the real
// calls, the real paper brokerage and real PostgreSQL, whichever side comes first.
import { ApiError } from '@clubfolio/contract'
import { formatCents } from '@clubfolio/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../kernel/id.ts'
import { cents, closeSession, linkAccount, makeMember } from '../../../testing/factories.ts'
import { startTestBrokerage, type TestBrokerage } from '../../../testing/paper-brokerage.ts'
import { testStartMs, type TestUser } from '../../../testing/test-app.ts'
import { syncAccount } from '../../account-reading/sync-account.ts'

const dayMs = 86_400_000
let app: TestBrokerage
let manager: TestUser
let accountId: string
let number: string
let ann: string
let logins = 0

beforeAll(async () => {
  app = await startTestBrokerage()
})
afterAll(() => app.stop())

/** A fresh account of 100,000.00 in cash, linked at 10:00 in New York on a Wednesday. */
beforeEach(async () => {
  app.clock.set(testStartMs + 364 * dayMs * logins)
  manager = await app.signUp(['MANAGERS'])
  await app.link(manager, `matching${logins++}`)
  const account = await app.services.db
    .selectFrom('account')
    .select(['id', 'number'])
    .where('owner_id', '=', manager.user.id)
    .executeTakeFirstOrThrow()
  accountId = account.id
  number = account.number
  await read()
  ann = await makeMember(manager, 'Ann')
})

const marketDay = () => new Date(app.clock.nowMs()).toISOString().slice(0, 10)
const read = async () => expect(await syncAccount(app.services, accountId)).toBe('READ')
const nextDay = async () => {
  app.clock.advance(dayMs)
  manager = await app.signIn(manager.email)
  await read()
}
const pay = (amount: string, date = marketDay()) =>
  manager.client.member.createContribution({
    body: { accountId, memberId: ann, amount: cents(amount), date, description: 'announced' },
  })
const take = (amount: string) =>
  manager.client.member.createRetribution({
    body: { accountId, memberId: ann, amount: cents(amount), date: marketDay(), description: 'taken' },
  })
const fundValue = async () =>
  formatCents((await manager.client.member.fundOverview({ params: { accountId } })).fundValue)
const unitValue = async () => (await manager.client.member.fundOverview({ params: { accountId } })).unitValue
const values = async () =>
  Object.fromEntries(
    (await manager.client.member.searchParticipationByAccount({ params: { accountId } })).map((row) => [
      row.memberFullName.split(' ')[0],
      formatCents(row.value),
    ]),
  )
const matches = () =>
  app.services.db
    .selectFrom('fund_match')
    .select(['movement_ids', 'item_ids', 'recorded_by'])
    .where('account_id', '=', accountId)
    .execute()

describe('the same money is counted once', () => {
  test('the contribution comes first, the deposit a day later', async () => {
    const start = Number(await fundValue())
    await nextDay()
    const { id } = await pay('5000.00')
    expect(await values()).toEqual({ Ann: '5000.00', Unallocated: start.toFixed(2) })
    await app.transfer(number, 'DEPOSIT', '5000')
    await nextDay()
    expect(await fundValue()).toBe((start + 5000).toFixed(2))
    expect(await values()).toEqual({ Ann: '5000.00', Unallocated: start.toFixed(2) })
    expect(await unitValue()).toBe('10.0000000000')
    expect(await matches()).toEqual([{ movement_ids: [expect.any(String)], item_ids: [id], recorded_by: null }])
  })

  test("the deposit comes first and is unallocated's until the contribution explains it", async () => {
    const start = Number(await fundValue())
    await nextDay()
    await app.transfer(number, 'DEPOSIT', '5000')
    const paidOn = marketDay()
    await nextDay()
    expect(await values()).toEqual({ Unallocated: (start + 5000).toFixed(2) })
    const { id } = await pay('5000.00', paidOn)
    expect(await fundValue()).toBe((start + 5000).toFixed(2))
    await read()
    await nextDay()
    expect(await values()).toEqual({ Ann: '5000.00', Unallocated: start.toFixed(2) })
    expect((await matches()).map((match) => match.item_ids)).toEqual([[id]])
  })

  test('a withdrawal and its retribution', async () => {
    const start = Number(await fundValue())
    await nextDay()
    await pay('5000.00')
    await app.transfer(number, 'DEPOSIT', '5000')
    await nextDay()
    await take('1200.00')
    await app.transfer(number, 'WITHDRAWAL', '1200')
    await nextDay()
    expect(await values()).toEqual({ Ann: '3800.00', Unallocated: start.toFixed(2) })
    expect(await fundValue()).toBe((start + 3800).toFixed(2))
    expect(await matches()).toHaveLength(2)
  })

  test('reading again, and ten readings at once, match once', async () => {
    await nextDay()
    await pay('5000.00')
    await app.transfer(number, 'DEPOSIT', '5000')
    await Promise.all(Array.from({ length: 10 }, () => syncAccount(app.services, accountId)))
    await nextDay()
    expect(await matches()).toHaveLength(1)
  })
})

describe('what is not plain is left to the owner', () => {
  test('two contributions of one day for one deposit', async () => {
    await nextDay()
    await pay('700.00')
    await pay('700.00')
    await app.transfer(number, 'DEPOSIT', '700')
    await nextDay()
    expect(await matches()).toEqual([])
  })

  test('another amount, the other direction', async () => {
    await nextDay()
    await pay('700.00')
    await app.transfer(number, 'DEPOSIT', '700.01')
    await app.transfer(number, 'WITHDRAWAL', '700')
    await nextDay()
    expect(await matches()).toEqual([])
  })
})

test('a switched-off entry explains nothing until it is switched on again', async () => {
  const start = Number(await fundValue())
  await nextDay()
  const { id } = await pay('5000.00')
  await app.transfer(number, 'DEPOSIT', '5000')
  await nextDay()
  await manager.client.member.updateParticipationStatus({ body: { id, isActive: false } })
  expect(await values()).toEqual({ Ann: '0.00', Unallocated: (start + 5000).toFixed(2) })
  await manager.client.member.updateParticipationStatus({ body: { id, isActive: true } })
  expect(await values()).toEqual({ Ann: '5000.00', Unallocated: start.toFixed(2) })
})

test.each([
  ['with the most that can be taken out', false, 'At most $0.00 can be taken out on 2020-01-03.'],
  [
    'with the net value in a fund with fees',
    true,
    'At most $0.00 can be taken out on 2020-01-03: the net value, after the fees that leaving pays.',
  ],
])('in dealing of the day an entry that its close cannot cover is refused there, %s', async (_, hasFees, reason) => {
  const account = await linkAccount(app, manager, '2020-01-02', '1000.00')
  const ben = await makeMember(manager, 'Ben')
  await app.services.db
    .insertInto('fund')
    .values({
      account_id: account.id,
      dealing: 'of-the-day',
      opening_day: '2020-01-02',
      opening_value_cents: cents('1000.00'),
      opening_profit_cents: 0n,
      closed_until: null,
      created_at: new Date(app.clock.nowMs()),
    })
    .execute()
  if (hasFees)
    await app.services.db
      .insertInto('fund_fee_policy')
      .values({
        account_id: account.id,
        id: newId(app.clock),
        kind: 'management',
        rate_millionths: 20_000n,
        hurdle_millionths: 0n,
        receiver_member_id: null,
        period: 'month',
        own_rates: '{}',
        first_day: '2020-01-03',
        recorded_at: new Date(),
        recorded_by: manager.user.id,
      })
      .execute()
  const order = (amount: string) => ({
    body: { accountId: account.id, memberId: ben, amount: cents(amount), date: '2020-01-03', description: 'late' },
  })
  await manager.client.member.createContribution(order('100.00'))
  const { id } = await manager.client.member.createRetribution(order('100.00'))
  // Between the entry and the close another entry took the money: only the close can detect it.
  const { inTransaction } = await import('../../../kernel/transaction.ts')
  const { lockBooksForFacts, applyBrokerFacts } = await import('./apply-broker-facts.ts')
  await app.services.db
    .insertInto('fund_status_change')
    .values({
      account_id: account.id,
      entry_id: (await entryOf(account.id, 'contribution')).id,
      sequence: 1,
      is_active: false,
      recorded_at: new Date(),
      recorded_by: manager.user.id,
    })
    .execute()
  await inTransaction(app.services.db, async (trx) => {
    const books = await lockBooksForFacts(trx, account.id)
    await trx
      .insertInto('account_close')
      .values({
        account_id: account.id,
        day: '2020-01-03',
        broker_value_cents: cents('1000.00'),
        real_value_cents: cents('1000.00'),
        cash_cents: cents('1000.00'),
        is_rebuilt: false,
        is_reconciled: true,
        created_at: new Date(),
      })
      .execute()
    await applyBrokerFacts(app.services, trx, books!)
  })
  const reversal = await app.services.db
    .selectFrom('fund_reversal')
    .selectAll()
    .where('record_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(reversal).toMatchObject({ recorded_by: null, reason })
  await closeSession(app, account, '2020-01-06', '1000.00')
  await expect(manager.client.member.deleteRetribution({ body: { id } })).rejects.toBeInstanceOf(ApiError)
})

const entryOf = (account: string, kind: 'contribution' | 'retribution') =>
  app.services.db
    .selectFrom('fund_entry')
    .select('id')
    .where('account_id', '=', account)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
