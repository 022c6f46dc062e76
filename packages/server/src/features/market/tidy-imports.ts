// Cleans up after imports of killed processes: records that are still running, and uploaded files that are no longer
// read.
import type { PooledServices } from '../../services.ts'
import { closeInterruptedRuns } from './import/close-interrupted-runs.ts'
import { removeLeftUploads } from './receive-upload.ts'

/** Runs at process start and periodically. */
export async function tidyImports(services: Pick<PooledServices, 'pool' | 'clock' | 'config' | 'log'>): Promise<void> {
  if ((await closeInterruptedRuns(services)) > 0)
    services.log.warn('an import was interrupted; nothing of it was stored')
  const removed = await removeLeftUploads(services.config.dataDirectory)
  if (removed > 0) services.log.warn({ removed }, 'uploaded files of a process that died were removed')
}
