// The heat map over real HTTP, on a simulated market: the figures are those of the lists and of the company.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { fillSimulatedMarket } from '../market/fill-simulated-market.ts'

let app: TestApp
let client: TestUser['client']
beforeAll(async () => {
  app = await startTestApp()
  await fillSimulatedMarket(app.services)
  client = (await app.signUp(['INVESTORS'])).client
})
afterAll(() => app.stop())

const ask = { timing: 'WEEK', size: 'MARKET_CAP', assetType: 'All Type' } as const
const read = (body: Partial<Parameters<typeof client.stock.findHeatMap>[0]['body']> = {}) =>
  client.stock.findHeatMap({ body: { ...ask, ...body } })
const tilesOf = (map: Awaited<ReturnType<typeof read>>) => map.sectors.flatMap(({ tiles }) => tiles)

test('each instrument of the market day has its change of the lists and the value of its company', async () => {
  const map = await read()
  const tiles = tilesOf(map)
  const winners = await client.stock.getTopWinners({ params: { limit: null, timing: 'WEEK' } })
  expect(tiles.length + map.unsizedCount).toBe(winners.length)
  for (const { code, changePercent } of tiles) {
    const { weekOpen, weekClose } = winners.find((winner) => winner.code === code)!
    expect(changePercent).toBeCloseTo(100 * (weekClose / weekOpen - 1), 1)
  }
  const { code, marketCap } = tiles[0]!
  expect((await client.stock.fundamental({ body: { symbol: code } }))!.marketCap).toBe(marketCap)
})

test('a sector holds its instruments, and one of them is all that is read where it is named', async () => {
  const { sectors } = await read({ assetType: 'EQUITY' })
  const { sector, count, tiles } = sectors[0]!
  const company = (await client.stock.fundamental({ body: { symbol: tiles[0]!.code } }))!
  expect([company.sector, company.assetType]).toEqual([sector, 'EQUITY'])
  expect(await read({ assetType: 'EQUITY', sector })).toMatchObject({ sectors: [{ sector, count }] })
})

test('funds without a sector are a group of their own, and sized by volume each has a tile', async () => {
  const map = await read({ assetType: 'ETF', size: 'VOLUME' })
  expect(map.sectors.map(({ sector }) => sector)).toContain('Funds')
  expect(map.unsizedCount).toBe(0)
  const spy = tilesOf(map).find(({ code }) => code === 'SPY')!
  expect(spy.volume).toBeGreaterThan(0)
})

test('an instrument whose value is not known is counted, and in no sector', async () => {
  const code = tilesOf(await read({ assetType: 'EQUITY' }))[0]!.code
  const before = await read({ codes: [code] })
  expect(tilesOf(before).map((tile) => tile.code)).toEqual([code])
  await app.services.db
    .updateTable('instrument')
    .set({ share_count: null, market_cap: null })
    .where('code', '=', code)
    .execute()
  expect(await read({ codes: [code] })).toEqual({ sectors: [], unsizedCount: 1 })
  expect(tilesOf(await read({ codes: [code], size: 'VOLUME' }))).toMatchObject([{ code, marketCap: null }])
})

test('of the codes of a watchlist those that the market does not list are left out', async () => {
  const [first, second] = tilesOf(await read({ assetType: 'EQUITY' })).map(({ code }) => code)
  const map = await read({ codes: [second!.toLowerCase(), 'NOWHERE', first!] })
  expect(new Set(tilesOf(map).map(({ code }) => code))).toEqual(new Set([first, second]))
})

test('while a session forms, its prices so far count', async () => {
  const { code } = tilesOf(await read({ assetType: 'EQUITY', timing: 'DAILY' }))[0]!
  const { db } = app.services
  await db
    .insertInto('forming_stat')
    .expression((query) => query.selectFrom('instrument_stat').selectAll())
    .execute()
  await db.updateTable('forming_stat').set({ last_day: '2026-03-04', daily_change: 0.0321 }).execute()
  await db.updateTable('market_source').set({ forming_day: '2026-03-04' }).where('is_active', '=', true).execute()
  expect(tilesOf(await read({ codes: [code], timing: 'DAILY' }))).toMatchObject([{ code, changePercent: 3.21 }])
})
