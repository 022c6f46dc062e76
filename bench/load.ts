// The load table: the real product and the generator on the same machine. 50 users at 150 calls a second and 200 users
// at 400, each with a session and an open socket, a realistic mix at random moments: 0 errors, p50 and p99 of each kind
// recorded. Then the latency of other calls while reports of 5,000 rows are written as PDF and while hundreds of
// additional sockets are open, and three times the load, which must be handled in order: a good response or a clear
// "later", bounded memory, and a quick recovery.
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { seededRandom } from '../campaigns/support/options.ts'
import { createMix, reportOf } from './support/load-calls.ts'
import { openSockets } from './support/load-sockets.ts'
import { describeFailures, figuresByKind, outcomeOf, quantile, type Answer } from './support/open-load.ts'
import { programs, sampleProduct, type Sample } from './support/process-figures.ts'
import { reportRow } from './support/report-row.ts'
import { startClub } from './support/running-club.ts'
import type { LoadUser } from './support/seeded-club.ts'

const { values: given } = parseArgs({
  options: {
    seconds: { type: 'string' },
    rates: { type: 'string' },
    over: { type: 'string' },
    sockets: { type: 'string' },
    seed: { type: 'string' },
  },
})
const seconds = Number(given.seconds ?? 30)
/** Users x calls a second. */
const rates = (given.rates ?? '50x150,200x400').split(',').map((text) => {
  const [users = 0, perSecond = 0] = text.split('x').map(Number)
  return { users, perSecond }
})
const overLoad = Number(given.over ?? 3)
const moreSockets = Number(given.sockets ?? 300)
const seed = Number(given.seed ?? 20_261_122)
const bars = { pdfRatio: 2, socketRatio: 2, memoryGrowth: 2, backWithinSeconds: 10 }
const warmUpSeconds = 10
const pdfRounds = 3
const sampleMs = 1_000

const random = seededRandom(seed)
const most = Math.max(...rates.map(({ users }) => users))
console.log(`seed ${seed}, ${seconds} s each, load of the machine ${loadavg()[0]!.toFixed(1)}`)
const club = await startClub(most)
const { connection, product } = club
const sockets = await openSockets(connection.db, product.origin, club.users)
const offer = (users: readonly LoadUser[], perSecond: number, lasting: number) =>
  club.offer({ perSecond, seconds: lasting, random, mix: createMix(club, users, random) })
const countOf = (answers: readonly Answer[], outcome: ReturnType<typeof outcomeOf>): number =>
  answers.filter((answer) => outcomeOf(answer) === outcome).length
const p50Of = (answers: readonly Answer[]): number => figuresByKind(answers).at(-1)!.p50

try {
  await offer(club.users, rates[0]!.perSecond, warmUpSeconds)
  for (const { users, perSecond } of rates) await takeTable(users, perSecond)
  await besideSockets()
  await besidePdf()
  await takeOverLoad()
  reportRow({
    what: `sockets cut, of ${club.users.length} that stayed open all the time`,
    value: sockets.cut(),
    digits: 0,
    bar: { atMost: 0 },
    figures: `${sockets.messages()} messages`,
  })
} finally {
  sockets.close()
  await club.stop()
}
process.exit()

async function takeTable(userCount: number, perSecond: number): Promise<void> {
  const [started, ownStart] = [await sampleProduct(product, connection.pool), process.cpuUsage()]
  const answers = await offer(club.users.slice(0, userCount), perSecond, seconds)
  const [ended, own] = [await sampleProduct(product, connection.pool), process.cpuUsage(ownStart)]
  const figures = figuresByKind(answers)
  const all = figures.at(-1)!
  const name = `${userCount} users at ${perSecond} calls a second`
  reportRow({
    what: `load, ${name}: errors`,
    value: answers.length - countOf(answers, 'good'),
    digits: 0,
    bar: { atMost: 0 },
    figures: describeFailures(answers) || `${answers.length} calls`,
  })
  reportRow({
    what: `load, ${name}: p50 of all`,
    value: all.p50,
    unit: 'ms',
    digits: 1,
    figures: `p99 ${all.p99.toFixed(0)} ms; load of the machine ${loadavg()[0]!.toFixed(1)}`,
  })
  // On a shared machine, CPU work says more than elapsed time.
  const work = [
    ...programs.map((program) => [program, ended.workMs[program] - started.workMs[program]] as const),
    ['generator', (own.user + own.system) / 1_000] as const,
  ]
  const each = work.map(([program, ms]) => `${program} ${(ms / answers.length).toFixed(2)}`).join(', ')
  reportRow({
    what: `load, ${name}: processor time of a call, all processes`,
    value: work.reduce((sum, [, ms]) => sum + ms, 0) / answers.length,
    unit: 'ms',
    figures: each,
  })
  for (const { kind, count, p50, p99 } of figures.slice(0, -1))
    console.log(
      `        ${kind.padEnd(32)} ${String(count).padStart(6)} calls  p50 ${p50.toFixed(1).padStart(7)} ms  p99 ${p99.toFixed(0).padStart(6)} ms`,
    )
}

/** Measures the same load with and without hundreds of additional sockets that receive the messages to everybody. */
async function besideSockets(): Promise<void> {
  const { users, perSecond } = rates[0]!
  const few = club.users.slice(0, users)
  const without = await offer(few, perSecond, seconds / 2)
  const more = await openSockets(connection.db, product.origin, club.users, moreSockets)
  const during = await offer(few, perSecond, seconds / 2)
  const cut = more.cut()
  more.close()
  reportRow({
    what: `load beside ${moreSockets} sockets more: p50 with against without`,
    value: p50Of(during) / p50Of(without),
    bar: { atMost: bars.socketRatio },
    figures: `${p50Of(during).toFixed(1)} ms / ${p50Of(without).toFixed(1)} ms, ${during.length - countOf(during, 'good')} errors, ${cut} sockets cut`,
  })
}

/** Measures ten years of transactions as PDF, one after the other, alternating with the same load without them. */
async function besidePdf(): Promise<void> {
  const { users, perSecond } = rates[0]!
  const few = club.users.slice(0, users)
  const manager = club.users[0]!
  const ratios: number[] = []
  const all: { without: Answer[]; during: Answer[] } = { without: [], during: [] }
  let written = 0
  const failed: string[] = []
  for (let round = 0; round < pdfRounds; round++) {
    const without = await offer(few, perSecond, seconds / pdfRounds)
    const over = new AbortController()
    const writing = (async () => {
      while (!over.signal.aborted) {
        const { status, words } = await club.send({
          kind: 'pdf',
          user: manager,
          method: 'POST',
          path: '/v1/api/static-report/generate-pdf',
          body: reportOf(manager, random, club, 12),
        })
        if (status === 200) written++
        else failed.push(`${status} ${words ?? ''}`)
      }
    })()
    const during = await offer(few, perSecond, seconds / pdfRounds)
    over.abort()
    await writing
    all.without.push(...without)
    all.during.push(...during)
    ratios.push(p50Of(during) / p50Of(without))
  }
  const [without, during] = [figuresByKind(all.without).at(-1)!, figuresByKind(all.during).at(-1)!]
  reportRow({
    what: 'load beside reports of 5,000 rows written as PDF: p50 with against without',
    value: quantile(ratios, 0.5),
    bar: { atMost: bars.pdfRatio },
    figures: `${during.p50.toFixed(1)} ms / ${without.p50.toFixed(1)} ms, p99 ${during.p99.toFixed(0)} / ${without.p99.toFixed(0)} ms, ${written} written`,
  })
  reportRow({
    what: 'load beside PDFs: errors',
    value: failed.length + all.during.length - countOf(all.during, 'good'),
    digits: 0,
    bar: { atMost: 0 },
    figures: [...failed.slice(0, 2), describeFailures(all.during)].filter((words) => words !== '').join('; '),
  })
}

/**
 * Offers more than the machine can answer; then the first load again, second by second, until it is as quick as before.
 */
async function takeOverLoad(): Promise<void> {
  const { users, perSecond } = rates.at(-1)!
  const calm = rates[0]!
  const before = await offer(club.users.slice(0, calm.users), calm.perSecond, 5)
  const usualMs = p50Of(before)
  const atRest = await sampleProduct(product, connection.pool)
  const samples: Sample[] = []
  const sampling = setInterval(
    () => void sampleProduct(product, connection.pool).then((sample) => samples.push(sample)),
    sampleMs,
  )
  const answers = await offer(club.users.slice(0, users), perSecond * overLoad, seconds)
  clearInterval(sampling)
  const good = figuresByKind(answers).at(-1)!
  const name = `${overLoad} times ${perSecond} calls a second`
  reportRow({
    what: `over-load, ${name}: faults`,
    value: countOf(answers, 'fault'),
    digits: 0,
    bar: { atMost: 0 },
    figures:
      countOf(answers, 'fault') > 0
        ? describeFailures(answers)
        : `${good.count} answered, ${countOf(answers, 'later')} told to come later`,
  })
  const later = answers.filter((answer) => outcomeOf(answer) === 'later').map(({ ms }) => ms)
  reportRow({
    what: `over-load, ${name}: p50 of what was answered`,
    value: good.p50,
    unit: 'ms',
    digits: 0,
    figures: `p99 ${good.p99.toFixed(0)} ms, ${Math.round(good.count / seconds)} a second; "later" p50 ${quantile(later, 0.5).toFixed(0)} ms`,
  })
  for (const program of programs) {
    const peak = Math.max(...samples.map(({ memoryBytes }) => memoryBytes[program]))
    reportRow({
      what: `over-load: most memory of the ${program} against before`,
      value: peak / atRest.memoryBytes[program],
      bar: { atMost: bars.memoryGrowth },
      figures: `${megabytes(peak)} / ${megabytes(atRest.memoryBytes[program])}`,
    })
  }
  let calmSeconds = 0
  for (let second = 1; second <= bars.backWithinSeconds * 3 && calmSeconds === 0; second++) {
    const after = await offer(club.users.slice(0, calm.users), calm.perSecond, 1)
    if (countOf(after, 'good') === after.length && p50Of(after) <= usualMs * 2) calmSeconds = second
  }
  reportRow({
    what: 'after the over-load: seconds until the first load is answered as before (p50 at most twice, no error)',
    value: calmSeconds === 0 ? Number.POSITIVE_INFINITY : calmSeconds,
    unit: 's',
    digits: 0,
    bar: { atMost: bars.backWithinSeconds },
    figures: `p50 before ${usualMs.toFixed(1)} ms`,
  })
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}
