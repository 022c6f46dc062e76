// Accounts at several brokerages: each is read and traded at its own, and one whose brokerage is no longer configured
// says so instead of failing.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBrokers } from '../../adapters/broker/brokers.ts'
import { syncDueAccounts } from '../../jobs/account-sync-job.ts'
import { runOrderTurn } from '../../jobs/order-job.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { findAccount } from './store.ts'
import { syncAccount } from '../account-reading/sync-account.ts'

let app: TestBrokerage
let owner: TestUser
let account: { readonly id: string; readonly number: string }
let logins = 0

beforeAll(async () => {
  app = await startTestBrokerage()
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.market.set('ACME', 50)
  app.clock.advance(10 * 60_000)
  owner = await app.signUp(['MANAGERS'])
  await app.link(owner, `several${logins++}`)
  account = await app.services.db
    .selectFrom('account')
    .select(['id', 'number'])
    .where('owner_id', '=', owner.user.id)
    .executeTakeFirstOrThrow()
})

const moveTo = async (broker: string): Promise<void> => {
  await app.services.db.updateTable('account').set({ broker }).where('id', '=', account.id).execute()
  await app.services.db.updateTable('broker_login').set({ broker }).where('owner_id', '=', owner.user.id).execute()
}
const shown = async () => (await owner.client.account.viewMyAccount({ params: { userId: owner.user.id } }))[0]!
const putEntry = (idempotencyKey: string) =>
  owner.client.order.putOrderWithTrigger(
    {
      body: {
        ticket: 'ACME',
        quantity: '10',
        directionality: 'BUY',
        accountNumber: account.number,
        price: '50.5',
        orderType: 'STOP',
        childQuantity: '10',
        childDirectionality: 'SELL',
        childPrice: '48.5',
        childOrderType: 'STOP',
        cancelPrice: '48',
      },
    },
    { idempotencyKey },
  )
const refused = expect.objectContaining({
  status: 409,
  body: expect.objectContaining({ refusal: 'brokerNotConfigured' }) as object,
})

test('an account is read at its own brokerage', async () => {
  const asked: string[] = []
  const at = (name: string) => ({
    ...app.broker,
    name,
    readAccount: (...call: Parameters<typeof app.broker.readAccount>) => {
      asked.push(name)
      return app.broker.readAccount(...call)
    },
  })
  const services = { ...app.services, brokers: createBrokers([at('other'), at('paper')]) }
  expect(await syncAccount(services, account.id)).toBe('READ')
  expect(new Set(asked)).toEqual(new Set(['paper']))
  await moveTo('other')
  asked.length = 0
  expect(await syncAccount(services, account.id)).toBe('READ')
  expect(new Set(asked)).toEqual(new Set(['other']))
})

test('an account whose brokerage is gone keeps its figures, and every call for it is refused by name', async () => {
  await owner.client.account.syncNow({ body: { accountId: account.id } })
  const { orderId } = await putEntry('several-brokerages-1')
  const good = await shown()
  await moveTo('gone')
  app.clock.advance(60_000)

  const own = { accountNumber: account.number }
  await expect(owner.client.account.syncNow({ body: { accountId: account.id } })).rejects.toEqual(refused)
  await expect(putEntry('several-brokerages-2')).rejects.toEqual(refused)
  await expect(
    owner.client.order.cancelOrder({ body: { ...own, orderId } }, { idempotencyKey: 'several-brokerages-3' }),
  ).rejects.toEqual(refused)
  await expect(owner.client.account.getAccessByAccount({ params: { accountId: account.id } })).rejects.toEqual(refused)
  await expect(
    owner.client.option.findOptionChainsByInstrumentCode({
      params: { code: 'ACME', ...own, fromDate: '2026-03-05', toDate: '2026-04-05' },
    }),
  ).rejects.toEqual(refused)
  expect(await shown()).toMatchObject({ syncFailure: 'UNCONFIGURED', floatValue: good.floatValue })
  expect((await owner.client.member.fundOverview({ params: { accountId: account.id } })).canMoveMoney).toBe(false)
})

test('jobs pass it over, report its entries as unwatched, and go on with it once its brokerage is back', async () => {
  await putEntry('several-brokerages-4')
  await moveTo('gone')
  app.clock.advance(10 * 60_000)
  await syncDueAccounts(app.services)
  await runOrderTurn(app.services)
  const { failure, failure_reason: reason } = await app.services.db
    .selectFrom('account_sync')
    .select(['failure', 'failure_reason'])
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  expect([failure, reason]).toEqual(['UNCONFIGURED', expect.stringContaining('"gone"')])
  const alerts = () =>
    app.services.db
      .selectFrom('alert')
      .select(['kind', 'text'])
      .where('user_id', '=', owner.user.id)
      .where('resolved_at', 'is', null)
      .execute()
  expect(await alerts()).toEqual([
    { kind: 'ORDER_UNWATCHED', text: expect.stringContaining('not configured here any more') },
  ])

  await moveTo('paper')
  app.clock.advance(60 * 60_000)
  await syncDueAccounts(app.services)
  await runOrderTurn(app.services)
  expect(await findAccount(app.services.db, owner.user.id, account.id)).toMatchObject({
    syncFailure: null,
    syncedAt: app.clock.nowMs(),
  })
  expect(await alerts()).toEqual([])
})
