// Changes an owner makes to their accounts: default, initial value, enabled or disabled; including races and repeats.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, linkAccount } from '../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const accountsOf = (person: TestUser) => person.client.account.viewMyAccount({ params: { userId: person.user.id } })

test('giving one account the default takes it from the other; taking it leaves none', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const [one, two] = [
    await linkAccount(app, owner, '2026-03-04', '100.00'),
    await linkAccount(app, owner, '2026-03-04', '200.00'),
  ]
  await owner.client.account.toggleDefault({ body: { accountId: one.id, isDefault: true } })
  await owner.client.account.toggleDefault({ body: { accountId: two.id, isDefault: true } })
  expect((await accountsOf(owner)).map(({ isDefault }) => isDefault)).toEqual([false, true])
  await owner.client.account.toggleDefault({ body: { accountId: two.id, isDefault: false } })
  expect(await owner.client.account.viewMyDefaultAccount({ params: { userId: owner.user.id } })).toBeNull()
})

test('of many toggles at the same moment every one is answered and one account is the default', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const accounts = await Promise.all(
    ['1.00', '2.00', '3.00', '4.00'].map((value) => linkAccount(app, owner, '2026-03-04', value)),
  )
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      owner.client.account.toggleDefault({ body: { accountId: accounts[index % 4]!.id, isDefault: true } }),
    ),
  )
  expect((await accountsOf(owner)).filter(({ isDefault }) => isDefault)).toHaveLength(1)
})

test('the initial value is kept to the cent, with who changed it from what', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const account = await linkAccount(app, owner, '2026-03-04', '100.00')
  await owner.client.account.updateInitialBalance({ body: { id: account.id, initialBalance: cents('75000.05') } })
  expect(await accountsOf(owner)).toMatchObject([{ initialBalance: 7_500_005n, floatValue: 10_000n }])
  const audit = await app.services.db
    .selectFrom('audit_log')
    .select(['actor_id', 'before', 'after'])
    .where('object_id', '=', account.id)
    .execute()
  expect(audit).toEqual([
    { actor_id: owner.user.id, before: { initialBalanceCents: '10000' }, after: { initialBalanceCents: '7500005' } },
  ])
})

test.each(['75000.005', 'plenty', '1e400', '999999999999999999'])(
  'an initial value of %s is refused beside its field',
  async (initialBalance) => {
    const owner = await app.signUp(['MANAGERS'])
    const account = await linkAccount(app, owner, '2026-03-04', '100.00')
    const answer = await fetch(`${app.url}/v1/api/account/update-initial-balance`, {
      method: 'POST',
      headers: { token: owner.user.token, 'content-type': 'application/json' },
      body: JSON.stringify({ id: account.id, initialBalance }),
    })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ error: [expect.objectContaining({ field: 'initialBalance' })] }),
    ])
  },
)

test('users without EMA change neither default nor initial value', async () => {
  const [owner, investor] = [await app.signUp(['MANAGERS']), await app.signUp(['INVESTORS'])]
  const account = await linkAccount(app, owner, '2026-03-04', '100.00')
  await expect(
    investor.client.account.toggleDefault({ body: { accountId: account.id, isDefault: true } }),
  ).rejects.toMatchObject({ status: 403 })
  await expect(
    investor.client.account.updateInitialBalance({ body: { id: account.id, initialBalance: cents('1') } }),
  ).rejects.toMatchObject({ status: 403 })
  await expect(investor.client.account.getAmtTk()).rejects.toMatchObject({ status: 403 })
})

test('a disabled account stays in the list and is not read until it is enabled', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const account = await linkAccount(app, owner, '2026-03-04', '100.00')
  await owner.client.account.enableDisableAccount({ body: { accountId: account.id, isActive: false } })
  expect(await accountsOf(owner)).toMatchObject([{ isActive: false, floatValue: 10_000n }])
  await expect(owner.client.account.syncNow({ body: { accountId: account.id } })).rejects.toMatchObject({
    status: 409,
    body: { refusal: 'accountDisabled' },
  })
  await owner.client.account.enableDisableAccount({ body: { accountId: account.id, isActive: true } })
  expect(await accountsOf(owner)).toMatchObject([{ isActive: true }])
})

test('the same request twice under one key happens once', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const account = await linkAccount(app, owner, '2026-03-04', '100.00')
  const change = () =>
    owner.client.account.enableDisableAccount(
      { body: { accountId: account.id, isActive: false } },
      { idempotencyKey: 'disable-once' },
    )
  expect(await change()).toEqual(await change())
  const audit = await app.services.db
    .selectFrom('audit_log')
    .select('action')
    .where('object_id', '=', account.id)
    .execute()
  expect(audit).toEqual([{ action: 'account.disable' }])
})

test('the currencies are dollars', async () => {
  const anyone = await app.signUp(['INVESTORS'])
  expect(await anyone.client.currency.findAll()).toEqual([{ code: 'USD', name: 'US dollar', symbol: '$' }])
})
