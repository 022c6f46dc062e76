// Reads one table as planned and passes its lines to the importer of its kind. A table of which nothing could be used
// is refused as a whole.
import { basename } from 'node:path'
import { isDoubtful } from '@clubfolio/domain'
import type { AssetType } from '../../../db/tables/market-tables.ts'
import type { MarketDoubt } from '../market-doubt.ts'
import type { ImportContext, ImportCounts } from './import-context.ts'
import { importDailyBars } from './import-daily-bars.ts'
import { importListing } from './import-listing.ts'
import { importMinuteBars } from './import-minute-bars.ts'
import { importSplitSteps } from './import-split-steps.ts'
import { formatNumber } from './import-words.ts'
import type { TablePlan } from './plan-table.ts'
import { readLines, UnreadableFile, type LineBatch } from './read-lines.ts'

interface ImportTableOptions {
  readonly plan: TablePlan
  readonly path: string
  readonly context: Omit<ImportContext, 'fileAssetType'> & { readonly fileName: string }
  /** The name of what was imported: the archive, or the table itself. */
  readonly importName: string
  readonly onBytes: (bytesRead: number) => Promise<void>
}

/** Returns the doubt that the table leaves when it brings prices and too little of it was understood. */
export async function importTable(options: ImportTableOptions): Promise<MarketDoubt | undefined> {
  const { plan, path, onBytes, importName } = options
  const { kind } = plan
  const { fileName, ...shared } = options.context
  const context: ImportContext = { ...shared, fileAssetType: assetTypeOfFile(fileName) }
  const before = { ...context.counts }
  const refusedBefore = context.refused.length
  async function* batches(): AsyncGenerator<LineBatch> {
    for await (const batch of readLines(path, context.limits.unpacking)) {
      if (batch.firstLine > 1) await onBytes(batch.bytesRead)
      yield batch
    }
  }
  if (kind.kind === 'daily') await importDailyBars(context, kind, batches())
  else if (kind.kind === 'minute') await importMinuteBars(context, kind, batches())
  else if (kind.kind === 'split-steps') await importSplitSteps(context, kind, batches())
  else await importListing(context, kind, batches())
  const since = (name: keyof ImportCounts) => context.counts[name] - before[name]
  const rowsRead = since('rowsRead')
  if (rowsRead > 0 && since('rowsAdded') + since('rowsUnchanged') + since('rowsReplaced') === 0) {
    const first = context.refused[refusedBefore]
    throw new UnreadableFile(
      `${rowsRead === 1 ? 'Its only line' : `Every one of its ${formatNumber(rowsRead)} lines`} was refused` +
        (first === undefined ? '.' : `; line ${first.line}: ${first.reason}.`),
    )
  }
  if (kind.kind !== 'daily' && kind.kind !== 'minute') return undefined
  const understood = { rowsRead, rowsUnderstood: rowsRead - since('rowsMisread') }
  return isDoubtful(understood) ? { file: importName, table: context.tableName ?? null, ...understood } : undefined
}

function assetTypeOfFile(name: string): AssetType {
  const words = basename(name)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  if (words.includes('etf') || words.includes('etfs')) return 'ETF'
  return words.includes('index') ? 'INDEX' : 'EQUITY'
}
