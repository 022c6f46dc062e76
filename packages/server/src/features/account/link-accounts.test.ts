// Linking through the broker's own pages, against the real paper brokerage over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { behindWrite } from '../../testing/behind-write.ts'
import { cents } from '../../testing/factories.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'

let app: TestBrokerage
beforeAll(async () => {
  app = await startTestBrokerage()
})
afterAll(() => app.stop())

const refused = (refusal: string, status: number) =>
  expect.objectContaining({ status, body: expect.objectContaining({ refusal }) as object })

test('an owner who consents finds his account with its values, as his default, with access for seven days', async () => {
  const owner = await app.signUp(['MANAGERS'])
  await app.link(owner, 'anna')
  const accounts = await owner.client.account.viewMyAccount({ params: { userId: owner.user.id } })
  expect(accounts).toEqual([
    expect.objectContaining({
      number: expect.stringMatching(/^\d{8}$/) as string,
      type: 'MARGIN',
      initialBalance: 10_000_000n,
      floatValue: 10_000_000n,
      realValue: 10_000_000n,
      buyingPower: 20_000_000n,
      isDefault: true,
      isActive: true,
      accessExpirationDate: app.clock.nowMs() + 7 * 24 * 3_600_000,
      syncFailure: null,
    }),
  ])
  expect(await owner.client.account.viewMyDefaultAccount({ params: { userId: owner.user.id } })).toEqual(accounts[0])
})

test('on the wire the flags are the texts of the specification and money is dollars', async () => {
  const owner = await app.signUp(['MANAGERS'])
  await app.link(owner, 'berta', 'CASH')
  const answer = await fetch(`${app.url}/v1/api/account/view-my-account/${owner.user.id}`, {
    headers: { token: owner.user.token },
  })
  const [account] = (await answer.json()) as Record<string, unknown>[]
  expect(account).toMatchObject({
    type: 'CASH',
    isDefault: 'true',
    isActive: 'true',
    buyingPower: 100_000,
    floatValue: 100_000,
  })
})

test('one consent links all accounts of the login, and those left out stay out', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const started = await owner.client.account.getAmtTk()
  const consent = await app.register(started.authoriseUrl, 'carla')
  await consent.openAccount(started.authoriseUrl, 'CASH')
  await consent.openAccount(started.authoriseUrl, 'CASH')
  const back = await consent.allow(undefined, (boxes) => boxes.slice(0, 2))
  const { message } = await owner.client.account.createMy({
    body: { code: back.get('code')!, token: started.token, isActive: true, ownerId: owner.user.id },
  })
  expect(message).toBe('2 accounts are linked.')
  const accounts = await owner.client.account.viewMyAccount({ params: { userId: owner.user.id } })
  expect(accounts.map(({ type }) => type).sort()).toEqual(['CASH', 'MARGIN'])
  expect(accounts.filter(({ isDefault }) => isDefault)).toHaveLength(1)
})

test('of two logins linked at the same moment one gives the default account', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const accountsOf = () => owner.client.account.viewMyAccount({ params: { userId: owner.user.id } })
  await app.link(owner, 'lea')
  const [first] = await accountsOf()
  await owner.client.account.toggleDefault({ body: { accountId: first!.id, isDefault: false } })
  await behindWrite(
    app.services.pool,
    async (linker) => {
      await linker.query('select from app_user where id = $1 for no key update', [owner.user.id])
      await linker.query('update account set is_default = true where id = $1', [first!.id])
    },
    () => app.link(owner, 'lou'),
  )
  expect((await accountsOf()).map(({ id, isDefault }) => isDefault && id).filter(Boolean)).toEqual([first!.id])
  expect(await accountsOf()).toHaveLength(2)
})

test('a code works once: with a fresh attempt it is refused and nothing is linked', async () => {
  const [owner, other] = [await app.signUp(['MANAGERS']), await app.signUp(['MANAGERS'])]
  const started = await owner.client.account.getAmtTk()
  const back = await (await app.register(started.authoriseUrl, 'dora')).allow()
  await owner.client.account.createMy({
    body: { code: back.get('code')!, token: started.token, ownerId: owner.user.id },
  })
  const again = await other.client.account.getAmtTk()
  await expect(
    other.client.account.createMy({ body: { code: back.get('code')!, token: again.token, ownerId: other.user.id } }),
  ).rejects.toEqual(refused('authorisationRefused', 400))
  expect(await other.client.account.viewMyAccount({ params: { userId: other.user.id } })).toEqual([])
})

test('a code older than thirty seconds is refused', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const started = await owner.client.account.getAmtTk()
  const back = await (await app.register(started.authoriseUrl, 'erna')).allow()
  app.clock.advance(31_000)
  await expect(
    owner.client.account.createMy({ body: { code: back.get('code')!, token: started.token, ownerId: owner.user.id } }),
  ).rejects.toEqual(refused('authorisationRefused', 400))
})

test('a state links once, for its own session only, within ten minutes, and not for a renewal', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const thief = await app.signUp(['MANAGERS'])
  const started = await owner.client.account.getAmtTk()
  const body = { code: 'C0.made-up@', token: started.token }
  await expect(thief.client.account.createMy({ body: { ...body, ownerId: thief.user.id } })).rejects.toEqual(
    refused('linkAttemptOver', 400),
  )
  const otherTab = await app.signIn(owner.email)
  await expect(otherTab.client.account.createMy({ body: { ...body, ownerId: owner.user.id } })).rejects.toEqual(
    refused('linkAttemptOver', 400),
  )
  await expect(
    owner.client.account.createMy({ body: { ...body, token: 'never-issued', ownerId: owner.user.id } }),
  ).rejects.toEqual(refused('linkAttemptOver', 400))
  // The right session consumes the attempt even with a wrong code; a second try needs a new attempt.
  await expect(owner.client.account.createMy({ body: { ...body, ownerId: owner.user.id } })).rejects.toEqual(
    refused('authorisationRefused', 400),
  )
  await expect(owner.client.account.createMy({ body: { ...body, ownerId: owner.user.id } })).rejects.toEqual(
    refused('linkAttemptOver', 400),
  )

  const late = await owner.client.account.getAmtTk()
  app.clock.advance(10 * 60_000)
  await expect(
    owner.client.account.createMy({ body: { ...body, token: late.token, ownerId: owner.user.id } }),
  ).rejects.toEqual(refused('linkAttemptOver', 400))
})

test('of two tabs that bring the same state and code at the same moment one links', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const started = await owner.client.account.getAmtTk()
  const back = await (await app.register(started.authoriseUrl, 'frida')).allow()
  const create = () =>
    owner.client.account.createMy({ body: { code: back.get('code')!, token: started.token, ownerId: owner.user.id } })
  const outcomes = await Promise.allSettled([create(), create(), create()])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await owner.client.account.viewMyAccount({ params: { userId: owner.user.id } })).toHaveLength(1)
})

test('a user who denies comes back with access_denied and the state', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const started = await owner.client.account.getAmtTk()
  const back = await (await app.register(started.authoriseUrl, 'gerda')).deny()
  expect(Object.fromEntries(back)).toEqual({ error: 'access_denied', state: started.token })
})

test('an account belongs to one user: another who links it is refused and gets nothing of that consent', async () => {
  const [owner, other] = [await app.signUp(['MANAGERS']), await app.signUp(['MANAGERS'])]
  const consent = await app.link(owner, 'hanna')
  const started = await other.client.account.getAmtTk()
  await consent.openAccount(started.authoriseUrl, 'CASH')
  const back = await consent.allow()
  const linking = other.client.account.createMy({
    body: { code: back.get('code')!, token: started.token, ownerId: other.user.id },
  })
  await expect(linking).rejects.toEqual(refused('accountLinkedElsewhere', 409))
  expect(await other.client.account.viewMyAccount({ params: { userId: other.user.id } })).toEqual([])
  const logins = await app.services.db
    .selectFrom('broker_login')
    .select('id')
    .where('owner_id', '=', other.user.id)
    .execute()
  expect(logins).toEqual([])
})

test('linking an account again keeps its id, its initial value and what was written at the first linking', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const consent = await app.link(owner, 'ida')
  const [before] = await owner.client.account.viewMyAccount({ params: { userId: owner.user.id } })
  await owner.client.account.updateInitialBalance({ body: { id: before!.id, initialBalance: cents('50000') } })
  const rowBefore = await app.services.db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', before!.id)
    .executeTakeFirstOrThrow()
  app.clock.advance(86_400_000)
  const fresh = await app.signIn(owner.email)
  const started = await fresh.client.account.getAmtTk()
  const back = await consent.allow(started.authoriseUrl)
  await fresh.client.account.createMy({
    body: { code: back.get('code')!, token: started.token, ownerId: owner.user.id },
  })
  const rows = await app.services.db.selectFrom('account').selectAll().where('owner_id', '=', owner.user.id).execute()
  expect(rows).toHaveLength(1)
  const { broker_login_id: newLogin, synced_at: _at, ...kept } = rows[0]!
  expect(rowBefore).toMatchObject(kept)
  expect(newLogin).not.toBe(rowBefore.broker_login_id)
  const logins = await app.services.db
    .selectFrom('broker_login')
    .select('id')
    .where('owner_id', '=', owner.user.id)
    .execute()
  expect(logins).toEqual([{ id: newLogin }])
})

test('somebody else as owner in the body is not found, and nothing is used up', async () => {
  const [owner, other] = [await app.signUp(['MANAGERS']), await app.signUp(['MANAGERS'])]
  const started = await owner.client.account.getAmtTk()
  await expect(
    owner.client.account.createMy({ body: { code: 'x', token: started.token, ownerId: other.user.id } }),
  ).rejects.toEqual(refused('notFound', 404))
  const attempt = await app.services.db
    .selectFrom('link_attempt')
    .select('used_at')
    .where('owner_id', '=', owner.user.id)
    .execute()
  expect(attempt).toEqual([{ used_at: null }])
})
