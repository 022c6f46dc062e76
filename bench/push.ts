// Messages to browsers at 500 sockets, half of them at each of two web processes on one PostgreSQL, 20 messages a
// second for a minute, raised by a third process: three of four to everybody, the fourth to one person. In the middle
// the connections that listen for messages are killed, and a tenth of the sockets is cut and reconnects with its
// position. Prints what was delivered, how late, and whether memory is flat. Promise: everything once and in order, and
// memory after the first ten seconds within 1.15 of itself.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import type { PushSignal } from '../packages/contract/src/index.ts'
import { seedRights } from '../packages/server/src/db/seed-rights.ts'
import { raiseMessage } from '../packages/server/src/features/push/raise-message.ts'
import { createUser } from '../packages/server/src/features/user/create-user.ts'
import { systemClock } from '../packages/server/src/kernel/clock.ts'
import { newId } from '../packages/server/src/kernel/id.ts'
import { findSession, openSession } from '../packages/server/src/kernel/session.ts'
import { createTicket } from '../packages/server/src/kernel/socket-ticket.ts'
import { openBenchDatabase } from './support/bench-database.ts'
import { freePort } from './support/free-port.ts'
import { reportRow } from './support/report-row.ts'

const seconds = Number(process.env['CLUBFOLIO_BENCH_SECONDS'] ?? 60)
const perSecond = 20
const people = 100
const socketsEach = 5
const flatLimit = 1.15
const sampleMs = 2_000
const warmUpMs = 10_000

interface Server {
  readonly url: string
  readonly child: ChildProcess
  readonly memory: number[]
}

interface Listener {
  readonly server: Server
  readonly sessionId: string
  readonly userId: string
  readonly positions: number[]
  socket: WebSocket
  position: number | undefined
}

const database = await openBenchDatabase()
const { db } = database
const folder = await mkdtemp(join(tmpdir(), 'clubfolio-bench-push-'))
const children: ChildProcess[] = []

async function startServer(): Promise<Server> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(
    process.execPath,
    [
      '--conditions=source',
      '--import',
      'tsx',
      fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url)),
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        ROLE: 'web',
        DATABASE_URL: database.url,
        CLUBFOLIO_SECRET_KEY: 'the key of a benchmark that is long enough',
        CLUBFOLIO_ORIGIN: url,
        CLUBFOLIO_DATA: await mkdtemp(join(folder, 'data-')),
        CLUBFOLIO_LOG: 'error',
        PORT: String(port),
      },
    },
  )
  children.push(child)
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', () => reject(new Error('a server ended before it was ready')))
  })
  return { url, child, memory: [] }
}

const delaysMs: number[] = []

async function connectSocket(listener: Listener): Promise<void> {
  const { ticket } = await createTicket(db, systemClock, listener.sessionId)
  const after = listener.position === undefined ? '' : `&after=${listener.position}`
  const socket = new WebSocket(`${listener.server.url.replace('http', 'ws')}/ws/push?ticket=${ticket}${after}`, {
    origin: listener.server.url,
  })
  listener.socket = socket
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', (code, reason) => reject(new Error(`a socket was closed: ${code} ${reason.toString()}`)))
    socket.on('unexpected-response', (_request, response) =>
      reject(new Error(`a socket was refused: ${response.statusCode}`)),
    )
    socket.on('message', (data: Buffer) => {
      const signal = JSON.parse(data.toString('utf8')) as {
        type: PushSignal['type']
        position: number
        content?: { task: { startedAt: string } }
      }
      listener.position = signal.position
      if (signal.type === 'reload') throw new Error('A socket was asked to reload everything.')
      if (signal.type === 'message') {
        listener.positions.push(signal.position)
        delaysMs.push(Date.now() - Date.parse(signal.content!.task.startedAt))
      } else resolve()
    })
  })
}

async function sampleMemory({ url, memory }: Server): Promise<void> {
  const figures = await (await fetch(`${url}/metrics`)).text()
  memory.push(Number(/^process_resident_memory_bytes (\S+)/m.exec(figures)?.[1]))
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )

try {
  await seedRights(db, systemClock)
  const listeners: Listener[] = []
  const servers = await Promise.all([startServer(), startServer()])
  for (let person = 0; person < people; person++) {
    const { sessionIds, userId } = await db.transaction().execute(async (trx) => {
      const id = await createUser(trx, systemClock, {
        firstName: 'Bench',
        lastName: String(person),
        email: `b${person}@example.test`,
        phoneNumber: `+1212555${String(1000 + person)}`,
        passwordHash: 'x',
        groups: ['INVESTORS'],
      })
      const tokens: string[] = []
      for (let count = 0; count < socketsEach; count++)
        tokens.push(await openSession(trx, systemClock, { userId: id, address: '127.0.0.1', userAgent: 'bench' }))
      return { sessionIds: tokens, userId: id }
    })
    for (const [count, token] of sessionIds.entries()) {
      const session = await findSession(db, systemClock, token, true)
      listeners.push({
        server: servers[count % 2]!,
        sessionId: session!.id,
        userId,
        positions: [],
        socket: undefined as never,
        position: undefined,
      })
    }
  }
  for (let start = 0; start < listeners.length; start += 25)
    await Promise.all(listeners.slice(start, start + 25).map(connectSocket))
  console.log(`${listeners.length} sockets at ${servers.length} processes`)

  const startedMs = Date.now()
  const sampling = setInterval(() => {
    if (Date.now() - startedMs > warmUpMs) for (const server of servers) void sampleMemory(server)
  }, sampleMs)
  const expected = new Map<string | null, number>()
  const raising: Promise<void>[] = []
  const total = seconds * perSecond
  for (let count = 0; count < total; count++) {
    const dueMs = startedMs + (count * 1000) / perSecond
    if (dueMs > Date.now()) await pause(dueMs - Date.now())
    const userId = count % 4 === 3 ? listeners[(count * 7) % listeners.length]!.userId : null
    expected.set(userId, (expected.get(userId) ?? 0) + 1)
    const nowMs = Date.now()
    raising.push(
      raiseMessage(db, userId, {
        topic: 'task',
        task: {
          id: newId(systemClock),
          name: `Task ${count}`,
          position: count,
          total,
          percent: 0,
          status: 'RUNNING',
          revision: 1,
          startedAt: nowMs,
          endedAt: null,
          error: null,
          isCancellable: false,
          isCancelling: false,
        },
      }),
    )
    if (count === Math.floor(total / 2))
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'clubfolio bell'`.execute(
        db,
      )
    if (count === Math.floor((total * 2) / 3)) {
      for (const listener of listeners.filter((_listener, index) => index % 10 === 0)) {
        listener.socket.terminate()
        void pause(1_000).then(() => connectSocket(listener))
      }
    }
  }
  await Promise.all(raising)
  const wanted = ({ userId }: Listener): number => (expected.get(null) ?? 0) + (expected.get(userId) ?? 0)
  for (
    let tries = 0;
    tries < 300 && listeners.some((listener) => listener.positions.length < wanted(listener));
    tries++
  )
    await pause(100)
  clearInterval(sampling)

  const expectedCount = listeners.reduce((sum, listener) => sum + wanted(listener), 0)
  const delivered = listeners.reduce((sum, { positions }) => sum + new Set(positions).size, 0)
  const repeated = listeners.reduce((sum, { positions }) => sum + positions.length - new Set(positions).size, 0)
  const unordered = listeners.reduce(
    (sum, { positions }) =>
      sum + positions.filter((position, index) => index > 0 && position < positions[index - 1]!).length,
    0,
  )
  const sorted = delaysMs.toSorted((a, b) => a - b)
  const growth = servers.map(({ memory }) => {
    const third = Math.max(1, Math.floor(memory.length / 3))
    return {
      ratio: median(memory.slice(-third)) / median(memory.slice(0, third)),
      megabytes: Math.round(median(memory.slice(-third)) / 1e6),
    }
  })
  reportRow({
    what: `messages lost, twice or out of order at ${listeners.length} sockets, ${total} messages in ${seconds} s`,
    value: expectedCount - delivered + repeated + unordered,
    digits: 0,
    bar: { atMost: 0 },
    figures: `${delivered} of ${expectedCount} delivered; from raised to received p50 ${quantile(sorted, 0.5)} ms, p99 ${quantile(sorted, 0.99)} ms, worst ${sorted.at(-1)} ms`,
  })
  for (const [index, { ratio, megabytes }] of growth.entries())
    reportRow({
      what: `memory of process ${index + 1} with its sockets, last third against first after the warm-up`,
      value: ratio,
      bar: { atMost: flatLimit },
      figures: `${megabytes} MB`,
    })
  for (const { socket } of listeners) socket.terminate()
} finally {
  await Promise.all(
    children.map(
      (child) =>
        new Promise<void>((resolve) => {
          if (child.exitCode !== null) return resolve()
          child.once('exit', () => resolve())
          child.kill('SIGTERM')
        }),
    ),
  )
  await database.close()
  await rm(folder, { recursive: true, force: true })
}
