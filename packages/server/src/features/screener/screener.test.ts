import { defaultCriteria, type Client, type ScreenCriteria } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { fillSimulatedMarket } from '../market/fill-simulated-market.ts'
import { computeDueLevels } from '../opportunity/compute-due-levels.ts'
import { runDueScreens } from './run-due-screens.ts'

let app: TestApp
let person: TestUser
let client: Client
beforeAll(async () => {
  app = await startTestApp()
  person = await app.signUp(['INVESTORS'])
  client = person.client
  await fillSimulatedMarket(app.services)
  await computeDueLevels(app.services)
})
afterAll(() => app.stop())

const open: ScreenCriteria = { bounds: {}, averages: {}, assetTypes: [], sectors: [] }
const run = (change: Partial<ScreenCriteria> = {}) =>
  client.screener.run({ body: { criteria: { ...open, ...change } } })

it('finds exactly the instruments within all bounds, bounds included', async () => {
  const all = await run()
  expect(all).toMatchObject({ day: '2026-03-03', total: all.result.length })
  for (const metric of [
    'price',
    'belowHigh',
    'rsi14',
    'monthChange',
    'marketCap',
    'ipoYear',
    'averageVolume',
  ] as const) {
    const figures = all.result.flatMap((row) => row[metric] ?? []).toSorted((a, b) => a - b)
    const [from, to] = [figures[Math.floor(figures.length / 4)]!, figures[Math.floor((figures.length * 3) / 4)]!]
    const slack = metric === 'averageVolume' || metric === 'marketCap' ? 1 : 0.051
    const found = await run({ bounds: { [metric]: [from - slack, to + slack] } })
    const expected = all.result.filter(
      (row) => row[metric] !== null && row[metric] >= from - slack && row[metric] <= to + slack,
    )
    expect(Math.abs(found.total - expected.length)).toBeLessThanOrEqual(1)
    expect(found.total).toBeGreaterThan(0)
  }
  const above = await run({ averages: { '50': 'above', '200': 'below' } })
  expect(above.result.map(({ code }) => code)).toEqual(
    all.result.filter((row) => row.overSma50! > 0 && row.overSma200! < 0).map(({ code }) => code),
  )
  const sectors = await client.screener.findSectors()
  const one = await run({ sectors: [sectors[0]!], assetTypes: ['EQUITY'] })
  expect(one.result.length).toBeGreaterThan(0)
  expect(one.result.every((row) => row.sector === sectors[0] && row.assetType === 'EQUITY')).toBe(true)
})

it('agrees with the dashboard about the market day and with the bars about the indicators', async () => {
  const { result } = await run()
  const bars = await client.stock.byRange({
    body: { symbol: result[0]!.code, start: '2025-01-01', end: '2026-03-03', timing: '_D' },
  })
  const closes = bars.slice(-50).map(({ close }) => close)
  const mean = closes.reduce((sum, close) => sum + close, 0) / closes.length
  expect(result[0]!.overSma50).toBeCloseTo(100 * (closes.at(-1)! / mean - 1), 1)
})

it('has no change of a day before which there was no close', async () => {
  const { code, dailyChange } = (await run()).result[0]!
  const first = (previousClose: number | null) =>
    app.services.db
      .updateTable('instrument_stat')
      .set({ previous_close: previousClose })
      .where('source', '=', 'simulated')
      .where('code', '=', code)
      .execute()
  const { previous_close: before } = await app.services.db
    .selectFrom('instrument_stat')
    .select('previous_close')
    .where('source', '=', 'simulated')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  await first(null)
  expect((await run()).result.find((row) => row.code === code)).toMatchObject({
    dailyChange: null,
    rsi14: expect.any(Number) as number,
  })
  await first(before)
  expect((await run()).result.find((row) => row.code === code)).toMatchObject({ dailyChange })
})

it('refuses bounds the wrong way round', async () => {
  expect(await refusalOf(run({ bounds: { price: [10, 2] } }))).toBe('400 invalid')
})

it('runs daily screens once after each market day and tells what is new', async () => {
  await client.screener.saveScreen({
    body: { name: 'Pullbacks', criteria: { ...defaultCriteria, bounds: { belowHigh: [2, 12] } }, isDaily: true },
  })
  await client.screener.saveScreen({ body: { name: 'By hand', criteria: open, isDaily: false } })
  expect(
    (await client.screener.findScreens()).map(({ name, isDaily, lastRunDay }) => [name, isDaily, lastRunDay]),
  ).toEqual([
    ['By hand', false, '2026-03-03'],
    ['Pullbacks', true, '2026-03-03'],
  ])
  expect(await runDueScreens(app.services)).toBe(0)
  app.clock.set(Date.parse('2026-03-04T23:00:00Z'))
  await fillSimulatedMarket(app.services)
  expect(await runDueScreens(app.services)).toBe(0)
  await computeDueLevels(app.services)
  expect(await runDueScreens(app.services)).toBe(1)
  expect(await runDueScreens(app.services)).toBe(0)
  const { client: again } = await app.signIn(person.email)
  const { result } = await again.notification.findRecent()
  const told = result.filter(({ kind }) => kind === 'SCREEN_RUN')
  expect(told).toHaveLength(1)
  expect(told[0]).toMatchObject({
    title: 'Pullbacks',
    text: expect.stringMatching(/^\d+ instruments? meets? it on 2026-03-04, (none of them new|new: .+)\.$/),
  })
  const [daily] = (await again.screener.findScreens()).filter(({ isDaily }) => isDaily)
  expect(daily!.lastRunDay).toBe('2026-03-04')
  const other = await app.signUp(['INVESTORS'])
  expect(await refusalOf(other.client.screener.deleteScreen({ body: { id: daily!.id } }))).toBe('404 notFound')
  await again.screener.deleteScreen({ body: { id: daily!.id } })
  expect(await again.screener.findScreens()).toHaveLength(1)
})
