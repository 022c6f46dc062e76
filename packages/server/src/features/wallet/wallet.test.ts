// The wallet of an account: value over time, gain in percent, positions, and opening another practice account.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, closeSession, linkAccount, makeMember, moveMoney } from '../../testing/factories.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { syncAccount } from '../account-reading/sync-account.ts'

let app: TestBrokerage
beforeAll(async () => {
  app = await startTestBrokerage()
})
afterAll(() => app.stop())

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const span = { fromDate: null, toDate: null } as const

async function closed(owner: TestUser, closes: readonly (readonly [string, string])[]) {
  const account = await linkAccount(app, owner, '2026-01-02', '100.00')
  for (const [day, value] of closes) await closeSession(app, account, day, value)
  return account
}

const readAt = (accountId: string, at: string, value: string) =>
  app.services.db
    .insertInto('account_point')
    .values({
      account_id: accountId,
      at: new Date(at),
      broker_value_cents: cents(value),
      real_value_cents: cents(value),
    })
    .execute()

const closes = [
  ['2025-12-31', '900.00'],
  ['2026-02-26', '1000.00'],
  ['2026-02-27', '1010.00'],
  ['2026-03-02', '1020.00'],
  ['2026-03-03', '1030.50'],
] as const

test.each([
  [
    '1D',
    [
      ['2025-12-31', 900],
      ['2026-02-26', 1000],
      ['2026-02-27', 1010],
      ['2026-03-02', 1020],
      ['2026-03-03', 1030.5],
      ['2026-03-04', 1044],
    ],
  ],
  [
    '1W',
    [
      ['2025-12-31', 900],
      ['2026-02-27', 1010],
      ['2026-03-04', 1044],
    ],
  ],
  [
    '1MONTH',
    [
      ['2025-12-31', 900],
      ['2026-02-27', 1010],
      ['2026-03-04', 1044],
    ],
  ],
  [
    '1YEAR',
    [
      ['2025-12-31', 900],
      ['2026-03-04', 1044],
    ],
  ],
] as const)(
  'by %s there is one point per step, the last of each, and today as it was read last',
  async (timing, points) => {
    const owner = await app.signUp(['MANAGERS'])
    const account = await closed(owner, closes)
    await readAt(account.id, '2026-03-03T20:59:00Z', '9.99')
    await readAt(account.id, '2026-03-04T14:31:00Z', '1040.00')
    await readAt(account.id, '2026-03-04T14:59:00Z', '1044.00')
    const history = await owner.client.wallet.getWalletHistoric({ params: { accountId: account.id, ...span, timing } })
    expect(history).toEqual(points.map(([day, value]) => [utc(day), value]))
  },
)

test('below a day the readings show, thinned to their steps, and a date range cuts on market days', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const account = await closed(owner, closes)
  for (const [at, value] of [
    ['14:31', '1.00'],
    ['14:33', '2.00'],
    ['14:36', '3.00'],
  ] as const)
    await readAt(account.id, `2026-03-04T${at}:00Z`, value)
  const history = await owner.client.wallet.getWalletHistoric({
    params: { accountId: account.id, fromDate: '2026-03-03', toDate: null, timing: '5M' },
  })
  expect(history).toEqual([
    [Date.parse('2026-03-03T21:00:00Z') - 1, 1030.5],
    [Date.parse('2026-03-04T14:33:00Z'), 2],
    [Date.parse('2026-03-04T14:36:00Z'), 3],
  ])
  const none = await owner.client.wallet.getWalletHistoric({
    params: { accountId: account.id, fromDate: '2026-03-05', toDate: '2026-03-01', timing: '1D' },
  })
  expect(none).toEqual([])
})

test('the specification writes absent dates as null in the path', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const account = await closed(owner, closes)
  const answer = await fetch(`${app.url}/v1/api/account/get-wallet-historic-by-account/${account.id}/null/null/1YEAR`, {
    headers: { token: owner.user.token },
  })
  expect(await answer.json()).toEqual([
    [utc('2025-12-31'), 900],
    [utc('2026-03-03'), 1030.5],
  ])
})

test('only what was read after the given instant is answered', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const account = await closed(owner, closes)
  await readAt(account.id, '2026-03-04T14:31:00Z', '1.00')
  await readAt(account.id, '2026-03-04T14:32:00Z', '2.00')
  const since = (lastTimestamp: number) =>
    owner.client.wallet.getWalletHistoricSince({ params: { accountId: account.id, lastTimestamp } })
  expect(await since(Date.parse('2026-03-04T14:31:00Z'))).toEqual([[Date.parse('2026-03-04T14:32:00Z'), 2]])
  expect(await since(Date.parse('2026-03-04T14:32:00Z'))).toEqual([])
})

test('deposits and withdrawals are no gain', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const account = await closed(owner, [
    ['2026-02-26', '100.00'],
    ['2026-02-27', '160.00'],
    ['2026-03-02', '88.00'],
    ['2026-03-03', '96.80'],
  ])
  const move = (day: string, amount: string) => moveMoney(app, account, day, amount)
  await move('2026-02-27', '50.00')
  await move('2026-03-02', '-80.00')
  const asked = { params: { accountId: account.id, ...span, timing: '1D' as const } }
  const history = await owner.client.wallet.getWalletHistoricPercentage({ ...asked, query: { exact: true } })
  // 160 on 150, 88 on 80, 96.80 on 88: money counts from the close before its day, as in the books.
  expect(history.map(([, percent]) => percent)).toEqual([0, 6.66666667, 17.33333333, 29.06666667])
  const { timeWeighted } = await owner.client.member.fundOverview({ params: { accountId: account.id } })
  const since = await owner.client.wallet.getWalletHistoricPercentage({
    params: { accountId: account.id, fromDate: '2026-02-27', toDate: null, timing: '1MONTH' },
  })
  expect(since.map(([, percent]) => percent)).toEqual([0, 21])
  // Percentages leave with 2 decimals, unless a chart asks for all of them.
  const rounded = await owner.client.wallet.getWalletHistoricPercentage(asked)
  expect(rounded.map(([, percent]) => percent)).toEqual([0, 6.67, 17.33, 29.07])
  const { id: accountId } = account
  const combined = await owner.client.wallet.findConsolidatedPercentage({
    body: { accountIds: [accountId], ...span, timing: '1D' },
  })
  expect(combined).toEqual(rounded)
  expect(timeWeighted?.percent).toBe(29.07)
})

test('wallet and dashboard agree with Account Mapping: value, time-weighted return, and profit without payments', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const account = await linkAccount(app, owner, '2026-02-26', '1000.00')
  const { id: accountId } = account
  const ann = await makeMember(owner, 'Ann')
  const pay = (amount: string, date: string) =>
    owner.client.member.createContribution({
      body: { accountId, memberId: ann, amount: cents(amount), date, description: 'in' },
    })
  await closeSession(app, account, '2026-02-26', '1000.00')
  await pay('500.00', '2026-02-27')
  await moveMoney(app, account, '2026-02-27', '500.00')
  await closeSession(app, account, '2026-02-27', '1530.00')
  // A deposit that no entry explains, and an expense with the withdrawal that paid it.
  await moveMoney(app, account, '2026-03-02', '200.00')
  await moveMoney(app, account, '2026-03-02', '-25.00')
  await owner.client.fund.recordExpense({
    body: { accountId, date: '2026-03-02', amount: cents('25.00'), description: 'software' },
  })
  await closeSession(app, account, '2026-03-02', '1710.00')
  await moveMoney(app, account, '2026-03-03', '-100.00')
  await closeSession(app, account, '2026-03-03', '1625.50', '40.00')

  const fund = await owner.client.member.fundOverview({ params: { accountId } })
  const asked = { fromDate: fund.openingDay, toDate: null, timing: '1D' as const }
  const values = await owner.client.wallet.getWalletHistoric({ params: { accountId, ...asked } })
  const wallet = await owner.client.wallet.findConsolidatedPercentage({
    body: { accountIds: [accountId], ...asked, exact: true },
  })
  const dashboard = await owner.client.wallet.getWalletHistoricPercentage({
    params: { accountId, ...asked },
    query: { exact: true },
  })
  expect(cents(values.at(-1)![1].toFixed(2))).toBe(fund.brokerValue)
  expect(wallet).toEqual(dashboard)
  expect(Math.round(wallet.at(-1)![1] * 100) / 100).toBe(fund.timeWeighted!.percent)

  const moved = await owner.client.wallet.findMoneyMoved({ params: { accountId } })
  expect(moved.map(({ day, moneyIn, moneyOut }) => [day, moneyIn, moneyOut])).toEqual([
    ['2026-02-27', 50_000n, 0n],
    ['2026-03-02', 20_000n, 0n],
    ['2026-03-03', 0n, 10_000n],
  ])
  const [first, last] = [values[0]![1], values.at(-1)![1]].map((value) => cents(value.toFixed(2)))
  const paid = moved.reduce((sum, { moneyIn, moneyOut }) => sum + moneyIn - moneyOut, 0n)
  expect(last! - first! - paid).toBe(fund.profitLostAmount)
})

test('positions come with price, profit and the figures of the account', async () => {
  const owner = await app.signUp(['MANAGERS'])
  await app.link(owner, 'anna')
  const [account] = await owner.client.account.viewMyAccount({ params: { userId: owner.user.id } })
  await app.fill(account!.number, 'BUY', 100, 'ACME', 50)
  await app.fill(account!.number, 'SELL', 40, 'ACME', 55)
  await app.fill(account!.number, 'SELL_SHORT', 10, 'BOLT', 50)
  app.market.set('ACME', 52)
  app.market.set('BOLT', 51)
  await syncAccount(app.services, account!.id)
  const positions = await owner.client.wallet.getPositionsForGraph({ params: { accountId: account!.id } })
  expect(positions).toMatchObject([
    {
      instrumentCode: 'ACME',
      quantity: 60,
      lastPrice: 52,
      averagePrice: 50,
      profit: 20_000n,
      plOpen: 12_000n,
      floatValue: 10_031_000n,
    },
    {
      instrumentCode: 'BOLT',
      quantity: -10,
      lastPrice: 51,
      averagePrice: 50,
      profit: 0n,
      plOpen: -1_000n,
      floatValue: 10_031_000n,
    },
  ])
  app.market.set('ACME', 50)
  app.market.set('BOLT', 50)
})

test('a further practice account is opened and linked once per reference, with the same access', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const body = { currency: 'USD', type: 'CASH', name: 'Second', reference: randomUUID() } as const
  await expect(owner.client.wallet.create({ body })).rejects.toMatchObject({
    status: 409,
    body: { refusal: 'fundingNotLinked' },
  })
  await app.link(owner, 'berta')
  const opened = await owner.client.wallet.create({ body })
  expect(opened).toMatchObject({ type: 'CASH', floatValue: 10_000_000n, isActive: true, isDefault: false })
  expect(await owner.client.wallet.create({ body })).toEqual(opened)
  const accounts = await owner.client.account.viewMyAccount({ params: { userId: owner.user.id } })
  expect(accounts).toHaveLength(2)
  expect(await syncAccount(app.services, opened.id)).toBe('READ')
  await expect(owner.client.wallet.create({ body: { ...body, currency: 'EUR' as 'USD' } })).rejects.toThrow(
    'Accounts are held in dollars.',
  )
})

test('copies of one opening at the same moment share its requests at the brokerage and answer the same account', async () => {
  const owner = await app.signUp(['MANAGERS'])
  await app.link(owner, 'clara')
  const funding = app.broker.funding!
  const { openAccount } = funding
  let openings = 0
  Object.assign(funding, {
    openAccount: (...asked: Parameters<typeof openAccount>) => (openings++, openAccount(...asked)),
  })
  try {
    const body = { currency: 'USD', type: 'CASH', name: 'Third', reference: randomUUID() } as const
    const opened = await Promise.all(Array.from({ length: 60 }, () => owner.client.wallet.create({ body })))
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
    // Each opening is three requests, and the brokerage allows 120 a minute.
    expect(openings).toBeLessThan(30)
  } finally {
    Object.assign(funding, { openAccount })
  }
})

test("somebody else's account is not found in any wallet call", async () => {
  const [owner, other] = [await app.signUp(['MANAGERS']), await app.signUp(['MANAGERS'])]
  const account = await closed(owner, closes)
  const { wallet } = other.client
  const notFound = { status: 404, body: { refusal: 'notFound' } }
  await expect(
    wallet.getWalletHistoric({ params: { accountId: account.id, ...span, timing: '1D' } }),
  ).rejects.toMatchObject(notFound)
  await expect(
    wallet.getWalletHistoricPercentage({ params: { accountId: account.id, ...span, timing: '1D' } }),
  ).rejects.toMatchObject(notFound)
  await expect(
    wallet.getWalletHistoricSince({ params: { accountId: account.id, lastTimestamp: 0 } }),
  ).rejects.toMatchObject(notFound)
  await expect(wallet.getPositionsForGraph({ params: { accountId: account.id } })).rejects.toMatchObject(notFound)
  await expect(wallet.findMoneyMoved({ params: { accountId: account.id } })).rejects.toMatchObject(notFound)
})
