// kill -9 at random moments while clients contribute and place orders: of the server, of PostgreSQL's postmaster, of
// all its processes, of the paper brokerage, of everything at once. After each death the product is ready again, by
// itself or by a new start on the same folder; every request is sent again under its key, and the books are compared
// with what clients were told. Source: docs/rules/promises.md, "Books and data".
import { rm } from 'node:fs/promises'
import type { FilledFilter } from '@clubfolio/contract'
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { openAcknowledgementLog } from './support/acknowledged.ts'
import { campaignStart, makeClub } from './support/club.ts'
import { readRows } from './support/database.ts'
import { findStuckJobs, holdBooks, holdDeposits } from './support/hold-books.ts'
import { readCampaignOptions, seededRandom } from './support/options.ts'
import { blows, openPower, type Blow } from './support/power.ts'
import { describeTimes, openVerdict } from './support/verdict.ts'
import { openWishes } from './support/wishes.ts'

const readyWithinMs = 10_000
const accountCount = 2
const payersAtOnce = 6
/** The brokerage allows 120 calls a minute per login, and an order needs five or more. */
const ordersEachRound = 2
const settledWithinMs = 60_000
const quickestMs = 150
const slowestMs = 1_600
/** An order that the brokerage does not show after a minute was never placed. */
const reconciliationMs = 61_000
/** For a machine that is busy with other work: the limit as a multiple of an orderly start at that time. */
const readyTimesStart = 2
const roundsBetweenStarts = 25
/**
 * Of twenty rounds; spread so that the database dies less often than five times a minute, after which the server gives
 * up on purpose.
 */
const twentyBlows: readonly Blow[] = [
  'server',
  'database',
  'server',
  'every database process',
  'everything',
  'database',
  'server',
  'every database process',
  'server',
  'database',
  'server',
  'brokerage',
  'everything',
  'database',
  'server',
  'every database process',
  'server',
  'database',
  'server',
  'every database process',
]

const { rounds, seed } = readCampaignOptions(200)
const random = seededRandom(seed)
const verdict = openVerdict()
const log = openAcknowledgementLog()
const power = await openPower({ CLUBFOLIO_MARKET_INSTRUMENTS: '10' })
const { dataDirectory } = power.product()
const club = await makeClub(power.product(), { accountCount, memberCount: 5 })
const wishes = openWishes(club, random, log)
const readyMs = new Map<Blow, number[]>(blows.map((blow) => [blow, []]))
const startMs: number[] = []
let late = 0
let nowMs = Date.parse(campaignStart)
let spared = 0
let repeated = 0
let cutOff = 0
/** Ctrl-C stops after the current round, with its verdict. */
const over = new AbortController()

let kills = 0
process.once('SIGINT', () => over.abort())
for (let round = 1; round <= rounds && !over.signal.aborted; round++) {
  if (round % roundsBetweenStarts === 1) startMs.push(await power.restart(new Date(nowMs).toISOString()))
  const blow = twentyBlows[(round - 1) % twentyBlows.length]!
  const strike = new AbortController()
  const work = async (next: () => ReturnType<typeof wishes.entry> | undefined): Promise<void> => {
    while (!strike.signal.aborted) {
      const wish = next()
      if (wish === undefined || (!(await wishes.send(wish)) && strike.signal.aborted)) return
    }
  }
  const payers = Array.from({ length: payersAtOnce }, (_, number) => {
    // One of them also moves money, once a round: that costs calls to the brokerage.
    let movesMoney = number === 0
    return work(() => {
      const wish = wishes.entry(movesMoney)
      movesMoney = false
      return wish
    })
  })
  const traders = club.accounts.map((account) => {
    let left = ordersEachRound
    return work(() => (left-- > 0 ? wishes.order(account) : undefined))
  })
  void orderReport()
  await delay(quickestMs + random() * (slowestMs - quickestMs))
  strike.abort()
  const back = power.strike(blow, new Date(nowMs).toISOString())
  await Promise.all([...payers, ...traders])
  cutOff += wishes.open.size
  const tookMs = await back
  readyMs.get(blow)!.push(tookMs)
  if (tookMs > readyWithinMs) late++
  verdict.expect(
    tookMs <= Math.max(readyWithinMs, readyTimesStart * Math.max(...startMs)),
    `round ${round}: ready ${(tookMs / 1000).toFixed(1)} s after the death of ${blow}`,
  )

  await power.product().ready
  await reconcile(round, blow)
  for (const wish of wishes.open)
    verdict.expect(
      await wishes.insist(wish),
      `round ${round}: the ${wish.kind} ${wish.key} was not taken within a minute after the death of ${blow}`,
    )
  await askAgain()
  const told = log.read()
  await holdBooks(dataDirectory, told, verdict)
  kills = round
  console.log(
    `${new Date().toISOString().slice(11, 19)} ${round} kills, ${blow}, ${told.length} acknowledged, ${cutOff} cut off, last ready after ${(tookMs / 1000).toFixed(1)} s`,
  )
}

await endOfDay()
const told = log.read()
await holdBooks(dataDirectory, told, verdict)
await holdDeposits(dataDirectory, wishes.all, told, verdict)
verdict.figure('kills', kills)
verdict.figure(
  'acknowledged',
  `${told.filter(({ kind }) => kind === 'entry').length} entries, ${told.filter(({ kind }) => kind === 'order').length} orders`,
)
verdict.figure('cut off by a kill and sent again under their keys', cutOff)
verdict.figure('acknowledged wishes sent again, same answer', repeated)
verdict.figure('rounds in which the first reconciliation could not ask the brokerage yet', spared)
verdict.figure('refusals and failures met', [...wishes.met].map(([words, count]) => `${count} x ${words}`).join(', '))
for (const [blow, times] of readyMs)
  if (times.length > 0) verdict.figure(`ready again after the death of ${blow} (${times.length})`, describeTimes(times))
verdict.figure('a start in order, in the same run', describeTimes(startMs))
verdict.figure('later than 10 s', `${late} of ${kills}`)
verdict.figure(
  'load of the machine over the last minutes',
  loadavg()
    .map((one) => one.toFixed(0))
    .join(', '),
)
verdict.figure('ready again', describeTimes([...readyMs.values()].flat()))
await power.product().end()
await rm(dataDirectory, { recursive: true })
log.remove()
verdict.end()

/**
 * After consecutive failures the server makes no calls to the brokerage for half a minute; a reconciliation counts only
 * if it could ask.
 */
async function untilAsked(): Promise<void> {
  for (const account of club.accounts) {
    while (
      !(await club.client.account.syncNow({ body: { accountId: account.id } }).then(
        () => true,
        () => false,
      ))
    )
      await delay(1_000)
  }
}

/**
 * Lets a minute pass and the jobs run once: afterwards no order may be in doubt. If the server could not ask, because
 * its circuit breaker was open, the first turn that can ask counts.
 */
async function reconcile(round: number, blow: Blow): Promise<void> {
  for (const isLast of [false, true]) {
    nowMs += reconciliationMs
    await power.product().moveClock(new Date(nowMs).toISOString())
    const inDoubt = await readRows(
      dataDirectory,
      `select id from order_request where state in ('NEW', 'SENDING', 'UNKNOWN')`,
    )
    if (inDoubt.length === 0) return
    verdict.expect(
      !isLast && blow !== 'server' && blow !== 'everything',
      `round ${round}: ${inDoubt.length} orders in doubt after a reconciliation that followed the death of ${blow}`,
    )
    if (!isLast) await untilAsked()
    spared++
  }
}

/** Repeats requests whose answers their callers doubt: the same answer is returned. */
async function askAgain(): Promise<void> {
  const told = log.read()
  for (let count = 0; count < 4 && told.length > 0; count++) {
    const answer = told[Math.floor(random() * told.length)]!
    const wish = wishes.all.find(({ key }) => key === answer.key)!
    verdict.expect(
      await wishes.repeatsItsAnswer(wish, answer),
      `the key ${answer.key} answers something else than before`,
    )
    repeated++
  }
}

/** Background work that a death interrupts; it must be finished eventually. */
async function orderReport(): Promise<void> {
  const [account] = club.accounts
  const filter: FilledFilter[] = [
    { nomenclatorConfigNameKey: 'account', selectedItem: account!.id },
    { nomenclatorConfigNameKey: 'period', selectedItem: ['2026-03-01', campaignStart.slice(0, 10)] },
    { nomenclatorConfigNameKey: 'kind', selectedItem: 'ALL' },
  ]
  await club.client.reportDelivery
    .prepareReport({
      body: { report: 'transactions', orderBy: null, direction: null, column: null, filter, formats: ['csv'] },
    })
    .catch(() => undefined)
}

/** The next day: the close is taken, the nightly check of the books runs, and nothing is left to do. */
async function endOfDay(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    nowMs = turn === 0 ? Date.parse('2026-03-06T15:00:00Z') : nowMs + 3 * reconciliationMs
    await power.product().moveClock(new Date(nowMs).toISOString())
  }
  const checks = await readRows<{ account_id: string; day: string; is_held: boolean; findings: unknown }>(
    dataDirectory,
    `select account_id, day::text as day, is_held, findings from fund_check`,
  )
  verdict.expect(checks.length === accountCount, `${checks.length} funds of ${accountCount} were checked`)
  for (const check of checks)
    verdict.expect(
      check.is_held && check.day === '2026-03-06',
      `the nightly check of ${check.account_id} on ${check.day} says ${JSON.stringify(check.findings)}`,
    )
  // A task whose lease is no longer renewed is ended by the next process that looks, some seconds later.
  let stuck = await findStuckJobs(dataDirectory)
  for (
    const untilMs = performance.now() + settledWithinMs;
    stuck.length > 0 && performance.now() < untilMs;
    stuck = await findStuckJobs(dataDirectory)
  )
    await delay(500)
  for (const words of stuck) verdict.broken(`left over: ${words}`)
  const figures = await readRows<{ unexplained: string }>(
    dataDirectory,
    `select coalesce(unexplained_cents, 0)::text as unexplained from account_sync`,
  )
  verdict.expect(
    figures.every(({ unexplained }) => unexplained === '0'),
    `cash that nothing explains: ${JSON.stringify(figures)}`,
  )
  verdict.figure(
    'funds whose nightly check held',
    `${checks.filter((check) => check.is_held).length} of ${accountCount}`,
  )
}
