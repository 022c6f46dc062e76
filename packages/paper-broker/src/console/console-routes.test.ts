import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getJson, link, postToken } from '../testing/link.ts'
import type { PaperBrowser } from '../testing/paper-browser.ts'
import { formsOf, paperBrowser } from '../testing/paper-browser.ts'
import { startTestBroker } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'
import { accountIdOf } from '../testing/trade.ts'

let test: TestBroker
let browser: PaperBrowser

beforeAll(async () => {
  test = await startTestBroker()
  browser = paperBrowser(test.url)
  await browser.get('/paper')
  await browser.submit('/paper/register', { name: 'Anna', password: 'a long password', accountType: 'MARGIN' })
})
afterAll(async () => test.close())

const cashOf = async (accountId: string): Promise<bigint> =>
  (
    await test.database
      .selectFrom('paper.account')
      .select('cash_cents')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).cash_cents

describe('the console', () => {
  it('shows only the signed-in login, and nothing to anybody else', async () => {
    const own = await browser.get('/paper')
    expect(own.body).toContain('$100,000.00')
    const stranger = await paperBrowser(test.url).get('/paper')
    expect(stranger.body).toContain('Sign in')
    expect(stranger.body).not.toContain('Buying power')
  })

  it('books a deposit once however often its form is sent', async () => {
    await browser.get('/paper')
    const fields = { amount: '$1,250.50', direction: 'DEPOSIT' }
    expect((await browser.submit('/paper/transfer', fields)).location).toBe('/paper?done=deposited')
    await browser.submit('/paper/transfer', fields)
    expect(await cashOf(await accountIdOf(test, 'anna'))).toBe(10_125_050n)
  })

  it('says what can be withdrawn when it is too much', async () => {
    await browser.get('/paper')
    const refused = await browser.submit('/paper/transfer', { amount: '200000', direction: 'WITHDRAWAL' })
    expect(refused.status).toBe(400)
    expect(refused.body).toContain('At most $101,250.50 can be withdrawn.')
  })

  it('refuses a form without its token, with another browser’s token, or from another origin', async () => {
    await browser.get('/paper')
    const page = (await browser.get('/paper')).body
    const form = formsOf(page).find((one) => one.action === '/paper/transfer')
    if (form === undefined) throw new Error('no transfer form')
    const fields = { ...form.hidden, amount: '5', direction: 'DEPOSIT' }
    const other = paperBrowser(test.url)
    const foreign = formsOf((await other.get('/paper')).body)[0]?.hidden['formToken'] ?? ''
    expect((await browser.post('/paper/transfer', { ...fields, formToken: '' })).status).toBe(400)
    expect((await browser.post('/paper/transfer', { ...fields, formToken: foreign })).status).toBe(400)
    expect((await browser.post('/paper/transfer', fields, { origin: 'https://evil.example' })).status).toBe(400)
    expect(await cashOf(await accountIdOf(test, 'anna'))).toBe(10_125_050n)
  })

  it("does not move another login's money", async () => {
    const other = paperBrowser(test.url)
    await other.get('/paper')
    await other.submit('/paper/register', { name: 'bertha', password: 'a long password', accountType: 'CASH' })
    await other.get('/paper')
    const stolen = await accountIdOf(test, 'anna')
    const refused = await other.submit('/paper/transfer', { account: stolen, amount: '5', direction: 'WITHDRAWAL' })
    expect(refused.status).toBe(400)
    expect(await cashOf(stolen)).toBe(10_125_050n)
  })

  it('opens a further account and shows its name as text', async () => {
    await browser.get('/paper')
    await browser.submit('/paper/open-account', { accountType: 'CASH', nickName: '<img src=x onerror=alert(1)>' })
    const page = (await browser.get('/paper')).body
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(page).not.toContain('<img')
  })

  it('lapses an access, so that calls and renewals are refused until a new consent', async () => {
    const tokens = await link(test.url, 'clara')
    const clara = paperBrowser(test.url)
    await clara.get('/paper')
    await clara.submit('/paper/sign-in', { name: 'clara', password: 'a long password' })
    expect((await clara.get('/paper')).body).toContain('Lapse now')
    expect((await clara.submit('/paper/lapse', {})).location).toBe('/paper?done=lapsed')
    expect((await getJson(`${test.url}/trader/v1/accounts`, tokens.access_token)).status).toBe(401)
    expect(
      (await postToken(test.url, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })).status,
    ).toBe(400)
    expect((await clara.get('/paper')).body).not.toContain('Lapse now')
  })

  it('forgets the session on sign-out', async () => {
    const visitor = paperBrowser(test.url)
    await visitor.get('/paper')
    await visitor.submit('/paper/register', { name: 'dora', password: 'a long password', accountType: 'CASH' })
    await visitor.get('/paper')
    await visitor.submit('/paper/sign-out', {})
    expect((await visitor.get('/paper')).body).toContain('<h1>Sign in</h1>')
  })

  it('carries a policy without any script and cannot be framed', async () => {
    const policy = (await browser.get('/paper')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('script-src')
    expect(policy).not.toContain('unsafe')
  })
})

describe('sign-in to the paper brokerage', () => {
  const wrong = async (name: string): Promise<number> => {
    const visitor = paperBrowser(test.url)
    await visitor.get('/paper')
    return (await visitor.submit('/paper/sign-in', { name, password: 'guess guess' })).status
  }

  it('answers an unknown login like a wrong password', async () => {
    const visitor = paperBrowser(test.url)
    await visitor.get('/paper')
    const unknown = await visitor.submit('/paper/sign-in', { name: 'nobody-here', password: 'guess guess' })
    const known = await visitor.submit('/paper/sign-in', { name: 'anna', password: 'guess guess' })
    expect(unknown.body.replaceAll('nobody-here', 'anna')).toBe(known.body)
    expect([unknown.status, known.status]).toEqual([401, 401])
  })

  it('stops after five failures, for the right password too, and opens again 15 minutes later', async () => {
    const statuses = []
    for (let tries = 0; tries < 5; tries += 1) statuses.push(await wrong('bertha'))
    expect(statuses).toEqual([401, 401, 401, 401, 401])
    const visitor = paperBrowser(test.url)
    await visitor.get('/paper')
    const right = { name: 'bertha', password: 'a long password' }
    expect((await visitor.submit('/paper/sign-in', right)).status).toBe(429)
    test.clock.advance(15 * 60_000 + 1)
    expect((await visitor.submit('/paper/sign-in', right)).status).toBe(303)
  })

  it('cannot be rushed by parallel guesses', async () => {
    const statuses = await Promise.all(Array.from({ length: 12 }, () => wrong('clara')))
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5)
  })
})
