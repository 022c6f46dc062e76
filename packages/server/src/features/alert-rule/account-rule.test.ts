// Alert rules about accounts: positions without a stop, access that lapses; and cases that are not judged because the
// data is stale.
import { isAboutInstrument, isOptionCode, multiplierOf } from '@clubfolio/domain'
import type { AlertTerms } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkAccount, type LinkedAccount } from '../../testing/factories.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { brokerOrderRow } from '../../testing/sample-rows.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { watchAccountRules } from './watch-accounts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const look = () => watchAccountRules(app.services)
const make = async (owner: TestUser, account: LinkedAccount, terms: AlertTerms, isRepeating = true) => {
  expect(isAboutInstrument(terms)).toBe(false)
  return (
    await owner.client.alertRule.create({
      body: { terms, code: null, accountId: account.id, note: '', isRepeating, expiresOn: null },
    })
  ).id
}
const newOwner = async () => {
  const owner = await app.signUp(['MANAGERS'])
  return { owner, account: await linkAccount(app, owner, '2026-03-03', '100000.00') }
}
const hold = (account: LinkedAccount, symbol: string, quantity = '100') =>
  app.services.db
    .insertInto('account_position')
    .values({
      account_id: account.id,
      symbol,
      asset_type: isOptionCode(symbol) ? 'OPTION' : 'EQUITY',
      description: null,
      multiplier: multiplierOf(symbol),
      quantity,
      average_price: '50',
      market_value_cents: 500_000n,
      open_profit_cents: 0n,
    })
    .execute()
/** Has a stop work below a position. */
const protect = (account: LinkedAccount, symbol: string, quantity: string) =>
  app.services.db
    .insertInto('broker_order')
    .values(
      brokerOrderRow(account.id, '700', {
        symbol,
        instruction: 'SELL',
        order_type: 'STOP',
        quantity,
        remaining_quantity: quantity,
        price: null,
        stop_price: '45',
      }),
    )
    .execute()
/** Marks the account as read just now. */
const read = (account: LinkedAccount) =>
  app.services.db
    .updateTable('account')
    .set({ synced_at: new Date(app.clock.nowMs()) })
    .where('id', '=', account.id)
    .execute()
const texts = async (owner: TestUser) =>
  (await owner.client.alertRule.findFirings({ params: { start: 0, count: 50 } })).result.map(({ text }) => text)

test('a position without a stop for a minute notifies once, and is a critical alert until it has one', async () => {
  const { owner, account } = await newOwner()
  await make(owner, account, { kind: 'UNPROTECTED' })
  expect(await look()).toBe(0)
  await hold(account, 'ACME')
  await look()
  expect(await texts(owner)).toEqual([])
  app.clock.advance(60_000)
  expect(await look()).toBe(1)
  expect(await texts(owner)).toEqual([`Account •••• ${account.number.slice(-4)} (paper) holds ACME without a stop.`])
  expect(await owner.client.alert.findCurrent()).toMatchObject([
    { kind: 'RULE_FIRED', severity: 'CRITICAL', link: '/operation', resolvedAt: null },
  ])
  expect(await look()).toBe(0)
  await app.services.db.deleteFrom('account_position').where('account_id', '=', account.id).execute()
  await look()
  expect(await owner.client.alert.findCurrent()).toMatchObject([{ resolvedAt: app.clock.nowMs() }])
})

test('a position that stops cover in part is not called one without a stop', async () => {
  const { owner, account } = await newOwner()
  await make(owner, account, { kind: 'UNPROTECTED' })
  expect(await look()).toBe(0)
  await hold(account, 'ACME', '1400')
  await hold(account, 'BOLT')
  await protect(account, 'ACME', '1250')
  await look()
  app.clock.advance(60_000)
  await look()
  expect(await texts(owner)).toEqual([
    `Account •••• ${account.number.slice(-4)} (paper) holds BOLT without a stop; ACME with a stop for 1,250 of 1,400.`,
  ])
})

test.each([
  ['a bought option alone, because it loses what was paid at most', { 'MARX  261218C00100000': '1' }],
  ['both legs of a vertical', { 'MARX  261218C00100000': '2', 'MARX  261218C00110000': '-2' }],
  [
    'both legs of a calendar, whose bought leg ends later',
    { 'MARX  261218P00100000': '-1', 'MARX  270115P00100000': '1' },
  ],
])('no stop is missing for %s', async (_, legs) => {
  const { owner, account } = await newOwner()
  await make(owner, account, { kind: 'UNPROTECTED' })
  expect(await look()).toBe(0)
  for (const [code, quantity] of Object.entries(legs)) await hold(account, code, quantity)
  await look()
  app.clock.advance(60_000)
  expect(await look()).toBe(0)
  expect(await owner.client.alert.findCurrent()).toEqual([])
  expect(
    await owner.client.alertRule.preview({
      body: { terms: { kind: 'UNPROTECTED' }, code: null, accountId: account.id },
    }),
  ).toMatchObject({ isBeyond: false })
})

test.each([
  ['alone', { 'MARX  261218C00100000': '-1' }, 'MARX 100 call 2026-12-18'],
  [
    'beside a bought one of the other right',
    { 'MARX  261218C00100000': '-1', 'MARX  261218P00100000': '1' },
    'MARX 100 call 2026-12-18',
  ],
  [
    'beside a bought one of another share',
    { 'MARX  261218C00102500': '-1', 'ACME  261218C00100000': '1' },
    'MARX 102.5 call 2026-12-18',
  ],
  [
    'beside a bought one that ends earlier',
    { 'MARX  261218P00100000': '-1', 'MARX  261120P00100000': '1' },
    'MARX 100 put 2026-12-18',
  ],
  [
    'for more than the bought ones cover',
    { 'MARX  261218C00110000': '-3', 'MARX  261218C00100000': '2' },
    'MARX 110 call 2026-12-18',
  ],
])('a written option %s notifies, by its name in words', async (_, legs, name) => {
  const { owner, account } = await newOwner()
  await make(owner, account, { kind: 'UNPROTECTED' })
  expect(await look()).toBe(0)
  for (const [code, quantity] of Object.entries(legs)) await hold(account, code, quantity)
  await look()
  app.clock.advance(60_000)
  expect(await look()).toBe(1)
  expect(await texts(owner)).toEqual([`Account •••• ${account.number.slice(-4)} (paper) holds ${name} without a stop.`])
  expect(await owner.client.alert.findCurrent()).toMatchObject([
    { severity: 'CRITICAL', text: expect.not.stringContaining('261218') as string },
  ])
  expect(
    await owner.client.alertRule.preview({
      body: { terms: { kind: 'UNPROTECTED' }, code: null, accountId: account.id },
    }),
  ).toMatchObject({ next: expect.stringContaining(`${name} without`) as string })
})

test('a written call that held shares cover lacks no stop; the shares do', async () => {
  const { owner, account } = await newOwner()
  await make(owner, account, { kind: 'UNPROTECTED' })
  expect(await look()).toBe(0)
  await hold(account, 'MARX', '150')
  await hold(account, 'MARX  261218C00110000', '-1')
  await look()
  app.clock.advance(60_000)
  await look()
  expect(await texts(owner)).toEqual([`Account •••• ${account.number.slice(-4)} (paper) holds MARX without a stop.`])
})

test('an account that was not read for long is not judged', async () => {
  const { owner, account } = await newOwner()
  await make(owner, account, { kind: 'UNPROTECTED' })
  await hold(account, 'ACME')
  app.clock.advance(16 * 60_000)
  for (let n = 0; n < 2; n++) {
    await look()
    app.clock.advance(60_000)
  }
  expect(await texts(owner)).toEqual([])
  await read(account)
  await look()
  app.clock.advance(60_000)
  expect(await look()).toBe(1)
})

test('access that lapses notifies days before, once for each authorisation', async () => {
  const { owner, account } = await newOwner()
  await make(owner, account, { kind: 'ACCESS', days: 3 })
  expect(await look()).toBe(0)
  const setEnd = (days: number) =>
    app.services.db
      .updateTable('broker_login')
      .set({ refresh_expires_at: new Date(app.clock.nowMs() + days * 86_400_000) })
      .where('owner_id', '=', owner.user.id)
      .execute()
  await setEnd(3)
  expect(await look()).toBe(1)
  expect(await look()).toBe(0)
  await setEnd(7)
  expect(await look()).toBe(0)
  await setEnd(2)
  expect(await look()).toBe(1)
  expect(await texts(owner)).toHaveLength(2)
})

test('a fall that is there already is said, and many processes at once tell of a new one once', async () => {
  const { owner, account } = await newOwner()
  const fall = (value: bigint) =>
    app.services.db
      .updateTable('account')
      .set({ float_value_cents: value, synced_at: new Date(app.clock.nowMs()) })
      .where('id', '=', account.id)
      .execute()
  await app.services.db
    .insertInto('account_close')
    .values({
      account_id: account.id,
      day: '2026-03-03',
      broker_value_cents: 10_000_000n,
      real_value_cents: 10_000_000n,
      cash_cents: 10_000_000n,
      is_rebuilt: false,
      is_reconciled: true,
      created_at: new Date(app.clock.nowMs()),
    })
    .execute()
  await fall(8_500_000n)
  const preview = await owner.client.alertRule.preview({
    body: { terms: { kind: 'DRAWDOWN', percent: '10' }, code: null, accountId: account.id },
  })
  expect(preview).toMatchObject({
    isBeyond: true,
    next: 'Is there already; now 15 % below. Waits until it was back at 8 % or less.',
  })
  await make(owner, account, { kind: 'DRAWDOWN', percent: '20' })
  await fall(8_000_000n)
  const fired = await Promise.all(Array.from({ length: 6 }, look))
  expect(fired.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await texts(owner)).toEqual([
    `Account •••• ${account.number.slice(-4)} (paper) is 20 % below its peak, money in and out not counted.`,
  ])
})

test("somebody else's account looks like a missing one", async () => {
  const { account } = await newOwner()
  const stranger = await app.signUp(['MANAGERS'])
  expect(await refusalOf(make(stranger, account, { kind: 'DRAWDOWN', percent: '5' }))).toBe('404 notFound')
  expect(
    await refusalOf(
      stranger.client.alertRule.preview({
        body: { terms: { kind: 'UNPROTECTED' }, code: null, accountId: account.id },
      }),
    ),
  ).toBe('404 notFound')
})
