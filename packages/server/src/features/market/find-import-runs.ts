// The latest imports with their progress. One that seems to run although its process is gone is ended first: a killed
// import never looks as if it were running.
import type { ImportRun } from '@clubfolio/contract'
import type { PooledServices } from '../../services.ts'
import { closeInterruptedRuns } from './import/close-interrupted-runs.ts'
import { findRuns } from './import/import-run.ts'

export async function findImportRuns(services: Pick<PooledServices, 'db' | 'pool' | 'clock'>): Promise<ImportRun[]> {
  const runs = await findRuns(services.db)
  const seemsToRun = runs.some(({ status }) => status === 'RUNNING')
  return seemsToRun && (await closeInterruptedRuns(services)) > 0 ? findRuns(services.db) : runs
}
