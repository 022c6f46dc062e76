// An authenticated JSON read through the whole stack (session, rights, input, encoding, headers) against a bare Fastify
// route that runs the product's SQL with each call and sends the same JSON. The product watches for changes as it does
// after its start, so it answers this list from memory until the market changes, which is what its users get. Promise:
// at least 0.85 of the bare route's requests per second. Also prints the ratio of their processor time, which a shared
// machine blurs less: this process, with the callers, and PostgreSQL.
import autocannon from 'autocannon'
import Fastify from 'fastify'
import { fillSimulatedMarket } from '../packages/server/src/features/market/fill-simulated-market.ts'
import { seedRights } from '../packages/server/src/db/seed-rights.ts'
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded.ts'
import { findMovers } from '../packages/server/src/features/stock/find-movers.ts'
import { startTestApp } from '../packages/server/src/testing/test-app.ts'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processorMs } from './support/process-figures.ts'
import { reportRow } from './support/report-row.ts'
import { watchChanges } from './support/watch-changes.ts'

const promise = 0.85
const rounds = 5
const secondsPerRound = 4
const connections = 10

const dataDirectory = await mkdtemp(join(tmpdir(), 'clubfolio-bench-'))
const server = await startEmbeddedPostgres({ dataDirectory, log: () => undefined })
process.env['CLUBFOLIO_TEST_DATABASE_URL'] = server.adminUrl
process.env['CLUBFOLIO_TEST_RUN'] = 'bench'

interface Round {
  readonly perSecond: number
  /** Processor milliseconds of one request. */
  readonly ownMs: number
  readonly postgresMs: number
}

const postmaster = Number((await readFile(join(dataDirectory, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])

/** Throws when a request failed. */
async function load(url: string, headers: Record<string, string>): Promise<Round> {
  const [own, postgres] = [process.cpuUsage(), await processorMs(postmaster)]
  const result = await autocannon({ url, headers, connections, duration: secondsPerRound })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed ${result.non2xx + result.errors} times.`)
  const { user, system } = process.cpuUsage(own)
  return {
    perSecond: result.requests.average,
    ownMs: (user + system) / 1_000 / result.requests.total,
    postgresMs: ((await processorMs(postmaster)) - postgres) / result.requests.total,
  }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

try {
  const app = await startTestApp()
  await seedRights(app.services.db, app.clock)
  await fillSimulatedMarket(app.services)
  await watchChanges(app.services, app.databaseUrl)
  const { user } = await app.signUp(['INVESTORS'])
  const path = '/v1/api/stock/get-top-winners/10/WEEK'

  const bare = Fastify()
  bare.get(path, () => findMovers(app.services.db, 'winners', { limit: 10, timing: 'WEEK' }))
  const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 })

  const ours: Round[] = []
  const theirs: Round[] = []
  await load(app.url + path, { token: user.token })
  await load(bareUrl + path, {})
  for (let round = 0; round < rounds; round++) {
    ours.push(await load(app.url + path, { token: user.token }))
    theirs.push(await load(bareUrl + path, {}))
  }
  const ratioOf = (figure: (round: Round) => number): number =>
    median(ours.map((round, index) => figure(round) / figure(theirs[index]!)))
  const medianOf = (rounds: readonly Round[], figure: (round: Round) => number): number => median(rounds.map(figure))
  const describe = (rounds: readonly Round[]): string =>
    `${medianOf(rounds, ({ ownMs }) => ownMs).toFixed(2)} and PostgreSQL ${medianOf(rounds, (one) => one.postgresMs).toFixed(2)} ms`
  reportRow({
    what: 'authenticated JSON read through the whole stack against a bare Fastify route with the same SQL',
    value: ratioOf(({ perSecond }) => perSecond),
    bar: { atLeast: promise },
    figures: `${Math.round(medianOf(ours, (one) => one.perSecond))} / ${Math.round(medianOf(theirs, (one) => one.perSecond))} requests/s, ${connections} connections, medians of ${rounds} rounds`,
  })
  reportRow({
    what: 'the same by processor time of a request, the bare route against the whole stack',
    value: 1 / ratioOf(({ ownMs, postgresMs }) => ownMs + postgresMs),
    figures: `${describe(ours)} / ${describe(theirs)}`,
  })
  await bare.close()
  await app.stop()
} finally {
  await server.stop()
  await rm(dataDirectory, { recursive: true, force: true })
}
