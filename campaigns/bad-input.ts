// 70,000 bad requests, generated from the contract for every route, sent as nobody, a member, a manager and an
// administrator to the whole application with the demonstration's club and the real paper brokerage; then tickets and
// messages at both sockets. The promise: 0 answers 5xx (named refusals of external services are listed separately), 0
// without an answer in 20 seconds, 0 that reveal internals, 0 errors logged. `--rounds` counts requests.
import { routeList } from '../packages/contract/src/index.ts'
import { makeClub } from '../packages/server/src/demonstration/make-club.ts'
import {
  makeVisitors,
  readLog,
  type BadVisitor,
} from '../packages/server/src/testing/bad-input/attacked-installation.ts'
import { badRequest } from '../packages/server/src/testing/bad-input/bad-request.ts'
import { attackSockets } from '../packages/server/src/testing/bad-input/bad-socket.ts'
import {
  forgetConnections,
  sendBadRequest,
  type Answer,
} from '../packages/server/src/testing/bad-input/send-bad-request.ts'
import { startDemonstration, type Demonstration } from '../packages/server/src/testing/demonstration.ts'
import { readCampaignOptions, seededRandom } from './support/options.ts'
import { withTestServer } from './support/test-server.ts'

const requestsPerInstallation = 10_000
const atOnce = 8
const shares: readonly (readonly [BadVisitor['name'], number])[] = [
  ['nobody', 0.1],
  ['member', 0.25],
  ['manager', 0.4],
  ['administrator', 0.25],
]

const { rounds, seed } = readCampaignOptions(70_000)
const random = seededRandom(seed)
const byVisitor = new Map<string, Map<string, number>>()
const byAttack = new Map<string, number>()
const outsideByRoute = new Map<string, number>()
const cutByAttack = new Map<string, number>()
const broken: string[] = []
let stray: Error | undefined
process.on('unhandledRejection', (reason) => (stray = reason as Error))
process.on('uncaughtException', (error) => (stray = error))

const count = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)
const classOf = ({ status, outside }: Answer): string =>
  typeof status === 'string' ? status : outside === undefined ? `${Math.floor(status / 100)}xx` : 'outside'

function someone(visitors: readonly BadVisitor[]): BadVisitor {
  let left = random()
  for (const [name, share] of shares) {
    left -= share
    if (left < 0) return visitors.find((visitor) => visitor.name === name)!
  }
  return visitors[0]!
}

/** Attacks one fresh installation, so that what earlier requests closed or deleted exists again. */
async function attack(first: number, last: number): Promise<void> {
  const { log, takeErrors } = readLog()
  const app = await startDemonstration({ replace: () => ({ log }) })
  try {
    await makeClub(app.services, app.login)
    const visitors = await makeVisitors(app, {
      member: await app.signInAs('member'),
      manager: await app.signInAs('manager'),
      administrator: await app.signInAs('administrator'),
    })
    takeErrors()
    let next = first
    const worker = async (): Promise<void> => {
      for (let number = next++; number < last; number = next++) await attackOnce(app, visitors, number)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    broken.push(
      ...(await attackSockets(
        app,
        visitors.find(({ name }) => name === 'manager')!,
      )),
    )
    await app.services.background.idle()
    broken.push(...takeErrors().map((line) => `logged ${line.slice(0, 700)}`))
    const health = await fetch(`${app.url}/health`)
    if (health.status !== 200) broken.push(`unwell after request ${last}: ${health.status}`)
  } finally {
    forgetConnections()
    await app.stop()
  }
}

async function attackOnce(app: Demonstration, visitors: readonly BadVisitor[], number: number): Promise<void> {
  const visitor = someone(visitors)
  const named = routeList[number % routeList.length]!
  const request = badRequest(named, visitor.words, visitor.token, random)
  // Resets the limits of registering, codes and mails, so that they do not mask everything else.
  if (number % 500 === 0) app.clock.advance(1_000)
  const answer = await sendBadRequest(app.url, request)
  if (answer.status === 401 && visitor.token !== undefined) await visitor.renew()
  const counts = byVisitor.get(visitor.name) ?? new Map<string, number>()
  byVisitor.set(visitor.name, counts)
  count(counts, classOf(answer))
  count(byAttack, request.attack)
  if (answer.outside !== undefined)
    count(outsideByRoute, `${named.group}.${named.name} ${answer.status} ${answer.outside}`)
  if (answer.status === 'cut') count(cutByAttack, request.attack)
  if (answer.fault !== undefined)
    broken.push(
      `${number} ${visitor.name} ${request.attack}: ${request.method} ${request.path.slice(0, 200)} ${JSON.stringify(request.headers).slice(0, 200)} ${(request.body ?? '').slice(0, 500)} -> ${answer.fault} ${answer.text}`,
    )
  if (stray) {
    broken.push(`${number}: an error that nothing caught: ${stray.stack ?? String(stray)}`)
    stray = undefined
  }
}

const startedMs = Date.now()
await withTestServer(async () => {
  for (let first = 0; first < rounds; first += requestsPerInstallation) {
    const last = Math.min(first + requestsPerInstallation, rounds)
    await attack(first, last)
    console.log(`${last} requests, ${Math.round((Date.now() - startedMs) / 1000)} s, ${broken.length} promises broken`)
  }
})

const classes = [...new Set([...byVisitor.values()].flatMap((counts) => [...counts.keys()]))].sort()
console.log(`\n${'visitor'.padEnd(14)}${classes.map((one) => one.padStart(9)).join('')}`)
for (const [name] of shares)
  console.log(
    `${name.padEnd(14)}${classes.map((one) => String(byVisitor.get(name)?.get(one) ?? 0).padStart(9)).join('')}`,
  )
console.log(`\nby attack: ${[...byAttack].map(([attackName, times]) => `${attackName} ${times}`).join(', ')}`)
console.log(
  `connections cut before the answer, by attack: ${[...cutByAttack].map(([attackName, times]) => `${attackName} ${times}`).join(', ') || 'none'}`,
)
console.log(
  `refusals of the outside world, by route: ${[...outsideByRoute].map(([route, times]) => `${route} ${times}`).join(', ') || 'none'}`,
)
console.log(`promises broken: ${broken.length}`)
for (const line of broken.slice(0, 100)) console.log(`  ${line}`)
process.exitCode = broken.length === 0 ? 0 : 1
