// 5,000 alert rules over 10,000 instruments: evaluating all of them on new prices (rules and prices read, each judged,
// changes written) against a bare SELECT of the same rows; the same when fifty fire, and when a new session recomputes
// every basis; and the latency of other requests of the same process while all rules are evaluated every second, four
// times as often as the job does.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RuleTerms } from '../packages/domain/src/index.ts'
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded.ts'
import type { BasisCache } from '../packages/server/src/features/alert-rule/instrument-basis.ts'
import { watchInstrumentRules } from '../packages/server/src/features/alert-rule/watch-instruments.ts'
import { recomputeStat } from '../packages/server/src/features/market/recompute-stat.ts'
import { refreshSource } from '../packages/server/src/features/market/refresh-source.ts'
import { createUser } from '../packages/server/src/features/user/create-user.ts'
import { newId } from '../packages/server/src/kernel/id.ts'
import { inTransaction } from '../packages/server/src/kernel/transaction.ts'
import { startTestApp, type TestApp } from '../packages/server/src/testing/test-app.ts'
import { quantile } from './support/open-load.ts'
import { compare, median, timed } from './support/median-ratio.ts'
import { reportRow } from './support/report-row.ts'

const instruments = 10_000
const ruleCount = 5_000
const owners = 50
/** The rules of this many instruments are measured from earlier sessions and need a year of bars. */
const withYear = 1_500
const rounds = 15
const firing = 50
const besideLimit = 2
const besideRounds = 5
const besideMs = 4_000
const everyMs = 1_000

const dataDirectory = await mkdtemp(join(tmpdir(), 'clubfolio-bench-'))
const server = await startEmbeddedPostgres({ dataDirectory, log: () => undefined })
process.env['CLUBFOLIO_TEST_DATABASE_URL'] = server.adminUrl
process.env['CLUBFOLIO_TEST_RUN'] = 'bench'
try {
  const app = await startTestApp()
  try {
    await fill(app)
    await measure(app)
  } finally {
    await app.stop()
  }
} finally {
  await server.stop()
  await rm(dataDirectory, { recursive: true, force: true })
}

async function fill({ services }: TestApp): Promise<void> {
  const { pool, db, clock } = services
  await pool.query(`
    update market_source set is_active = (source = 'import');
    insert into market.clock (source, mode, market_time, wall_time, speed) values ('import', 'closed', '2026-03-03 21:00Z', now(), 1)
      on conflict (is_only) do update set source = excluded.source, mode = excluded.mode, market_time = excluded.market_time;
    insert into instrument (id, source, code, code_key, name, name_key, asset_type, created_at)
      select gen_random_uuid(), 'import', 'T' || lpad(n::text, 5, '0'), 'T' || lpad(n::text, 5, '0'), 'Company ' || n, 'company ' || n, 'EQUITY', now() from generate_series(1, ${instruments}) n;
    insert into daily_bar (instrument_id, day, open, high, low, close, volume)
      select i.id, date '2026-03-03' - d, 100, 101, 99, 100 + (d % 3) * 0.1, 1000000
      from instrument i cross join generate_series(0, 364) d
      where i.source = 'import' and extract(isodow from date '2026-03-03' - d) < 6 and (d < 2 or i.code <= 'T' || lpad('${withYear}', 5, '0'));`)
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ id: string }>('select id from instrument')
    await recomputeStat(
      client,
      clock,
      rows.map(({ id }) => id),
    )
    await refreshSource(client, clock, 'import')
  } finally {
    client.release()
  }
  const ownerIds: string[] = []
  for (let number = 0; number < owners; number++) {
    ownerIds.push(
      await inTransaction(db, (trx) =>
        createUser(trx, clock, {
          firstName: 'Rule',
          lastName: `Owner ${number}`,
          email: `rule${number}@example.test`,
          phoneNumber: `+1212558${String(1000 + number)}`,
          passwordHash: 'x',
          groups: ['INVESTORS'],
        }),
      ),
    )
  }
  const now = new Date(clock.nowMs())
  const rules = Array.from({ length: ruleCount }, (_, number) => {
    const code = `T${String(number + 1).padStart(5, '0')}`
    return {
      id: newId(clock),
      owner_id: ownerIds[number % owners]!,
      source: 'import' as const,
      code,
      code_key: code,
      account_id: null,
      terms: JSON.stringify(termsOf(number)),
      note: '',
      is_repeating: true,
      expires_on: null,
      state: 'WAITING' as const,
      memory: '{}',
      set_day: '2026-03-02',
      set_at: now,
      created_at: now,
      last_fired_at: null,
    }
  })
  for (let start = 0; start < rules.length; start += 1_000)
    await db
      .insertInto('alert_rule')
      .values(rules.slice(start, start + 1_000))
      .execute()
  await pool.query('vacuum analyze')
}

/** Rules of every kind; at prices near 100 none is met, and the last fifty are when the price rises to 111. */
function termsOf(number: number): RuleTerms {
  if (number < withYear / 3) return { kind: 'MOVE', direction: 'EITHER', percent: '12', against: 'MONTH', price: null }
  if (number < (withYear * 2) / 3) return { kind: 'EXTREME', side: 'HIGH' }
  if (number < withYear)
    return { kind: 'MOVE', direction: 'DOWN', percent: '5', against: 'PREVIOUS_CLOSE', price: null }
  if (number >= ruleCount - firing) return { kind: 'PRICE', direction: 'ABOVE', price: '110' }
  return number % 2 === 0
    ? { kind: 'PRICE', direction: 'ABOVE', price: '130' }
    : { kind: 'LEVEL', side: 'SUPPORT', price: '80' }
}

async function measure(app: TestApp): Promise<void> {
  const { services, clock } = app
  const { pool } = services
  const cache: BasisCache = new Map()
  let fired = 0
  const look = async (): Promise<void> => void (fired += await watchInstrumentRules(services, cache))
  /** Writes new prices for all instruments; the last ones rise beyond their threshold on request, and return. */
  const trade = async (last: number): Promise<void> => {
    clock.advance(4_000)
    await pool.query(
      `update instrument_stat set last_close = case when code > $1 then $2 else 100 + (abs(hashtext(code || $3)) % 50) / 100.0 end where source = 'import'`,
      [`T${String(ruleCount - firing).padStart(5, '0')}`, last, String(clock.nowMs())],
    )
  }
  const reread = await timed(look)
  const bare = () =>
    timed(() =>
      pool.query(
        `select r.*, i.id as instrument_id, s.updated_at, s.last_day, s.last_close from alert_rule r join instrument i on i.source = r.source and i.code_key = r.code_key left join instrument_stat s on s.instrument_id = i.id
       where r.source = 'import' order by r.id`,
      ),
    )
  const quiet = await compare(
    rounds,
    async () => {
      await trade(100)
      return timed(look)
    },
    bare,
  )
  if (fired !== 0) throw new Error(`${fired} rules fired where none should.`)
  reportRow({
    what: `one look at ${ruleCount} alert rules over ${instruments} instruments on new prices, against a bare SELECT of the same rows`,
    value: quiet.ratio,
    figures: `${quiet.oursMs.toFixed(0)} ms / ${quiet.bareMs.toFixed(0)} ms, medians of ${rounds} rounds`,
  })
  const loud: number[] = []
  for (let round = 0; round < 5; round++) {
    await trade(111)
    loud.push(await timed(look))
    await trade(100)
    await look()
  }
  if (fired !== 5 * firing) throw new Error(`${fired} firings instead of ${5 * firing}.`)
  reportRow({
    what: `the same when ${firing} rules fire, with history, notification and alert of each`,
    value: median(loud),
    unit: 'ms',
    digits: 0,
  })
  reportRow({
    what: `the same when every basis is read again (${withYear} with a year of bars), once a session`,
    value: reread,
    unit: 'ms',
    digits: 0,
  })

  const { user } = await app.signUp(['INVESTORS'])
  const url = `${app.url}/v1/api/stock/get-top-winners/10/WEEK`
  const ratios: number[] = []
  const [calm, busy]: [number[], number[]] = [[], []]
  for (let round = 0; round < besideRounds; round++) {
    const without = await requestTimes(url, user.token)
    const over = new AbortController()
    const looking = (async () => {
      while (!over.signal.aborted) {
        const startedMs = performance.now()
        await trade(100)
        await look()
        await new Promise((resolve) => {
          setTimeout(resolve, Math.max(0, everyMs - (performance.now() - startedMs)))
        })
      }
    })()
    const during = await requestTimes(url, user.token)
    over.abort()
    await looking
    calm.push(...without)
    busy.push(...during)
    ratios.push(median(during) / median(without))
  }
  reportRow({
    what: 'p50 of other requests while all rules are looked at every second, against without',
    value: median(ratios),
    bar: { atMost: besideLimit },
    figures: `${median(busy).toFixed(1)} ms / ${median(calm).toFixed(1)} ms; p99 ${quantile(busy, 0.99).toFixed(0)} / ${quantile(calm, 0.99).toFixed(0)} ms; ${busy.length} requests`,
  })
}

/** Measures single requests, one after the other. */
async function requestTimes(url: string, token: string): Promise<number[]> {
  const times: number[] = []
  const endMs = performance.now() + besideMs
  while (performance.now() < endMs) {
    times.push(
      await timed(async () => {
        const response = await fetch(url, { headers: { token } })
        if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
        await response.arrayBuffer()
      }),
    )
  }
  return times
}
