// What imports of processes that were killed leave: records that are still under way, and uploaded files that nobody reads.
import type { PooledServices } from '../../services.ts'
import { closeInterruptedRuns } from './import/close-interrupted-runs.ts'
import { removeLeftUploads } from './receive-upload.ts'

/** Run when a process starts and now and then. */
export async function tidyImports(services: Pick<PooledServices, 'pool' | 'clock' | 'config' | 'log'>): Promise<void> {
  if ((await closeInterruptedRuns(services)) > 0) services.log.warn('an import was interrupted; nothing of it was stored')
  const removed = await removeLeftUploads(services.config.dataDirectory)
  if (removed > 0) services.log.warn({ removed }, 'uploaded files of a process that died were removed')
}
