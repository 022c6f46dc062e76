// A change of version without a pause, and back: web processes one by one, then the worker, each stopped in order and
// started from another build, behind a proxy, on one PostgreSQL, under reads, page loads, contributions and orders. No
// call may fail, everything acknowledged is there once, and the books hold.
// Source: docs/operations.md, "A newer version without a pause".
//
//   npm run campaign update-under-load                           this build, one with a step more, and back
//   npm run campaign update-under-load -- --before PATH          also from the build at PATH to this one, and back
//   npm run campaign update-under-load -- --seconds 10           how long each state is kept under load
import { randomUUID } from 'node:crypto'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ApiError } from '@clubfolio/contract'
import { startClubProcess, type ClubProcess } from './support/club-processes.ts'
import { contributionOf, findViolations, makeLiveClub, type LiveClub } from './support/live-club.ts'
import { createOwnPostgres, databaseUser, type OwnPostgres } from './support/own-postgres.ts'
import { startRedispatchingProxy, type RedispatchingProxy } from './support/redispatching-proxy.ts'
import { openVerdict } from './support/verdict.ts'

const { values: given } = parseArgs({ options: { before: { type: 'string' }, seconds: { type: 'string' } } })
const keptMs = Number(given.seconds ?? 8) * 1_000
/** An order needs several calls to the brokerage, which allows 120 a minute; the orders of an account go in turn. */
const everyMs = { read: 100, page: 1_000, contribution: 500, order: 12_000 }
const verdict = openVerdict()
const present = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const ports = { database: 22_030, proxy: 22_031, web: [22_032, 22_033], worker: 22_034, brokerage: 22_035 } as const
const folder = await mkdtemp(join(tmpdir(), 'clubfolio-update-'))
await chmod(folder, 0o755)
await mkdir(join(folder, 'owned'))
const user = await databaseUser()
if (user) await chown(join(folder, 'owned'), user.uid, user.gid)
const server = await createOwnPostgres({ folder: join(folder, 'owned'), port: ports.database })
const running = new Set<ClubProcess>()

interface Load {
  readonly keys: { readonly contributions: Set<string>; readonly orders: Set<string> }
  readonly counts: Map<string, number>
  readonly failures: Map<string, number>
  stop(): Promise<void>
}

try {
  await server.start()
  const before = given.before === undefined ? undefined : resolve(given.before)
  if (before !== undefined)
    await change(
      'from the build before',
      await stage('before', before, present),
      await stage('present', present, before),
    )
  const tomorrow = await stage('tomorrow', present, present)
  await addStep(tomorrow)
  await change('to a build with a step more', present, tomorrow)
} finally {
  for (const one of running) await one.end()
  await server.stop().catch(() => undefined)
  await rm(folder, { recursive: true, force: true })
}
verdict.figure(
  'load of the machine over the last minutes',
  loadavg()
    .map((one) => one.toFixed(0))
    .join(', '),
)
verdict.end()

async function change(name: string, older: string, newer: string): Promise<void> {
  const database = `club_${randomUUID().slice(0, 8)}`
  await server.query('postgres', `create database ${database}`)
  await server.query('postgres', `create database ${database}_brokerage`)
  const start = (role: ClubRole, build: string, port: number) => startOne({ role, build, port, database })
  const brokerage = await start('brokerage', present, ports.brokerage)
  let worker = await start('worker', older, ports.worker)
  const web: ClubProcess[] = []
  for (const port of ports.web) web.push(await start('web', older, port))
  const proxy = await startRedispatchingProxy(ports.proxy, ports.web)
  const club = await makeLiveClub(web[0]!.url, 'update')
  const oldFile = await aFileOf(proxy.origin)
  const load = startLoad(club, proxy)
  await delay(keptMs)

  /** Replaces all processes; returns false when the first of another build does not start, and the old one is back. */
  const replaceAll = async (from: string, to: string): Promise<boolean> => {
    for (const [place, port] of ports.web.entries()) {
      await stop(web[place]!)
      console.log(`${new Date().toISOString().slice(11, 19)} web ${place + 1} of ${web.length} is replaced`)
      try {
        web[place] = await start('web', to, port)
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error)
        if (place > 0 || !words.includes('newer version')) throw error
        web[place] = await start('web', from, port)
        return false
      }
      // Both versions work side by side.
      await delay(keptMs)
    }
    await stop(worker)
    worker = await start('worker', to, ports.worker)
    await delay(keptMs)
    return true
  }

  await replaceAll(older, newer)
  const file = await fetch(`${proxy.origin}${oldFile}`)
  verdict.figure(`${name}: a file of the version before, asked by a page that is still open`, file.status)
  const isBack = await replaceAll(newer, older)
  await load.stop()

  const failed = [...load.failures].map(([words, count]) => `${count} x ${words}`)
  verdict.expect(failed.length === 0, `${name}: failed calls: ${failed.join(', ')}`)
  verdict.expect(proxy.failed() === 0, `${name}: ${proxy.failed()} requests that no process took`)
  await holdOnce(name, server, database, load)
  for (const words of await findViolations(server.urlOf(database), club.accountId)) verdict.broken(`${name}: ${words}`)
  verdict.figure(
    `${name}: calls, of which failed`,
    `${[...load.counts].map(([kind, count]) => `${count} ${kind}`).join(', ')}; ${[...load.failures.values()].reduce((sum, one) => sum + one, 0)}`,
  )
  verdict.figure(
    `${name}: passed to the other process`,
    [...proxy.passedOn].map(([reason, count]) => `${count} x ${reason}`).join(', ') || 'none',
  )
  verdict.figure(
    `${name}: the way back`,
    isBack ? 'done, one by one' : 'refused by the older build, which knows no newer tables; the newer one went on',
  )
  await proxy.close()
  for (const one of [...web, worker, brokerage]) await one.end()
}

type ClubRole = 'web' | 'worker' | 'brokerage'

interface StartOrder {
  readonly role: ClubRole
  readonly build: string
  readonly port: number
  readonly database: string
}

async function startOne({ role, build, port, database }: StartOrder): Promise<ClubProcess> {
  const secret = 'a secret of this campaign'
  const origin = `http://127.0.0.1:${ports.proxy}`
  const paper = `http://127.0.0.1:${ports.brokerage}`
  const one = await startClubProcess({
    build,
    role,
    port,
    environment:
      role === 'brokerage'
        ? {
            DATABASE_URL: server.urlOf(`${database}_brokerage`),
            PAPER_CLIENT_SECRET: secret,
            PAPER_CALLBACK_URL: `${origin}/account`,
            PAPER_PUBLIC_URL: paper,
            CLUBFOLIO_MARKET_INSTRUMENTS: '10',
          }
        : {
            DATABASE_URL: server.urlOf(database),
            CLUBFOLIO_SECRET_KEY: 'a key of this campaign alone that is long enough',
            CLUBFOLIO_ORIGIN: origin,
            CLUBFOLIO_DATA: join(folder, `application-${port}`),
            CLUBFOLIO_MARKET_INSTRUMENTS: '10',
            CLUBFOLIO_DEMO: 'people',
            CLUBFOLIO_LOG: 'warn',
            PAPER_PORT: String(ports.brokerage),
            PAPER_PUBLIC_URL: paper,
            BROKER_CLIENT_SECRET: secret,
          },
  })
  running.add(one)
  return one
}

async function stop(one: ClubProcess): Promise<void> {
  const code = await one.end('SIGTERM')
  running.delete(one)
  verdict.expect(code === 0, `a process ended with ${code} when it was stopped in order:\n${one.output()}`)
}

/** Calls at a steady pace, whether or not the last one was answered. */
function startLoad(club: LiveClub, { origin }: RedispatchingProxy): Load {
  const client = club.clientAt(origin)
  const keys = { contributions: new Set<string>(), orders: new Set<string>() }
  const counts = new Map<string, number>()
  const failures = new Map<string, number>()
  const open = new Set<Promise<void>>()
  const raise = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1)
  let orders = 0
  const reads = [
    () => client.security.getMyUser(),
    () => client.account.viewMyAccount({ params: { userId: club.userId } }),
    () => client.notification.findRecent(),
    async () => {
      const answer = await fetch(`${origin}/health`)
      if (!answer.ok) throw new Error(`/health answers ${answer.status}`)
    },
  ]
  const work: Record<keyof typeof everyMs, (count: number) => Promise<unknown>> = {
    read: (count) => reads[count % reads.length]!(),
    page: () => loadPage(origin),
    async contribution() {
      const key = randomUUID()
      await client.member.createContribution({ body: contributionOf(club, '10.01', key) }, { idempotencyKey: key })
      keys.contributions.add(key)
    },
    async order() {
      const key = randomUUID()
      const price = (1 + ++orders / 100).toFixed(2)
      await client.order.putOrder(
        {
          body: {
            ticket: 'SPY',
            quantity: '1',
            directionality: 'BUY',
            accountNumber: club.accountNumber,
            price,
            orderType: 'LIMIT',
          },
        },
        { idempotencyKey: key },
      )
      keys.orders.add(key)
    },
  }
  const timers = (Object.keys(work) as (keyof typeof everyMs)[]).map((kind) => {
    let count = 0
    return setInterval(() => {
      const call = work[kind](count++)
        .then(
          () => raise(counts, kind),
          (error: unknown) => {
            const words =
              error instanceof ApiError ? `${error.status} ${error.body.refusal ?? error.message}` : String(error)
            raise(failures, `${kind}: ${words}`)
            console.log(`${new Date().toISOString().slice(11, 19)} ${kind} failed: ${words}`)
          },
        )
        .finally(() => open.delete(call))
      open.add(call)
    }, everyMs[kind])
  })
  return {
    keys,
    counts,
    failures,
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(open)
    },
  }
}

function filesOf(page: string): string[] {
  return [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
}

/** A page and the files that it names, each from whichever process has its turn. */
async function loadPage(origin: string): Promise<void> {
  const page = await fetch(`${origin}/`, { headers: { accept: 'text/html' } })
  if (!page.ok) throw new Error(`the page answers ${page.status}`)
  for (const file of filesOf(await page.text())) {
    const answer = await fetch(`${origin}${file}`)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`a file of the page answers ${answer.status}`)
  }
}

async function aFileOf(origin: string): Promise<string> {
  const page = await (await fetch(`${origin}/`, { headers: { accept: 'text/html' } })).text()
  return filesOf(page)[0]!
}

/** Each acknowledged effect is there once, and nothing that nobody asked for. */
async function holdOnce(name: string, at: OwnPostgres, database: string, { keys }: Load): Promise<void> {
  const entries = await at.query<{ key: string }>(database, 'select description as key from fund_entry')
  const requests = await at.query<{ key: string; id: string }>(
    database,
    'select request_key as key, broker_id as id from order_request',
  )
  const placed = await at.query<{ id: string }>(
    `${database}_brokerage`,
    'select order_id::text as id from paper.account_order',
  )
  const once = (rows: readonly { readonly key: string }[], wanted: ReadonlySet<string>): boolean =>
    rows.length === wanted.size && rows.every(({ key }) => wanted.has(key))
  verdict.expect(
    once(entries, keys.contributions),
    `${name}: ${entries.length} entries for ${keys.contributions.size} acknowledged contributions`,
  )
  verdict.expect(
    once(requests, keys.orders) && placed.length === keys.orders.size,
    `${name}: ${requests.length} requests and ${placed.length} orders at the brokerage for ${keys.orders.size} acknowledged orders`,
  )
}

/** A copy of a build that also has the files of the other one, as docs/operations.md puts them there. */
async function stage(name: string, build: string, other: string): Promise<string> {
  const to = join(folder, name)
  await mkdir(join(to, 'packages/server'), { recursive: true })
  for (const part of ['packages/server/dist', 'packages/server/package.json', 'packages/web/dist'])
    await cp(join(build, part), join(to, part), { recursive: true })
  for (const part of ['packages/server/node_modules', 'node_modules'])
    await symlink(join(build, part), join(to, part)).catch(() => undefined)
  const files = 'packages/web/dist/assets'
  await cp(join(other, files), join(to, files), { recursive: true, force: false })
  return to
}

/** Makes it what a later release would be: with a step that adds columns and an index to tables in use. */
async function addStep(to: string): Promise<void> {
  const path = join(to, 'packages/server/dist/db/migrate.js')
  const text = await readFile(path, 'utf8')
  const start = 'export const migrations = {'
  if (!text.includes(start)) throw new Error(`${path} has no list of steps.`)
  await writeFile(
    path,
    text.replace(
      start,
      `const tomorrow = {
        indexes: [{ name: 'audit_log_of_tomorrow', on: 'audit_log', definition: '(action, at)' }],
        async up(db) {
          await sql\`alter table fund_entry add column of_tomorrow text\`.execute(db)
          await sql\`alter table order_request add column of_tomorrow boolean not null default false\`.execute(db)
          await sql\`create index if not exists audit_log_of_tomorrow on audit_log (action, at)\`.execute(db)
        },
      }
      ${start}
        '9000-of-tomorrow': tomorrow,`,
    ),
  )
}
