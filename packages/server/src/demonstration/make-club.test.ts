// The demonstration as a whole, on real PostgreSQL and the real paper brokerage with its simulated market: a year of
// trades and a club of five on top of it, created exactly once whatever happens in between. Its books must pass every
// check that a real club's pass.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrokers } from '../adapters/broker/brokers.ts'
import { BrokerFailure } from '../adapters/broker/port.ts'
import { checkFunds } from '../features/fund/check/check-funds.ts'
import { checkInvariants } from '../features/fund/check/check-invariants.ts'
import { findFundAccount } from '../features/fund/book/load-fund.ts'
import { readRecords } from '../features/fund/book/read-records.ts'
import { type Demonstration, startDemonstration } from '../testing/demonstration.ts'
import type { TestUser } from '../testing/test-app.ts'
import { makeClub } from './make-club.ts'

let app: Demonstration
let manager: TestUser

beforeAll(async () => {
  app = await startDemonstration()
})
afterAll(() => app.stop())

test('a start that is refused or cut off is made whole by the next one, once', async () => {
  const { login, broker } = app
  await expect(makeClub(app.services, { ...login, password: 'another' })).rejects.toThrow('did not take the login')
  expect(await app.services.db.selectFrom('account').select('id').execute()).toEqual([])
  const halting = {
    ...app.services,
    brokers: createBrokers([
      { ...broker, listTransactions: () => Promise.reject(new BrokerFailure('UNAVAILABLE', 'killed here')) },
    ]),
  }
  await expect(makeClub(halting, login)).rejects.toThrow('killed here')
  expect(await app.services.db.selectFrom('account').select('number').execute()).toHaveLength(1)
  expect(await app.services.db.selectFrom('member').select('id').execute()).toEqual([])
  expect(await makeClub(app.services, login)).toBe('MADE')
  expect(await makeClub(app.services, login)).toBe('THERE')
  manager = await app.signInAs('manager')
  expect(await manager.client.security.findMySessions()).toHaveLength(1)
})

test('the manager has a year of closes that add up, longs and shorts, and a default account', async () => {
  const [account] = await manager.client.account.viewMyAccount({ params: { userId: manager.user.id } })
  expect(account).toMatchObject({ isDefault: true, isActive: true })
  const closes = await app.services.db.selectFrom('account_close').select(['day', 'is_reconciled']).execute()
  expect(closes.length).toBeGreaterThan(230)
  expect(closes.every((close) => close.is_reconciled)).toBe(true)
  const sync = await app.services.db.selectFrom('account_sync').select('unexplained_cents').executeTakeFirstOrThrow()
  expect(sync.unexplained_cents).toBe(0n)
  const positions = await app.services.db.selectFrom('account_position').select('quantity').execute()
  expect(positions.some(({ quantity }) => Number(quantity) > 0)).toBe(true)
  expect(positions.some(({ quantity }) => Number(quantity) < 0)).toBe(true)
})

test('five members share the fund, one has partly left, every movement is matched, and all invariants hold', async () => {
  const account = await app.services.db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  const rows = await manager.client.member.searchParticipationByAccount({ params: { accountId: account.id } })
  expect(rows).toHaveLength(6)
  const members = await manager.client.member.findAllMembers()
  expect(members).toHaveLength(5)
  for (const member of members)
    expect(await manager.client.member.findBankAccounts({ params: { memberId: member.id } })).toHaveLength(1)
  const books = await manager.client.fund.findBooks({ params: { accountId: account.id } })
  expect(books.unmatchedMovements).toEqual([])
  expect(books.matches.length).toBe(4)
  expect(books.opening.value).toBe(10_000_000n)
  const entries = await app.services.db.selectFrom('fund_entry').select(['kind', 'amount_cents']).execute()
  expect(entries.filter(({ kind }) => kind === 'contribution')).toHaveLength(6)
  expect(entries.filter(({ kind }) => kind === 'retribution')).toMatchObject([{ amount_cents: 300_000n }])
  const records = await readRecords(app.services.db, await findFundAccount(app.services.db, account.id))
  expect(checkInvariants(records)).toEqual([])
  expect(await checkFunds(app.services)).toBe(1)
  expect(await manager.client.fund.findChecks()).toMatchObject([{ isHeld: true, findings: [] }])
  const { fundValue } = await manager.client.member.fundOverview({ params: { accountId: account.id } })
  expect(fundValue).toBeGreaterThan(0n)
})

test('the member finds his share, and nothing of the others', async () => {
  const member = await app.signInAs('member')
  expect(await member.client.fund.findMyParticipations()).toMatchObject([{ amount: 4_400_000n }])
  expect(await member.client.account.viewMyAccount({ params: { userId: member.user.id } })).toEqual([])
})
