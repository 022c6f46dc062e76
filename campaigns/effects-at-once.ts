// Every effect of the route table, `--rounds` times at once (60) by one user at a server with a pool of ten. The promises: all are answered,
// none by a fault, and meanwhile `/health` and another user's read take at most ten times what they take when nobody else asks, both measured
// in this run. A read that falls between two pauses of the machine is no measure, so the promise is about the middle one of each effect;
// the slowest are printed too.
import { fillPath, routeList, type NamedRoute } from '../packages/contract/src/index.ts'
import { makeVisitors, type BadVisitor } from '../packages/server/src/testing/bad-input/attacked-installation.ts'
import { sampleInput } from '../packages/server/src/testing/bad-input/sample-input.ts'
import { startTestApp, type TestApp } from '../packages/server/src/testing/test-app.ts'
import { readCampaignOptions } from './support/options.ts'
import { withTestServer } from './support/test-server.ts'
import { openVerdict } from './support/verdict.ts'

const idleReads = 60
const mostTimes = 10

const { rounds: copies } = readCampaignOptions(60)
const verdict = openVerdict()

async function ask(app: TestApp, { route }: NamedRoute, { params, body }: ReturnType<typeof sampleInput>, token: string): Promise<string> {
  const response = await fetch(app.url + fillPath(route.path, params), {
    method: route.method,
    headers: { token, 'content-type': 'application/json' },
    ...(route.method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    signal: AbortSignal.timeout(60_000),
  })
  const answer = (await response.json()) as { refusal?: string }
  return `${response.status} ${answer.refusal ?? ''}`.trim()
}

/** There is no brokerage here: a call that needs one says so. */
const isAnswer = (outcome: string): boolean => !outcome.startsWith('5') || outcome === '503 brokerUnavailable'

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

const at = (times: readonly number[], part: number): number => times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0

interface Watched {
  readonly name: string
  readonly look: () => Promise<unknown>
  idle: number[]
  /** The middle one while the effects ran, in idle times, by effect. */
  readonly middle: Map<string, number>
  readonly slowest: Map<string, number>
}

await withTestServer(async () => {
  const app = await startTestApp()
  try {
    const other = await app.signUp(['MANAGERS'])
    const people = { member: await app.signUp(['INVESTORS']), manager: await app.signUp(['MANAGERS']), administrator: await app.signUp(['ADMINISTRATORS']) }
    const visitors = await makeVisitors(app, people)
    const watched: Watched[] = [
      { name: '/health', look: async () => void (await (await fetch(`${app.url}/health`)).text()), idle: [], middle: new Map(), slowest: new Map() },
      { name: 'read of another user', look: () => other.client.watchlist.findAll(), idle: [], middle: new Map(), slowest: new Map() },
    ]
    for (const one of watched) for (let count = 0; count < 2 * idleReads; count++) {
      const time = await timed(one.look)
      // The first ones warm the program up.
      if (count >= idleReads) one.idle.push(time)
    }
    const effects = routeList.filter(({ route }) => route.effect)
    let answered = 0
    for (const named of effects) {
      const title = `${named.group}.${named.name}`
      const visitor: BadVisitor = visitors.find(({ name }) => name === (/^(group|permission|userAdmin|market)$/.test(named.group) ? 'administrator' : 'manager'))!
      await visitor.renew()
      const input = sampleInput(named, visitor.words)
      const run = { isOver: false }
      const asked = Promise.all(Array.from({ length: copies }, () => ask(app, named, input, visitor.token!).catch((error: unknown) => `500 ${String(error)}`))).finally(() => (run.isOver = true))
      const looks = watched.map(async (one) => {
        const times: number[] = []
        do {
          times.push(await timed(() => one.look().catch((error: unknown) => verdict.broken(`${one.name} beside ${title}: ${String(error)}`))))
        } while (!run.isOver)
        one.middle.set(title, at(times, 0.5) / at(one.idle, 0.5))
        one.slowest.set(title, at(times, 1))
      })
      const outcomes = await asked
      await Promise.all(looks)
      answered += outcomes.filter(isAnswer).length
      for (const outcome of new Set(outcomes)) verdict.expect(isAnswer(outcome), `${title}: ${outcome}`)
      // What was asked of the background is its own affair.
      await app.services.background.idle()
    }
    verdict.figure('effects', `${effects.length}, ${copies} at once each, ${answered} of ${effects.length * copies} answered`)
    for (const { name, idle, middle, slowest } of watched) {
      const [worst] = [...middle].toSorted(([, one], [, two]) => two - one)
      const [last] = [...slowest].toSorted(([, one], [, two]) => two - one)
      verdict.figure(name, `idle ${at(idle, 0.5).toFixed(1)} ms; while the effects ran ${at([...middle.values()], 0.5).toFixed(1)} times that, at most ${worst![1].toFixed(1)} (${worst![0]}); the slowest one of all ${last![1].toFixed(0)} ms (${last![0]})`)
      for (const [title, times] of middle) verdict.expect(times <= mostTimes, `${name} took ${times.toFixed(1)} times its idle time beside ${title}`)
    }
  } finally {
    await app.stop()
  }
})
verdict.end()
