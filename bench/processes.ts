// Calls a second with several web processes against one, on the same data and the same machine, as many as callers that
// wait for each answer get; and what a call costs each program, which shows why it stops growing: the cores that the
// processes could use are busy with PostgreSQL, the worker and the generator of the calls.
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { seededRandom } from '../campaigns/support/options.ts'
import { startProduct } from '../e2e/support/product.ts'
import { connect } from '../packages/server/src/db/connect.ts'
import { findRunningUrl } from '../packages/server/src/db/embedded/running-url.ts'
import { createMix } from './support/load-calls.ts'
import { quantile } from './support/open-load.ts'
import { programs, sampleProduct } from './support/process-figures.ts'
import { reportRow } from './support/report-row.ts'
import { startClub } from './support/running-club.ts'

const { values: given } = parseArgs({
  options: {
    counts: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    callers: { type: 'string' },
    users: { type: 'string' },
  },
})
const counts = (given.counts ?? '1,2,3').split(',').map(Number)
const rounds = Number(given.rounds ?? 3)
const seconds = Number(given.seconds ?? 10)
const callers = Number(given.callers ?? 48)
const userCount = Number(given.users ?? 50)
const warmUpSeconds = 6

interface Figures {
  readonly perSecond: number
  readonly failed: number
  /** Milliseconds of a call by program; `generator` is this process. */
  readonly workMs: Readonly<Record<string, number>>
  /** Milliseconds of processor time that one second had for all of them. */
  readonly busyMs: number
  readonly memoryMb: number
}

const random = seededRandom(20_261_127)
const club = await startClub(userCount)
const { dataDirectory, ports } = club.product
await club.connection.close()
await club.product.end()
const taken = new Map<number, Figures[]>(counts.map((count) => [count, []]))
let product = club.product
try {
  for (let round = 0; round < rounds; round++)
    for (const count of counts) {
      product = await startProduct({
        dataDirectory,
        ports,
        environment: {
          CLUBFOLIO_NOW: '',
          CLUBFOLIO_LOG: 'info',
          CLUBFOLIO_MARKET_INSTRUMENTS: '500',
          CLUBFOLIO_DEMO: 'club',
          CLUBFOLIO_PROCESSES: String(count),
        },
      })
      const figures = await measure()
      taken.get(count)!.push(figures)
      console.log(`${count} web processes: ${describe(figures)}; load of the machine ${loadavg()[0]!.toFixed(1)}`)
      await product.end()
    }
} finally {
  club.close()
  await product.stop()
}
const medianOf = (count: number, figure: (one: Figures) => number): number =>
  quantile((taken.get(count) ?? []).map(figure), 0.5)
const workOf = ({ workMs }: Figures): number => Object.values(workMs).reduce((sum, ms) => sum + ms, 0)
for (const count of counts)
  reportRow({
    what: `${count} web processes on ${availableParallelism()} cores: calls a second against ${counts[0]}`,
    value: medianOf(count, ({ perSecond }) => perSecond) / medianOf(counts[0]!, ({ perSecond }) => perSecond),
    figures: [
      `${medianOf(count, ({ perSecond }) => perSecond).toFixed(0)} a second`,
      `${medianOf(count, workOf).toFixed(2)} ms of processor time a call (${[...programs, 'generator']
        .map((program) => `${program} ${medianOf(count, ({ workMs }) => workMs[program]!).toFixed(2)}`)
        .join(', ')})`,
      `${(medianOf(count, ({ busyMs }) => busyMs) / 1_000).toFixed(2)} cores busy with them`,
      `memory of the server ${medianOf(count, ({ memoryMb }) => memoryMb).toFixed(0)} MB`,
    ].join('; '),
  })
reportRow({
  what: 'calls of all rounds that failed',
  value: [...taken.values()].flat().reduce((sum, { failed }) => sum + failed, 0),
  digits: 0,
  bar: { atMost: 0 },
})
process.exit()

async function measure(): Promise<Figures> {
  const connection = connect((await findRunningUrl(dataDirectory, 'clubfolio'))!, () => undefined, 2)
  try {
    await callFor(warmUpSeconds)
    const [before, ownBefore] = [await sampleProduct(product, connection.pool), process.cpuUsage()]
    const startedMs = performance.now()
    const { good, failed } = await callFor(seconds)
    const tookMs = performance.now() - startedMs
    const [after, own] = [await sampleProduct(product, connection.pool), process.cpuUsage(ownBefore)]
    const spentMs = {
      ...Object.fromEntries(programs.map((program) => [program, after.workMs[program] - before.workMs[program]])),
      generator: (own.user + own.system) / 1_000,
    }
    const allMs = Object.values(spentMs).reduce((sum, ms) => sum + ms, 0)
    return {
      perSecond: (good / tookMs) * 1_000,
      failed,
      workMs: Object.fromEntries(Object.entries(spentMs).map(([program, ms]) => [program, ms / good])),
      busyMs: (allMs / tookMs) * 1_000,
      memoryMb: after.memoryBytes.server / 1e6,
    }
  } finally {
    await connection.close()
  }
}

/** Each caller sends its next call when it has the answer to its last. */
async function callFor(lasting: number): Promise<{ good: number; failed: number }> {
  const untilMs = performance.now() + lasting * 1_000
  const mix = createMix(club, club.users, random)
  let good = 0
  let failed = 0
  const call = async (): Promise<void> => {
    while (performance.now() < untilMs) {
      const { status } = await club.send(mix.next())
      if (status >= 200 && status < 300) good++
      else failed++
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return { good, failed }
}

function describe({ perSecond, workMs, busyMs, failed }: Figures): string {
  const each = Object.entries(workMs).map(([program, ms]) => `${program} ${ms.toFixed(2)}`)
  const cores = (busyMs / 1_000).toFixed(2)
  return `${perSecond.toFixed(0)} a second, ${cores} cores busy, ms a call: ${each.join(', ')}, ${failed} failed`
}
