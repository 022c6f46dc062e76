// The fault table of the quality promises over real HTTP: a stand-in between the application and the real paper
// brokerage forwards everything until a test makes it misbehave. Source: docs/rules/promises.md, "The broker may
// misbehave".
import { request as send, type ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { paperBrokerSettings } from '../../adapters/broker/broker-settings.ts'
import { exchangeLimits } from '../../adapters/broker/http/http-exchange.ts'
import { createRequestAllowance } from '../../adapters/broker/http/request-allowance.ts'
import type { BrokerPort } from '../../adapters/broker/port.ts'
import { createSchwabBroker, type SchwabSettings } from '../../adapters/broker/schwab/schwab-broker.ts'
import { type AskedRequest, type HttpStandIn, startHttpStandIn } from '../../testing/http-stand-in.ts'
import { type Consent, startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import type { TestUser } from '../../testing/test-app.ts'

type Fault = (response: ServerResponse, asked: AskedRequest) => void

let app: TestBrokerage
let standIn: HttpStandIn
let fault: Fault | undefined
const open: BrokerPort[] = []

beforeAll(async () => {
  app = await startTestBrokerage()
  standIn = await startHttpStandIn((asked, response) => {
    if (fault !== undefined && /^\/(trader|marketdata)\//.test(asked.path)) return fault(response, asked)
    const onward = send(`${app.brokerUrl}${asked.path}`, { method: asked.method, headers: asked.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.end(asked.body)
  })
  useBroker()
})
afterAll(async () => {
  for (const broker of open) broker.close()
  await standIn.stop()
  await app.stop()
})
afterEach(() => {
  fault = undefined
})

/** Routes the application through the stand-in. Timeouts are shorter than in production; everything else matches it. */
function useBroker(changes: Partial<SchwabSettings> = {}): void {
  const own = paperBrokerSettings(app.services.config, 'a secret that only this test knows')
  const settings = paperBrokerSettings({ ...app.services.config, paperPublicUrl: standIn.url }, own.clientSecret)
  const allowance = createRequestAllowance(app.services.db, { perMinute: 6_000 })
  const broker = createSchwabBroker(
    {
      ...settings,
      limits: { connectMs: 500, totalMs: 1_200, maxBytes: 200_000 },
      breaker: { failures: 1_000, pauseMs: 0 },
      ...changes,
    },
    allowance,
    () => app.clock.nowMs(),
  )
  open.push(broker)
  Object.assign(app.broker, broker)
}

const json =
  (status: number, body: string, headers: Record<string, string> = {}): Fault =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
const account = (balances: string, more = '') =>
  json(200, `{"securitiesAccount":{"type":"MARGIN","accountNumber":"1",${more}"currentBalances":{${balances}}}}`)

const unavailable = { failure: 'UNAVAILABLE', answer: '503 brokerUnavailable' } as const
const nonsense = { failure: 'NONSENSE', answer: '502 brokerNonsense' } as const

const faults: readonly (readonly [string, Fault, { failure: string; answer: string }, number])[] = [
  ['closes the connection', (response) => void response.destroy(), unavailable, 3],
  ['never answers', () => undefined, unavailable, 1],
  ['begins to answer and never ends', (response) => void response.writeHead(200).write('{"securities'), unavailable, 1],
  [
    'cuts its answer off',
    (response) => {
      response.writeHead(200, { 'content-length': '5000' }).write('{"securities')
      setImmediate(() => response.destroy())
    },
    unavailable,
    3,
  ],
  ['asks for fewer requests (429)', json(429, '{}', { 'retry-after': '0' }), unavailable, 3],
  ['asks to stay away for a minute (429)', json(429, '{}', { 'retry-after': '60' }), unavailable, 1],
  ['answers 500', json(500, '{"message":"Internal error"}'), unavailable, 3],
  ['answers 503 with a page', (response) => void response.writeHead(503).end('<html>busy</html>'), unavailable, 3],
  [
    'is hidden behind a proxy that refuses',
    (response) => void response.writeHead(403).end('<html>denied</html>'),
    unavailable,
    3,
  ],
  [
    'answers with a page',
    (response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Maintenance</title>'),
    nonsense,
    1,
  ],
  ['answers with truncated JSON', json(200, '{"securitiesAccount":{"type":"MAR'), nonsense, 1],
  ['answers with nothing', json(200, ''), nonsense, 1],
  ['answers with a number beyond all numbers', account('"liquidationValue":1e309,"buyingPower":1'), nonsense, 1],
  ['answers with a word for a number', account('"liquidationValue":"plenty","buyingPower":1'), nonsense, 1],
  ['answers with a balance of a thousand trillions', account('"liquidationValue":1e15,"buyingPower":1'), nonsense, 1],
  [
    'answers with a null price',
    account(
      '"liquidationValue":1,"buyingPower":1',
      '"positions":[{"longQuantity":1,"marketValue":null,"instrument":{"symbol":"A","assetType":"EQUITY"}}],',
    ),
    nonsense,
    1,
  ],
  [
    'sends more than can be an answer',
    (response) => void response.writeHead(200).end('x'.repeat(300_000)),
    unavailable,
    3,
  ],
  [
    'refuses',
    json(403, '{"message":"This account is restricted"}'),
    { failure: 'REFUSED', answer: '502 brokerRefused' },
    1,
  ],
]

async function linked(name: string): Promise<{ owner: TestUser; accountId: string; consent: Consent }> {
  // The brokerage limits the logins that one address may register per hour.
  app.clock.advance(10 * 60_000)
  const owner = await app.signUp(['MANAGERS'])
  const consent = await app.link(owner, name)
  const { id } = await app.services.db
    .selectFrom('account')
    .select('id')
    .where('owner_id', '=', owner.user.id)
    .executeTakeFirstOrThrow()
  return { owner, accountId: id, consent }
}

const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: { status?: number; body?: { refusal?: string } }) => `${error.status} ${error.body?.refusal}`,
  )

test.each(faults)(
  'a brokerage that %s leaves the last figures with their time, says so, and is asked as often as it may be',
  async (what, misbehave, { failure, answer }, requests) => {
    const { owner, accountId, consent } = await linked(`fault${faults.findIndex(([name]) => name === what)}`)
    await owner.client.account.syncNow({ body: { accountId } })
    const [good] = await owner.client.account.viewMyAccount({ params: { userId: owner.user.id } })
    app.clock.advance(60_000)
    fault = misbehave
    const before = standIn.asked.length
    expect(await outcomeOf(owner.client.account.syncNow({ body: { accountId } }))).toBe(answer)
    expect(standIn.asked.length - before).toBe(requests)
    const [stale] = await owner.client.account.viewMyAccount({ params: { userId: owner.user.id } })
    expect(stale).toEqual({ ...good, syncFailure: failure, syncFailedAt: app.clock.nowMs() })
    // Screens that need no brokerage still work, with the last known figures.
    const [history, positions, default_, me] = await Promise.all([
      owner.client.wallet.getWalletHistoric({ params: { accountId, fromDate: null, toDate: null, timing: '1D' } }),
      owner.client.wallet.getPositionsForGraph({ params: { accountId } }),
      owner.client.account.viewMyDefaultAccount({ params: { userId: owner.user.id } }),
      owner.client.profile.findMyProfile(),
    ])
    expect([history.length, positions, default_?.floatValue, me.email]).toEqual([1, [], good!.floatValue, owner.email])
    // Linking reports the failure immediately and stores nothing.
    const started = await owner.client.account.getAmtTk()
    const back = await consent.allow(started.authoriseUrl)
    const linking = owner.client.account.createMy({
      body: { code: back.get('code')!, token: started.token, ownerId: owner.user.id },
    })
    expect(await outcomeOf(linking)).toBe(failure === 'REFUSED' ? '400 authorisationRefused' : answer)
    expect(await owner.client.account.viewMyAccount({ params: { userId: owner.user.id } })).toHaveLength(1)

    fault = undefined
    await app.services.db.deleteFrom('broker_allowance').execute()
    expect(await owner.client.account.syncNow({ body: { accountId } })).toMatchObject({
      syncFailure: null,
      syncedAt: app.clock.nowMs(),
    })
  },
)

test('statuses, types and fields that nobody has heard of are taken as they come', async () => {
  const { owner, accountId } = await linked('unknown')
  const { number } = await app.services.db
    .selectFrom('account')
    .select('number')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  await app.fill(number, 'BUY', 10, 'ACME', 50)
  fault = (response, asked) => {
    const onward = send(`${app.brokerUrl}${asked.path}`, { method: asked.method, headers: asked.headers }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (part: string) => (body += part))
      answer.on('end', () => {
        const strange = body
          .replaceAll('"assetType":"EQUITY"', '"assetType":"TOKENISED_SHARE"')
          .replaceAll('"type":"TRADE"', '"type":"MOON_TRADE"')
          .replaceAll('"status":"VALID"', '"status":"UNKNOWN"')
          .replaceAll('"type":"MARGIN"', '"type":"PORTFOLIO_MARGIN","mood":{"level":[1,null,"x"]}')
        response.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' }).end(strange)
      })
    })
    onward.end(asked.body)
  }
  const read = await owner.client.account.syncNow({ body: { accountId } })
  expect(read).toMatchObject({ syncFailure: null, type: 'MARGIN', floatValue: 10_000_000n })
  expect(
    await app.services.db
      .selectFrom('account_position')
      .select(['symbol', 'asset_type', 'quantity'])
      .where('account_id', '=', accountId)
      .execute(),
  ).toEqual([{ symbol: 'ACME', asset_type: 'TOKENISED_SHARE', quantity: '10' }])
})

test('a brokerage where nobody listens is given up within the time to connect', async () => {
  const { owner, accountId } = await linked('nobody')
  useBroker({ traderUrl: 'http://127.0.0.1:1/trader/v1' })
  expect(await outcomeOf(owner.client.account.syncNow({ body: { accountId } }))).toBe('503 brokerUnavailable')
  useBroker()
  expect(await outcomeOf(owner.client.account.syncNow({ body: { accountId } }))).toBe('answered')
})

test('in life it has 3 seconds to connect and 10 in all', () => {
  expect(exchangeLimits).toMatchObject({ connectMs: 3_000, totalMs: 10_000 })
})
