// The combined gain of several accounts.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, closeSession, linkAccount } from '../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

async function accountWith(owner: TestUser, closes: readonly (readonly [string, string])[]): Promise<string> {
  const account = await linkAccount(app, owner, '2026-01-02', '100.00')
  for (const [day, value] of closes) await closeSession(app, account, day, value)
  return account.id
}

const percents = async (owner: TestUser, accountIds: string[]) =>
  (
    await owner.client.wallet.findConsolidatedPercentage({
      body: { accountIds, fromDate: null, toDate: null, timing: '1D' },
    })
  ).map(([, percent]) => Math.round(percent * 1e6) / 1e6)

test('gains of all accounts count together; an account that begins later is no gain, and neither is a deposit', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const first = await accountWith(owner, [
    ['2026-02-26', '100.00'],
    ['2026-02-27', '110.00'],
    ['2026-03-02', '120.00'],
    ['2026-03-03', '121.00'],
  ])
  const second = await accountWith(owner, [
    ['2026-03-02', '880.00'],
    ['2026-03-03', '1179.00'],
  ])
  await app.services.db
    .insertInto('account_movement')
    .values({
      account_id: second,
      id: randomUUID(),
      broker_id: randomUUID(),
      day: '2026-03-03',
      amount_cents: cents('200.00'),
      kind: 'JOURNAL',
      description: '',
      created_at: new Date(0),
    })
    .execute()
  expect(await percents(owner, [first])).toEqual([0, 10, 20, 21])
  // 1,000 together on March 2; 1,300 on March 3, measured on 1,200 including the 200 paid in: 8 1/3 percent on top of
  // the 20 before.
  expect(await percents(owner, [first, second])).toEqual([0, 10, 20, 30])
  expect(await percents(owner, [first, second, second])).toEqual([0, 10, 20, 30])
})

test('one account of somebody else makes the whole question unanswerable, and there is at least one account', async () => {
  const [owner, other] = [await app.signUp(['MANAGERS']), await app.signUp(['MANAGERS'])]
  const own = await accountWith(owner, [['2026-03-03', '1.00']])
  const foreign = await accountWith(other, [['2026-03-03', '1.00']])
  await expect(percents(owner, [own, foreign])).rejects.toMatchObject({ status: 404, body: { refusal: 'notFound' } })
  await expect(percents(owner, [])).rejects.toThrow('Choose at least one account.')
})
