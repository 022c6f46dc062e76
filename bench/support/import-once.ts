// Imports one file and reports the cost to this process: `import-once.ts DATABASE_URL FILE`.
import { connect } from '../../packages/server/src/db/connect.ts'
import { systemClock } from '../../packages/server/src/kernel/clock.ts'
import { createLog } from '../../packages/server/src/kernel/log.ts'
import { importPath } from '../../packages/server/src/testing/import-for-test.ts'

export interface ImportCost {
  /** Peak memory of the process, in MB. */
  readonly peakMb: number
  readonly tookMs: number
  readonly rowsAdded: number
  readonly rowsRefused: number
  readonly message: string | null
}

const [url = '', path = ''] = process.argv.slice(2)
const { db, pool, close } = connect(url, () => undefined, 4)
const startedMs = performance.now()
const run = await importPath({ db, pool, clock: systemClock, log: createLog('error') }, path)
const tookMs = performance.now() - startedMs
await close()
const cost: ImportCost = {
  peakMb: process.resourceUsage().maxRSS / 1024,
  tookMs,
  rowsAdded: run.rowsAdded,
  rowsRefused: run.rowsRefused,
  message: run.message,
}
console.log(JSON.stringify(cost))
