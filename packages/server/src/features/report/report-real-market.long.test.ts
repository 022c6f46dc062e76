// The reports of the market on the real price file, compared with independent statements over its bars.
import { hasMarketData, marketDataFolder } from '@clubfolio/domain/testing/market-data'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realMarketTemplate } from '../../testing/real-market.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { computeDueLevels } from '../opportunity/compute-due-levels.ts'
import { expectExtremes, expectMovers, expectOpportunities } from './testing/market-figures.ts'

if (!hasMarketData)
  console.warn(
    `SKIPPED, the real market files are missing: there is no folder ${marketDataFolder}. Set CLUBFOLIO_MARKET_DATA to where they are.`,
  )

describe.skipIf(!hasMarketData)('on the real price file', () => {
  let app: TestApp
  let investor: TestUser

  beforeAll(async () => {
    app = await startTestApp({ template: realMarketTemplate })
    investor = await app.signUp(['INVESTORS'])
    await computeDueLevels(app.services)
  }, 400_000)
  afterAll(() => app.stop())

  test(
    'market movers are those of the bars',
    async () => expect(await expectMovers(app.services.db, investor)).toBeGreaterThan(1900),
    120_000,
  )
  test(
    'new highs and lows are those of the bars',
    async () => expect(await expectExtremes(app.services.db, investor)).toBeGreaterThan(100),
    120_000,
  )
  test(
    'opportunities are sized as the specification says',
    async () => expect(await expectOpportunities(app.services.db, investor)).toBeGreaterThan(10),
    120_000,
  )
})
