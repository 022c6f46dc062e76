// The entry points outside the route table x every kind of caller: both sockets, generated files, the pages, the
// outbox, /health and /metrics.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pushSocketPath, quoteSocketPath } from '@clubfolio/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createApp } from '../app.ts'
import { runWaitingReports } from '../features/report-delivery/run-reports.ts'
import { findSession } from '../kernel/session.ts'
import { createTicket } from '../kernel/socket-ticket.ts'
import { makeOwnedObjects, type OwnedIds } from './owned-objects.ts'
import { startTestApp, type TestApp, type TestUser } from './test-app.ts'

let app: TestApp
let owner: TestUser
let ids: OwnedIds
/** The same application with built pages, as production serves it: without an outbox. */
let production: FastifyInstance
/** The same as a demonstration, with an outbox. */
let demonstration: FastifyInstance
let folder: string
const visitors = new Map<string, string | undefined>()
const without = [
  'nobody',
  'a made-up token',
  'one who logged out',
  'a disabled user',
  'one idle for 31 minutes',
  'one past 12 hours',
] as const
const within = ['another owner', 'a member', 'an administrator', 'a user without any key'] as const

beforeAll(async () => {
  app = await startTestApp()
  const { db, clock } = app.services
  const gone = async (end: (person: TestUser) => Promise<unknown>): Promise<string> => {
    const person = await app.signUp(['MANAGERS', 'ADMINISTRATORS'])
    await end(person)
    return person.user.token
  }
  visitors.set('nobody', undefined)
  visitors.set('a made-up token', 'A'.repeat(43))
  visitors.set('one who logged out', await gone(({ client }) => client.security.logout()))
  visitors.set(
    'a disabled user',
    await gone(({ user }) =>
      db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', user.id).execute(),
    ),
  )
  visitors.set(
    'one idle for 31 minutes',
    await gone(({ user }) =>
      db
        .updateTable('session')
        .set({ last_used_at: new Date(clock.nowMs() - 31 * 60_000) })
        .where('user_id', '=', user.id)
        .execute(),
    ),
  )
  visitors.set(
    'one past 12 hours',
    await gone(({ user }) =>
      db
        .updateTable('session')
        .set({ expires_at: new Date(clock.nowMs() - 1) })
        .where('user_id', '=', user.id)
        .execute(),
    ),
  )
  visitors.set('another owner', (await app.signUp(['MANAGERS'])).user.token)
  visitors.set('a member', (await app.signUp(['INVESTORS'])).user.token)
  visitors.set('an administrator', (await app.signUp(['ADMINISTRATORS'])).user.token)
  visitors.set('a user without any key', (await app.signUp([])).user.token)
  owner = await app.signUp(['MANAGERS'])
  ids = await makeOwnedObjects(app, owner)
  await runWaitingReports(app.services)

  folder = await mkdtemp(join(tmpdir(), 'clubfolio-doors-'))
  await mkdir(join(folder, 'web', 'assets'), { recursive: true })
  await writeFile(join(folder, 'web', 'index.html'), '<!doctype html><title>Clubfolio</title>')
  await writeFile(join(folder, 'web', 'assets', 'app.js'), 'export {}')
  await writeFile(join(folder, 'secret.txt'), 'canary-8123')
  await writeFile(join(folder, 'web', '.env'), 'canary-8124')
  production = await createApp(app.services, { webDirectory: join(folder, 'web'), showOutbox: false })
  demonstration = await createApp(app.services, { webDirectory: join(folder, 'web'), showOutbox: true })
}, 120_000)
afterAll(async () => {
  await production.close()
  await demonstration.close()
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

describe.each([quoteSocketPath, pushSocketPath])('the socket %s', (path) => {
  async function knock(ticket: string | undefined, origin: string | undefined = app.url): Promise<number> {
    const socket = new WebSocket(
      `${app.url.replace('http', 'ws')}${path}${ticket === undefined ? '' : `?ticket=${ticket}`}`,
      origin === '' ? {} : { origin },
    )
    return new Promise((resolve) => {
      socket.on('error', () => undefined)
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
      socket.on('open', () => {
        socket.terminate()
        resolve(101)
      })
    })
  }

  test.each(without)('is shut for %s, who cannot even have a ticket', async (name) => {
    const token = visitors.get(name)
    const asked = await fetch(`${app.url}/v1/api/quote/create-ticket`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { token }) },
      body: '{}',
    })
    expect(asked.status).toBe(401)
    expect(await knock(token)).toBe(401)
    expect(await knock(undefined)).toBe(401)
  })

  test.each(within)('opens for %s with a ticket of his own, once', async (name) => {
    const { ticket } = await app.client(visitors.get(name)).quote.createTicket()
    expect([await knock(ticket), await knock(ticket)]).toEqual([101, 401])
  })

  test('is shut for a ticket whose session ended after it was given, and from other pages', async () => {
    const { db, clock } = app.services
    const person = await app.signUp(['MANAGERS'])
    const session = await findSession(db, clock, person.user.token, true)
    const { ticket } = await createTicket(db, clock, session!.id)
    const { ticket: elsewhere } = await createTicket(db, clock, session!.id)
    expect([
      await knock(elsewhere, 'https://elsewhere.example'),
      await knock(elsewhere, ''),
      await knock(elsewhere, 'null'),
    ]).toEqual([403, 403, 403])
    await person.client.security.logout()
    expect(await knock(ticket)).toBe(401)
  })
})

describe('files', () => {
  const files = () =>
    [
      [
        `/v1/api/static-report/download-run/${ids.reportRun}/csv`,
        '/v1/api/static-report/download-run/00000000-0000-7000-8000-000000000000/csv',
      ],
      [
        `/v1/api/fund/export-journals/${ids.account}`,
        '/v1/api/fund/export-journals/00000000-0000-7000-8000-000000000000',
      ],
      [
        `/v1/api/fund/print-statement/${ids.account}/${ids.member}/2026-02-25/2026-02-27`,
        `/v1/api/fund/print-statement/00000000-0000-7000-8000-000000000000/${ids.member}/2026-02-25/2026-02-27`,
      ],
    ] as const
  const get = async (path: string, token: string | undefined) => {
    const response = await fetch(app.url + path, { headers: token === undefined ? {} : { token } })
    return {
      status: response.status,
      cache: response.headers.get('cache-control'),
      text: (await response.text()).replace(/"requestId":"[^"]*"/, ''),
    }
  }

  test('of an owner come to him, and are kept by no cache', async () => {
    for (const [path] of files())
      expect(await get(path, owner.user.token)).toMatchObject({ status: 200, cache: 'no-store' })
  })

  test.each(without)('do not come to %s', async (name) => {
    for (const [path] of files()) expect(await get(path, visitors.get(name))).toMatchObject({ status: 401 })
  })

  test.each(within)('look to %s like files that do not exist', async (name) => {
    for (const [path, missing] of files()) {
      const [others, absent] = [await get(path, visitors.get(name)), await get(missing, visitors.get(name))]
      expect(others).toEqual(absent)
      expect([403, 404]).toContain(others.status)
    }
  })

  test('never come for a token in the address', async () => {
    for (const [path] of files()) expect((await get(`${path}?token=${owner.user.token}`, undefined)).status).toBe(401)
  })
})

describe('what everybody may see', () => {
  const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '203.0.113.9') =>
    production.inject({ method: 'GET', url, headers: { host: '127.0.0.1', ...headers }, remoteAddress })

  test('is the pages and their assets', async () => {
    expect((await get('/assets/app.js')).statusCode).toBe(200)
    expect(
      (await get('/account', { accept: 'text/html', host: new URL(app.services.config.origin).host })).body,
    ).toContain('<title>Clubfolio</title>')
  })

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '//secret.txt',
    '/assets/....//secret.txt',
    '/.env',
    '/%2eenv',
    '/assets\\..\\..\\secret.txt',
    '/secret.txt%00.js',
  ])('is never %s', async (path) => {
    const answer = await get(path)
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.body).not.toContain('canary')
  })

  test('is whether the server is well, and nothing else of it', async () => {
    const answer = await get('/health')
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { status: 'ok', worker: expect.stringMatching(/^(running|silent)$/), commits: 'local' },
    ])
  })

  test('is no outbox, once a real sender is configured', async () => {
    expect((await get('/outbox')).statusCode).toBe(404)
    expect((await get('/outbox', { token: visitors.get('an administrator')! })).statusCode).toBe(404)
  })

  test.each([
    ['from elsewhere', {}, '203.0.113.9'],
    ['through a proxy on this machine', { 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1'],
    ['through a proxy that says so in the standard way', { forwarded: 'for=203.0.113.9' }, '127.0.0.1'],
  ] as const)('is no outbox asked %s, while codes go there', async (_how, headers, address) => {
    const ask = (more: Record<string, string>, remoteAddress: string) =>
      demonstration.inject({
        method: 'GET',
        url: '/outbox',
        headers: { host: '127.0.0.1', accept: 'text/html', ...more },
        remoteAddress,
      })
    expect((await ask(headers, address)).statusCode).toBe(404)
    const here = await ask({}, '127.0.0.1')
    expect([here.statusCode, here.body]).toEqual([200, expect.stringContaining('<h1>Outbox</h1>')])
  })

  test.each([
    ['from elsewhere', {}, '203.0.113.9'],
    ['through a proxy on this machine', { 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1'],
    ['through a proxy that says so in the standard way', { forwarded: 'for=203.0.113.9' }, '127.0.0.1'],
    ['as an administrator from elsewhere', { token: 'administrator' }, '203.0.113.9'],
  ] as const)(
    'is no figures: /metrics asked %s looks like a path that does not exist',
    async (_how, headers, address) => {
      const given = 'token' in headers ? { token: visitors.get('an administrator')! } : headers
      const [asked, absent] = [await get('/metrics', given, address), await get('/no-such-path', given, address)]
      expect([asked.statusCode, asked.json<{ refusal: string }>().refusal]).toEqual([
        absent.statusCode,
        absent.json<{ refusal: string }>().refusal,
      ])
      expect(asked.statusCode).toBe(404)
      expect((await get('/metrics', {}, '127.0.0.1')).statusCode).toBe(200)
    },
  )
})
