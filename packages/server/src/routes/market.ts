// Binds the market's own calls: its state for everybody, sources and imports for administrators.
import type { ImportRun } from '@clubfolio/contract'
import type { GroupHandlers } from '../kernel/handler.ts'
import { writeAudit } from '../kernel/audit.ts'
import type { PooledServices } from '../services.ts'
import { activateSource, sourceLabels } from '../features/market/activate-source.ts'
import { findMarketState } from '../features/market/find-market-state.ts'
import { findRefusedLines } from '../features/market/find-refused-lines.ts'
import { priceFeeds } from '../features/market/bring-in-prices.ts'
import { findSources } from '../features/market/find-sources.ts'
import { findImportRuns } from '../features/market/find-import-runs.ts'
import { findRun } from '../features/market/import/import-run.ts'
import type { ImportOrder } from '../features/market/import/import-order.ts'
import { startImport } from '../features/market/import/run-import.ts'
import { importFilePath, listImportFiles } from '../features/market/import-folder.ts'
import { inspectFile } from '../features/market/inspect-file.ts'
import { refuseDoubtful } from '../features/market/market-doubt.ts'
import { openUploadFolder, receiveUpload } from '../features/market/receive-upload.ts'

export const marketHandlers: GroupHandlers<'market'> = {
  findState: ({ services }) => findMarketState(services),
  findSources: ({ services }) =>
    findSources(
      services.db,
      priceFeeds(services).map(({ source }) => source),
    ),
  activateSource: async ({ services, body, session, trx, afterCommit }) => {
    if (body.anyway !== true) await refuseDoubtful(trx, body.source)
    const isNew = await activateSource(trx, services.clock, body.source, session.userId)
    afterCommit(({ market }) => market.renew())
    return {
      message: isNew
        ? `${sourceLabels[body.source]} is now the active market.`
        : `${sourceLabels[body.source]} was active already.`,
    }
  },
  findImportFiles: ({ services }) => listImportFiles(services.config.marketDataDirectory),
  inspectFile: async ({ services, query }) =>
    inspectFile(services, {
      path: await importFilePath(services.config.marketDataDirectory, query.name),
      name: query.name,
    }),
  inspectUpload: async ({ services, params, file }) => {
    const received = await receiveUpload(services.config.dataDirectory, file)
    try {
      return await inspectFile(services, { path: received.path, name: params.name, isPart: !params.isWhole })
    } finally {
      await received.remove()
    }
  },
  importFile: async ({ services, body: { name, replace, symbols, dates }, session }) =>
    begin(services, {
      path: await importFilePath(services.config.marketDataDirectory, name),
      name,
      replace,
      ...(symbols === undefined ? {} : { symbols }),
      ...(dates === undefined ? {} : { dates }),
      startedBy: session.userId,
    }),
  uploadFile: async ({ services, params, query, file, session }) => {
    const received = await receiveUpload(services.config.dataDirectory, file)
    return begin(
      services,
      {
        path: received.path,
        name: params.name,
        replace: params.replace,
        ...(query.symbols === undefined ? {} : { symbols: query.symbols.split(',').map((symbol) => symbol.trim()) }),
        ...(query.dates === undefined ? {} : { dates: query.dates }),
        startedBy: session.userId,
      },
      received.remove,
    )
  },
  findImportRuns: ({ services }) => findImportRuns(services),
  findRefusedLines: ({ services, params }) => findRefusedLines(services.db, params),
}

/**
 * Starts the import and immediately returns its record, which clients poll for progress. `cleanUp` runs when the file
 * is no longer read.
 */
async function begin(
  services: PooledServices,
  order: ImportOrder & { name: string },
  cleanUp: () => Promise<void> = () => Promise.resolve(),
): Promise<ImportRun> {
  const openFolder = () => openUploadFolder(services.config.dataDirectory)
  const { runId, work } = await startImport(services, { ...order, openFolder }).catch(async (error: unknown) => {
    await cleanUp()
    throw error
  })
  void work
    .then(cleanUp)
    .catch((error: unknown) => services.log.error({ err: error, runId }, 'an uploaded file could not be removed'))
  await writeAudit(services.db, services.clock, {
    actorId: order.startedBy,
    action: 'market.import',
    objectType: 'import',
    objectId: runId,
    after: { file: order.name, replace: order.replace },
  })
  return findRun(services.db, runId)
}
