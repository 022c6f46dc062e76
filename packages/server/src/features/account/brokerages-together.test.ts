// One manager with an account at each of two brokerages: what is linked where, what is added up, and what one brokerage
// that is down leaves alone.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BrokerFailure, type BrokerPort } from '../../adapters/broker/port.ts'
import { syncDueAccounts } from '../../jobs/account-sync-job.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { findAccount } from './store.ts'

let app: TestBrokerage
let owner: TestUser
let isDown = false
const asked: string[] = []
let logins = 0

/** A second brokerage with real money: every question to it is counted, and fails while it is down. */
const liveBeside = (paper: BrokerPort): BrokerPort[] => [
  new Proxy(paper, {
    get(port, name: keyof BrokerPort) {
      if (name === 'name') return 'live'
      if (name === 'title') return 'Live brokerage'
      if (name === 'isPaper') return false
      if (name === 'funding') return undefined
      const part: unknown = port[name]
      if (typeof part !== 'function' || name === 'close' || name === 'authoriseUrl') return part
      return (...call: unknown[]): unknown => {
        asked.push(name)
        if (isDown) return Promise.reject(new BrokerFailure('UNAVAILABLE', 'It is down.'))
        return Reflect.apply(part, port, call)
      }
    },
  }),
]

beforeAll(async () => {
  app = await startTestBrokerage({ furtherBrokers: liveBeside })
})
afterAll(() => app.stop())
beforeEach(async () => {
  isDown = false
  app.market.set('ACME', 50)
  app.clock.advance(10 * 60_000)
  owner = await app.signUp(['MANAGERS'])
  await app.link(owner, `together${logins++}`, 'MARGIN', 'paper')
  await app.link(owner, `together${logins++}`, 'CASH', 'live')
  asked.length = 0
})

const accounts = async () => {
  const all = await owner.client.account.viewMyAccount({ params: { userId: owner.user.id } })
  return {
    paper: all.find(({ broker }) => broker === 'paper')!,
    live: all.find(({ broker }) => broker === 'live')!,
  }
}

test('the brokerages to link at say what they need', async () => {
  expect(await owner.client.account.findBrokerages()).toEqual([
    {
      name: 'paper',
      title: 'Paper brokerage',
      isPaper: true,
      ways: ['popup'],
      needs: 'Practice money. Its page makes a login and an account for you.',
    },
    {
      name: 'alpaca-paper',
      title: 'Alpaca Paper',
      isPaper: true,
      ways: ['popup', 'keyPair'],
      needs: 'Practice money. You need your login at Alpaca Paper, or a key pair that you generate there.',
    },
    {
      name: 'live',
      title: 'Live brokerage',
      isPaper: false,
      ways: ['popup'],
      needs: 'Real money. You need your login at Live brokerage.',
    },
  ])
  expect(await accounts()).toMatchObject({
    paper: { brokerName: 'Paper brokerage', isPaper: true, sessions: ['AM', 'PM', 'SEAMLESS'] },
    live: { brokerName: 'Live brokerage', isPaper: false },
  })
  await expect(owner.client.account.getAmtTk({ query: { broker: 'elsewhere' } })).rejects.toMatchObject({
    status: 409,
    body: { refusal: 'brokerNotConfigured' },
  })
})

test('a code goes to the brokerage whose page gave it, when linking and when renewing', async () => {
  const started = await owner.client.account.getAmtTk({ query: { broker: 'live' } })
  const back = await (await app.register(started.authoriseUrl, `together${logins++}`)).allow()
  const code = back.get('code')!
  await owner.client.account.createMy({ body: { code, token: started.token, ownerId: owner.user.id } })
  expect(asked.slice(0, 3)).toEqual(['exchange', 'listAccounts', 'readAccounts'])
  expect(
    (await app.services.db.selectFrom('account').select('broker').where('owner_id', '=', owner.user.id).execute())
      .map(({ broker }) => broker)
      .sort(),
  ).toEqual(['live', 'live', 'paper'])

  const { paper } = await accounts()
  asked.length = 0
  const [renewal] = await owner.client.account.getAccessByAccount({ params: { accountId: paper.id } })
  await owner.client.account
    .renewAccount({ body: { accountId: paper.id, code: 'C0.wrong@', token: renewal!.token } })
    .catch(() => undefined)
  expect(asked).toEqual([])
})

/** Everything that a manager sees of one account. */
async function screensOf({ id, number }: { readonly id: string; readonly number: string }) {
  const [params, today] = [{ accountNumber: number }, '2026-03-04']
  const orders = { enteredFrom: today, enteredTo: today, closedFrom: null, closedTo: null } as const
  return {
    wallet: await owner.client.wallet.getWalletHistoric({
      params: { accountId: id, fromDate: null, toDate: null, timing: '1D' },
    }),
    positions: await owner.client.wallet.getPositionsForGraph({ params: { accountId: id } }),
    operations: await owner.client.operation.findOpenOperationByAccount({ params }),
    orders: await owner.client.order.findOrders({ body: { ...orders, accountNumber: number } }),
    transactions: await owner.client.transaction.findAllByAccountOwner({ params }),
  }
}

test('while one brokerage is down the other is read and traded, and both show what was read', async () => {
  const { paper, live } = await accounts()
  for (const { number } of [paper, live]) await app.fill(number, 'BUY', 10, 'ACME', 50)
  for (const { id: accountId } of [paper, live]) await owner.client.account.syncNow({ body: { accountId } })
  const before = { paper: await screensOf(paper), live: await screensOf(live) }
  expect(before.paper.operations).toHaveLength(1)
  expect(before.live.transactions.length).toBeGreaterThan(0)

  isDown = true
  app.market.set('ACME', 60)
  app.clock.advance(10 * 60_000)
  await syncDueAccounts(app.services)
  const then = await accounts()
  expect(then.live).toMatchObject({ syncFailure: 'UNAVAILABLE', floatValue: live.floatValue })
  expect(then.paper).toMatchObject({ syncFailure: null })
  expect(then.paper.floatValue).toBe(paper.floatValue + 10_000n)
  expect((await screensOf(live)).transactions).toEqual(before.live.transactions)
  expect((await screensOf(live)).positions).toHaveLength(1)
  await expect(owner.client.account.syncNow({ body: { accountId: live.id } })).rejects.toMatchObject({
    body: { refusal: 'brokerUnavailable' },
  })
  const order = {
    ticket: 'ACME',
    quantity: '1',
    directionality: 'BUY',
    price: '40',
    orderType: 'LIMIT',
  } as const
  const put = (accountNumber: string, idempotencyKey: string) =>
    owner.client.order.putOrder({ body: { ...order, accountNumber } }, { idempotencyKey })
  await expect(put(live.number, 'together-live')).rejects.toMatchObject({ body: { refusal: 'brokerUnavailable' } })
  expect((await put(paper.number, 'together-paper')).orderId).toEqual(expect.any(String))

  isDown = false
  app.clock.advance(60 * 60_000)
  await syncDueAccounts(app.services)
  expect(await findAccount(app.services.db, owner.user.id, live.id)).toMatchObject({ syncFailure: null })
})

test('a report of all accounts has the real money only, unless paper or both are asked for', async () => {
  const { paper, live } = await accounts()
  for (const { number } of [paper, live]) await app.fill(number, 'BUY', 10, 'ACME', 50)
  for (const { id: accountId } of [paper, live]) await owner.client.account.syncNow({ body: { accountId } })
  const details = await owner.client.report.getStaticReportDetailsById({ params: { id: 'open-positions' } })
  const [filter] = details.filter
  expect(filter!.nomenclatorConfigConfig.map(({ value }) => value)).toEqual([
    'All my real-money accounts',
    'All my paper accounts',
    'All my accounts, real money and paper',
    ...[`${paper.number} · Paper`, live.number].sort(),
  ])
  const accountsOf = async (selectedItem: string) =>
    (
      await owner.client.report.getStaticReportData({
        body: {
          report: 'open-positions',
          filter: [{ nomenclatorConfigNameKey: 'account', selectedItem }],
          limit: 50,
          offset: 0,
        },
      })
    ).data.map((row) => row['accountNumber'])
  expect(await accountsOf('ALL')).toEqual([live.number])
  expect(await accountsOf('PAPER')).toEqual([paper.number])
  // Rows of both say which of the two they are.
  expect((await accountsOf('BOTH')).sort()).toEqual([`${paper.number} · Paper`, live.number].sort())
  expect(await accountsOf(paper.id)).toEqual([paper.number])
})

test('an account that takes no orders refuses each of them before anything is sent', async () => {
  const { live } = await accounts()
  const order = {
    ticket: 'ACME',
    quantity: '1',
    directionality: 'BUY',
    price: '40',
    orderType: 'LIMIT',
    accountNumber: live.number,
  } as const
  const { order: orders } = owner.client
  const { orderId } = await orders.putOrder({ body: order }, { idempotencyKey: 'together-open' })
  await app.services.db.updateTable('account').set({ is_read_only: true }).where('id', '=', live.id).execute()
  expect((await accounts()).live.isReadOnly).toBe(true)
  asked.length = 0
  const { accountNumber, ...terms } = order
  const stop = { childQuantity: '1', childDirectionality: 'SELL', childPrice: '38', childOrderType: 'STOP' } as const
  const withStop = { ...order, price: '51', orderType: 'STOP', ...stop, cancelPrice: '45' } as const
  const change = { accountNumber, orderId, quantity: '2', filledQuantity: '0', price: '41' }
  const refusals = [
    () => orders.putOrder({ body: order }, { idempotencyKey: 'together-put' }),
    () => orders.putOrderWithTrigger({ body: withStop }, { idempotencyKey: 'together-trigger' }),
    () => orders.previewOrder({ body: { ...terms, accountNumber } }),
    () => orders.previewReplacement({ body: change }),
    () => orders.replaceOrder({ body: change }, { idempotencyKey: 'together-replace' }),
    () => orders.cancelOrder({ body: { accountNumber, orderId } }),
    () => orders.withdrawOrder({ body: { accountNumber, orderId } }),
    () => orders.cancelAllOrders({ body: { accountNumber } }),
  ]
  for (const call of refusals)
    await expect(call()).rejects.toMatchObject({ status: 409, body: { refusal: 'accountReadOnly' } })
  expect(asked).toEqual([])
})

test('an order for a number that two enabled accounts share goes to neither of them', async () => {
  const { paper, live } = await accounts()
  await app.services.db.updateTable('account').set({ number: live.number }).where('id', '=', paper.id).execute()
  const body = {
    ticket: 'ACME',
    quantity: '1',
    directionality: 'BUY',
    price: '40',
    orderType: 'LIMIT',
    accountNumber: live.number,
  } as const
  asked.length = 0
  const place = (key: string) => owner.client.order.putOrder({ body }, { idempotencyKey: `shared-number-${key}` })
  for (const call of [() => place('shared'), () => owner.client.order.previewOrder({ body })])
    await expect(call()).rejects.toMatchObject({ status: 409, body: { refusal: 'accountNumberShared' } })
  expect(asked).toEqual([])
  await owner.client.account.enableDisableAccount({ body: { accountId: paper.id, isActive: false } })
  expect(await place('one')).toMatchObject({ orderId: expect.any(String) })
})
