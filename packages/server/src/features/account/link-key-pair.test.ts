// Linking an account by a key pair, and by a consent that lasts until it is revoked, over the Alpaca wire of the paper
// brokerage.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeyPair } from '../../adapters/broker/port.ts'
import { type Consent, startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { syncAccount } from '../account-reading/sync-account.ts'

let app: TestBrokerage
beforeAll(async () => {
  app = await startTestBrokerage({ isAlpacaFirst: true })
})
afterAll(() => app.stop())

const refused = (refusal: string, status: number) =>
  expect.objectContaining({ status, body: expect.objectContaining({ refusal }) as object })

const accountsOf = ({ client, user }: TestUser) => client.account.viewMyAccount({ params: { userId: user.id } })

async function openLogin(owner: TestUser, name: string): Promise<{ consent: Consent; token: string }> {
  const { authoriseUrl, token } = await owner.client.account.getAmtTk()
  return { consent: await app.register(authoriseUrl, name), token }
}

const linkByKeys = (owner: TestUser, keyPair: KeyPair, token: string) =>
  owner.client.account.createMy({ body: { keyPair, token, ownerId: owner.user.id } })

test('a key pair links its account, with access that does not expire, and reads it', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const { consent, token } = await openLogin(owner, 'keys-link')
  expect((await linkByKeys(owner, await consent.makeKeyPair(), token)).message).toMatch(/^Account \S+ is linked\.$/)
  const [account] = await accountsOf(owner)
  expect(account).toMatchObject({
    broker: 'alpaca-paper',
    brokerName: 'Alpaca Paper',
    isPaper: true,
    isReadOnly: false,
    floatValue: 10_000_000n,
    accessExpirationDate: null,
  })
  app.clock.advance(100 * 86_400_000)
  expect(await syncAccount(app.services, account!.id)).toBe('READ')
})

test('a consent links the account that was chosen, with access that does not expire', async () => {
  const owner = await app.signUp(['MANAGERS'])
  await app.link(owner, 'consent-link')
  expect(await accountsOf(owner)).toMatchObject([{ broker: 'alpaca-paper', accessExpirationDate: null }])
})

test('a wrong key pair links nothing and says what to check', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const { consent, token } = await openLogin(owner, 'keys-wrong')
  const pair = await consent.makeKeyPair()
  await expect(linkByKeys(owner, { ...pair, secret: `${pair.secret}x` }, token)).rejects.toEqual(
    refused('keyPairRefused', 400),
  )
  expect(await accountsOf(owner)).toEqual([])
})

test('a call brings a code or a key pair, not both and not neither', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const { consent, token } = await openLogin(owner, 'keys-both')
  const keyPair = await consent.makeKeyPair()
  for (const proof of [{}, { code: 'a code', keyPair }])
    await expect(owner.client.account.createMy({ body: { ...proof, token, ownerId: owner.user.id } })).rejects.toEqual(
      refused('authorisationMissing', 400),
    )
})

test('a key pair with a blank in it is refused at its field', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const { token } = await owner.client.account.getAmtTk()
  await expect(linkByKeys(owner, { keyId: 'PK 123 456', secret: 'a secret' }, token)).rejects.toMatchObject({
    message: expect.stringContaining('Enter the key ID as the brokerage shows it') as string,
    status: 400,
    body: { refusal: 'invalid' },
  })
})

test('a brokerage without key pairs says so', async () => {
  const owner = await app.signUp(['MANAGERS'])
  await app.link(owner, 'schwab-keys')
  const [account] = await accountsOf(owner)
  await app.services.db.updateTable('account').set({ broker: 'paper' }).where('id', '=', account!.id).execute()
  const [attempt] = await owner.client.account.getAccessByAccount({ params: { accountId: account!.id } })
  await expect(
    owner.client.account.renewAccount({
      body: { accountId: account!.id, token: attempt!.token, keyPair: { keyId: 'PK123456', secret: 'a-secret-key' } },
    }),
  ).rejects.toEqual(refused('keyPairNotOffered', 400))
})

test('revoked keys lapse the access, and new keys renew it', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const { consent, token } = await openLogin(owner, 'keys-renew')
  await linkByKeys(owner, await consent.makeKeyPair(), token)
  const [account] = await accountsOf(owner)
  await consent.browser.get('/paper')
  await consent.browser.submit('/paper/revoke-keys', {})
  expect(await syncAccount(app.services, account!.id)).toMatchObject({ kind: 'LAPSED' })
  expect(await accountsOf(owner)).toMatchObject([{ syncFailure: 'LAPSED', accessExpirationDate: app.clock.nowMs() }])

  const [attempt] = await owner.client.account.getAccessByAccount({ params: { accountId: account!.id } })
  const keyPair = await consent.makeKeyPair()
  await owner.client.account.renewAccount({ body: { accountId: account!.id, keyPair, token: attempt!.token } })
  expect(await syncAccount(app.services, account!.id)).toBe('READ')
  expect(await accountsOf(owner)).toMatchObject([{ syncFailure: null, accessExpirationDate: null }])
})

test('a revoked consent lapses the access at the next reading', async () => {
  const owner = await app.signUp(['MANAGERS'])
  await app.link(owner, 'consent-revoked')
  const [account] = await accountsOf(owner)
  await app.endConsents()
  expect(await syncAccount(app.services, account!.id)).toMatchObject({ kind: 'LAPSED' })
  const { rows } = await sql<{ lapsed: boolean }>`select l.lapsed_at is not null as lapsed from broker_login l
    join account a on a.broker_login_id = l.id where a.id = ${account!.id}`.execute(app.services.db)
  expect(rows).toEqual([{ lapsed: true }])
})
