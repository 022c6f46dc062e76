// The gain an account shows for today: against its last official close, without money that only came or went.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeSession, linkAccount, moveMoney } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('the change of today counts from the last close and leaves a deposit out', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const read = async () =>
    (await owner.client.account.viewMyAccount({ params: { userId: owner.user.id } }))[0]!.todayChange
  const account = await linkAccount(app, owner, '2026-03-02', '1500.00')
  expect(await read()).toBeNull()
  await closeSession(app, account, '2026-03-02', '900.00')
  await closeSession(app, account, '2026-03-03', '1000.00')
  expect(await read()).toBe(50_000n)
  const move = (day: string, amount: string) => moveMoney(app, account, day, amount)
  await move('2026-03-03', '77.00')
  await move('2026-03-04', '600.00')
  expect(await read()).toBe(-10_000n)
})
