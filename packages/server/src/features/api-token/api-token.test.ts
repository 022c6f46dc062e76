import { createTokenClient, tokenKeys, type BodyOf, type Client } from '@clubfolio/contract'
import { dayMs } from '@clubfolio/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { giveToken, type GivenToken } from '../../testing/api-tokens.ts'
import { closeSession, linkAccount, makeMember } from '../../testing/factories.ts'
import { groupIdOf } from '../../testing/rights.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, testPassword, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let root: TestUser
beforeAll(async () => {
  app = await startTestApp()
  root = await app.signUp(['ADMINISTRATORS'])
})
afterAll(() => app.stop())

type Form = BodyOf<'apiToken', 'createToken'>
const form = (more: Partial<Form> = {}): Form => ({
  name: 'Spreadsheet',
  keys: ['VMA', 'VW'],
  isReadOnly: false,
  accountIds: null,
  days: 30,
  password: testPassword,
  ...more,
})
const clientOf = (token: string, of: TestApp = app): Client => createTokenClient({ baseUrl: of.url, token })
const withToken = async (person: TestUser, given: GivenToken = {}): Promise<Client> =>
  clientOf((await giveToken(app, person.user.id, given)).token)
const mailsTo = async (recipient: string) => {
  await app.services.background.idle()
  return app.services.db
    .selectFrom('outbox_message')
    .select(['subject', 'body'])
    .where('recipient', '=', recipient)
    .where('channel', '=', 'MAIL')
    .orderBy('position')
    .execute()
}

describe('making a token', () => {
  test('asks for the password, shows it once, stores its hash, and mails its holder', async () => {
    const anna = await app.signUp(['MANAGERS'])
    expect(await refusalOf(anna.client.apiToken.createToken({ body: form({ password: 'a wrong one' }) }))).toBe(
      '400 wrongPassword',
    )
    const made = await anna.client.apiToken.createToken({ body: form() })
    expect(made.expiresAt).toBe(app.clock.nowMs() + 30 * dayMs)
    expect(await clientOf(made.token).apiToken.findThisToken()).toEqual({
      id: made.id,
      name: 'Spreadsheet',
      userId: anna.user.id,
      keys: ['VMA', 'VW'],
      isReadOnly: false,
      accountIds: null,
      expiresAt: made.expiresAt,
    })
    const [mine] = await anna.client.apiToken.findMyTokens()
    expect(mine).toMatchObject({ id: made.id, name: 'Spreadsheet', accounts: null, lastAddress: '127.0.0.1' })
    const stored = await sql<{ text: string }>`select t::text as text from api_token t where id = ${made.id}`.execute(
      app.services.db,
    )
    expect(stored.rows[0]!.text).not.toContain(made.token.slice(30))
    const mail = (await mailsTo(anna.email)).at(-1)!
    expect(mail.subject).toBe('A Clubfolio API token was made')
    expect(mail.body).toContain('"Spreadsheet"')
    expect(mail.body).not.toContain(made.token.slice(0, 20))
    expect(JSON.stringify(await anna.client.apiToken.findMyTokens())).not.toContain(made.token.slice(30))
  })

  test('is refused for a permission or an account of somebody else, a second name, and beyond 50', async () => {
    const ben = await app.signUp(['INVESTORS'])
    const anna = await app.signUp(['MANAGERS'])
    const foreign = await linkAccount(app, anna, '2026-02-25', '10000.00')
    const make = (more: Partial<Form>) => ben.client.apiToken.createToken({ body: form(more) })
    expect(await refusalOf(make({ keys: ['VMA', 'EMA'] }))).toBe('403 apiTokenKeys')
    expect(await refusalOf(make({ accountIds: [foreign.id] }))).toBe('404 notFound')
    expect(await refusalOf(make({ days: 366 }))).toBe('400 invalid')
    await make({})
    expect(await refusalOf(make({ name: 'SPREADSHEET' }))).toBe('409 apiTokenName')
    for (let count = 1; count < 49; count++) await giveToken(app, ben.user.id, { name: `T${count}` })
    const outcomes = await Promise.allSettled([make({ name: 'A' }), make({ name: 'B' }), make({ name: 'C' })])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await refusalOf(make({ name: 'D' }))).toBe('409 apiTokenCount')
  })

  test('and revoking are in the audit log; what a token does names it beside its user', async () => {
    const anna = await app.signUp(['MANAGERS'])
    const { id, token } = await anna.client.apiToken.createToken({ body: form({ name: 'Ledger' }) })
    await makeMember({ ...anna, client: clientOf(token) }, 'Mona')
    await anna.client.apiToken.revokeToken({ body: { id } })
    const lines = await app.services.db
      .selectFrom('audit_log')
      .select(['action', 'token_id', 'token_name'])
      .where('actor_id', '=', anna.user.id)
      .where('action', 'in', ['api-token.create', 'api-token.revoke', 'member.create'])
      .orderBy('id')
      .execute()
    expect(lines).toEqual([
      { action: 'api-token.create', token_id: null, token_name: null },
      { action: 'member.create', token_id: id, token_name: 'Ledger' },
      { action: 'api-token.revoke', token_id: null, token_name: null },
    ])
    expect(await refusalOf(clientOf(token).apiToken.findThisToken())).toBe('401 tokenInvalid')
  })
})

describe('a token follows its holder at once', () => {
  test('it loses what the holder loses, and gains nothing that it was not given', async () => {
    const anna = await app.signUp(['INVESTORS'])
    const client = await withToken(anna, { keys: ['VW', 'EMA'] })
    await client.watchlist.findAll()
    expect(await refusalOf(client.alert.findCurrent())).toBe('403 tokenScope')
    const managers = await groupIdOf(root, 'MANAGERS')
    await root.client.userAdmin.saveGroups({ body: { userId: anna.user.id, groupIds: [] } })
    expect(await refusalOf(client.watchlist.findAll())).toBe('403 forbidden')
    await root.client.userAdmin.saveGroups({ body: { userId: anna.user.id, groupIds: [managers] } })
    await client.watchlist.findAll()
    expect((await client.apiToken.findThisToken()).keys).toEqual(['EMA', 'VW'])
    expect(await refusalOf(client.alert.findCurrent())).toBe('403 tokenScope')
  })

  test('a blocked user, an expired and a revoked token are refused, and a block revokes', async () => {
    const anna = await app.signUp(['MANAGERS'])
    const client = await withToken(anna)
    await client.apiToken.findThisToken()
    const { db } = app.services
    const setStatus = (status: 'ACTIVE' | 'INACTIVE') =>
      db.updateTable('app_user').set({ status }).where('id', '=', anna.user.id).execute()
    await setStatus('INACTIVE')
    expect(await refusalOf(client.apiToken.findThisToken())).toBe('401 tokenInvalid')
    await setStatus('ACTIVE')
    await client.apiToken.findThisToken()
    await root.client.userAdmin.update({ body: { id: anna.user.id, status: 'INACTIVE' } })
    await root.client.userAdmin.update({ body: { id: anna.user.id, status: 'ACTIVE' } })
    expect(await refusalOf(client.apiToken.findThisToken())).toBe('401 tokenInvalid')
    const short = await withToken(anna, { expiresAtMs: app.clock.nowMs() + 1000 })
    await short.apiToken.findThisToken()
    app.clock.advance(1000)
    expect(await refusalOf(short.apiToken.findThisToken())).toBe('401 tokenInvalid')
  })

  test('a read-only token asks and changes nothing', async () => {
    const anna = await app.signUp(['MANAGERS'])
    const client = await withToken(anna, { isReadOnly: true })
    await client.watchlist.findAll()
    expect(await refusalOf(client.watchlist.create({ body: { name: 'One' } }))).toBe('403 tokenReadOnly')
    expect(await anna.client.watchlist.findAll()).toEqual([])
  })
})

describe('a token limited to accounts', () => {
  let anna: TestUser
  let first: { id: string; number: string }
  let second: { id: string; number: string }
  let client: Client
  beforeAll(async () => {
    anna = await app.signUp(['MANAGERS'])
    first = await linkAccount(app, anna, '2026-02-25', '10000.00')
    second = await linkAccount(app, anna, '2026-02-25', '20000.00')
    for (const account of [first, second]) await closeSession(app, account, '2026-02-25', '10000.00')
    client = await withToken(anna, { accountIds: [first.id] })
  })

  test('lists its accounts only', async () => {
    const listed = await client.account.viewMyAccount({ params: { userId: anna.user.id } })
    expect(listed.map(({ id }) => id)).toEqual([first.id])
    const whole = await withToken(anna)
    expect(await whole.account.viewMyAccount({ params: { userId: anna.user.id } })).toHaveLength(2)
    await anna.client.account.toggleDefault({ body: { accountId: second.id, isDefault: true } })
    expect(await client.account.viewMyDefaultAccount({ params: { userId: anna.user.id } })).toBeNull()
  })

  test('reads its account by id, number and list, and no other by any of them', async () => {
    await client.fund.findFundMembers({ params: { accountId: first.id } })
    const page = { fromDate: null, toDate: null }
    await client.transaction.findRealisedProfit({ body: { accountNumber: first.number, ...page } })
    const refused = [
      () => client.fund.findFundMembers({ params: { accountId: second.id } }),
      () => client.fund.findFundMembers({ params: { accountId: second.id.toUpperCase() } }),
      () => client.transaction.findRealisedProfit({ body: { accountNumber: second.number, ...page } }),
      () => client.transaction.findRealisedProfit({ body: { accountNumber: '99999999', ...page } }),
      () =>
        client.risk.findPortfolioRisk({
          body: { accountIds: [first.id, second.id], window: 252, step: 1, volatilityShift: 0 },
        }),
      () => client.fund.previewMove({ body: { accountId: first.id, toAccountId: second.id, day: '2026-02-25' } }),
      () => client.member.findAllMembers(),
      () => client.fund.findFunds(),
      () => client.report.getStaticReport(),
      () => client.notification.findRecent(),
    ]
    for (const call of refused) expect(await refusalOf(call())).toBe('403 tokenScope')
  })

  test('a number that another of the own accounts shares is refused, whichever the call would take', async () => {
    const { db } = app.services
    const shared = await linkAccount(app, anna, '2026-02-25', '10000.00')
    await db.updateTable('account').set({ broker: 'other', number: first.number }).where('id', '=', shared.id).execute()
    const ask = (of: Client) =>
      of.transaction.findRealisedProfit({
        body: { accountNumber: first.number, fromDate: null, toDate: null },
      })
    expect(await refusalOf(ask(client))).toBe('403 tokenScope')
    await ask(await withToken(anna, { accountIds: [first.id, shared.id] }))
    await db.deleteFrom('account').where('id', '=', shared.id).execute()
    await ask(client)
  })

  test('quotes of the market need no account, those of a brokerage do', async () => {
    await client.quote.find({ body: { codes: ['SPY'] } })
    expect(await refusalOf(client.quote.find({ body: { codes: ['SPY'], accountNumber: second.number } }))).toBe(
      '403 tokenScope',
    )
  })
})

describe('the header Authorization', () => {
  const call = (headers: Record<string, string>, path = '/v1/api/watchlist/find-all') =>
    app.app.inject({ method: 'GET', url: path, headers: { host: '127.0.0.1', ...headers } })
  const refusalIn = (answer: { json(): unknown }) => (answer.json() as { refusal: string }).refusal

  test('of another scheme or of a proxy is ignored, and the header Token counts first', async () => {
    const anna = await app.signUp(['MANAGERS'])
    const { token } = await giveToken(app, anna.user.id, {})
    for (const authorization of ['Basic YTpi', 'Bearer eyJhbGciOi', 'Bearer', token])
      expect(refusalIn(await call({ authorization }))).toBe('signInNeeded')
    expect(refusalIn(await call({ token: 'A'.repeat(43), authorization: `Bearer ${token}` }))).toBe('sessionEnded')
    expect(refusalIn(await call({ token }))).toBe('sessionEnded')
    const good = await call({ authorization: `bearer ${token}` }, '/v1/api/token/find-this-token')
    expect(good.statusCode).toBe(200)
    const altered = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')
    expect(refusalIn(await call({ authorization: `Bearer ${altered}` }))).toBe('tokenInvalid')
  })

  test('with a token is refused where nobody signs in, and opens no socket', async () => {
    const anna = await app.signUp(['MANAGERS'])
    const { token } = await giveToken(app, anna.user.id, {})
    const authorization = `Bearer ${token}`
    expect(refusalIn(await call({ authorization }, '/v1/api/security/find-captcha'))).toBe('tokenNever')
    expect(refusalIn(await call({ authorization }, '/v1/api/security/get-my-user'))).toBe('tokenNever')
    expect(refusalIn(await call({ authorization }, '/v1/api/push/find-channel'))).toBe('tokenNever')
    const ticket = await refusalOf(clientOf(token).quote.createTicket())
    expect(ticket).toBe('403 tokenNever')
  })
})

describe('the limit of 120 calls a minute', () => {
  let other: TestApp
  beforeAll(async () => {
    other = await startTestApp({ beside: app })
  })
  afterAll(() => other.stop())
  beforeEach(() => app.clock.advance(61_000))

  test('counts over two processes, tells when to go on, and is each token’s own', async () => {
    const anna = await app.signUp(['MANAGERS'])
    const { token } = await giveToken(app, anna.user.id, { name: 'Busy' })
    const [here, there] = [clientOf(token), clientOf(token, other)]
    const outcomes = await Promise.allSettled(
      Array.from({ length: 130 }, (_, at) => (at % 2 === 0 ? here : there).apiToken.findThisToken()),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(120)
    app.clock.advance(20_000)
    const answer = await app.app.inject({
      method: 'GET',
      url: '/v1/api/token/find-this-token',
      headers: { host: '127.0.0.1', authorization: `Bearer ${token}` },
    })
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
      429,
      '40',
      expect.objectContaining({ code: 429, refusal: 'tooMany' }),
    ])
    await (await withToken(anna, { name: 'Calm' })).apiToken.findThisToken()
    app.clock.advance(40_000)
    await here.apiToken.findThisToken()
  })
})

test('the last use is written once a minute', async () => {
  const anna = await app.signUp(['MANAGERS'])
  const client = await withToken(anna, { keys: tokenKeys })
  const lastUse = async () => (await anna.client.apiToken.findMyTokens())[0]!.lastUsedAt
  expect(await lastUse()).toBeNull()
  const startMs = app.clock.nowMs()
  await client.apiToken.findThisToken()
  app.clock.advance(59_000)
  await client.apiToken.findThisToken()
  expect(await lastUse()).toBe(startMs)
  app.clock.advance(1_000)
  await client.apiToken.findThisToken()
  expect(await lastUse()).toBe(startMs + 60_000)
})
