// A contribution that makes its own deposit at the practice brokerage: the entry first, then the transfer, exactly
// once, whatever happens in between; on real PostgreSQL and the real paper brokerage.
import { formatCents } from '@clubfolio/domain'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createBrokers } from '../../../adapters/broker/brokers.ts'
import { BrokerFailure } from '../../../adapters/broker/port.ts'
import { cents, linkAccount, makeMember } from '../../../testing/factories.ts'
import { linkTrader } from '../../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../../testing/paper-brokerage.ts'
import { testStartMs, type TestUser } from '../../../testing/test-app.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { syncAccount } from '../../account-reading/sync-account.ts'
import { findBooks } from '../book/find-books.ts'
import { listEntries } from '../entry/list-entries.ts'
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
  app.clock.set(testStartMs + 28 * dayMs * logins)
  const trader = await linkTrader(app, `funding${logins++}`)
  accountId = trader.account.id
  await syncAccount(app.services, accountId)
  app.clock.advance(dayMs)
  manager = await app.signIn(trader.owner.email)
  await syncAccount(app.services, accountId)
  ann = await makeMember(manager, 'Ann')
})

const marketDay = () => new Date(app.clock.nowMs()).toISOString().slice(0, 10)
const body = (amount: string, moveMoney = true) => ({
  accountId,
  memberId: ann,
  amount: cents(amount),
  date: marketDay(),
  description: 'monthly',
  moveMoney,
})
const cashOf = async () =>
  formatCents(
    (
      await app.services.db
        .selectFrom('account')
        .select('cash_cents')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow()
    ).cash_cents,
  )
const funding = (entryId: string) =>
  app.services.db
    .selectFrom('fund_funding')
    .select(['state', 'reason', 'broker_id'])
    .where('entry_id', '=', entryId)
    .executeTakeFirstOrThrow()
const matches = () =>
  app.services.db.selectFrom('fund_match').select('item_ids').where('account_id', '=', accountId).execute()
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
  // The entry commits; the process dies before its after-commit work starts.
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
  await app.services.db
    .updateTable('fund_funding')
    .set({ state: 'waiting', broker_id: null })
    .where('entry_id', '=', id)
    .execute()
  await Promise.all([sendFunding(app.services, id), sendFunding(app.services, id), sendDueFunding(app.services)])
  expect(await funding(id)).toMatchObject({ state: 'sent' })
  await syncAccount(app.services, accountId)
  expect(await cashOf()).toBe('101000.00')
  expect(await matches()).toHaveLength(1)
})

test('killed after the money was moved and before it was matched, it finds its own deposit among equal entries, and is not moved twice', async () => {
  const { readAccount } = app.broker
  app.broker.readAccount = () => Promise.reject(new BrokerFailure('UNAVAILABLE', 'The process ended here.'))
  const { id } = await manager.client.member.createContribution({ body: body('1000.00') })
  await settle()
  app.broker.readAccount = readAccount
  expect(await funding(id)).toMatchObject({ state: 'waiting', broker_id: expect.stringMatching(/^\d+$/) })
  // The same amount on the same day, without a transfer: amounts alone cannot tell which of the two has arrived.
  const { id: other } = await manager.client.member.createContribution({ body: body('1000.00', false) })
  app.clock.advance(61_000)
  await sendDueFunding(app.services)
  expect(await funding(id)).toMatchObject({ state: 'sent', reason: null })
  expect((await matches()).map((match) => match.item_ids)).toEqual([[id]])
  expect((await books()).unmatchedItems.map((one) => one.id)).toEqual([other])
  expect(await cashOf()).toBe('101000.00')
})

test('the same request sent five times under one key moves the money once', async () => {
  const send = () =>
    manager.client.member.createContribution({ body: body('1000.00') }, { idempotencyKey: `funding-${accountId}` })
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
  expect((await books()).unmatchedItems.find((one) => one.id === id)?.words).toContain(
    `the brokerage refused the transfer: ${reason}`,
  )
  expect(await cashOf()).toBe('100000.00')
})

test('an entry deleted while its transfer still waits moves no money', async () => {
  const start = app.services.background.start
  app.services.background.start = () => undefined
  const { id } = await manager.client.member.createContribution({ body: body('1000.00') })
  app.services.background.start = start
  await manager.client.member.deleteContribution({ body: { id } })
  await sendDueFunding(app.services)
  expect(await funding(id)).toMatchObject({
    state: 'refused',
    reason: 'The entry no longer counts, so no money was moved.',
  })
  expect(await cashOf()).toBe('100000.00')
})

test('a brokerage that does not answer is asked again later', async () => {
  const { id } = await manager.client.member.createContribution({ body: body('10.00', false) })
  const now = new Date(app.clock.nowMs())
  await app.services.db
    .insertInto('fund_funding')
    .values({
      entry_id: id,
      account_id: accountId,
      state: 'waiting',
      broker_id: null,
      reason: null,
      next_at: now,
      created_at: now,
    })
    .execute()
  const silent: Services = {
    ...app.services,
    brokers: createBrokers([
      {
        ...app.broker,
        funding: {
          ...app.broker.funding!,
          transfer: () => Promise.reject(new BrokerFailure('UNAVAILABLE', 'No answer.')),
        },
      },
    ]),
  }
  await sendDueFunding(silent)
  expect(await funding(id)).toMatchObject({ state: 'waiting', reason: 'No answer.' })
  expect(await sendDueFunding(app.services)).toBe(0)
  app.clock.advance(61_000)
  expect(await sendDueFunding(app.services)).toBe(1)
  expect(await funding(id)).toMatchObject({ state: 'sent' })
})

const silently = (): void => {
  app.services.background.start = () => undefined
}
const member = () => manager.client.member
const overview = () => member().fundOverview({ params: { accountId } })
const entryOf = async (id: string) =>
  (await member().findParticipationByMemberAndAccount({ params: { accountId, memberId: ann } })).find(
    (one) => one.id === id,
  )

test('an entry whose money is matched while its entries are read says that it has arrived', async () => {
  const start = app.services.background.start
  silently()
  const { id } = await member().createContribution({ body: body('1000.00') })
  app.services.background.start = start
  expect((await entryOf(id))?.money?.state).toBe('WAITING')
  const holder = await app.services.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table fund_funding in access exclusive mode')
    const reading = entryOf(id)
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await vi.waitUntil(async () => (await app.services.pool.query(waiting)).rowCount === 1, {
      timeout: 10_000,
      interval: 20,
    })
    await holder.query(
      `with moved as (
         insert into account_movement (account_id, id, broker_id, day, amount_cents, kind, description, created_at)
         values ($1, $2, 'moved', $3, 100000, 'CASH_RECEIPT', 'deposit', now())
         returning id
       )
       insert into fund_match (account_id, id, movement_ids, item_ids, recorded_at)
       select $1, $4, array[id], array[$5::uuid], now() from moved`,
      [accountId, crypto.randomUUID(), marketDay(), crypto.randomUUID(), id],
    )
    await holder.query(`update fund_funding set state = 'sent' where entry_id = $1`, [id])
    await holder.query('commit')
    expect((await reading)?.money?.state).toBe('ARRIVED')
  } finally {
    holder.release(true)
  }
})

describe('what happens while somebody reads', () => {
  /** Lets something happen right after the first read of a call. */
  function afterFirstRead(happen: () => Promise<unknown>): Services {
    let isOver = false
    const db = app.services.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (!isOver) {
          isOver = true
          await happen()
        }
        return result
      },
    })
    return { ...app.services, db }
  }
  const session = () => ({ userId: manager.user.id }) as Session
  const order = () => member().createContribution({ body: body('1000.00') })
  /** What waits for its money, as the books name it. */
  async function readBooks(services: Services) {
    const { moneyTransfers, unmatchedItems } = await findBooks(services, session(), accountId)
    return { transfers: moneyTransfers.map((one) => one.entryId), toBeMatched: unmatchedItems.map((one) => one.id) }
  }
  let start: Services['background']['start']
  beforeEach(() => {
    ;({ start } = app.services.background)
    silently()
  })
  afterEach(() => {
    app.services.background.start = start
  })

  test('a transfer that ends while the books are read is still listed, and its entry is matched', async () => {
    const { id } = await order()
    expect(await readBooks(app.services)).toEqual({ transfers: [id], toBeMatched: [id] })
    const meanwhile = afterFirstRead(() => sendDueFunding(app.services))
    expect(await readBooks(meanwhile)).toEqual({ transfers: [id], toBeMatched: [] })
    expect(await readBooks(app.services)).toEqual({ transfers: [], toBeMatched: [] })
  })

  test('an entry that is recorded while the books are read waits for a match once its transfer is listed', async () => {
    expect(await readBooks(afterFirstRead(order))).toEqual({ transfers: [], toBeMatched: [] })
    const { transfers, toBeMatched } = await readBooks(app.services)
    expect([transfers.length, toBeMatched]).toEqual([1, transfers])
  })

  test('an entry that is recorded while the entries are read is not listed without its money', async () => {
    const read = async (services: Services) =>
      (await listEntries(services, session(), accountId, ann)).map(({ money }) => money?.state)
    expect(await read(afterFirstRead(order))).toEqual([])
    expect(await read(app.services)).toEqual(['WAITING'])
  })
})

test('an answer that was lost is looked up at the brokerage before it is said that no money was moved', async () => {
  const start = app.services.background.start
  silently()
  const { id } = await member().createContribution({ body: body('1000.00') })
  app.services.background.start = start
  const own = app.broker.funding!
  const losing: Services = {
    ...app.services,
    brokers: createBrokers([
      {
        ...app.broker,
        funding: {
          ...own,
          transfer: async (...call) => {
            await own.transfer(...call)
            throw new BrokerFailure('UNAVAILABLE', 'The answer was lost.')
          },
        },
      },
    ]),
  }
  await sendFunding(losing, id)
  expect(await funding(id)).toMatchObject({ state: 'waiting', reason: 'The answer was lost.', broker_id: null })
  const { message } = await member().deleteContribution({ body: { id } })
  expect(message).toBe(
    'Contribution deleted. The deposit of $1,000.00 had not been confirmed yet. The brokerage is asked whether it moved; see Books, Transfers.',
  )
  app.clock.advance(61_000)
  await sendDueFunding(app.services)
  expect(await funding(id)).toMatchObject({
    state: 'sent',
    reason: 'The money had moved before the entry was taken out. It is in the account as part of Unallocated.',
  })
  expect(await cashOf()).toBe('101000.00')
  const { unmatchedMovements, moneyTransfers } = await books()
  expect(unmatchedMovements.map((one) => one.amount)).toEqual([cents('1000.00')])
  expect(moneyTransfers).toMatchObject([{ entryId: id, purpose: 'ENTRY', state: 'sent', amount: cents('1000.00') }])
})

test('a disabled account moves no money; what waits says why, and goes on when the account is enabled', async () => {
  const start = app.services.background.start
  silently()
  const { id } = await member().createContribution({ body: body('1000.00') })
  app.services.background.start = start
  await manager.client.account.enableDisableAccount({ body: { accountId, isActive: false } })
  await sendDueFunding(app.services)
  expect(await cashOf()).toBe('100000.00')
  expect((await books()).moneyTransfers).toMatchObject([
    { entryId: id, state: 'waiting', reason: 'The account is disabled. The transfer waits until it is enabled again.' },
  ])
  expect((await overview()).canMoveMoney).toBe(false)
  await expect(member().createContribution({ body: body('1.00') })).rejects.toMatchObject({
    body: { refusal: 'moneyNotMovable' },
  })
  await manager.client.account.enableDisableAccount({ body: { accountId, isActive: true } })
  await sendDueFunding(app.services)
  expect(await funding(id)).toMatchObject({ state: 'sent', reason: null })
  expect(await cashOf()).toBe('101000.00')
})

test('a transfer that fails for another reason than the brokerage keeps no other from its turn', async () => {
  const start = app.services.background.start
  silently()
  const [{ id: first }, { id: second }] = [
    await member().createContribution({ body: body('10.00') }),
    await member().createContribution({ body: body('20.00') }),
  ]
  app.services.background.start = start
  const own = app.broker.funding!
  const broken: Services = {
    ...app.services,
    brokers: createBrokers([
      {
        ...app.broker,
        funding: {
          ...own,
          transfer: (access, hash, wanted) =>
            wanted.reference === first ? Promise.reject(new TypeError('x')) : own.transfer(access, hash, wanted),
        },
      },
    ]),
  }
  await sendDueFunding(broken)
  expect([await funding(first), await funding(second)]).toMatchObject([
    { state: 'waiting', reason: 'It could not be carried out and is tried again.' },
    { state: 'sent' },
  ])
})

test('a deleted contribution says where its money is, and leaves it free to be matched', async () => {
  const { id } = await member().createContribution({ body: body('2500.00') })
  await settle()
  expect((await entryOf(id))?.money).toMatchObject({ state: 'ARRIVED', amount: cents('2500.00'), canReturn: true })
  const off = await member().updateParticipationStatus({ body: { id, isActive: false } })
  expect(off.money).toBe('The deposit of $2,500.00 counts as Unallocated until the entry is activated again.')
  expect((await member().updateParticipationStatus({ body: { id, isActive: true } })).money).toBeNull()
  const { message } = await member().deleteContribution({ body: { id } })
  expect(message).toBe(
    'Contribution deleted. The deposit of $2,500.00 stays in the account as Unallocated; match it under Books, Matching.',
  )
  expect(await cashOf()).toBe('102500.00')
  expect((await books()).unmatchedMovements.map((one) => one.amount)).toEqual([cents('2500.00')])
  // An entry of the same amount matches it automatically.
  const { id: other } = await member().createContribution({ body: body('2500.00', false) })
  expect((await books()).unmatchedMovements).toEqual([])
  expect((await entryOf(other))?.money).toMatchObject({ state: 'ARRIVED' })
})

test('a deleted contribution whose money another entry waits for hands it over and says so', async () => {
  const { id } = await member().createContribution({ body: body('300.00') })
  await settle()
  await member().createContribution({ body: body('300.00', false) })
  expect((await member().deleteContribution({ body: { id } })).message).toBe(
    'Contribution deleted. The deposit of $300.00 is now matched with another record; see Books, Matching.',
  )
})

test.each([
  ['contribution', '1000.00', '100000.00'],
  ['retribution', '400.00', '101000.00'],
] as const)(
  'the money of a deleted %s goes back as it came, once, and nothing is left to be matched',
  async (kind, amount, cash) => {
    if (kind === 'retribution') {
      await member().createContribution({ body: body('1000.00') })
      await settle()
    }
    const before = await overview()
    const { id } =
      kind === 'contribution'
        ? await member().createContribution({ body: body(amount) })
        : await member().createRetribution({ body: body(amount) })
    await settle()
    const remove = kind === 'contribution' ? member().deleteContribution : member().deleteRetribution
    const { message } = await remove({ body: { id, money: 'return' } })
    expect(message).toContain(
      kind === 'contribution'
        ? 'is being sent back; follow it under Books, Transfers.'
        : 'is being paid back in; follow it under Books, Transfers.',
    )
    await settle()
    await Promise.all([sendFunding(app.services, id, 'RETURN'), sendDueFunding(app.services)])
    expect(await cashOf()).toBe(cash)
    const { matches: matched, unmatchedMovements, moneyTransfers } = await books()
    expect(unmatchedMovements).toEqual([])
    expect(matched.filter((one) => one.items.length === 0).map((one) => one.movements.length)).toEqual([2])
    expect(moneyTransfers).toMatchObject([{ entryId: id, purpose: 'RETURN', state: 'sent' }])
    const after = await overview()
    expect([after.toBeMatched.count, after.fundValue]).toEqual([0, before.fundValue])
  },
)

test('money that the brokerage does not send back stays to be matched, with its words', async () => {
  const { id } = await member().createContribution({ body: body('1000.00') })
  await settle()
  const start = app.services.background.start
  silently()
  await member().deleteContribution({ body: { id, money: 'return' } })
  app.services.background.start = start
  // Nothing else may use the money that is on its way out.
  await member().createContribution({ body: body('1000.00', false) })
  expect((await books()).unmatchedItems).toHaveLength(1)
  const refusing: Services = {
    ...app.services,
    brokers: createBrokers([
      {
        ...app.broker,
        funding: {
          ...app.broker.funding!,
          transfer: () => Promise.reject(new BrokerFailure('REFUSED', 'At most $0.00 can be withdrawn.')),
        },
      },
    ]),
  }
  await sendDueFunding(refusing)
  const { moneyTransfers, unmatchedItems } = await books()
  expect(moneyTransfers).toMatchObject([
    { purpose: 'RETURN', state: 'refused', reason: 'At most $0.00 can be withdrawn.' },
  ])
  expect(unmatchedItems).toEqual([])
})

test('money that never came, or that somebody else would pay for, is not sent back', async () => {
  const { id } = await member().createContribution({ body: body('50.00', false) })
  await expect(member().deleteContribution({ body: { id, money: 'return' } })).rejects.toMatchObject({
    body: { refusal: 'moneyNotReturnable' },
  })
  expect(await entryOf(id)).toMatchObject({ money: null })
  const { id: paid } = await member().createContribution({ body: body('1000.00') })
  await settle()
  await app.services.db
    .updateTable('fund_match')
    .set({ item_ids: [paid, id] })
    .where('account_id', '=', accountId)
    .execute()
  await expect(member().deleteContribution({ body: { id: paid, money: 'return' } })).rejects.toMatchObject({
    body: { refusal: 'moneyNotReturnable' },
  })
})

test('elsewhere, for inactive entries and for money of the opening it is refused in words', async () => {
  const other = await linkAccount(app, manager, marketDay(), '500.00')
  const refuse = (fields: object) => manager.client.member.createContribution({ body: { ...body('1.00'), ...fields } })
  await expect(refuse({ accountId: other.id, funding: 'opening' })).rejects.toMatchObject({
    body: { refusal: 'moneyNotMovable' },
  })
  await expect(refuse({ isActive: false })).rejects.toMatchObject({ body: { refusal: 'moneyNotMovable' } })
})
