// No broker token, key pair, code or state, no session, device or ticket, and no bank number ever appears in plain text
// in the database, its files on disk, a backup, a report file, a log line or a response.
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BrokerTokens } from '../../adapters/broker/port.ts'
import { makeMember } from '../../testing/factories.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import { transactionFilter } from '../../testing/owned-objects.ts'
import { testPassword } from '../../testing/test-app.ts'
import { takeBackup } from '../../backup/take-backup.ts'
import { runWaitingReports } from '../report-delivery/run-reports.ts'
import { syncAccount } from '../account-reading/sync-account.ts'
import { findSession } from '../../kernel/session.ts'
import { startLinkAttempt } from './link-attempt.ts'

let app: TestBrokerage
let logged = ''
const tokens: BrokerTokens[] = []

beforeAll(async () => {
  const lines = new PassThrough()
  lines.setEncoding('utf8').on('data', (text: string) => (logged += text))
  app = await startTestBrokerage({ replace: () => ({ log: pino({ level: 'trace' }, lines) }) })
})
afterAll(() => app.stop())

/** Returns every column of all our tables as text, byte columns included. */
async function databaseText(): Promise<string> {
  const { db } = app.services
  const tables = await sql<{
    name: string
  }>`select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    db,
  )
  const parts = await Promise.all(
    tables.rows.map(({ name }) =>
      sql<{ text: string }>`select coalesce(string_agg(t::text, ' '), '') as text from ${sql.raw(name)} t`.execute(db),
    ),
  )
  const bytes = await sql<{
    text: string
  }>`select string_agg(encode(access_token, 'escape') || encode(coalesce(refresh_token, ''), 'escape'), ' ') as text from broker_login`.execute(
    db,
  )
  return [...parts.flatMap(({ rows }) => rows.map(({ text }) => text)), bytes.rows[0]!.text].join('\n')
}

/**
 * Returns every file in which PostgreSQL keeps this database, its shared tables and its write-ahead log, after a
 * checkpoint.
 */
async function databaseFiles(): Promise<{ name: string; bytes: Buffer }[]> {
  const { db } = app.services
  await sql`checkpoint`.execute(db)
  const { rows } = await sql<{
    folder: string
    id: string
  }>`select current_setting('data_directory') as folder, (select oid::text from pg_database where datname = current_database()) as id`.execute(
    db,
  )
  const { folder, id } = rows[0]!
  if (!existsSync(join(folder, 'PG_VERSION')))
    throw new Error(
      'This test reads the files of the database: run it with a PostgreSQL on this machine whose folder it may read.',
    )
  const folders = [join(folder, 'base', id), join(folder, 'global'), join(folder, 'pg_wal')]
  const names = await Promise.all(
    folders.map(async (one) =>
      (await readdir(one, { withFileTypes: true })).flatMap((entry) => (entry.isFile() ? [join(one, entry.name)] : [])),
    ),
  )
  return Promise.all(names.flat().map(async (name) => ({ name, bytes: await readFile(name) })))
}

/** Returns a backup as stored on disk and unpacked, byte for byte as text. */
async function backedUpText(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clubfolio-canary-'))
  try {
    const path = join(folder, 'canary.backup')
    const { manifest } = await takeBackup({
      pool: app.services.pool,
      path,
      productVersion: '0.1.0',
      nowMs: app.clock.nowMs(),
    })
    const packed = await readFile(path)
    return [packed, ...manifest.tables.map(({ start, bytes }) => gunzipSync(packed.subarray(start, start + bytes)))]
      .map((bytes) => bytes.toString('latin1'))
      .join('\n')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const formsOf = (secret: string): string[] => [
  secret,
  secret.replaceAll('@', '%40'),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('hex'),
]

test('after linking, reading, a silent renewal, a failure and a renewal nothing secret is readable anywhere', async () => {
  const owner = await app.signUp(['MANAGERS'])
  const seen: string[] = []
  const broker = app.broker as {
    exchange: (code: string) => Promise<BrokerTokens>
    refresh: (token: string) => Promise<BrokerTokens>
  }
  const { exchange, refresh } = broker
  broker.exchange = async (code) => {
    seen.push(code)
    tokens.push(await exchange(code))
    return tokens.at(-1)!
  }
  broker.refresh = async (token) => {
    tokens.push(await refresh(token))
    return tokens.at(-1)!
  }

  const started = await owner.client.account.getAmtTk()
  const consent = await app.register(started.authoriseUrl, 'anna')
  const back = await consent.allow()
  const call = async (path: string, body: object): Promise<string> => {
    const answer = await fetch(`${app.url}/v1/api/account/${path}`, {
      method: 'POST',
      headers: { token: owner.user.token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return `${[...answer.headers].join('\n')}\n${await answer.text()}`
  }
  let answers = await call('create-my', {
    code: back.get('code'),
    token: started.token,
    isActive: true,
    ownerId: owner.user.id,
  })
  answers += await call('create-my', { code: back.get('code'), token: started.token, ownerId: owner.user.id })
  const [account] = await owner.client.account.viewMyAccount({ params: { userId: owner.user.id } })
  answers += JSON.stringify(
    await (
      await fetch(`${app.url}/v1/api/account/view-my-account/${owner.user.id}`, {
        headers: { token: owner.user.token },
      })
    ).json(),
  )
  app.clock.advance(29 * 60_000)
  answers += await call('sync-now', { accountId: account!.id })
  await app.endConsents()
  expect(await syncAccount(app.services, account!.id)).toMatchObject({ kind: 'LAPSED' })
  answers += await call('sync-now', { accountId: account!.id })

  // Linking asks for a factor of the last 10 minutes.
  await owner.client.signInMethod.sendConfirmationCode()
  await owner.client.signInMethod.confirmByCode({ body: { method: 'SMS', code: await app.readCode(owner.email) } })
  // A key pair is linked, read with, refused, and renewed; its keys are as secret as tokens.
  const keysOf = await app.register(app.alpaca.authoriseUrl('state'), 'anna-keys')
  const [keyPair, wrongPair] = [await keysOf.makeKeyPair(), { keyId: 'PKCANARY7Q2Z', secret: 'canary/secret+Zq81Kp' }]
  for (const pair of [wrongPair, keyPair]) {
    const session = await findSession(app.services.db, app.clock, owner.user.token, true)
    const attempt = await startLinkAttempt(app.services.db, app.clock, {
      broker: app.alpaca,
      session: session!,
      accountId: null,
    })
    answers += await call('create-my', { keyPair: pair, token: attempt.token, ownerId: owner.user.id })
  }
  answers += await call('create-my', { keyPair: { keyId: 'PK CANARY', secret: wrongPair.secret }, token: 'any' })
  const byKeys = (await owner.client.account.viewMyAccount({ params: { userId: owner.user.id } })).find(
    ({ broker }) => broker === app.alpaca.name,
  )
  expect(await syncAccount(app.services, byKeys!.id)).toBe('READ')
  await keysOf.browser.get('/paper')
  await keysOf.browser.submit('/paper/revoke-keys', {})
  expect(await syncAccount(app.services, byKeys!.id)).toMatchObject({ kind: 'LAPSED' })

  const bank = { number: '90817263544536271', routing: '987654320' }
  const memberId = await makeMember(owner, 'Rhea')
  const saved = await fetch(`${app.url}/v1/api/member/createBankAccount`, {
    method: 'POST',
    headers: { token: owner.user.token, 'content-type': 'application/json' },
    body: JSON.stringify({
      memberId,
      bankAccountNumber: bank.number,
      bankRouting: bank.routing,
      bankAlias: 'House bank',
    }),
  })
  expect(saved.status).toBe(200)
  answers += await saved.text()
  answers += JSON.stringify(await owner.client.member.findBankAccounts({ params: { memberId } }))

  // What a browser holds: its session, its device cookie, a socket's ticket.
  await owner.client.security.login({ body: { email: owner.email, password: testPassword } })
  const signedIn = await fetch(`${app.url}/v1/api/security/check-verification-code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: owner.email, code: await app.readCode(owner.email) }),
  })
  const device = signedIn.headers.get('set-cookie')!.split(';')[0]!.split('=')[1]!
  const { token: session } = (await signedIn.json()) as { token: string }
  const { ticket } = await owner.client.quote.createTicket()

  // An API token: used, refused, altered, and sent where nobody looks at it.
  const { token: apiToken } = await app.client(session).apiToken.createToken({
    body: { name: 'Canary', keys: ['VMA'], isReadOnly: true, accountIds: null, days: 1, password: testPassword },
  })
  for (const [path, authorization] of [
    ['token/find-this-token', `Bearer ${apiToken}`],
    ['token/find-my-tokens', `Bearer ${apiToken}`],
    ['token/find-this-token', `Bearer ${apiToken}x`],
    ['stock/searchByKeyword/%', `Bearer ${apiToken}`],
    ['no/such-call', apiToken],
  ] as const)
    answers += await (await fetch(`${app.url}/v1/api/${path}`, { headers: { authorization } })).text()
  const { id: runId } = await app.client(session).reportDelivery.prepareReport({
    body: { report: 'transactions', filter: transactionFilter(account!.id), formats: ['csv', 'pdf', 'xlsx'] },
  })
  await runWaitingReports(app.services)
  await app.services.background.idle()

  expect(tokens).toHaveLength(2)
  const secrets = [
    session,
    owner.user.token,
    device,
    ticket,
    apiToken,
    apiToken.slice(26),
    ...tokens.flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken ?? accessToken]),
    ...seen,
    'a secret that only this test knows',
    keyPair.secret,
    wrongPair.keyId,
    wrongPair.secret,
    started.token,
    bank.number,
    bank.routing,
  ]
  const stored = await databaseText()
  expect(stored).toContain(account!.number)
  expect(logged).toContain('could not be read')
  // The brokerage's own tables, in the same database here, know the ids of its keys.
  for (const form of [...secrets, keyPair.keyId].flatMap(formsOf)) {
    expect(stored.includes(form)).toBe(false)
    expect(logged.includes(form)).toBe(false)
    expect(answers.includes(form)).toBe(false)
  }
  const files = await databaseFiles()
  const holding = (text: string) => files.filter(({ bytes }) => bytes.includes(text)).map(({ name }) => name)
  // A value that is not secret is found, so the search would find a secret too.
  expect(holding(account!.number).length).toBeGreaterThan(0)
  for (const form of secrets.flatMap(formsOf)) expect(holding(form)).toEqual([])

  const reports = await app.services.db
    .selectFrom('report_file')
    .select(['format', 'content'])
    .where('run_id', '=', runId)
    .execute()
  expect(reports.map(({ format }) => format).toSorted()).toEqual(['csv', 'pdf', 'xlsx'])
  const backup = await backedUpText()
  expect(backup).toContain(account!.number)
  for (const form of secrets.flatMap(formsOf)) {
    expect(reports.filter(({ content }) => content.includes(form))).toEqual([])
    expect(backup.includes(form)).toBe(false)
  }
}, 300_000)

test('sealed tokens of one login do not open in the row of another', async () => {
  const [one, two] = [await app.signUp(['MANAGERS']), await app.signUp(['MANAGERS'])]
  await app.link(one, 'berta')
  await app.link(two, 'carla')
  const rows = await app.services.db
    .selectFrom('broker_login')
    .selectAll()
    .where('owner_id', 'in', [one.user.id, two.user.id])
    .orderBy('id')
    .execute()
  await app.services.db
    .updateTable('broker_login')
    .set({ access_token: rows[0]!.access_token })
    .where('id', '=', rows[1]!.id)
    .execute()
  const account = await app.services.db
    .selectFrom('account')
    .select('id')
    .where('broker_login_id', '=', rows[1]!.id)
    .executeTakeFirstOrThrow()
  await expect(syncAccount(app.services, account.id)).rejects.toThrow(/authenticate/)
})
