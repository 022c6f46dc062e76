// What a call costs on the server side: the mix of `load.ts`, one call after the other in one process against a real
// PostgreSQL. Statements are counted at the driver, so that the figure does not depend on the machine; processor time
// is that of this process (server and caller) and of PostgreSQL.
import { readFile, writeFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { seededRandom } from '../campaigns/support/options.ts'
import { fillSimulatedMarket } from '../packages/server/src/features/market/fill-simulated-market.ts'
import { startDemonstration } from '../packages/server/src/testing/demonstration.ts'
import { openBenchDatabase } from './support/bench-database.ts'
import { createMix, type LoadCall } from './support/load-calls.ts'
import { createGenerator } from './support/open-load.ts'
import { processorMs } from './support/process-figures.ts'
import { reportRow } from './support/report-row.ts'
import { seedClub } from './support/seeded-club.ts'
import { watchChanges } from './support/watch-changes.ts'

const { values: given } = parseArgs({
  options: {
    calls: { type: 'string' },
    users: { type: 'string' },
    seed: { type: 'string' },
    /** Prints the statements of the first call of each kind whose name contains this. */
    print: { type: 'string' },
    /** What the process hears of changes of: `none`, `market`, or `all` as the product does. */
    watch: { type: 'string' },
    /** Writes a profile of the measured calls to this file, for the browser's developer tools. */
    profile: { type: 'string' },
  },
})
const callCount = Number(given.calls ?? 3_000)
const warmUpCount = 1_000
const userCount = Number(given.users ?? 20)
const seed = Number(given.seed ?? 20_261_127)
const promise = 1.5

/** The statements of the call that is running. */
let statements: string[] = []
const { query } = Client.prototype
Client.prototype.query = function counted(this: Client, ...args: unknown[]): never {
  const [statement] = args
  statements.push(typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? 'copy'))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all overloads of the driver end here
  return query.apply(this, args as never) as never
}

const database = await openBenchDatabase()
process.env['CLUBFOLIO_TEST_DATABASE_URL'] = database.url
process.env['CLUBFOLIO_TEST_RUN'] = 'bench'
const app = await startDemonstration({ hasClub: true })
try {
  await fillSimulatedMarket(app.services)
  // As once the worker has computed them, which is where a market is nearly all the time.
  await app.services.db.deleteFrom('level_due').execute()
  await watchChanges(app.services, app.databaseUrl, given.watch)
  const club = await seedClub({ ...database, db: app.services.db, pool: app.services.pool }, app.url, userCount)
  const generator = createGenerator(app.url)
  const random = seededRandom(seed)
  const mix = createMix(club, club.users, random)
  const send = async (call: LoadCall): Promise<void> => {
    const { status, words } = await generator.send(call)
    if (status !== 200) throw new Error(`${call.kind}: ${status} ${words}`)
  }
  for (let number = 0; number < warmUpCount; number++) await send(mix.next())

  const counts = new Map<string, { calls: number; statements: number; workUs: number }>()
  const printed = new Set<string>()
  const inspector = new Session()
  inspector.connect()
  if (given.profile !== undefined) {
    await inspector.post('Profiler.enable')
    await inspector.post('Profiler.start')
  }
  const [own, postgresBefore] = [process.cpuUsage(), await postgresMs()]
  for (let number = 0; number < callCount; number++) {
    const call = mix.next()
    statements = []
    const callStart = process.cpuUsage()
    await send(call)
    const { user, system } = process.cpuUsage(callStart)
    const row = counts.get(call.kind) ?? { calls: 0, statements: 0, workUs: 0 }
    counts.set(call.kind, {
      calls: row.calls + 1,
      statements: row.statements + statements.length,
      workUs: row.workUs + user + system,
    })
    if (given.print !== undefined && call.kind.includes(given.print) && !printed.has(call.kind)) {
      printed.add(call.kind)
      console.log(
        `${call.kind}\n${statements.map((text) => `  ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`).join('\n')}`,
      )
    }
  }
  const used = process.cpuUsage(own)
  const postgres = (await postgresMs()) - postgresBefore
  if (given.profile !== undefined)
    await writeFile(given.profile, JSON.stringify((await inspector.post('Profiler.stop')).profile))
  inspector.disconnect()
  generator.close()
  const total = [...counts.values()].reduce((sum, one) => sum + one.statements, 0)
  const workUs = [...counts.values()].reduce((sum, one) => sum + one.workUs, 0)
  for (const [kind, one] of [...counts].toSorted(([, a], [, b]) => b.workUs - a.workUs))
    console.log(
      `        ${kind.padEnd(32)} ${String(one.calls).padStart(6)} calls ${(one.statements / one.calls).toFixed(2).padStart(7)} statements ` +
        `${(one.workUs / one.calls / 1_000).toFixed(2).padStart(7)} ms of server and caller, ${((one.workUs / workUs) * 100).toFixed(0).padStart(3)} %`,
    )
  reportRow({
    what: 'statements of a call in the mixed load, one call after the other',
    value: total / callCount,
    bar: { atMost: promise },
    figures: `${total} in ${callCount} calls, seed ${seed}`,
  })
  reportRow({
    what: 'processor time of a call in the mixed load, one after the other: server, caller and PostgreSQL',
    value: ((used.user + used.system) / 1_000 + postgres) / callCount,
    unit: 'ms',
    figures: `server and caller ${((used.user + used.system) / 1_000 / callCount).toFixed(2)}, PostgreSQL ${(postgres / callCount).toFixed(2)}; load of the machine ${loadavg()[0]!.toFixed(1)}`,
  })
} finally {
  await app.stop()
  await database.close()
}

/** Processor milliseconds of PostgreSQL and its connections since it started. */
async function postgresMs(): Promise<number> {
  const { rows } = await database.pool.query<{ folder: string }>('select current_setting($1) as folder', [
    'data_directory',
  ])
  const postmaster = Number((await readFile(`${rows[0]!.folder}/postmaster.pid`, 'utf8')).split('\n')[0])
  return processorMs(postmaster)
}
