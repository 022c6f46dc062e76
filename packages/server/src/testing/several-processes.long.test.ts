// Two processes that serve pages and one worker, as real processes on one PostgreSQL: each sees what the others did,
// and notices the death of another. Also behind nginx, with the configuration of docs/operations.md, where nginx is
// installed.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient, type SessionUser } from '@clubfolio/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect, type Connection } from '../db/connect.ts'
import { demonstrationPassword } from '../demonstration/seed-demonstration.ts'
import { lostTaskText } from '../features/task/end-lost-tasks.ts'
import { listenTo } from './push-listener.ts'
import { solveCaptcha } from './solve-captcha.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

const entry = fileURLToPath(new URL('../main.ts', import.meta.url))
const proxyConfiguration = fileURLToPath(new URL('../../../../docs/proxy/nginx.conf', import.meta.url))
const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path))

interface Process {
  readonly url: string
  readonly child: ChildProcess
  readonly output: () => string
  end(signal?: NodeJS.Signals): Promise<void>
}

let database: TestDatabase
let connection: Connection
let folder: string
let proxyPort: number
let web: readonly [Process, Process]
let worker: Process

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url, () => undefined, 4)
  folder = await mkdtemp(join(tmpdir(), 'clubfolio-processes-'))
  proxyPort = await freePort()
  worker = await start('worker')
  web = await Promise.all([start('web'), start('web')])
}, 240_000)
afterAll(async () => {
  await Promise.all([...web, worker].map((one) => one.end()))
  await connection.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
}, 60_000)

const keys = {
  old: 'one key that all processes of this test share',
  new: 'the key that they change to one after the other',
}

async function start(role: 'web' | 'worker', secretKeys: string = keys.old): Promise<Process> {
  const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', entry], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      ROLE: role,
      DATABASE_URL: database.url,
      CLUBFOLIO_SECRET_KEY: secretKeys,
      CLUBFOLIO_ORIGIN: `http://127.0.0.1:${proxyPort}`,
      CLUBFOLIO_TRUSTED_PROXIES: '127.0.0.1',
      CLUBFOLIO_DATA: await mkdtemp(join(folder, `${role}-`)),
      CLUBFOLIO_MARKET_INSTRUMENTS: '10',
      CLUBFOLIO_DEMO: 'people',
      CLUBFOLIO_LOG: 'warn',
      PORT: '0',
      PAPER_PORT: String(await freePort()),
    },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream!.setEncoding('utf8').on('data', (part: string) => (text = (text + part).slice(-20_000)))
  const { port } = await new Promise<{ readonly port: number }>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`a ${role} ended before it was ready:\n${text}`)))
    child.once('message', (message) => resolve(message as { readonly port: number }))
  })
  child.removeAllListeners('exit')
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    output: () => text,
    end: (signal = 'SIGTERM') =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill(signal)
      }),
  }
}

const clientOf = (url: string, token?: string) => createClient({ baseUrl: url, getToken: () => token })

async function lastCode(): Promise<string> {
  const { body } = await connection.db
    .selectFrom('outbox_message')
    .select('body')
    .where('channel', '=', 'SMS')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return /\b(\d{6})\b/.exec(body)![1]!
}

/** The password goes to one process and the code to the other. */
async function signIn(email: string, [first, second]: readonly [Process, Process] = web): Promise<SessionUser> {
  const before = await connection.db
    .selectFrom('outbox_message')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  await clientOf(first.url).security.login({ body: { email, password: demonstrationPassword } })
  await vi.waitFor(async () => {
    const now = await connection.db
      .selectFrom('outbox_message')
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(now.count)).toBeGreaterThan(Number(before.count))
  }, 20_000)
  return clientOf(second.url).security.checkVerificationCode({ body: { email, code: await lastCode() } })
}

test('a worker serves no pages and no calls, a web process does no jobs; both tell their health', async () => {
  for (const one of [...web, worker]) expect((await fetch(`${one.url}/health`)).status).toBe(200)
  expect((await fetch(`${worker.url}/v1/api/security/get-my-user`)).status).toBe(404)
  // The market that only a worker fills exists.
  const { count } = await connection.db
    .selectFrom('instrument')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(10)
})

test('sessions, limits, stored answers and messages hold in every process', async () => {
  const user = await signIn('admin@clubfolio.example')
  const [one, other] = web.map(({ url }) => clientOf(url, user.token)) as [
    ReturnType<typeof clientOf>,
    ReturnType<typeof clientOf>,
  ]
  expect((await one.security.getMyUser()).id).toBe(user.id)
  expect((await other.security.getMyUser()).id).toBe(user.id)

  // The same request to both: one effect, one answer.
  const put = (url: string) =>
    fetch(`${url}/v1/api/member/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token: user.token, 'idempotency-key': 'several-processes-1' },
      body: JSON.stringify({ firstName: 'Both', lastName: 'Ways', email: '', phone: '2125550100' }),
    })
  const answers = [await put(web[0].url), await put(web[1].url)]
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  // The stored answer keeps its content, not the order of its names.
  expect(JSON.parse(texts[0]!)).toEqual(JSON.parse(texts[1]!))

  // Guesses are counted together: five in all, wherever they were made.
  const guess = (url: string) =>
    fetch(`${url}/v1/api/security/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'member@clubfolio.example', password: 'wrong password' }),
    })
  const outcomes: number[] = []
  for (let count = 0; count < 6; count++) outcomes.push((await guess(web[count % 2]!.url)).status)
  expect(outcomes.filter((status) => status === 429).length).toBeGreaterThan(0)

  // An import in one process is reported in the other.
  const listener = await listenTo({ url: web[1].url }, { user, client: other, email: user.email }, undefined)
  await listener.ready
  const prices = 'symbol,date,open,high,low,close,volume\nZZZ,2026-02-02,1,2,1,2,100\n'
  const run = await fetch(`${web[0].url}/v1/api/market/upload-file/several.csv/false`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', token: user.token },
    body: prices,
  })
  expect(run.status).toBe(200)
  await vi.waitFor(() => {
    const told = listener.heard.flatMap((signal) =>
      signal.type === 'message' && signal.content.topic === 'task' && signal.content.task.name === 'Import several.csv'
        ? [signal.content.task.status]
        : [],
    )
    expect([told[0], told.at(-1)]).toEqual(['RUNNING', 'COMPLETED'])
  }, 20_000)

  // Signing out at one ends the socket at the other.
  await one.security.logout()
  expect(await listener.closed).toBe(4401)
  await expect(other.security.getMyUser()).rejects.toMatchObject({ status: 401 })
}, 120_000)

test('behind nginx with the documented configuration calls and sockets reach either process', async ({ skip }) => {
  if (nginx === undefined) return skip('nginx is not installed: apt-get install nginx-light')
  const configuration = join(folder, 'nginx.conf')
  const servers = web.map(({ url }) => `server ${new URL(url).host} max_fails=1 fail_timeout=2s;`).join('\n    ')
  const text = readFileSync(proxyConfiguration, 'utf8')
    .replace(/server 127\.0\.0\.1:4600[^;]*;\s*server 127\.0\.0\.1:4601[^;]*;/, servers)
    .replace(/listen 443 ssl;/, `listen 127.0.0.1:${proxyPort};`)
    .replaceAll(/^\s*ssl_.*$/gm, '')
    .replace('server_name club.example;', 'server_name _;')
  await writeFile(
    configuration,
    `daemon off; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'nginx.log')}; worker_processes 1;\nevents { worker_connections 256; }\nhttp {\n  access_log off;\n  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n  ')}\n${text}\n}\n`,
  )
  const proxy = spawn(nginx, ['-c', configuration, '-p', folder], { stdio: ['ignore', 'pipe', 'pipe'] })
  let complaint = ''
  proxy.stderr.setEncoding('utf8').on('data', (part: string) => (complaint += part))
  try {
    const url = `http://127.0.0.1:${proxyPort}`
    await vi.waitFor(async () => expect([(await fetch(`${url}/health`)).status, complaint]).toEqual([200, '']), 10_000)
    const user = await signIn('manager@clubfolio.example')
    const client = clientOf(url, user.token)
    for (let count = 0; count < 10; count++) expect((await client.security.getMyUser()).id).toBe(user.id)
    const listener = await listenTo({ url }, { user, client, email: user.email })
    await listener.ready
    await sql`insert into push_message (user_id, topic, content) values (${user.id}::uuid, 'alert', '{"topic":"alert"}')`.execute(
      connection.db,
    )
    await vi.waitFor(
      () =>
        expect(listener.heard.some((signal) => signal.type === 'message' && signal.content.topic === 'alert')).toBe(
          true,
        ),
      10_000,
    )
    listener.socket.terminate()
  } finally {
    const isOver = new Promise((resolve) => proxy.once('exit', resolve))
    proxy.kill('SIGTERM')
    await isOver
  }
}, 60_000)

test('while the processes change to a new key one by one, each takes the codes and Register forms of the others and opens what they sealed', async () => {
  const [before, after] = await Promise.all([
    start('web', `${keys.old},${keys.new}`),
    start('web', `${keys.new},${keys.old}`),
  ])
  try {
    for (const [one, other] of [
      [before, after],
      [after, before],
    ] as const) {
      const user = await signIn('manager@clubfolio.example', [one, other])
      const client = clientOf(one.url, user.token)
      const { id: memberId } = await client.member.create({
        body: { firstName: 'Key', lastName: one === before ? 'Old' : 'New', email: '', phone: '2125550100' },
      })
      await client.member.createBankAccount({
        body: { memberId, bankAccountNumber: '000123456789', bankRouting: '021000021', bankAlias: 'House bank' },
      })
      const email = `${one === before ? 'old' : 'new'}@example.test`
      const registered = await clientOf(other.url).security.createUser({
        body: {
          firstName: 'Key',
          lastName: 'Changes',
          email,
          phoneNumber: one === before ? '+12125550101' : '+12125550102',
          password: 'a pass for harbours',
          reCaptchaCode: await solveCaptcha(clientOf(one.url)),
        },
      })
      expect(registered).toMatchObject({ email })
      expect(await clientOf(other.url, user.token).member.findBankAccounts({ params: { memberId } })).toMatchObject([
        { number: expect.stringMatching(/6789$/) as string },
      ])
    }
  } finally {
    await Promise.all([before.end(), after.end()])
  }
}, 120_000)

test('the work of a process that is killed counts as failed soon after, because the others see that it renews nothing', async () => {
  const user = await signIn('admin@clubfolio.example')
  const other = clientOf(web[1].url, user.token)
  // A file that is still arriving is not an import yet; one that is being read is. This one is large enough to be
  // killed midway.
  const rows = Array.from({ length: 250 }, (_, code) =>
    Array.from(
      { length: 1_000 },
      (_day, index) =>
        `S${code},${new Date(Date.UTC(2020, 0, 1) + index * 86_400_000).toISOString().slice(0, 10)},1,2,1,2,100`,
    ).join('\n'),
  )
  await fetch(`${web[0].url}/v1/api/market/upload-file/killed.csv/false`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', token: user.token },
    body: `symbol,date,open,high,low,close,volume\n${rows.join('\n')}\n`,
  })
  await vi.waitFor(
    async () =>
      expect((await other.task.findRecent()).find(({ name }) => name === 'Import killed.csv')).toMatchObject({
        status: 'RUNNING',
      }),
    { timeout: 10_000, interval: 20 },
  )
  await web[0].end('SIGKILL')
  await vi.waitFor(
    async () => {
      const [lost] = (await other.task.find({ params: { status: 'FAILED', whose: 'OWN', start: 0, count: 1 } })).result
      expect(lost).toMatchObject({ name: 'Import killed.csv', error: lostTaskText })
    },
    { timeout: 60_000, interval: 500 },
  )
  const { rows: stored } = await sql<{
    count: number
  }>`select count(*)::int as count from instrument where source = 'import' and code like 'S%'`.execute(connection.db)
  expect(stored[0]!.count).toBe(0)
}, 120_000)

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
