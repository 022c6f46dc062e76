// Bid, ask and last price for an order ticket: of the socket's market where the account trades there, otherwise of its
// brokerage.
import { optionCodeOf } from '@clubfolio/simulated-market'
import { toMarketDay } from '@clubfolio/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { fillSimulatedMarket } from '../market/fill-simulated-market.ts'

const option = 'ACME  260320C00120000'

let app: TestBrokerage
let owner: TestUser
let accountNumber: string
beforeAll(async () => {
  app = await startTestBrokerage()
  await fillSimulatedMarket(app.services)
  app.market.set('ACME', 123.45)
  app.market.set(option, 5.2)
  owner = await app.signUp(['MANAGERS'])
  await app.link(owner, 'quoted')
  const { number } = await app.services.db
    .selectFrom('account')
    .select('number')
    .where('owner_id', '=', owner.user.id)
    .executeTakeFirstOrThrow()
  accountNumber = number
}, 120_000)
afterAll(() => app.stop())

const find = (codes: string[]) => owner.client.quote.find({ body: { codes, accountNumber } })
const live = (code: string) => app.services.simulated.quoteAt(code, app.clock.nowMs())!
const moveTo = (source: string) =>
  app.services.db.updateTable('account').set({ market_source: source }).where('number', '=', accountNumber).execute()

test('an account on the ticking market is quoted what the socket sends, contracts too', async () => {
  const friday = toMarketDay('2026-03-20')
  const { expirations } = app.services.simulated.optionChain('SPY', app.clock.nowMs(), friday, friday)!
  const contract = expirations[0]!.calls.find(({ bid, last }) => bid > 0 && last !== null)!
  const code = optionCodeOf(contract)
  const { last, bid, ask, volume } = live('SPY')
  const atMs = app.clock.nowMs()
  expect(await find([code, 'NONE', 'SPY'])).toEqual([
    { code, last: contract.last, bid: contract.bid, ask: contract.ask, atMs, isLive: true },
    { code: 'SPY', last, bid, ask, volume, atMs, isLive: true },
  ])
})

test('any other account is quoted by its own brokerage, and the socket has other prices', async () => {
  await moveTo('live')
  const found = await find(['ACME', 'NONE', option])
  expect(found.map(({ code, last, isLive }) => [code, last, isLive])).toEqual([
    ['ACME', 123.45, undefined],
    [option, 5.2, undefined],
  ])
  for (const { last, bid, ask } of found) {
    expect(bid).toBeLessThanOrEqual(last)
    expect(ask).toBeGreaterThan(bid!)
  }
})

test('a brokerage that cannot be asked now leaves the quote out, as it does for a disabled account', async () => {
  await moveTo('live')
  const setActive = (isActive: boolean) =>
    app.services.db.updateTable('account').set({ is_active: isActive }).where('number', '=', accountNumber).execute()
  await setActive(false)
  expect(await find(['ACME'])).toEqual([])
  await setActive(true)
  expect(await find(['ACME'])).toHaveLength(1)
  app.clock.advance(8 * 86_400_000)
  const { client } = await app.signIn(owner.email)
  expect(await client.quote.find({ body: { codes: ['ACME'], accountNumber } })).toEqual([])
})
