// The real price file as a test environment: imported once per run, every test file gets a copy.
import { join } from 'node:path'
import { marketDataFolder } from '@clubfolio/domain/testing/market-data'
import { ManualClock } from '../kernel/clock.ts'
import { importPath } from './import-for-test.ts'
import { startTestApp, testStartMs } from './test-app.ts'
import { schemaTemplate, type TestTemplate } from './test-database.ts'

/** Daily bars of 504 companies from 2016 to 2021, below the folder of the real files. */
export const realMarketFile = 'prices-daily/sp500-daily-2016-2021.csv.gz'

/** The file as the active market, with the record of its import. */
export const realMarketTemplate: TestTemplate = {
  name: 'real_market',
  from: schemaTemplate,
  async fill(databaseUrl) {
    const app = await startTestApp({ beside: { databaseUrl, clock: new ManualClock(testStartMs) } })
    try {
      await importPath(app.services, join(marketDataFolder, realMarketFile))
    } finally {
      await app.stop()
    }
  },
}
