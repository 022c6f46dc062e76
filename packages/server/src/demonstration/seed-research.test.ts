import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillSimulatedMarket } from '../features/market/fill-simulated-market.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { seedDemonstration } from './seed-demonstration.ts'
import { seedResearch } from './seed-research.ts'

let app: TestApp
beforeAll(async () => void (app = await startTestApp()))
afterAll(() => app.stop())

it('gives the demonstration’s people watchlists and saved screens of the market that is there', async () => {
  await seedDemonstration(app.services.db, app.clock, false)
  await fillSimulatedMarket(app.services)
  await seedResearch(app.services)
  const lists = await app.services.db
    .selectFrom('watchlist as l')
    .innerJoin('app_user as u', 'u.id', 'l.owner_id')
    .innerJoin('watchlist_item as w', 'w.watchlist_id', 'l.id')
    .select((eb) => ['u.email', 'l.name', eb.fn.countAll<bigint>().as('count')])
    .groupBy(['u.email', 'l.name'])
    .orderBy('u.email')
    .orderBy('l.name')
    .execute()
  expect(lists.map(({ email, name }) => [email, name])).toEqual([
    ['manager@clubfolio.example', 'Candidates'],
    ['manager@clubfolio.example', 'Market'],
    ['member@clubfolio.example', 'Market'],
  ])
  const screens = await app.services.db
    .selectFrom('saved_screen')
    .select(['name', 'is_daily', 'last_run_day'])
    .orderBy('name')
    .orderBy('is_daily')
    .execute()
  expect(screens).toEqual([
    { name: 'Momentum', is_daily: false, last_run_day: '2026-03-03' },
    { name: 'Pullbacks with volume', is_daily: false, last_run_day: '2026-03-03' },
    { name: 'Pullbacks with volume', is_daily: true, last_run_day: '2026-03-03' },
  ])
})
