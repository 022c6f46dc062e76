// SIGTERM at random moments under load: every accepted request gets its complete answer, the process exits with 0
// within ten seconds, and the next start finds everything that was acknowledged. A connection that is refused once the
// server no longer listens is no cut. Source: docs/rules/promises.md, "Books and data".
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { startProduct } from '../e2e/support/product.ts'
import { campaignStart, makeClub } from './support/club.ts'
import { readRows } from './support/database.ts'
import { readCampaignOptions, seededRandom } from './support/options.ts'
import { type RawRequest, sendRaw } from './support/raw-request.ts'
import { describeTimes, openVerdict } from './support/verdict.ts'

const endedWithinMs = 10_000
/** For a machine that is busy with other work: the limit as a multiple of a stop without load. */
const stopTimesIdle = 2
const quickestMs = 300
const slowestMs = 1_800
const readersAtOnce = 4
const strangersAtOnce = 2
const payersAtOnce = 3

const { rounds, seed } = readCampaignOptions(50)
const random = seededRandom(seed)
const verdict = openVerdict()
const environment = { CLUBFOLIO_MARKET_INSTRUMENTS: '10', CLUBFOLIO_LOG: 'info' }
let product = await startProduct({ environment })
const { dataDirectory, origin, ports } = product
const { token, accounts, memberIds } = await makeClub(product, { accountCount: 1, memberCount: 3 })
const [account] = accounts
const acknowledged = new Set<string>()
const answers = new Map<number, number>()
const tookMs: number[] = []
let refused = 0
let cuts = 0
let late = 0
/** Reset before the server had taken the connection from the system's queue: it never saw the request. */
const resets: string[] = []
let price = 100

const filter = [
  { nomenclatorConfigNameKey: 'account', selectedItem: account!.id },
  { nomenclatorConfigNameKey: 'period', selectedItem: ['2026-03-01', campaignStart.slice(0, 10)] },
  { nomenclatorConfigNameKey: 'kind', selectedItem: 'ALL' },
]
const reads: readonly (() => RawRequest)[] = [
  () => ({ method: 'GET', path: `/v1/api/member/fund-overview/${account!.id}`, token }),
  () => ({ method: 'GET', path: '/v1/api/member/findAllMembers', token }),
  () => ({ method: 'POST', path: '/v1/api/order/find-orders', token, body: { accountNumber: account!.number } }),
  () => ({
    method: 'POST',
    path: '/v1/api/static-report/generate-csv',
    token,
    body: { report: 'transactions', filter },
  }),
  () => ({
    method: 'POST',
    path: '/v1/api/static-report/generate-pdf',
    token,
    body: { report: 'transactions', filter },
  }),
]
const contribution = (): RawRequest => {
  const key = randomUUID()
  const body = {
    accountId: account!.id,
    memberId: memberIds[Math.floor(random() * memberIds.length)],
    amount: 10,
    date: campaignStart.slice(0, 10),
    description: key,
  }
  return { method: 'POST', path: '/v1/api/member/create-contribution', token, key, body }
}
const order = (): RawRequest => ({
  method: 'POST',
  path: '/v1/api/order/put-order',
  token,
  key: randomUUID(),
  body: {
    ticket: 'SPY',
    quantity: 1,
    directionality: 'BUY',
    accountNumber: account!.number,
    price: Number((price++ / 100).toFixed(2)),
    orderType: 'LIMIT',
  },
})

const idleSinceMs = performance.now()
await product.end()
const idleStopMs = performance.now() - idleSinceMs

for (let round = 1; round <= rounds; round++) {
  product = await startProduct({ dataDirectory, environment: { ...environment, CLUBFOLIO_NOW: campaignStart }, ports })
  const over = new AbortController()
  const resetsBefore = resets.length
  const agents: Agent[] = []
  const work = async (keepAlive: boolean, next: () => RawRequest | undefined): Promise<void> => {
    const agent = new Agent({ keepAlive, maxSockets: 1 })
    agents.push(agent)
    while (!over.signal.aborted) {
      const wish = next()
      if (wish === undefined) return
      const fate = await sendRaw(origin, agent, wish)
      if (fate.kind === 'refused') {
        refused++
        return
      }
      if (fate.kind === 'cut') {
        resets.push(`${fate.words}${fate.wasKept ? ' on a kept connection' : ''}`)
        return
      }
      answers.set(fate.status, (answers.get(fate.status) ?? 0) + 1)
      if (fate.status === 500) verdict.broken(`round ${round}: ${wish.path} answered 500 ${fate.text}`)
      if (fate.status === 200 && wish.path.endsWith('create-contribution')) acknowledged.add(wish.key!)
    }
  }
  const anyRead = (): RawRequest => reads[Math.floor(random() * reads.length)]!()
  let ordersLeft = 2
  const clients = [
    ...Array.from({ length: readersAtOnce }, () => work(true, anyRead)),
    ...Array.from({ length: strangersAtOnce }, () => work(false, anyRead)),
    ...Array.from({ length: payersAtOnce }, () => work(true, contribution)),
    work(true, () => (ordersLeft-- > 0 ? order() : undefined)),
  ]
  await delay(quickestMs + random() * (slowestMs - quickestMs))
  const askedMs = performance.now()
  process.kill(product.processId, 'SIGTERM')
  const code = await Promise.race([product.ended, delay(60_000, 'still there' as const)])
  const took = performance.now() - askedMs
  tookMs.push(took)
  over.abort()
  if (code === 'still there') await product.kill()
  verdict.expect(code === 0, `round ${round}: ended with ${code}\n${product.output()}`)
  await Promise.all(clients)
  // Without resets nothing was cut, whether or not the last output of an ended process has arrived.
  const said = resets.length === resetsBefore ? '0' : /"cut":(\d+)/.exec(product.output())?.[1]
  cuts += Number(said ?? 0)
  verdict.expect(
    said === '0',
    `round ${round}: the server says that ${said ?? 'an unknown number of'} requests went without their whole answer: ${resets.slice(resetsBefore).join('; ')}`,
  )
  if (took > endedWithinMs) late++
  verdict.expect(
    took <= Math.max(endedWithinMs, stopTimesIdle * idleStopMs),
    `round ${round}: ended after ${(took / 1000).toFixed(1)} s`,
  )
  for (const agent of agents) agent.destroy()
  if (round % 10 === 0)
    console.log(
      `${round} times asked to end, ${[...answers.values()].reduce((sum, one) => sum + one, 0)} answers, ${cuts} cut`,
    )
}

product = await startProduct({ dataDirectory, environment: { ...environment, CLUBFOLIO_NOW: campaignStart }, ports })
const kept = new Set(
  (await readRows<{ key: string }>(dataDirectory, 'select description as key from fund_entry')).map(({ key }) => key),
)
for (const key of acknowledged) verdict.expect(kept.has(key), `lost: the contribution ${key} that was acknowledged`)
verdict.expect(
  kept.size === acknowledged.size,
  `${kept.size} entries for ${acknowledged.size} acknowledged: requests without an answer were not accepted either`,
)
await product.end()
await rm(dataDirectory, { recursive: true })
verdict.figure('asked to end under load', rounds)
verdict.figure('answers', [...answers].map(([status, count]) => `${count} x ${status}`).join(', '))
verdict.figure('cut', cuts)
verdict.figure(
  'reset in the queue of the listener, never seen by the server',
  `${resets.length}${resets.length > 0 ? ` (${resets.join('; ')})` : ''}`,
)
verdict.figure('a stop without load', describeTimes([idleStopMs]))
verdict.figure('later than 10 s', `${late} of ${rounds}`)
verdict.figure(
  'load of the machine',
  loadavg()
    .map((one) => one.toFixed(0))
    .join(', '),
)
verdict.figure('connections refused once nobody listened', refused)
verdict.figure('acknowledged contributions, all in the books', acknowledged.size)
verdict.figure('ended after', describeTimes(tookMs))
verdict.end()
