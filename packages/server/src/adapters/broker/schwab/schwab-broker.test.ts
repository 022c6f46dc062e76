// The adapter against a stub server that returns whatever a test specifies, valid or not.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EpochMs } from '@clubfolio/domain'
import { marketDay } from '@clubfolio/domain'
import { type BrokerAccess, BrokerFailure, type BrokerPort } from '../port.ts'
import { connect, type Connection } from '../../../db/connect.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createRequestAllowance, type RequestAllowance } from '../http/request-allowance.ts'
import { createSchwabBroker, requestsPerMinute, type SchwabSettings } from './schwab-broker.ts'

type Answer = (request: http.IncomingMessage, response: http.ServerResponse, body: string) => void

const seen: { method: string; url: string; authorization: string; body: string }[] = []
let answers: Answer[] = []
let server: http.Server
let origin = ''
let broker: BrokerPort
let database: TestDatabase
let connection: Connection
let allowance: RequestAllowance

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url, () => undefined)
  allowance = createRequestAllowance(connection.db, { perMinute: requestsPerMinute })
  server = http.createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      seen.push({
        method: request.method ?? '',
        url: request.url ?? '',
        authorization: request.headers.authorization ?? '',
        body,
      })
      const next = answers.length > 1 ? answers.shift()! : answers[0]!
      next(request, response, body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  await connection.close()
  await database.drop()
})
beforeEach(async () => {
  await connection.db.deleteFrom('broker_allowance').execute()
  seen.length = 0
  broker = start()
})
afterEach(() => broker.close())

function start(more: Partial<SchwabSettings> = {}): BrokerPort {
  return createSchwabBroker(
    {
      name: 'stand-in',
      title: 'Stand-in',
      isPaper: false,
      livesByWallClock: true,
      oauthUrl: `${origin}/oauth`,
      traderUrl: `${origin}/trader`,
      marketDataUrl: `${origin}/market`,
      clientId: 'key',
      clientSecret: 'canary-client-secret',
      callbackUrl: 'https://club.example/account',
      limits: { connectMs: 400, totalMs: 900, maxBytes: 100_000 },
      ...more,
    },
    allowance,
    () => 1_000_000,
  )
}

const json =
  (status: number, value: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
  }
const text =
  (status: number, content: string): Answer =>
  (_request, response) =>
    void response.writeHead(status).end(content)

const access: BrokerAccess = {
  key: 'login',
  accessToken: () => Promise.resolve('canary-access-token'),
  tokenAfter: () => Promise.reject(new BrokerFailure('LAPSED', 'The access has lapsed.')),
}
const account = (more: Record<string, unknown> = {}, balances: Record<string, unknown> = {}) => ({
  securitiesAccount: {
    type: 'MARGIN',
    accountNumber: '12345678',
    positions: [],
    currentBalances: {
      liquidationValue: 100_100.5,
      buyingPower: 194_999,
      cashBalance: 100_100.5,
      shortBalance: 0,
      marginBalance: 0,
      ...balances,
    },
    ...more,
  },
  aggregatedBalance: { liquidationValue: 100_100.5 },
})
const readAccount = () => broker.readAccount(access, 'HASH/1')
const failure = (kind: string) => expect.objectContaining({ name: 'BrokerFailure', kind })

describe('a healthy answer', () => {
  test('is read in exact cents, with fields that are new left alone', async () => {
    answers = [
      json(
        200,
        account(
          { somethingNew: { deep: [1] }, type: 'MARGIN' },
          { liquidationValue: 100_100.55, brandNewBalance: 'x' },
        ),
      ),
    ]
    expect(await readAccount()).toEqual({
      number: '12345678',
      type: 'MARGIN',
      valueCents: 10_010_055n,
      buyingPowerCents: 19_499_900n,
      cashCents: 10_010_055n,
      reportedCashCents: 10_010_050n,
      openProfitCents: 0n,
      positions: [],
    })
    expect(seen).toEqual([
      {
        method: 'GET',
        url: '/trader/accounts/HASH%2F1?fields=positions',
        authorization: 'Bearer canary-access-token',
        body: '',
      },
    ])
  })

  test('a cash account without buyingPower and one without liquidationValue still have both', async () => {
    answers = [
      json(
        200,
        account(
          { type: 'CASH' },
          { buyingPower: undefined, liquidationValue: undefined, cashAvailableForTrading: 55.5 },
        ),
      ),
    ]
    expect(await readAccount()).toMatchObject({ type: 'CASH', buyingPowerCents: 5_550n, valueCents: 10_010_050n })
  })

  test('long, short and option positions are signed alike; open profit is taken as reported or computed', async () => {
    const position = (symbol: string, assetType: string, more: Record<string, unknown>) => ({
      instrument: { symbol, assetType },
      averagePrice: 10,
      marketValue: 0,
      ...more,
    })
    answers = [
      json(
        200,
        account({
          positions: [
            position('AAA', 'EQUITY', { longQuantity: 10, shortQuantity: 0, marketValue: 120, longOpenProfitLoss: 20 }),
            position('BBB', 'COLLECTIVE_INVESTMENT', { longQuantity: 0, shortQuantity: 5, marketValue: -40 }),
            position('CCC   261218C00010000', 'OPTION', { longQuantity: 1, averagePrice: 1.5, marketValue: 140 }),
            position('GONE', 'EQUITY', { longQuantity: 0, shortQuantity: 0 }),
          ],
        }),
      ),
    ]
    const { positions, cashCents } = await readAccount()
    expect(positions).toMatchObject([
      { symbol: 'AAA', quantity: '10', marketValueCents: 12_000n, openProfitCents: 2_000n },
      { symbol: 'BBB', assetType: 'ETF', quantity: '-5', marketValueCents: -4_000n, openProfitCents: 1_000n },
      { symbol: 'CCC   261218C00010000', multiplier: 100, quantity: '1', openProfitCents: -1_000n },
    ])
    expect(cashCents).toBe(10_010_050n - 22_000n)
  })

  test('transactions come oldest first with the odd instants of the wire; pending ones have moved nothing', async () => {
    const trade = {
      activityId: 99_000_000_001,
      time: '2026-03-04T15:00:00+0000',
      tradeDate: '2026-03-04T15:00:00+0000',
      type: 'TRADE',
      status: 'VALID',
      netAmount: -5100.65,
      orderId: 7,
      transferItems: [
        {
          instrument: { assetType: 'CURRENCY', symbol: 'CURRENCY_USD' },
          amount: 0.65,
          cost: -0.65,
          feeType: 'COMMISSION',
        },
        {
          instrument: { assetType: 'EQUITY', symbol: 'ACME' },
          amount: 100,
          cost: -5100,
          price: 51,
          positionEffect: 'OPENING',
        },
      ],
    }
    const deposit = {
      activityId: 5,
      time: '2026-03-03T20:15:10.123Z',
      type: 'ACH_RECEIPT',
      netAmount: 250,
      transferItems: [],
    }
    answers = [json(200, [trade, { ...deposit, activityId: 6, status: 'PENDING' }, deposit])]
    const list = await broker.listTransactions(access, 'H', 0 as EpochMs, 86_400_000 as EpochMs)
    expect(list).toEqual([
      {
        brokerId: '5',
        occurredMs: Date.parse('2026-03-03T20:15:10.123Z'),
        tradeDate: null,
        kind: 'ACH_RECEIPT',
        description: 'Ach receipt',
        netAmountCents: 25_000n,
        feeCents: 0n,
        orderId: null,
        about: null,
        security: null,
      },
      {
        brokerId: '99000000001',
        occurredMs: Date.parse('2026-03-04T15:00:00Z'),
        tradeDate: '2026-03-04',
        kind: 'TRADE',
        description: 'Bought 100 ACME at $51.00',
        netAmountCents: -510_065n,
        feeCents: 65n,
        orderId: '7',
        about: { symbol: 'ACME', assetType: 'EQUITY' },
        security: { symbol: 'ACME', assetType: 'EQUITY', multiplier: 1, quantity: '100', price: '51' },
      },
    ])
  })

  test('a full answer of transactions is asked for again in halves, so that none is cut off', async () => {
    const at = (ms: number) => ({ activityId: ms, time: new Date(ms).toISOString(), type: 'JOURNAL', netAmount: 1 })
    answers = [
      (request, response) => {
        const span = new URL(request.url!, origin).searchParams
        const all = Array.from({ length: 5_000 }, (_, index) => index * 1000)
        const within = all
          .filter((ms) => ms >= Date.parse(span.get('startDate')!) && ms <= Date.parse(span.get('endDate')!))
          .slice(-3_000)
        json(200, within.map(at))(request, response, '')
      },
    ]
    broker.close()
    broker = start({ limits: { connectMs: 400, totalMs: 20_000, maxBytes: 10_000_000 } })
    const list = await broker.listTransactions(access, 'H', 0 as EpochMs, 5_000_000 as EpochMs)
    expect(new Set(list.map(({ brokerId }) => brokerId)).size).toBe(5_000)
  })

  test('closing prices are named by their New York day; a symbol without history has none', async () => {
    answers = [
      json(200, {
        candles: [{ close: 51.25, datetime: Date.parse('2026-03-04T06:00:00Z') }],
        symbol: 'ACME',
        empty: false,
      }),
      json(404, { message: 'Not found' }),
    ]
    const day = marketDay('2026-03-04')
    expect(await broker.dailyCloses(access, 'ACME', day, day)).toEqual([{ day, close: '51.25' }])
    expect(await broker.dailyCloses(access, 'NONE', day, day)).toEqual([])
  })

  test('quotes leave out what the brokerage does not know', async () => {
    answers = [
      json(200, {
        ACME: { symbol: 'ACME', quote: { lastPrice: 50.5, bidPrice: 50.49, quoteTime: 5 } },
        errors: { invalidSymbols: ['NOPE'] },
      }),
    ]
    expect(await broker.quotes(access, ['ACME', 'NOPE'])).toEqual([
      { symbol: 'ACME', last: '50.5', bid: '50.49', ask: null, previousClose: null, quotedMs: 5 },
    ])
  })
})

describe('authorisation', () => {
  test('posts the code form-encoded once, with key and secret in a Basic header, and dates the access', async () => {
    answers = [json(200, { access_token: 'a', refresh_token: 'r', expires_in: 1800, token_type: 'Bearer' })]
    expect(await broker.exchange('C0.x+y/z@')).toEqual({
      accessToken: 'a',
      refreshToken: 'r',
      accessExpiresMs: 1_000_000 + 1_800_000,
      lifeMs: 7 * 24 * 3_600_000,
    })
    expect(seen).toHaveLength(1)
    expect(seen[0]!.authorization).toBe(`Basic ${Buffer.from('key:canary-client-secret').toString('base64')}`)
    expect(Object.fromEntries(new URLSearchParams(seen[0]!.body))).toEqual({
      grant_type: 'authorization_code',
      code: 'C0.x+y/z@',
      redirect_uri: 'https://club.example/account',
    })
  })

  test('asks the owner at the right address', () => {
    const url = new URL(broker.authoriseUrl('a state'))
    expect(`${url.origin}${url.pathname}`).toBe(`${origin}/oauth/authorize`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'key',
      redirect_uri: 'https://club.example/account',
      response_type: 'code',
      state: 'a state',
    })
  })

  test('a code is never sent twice, whatever happens to the answer', async () => {
    answers = [(request) => request.socket.destroy()]
    await expect(broker.exchange('code')).rejects.toEqual(failure('UNAVAILABLE'))
    expect(seen).toHaveLength(1)
  })

  test.each([
    [
      'its usual words',
      json(400, { error: 'unsupported_token_type', error_description: 'refresh_token_authentication_error' }),
    ],
    ['other words', json(401, { error: 'invalid_client' })],
    ['no words', text(400, '')],
  ])('a refused refresh means lapsed access, in %s', async (_words, answer) => {
    answers = [answer]
    await expect(broker.refresh('r')).rejects.toEqual(failure('LAPSED'))
  })

  test('an answer without tokens is nonsense', async () => {
    answers = [json(200, { access_token: '', expires_in: -1 })]
    await expect(broker.refresh('r')).rejects.toEqual(failure('NONSENSE'))
  })
})

describe('a brokerage that misbehaves', () => {
  test('one that never answers is given up after its time', async () => {
    answers = [() => undefined]
    await expect(readAccount()).rejects.toEqual(failure('UNAVAILABLE'))
  })

  test('one that stops in the middle of an answer is given up or tried again', async () => {
    answers = [
      (_request, response) => {
        response.writeHead(200, { 'content-length': '5000' })
        response.write('{"securitiesAccount":')
        setImmediate(() => response.destroy())
      },
      json(200, account()),
    ]
    expect(await readAccount()).toMatchObject({ number: '12345678' })
    expect(seen).toHaveLength(2)
  })

  test('one that cannot be reached is unavailable', async () => {
    broker.close()
    broker = start({ traderUrl: 'http://127.0.0.1:1' })
    await expect(readAccount()).rejects.toEqual(failure('UNAVAILABLE'))
  })

  test.each([500, 502, 503])('a read that meets %i is tried three times in all', async (status) => {
    answers = [json(status, { message: 'down' })]
    await expect(readAccount()).rejects.toEqual(failure('UNAVAILABLE'))
    expect(seen).toHaveLength(3)
  })

  test('a read that fails twice and then works works', async () => {
    answers = [json(503, {}), (request) => request.socket.destroy(), json(200, account())]
    expect(await readAccount()).toMatchObject({ number: '12345678' })
  })

  test('429 with a long pause is not waited for, and later calls of that login are not even sent', async () => {
    answers = [json(429, {}, { 'retry-after': '60' })]
    await expect(readAccount()).rejects.toEqual(failure('UNAVAILABLE'))
    expect(seen).toHaveLength(1)
    await expect(readAccount()).rejects.toEqual(failure('UNAVAILABLE'))
    expect(seen).toHaveLength(1)
  })

  test('429 with a short pause is waited for', async () => {
    answers = [json(429, {}, { 'retry-after': '0' }), json(200, account())]
    expect(await readAccount()).toMatchObject({ number: '12345678' })
  })

  test.each([
    ['a page in place of an answer', text(200, '<!doctype html><title>Maintenance</title>')],
    ['an answer cut off inside', text(200, '{"securitiesAccount":{"type":"MAR')],
    ['an empty answer', text(200, '')],
    ['a list where one account belongs', json(200, [])],
    ['a balance that is a word', json(200, account({}, { liquidationValue: 'plenty' }))],
    ['a balance beyond belief', text(200, JSON.stringify(account()).replace('100100.5', '1e309'))],
    ['a balance of a thousand trillions', json(200, account({}, { liquidationValue: 1e15 }))],
    ['no balances', json(200, { securitiesAccount: { type: 'MARGIN', accountNumber: '1', currentBalances: {} } })],
    [
      'a position worth null',
      json(
        200,
        account({
          positions: [{ longQuantity: 1, marketValue: null, instrument: { symbol: 'A', assetType: 'EQUITY' } }],
        }),
      ),
    ],
  ])('%s is nonsense and is not tried again', async (_what, answer) => {
    answers = [answer]
    await expect(readAccount()).rejects.toEqual(failure('NONSENSE'))
    expect(seen).toHaveLength(1)
  })

  test('an edge proxy that refuses with a page is no word of the brokerage', async () => {
    answers = [text(403, '<html><body>Access denied</body></html>')]
    await expect(readAccount()).rejects.toEqual(failure('UNAVAILABLE'))
  })

  test.each([
    [
      'the trader form',
      json(403, { message: 'This account is restricted', errors: ['call us'] }),
      'This account is restricted call us',
    ],
    [
      'the gateway form',
      json(400, { errors: [{ id: 'x', status: 400, title: 'Bad', detail: 'Unknown account' }] }),
      'Unknown account',
    ],
    ['no form', json(404, {}), 'status 404'],
  ])('a refusal in %s is reported in its words', async (_form, answer, words) => {
    answers = [answer]
    await expect(readAccount()).rejects.toMatchObject({ kind: 'REFUSED', message: words })
    expect(seen).toHaveLength(1)
  })

  test('a token that is not accepted is renewed once, and the read goes on', async () => {
    answers = [json(401, { errors: [{ status: 401 }] }), json(200, account())]
    const renewing: BrokerAccess = { ...access, tokenAfter: (rejected) => Promise.resolve(`${rejected}-renewed`) }
    expect(await broker.readAccount(renewing, 'H')).toMatchObject({ number: '12345678' })
    expect(seen.map(({ authorization }) => authorization)).toEqual([
      'Bearer canary-access-token',
      'Bearer canary-access-token-renewed',
    ])
  })

  test('a token that is refused again after renewal means lapsed access', async () => {
    answers = [json(401, {})]
    const renewing: BrokerAccess = { ...access, tokenAfter: () => Promise.resolve('other') }
    await expect(broker.readAccount(renewing, 'H')).rejects.toEqual(failure('LAPSED'))
    expect(seen).toHaveLength(2)
  })

  test('after five failures in a row calls fail at once, and a good answer ends that', async () => {
    broker.close()
    broker = start({ breaker: { failures: 5, pauseMs: 0 } })
    answers = [json(500, {})]
    await expect(readAccount()).rejects.toEqual(failure('UNAVAILABLE'))
    await expect(readAccount()).rejects.toEqual(failure('UNAVAILABLE'))
    answers = [json(200, account())]
    expect(await readAccount()).toMatchObject({ number: '12345678' })

    broker.close()
    broker = start({ breaker: { failures: 3, pauseMs: 3_600_000 } })
    answers = [json(500, {})]
    await expect(readAccount()).rejects.toEqual(failure('UNAVAILABLE'))
    const sent = seen.length
    await expect(readAccount()).rejects.toEqual(failure('UNAVAILABLE'))
    expect(seen).toHaveLength(sent)
  })

  test('no failure carries a token, a secret or an address', async () => {
    const wrong: Answer[] = [
      text(200, 'canary-in-body'),
      json(400, { message: 'no' }),
      json(500, { message: 'canary-in-body' }),
      (request) => request.socket.destroy(),
    ]
    for (const answer of wrong) {
      answers = [answer]
      const told = await readAccount().catch(
        (error: Error) => `${error.message} ${error.stack ?? ''} ${JSON.stringify(error)}`,
      )
      expect(told).not.toMatch(/canary|HASH/)
    }
  })
})
