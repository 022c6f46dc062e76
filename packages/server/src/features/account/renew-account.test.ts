// Renewing access: what a new authorisation changes, which user it must belong to, and the silent refresh of the
// short-lived access token in between.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrokers } from '../../adapters/broker/brokers.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { loginAccess } from './broker-access.ts'
import { syncAccount } from '../account-reading/sync-account.ts'

const dayMs = 86_400_000
let app: TestBrokerage
beforeAll(async () => {
  app = await startTestBrokerage()
})
afterAll(() => app.stop())

const refused = (refusal: string, status: number) =>
  expect.objectContaining({ status, body: expect.objectContaining({ refusal }) as object })
const accountsOf = (person: TestUser) => person.client.account.viewMyAccount({ params: { userId: person.user.id } })
const loginIdOf = async (accountId: string) =>
  (
    await app.services.db
      .selectFrom('account')
      .select('broker_login_id')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).broker_login_id

test('renewing gives all linked accounts of that login seven new days, and links none that was left out before', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const started = await owner.client.account.getAmtTk()
  const consent = await app.register(started.authoriseUrl, 'anna')
  await consent.openAccount(started.authoriseUrl, 'CASH')
  await consent.openAccount(started.authoriseUrl, 'CASH')
  const first = await consent.allow(undefined, (boxes) => boxes.slice(0, 2))
  await owner.client.account.createMy({
    body: { code: first.get('code')!, token: started.token, ownerId: owner.user.id },
  })

  app.clock.advance(5 * dayMs)
  const again = await app.signIn(owner.email)
  const [one, two] = await accountsOf(again)
  const [access] = await again.client.account.getAccessByAccount({ params: { accountId: one!.id } })
  expect(access).toMatchObject({ appKey: 'clubfolio', redirectUrl: 'http://127.0.0.1:4600/account' })
  const back = await consent.allow(access!.authoriseUrl)
  const { message } = await again.client.account.renewAccount({
    body: { accountId: one!.id, code: back.get('code')!, token: access!.token },
  })
  expect(message).toBe('The access to 2 accounts is renewed.')
  const renewed = await accountsOf(again)
  expect(renewed.map(({ id }) => id)).toEqual([one!.id, two!.id])
  for (const account of renewed) expect(account.accessExpirationDate).toBe(app.clock.nowMs() + 7 * dayMs)
})

test('the state may be left out: then the newest attempt for this account in this session counts', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const consent = await app.link(owner, 'berta')
  const [account] = await accountsOf(owner)
  await expect(
    owner.client.account.renewAccount({ body: { accountId: account!.id, code: 'x', token: undefined } }),
  ).rejects.toEqual(refused('linkAttemptOver', 400))
  const [access] = await owner.client.account.getAccessByAccount({ params: { accountId: account!.id } })
  const back = await consent.allow(access!.authoriseUrl)
  await owner.client.account.renewAccount({
    body: { accountId: account!.id, code: back.get('code')!, token: undefined },
  })
})

test('an authorisation that leaves the account out is refused and changes nothing', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const consent = await app.link(owner, 'carla')
  const [account] = await accountsOf(owner)
  const before = await loginIdOf(account!.id)
  const [access] = await owner.client.account.getAccessByAccount({ params: { accountId: account!.id } })
  await consent.openAccount(access!.authoriseUrl, 'CASH')
  const back = await consent.allow(undefined, (boxes) => boxes.slice(1))
  const renewing = owner.client.account.renewAccount({
    body: { accountId: account!.id, code: back.get('code')!, token: access!.token },
  })
  await expect(renewing).rejects.toEqual(refused('authorisationLacksAccount', 400))
  expect(await loginIdOf(account!.id)).toBe(before)
})

test('a state of linking renews nothing, and one of another account neither', async () => {
  const owner = await app.signUp(['MANAGERS'])
  await app.link(owner, 'dora')
  const [account] = await accountsOf(owner)
  const linking = await owner.client.account.getAmtTk()
  await expect(
    owner.client.account.renewAccount({ body: { accountId: account!.id, code: 'x', token: linking.token } }),
  ).rejects.toEqual(refused('linkAttemptOver', 400))
  const [renewing] = await owner.client.account.getAccessByAccount({ params: { accountId: account!.id } })
  await expect(
    owner.client.account.createMy({ body: { code: 'x', token: renewing!.token, ownerId: owner.user.id } }),
  ).rejects.toEqual(refused('linkAttemptOver', 400))
})

test("somebody else's account answers like one that does not exist, in every call", async () => {
  const [owner, other] = [await app.signUp(['MANAGERS']), await app.signUp(['MANAGERS'])]
  await app.link(owner, 'erna')
  const [account] = await accountsOf(owner)
  const missing = '00000000-0000-7000-8000-000000000000'
  const { account: calls } = other.client
  const answers = async (accountId: string): Promise<unknown[]> =>
    Promise.all(
      [
        calls.getAccessByAccount({ params: { accountId } }),
        calls.renewAccount({ body: { accountId, code: 'x', token: 'y' } }),
        calls.updateInitialBalance({ body: { id: accountId, initialBalance: account!.initialBalance } }),
        calls.toggleDefault({ body: { accountId, isDefault: true } }),
        calls.enableDisableAccount({ body: { accountId, isActive: false } }),
        calls.syncNow({ body: { accountId } }),
      ].map((call) =>
        call.then(
          () => 'done',
          (error: { status: number; body: { requestId?: string } }) => ({ ...error.body, requestId: undefined }),
        ),
      ),
    )
  const [theirs, none] = [await answers(account!.id), await answers(missing)]
  expect(theirs).toEqual(none)
  expect(theirs).toEqual(
    Array.from({ length: 6 }, () => expect.objectContaining({ code: 404, refusal: 'notFound' }) as unknown),
  )
  await expect(calls.viewMyAccount({ params: { userId: owner.user.id } })).rejects.toEqual(refused('notFound', 404))
  await expect(calls.viewMyDefaultAccount({ params: { userId: owner.user.id } })).rejects.toEqual(
    refused('notFound', 404),
  )
  expect(await accountsOf(owner)).toMatchObject([{ isActive: true, isDefault: true }])
})

test('the short access is renewed silently, once for all who ask at the same moment, without moving the end', async () => {
  const owner = await app.signUp(['MANAGERS'])
  await app.link(owner, 'frida')
  const [account] = await accountsOf(owner)
  app.clock.advance(40 * 60_000)
  const loginId = await loginIdOf(account!.id)
  const refreshes: string[] = []
  const counting = {
    ...app.services,
    brokers: createBrokers([
      { ...app.broker, refresh: (token: string) => (refreshes.push(token), app.broker.refresh(token)) },
    ]),
  }
  // Another process shares the database but not this process's memory; a separate pool of the same kind simulates it.
  const tokens = await Promise.all(
    [loginAccess(counting, loginId), loginAccess(counting, loginId), loginAccess(counting, loginId)].map((access) =>
      access.accessToken(),
    ),
  )
  expect(new Set(tokens).size).toBe(1)
  expect(refreshes).toHaveLength(1)
  expect(await syncAccount(app.services, account!.id)).toBe('READ')
  const fresh = await app.signIn(owner.email)
  expect((await accountsOf(fresh))[0]!.accessExpirationDate).toBe(account!.accessExpirationDate)
})

test('between processes the second waits for the first and takes its result', async () => {
  const owner = await app.signUp(['MANAGERS'])
  await app.link(owner, 'gerda')
  const [account] = await accountsOf(owner)
  app.clock.advance(40 * 60_000)
  const loginId = await loginIdOf(account!.id)
  let refreshes = 0
  const process = () => {
    // A separate pool object, so that the in-process memory does not know about the other's refresh.
    const db = app.services.db.withoutPlugins()
    return {
      ...app.services,
      db,
      brokers: createBrokers([{ ...app.broker, refresh: (token: string) => (refreshes++, app.broker.refresh(token)) }]),
    }
  }
  const tokens = await Promise.all(
    [process(), process(), process()].map((services) => loginAccess(services, loginId).accessToken()),
  )
  expect(new Set(tokens).size).toBe(1)
  expect(refreshes).toBe(1)
})

test('lapsed access keeps the last values, says so since when, and one renewal mends it', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const consent = await app.link(owner, 'hanna')
  const [account] = await accountsOf(owner)
  app.clock.advance(8 * dayMs)
  const outcome = await syncAccount(app.services, account!.id)
  expect(outcome).toMatchObject({ kind: 'LAPSED' })
  const fresh = await app.signIn(owner.email)
  expect(await accountsOf(fresh)).toMatchObject([
    { floatValue: 10_000_000n, syncFailure: 'LAPSED', syncFailedAt: app.clock.nowMs(), syncedAt: account!.syncedAt },
  ])
  await expect(fresh.client.account.syncNow({ body: { accountId: account!.id } })).rejects.toEqual(
    refused('accountLapsed', 409),
  )

  const [access] = await fresh.client.account.getAccessByAccount({ params: { accountId: account!.id } })
  const back = await consent.allow(access!.authoriseUrl)
  await fresh.client.account.renewAccount({
    body: { accountId: account!.id, code: back.get('code')!, token: access!.token },
  })
  expect(await fresh.client.account.syncNow({ body: { accountId: account!.id } })).toMatchObject({
    syncFailure: null,
    syncFailedAt: null,
    syncedAt: app.clock.nowMs(),
  })
})

test('access that the broker ended before its time shows as ended then', async () => {
  const owner = await app.signUp(['MANAGERS'])
  await app.link(owner, 'ida')
  const [account] = await accountsOf(owner)
  await app.endConsents()
  app.clock.advance(60 * 60_000)
  expect(await syncAccount(app.services, account!.id)).toMatchObject({ kind: 'LAPSED' })
  const fresh = await app.signIn(owner.email)
  expect((await accountsOf(fresh))[0]!.accessExpirationDate).toBe(app.clock.nowMs())
})
