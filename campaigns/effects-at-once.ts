// Every effect of the route table, called `--rounds` times at once (60) by one user, against the whole product with the
// demonstration's club and the paper brokerage: the server in its process with its pool of ten, the callers in another,
// the probes in a third. The promises: all calls are answered, none by a fault, and meanwhile `/health` and another
// user's read take at most ten times as long as when nobody calls.
//
// What is measured. `/health` is probed every 10 ms and the read every 20 ms, whether or not the last probe was
// answered, during the whole run. Idle probes are those of a quarter of a second before each effect; busy probes are
// those that started while its calls were open, in bursts of sixty until there are forty busy probes of `/health`, ten
// bursts at most. Both the median and the slowest busy probe of each effect are compared with the median idle one. The
// slowest also depends on the machine: a bare server, which only answers, is probed every 10 ms as well, and its
// figures show how much of a slow probe is not the product's.
import { setTimeout as delay } from 'node:timers/promises'
import { loadavg } from 'node:os'
import { fillPath, routeList, type NamedRoute } from '../packages/contract/src/index.ts'
import { journeyStart, startProduct } from '../e2e/support/product.ts'
import { connect } from '../packages/server/src/db/connect.ts'
import { createUser } from '../packages/server/src/features/user/create-user.ts'
import { ManualClock } from '../packages/server/src/kernel/clock.ts'
import { createSecretBox } from '../packages/server/src/kernel/secret.ts'
import { openSession } from '../packages/server/src/kernel/session.ts'
import { inTransaction } from '../packages/server/src/kernel/transaction.ts'
import { makeVisitors, type BadVisitor } from '../packages/server/src/testing/bad-input/attacked-installation.ts'
import { sampleInput, type KnownWords } from '../packages/server/src/testing/bad-input/sample-input.ts'
import { createTestDatabase } from '../packages/server/src/testing/test-database.ts'
import { signInByCalls } from './support/club.ts'
import { startBareServer } from './support/start-bare-server.ts'
import { startFlooder, type Flood } from './support/flooder.ts'
import { startLooks, type Looks } from './support/looks.ts'
import { readCampaignOptions } from './support/options.ts'
import { withTestServer } from './support/test-server.ts'
import { openVerdict } from './support/verdict.ts'

const mostTimes = 10
const warmUpMs = 2_000
/** Time for background work to settle before the next measurement. */
const settleMs = 750
const idleMs = 250
const wantedLooks = 40
const mostBursts = 10
const secretKey = 'campaign-key-'.repeat(4)

const { rounds: copies, only } = readCampaignOptions(60)
const verdict = openVerdict()
const now = (): number => performance.timeOrigin + performance.now()

/** A brokerage that refuses or asks to wait is a valid answer: its calls per minute are limited. */
const isAnswer = (outcome: string): boolean => !outcome.startsWith('5') || /^50[23] broker/.test(outcome)

const at = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0

const describe = (name: string, looks: readonly number[]): string =>
  `· ${name}: ${looks.length} looks, median ${at(looks, 0.5).toFixed(1)} ms, slowest ${at(looks, 1).toFixed(1)} ms`

interface Watched {
  readonly name: string
  readonly looks: Looks
  /** The bare server promises nothing: it shows what the machine adds. */
  readonly isPromised: boolean
  readonly idle: number[]
  readonly busy: Map<string, number[]>
}

function floodOf(
  origin: string,
  named: NamedRoute,
  { token, words }: { readonly token: string; readonly words: KnownWords },
): Flood {
  const { route } = named
  const { params, body } = sampleInput(named, words)
  const file = 'symbol,date,open,high,low,close,volume\nAAPL,2026-03-03,10,11,9,10,100\n'
  const content = route.method !== 'POST' ? undefined : route.upload ? file : JSON.stringify(body ?? {})
  return {
    url: origin + fillPath(route.path, params),
    method: route.method,
    copies,
    body: content,
    headers: { token, 'content-type': route.upload ? 'application/octet-stream' : 'application/json' },
  }
}

await withTestServer(async () => {
  const database = await createTestDatabase()
  const connection = connect(database.url, () => undefined, 2)
  const product = await startProduct({
    environment: {
      DATABASE_URL: database.url,
      CLUBFOLIO_SECRET_KEY: secretKey,
      CLUBFOLIO_DEMO: 'club',
      CLUBFOLIO_TRUSTED_PROXIES: '127.0.0.1',
      CLUBFOLIO_LOG: 'fatal',
    },
  })
  const flooder = startFlooder()
  const bare = await startBareServer()
  const watched: Watched[] = []
  try {
    const clock = new ManualClock(Date.parse(journeyStart))
    const ground = { clock, services: { db: connection.db, clock, secrets: createSecretBox([secretKey]) } }
    const signIn = async (email: string) => {
      const { client, id, token } = await signInByCalls(product, email)
      return { client, email, user: { id, token } }
    }
    const manager = await signIn('manager@clubfolio.example')
    const [account] = await manager.client.account.viewMyAccount({ params: { userId: manager.user.id } })
    const visitors = await makeVisitors(ground, {
      member: await signIn('member@clubfolio.example'),
      manager,
      administrator: await signIn('admin@clubfolio.example'),
    })
    // Effects use the account that the paper brokerage knows.
    const words = (visitor: BadVisitor): KnownWords => ({
      ...visitor.words,
      ids: { ...visitor.words.ids, account: account!.id, accountNumber: account!.number },
    })
    const otherId = await inTransaction(connection.db, (trx) =>
      createUser(trx, clock, {
        firstName: 'Otto',
        lastName: 'Other',
        email: 'other@example.test',
        phoneNumber: '+12125550177',
        passwordHash: 'none',
        groups: ['MANAGERS'],
      }),
    )
    const otherToken = await inTransaction(connection.db, (trx) =>
      openSession(trx, clock, { userId: otherId, address: '127.0.0.1', userAgent: 'the campaign' }),
    )
    // Monitors at many addresses: a single one may not ask so often.
    const health = startLooks(`${product.origin}/health`, 10, (count) => ({
      'x-forwarded-for': `198.51.100.${count % 200}`,
    }))
    const read = startLooks(`${product.origin}/v1/api/watchlist/find-all`, 20, () => ({ token: otherToken }))
    watched.push(
      { name: '/health', looks: health, isPromised: true, idle: [], busy: new Map() },
      { name: 'read of another user', looks: read, isPromised: true, idle: [], busy: new Map() },
      {
        name: 'bare server',
        looks: startLooks(bare.url, 10, () => ({})),
        isPromised: false,
        idle: [],
        busy: new Map(),
      },
    )

    await delay(warmUpMs)
    const effects = routeList.filter(
      ({ group, name, route }) => route.effect && (only?.includes(`${group}.${name}`) ?? true),
    )
    let answered = 0
    let sent = 0
    for (const named of effects) {
      const title = `${named.group}.${named.name}`
      const visitor = visitors.find(
        ({ name }) =>
          name === (/^(group|permission|userAdmin|market)$/.test(named.group) ? 'administrator' : 'manager'),
      )!
      await visitor.renew()
      await delay(settleMs)
      const idleFromMs = now()
      await delay(idleMs)
      for (const { looks, idle } of watched)
        idle.push(...(await looks.between(idleFromMs, idleFromMs + idleMs)).map(({ tookMs }) => tookMs))
      for (const { busy } of watched) busy.set(title, [])
      const [monitored] = watched
      for (let count = 0; count < mostBursts && monitored!.busy.get(title)!.length < wantedLooks; count++) {
        const burst = await flooder.send(
          floodOf(product.origin, named, { token: visitor.token!, words: words(visitor) }),
        )
        sent += copies
        answered += burst.outcomes.filter(isAnswer).length
        for (const outcome of new Set(burst.outcomes)) verdict.expect(isAnswer(outcome), `${title}: ${outcome}`)
        for (const { name, looks, busy } of watched) {
          const seen = await looks.between(burst.fromMs, burst.toMs)
          busy.get(title)!.push(...seen.map(({ tookMs }) => tookMs))
          for (const { status } of seen) verdict.expect(status === 200, `${name} beside ${title}: ${status}`)
        }
      }
      console.log(title, ...watched.map(({ name, busy }) => describe(name, busy.get(title)!)))
    }
    verdict.figure(
      'effects',
      `${effects.length}, ${copies} at once each, ${answered} of ${sent} answered; load ${loadavg()[0]!.toFixed(1)}`,
    )
    for (const one of watched) report(one)
  } finally {
    for (const { looks } of watched) looks.end()
    flooder.end()
    bare.end()
    await product.stop()
    await connection.close()
    await database.drop()
  }
})
verdict.end()

function report({ name, isPromised, idle, busy }: Watched): void {
  const [middle, rare] = [at(idle, 0.5), at(idle, 0.99)]
  const times = [...busy].map(([title, looks]) => ({
    title,
    count: looks.length,
    middle: at(looks, 0.5) / middle,
    late: at(looks, 0.95) / middle,
    worst: at(looks, 1) / middle,
    worstMs: at(looks, 1),
  }))
  const most = (of: 'middle' | 'late' | 'worst'): string => {
    const [first] = times.toSorted((one, two) => two[of] - one[of])
    return `${at(
      times.map((one) => one[of]),
      0.5,
    ).toFixed(
      1,
    )} in the median of the effects, at most ${first![of].toFixed(1)} (${first!.title}), beyond ${mostTimes}: ${times.filter((one) => one[of] > mostTimes).length} of ${times.length}`
  }
  verdict.figure(`${name}, idle`, `${idle.length} looks, median ${middle.toFixed(2)} ms, p99 ${rare.toFixed(2)} ms`)
  verdict.figure(
    `${name}, busy`,
    `${times.reduce((sum, { count }) => sum + count, 0)} looks, ${Math.min(...times.map(({ count }) => count))} of an effect at least`,
  )
  verdict.figure('  middle look against the idle median', most('middle'))
  verdict.figure('  95 of 100 looks against the idle median', most('late'))
  verdict.figure('  slowest look against the idle median', most('worst'))
  verdict.figure('  slowest look of all', `${Math.max(...times.map(({ worstMs }) => worstMs)).toFixed(0)} ms`)
  if (!isPromised) return
  for (const { title, middle: factor } of times)
    verdict.expect(factor <= mostTimes, `${name} took ${factor.toFixed(1)} times its idle time beside ${title}`)
  for (const { title, worst } of times)
    verdict.expect(
      worst <= mostTimes,
      `the slowest look at ${name} took ${worst.toFixed(1)} times its idle time beside ${title}`,
    )
}
