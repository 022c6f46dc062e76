// The product on several cores as real processes: two that serve, a worker and the embedded PostgreSQL under one
// supervisor. Connections, limits, messages and a steered clock reach all of them, one that dies is replaced, and a
// stop leaves nothing behind.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient, type SessionUser } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { demonstrationPassword } from '../demonstration/seed-demonstration.ts'
import { anonymousLimits } from '../kernel/anonymous-limit.ts'
import { maxSocketsPerSession } from '../kernel/socket-limit.ts'
import { listenTo, type PushListener } from '../testing/push-listener.ts'
import { quickFolder } from '../testing/quick-folder.ts'

const entry = fileURLToPath(new URL('../launch.ts', import.meta.url))
const folderPrefix = 'clubfolio-cores-'
const startMs = Date.parse('2026-03-04T15:00:00Z')
const email = 'admin@clubfolio.example'
let folder: string
let product: ChildProcess
let output = ''
let url: string

beforeAll(async () => {
  folder = await mkdtemp(join(await quickFolder(folderPrefix), `${folderPrefix}${process.pid}-`))
  product = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', entry], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      CLUBFOLIO_PROCESSES: '2',
      CLUBFOLIO_DATA: folder,
      CLUBFOLIO_DEMO: 'people',
      CLUBFOLIO_MARKET_INSTRUMENTS: '10',
      CLUBFOLIO_NOW: new Date(startMs).toISOString(),
      CLUBFOLIO_LOG: 'warn',
      PORT: '0',
      PAPER_PORT: '0',
    },
  })
  for (const stream of [product.stdout, product.stderr])
    stream!.setEncoding('utf8').on('data', (part: string) => (output += part))
  url = `http://127.0.0.1:${(await heard<{ port: number }>('ready')).port}`
}, 240_000)
afterAll(async () => {
  if (product.exitCode === null && product.signalCode === null) {
    product.kill('SIGKILL')
    await once(product, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

function heard<Message>(type: string): Promise<Message> {
  return new Promise((resolve, reject) => {
    product.once('exit', () => reject(new Error(`the product ended:\n${output}`)))
    product.on('message', (message: { type: string }) => message.type === type && resolve(message as Message))
  })
}

/** Each call on a connection of its own, so that the processes take turns. */
function callOnce(path: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request(`${url}${path}`, { agent: false, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
      .on('error', reject)
      .end()
  })
}

/** All processes of the product by their names. */
async function processIds(): Promise<Map<string, number>> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args='])
  // Process ids start again at the limit of the system, so a child may be listed before its parent.
  const all = stdout.split('\n').flatMap((line) => {
    const [, id, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return id === undefined ? [] : [{ id: Number(id), parent: Number(parent), args }]
  })
  const found = new Map<string, number>()
  for (const { id, parent, args } of all) {
    const name = /--place=(\S+)/.exec(args)?.[1]
    if (name !== undefined && parent === product.pid) found.set(name, id)
    else if (args.includes(`${folder}/postgres`) && args.includes('max_connections')) found.set('database', id)
  }
  const brokerage = all.find(({ parent, args }) => args.includes('paper-broker') && parent === found.get('worker'))
  if (brokerage) found.set('brokerage', brokerage.id)
  return found
}

async function signIn(): Promise<SessionUser> {
  await createClient({ baseUrl: url, getToken: () => undefined }).security.login({
    body: { email, password: demonstrationPassword },
  })
  const code = await vi.waitFor(async () => {
    const { text } = await callOnce('/outbox', { accept: 'text/html' })
    return /Your Clubfolio code is (\d{6})/.exec(text)![1]!
  }, 20_000)
  return createClient({ baseUrl: url, getToken: () => undefined }).security.checkVerificationCode({
    body: { email, code },
  })
}

let user: SessionUser
let listeners: PushListener[]
const connected = () => createClient({ baseUrl: url, getToken: () => user.token })

/** Imports a file, whose task is reported to the sockets of its user. */
async function importFile(name: string): Promise<void> {
  const answer = await fetch(`${url}/v1/api/market/upload-file/${name}/false`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', token: user.token, connection: 'close' },
    body: 'symbol,date,open,high,low,close,volume\nZZZ,2026-02-02,1,2,1,2,100\n',
  })
  expect(answer.status).toBe(200)
}

test('both web processes and the worker answer under one address, and metrics name each', async () => {
  await vi.waitFor(() => expect(output.match(/Clubfolio answers at/g)).toHaveLength(1))
  for (let count = 0; count < 4; count++) expect((await callOnce('/health')).status).toBe(200)
  const { text } = await callOnce('/metrics')
  for (const name of ['web-1', 'web-2', 'worker'])
    expect(text).toMatch(new RegExp(`^process_resident_memory_bytes\\{process="${name}"\\} \\d+$`, 'm'))
  const counted = [
    ...text.matchAll(/^clubfolio_request_seconds_count\{process="([^"]+)",route="\/health".*\} (\d+)$/gm),
  ]
  expect(Object.fromEntries(counted.map(([, name, count]) => [name, Number(count)]))).toEqual({
    'web-1': 2,
    'web-2': 2,
  })
  expect(text.match(/^# HELP process_resident_memory_bytes/gm)).toHaveLength(1)
})

test('a limit for strangers holds over both together', async () => {
  const { burst, perSecond } = anonymousLimits['oidcSignIn.findProvider']
  const begunMs = performance.now()
  const statuses: number[] = []
  for (let round = 0; round < 8; round++)
    statuses.push(
      ...(await Promise.all(Array.from({ length: 50 }, () => callOnce('/v1/api/security/find-oidc-provider')))).map(
        ({ status }) => status,
      ),
    )
  const allowed = statuses.filter((status) => status === 200).length
  const refilled = ((performance.now() - begunMs) / 1_000) * perSecond
  expect(allowed).toBeLessThanOrEqual(burst + refilled)
  // Both have spent their half; one process has 150.
  expect(allowed).toBeGreaterThanOrEqual(burst)
  expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - allowed)
})

test('a moved clock reaches every process, and what one raises reaches the sockets of both', async () => {
  const movedMs = startMs + 60_000
  const moved = heard('clock-moved')
  product.send({ type: 'move-clock', nowMs: movedMs })
  await moved
  user = await signIn()
  const tickets = await Promise.all([1, 2, 3, 4].map(() => connected().quote.createTicket()))
  expect(new Set(tickets.map(({ expiresAt }) => expiresAt))).toEqual(new Set([movedMs + 30_000]))
  listeners = await Promise.all([1, 2, 3, 4].map(() => listenTo({ url }, { user, client: connected(), email })))
  await Promise.all(listeners.map(({ ready }) => ready))
  await importFile('first.csv')
  await vi.waitFor(() => {
    for (const listener of listeners) expect(listener.names()).toContain('Import first.csv')
  }, 20_000)
})

test('a session holds thirty sockets of a kind over both processes, not thirty in each', async () => {
  const more = []
  for (let count = listeners.length; count < maxSocketsPerSession; count++)
    more.push(await listenTo({ url }, { user, client: connected(), email }))
  await Promise.all(more.map(({ ready }) => ready))
  const beyond = await Promise.all([1, 2].map(() => listenTo({ url }, { user, client: connected(), email })))
  expect(await Promise.all(beyond.map(({ closed }) => closed))).toEqual([1008, 1008])
  for (const { socket } of more) socket.close()
  await Promise.all(more.map(({ closed }) => closed))
})

test('while a killed web process is replaced the other answers, and its sockets stay', async () => {
  const before = await processIds()
  process.kill(before.get('web-1')!, 'SIGKILL')
  const statuses = await Promise.all(Array.from({ length: 20 }, () => callOnce('/health')))
  expect(statuses.map(({ status }) => status)).toEqual(statuses.map(() => 200))
  await vi.waitFor(async () => {
    const { text } = await callOnce('/metrics')
    expect(text).toMatch(/^process_resident_memory_bytes\{process="web-1"\}/m)
  }, 60_000)
  const after = await processIds()
  expect(after.get('web-1')).not.toBe(before.get('web-1'))
  expect([after.get('web-2'), after.get('worker')]).toEqual([before.get('web-2'), before.get('worker')])
  expect(output).toMatch(/"process":"web-1","pid":\d+,"exitCode":null,"signal":"SIGKILL".*is started again/)
  const open = listeners.filter(({ socket }) => socket.readyState === socket.OPEN)
  expect(open.length).toBeGreaterThan(0)
  expect(open.length).toBeLessThan(listeners.length)
  await importFile('second.csv')
  await vi.waitFor(() => {
    for (const listener of open) expect(listener.names()).toContain('Import second.csv')
  }, 20_000)
}, 120_000)

test('SIGTERM answers what is under way and leaves no process behind', async () => {
  const ids = await processIds()
  expect([...ids.keys()].toSorted()).toEqual(['brokerage', 'database', 'web-1', 'web-2', 'worker'])
  const ended = once(product, 'exit')
  const underWay = Array.from({ length: 20 }, () => callOnce('/health'))
  await Promise.all(underWay.slice(0, 1))
  product.kill('SIGTERM')
  expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual(underWay.map(() => 200))
  expect(await ended).toEqual([0, null])
  expect((await processIds()).size).toBe(0)
  for (const id of ids.values()) expect(() => process.kill(id, 0)).toThrow('ESRCH')
}, 60_000)
