// Answers that all users share, over HTTP: the same bytes as an answer that is made for the call, gone with the next
// change of the market in whichever process, and for nobody without the right.
import { brotliDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { fillSimulatedMarket } from './fill-simulated-market.ts'
import { marketAnswerNames } from './market-answers.ts'

let keeping: TestApp
let making: TestApp
let anna: TestUser
let ben: TestUser
let code: string
beforeAll(async () => {
  making = await startTestApp()
  await fillSimulatedMarket(making.services)
  keeping = await startTestApp({ beside: making })
  keeping.services.market.watch(keeping.databaseUrl, keeping.services.log)
  await vi.waitUntil(() => keeping.services.market.version() !== undefined, 10_000)
  anna = await making.signUp(['INVESTORS'])
  ben = await making.signUp(['INVESTORS'])
  const { rows } = await sql<{ code: string }>`select code from instrument where code <> 'SPY' order by code`.execute(
    making.services.db,
  )
  code = rows[0]!.code
}, 120_000)
afterAll(async () => {
  await keeping.stop()
  await making.stop()
})

interface Asked {
  readonly path: string
  readonly body?: object
}

const quarterHourMs = 15 * 60 * 1_000
const winners = { path: '/v1/api/stock/get-top-winners/10/WEEK' }
/** Sorted like the names, several for some. */
const questions = (): Readonly<Record<string, readonly Asked[]>> => {
  const range = { symbol: code, start: '2025-03-01', end: '2026-03-03' }
  const percent = { instrumentCode: code, fromDate: '2025-03-01', toDate: '2026-03-03' }
  const map = { timing: 'DAILY', size: 'MARKET_CAP', assetType: 'All Type' }
  const post = (name: string, body: object): Asked => ({ path: `/v1/api/stock/${name}`, body })
  return {
    'stock.searchByKeyword': ['an', 'ind', 'ZZZZ', code].map((word) => ({
      path: `/v1/api/stock/searchByKeyword/${word}`,
    })),
    'stock.getTopWinners': [winners, { path: '/v1/api/stock/get-top-winners/All/YEAR' }],
    'stock.getTopLosers': [{ path: '/v1/api/stock/get-top-losers/10/MONTH' }],
    'stock.getNewHigh': [{ path: '/v1/api/stock/get-new-high/10/YEAR' }],
    'stock.getNewLow': [{ path: '/v1/api/stock/get-new-low/10/DAILY' }],
    'stock.getNewIpo': [post('get-new-ipo/', { assetType: 'All Type', limit: 'All', timing: 2025 })],
    'stock.findHeatMap': [post('find-heat-map', map), post('find-heat-map', { ...map, codes: [code] })],
    'stock.fundamental': [post('fundamental', { symbol: code }), post('fundamental', { symbol: 'NOBODY' })],
    'stock.getAssetType': [{ path: '/v1/api/stock/getAssetType' }],
    'stock.byRange': ['_D', '_W', '_Y', '_5M'].map((timing) => post('by-range', { ...range, timing })),
    'stock.findInstrumentHistoricInPercentage': [
      post('find-instrument-historic-in-percentage', { ...percent, timing: '_D', exact: true }),
      post('find-instrument-historic-in-percentage', { ...percent, timing: '_W' }),
    ],
  }
}

/** Returns the answer as it arrives: compressed, with its headers. */
const ask = ({ app }: TestApp, { path, body }: Asked, headers: Readonly<Record<string, string>> = {}) =>
  app.inject({
    method: body ? 'POST' : 'GET',
    url: path,
    headers: { host: '127.0.0.1', token: anna.user.token, ...headers },
    ...(body ? { payload: body } : {}),
  })

test('every call that may be answered from memory is asked here', () => {
  expect(Object.keys(questions()).toSorted()).toEqual(marketAnswerNames.toSorted())
})

const asRequested: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'accept-encoding': 'br, gzip' },
  { 'accept-encoding': 'gzip' },
  { 'accept-encoding': 'br;q=0, identity' },
  { background: '1' },
]

test('an answer from memory has the bytes, the status and the headers of one that is made for the call', async () => {
  for (const asked of Object.values(questions()).flat())
    for (const headers of asRequested) {
      const [made, first, kept] = [
        await ask(making, asked, headers),
        await ask(keeping, asked, headers),
        await ask(keeping, asked, { ...headers, token: ben.user.token }),
      ]
      for (const answer of [first, kept]) {
        const { date: _date, ...of } = answer.headers
        expect([asked, answer.statusCode]).toEqual([asked, 200])
        expect([asked, answer.rawPayload.equals(made.rawPayload)]).toEqual([asked, true])
        const { date: _other, ...ofMade } = made.headers
        expect([asked, of]).toEqual([asked, ofMade])
      }
    }
})

test('while the market stays as it is, the list is read once for all users', async () => {
  const { keptAnswers } = keeping.services
  const answer = keptAnswers.answer.bind(keptAnswers)
  const read = vi.fn<() => void>()
  vi.spyOn(keptAnswers, 'answer').mockImplementation((key, make) => answer(key, () => (read(), make())))
  const asked = { path: '/v1/api/stock/get-top-losers/7/YEAR' }
  for (const { user } of [anna, ben, anna]) await ask(keeping, asked, { token: user.token })
  expect(read).toHaveBeenCalledTimes(1)
  vi.restoreAllMocks()
})

describe('a browser that has the answer', () => {
  test('hears that it is still right, and stores it only for its own user, to ask each time', async () => {
    const { headers, rawPayload } = await ask(keeping, winners, { 'accept-encoding': 'br' })
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'content-encoding': 'br',
      vary: 'accept-encoding',
    })
    expect(JSON.parse(brotliDecompressSync(rawPayload).toString())).toHaveLength(10)
    for (const tag of [String(headers.etag), `"other", ${headers.etag}`, '*']) {
      const again = await ask(keeping, winners, { 'if-none-match': tag, 'accept-encoding': 'br' })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag])
    }
    expect((await ask(making, winners, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
    expect((await ask(keeping, winners, { 'if-none-match': 'W/"other"' })).statusCode).toBe(200)
  })

  test('hears of the end of its session first', async () => {
    const { etag } = (await ask(keeping, winners)).headers
    const gone = await making.signUp(['INVESTORS'])
    await gone.client.security.logout()
    for (const token of ['', 'unknown', gone.user.token]) {
      const { statusCode, headers } = await ask(keeping, winners, { token, 'if-none-match': String(etag) })
      expect([token, statusCode, headers['cache-control'], headers.etag]).toEqual([token, 401, 'no-store', undefined])
    }
  })

  test('gets no tag for a call that has a body', async () => {
    const [map] = questions()['stock.findHeatMap']!
    const { headers } = await ask(keeping, map!)
    expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined])
  })
})

test('bars of a day that forms are made for each call, whatever is kept', async () => {
  const body = { symbol: code, start: '2026-02-20', end: '2026-03-04', timing: '_D' }
  const last = async () => (await ask(keeping, { path: '/v1/api/stock/by-range', body })).json<{ close: number }[]>()
  const before = await last()
  keeping.clock.advance(quarterHourMs)
  try {
    const after = await last()
    expect(after).toHaveLength(before.length)
    expect(after.at(-1)).not.toEqual(before.at(-1))
  } finally {
    keeping.clock.advance(-quarterHourMs)
  }
})

describe('a change of the market', () => {
  const versionChanges = async (change: () => Promise<unknown>) => {
    const before = keeping.services.market.version()
    await change()
    await vi.waitFor(() => expect(keeping.services.market.version()).not.toBe(before), 5_000)
  }

  test('in another process is in the next answers here, and its list has another tag', async () => {
    const { body, headers } = await ask(keeping, winners)
    const [{ code: first }] = JSON.parse(body) as [{ code: string }]
    const rename = (name: string) =>
      sql`update instrument set name = ${name} where code = ${first}`.execute(making.services.db)
    await versionChanges(() => rename('Another Name'))
    const after = await ask(keeping, winners, { 'if-none-match': String(headers.etag) })
    expect([after.statusCode, (JSON.parse(after.body) as [{ name: string }])[0].name]).toEqual([200, 'Another Name'])
  })

  test('is noticed in every table that the answers read', async () => {
    const { rows } = await sql<{ name: string }>`
      select tgrelid::regclass::text as name from pg_trigger where tgname = 'market_change'
        -- What is known of the market beside a session: features/security/watch-sessions.test.ts.
        and tgrelid not in ('market.clock'::regclass, 'level_due'::regclass) order by 1
    `.execute(making.services.db)
    const parents = rows.map(({ name }) => name).filter((name) => !name.startsWith('minute_bar_'))
    expect(parents).toEqual([
      'corporate_action',
      'daily_bar',
      'forming_stat',
      'instrument',
      'instrument_stat',
      'market_source',
      'minute_bar',
      'split_segment',
    ])
    for (const name of parents)
      await versionChanges(() => sql`delete from ${sql.table(name)} where false`.execute(making.services.db))
  })

  test('that is rolled back changes nothing', async () => {
    const before = keeping.services.market.version()
    await making.services.db
      .transaction()
      .execute(async (trx) => {
        await sql`delete from instrument where false`.execute(trx)
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    await making.services.db.selectFrom('instrument').select('id').executeTakeFirst()
    expect(keeping.services.market.version()).toBe(before)
  })

  test('is not missed when the connection that hears of it dies: nothing is kept until there is another', async () => {
    const before = keeping.services.market.version()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'clubfolio market'`.execute(
      making.services.db,
    )
    await vi.waitFor(() => expect(keeping.services.market.version()).not.toBe(before), 5_000)
    await vi.waitFor(() => expect(keeping.services.market.version()).toBeDefined(), 10_000)
    expect(keeping.services.market.version()).not.toBe(before)
  })
})
