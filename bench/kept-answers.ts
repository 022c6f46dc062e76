// An answer of the market from memory against the same answer made for the call: processor time of the server's process
// for the whole call (session, rights, input, headers, text, compression), the database's own time not included. Two
// applications on one database in one process, alternating, as medians.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded.ts'
import { seedRights } from '../packages/server/src/db/seed-rights.ts'
import { fillSimulatedMarket } from '../packages/server/src/features/market/fill-simulated-market.ts'
import { startTestApp, type TestApp } from '../packages/server/src/testing/test-app.ts'
import { compare, timedOnProcessor } from './support/median-ratio.ts'
import { reportRow } from './support/report-row.ts'

const rounds = 15
const callsPerRound = 100

const dataDirectory = await mkdtemp(join(tmpdir(), 'clubfolio-bench-'))
const server = await startEmbeddedPostgres({ dataDirectory, log: () => undefined })
process.env['CLUBFOLIO_TEST_DATABASE_URL'] = server.adminUrl
process.env['CLUBFOLIO_TEST_RUN'] = 'bench'

try {
  const making = await startTestApp()
  await seedRights(making.services.db, making.clock)
  await fillSimulatedMarket(making.services)
  const keeping = await startTestApp({ beside: making })
  keeping.services.market.watch(keeping.databaseUrl, keeping.services.log)
  while (keeping.services.market.version() === undefined) await new Promise((resolve) => setTimeout(resolve, 10))
  const { user } = await making.signUp(['INVESTORS'])
  const { rows } = await making.services.pool.query<{ code: string }>(
    'select code from instrument order by code limit 1',
  )
  const range = (start: string) => ({ symbol: rows[0]!.code, start, end: '2026-03-03', timing: '_D' })
  const winners = '/v1/api/stock/get-top-winners/10/WEEK'
  const call = (app: TestApp, url: string, body?: object, headers: Readonly<Record<string, string>> = {}) =>
    app.app.inject({
      method: body ? 'POST' : 'GET',
      url,
      headers: { host: '127.0.0.1', token: user.token, 'accept-encoding': 'gzip, deflate, br', ...headers },
      ...(body ? { payload: body } : {}),
    })
  const tag = String((await call(keeping, winners)).headers.etag)
  const kinds = [
    { what: 'winners and losers', url: winners },
    { what: 'winners and losers, not changed since (304)', url: winners, headers: { 'if-none-match': tag } },
    { what: 'bars of a year', url: '/v1/api/stock/by-range', body: range('2025-03-03') },
    { what: 'bars of ten years', url: '/v1/api/stock/by-range', body: range('2016-03-03') },
  ]
  for (const { what, url, body, headers } of kinds) {
    const run = (app: TestApp) => () =>
      timedOnProcessor(async () => {
        for (let made = 0; made < callsPerRound; made++) {
          const { statusCode } = await call(app, url, body, headers)
          if (statusCode !== 200 && statusCode !== 304) throw new Error(`${url} answered ${statusCode}.`)
        }
      })
    const { ratio, oursMs, bareMs } = await compare(rounds, run(keeping), run(making))
    reportRow({
      what: `${what}: from memory against made for the call, processor time of the server`,
      value: ratio,
      figures: `${((oursMs / callsPerRound) * 1000).toFixed(0)} / ${((bareMs / callsPerRound) * 1000).toFixed(0)} us`,
    })
  }
  await keeping.stop()
  await making.stop()
} finally {
  await server.stop()
  await rm(dataDirectory, { recursive: true, force: true })
}
