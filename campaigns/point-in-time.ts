// Point-in-time recovery with the files of deploy/pitr, as docs/point-in-time-recovery.md describes it: a PostgreSQL 15
// of Debian archives by pgBackRest while the product takes a contribution a second, somebody deletes entries by SQL,
// and the database is set back: in a rehearsal to a minute before the mistake, for good to the second before it, and in the
// end, after the whole server was lost, to the newest moment there is. Each time every contribution of before the
// moment is there and none of after it, by the database's own clock.
//
//   npm run campaign point-in-time              about five minutes; needs Debian's postgresql-15 and pgbackrest
//   npm run campaign point-in-time -- --rounds 90     seconds of contributions before the mistake
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ApiError } from '@clubfolio/contract'
import { Client } from 'pg'
import { startClubProcess, type ClubProcess } from './support/club-processes.ts'
import { contributionOf, findViolations, makeLiveClub, type LiveClub } from './support/live-club.ts'
import { readCampaignOptions } from './support/options.ts'
import { createOwnPostgres, databaseUser, describeOwnPostgres, type OwnPostgres } from './support/own-postgres.ts'
import { signInByCalls } from './support/club.ts'
import { openVerdict } from './support/verdict.ts'

const { rounds: secondsBefore } = readCampaignOptions(90)
const verdict = openVerdict()
const build = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const ports = { server: 22_010, rehearsal: 22_011, replacement: 22_012, brokerage: 22_013, web: 22_014, worker: 22_015 }
const brokeragePort = 22_016
/** The archive timeout of deploy/pitr. */
const mostLostSeconds = 60
const folder = await mkdtemp(join(tmpdir(), 'clubfolio-point-in-time-'))
await chmod(folder, 0o755)

const settings = await copySettings()
const backrest = (dataFolder: string, port: number): Record<string, string> => ({
  // What an operator has at its usual place lies in our folder; everything else is what the file says.
  PGBACKREST_CONFIG: join(settings, 'pgbackrest.conf'),
  PGBACKREST_CONFIG_INCLUDE_PATH: join(settings, 'conf.d'),
  PGBACKREST_REPO1_PATH: join(folder, 'owned', 'repository'),
  PGBACKREST_LOG_PATH: join(folder, 'owned'),
  PGBACKREST_LOCK_PATH: join(folder, 'owned', 'lock'),
  PGBACKREST_PG1_PATH: dataFolder,
  PGBACKREST_PG1_PORT: String(port),
  PGBACKREST_PG1_SOCKET_PATH: owned(),
  PGBACKREST_PG1_USER: 'postgres',
})
const serverAt = (port: number) => ({
  folder: owned(),
  port,
  environment: backrest(join(owned(), `data-${port}`), port),
})
const server = await createOwnPostgres({
  ...serverAt(ports.server),
  include: join(settings, 'clubfolio-archiving.conf'),
})
const brokerageServer = await createOwnPostgres({ folder: owned(), port: ports.brokerage })
const processes: ClubProcess[] = []

interface Write {
  readonly key: string
  /** The database's clock before the request and after its answer: it was committed between them. */
  readonly from: Date
  readonly to: Date
}

const writes: Write[] = []
try {
  await campaign()
} finally {
  for (const one of processes.toReversed()) await one.end()
  for (const port of [ports.server, ports.rehearsal, ports.replacement, ports.brokerage])
    await (await describeOwnPostgres(serverAt(port))).stop().catch(() => undefined)
  await rm(folder, { recursive: true, force: true })
}
verdict.end()

async function campaign(): Promise<void> {
  await brokerageServer.start()
  await brokerageServer.query('postgres', 'create database brokerage')
  await server.start()
  await server.query('postgres', "create role clubfolio login password 'of this campaign'")
  await server.query('postgres', 'create database clubfolio owner clubfolio')
  const pgbackrest = (...args: string[]) => server.run('pgbackrest', ['--stanza=clubfolio', ...args])
  await pgbackrest('stanza-create')
  await check(server, 1, 'There is no backup yet')

  await startProcess('brokerage', brokeragePort)
  let worker = await startProcess('worker', ports.worker)
  let web = await startProcess('web', ports.web)
  const club = await makeLiveClub(web.url, 'pitr')
  console.log('the product runs; the first full backup is taken beside it')
  const backupStarted = performance.now()
  await pgbackrest('--type=full', 'backup')
  const backupSeconds = (performance.now() - backupStarted) / 1000
  await check(server, 0, '')

  // A contribution a second, an order on the way, and a mistake.
  const order = (price: string, key: string) =>
    club.clientAt(web.url).order.putOrder(
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
  const earlier = await order('1.01', randomUUID())
  await contribute(club, web.url, secondsBefore)
  const wrong = await mistake()
  console.log(`the mistake at ${wrong.at.toISOString()}: ${wrong.deleted} entries deleted`)
  // People go on for some seconds before somebody notices.
  await contribute(club, web.url, 5)
  const later = await order('1.02', randomUUID())
  const noticed = await now(server)

  // The rehearsal, beside the running product: a minute before the mistake, in another folder, without archiving.
  const rehearsed = new Date(wrong.at.getTime() - 60_000)
  await server.query('postgres', 'select pg_switch_wal()')
  await check(server, 0, '')
  const rehearsal = await describeOwnPostgres(serverAt(ports.rehearsal))
  const rehearsalSeconds = await restore(rehearsal, rehearsed, ['--archive-mode=off'])
  await hold(rehearsal, club, rehearsed, 'the rehearsal')
  await rehearsal.stop()
  verdict.expect(
    (await web.end('SIGTERM')) === 0 && (await worker.end('SIGTERM')) === 0,
    'a process did not stop in order',
  )

  // For good, in place: the full second before the mistake.
  const target = new Date(Math.floor((wrong.at.getTime() - 1) / 1000) * 1000)
  const downFrom = performance.now()
  await server.stop()
  const restoreSeconds = await restore(server, target, [])
  const admin = await promisify(execFile)(
    process.execPath,
    [join(build, 'packages/server/dist/admin.js'), 'after-restore'],
    {
      env: { PATH: process.env['PATH'], ...environment() },
    },
  )
  console.log(admin.stdout.trim())
  verdict.expect(admin.stdout.includes('session'), `after-restore said: ${admin.stdout}`)
  const { kept, gone } = await hold(server, club, target, 'the restore')
  worker = await startProcess('worker', ports.worker)
  web = await startProcess('web', ports.web)
  const backSeconds = (performance.now() - downFrom) / 1000
  const ended = await club
    .clientAt(web.url)
    .security.getMyUser()
    .then(
      () => 'it is valid',
      (error: unknown) => (error instanceof ApiError ? error.body.refusal : String(error)),
    )
  verdict.expect(ended === 'sessionEnded', `a session of before the restore: ${ended}`)
  const again = await signInByCalls({ origin: web.url }, 'manager@clubfolio.example')
  const restored: LiveClub = { ...club, token: again.token, clientAt: () => again.client }
  await again.client.account.syncNow({ body: { accountId: club.accountId } })
  const orders = await server.query<{ id: string }>('clubfolio', 'select broker_id as id from broker_order')
  const known = new Set(orders.map(({ id }) => id))
  verdict.expect(known.has(earlier.orderId), 'the order of before the moment is missing')
  verdict.expect(known.has(later.orderId), 'the order that was placed after the moment was not read from the brokerage')
  verdict.expect(
    (await server.query('clubfolio', 'select from order_request where broker_id = $1', [later.orderId])).length === 0,
    'the request of an order after the moment is there',
  )
  verdict.expect(noticed > wrong.at, 'the clock of the database went back')

  // The next disaster: the machine is gone with everything on it but the repository.
  await pgbackrest('--type=diff', 'backup')
  writes.length = 0
  await contribute(restored, web.url, 75)
  await server.kill()
  const lostAt = new Date()
  await Promise.all([web.end(), worker.end()])
  await rm(server.dataFolder, { recursive: true })
  const replacement = await describeOwnPostgres(serverAt(ports.replacement))
  await restore(replacement, undefined, [])
  const there = await keysOf(replacement)
  const missing = writes.filter(({ key }) => !there.has(key))
  const newestKept = writes.findLast(({ key }) => there.has(key))
  const lostSeconds = newestKept ? (lostAt.getTime() - newestKept.to.getTime()) / 1000 : Infinity
  verdict.expect(
    missing.every(({ to }) => newestKept !== undefined && to >= newestKept.to),
    'a contribution is missing although a later one is there',
  )
  // A segment that was just ended still has to be stored.
  verdict.expect(lostSeconds <= mostLostSeconds + 5, `the lost server took ${lostSeconds.toFixed(0)} s with it`)
  for (const words of await findViolations(replacement.urlOf('clubfolio'), club.accountId))
    verdict.broken(`after the loss of the server: ${words}`)
  await replacement.stop()

  verdict.figure('full backup beside the product', `${backupSeconds.toFixed(1)} s`)
  verdict.figure('rehearsal to one minute before the mistake, until it answers', `${rehearsalSeconds.toFixed(1)} s`)
  verdict.figure(
    'restore to the second before the mistake',
    `${restoreSeconds.toFixed(1)} s until PostgreSQL answers, ${backSeconds.toFixed(1)} s until the product answers; ` +
      `${kept} contributions of before it there, ${gone} of after it not`,
  )
  verdict.figure('lost with a lost server', `${missing.length} contributions, the last ${lostSeconds.toFixed(0)} s`)
  verdict.figure(
    'load of the machine over the last minutes',
    loadavg()
      .map((one) => one.toFixed(0))
      .join(', '),
  )
}

/** One contribution at each full second of the machine's clock. */
async function contribute(club: LiveClub, origin: string, seconds: number): Promise<void> {
  const client = club.clientAt(origin)
  for (let count = 0; count < seconds; count++) {
    await delay(1000 - (Date.now() % 1000))
    const key = randomUUID()
    const from = await now(server)
    await client.member.createContribution({ body: contributionOf(club, '10.01', key) }, { idempotencyKey: key })
    writes.push({ key, from, to: await now(server) })
  }
}

async function now(of: OwnPostgres): Promise<Date> {
  const [row] = await of.query<{ at: Date }>('clubfolio', 'select clock_timestamp() as at')
  return row!.at
}

/** Somebody deletes entries of the books by SQL, as only a superuser can. */
async function mistake(): Promise<{ at: Date; deleted: number }> {
  const client = new Client({ connectionString: server.urlOf('clubfolio') })
  await client.connect()
  try {
    const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at')
    await client.query('begin; set local session_replication_role = replica')
    const { rowCount } = await client.query('delete from fund_entry where id in (select id from fund_entry limit 40)')
    await client.query('commit')
    return { at: rows[0]!.at, deleted: rowCount ?? 0 }
  } finally {
    await client.end()
  }
}

/** Returns the seconds until PostgreSQL answers again; without a moment, with everything that is archived. */
async function restore(into: OwnPostgres, moment: Date | undefined, more: readonly string[]): Promise<number> {
  const startedMs = performance.now()
  await into.run('pgbackrest', [
    '--stanza=clubfolio',
    ...(moment === undefined
      ? []
      : [
          '--type=time',
          `--target=${moment.toISOString().replace('T', ' ').replace('Z', '+00')}`,
          '--target-action=promote',
        ]),
    ...more,
    'restore',
  ])
  if (into !== server)
    await writeFile(join(into.dataFolder, 'postgresql.auto.conf'), `port = ${new URL(into.adminUrl).port}\n`, {
      flag: 'a',
    })
  await into.start()
  return (performance.now() - startedMs) / 1000
}

async function keysOf(one: OwnPostgres): Promise<ReadonlySet<string>> {
  const rows = await one.query<{ key: string }>('clubfolio', 'select description as key from fund_entry')
  return new Set(rows.map(({ key }) => key))
}

/** Every contribution that was committed before the moment is there, and none that was begun after it. */
async function hold(
  restored: OwnPostgres,
  club: LiveClub,
  moment: Date,
  name: string,
): Promise<{ kept: number; gone: number }> {
  const there = await keysOf(restored)
  const before = writes.filter(({ to }) => to < moment)
  const after = writes.filter(({ from }) => from > moment)
  const lost = before.filter(({ key }) => !there.has(key))
  const left = after.filter(({ key }) => there.has(key))
  verdict.expect(before.length > 10 && after.length > 4, `${name}: the moment lies outside of the contributions`)
  verdict.expect(
    lost.length === 0,
    `${name}: ${lost.length} of ${before.length} contributions of before it are missing`,
  )
  verdict.expect(left.length === 0, `${name}: ${left.length} of ${after.length} contributions of after it are there`)
  for (const words of await findViolations(restored.urlOf('clubfolio'), club.accountId))
    verdict.broken(`${name}: ${words}`)
  const newest = before.at(-1)!
  const next = writes.find(({ to }) => to >= moment)!
  verdict.figure(
    `${name} to ${moment.toISOString()}`,
    `${before.length} of before it are there, the last committed by ${newest.to.toISOString().slice(17, 23)} s, ` +
      `${after.length} of after it are not, the first begun at ${next.from.toISOString().slice(17, 23)} s; ` +
      `${writes.length - before.length - after.length} in the moment itself`,
  )
  return { kept: before.length, gone: after.length }
}

/** Runs deploy/pitr/check-archive. */
async function check(of: OwnPostgres, code: number, words: string): Promise<void> {
  const answer = await of
    .run(join(settings, 'check-archive'), [], {
      PGHOST: '127.0.0.1',
      PGPORT: String(ports.server),
      PGUSER: 'postgres',
    })
    .then(
      () => ({ code: 0, text: '' }),
      (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
    )
  verdict.expect(
    answer.code === code && answer.text.includes(words),
    `check-archive ended with ${answer.code} instead of ${code}: ${answer.text}`,
  )
}

function environment(): Record<string, string> {
  return {
    DATABASE_URL: `postgres://clubfolio@127.0.0.1:${ports.server}/clubfolio`,
    CLUBFOLIO_SECRET_KEY: 'a key of this campaign alone that is long enough',
    CLUBFOLIO_ORIGIN: `http://127.0.0.1:${ports.web}`,
    CLUBFOLIO_DATA: join(folder, 'application'),
    CLUBFOLIO_MARKET_INSTRUMENTS: '10',
    CLUBFOLIO_DEMO: 'people',
    CLUBFOLIO_LOG: 'warn',
    PAPER_PORT: String(brokeragePort),
    PAPER_PUBLIC_URL: `http://127.0.0.1:${brokeragePort}`,
    BROKER_CLIENT_SECRET: 'a secret of this campaign',
  }
}

async function startProcess(role: 'web' | 'worker' | 'brokerage', port: number): Promise<ClubProcess> {
  const one = await startClubProcess({
    build,
    role,
    port,
    environment:
      role === 'brokerage'
        ? {
            // A brokerage is somewhere else: nothing that happens to our database sets it back.
            DATABASE_URL: brokerageServer.urlOf('brokerage'),
            PAPER_CLIENT_SECRET: 'a secret of this campaign',
            PAPER_CALLBACK_URL: `http://127.0.0.1:${ports.web}/account`,
            PAPER_PUBLIC_URL: `http://127.0.0.1:${brokeragePort}`,
            CLUBFOLIO_MARKET_INSTRUMENTS: '10',
          }
        : environment(),
  })
  processes.push(one)
  return one
}

/** The files of deploy/pitr as an operator copies them, with a passphrase, readable by the database's user. */
async function copySettings(): Promise<string> {
  const to = join(folder, 'pitr')
  await cp(join(build, 'deploy/pitr'), to, { recursive: true })
  await mkdir(join(to, 'conf.d'))
  await writeFile(join(to, 'conf.d', 'cipher.conf'), `[global]\nrepo1-cipher-pass=${randomUUID()}\n`)
  await mkdir(join(folder, 'owned'), { mode: 0o750 })
  const user = await databaseUser()
  if (user) await chown(join(folder, 'owned'), user.uid, user.gid)
  return to
}

function owned(): string {
  return join(folder, 'owned')
}
