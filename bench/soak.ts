// Half an hour of the first load (50 users, 150 calls a second, each with an open socket): samples the memory of the
// server, the paper brokerage and PostgreSQL, and the server's handles, sockets and database connections. Flat means:
// after the warm-up the last third needs at most 1.15 of the first, and there is no error. Connections held by the
// callers are excluded: they open more of them whenever responses take longer, up to a browser's six each; one that the
// server kept beyond its caller would be counted.
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { seededRandom } from '../campaigns/support/options.ts'
import { createMix } from './support/load-calls.ts'
import { openSockets } from './support/load-sockets.ts'
import { median } from './support/median-ratio.ts'
import { describeFailures, figuresByKind, outcomeOf } from './support/open-load.ts'
import { programs, sampleProduct, type Sample } from './support/process-figures.ts'
import { reportRow } from './support/report-row.ts'
import { startClub } from './support/running-club.ts'

const { values: given } = parseArgs({
  options: {
    minutes: { type: 'string' },
    users: { type: 'string' },
    rate: { type: 'string' },
    seed: { type: 'string' },
  },
})
const minutes = Number(given.minutes ?? 30)
const users = Number(given.users ?? 50)
const perSecond = Number(given.rate ?? 150)
const flatLimit = 1.15
const samplesPerMinute = 6
const progressMinutes = 10
/** Caches fill and the code is compiled. */
const warmUpShare = 1 / 6

const random = seededRandom(Number(given.seed ?? 20_261_122))
const club = await startClub(users)
const { product, connection } = club
const sockets = await openSockets(connection.db, product.origin, club.users)
const samples: (Sample & { readonly callers: number })[] = []
let missed = 0
const loads: number[] = []
try {
  const sampling = setInterval(() => {
    loads.push(loadavg()[0]!)
    void takeSample()
  }, 60_000 / samplesPerMinute)
  // A change of the books asks for a factor of the last ten minutes. Users confirm when they are asked to.
  const confirming = setInterval(() => void confirmAll(), 5 * 60_000)
  const answers = await club.offer({
    perSecond,
    seconds: minutes * 60,
    random,
    mix: createMix(club, club.users, random),
  })
  clearInterval(sampling)
  clearInterval(confirming)
  const counted = samples.slice(Math.floor(samples.length * warmUpShare))
  const third = Math.max(1, Math.floor(counted.length / 3))
  const growth = (of: (sample: (typeof samples)[number]) => number) => {
    const [first, last] = [median(counted.slice(0, third).map(of)), median(counted.slice(-third).map(of))]
    return { first, last, ratio: last / first, most: Math.max(...counted.map(of)) }
  }
  const all = figuresByKind(answers).at(-1)!
  const errors = answers.filter((answer) => outcomeOf(answer) !== 'good').length
  reportRow({
    what: `soak, ${minutes} minutes of ${users} users at ${perSecond} calls a second: errors`,
    value: errors,
    digits: 0,
    bar: { atMost: 0 },
    figures: [
      describeFailures(answers),
      `${answers.length} calls, ${club.repeated()} sent again on a new connection, p50 ${all.p50.toFixed(1)} ms, ` +
        `p99 ${all.p99.toFixed(0)} ms, load of the machine ${median(loads).toFixed(1)}`,
    ]
      .filter((words) => words !== '')
      .join('; '),
  })
  for (const program of programs) {
    const { first, last, ratio, most } = growth(({ memoryBytes }) => memoryBytes[program])
    reportRow({
      what: `soak: memory of the ${program}, last third against first after the warm-up`,
      value: ratio,
      bar: { atMost: flatLimit },
      figures: `${megabytes(last)} / ${megabytes(first)}, most ${megabytes(most)}`,
    })
  }
  const callers = growth((sample) => sample.callers)
  const counts: readonly [string, Parameters<typeof growth>[0]][] = [
    ['open handles', (sample) => sample.handles - sample.callers],
    ['open sockets', (sample) => sample.sockets - sample.callers],
    ['database connections', (sample) => sample.databaseConnections],
  ]
  for (const [name, of] of counts) {
    const { first, last, ratio, most } = growth(of)
    reportRow({
      what: `soak: ${name} of the server, last third against first`,
      value: ratio,
      bar: { atMost: flatLimit },
      figures: `${last} / ${first}, most ${most}; callers held ${callers.last} / ${callers.first}`,
    })
  }
  reportRow({
    what: 'soak: samples that could not be taken, as a share',
    value: missed / (samples.length + missed),
    bar: { atMost: 0.05 },
    figures: `${missed} of ${samples.length + missed}`,
  })
  reportRow({
    what: 'soak: sockets cut',
    value: sockets.cut(),
    digits: 0,
    bar: { atMost: 0 },
    figures: `of ${club.users.length}, ${sockets.messages()} messages`,
  })
} finally {
  sockets.close()
  await club.stop()
}
process.exit()

/** A machine that is busy for seconds may leave no time for a sample, which must not end hours of load. */
async function takeSample(): Promise<void> {
  try {
    const sample = await sampleProduct(product, connection.pool)
    samples.push({ ...sample, callers: club.openConnections() })
    if (samples.length % (progressMinutes * samplesPerMinute) === 0) tell(sample)
  } catch (error) {
    missed++
    console.error(`a sample is missing: ${String(error)}`)
  }
}

async function confirmAll(): Promise<void> {
  const ids = club.users.map(({ sessionId }) => sessionId)
  try {
    await connection.db.updateTable('session').set({ factor_at: new Date() }).where('id', 'in', ids).execute()
  } catch (error) {
    console.error(`the users have not confirmed: ${String(error)}`)
  }
}

function tell({ memoryBytes, handles, databaseConnections }: Sample): void {
  const memory = programs.map((program) => `${program} ${megabytes(memoryBytes[program])}`).join(', ')
  console.error(
    `${samples.length / samplesPerMinute} minutes: ${memory}; ${handles} handles, ${databaseConnections} connections`,
  )
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}
