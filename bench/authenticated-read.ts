// An authenticated JSON read through the whole stack (session, rights, input, encoding, headers) against a bare Fastify
// route with the same SQL and the same JSON. Promise: at least half as many requests per second. Prints the ratio.
import autocannon from 'autocannon'
import Fastify from 'fastify'
import { fillSimulatedMarket } from '../packages/server/src/features/market/fill-simulated-market.ts'
import { seedRights } from '../packages/server/src/db/seed-rights.ts'
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded.ts'
import { findMovers } from '../packages/server/src/features/stock/find-movers.ts'
import { startTestApp } from '../packages/server/src/testing/test-app.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reportRow } from './support/report-row.ts'

const promise = 0.5
const rounds = 5
const secondsPerRound = 4
const connections = 10

const dataDirectory = await mkdtemp(join(tmpdir(), 'clubfolio-bench-'))
const server = await startEmbeddedPostgres({ dataDirectory, log: () => undefined })
process.env['CLUBFOLIO_TEST_DATABASE_URL'] = server.adminUrl
process.env['CLUBFOLIO_TEST_RUN'] = 'bench'

/** Returns responses per second; throws when one failed. */
async function load(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections, duration: secondsPerRound })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed ${result.non2xx + result.errors} times.`)
  return result.requests.average
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

try {
  const app = await startTestApp()
  await seedRights(app.services.db, app.clock)
  await fillSimulatedMarket(app.services)
  const { user } = await app.signUp(['INVESTORS'])
  const path = '/v1/api/stock/get-top-winners/10/WEEK'

  const bare = Fastify()
  bare.get(path, () => findMovers(app.services.db, 'winners', { limit: 10, timing: 'WEEK' }))
  const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 })

  const ours: number[] = []
  const theirs: number[] = []
  await load(app.url + path, { token: user.token })
  await load(bareUrl + path, {})
  for (let round = 0; round < rounds; round++) {
    ours.push(await load(app.url + path, { token: user.token }))
    theirs.push(await load(bareUrl + path, {}))
  }
  const ratio = median(ours.map((value, index) => value / theirs[index]!))
  reportRow({
    what: 'authenticated JSON read through the whole stack against a bare Fastify route with the same SQL',
    value: ratio,
    bar: { atLeast: promise },
    figures: `${Math.round(median(ours))} / ${Math.round(median(theirs))} requests/s, ${connections} connections, medians of ${rounds} rounds`,
  })
  await bare.close()
  await app.stop()
} finally {
  await server.stop()
  await rm(dataDirectory, { recursive: true, force: true })
}
