// What grows with an installation: the same work in one of full size (or a factor of it) and in one of a tenth, in
// alternating rounds in one process, by the processor time of our process and PostgreSQL together. Promises: work over
// everything costs at most 12 times, a page, a search or a figure at most 1.5 times, and a nightly run over all funds
// takes at most 10 minutes.
//
//   growth.ts --factor 0.01 [--without-bars] [--rounds 5] [--only "WORDS,WORDS"]
//
// A factor of 1 is 10,000 instruments with 20 years of bars, 1,000 funds, 10,000 members, 10 million transactions and 5
// million audit rows (about 25 GB below the temporary folder; 8 GB without bars).
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { checkFunds } from '../packages/server/src/features/fund/check/check-funds.ts'
import { listParticipations } from '../packages/server/src/features/fund/performance/list-participations.ts'
import { orderDueStatements } from '../packages/server/src/features/fund/statement/order-due-statements.ts'
import { deleteOldRows } from '../packages/server/src/features/job/forget-old-rows.ts'
import { deliverMessages } from '../packages/server/src/features/notification-delivery/send-messages.ts'
import { deleteOldKeys } from '../packages/server/src/features/request/forget-old-keys.ts'
import { deliverWebPush, dropWebPush } from '../packages/server/src/features/web-push/send-web-push.ts'
import { deliverWebhooks } from '../packages/server/src/features/webhook-delivery/deliver-webhooks.ts'
import { runFundUpkeep } from '../packages/server/src/jobs/fund-job.ts'
import { runJournalUpkeep } from '../packages/server/src/jobs/journal-job.ts'
import { runReportUpkeep } from '../packages/server/src/jobs/report-job.ts'
import { runSignInUpkeep } from '../packages/server/src/jobs/sign-in-upkeep-job.ts'
import { createReplayCache } from '../packages/server/src/features/fund/book/replay-cache.ts'
import { ManualClock } from '../packages/server/src/kernel/clock.ts'
import { openSession } from '../packages/server/src/kernel/session.ts'
import { inTransaction } from '../packages/server/src/kernel/transaction.ts'
import { startTestApp, testStartMs, type TestApp } from '../packages/server/src/testing/test-app.ts'
import { openBenchDatabase } from './support/bench-database.ts'
import {
  accountNumber,
  deriveTrades,
  fillGrowth,
  idOf,
  managerEmail,
  memberEmail,
  perFund,
  sizeOf,
  type GrowthSize,
} from './support/fill-growth.ts'
import { median, timed } from './support/median-ratio.ts'
import { findPostmaster, readPostgresWork } from './support/postgres-work.ts'
import { reportRow } from './support/report-row.ts'

const { values: given } = parseArgs({
  options: {
    factor: { type: 'string' },
    'without-bars': { type: 'boolean' },
    rounds: { type: 'string' },
    only: { type: 'string' },
  },
})
const factor = Number(given.factor ?? 0.01)
const hasBars = given['without-bars'] !== true
const rounds = Number(given.rounds ?? 5)
const chosen = given.only?.split(',')
const isChosen = (name: string): boolean => chosen === undefined || chosen.some((words) => name.includes(words))
const bars = { linear: 12, page: 1.5, nightSeconds: 600 }
/** A side of a round lasts at least so long, so that a reading of the clocks is small against it. */
const leastMs = 150
const mostRepeats = 200
/** So many funds take turns, so that no side always reads the same rows. */
const visited = 10

interface Site {
  readonly app: TestApp
  readonly size: GrowthSize
  readonly admin: string
  /** The first visited funds with the sessions of their managers and of a member each. */
  readonly tokens: readonly { readonly fund: number; readonly manager: string; readonly member: string }[]
  turn: number
}

interface Cost {
  readonly workMs: number
  readonly wallMs: number
}

type Kind = 'linear' | 'page'
type Work = (site: Site) => Promise<unknown>

const database = await openBenchDatabase()
const beside = await database.openBeside()
const postmaster = await findPostmaster(database.pool)
const besideUrl = new URL(database.url)
besideUrl.pathname = '/beside'
const sites: Site[] = []

async function open(databaseUrl: string, size: GrowthSize): Promise<Site> {
  const app = await startTestApp({ beside: { databaseUrl, clock: new ManualClock(testStartMs) } })
  const filledMs = await timed(() => fillGrowth(app, size, hasBars))
  const { db, clock } = app.services
  const signInAs = async (email: string): Promise<string> => {
    const { id } = await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    return inTransaction(db, (trx) => openSession(trx, clock, { userId: id, address: '192.0.2.1', userAgent: 'Bench' }))
  }
  const tokens: Site['tokens'][number][] = []
  for (let place = 0; place < Math.min(visited, size.funds); place++) {
    const fund = Math.floor((place * size.funds) / Math.min(visited, size.funds)) + 1
    const member = (fund - 1) * perFund.members + 1
    tokens.push({ fund, manager: await signInAs(managerEmail(fund)), member: await signInAs(memberEmail(member)) })
  }
  const { user } = await app.signUp(['ADMINISTRATORS'])
  const { rows } = await app.services.pool.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  )
  console.log(
    `${size.funds} funds, ${size.funds * perFund.transactions} transactions, ${size.funds * perFund.auditRows} audit rows, ` +
      `${size.instruments} instruments: ${rows[0]!.size}, filled in ${Math.round(filledMs / 1_000)} s`,
  )
  const site = { app, size, admin: user.token, tokens, turn: 0 }
  sites.push(site)
  return site
}

/** What happens once after an import: trades are derived, and the books are looked at for the first time. */
async function settle({ app, size }: Site): Promise<void> {
  const ms = await timed(async () => {
    await deriveTrades(app, size)
    await runJournalUpkeep(app.services)
    await runFundUpkeep(app.services)
    await runReportUpkeep(app.services)
    await runSignInUpkeep(app.services)
  })
  await app.services.pool.query('vacuum analyze')
  const { rows } = await app.services.pool.query<{ bad: number; finding: string | null }>(
    'select count(*) filter (where not is_held)::int as bad, min(findings::text) as finding from fund_check',
  )
  console.log(
    `first turn of the jobs of ${size.funds} funds: ${(ms / 1_000).toFixed(1)} s; ` +
      `${rows[0]!.bad} funds with findings ${rows[0]!.bad > 0 ? rows[0]!.finding : ''}`,
  )
}

/** A call as a browser makes it, without the socket. */
async function call(site: Site, token: string | undefined, path: string, body?: unknown): Promise<string> {
  const reply = await site.app.app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: `/v1/api/${path}`,
    headers: {
      ...(token === undefined ? {} : { token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  if (reply.statusCode !== 200) throw new Error(`${path} answered ${reply.statusCode}: ${reply.body.slice(0, 300)}`)
  return reply.body
}

type Visit = Site['tokens'][number] & { readonly account: string; readonly member1: string }

/** Asks as the next manager in turn. */
const asManager =
  (path: (visit: Visit) => string, body?: (visit: Visit) => unknown): Work =>
  (site) => {
    const one = visit(site)
    return call(site, one.manager, path(one), body?.(one))
  }
const asMember =
  (path: (visit: Visit) => string): Work =>
  (site) => {
    const one = visit(site)
    return call(site, one.member, path(one))
  }
const asAdmin =
  (path: string, body?: (visit: Visit) => unknown): Work =>
  (site) =>
    call(site, site.admin, path, body?.(visit(site)))

function visit(site: Site): Visit {
  const one = site.tokens[site.turn++ % site.tokens.length]!
  return { ...one, account: idOf('account', one.fund), member1: idOf('member', (one.fund - 1) * perFund.members + 1) }
}

const report = (name: string, filter: readonly [string, unknown][], offset = 0) => ({
  report: name,
  filter: filter.map(([nomenclatorConfigNameKey, selectedItem]) => ({ nomenclatorConfigNameKey, selectedItem })),
  limit: 50,
  offset,
})
const trades = {
  fromDate: 'null',
  toDate: 'null',
  state: null,
  code: null,
  side: null,
  result: null,
  setup: null,
  tag: null,
  weekday: null,
  holdingTime: null,
  minBest: null,
  maxWorst: null,
  minBestR: null,
  maxWorstR: null,
}
const month = ['2026-02-03', '2026-03-04']
const year = ['2025-03-05', '2026-03-04']

type Row = readonly [name: string, kind: Kind, work: Work, before?: Work]

function worksOf(): Row[] {
  const services = (site: Site) => site.app.services
  const transactions = (start: number) =>
    asManager(
      () => 'transaction/find-page',
      ({ fund }) => ({
        accountNumber: accountNumber(fund),
        start,
        count: 30,
        orderBy: 'transactionDate',
        direction: 'DESC',
      }),
    )
  return [
    ['sign-in with a code', 'page', signIn],
    ['dashboard: winners', 'page', asManager(() => 'stock/get-top-winners/10/DAILY')],
    ['dashboard: new highs', 'page', asManager(() => 'stock/get-new-high/10/YEAR')],
    [
      'dashboard: new listings',
      'page',
      asManager(
        () => 'stock/get-new-ipo/',
        () => ({ assetType: 'All Type', limit: 10, timing: 2026 }),
      ),
    ],
    ['search for a company', 'page', asManager(() => 'stock/searchByKeyword/HOLD')],
    ['search for a user', 'page', asAdmin('user/manager1@growth')],
    ['search for a member', 'page', asManager(() => 'member/findMemberByKeyword/member')],
    ['members of a manager', 'page', asManager(() => 'member/findAllMembers')],
    ['accounts of a manager', 'page', asManager(({ fund }) => `account/view-my-account/${idOf('manager', fund)}`)],
    ['first page of transactions', 'page', transactions(0)],
    ['page of transactions in the middle', 'page', transactions(perFund.transactions / 2)],
    [
      'first page of the journal',
      'page',
      asManager(
        () => 'journal/find-trades',
        ({ account }) => ({
          ...trades,
          accountIds: [account],
          start: 0,
          count: 50,
          orderBy: 'closed',
          direction: 'DESC',
        }),
      ),
    ],
    [
      'statistics of the journal',
      'page',
      asManager(
        () => 'journal/find-trade-statistics',
        ({ account }) => ({ ...trades, accountIds: [account] }),
      ),
    ],
    ['recent notifications', 'page', asManager(() => 'notification/find-recent')],
    ['page of notifications', 'page', asManager(() => 'notification/find/ALL/50/25')],
    ['page of tasks', 'page', asManager(() => 'task/find/ALL/OWN/0/25')],
    ['list of reports made', 'page', asManager(() => 'static-report/find-runs')],
    ['overview of a fund', 'page', asManager(({ account }) => `member/fund-overview/${account}`)],
    [
      'participations of a fund',
      'page',
      asManager(({ account }) => `member/search-participation-by-account/${account}`),
    ],
    [
      'history of a fund',
      'page',
      asManager(
        () => 'fund/find-history',
        ({ account }) => ({ accountId: account, start: 0, count: 50 }),
      ),
    ],
    ['participations of a member', 'page', asMember(() => 'fund/find-my-participations')],
    [
      'report: transactions of an account in a year',
      'page',
      asManager(
        () => 'static-report/get-static-report-data',
        ({ account }) =>
          report('transactions', [
            ['account', account],
            ['period', year],
            ['kind', 'ALL'],
          ]),
      ),
    ],
    [
      // Every user is a choice of it.
      'report: user activity, its filters',
      'linear',
      asAdmin('static-report/get-static-report-details-by-id/user-activity'),
    ],
    [
      'report: user activity of one user in a month',
      'page',
      asAdmin('static-report/get-static-report-data', ({ fund }) =>
        report('user-activity', [
          ['period', month],
          ['user', idOf('manager', fund)],
          ['area', 'ALL'],
        ]),
      ),
    ],
    [
      'report: user activity of everybody in a month',
      'linear',
      asAdmin('static-report/get-static-report-data', () =>
        report('user-activity', [
          ['period', month],
          ['user', 'ALL'],
          ['area', 'ALL'],
        ]),
      ),
    ],
    [
      'check of the books of all funds',
      'linear',
      (site) => untilDone(() => checkFunds(services(site))),
      (site) => services(site).pool.query('delete from fund_check'),
    ],
    ['valuation of all funds, from the books', 'linear', valueFunds],
    [
      'schedules of all funds',
      'linear',
      (site) => untilDone(() => orderDueStatements(services(site))),
      (site) => services(site).pool.query(`update fund_statement_schedule set next_at = '2026-03-04'`),
    ],
    ['turn of the fund job, nothing due', 'linear', (site) => runFundUpkeep(services(site))],
    ['turn of the journal job, nothing due', 'linear', (site) => runJournalUpkeep(services(site))],
    ['turn of the report job, nothing due', 'linear', (site) => runReportUpkeep(services(site))],
    ['turn of the message job, nothing due', 'linear', (site) => deliverMessages(services(site))],
    ['turn of the webhook job, nothing due', 'linear', (site) => deliverWebhooks(services(site))],
    [
      'turn of the web push job, nothing due',
      'linear',
      async (site) => {
        await dropWebPush(services(site))
        await deliverWebPush(services(site))
      },
    ],
    ['upkeep of old rows, nothing due', 'linear', (site) => deleteOldRows(services(site))],
    [
      'upkeep of sign-in and keys, nothing due',
      'linear',
      async (site) => {
        await runSignInUpkeep(services(site))
        await deleteOldKeys(services(site))
      },
    ],
  ]
}

async function signIn(site: Site): Promise<void> {
  const { fund } = visit(site)
  // Codes and sign-ins are limited by the hour.
  site.app.clock.advance(1)
  await site.app.services.pool.query('delete from rate_counter')
  await site.app.services.pool.query('delete from sign_in_challenge')
  await site.app.signIn(managerEmail(fund))
}

/** A turn of a job takes a limited number of rows. */
async function untilDone(turn: () => Promise<number>): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop
  while ((await turn()) > 0);
}

/** Every fund is read and replayed, as for the first reader after a change of all of them. */
async function valueFunds(site: Site): Promise<void> {
  const services = { ...site.app.services, replays: createReplayCache() }
  for (let fund = 1; fund <= site.size.funds; fund++) {
    const session = { userId: idOf('manager', fund) } as Parameters<typeof listParticipations>[1]
    const rows = await listParticipations(services, session, idOf('account', fund))
    if (rows.length < perFund.members) throw new Error('The participations are not there.')
  }
}

async function costOf(site: Site, work: Work, repeats: number, before?: Work): Promise<Cost> {
  let [workMs, wallMs] = [0, 0]
  for (let round = 0; round < (before ? repeats : 1); round++) {
    await before?.(site)
    const [own, theirs, startMs] = [process.cpuUsage(), await readPostgresWork(postmaster), performance.now()]
    for (let repeat = 0; repeat < (before ? 1 : repeats); repeat++) await work(site)
    wallMs += performance.now() - startMs
    const { user, system } = process.cpuUsage(own)
    workMs += (user + system) / 1_000 + (await readPostgresWork(postmaster)) - theirs
  }
  return { workMs: workMs / repeats, wallMs: wallMs / repeats }
}

async function measure(name: string, kind: Kind, work: Work, before?: Work): Promise<void> {
  const [small, large] = sites as [Site, Site]
  try {
    // A warm-up of every visited fund, which also says how often to repeat.
    const repeatsOf = async (site: Site): Promise<number> => {
      const warm = kind === 'page' ? visited * 2 : 1
      const { workMs } = await costOf(site, work, warm, before)
      return Math.max(kind === 'page' ? visited : 1, Math.min(mostRepeats, Math.ceil(leastMs / Math.max(workMs, 0.1))))
    }
    const repeats = { small: await repeatsOf(small), large: await repeatsOf(large) }
    const results: { small: Cost; large: Cost }[] = []
    for (let round = 0; round < rounds; round++) {
      const first = await costOf(small, work, repeats.small, before)
      results.push({ small: first, large: await costOf(large, work, repeats.large, before) })
    }
    const of = (side: 'small' | 'large', clock: keyof Cost) => median(results.map((result) => result[side][clock]))
    reportRow({
      what: `growth, ${name}: factor ${factor} against ${factor / 10}`,
      value: median(results.map((result) => result.large.workMs / result.small.workMs)),
      bar: { atMost: bars[kind] },
      figures:
        `${of('large', 'workMs').toFixed(2)} ms / ${of('small', 'workMs').toFixed(2)} ms of processor, ` +
        `${of('large', 'wallMs').toFixed(1)} ms / ${of('small', 'wallMs').toFixed(1)} ms by the clock`,
    })
  } catch (error) {
    reportRow({ what: `growth, ${name}`, value: null, bar: { atMost: bars[kind] }, figures: String(error) })
  }
}

/** Everything that a night does over all funds, once, with nothing in memory. */
async function measureNight(site: Site): Promise<void> {
  const { pool } = site.app.services
  await pool.query('delete from fund_check')
  await pool.query(`update fund_statement_schedule set next_at = '2026-03-04'`)
  const services = { ...site.app.services, replays: createReplayCache() }
  const ms = await timed(async () => {
    await runFundUpkeep(services)
    await untilDone(() => checkFunds(services))
    await untilDone(() => orderDueStatements(services))
    await runJournalUpkeep(services)
    await runReportUpkeep(services)
    await runSignInUpkeep(services)
    await deleteOldKeys(services)
    await deleteOldRows(services)
    await valueFunds(site)
  })
  reportRow({
    what: `growth: nightly run over ${site.size.funds} funds`,
    value: ms / 1_000,
    unit: 's',
    digits: 1,
    bar: { atMost: bars.nightSeconds },
    figures: `load of the machine ${loadavg()[0]!.toFixed(1)}`,
  })
}

try {
  console.log(
    `factor ${factor} against ${factor / 10}, ${hasBars ? 'with' : 'without'} bars, ${cpus().length} cores, ` +
      `load of the machine ${loadavg()[0]!.toFixed(1)}`,
  )
  const small = await open(besideUrl.href, sizeOf(factor / 10))
  const large = await open(database.url, sizeOf(factor))
  await settle(small)
  await settle(large)
  // A vacuum of its own accord would count as work.
  await database.pool.query('alter system set autovacuum = off')
  await database.pool.query('select pg_reload_conf()')
  for (const [name, kind, work, before] of worksOf()) if (isChosen(name)) await measure(name, kind, work, before)
  if (isChosen('nightly run')) await measureNight(large)
} finally {
  for (const { app } of sites) await app.stop()
  await beside.close()
  await database.close()
}
