// What an answer costs besides its queries, on the real answers of the mix of load.ts: turned into text by JSON.stringify
// and by a serialiser that fast-json-stringify generates from the contract, its input checked by zod, and compressed as
// the product does it and with other settings. Nothing waits, so everything is processor time; alternating in one
// process, as medians. Decision 0117 draws its conclusions.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import fastJsonStringify from 'fast-json-stringify'
import { z } from 'zod'
import { seededRandom } from '../campaigns/support/options.ts'
import { routeList, type NamedRoute } from '../packages/contract/src/index.ts'
import { parseInput } from '../packages/server/src/kernel/input.ts'
import { createMix, type LoadCall } from './support/load-calls.ts'
import { median } from './support/median-ratio.ts'
import { reportRow } from './support/report-row.ts'
import { startClub } from './support/running-club.ts'

const rounds = 15
const leastMsPerRound = 3

interface Sample {
  readonly call: LoadCall
  readonly named: NamedRoute
  readonly text: string
  readonly params: Readonly<Record<string, string>>
}

const samples = await takeSamples()
for (const sample of samples) compareSerialisers(sample)
for (const sample of samples) compareCompression(sample)
process.exit()

/** Returns one real answer of each kind of call that only reads. */
async function takeSamples(): Promise<readonly Sample[]> {
  const random = seededRandom(20_261_127)
  const club = await startClub(5)
  try {
    const mix = createMix(club, club.users, random)
    const byKind = new Map<string, Sample>()
    for (let tries = 0; tries < 2_000; tries++) {
      const call = mix.next()
      if (call.kind.startsWith('write') || byKind.has(call.kind)) continue
      const response = await fetch(club.product.origin + call.path, {
        method: call.method,
        headers: { token: call.user.token, 'content-type': 'application/json' },
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      })
      byKind.set(call.kind, { call, ...routeOf(call), text: await response.text() })
    }
    return [...byKind.values()]
  } finally {
    await club.stop()
  }
}

function routeOf(call: LoadCall): Pick<Sample, 'named' | 'params'> {
  for (const named of routeList) {
    const pattern = named.route.path.replace(/\/$/, '').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    const found = new RegExp(`^${pattern}/?$`).exec(call.path)
    if (found && named.route.method === call.method) return { named, params: { ...found.groups } }
  }
  throw new Error(`${call.path} is no call of the table.`)
}

function compareSerialisers({ call, named, text, params }: Sample): void {
  const { route } = named
  const value: unknown = JSON.parse(text)
  const schema = z.toJSONSchema(route.reply, { io: 'input', unrepresentable: 'any' })
  let generated: ((value: unknown) => string) | undefined
  let refusedBy = ''
  try {
    generated = fastJsonStringify(schema as Parameters<typeof fastJsonStringify>[0])
    if (generated(value) !== JSON.stringify(value)) refusedBy = 'another text'
  } catch (error) {
    refusedBy = String(error).slice(0, 100)
  }
  const [bare, ours = Number.NaN] = microseconds([
    () => JSON.stringify(value),
    ...(generated ? [() => generated(value)] : []),
  ])
  const [input] = microseconds([
    () => {
      if (route.params) parseInput(route.params, params)
      if (route.body) parseInput(route.body, call.body)
    },
  ])
  const [encoded] = microseconds([() => (route.plainReply ? undefined : z.parse(route.reply, value))])
  reportRow({
    what: `${call.kind}: text by the generated serialiser against JSON.stringify`,
    value: ours / bare!,
    figures: `${ours.toFixed(1)} / ${bare!.toFixed(1)} us of ${text.length} characters${refusedBy && `, ${refusedBy}`}; input ${input!.toFixed(1)} us, reply schema ${encoded!.toFixed(1)} us`,
  })
}

function compareCompression({ call, text }: Sample): void {
  if (text.length < 1_024) return
  const content = Buffer.from(text)
  const brotli = (quality: number, window?: number) => () =>
    brotliCompressSync(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        ...(window === undefined ? {} : { [constants.BROTLI_PARAM_LGWIN]: window }),
      },
    })
  const ways = {
    'br 4': brotli(4),
    'br 4, window 16': brotli(4, 16),
    'br 3, window 18': brotli(3, 18),
    'br 1, window 16': brotli(1, 16),
    'gzip 6': () => gzipSync(content),
    'gzip 1': () => gzipSync(content, { level: 1 }),
  }
  const times = microseconds(Object.values(ways))
  const figures = Object.entries(ways).map(
    ([name, work], at) => `${name} ${times[at]!.toFixed(0)} us ${work().length} bytes`,
  )
  reportRow({ what: `${call.kind}: compressed, ${content.length} bytes`, value: null, figures: figures.join('; ') })
}

/** Returns the processor time of one run of each work in microseconds, the median of alternating rounds. */
function microseconds(works: readonly (() => unknown)[]): readonly number[] {
  const times = works.map((): number[] => [])
  const runs = works.map((work) => {
    work()
    const start = performance.now()
    for (let count = 1; ; count++) {
      work()
      if (performance.now() - start >= leastMsPerRound) return count
    }
  })
  for (let round = 0; round < rounds; round++)
    for (const [at, work] of works.entries()) {
      const start = process.cpuUsage()
      for (let run = 0; run < runs[at]!; run++) work()
      const { user, system } = process.cpuUsage(start)
      times[at]!.push((user + system) / runs[at]!)
    }
  return times.map((each) => median(each))
}
