// How many statements the calls that screens make most often send to PostgreSQL, counted at the driver. A figure here
// may only fall.
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fillSimulatedMarket } from '../features/market/fill-simulated-market.ts'
import { bellCheck } from '../features/push/bell.ts'
import { startDemonstration, type Demonstration } from './demonstration.ts'
import { cents } from './factories.ts'
import type { TestUser } from './test-app.ts'

let app: Demonstration
let manager: TestUser
let account: { readonly id: string; readonly number: string }
let code: string
beforeAll(async () => {
  app = await startDemonstration({ hasClub: true })
  await fillSimulatedMarket(app.services)
  // Lists of the market are answered from memory, and sessions kept, while nothing has changed.
  const { market, sessionWatch, log } = app.services
  market.watch(app.databaseUrl, log)
  sessionWatch.watch(app.databaseUrl, log)
  await vi.waitUntil(() => market.version() !== undefined, { timeout: 60_000 })
  // As once the worker has computed them, which is where a market is nearly all the time.
  await app.services.db.deleteFrom('level_due').execute()
  manager = await app.signInAs('manager')
  account = await app.services.db
    .selectFrom('account')
    .select(['id', 'number'])
    .where('owner_id', '=', manager.user.id)
    .executeTakeFirstOrThrow()
  code = (await app.services.db.selectFrom('instrument').select('code').limit(1).executeTakeFirstOrThrow()).code
  const { id } = await manager.client.watchlist.create({ body: { name: 'Watched' } })
  await manager.client.watchlist.addInstrument({ body: { id, code } })
}, 240_000)
afterAll(() => app.stop())

/**
 * Returns the statements of a call whose equal was made before: that one fills what is kept. The least of three, because
 * on a machine that is held up for seconds nothing is kept for a moment.
 */
async function statementsOf(call: () => Promise<unknown>): Promise<number> {
  await call()
  const counts: number[] = []
  for (let time = 0; time < 3; time++) {
    const query = vi.spyOn(Client.prototype, 'query')
    try {
      await call()
      // Checks of the connections that hear of changes are not the call's.
      counts.push(query.mock.calls.filter(([one]) => (one as unknown) !== bellCheck).length)
    } finally {
      query.mockRestore()
    }
  }
  return Math.min(...counts)
}

const list = { limit: 10, timing: 'WEEK' } as const
const calls: readonly [name: string, atMost: number, call: () => Promise<unknown>][] = [
  ['market state', 0, () => manager.client.market.findState()],
  ['winners', 0, () => manager.client.stock.getTopWinners({ params: list })],
  ['new highs', 0, () => manager.client.stock.getNewHigh({ params: list })],
  ['quotes', 0, () => manager.client.quote.find({ body: { codes: [code] } })],
  ['company', 0, () => manager.client.stock.fundamental({ body: { symbol: code } })],
  ['first steps', 1, () => manager.client.profile.findMyFirstSteps()],
  ['notifications', 1, () => manager.client.notification.findRecent()],
  ['alerts', 1, () => manager.client.alert.findCurrent()],
  ['watchlists', 1, () => manager.client.watchlist.findAll()],
  ['accounts', 1, () => manager.client.account.viewMyAccount({ params: { userId: manager.user.id } })],
  [
    'positions',
    2,
    () => manager.client.operation.findOpenOperationByAccount({ params: { accountNumber: account.number } }),
  ],
  [
    'participations',
    1,
    () => manager.client.member.searchParticipationByAccount({ params: { accountId: account.id } }),
  ],
  ['fund overview', 1, () => manager.client.member.fundOverview({ params: { accountId: account.id } })],
  ['my participations', 1, () => manager.client.fund.findMyParticipations()],
  [
    'wallet history',
    1,
    () =>
      manager.client.wallet.getWalletHistoric({
        params: { accountId: account.id, fromDate: '2020-01-02', toDate: '2030-01-02', timing: '1D' },
      }),
  ],
  [
    'first page of transactions',
    1,
    () =>
      manager.client.transaction.findPage({
        body: {
          accountNumber: account.number,
          start: 0,
          count: 30,
          orderBy: 'transactionDate',
          direction: 'DESC',
        },
      }),
  ],
  ['report of transactions', 2, () => reportPage('transactions', [periodChosen, kindChosen])],
  ['report of open positions', 4, () => reportPage('open-positions', [])],
]

const periodChosen = { nomenclatorConfigNameKey: 'period', selectedItem: ['2025-01-02', '2026-01-02'] } as const
const kindChosen = { nomenclatorConfigNameKey: 'kind', selectedItem: 'ALL' } as const

const reportPage = (report: string, filter: readonly (typeof periodChosen | typeof kindChosen)[]) =>
  manager.client.report.getStaticReportData({
    body: {
      report,
      filter: [{ nomenclatorConfigNameKey: 'account', selectedItem: account.id }, ...filter],
      limit: 50,
      offset: 0,
    },
  })

test('a contribution takes at most 17 statements, begin and commit among them', async () => {
  const { id: memberId } = await app.services.db
    .selectFrom('member')
    .select('id')
    .where('owner_id', '=', manager.user.id)
    .where('status', '=', 'ACTIVATED')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { marketDay } = await manager.client.member.fundOverview({ params: { accountId: account.id } })
  const pay = () =>
    manager.client.member.createContribution(
      { body: { accountId: account.id, memberId, amount: cents('10.00'), date: marketDay, description: 'Counted' } },
      { idempotencyKey: randomUUID() },
    )
  expect(await statementsOf(pay)).toBeLessThanOrEqual(17)
})

test.each(calls)('%s takes at most %i statements', async (_name, atMost, call) => {
  expect(await statementsOf(call)).toBeLessThanOrEqual(atMost)
})
