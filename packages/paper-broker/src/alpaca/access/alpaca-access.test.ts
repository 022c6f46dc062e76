import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  alpacaAccount,
  alpacaAuthorisePath,
  callAlpaca,
  exchangeOnAlpaca,
  registeredOnAlpaca,
} from '../../testing/alpaca-account.ts'
import type { AlpacaAnswer } from '../../testing/alpaca-account.ts'
import { accountBoxes, callbackOf, codeFor, getJson, link, postToken } from '../../testing/link.ts'
import { paperBrowser } from '../../testing/paper-browser.ts'
import { startTestBroker, TEST_CALLBACK } from '../../testing/test-broker.ts'
import type { TestBroker } from '../../testing/test-broker.ts'
import { accountIdOf } from '../../testing/trade.ts'

let test: TestBroker

beforeAll(async () => {
  test = await startTestBroker()
})
afterAll(async () => test.close())

const withKeys = (keyId: string, secret: string, path = '/v2/account', method = 'GET'): Promise<AlpacaAnswer> =>
  callAlpaca(test.url, { method, path, headers: { 'apca-api-key-id': keyId, 'apca-api-secret-key': secret } })

const pairIn = (page: string): { keyId: string; secret: string } => ({
  keyId: /Key id<\/dt><dd class="code">([^<]+)/.exec(page)?.[1] ?? '',
  secret: /Secret key<\/dt><dd class="code">([^<]+)/.exec(page)?.[1] ?? '',
})

describe('linking over the Alpaca wire', () => {
  it('offers the accounts as one choice, returns the state, and exchanges the code for a lasting token', async () => {
    const { browser, page } = await registeredOnAlpaca(test, 'anna', { more: { state: 'nonce & 1' } })
    expect(page).toContain('type="radio"')
    expect(page).toContain('Access ends when you end it in the console.')
    const back = await browser.submit('/decision', { decision: 'allow', account: accountBoxes(page) })
    expect(back.location).toMatch(/^http:\/\/127\.0\.0\.1:4600\/account\?code=[0-9a-f-]{36}&state=nonce%20%26%201$/)
    const { status, body } = await exchangeOnAlpaca(test.url, callbackOf(back.location).get('code') ?? '')
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[0-9a-f-]{36}$/),
      token_type: 'bearer',
      scope: 'account:write trading data',
    })
    test.clock.advance(30 * 24 * 60 * 60_000)
    const headers = { authorization: `Bearer ${body.access_token}` }
    expect((await callAlpaca(test.url, { method: 'GET', path: '/v2/account', headers })).status).toBe(200)
    test.clock.advance(-30 * 24 * 60 * 60_000)
  })

  it('refuses two accounts at once', async () => {
    const { browser, page } = await registeredOnAlpaca(test, 'two')
    await browser.get(alpacaAuthorisePath())
    const opened = await browser.submit('/open-account', { accountType: 'CASH', nickName: '' })
    const both = accountBoxes((await browser.get(opened.location ?? '')).body)
    expect(both).toHaveLength(2)
    expect(page).not.toBe('')
    const refused = await browser.submit('/decision', { decision: 'allow', account: both })
    expect(refused.status).toBe(400)
    expect(refused.body).toContain('Choose one account, or deny.')
  })

  it('sends an unknown scope back to the application', async () => {
    const answer = await paperBrowser(test.url).get(alpacaAuthorisePath({ scope: 'trading everything' }))
    expect(callbackOf(answer.location).get('error')).toBe('invalid_scope')
  })

  it('takes a code once, with the right secret and callback, and on its own wire alone', async () => {
    const code = async (name: string): Promise<string> => {
      const { browser, page } = await registeredOnAlpaca(test, name)
      const back = await browser.submit('/decision', { decision: 'allow', account: accountBoxes(page) })
      return callbackOf(back.location).get('code') ?? ''
    }
    const first = await code('once')
    expect((await exchangeOnAlpaca(test.url, first, { client_secret: 'wrong' })).status).toBe(401)
    expect((await exchangeOnAlpaca(test.url, first)).status).toBe(200)
    expect((await exchangeOnAlpaca(test.url, first)).status).toBe(401)
    expect((await exchangeOnAlpaca(test.url, await code('callback'), { redirect_uri: 'https://x.test' })).status).toBe(
      401,
    )
    const other = { grant_type: 'authorization_code', code: await code('crossed'), redirect_uri: TEST_CALLBACK }
    expect((await postToken(test.url, other)).status).toBe(400)
    await test.database.deleteFrom('paper.sign_in_try').execute()
    expect((await exchangeOnAlpaca(test.url, await codeFor(test.url, 'crossed2'))).status).toBe(401)
  })

  it('gives the token of one wire no access to the other', async () => {
    await test.database.deleteFrom('paper.sign_in_try').execute()
    const { access_token: schwab } = await link(test.url, 'schwab')
    const headers = { authorization: `Bearer ${schwab}` }
    const refused = await callAlpaca(test.url, { method: 'GET', path: '/v2/account', headers })
    expect(refused.status).toBe(401)
    expect(refused.body.code).toBe(40_110_000)
    const { token } = await alpacaAccount(test, 'alpaca')
    expect((await getJson(`${test.url}/trader/v1/accounts`, token)).status).toBe(401)
  })

  it('refuses orders and market data without their scopes, and reads all the same', async () => {
    const reader = await alpacaAccount(test, 'reader', { more: { scope: '' } })
    expect((await reader.get('/v2/account')).status).toBe(200)
    const order = { symbol: 'ACME', qty: '1', side: 'buy', type: 'market', time_in_force: 'day' }
    expect((await reader.call('POST', '/v2/orders', order)).status).toBe(403)
    expect((await reader.get('/data/v2/stocks/quotes/latest?symbols=ACME')).status).toBe(403)
    expect((await reader.call('PATCH', '/v2/account/configurations', {})).status).toBe(403)
  })

  it('ends when its owner ends it in the console', async () => {
    const { browser, get } = await alpacaAccount(test, 'ender')
    expect((await browser.get('/paper')).body).toContain('When you end it')
    await browser.submit('/paper/lapse', {})
    expect((await get('/v2/account')).status).toBe(401)
  })
})

describe('key pairs', () => {
  it('are made for one account, shown once, and revoked at once', async () => {
    const { browser, token } = await alpacaAccount(test, 'keys')
    await browser.get('/paper')
    const made = await browser.submit('/paper/make-keys', { account: await accountIdOf(test, 'keys') })
    const { keyId, secret } = pairIn(made.body)
    expect(keyId).toMatch(/^PK[A-Z2-7]{18}$/)
    const { body } = await withKeys(keyId, secret)
    const headers = { authorization: `Bearer ${token}` }
    expect(body).toEqual((await callAlpaca(test.url, { method: 'GET', path: '/v2/account', headers })).body)
    const page = (await browser.get('/paper')).body
    expect(page).toContain(keyId)
    expect(page).not.toContain(secret)
    expect((await withKeys(keyId, `${secret}x`)).status).toBe(401)
    await browser.submit('/paper/revoke-keys', {})
    expect((await withKeys(keyId, secret)).status).toBe(401)
  })

  it('are stored as digests only', async () => {
    const { browser } = await alpacaAccount(test, 'stored')
    await browser.get('/paper')
    const made = await browser.submit('/paper/make-keys', { account: await accountIdOf(test, 'stored') })
    const { keyId, secret } = pairIn(made.body)
    const row = await test.database
      .selectFrom('paper.key_pair')
      .selectAll()
      .where('key_id', '=', keyId)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(row.secret_digest).toHaveLength(32)
  })

  it('are not made for the account of another login, nor revoked by one', async () => {
    const { browser } = await alpacaAccount(test, 'stranger')
    await browser.get('/paper')
    const refused = await browser.submit('/paper/make-keys', { account: await accountIdOf(test, 'stored') })
    expect(refused.status).toBe(400)
    expect(refused.body).toContain('This login has no such account.')
    const foreign = await test.database
      .selectFrom('paper.key_pair')
      .select('key_id')
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    await browser.get('/paper')
    await browser.submit('/paper/make-keys', { account: await accountIdOf(test, 'stranger') })
    const tried = await browser.submit('/paper/revoke-keys', { key: foreign.key_id })
    expect(tried.body).toContain('This key pair had already been revoked.')
  })
})
