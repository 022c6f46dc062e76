// A contribution that makes its own deposit at the practice brokerage: the entry first, then the transfer, once, whatever happens
// in between; on real PostgreSQL and the real paper brokerage.
import { formatCents } from '@clubfolio/domain'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import { cents, linkAccount, makeMember } from '../../testing/factories.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { testStartMs, type TestUser } from '../../testing/test-app.ts'
import type { Services } from '../../services.ts'
import { syncAccount } from '../account/sync-account.ts'
import { sendDueFunding, sendFunding } from './send-funding.ts'

const dayMs = 86_400_000
let app: TestBrokerage
let manager: TestUser
let accountId: string
let ann: string
let logins = 0

beforeAll(async () => {
  app = await startTestBrokerage()
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.clock.set(testStartMs + 364 * dayMs * logins)
  manager = await app.signUp(['MANAGERS'])
  await app.link(manager, `funding${logins++}`)
  accountId = (await app.services.db.selectFrom('account').select('id').where('owner_id', '=', manager.user.id).executeTakeFirstOrThrow()).id
  await syncAccount(app.services, accountId)
  app.clock.advance(dayMs)
  manager = await app.signIn(manager.email)
  await syncAccount(app.services, accountId)
  ann = await makeMember(manager, 'Ann')
})

const marketDay = () => new Date(app.clock.nowMs()).toISOString().slice(0, 10)
const body = (amount: string, moveMoney = true) => ({ accountId, memberId: ann, amount: cents(amount), date: marketDay(), description: 'monthly', moveMoney })
const cashOf = async () => formatCents((await app.services.db.selectFrom('account').select('cash_cents').where('id', '=', accountId).executeTakeFirstOrThrow()).cash_cents as never)
const funding = (entryId: string) => app.services.db.selectFrom('fund_funding').select(['state', 'reason', 'broker_id']).where('entry_id', '=', entryId).executeTakeFirstOrThrow()
const matches = () => app.services.db.selectFrom('fund_match').select('item_ids').where('account_id', '=', accountId).execute()
const books = () => manager.client.fund.findBooks({ params: { accountId } })
const settle = () => app.services.background.idle()

test('a contribution pays in and is matched by its own deposit; a retribution pays out', async () => {
  expect((await manager.client.member.fundOverview({ params: { accountId } })).canMoveMoney).toBe(true)
  const { id } = await manager.client.member.createContribution({ body: body('2500.00') })
  await settle()
  expect(await funding(id)).toMatchObject({ state: 'sent' })
  expect(await cashOf()).toBe('102500.00')
  expect((await matches()).map((match) => match.item_ids)).toEqual([[id]])
  await manager.client.member.createRetribution({ body: body('500.00') })
  await settle()
  expect(await cashOf()).toBe('102000.00')
  expect((await books()).unmatchedMovements).toEqual([])
})

test('two contributions of the same amount on one day each find their own deposit', async () => {
  for (let count = 0; count < 2; count++) {
    await manager.client.member.createContribution({ body: body('700.00') })
    await settle()
  }
  expect(await matches()).toHaveLength(2)
  expect(await cashOf()).toBe('101400.00')
})

test('killed between the entry and the transfer, it completes once', async () => {
  // The entry commits; the process ends before its work after the commit begins.
  const start = app.services.background.start
  app.services.background.start = () => undefined
  const { id } = await manager.client.member.createContribution({ body: body('1000.00') })
  app.services.background.start = start
  expect(await funding(id)).toMatchObject({ state: 'waiting' })
  expect(await cashOf()).toBe('100000.00')
  expect(await sendDueFunding(app.services)).toBe(1)
  expect(await sendDueFunding(app.services)).toBe(0)
  expect(await cashOf()).toBe('101000.00')
  expect(await matches()).toHaveLength(1)
})

test('killed after the brokerage moved the money and before the answer was kept, it is not moved twice', async () => {
  const { id } = await manager.client.member.createContribution({ body: body('1000.00') })
  await settle()
  await app.services.db.updateTable('fund_funding').set({ state: 'waiting', broker_id: null }).where('entry_id', '=', id).execute()
  await Promise.all([sendFunding(app.services, id), sendFunding(app.services, id), sendDueFunding(app.services)])
  expect(await funding(id)).toMatchObject({ state: 'sent' })
  await syncAccount(app.services, accountId)
  expect(await cashOf()).toBe('101000.00')
  expect(await matches()).toHaveLength(1)
})

test('killed after the money was moved and before it was matched, it finds its own deposit among equal entries, and is not moved twice', async () => {
  const { readAccount } = app.services.broker
  app.services.broker.readAccount = () => Promise.reject(new BrokerFailure('UNAVAILABLE', 'The process ended here.'))
  const { id } = await manager.client.member.createContribution({ body: body('1000.00') })
  await settle()
  app.services.broker.readAccount = readAccount
  expect(await funding(id)).toMatchObject({ state: 'waiting', broker_id: expect.stringMatching(/^\d+$/) })
  // The same amount on the same day, announced alone: by amounts nobody could tell which of the two has arrived.
  const { id: other } = await manager.client.member.createContribution({ body: body('1000.00', false) })
  app.clock.advance(61_000)
  await sendDueFunding(app.services)
  expect(await funding(id)).toMatchObject({ state: 'sent', reason: null })
  expect((await matches()).map((match) => match.item_ids)).toEqual([[id]])
  expect((await books()).unmatchedItems.map((one) => one.id)).toEqual([other])
  expect(await cashOf()).toBe('101000.00')
})

test('the same request sent five times under one key moves the money once', async () => {
  const send = () => manager.client.member.createContribution({ body: body('1000.00') }, { idempotencyKey: `funding-${accountId}` })
  await Promise.allSettled([send(), send(), send(), send(), send()])
  await settle()
  await syncAccount(app.services, accountId)
  expect(await cashOf()).toBe('101000.00')
})

test('a transfer that the brokerage refuses leaves the entry to be matched, with its words', async () => {
  await manager.client.member.createContribution({ body: body('900000.00', false) })
  const { id } = await manager.client.member.createRetribution({ body: body('800000.00') })
  await settle()
  const { state, reason } = await funding(id)
  expect(state).toBe('refused')
  expect((await books()).unmatchedItems.find((one) => one.id === id)?.words).toContain(`the brokerage refused the transfer: ${reason}`)
  expect(await cashOf()).toBe('100000.00')
})

test('an entry deleted while its transfer still waits moves no money', async () => {
  const start = app.services.background.start
  app.services.background.start = () => undefined
  const { id } = await manager.client.member.createContribution({ body: body('1000.00') })
  app.services.background.start = start
  await manager.client.member.deleteContribution({ body: { id } })
  await sendDueFunding(app.services)
  expect(await funding(id)).toMatchObject({ state: 'refused', reason: 'The entry no longer counts, so no money was moved.' })
  expect(await cashOf()).toBe('100000.00')
})

test('a brokerage that does not answer is asked again later', async () => {
  const { id } = await manager.client.member.createContribution({ body: body('10.00', false) })
  const now = new Date(app.clock.nowMs())
  await app.services.db.insertInto('fund_funding').values({ entry_id: id, account_id: accountId, state: 'waiting', broker_id: null, reason: null, next_at: now, created_at: now }).execute()
  const silent: Services = { ...app.services, broker: { ...app.services.broker, funding: { ...app.services.broker.funding!, transfer: () => Promise.reject(new BrokerFailure('UNAVAILABLE', 'No answer.')) } } }
  await sendDueFunding(silent)
  expect(await funding(id)).toMatchObject({ state: 'waiting', reason: 'No answer.' })
  expect(await sendDueFunding(app.services)).toBe(0)
  app.clock.advance(61_000)
  expect(await sendDueFunding(app.services)).toBe(1)
  expect(await funding(id)).toMatchObject({ state: 'sent' })
})

test('elsewhere, for inactive entries and for money of the opening it is refused in words', async () => {
  const other = await linkAccount(app, manager, marketDay(), '500.00')
  const refuse = (fields: object) => manager.client.member.createContribution({ body: { ...body('1.00'), ...fields } })
  await expect(refuse({ accountId: other.id, funding: 'opening' })).rejects.toMatchObject({ body: { refusal: 'moneyNotMovable' } })
  await expect(refuse({ isActive: false })).rejects.toMatchObject({ body: { refusal: 'moneyNotMovable' } })
})
