// Looks into a file before it is imported: its tables, the symbols that their names state, and what a person has to
// say. Stores nothing.
import { stat } from 'node:fs/promises'
import type { ImportTable } from '@clubfolio/contract'
import type { PooledServices } from '../../services.ts'
import { examineTable, type ExaminedTable } from './import/examine-table.ts'
import { loadKnownInstruments } from './import/import-context.ts'
import { usualLimits } from './import/import-limits.ts'
import { openTables } from './import/open-tables.ts'
import { readListings } from './import/plan-tables.ts'
import { describeDateFault } from './import/plan-table.ts'
import { UnreadableFile } from './import/read-lines.ts'
import { openUploadFolder } from './receive-upload.ts'

interface InspectedFile {
  readonly path: string
  readonly name: string
  /** Only the beginning of the file is here. */
  readonly isPart?: boolean
}

export async function inspectFile(
  { pool, config }: Pick<PooledServices, 'pool' | 'config'>,
  { path, name, isPart = false }: InspectedFile,
): Promise<ImportTable[]> {
  const onBytes = () => Promise.resolve()
  try {
    const opened = await openTables({
      path,
      name,
      byteCount: (await stat(path)).size,
      openFolder: () => openUploadFolder(config.dataDirectory),
      limits: usualLimits,
      onBytes,
    })
    try {
      const known = await loadKnownInstruments(pool, 'import')
      const listings = await readListings(pool, known)
      const tables: ImportTable[] = []
      for (const table of opened.tables) {
        const examined = await orFault(() =>
          examineTable(table, { listings, unpacking: usualLimits.unpacking, isPart, onBytes }),
        )
        tables.push(
          typeof examined === 'string' ? unusable(table.names[0], examined) : toTable(table.names[0], examined),
        )
      }
      return tables
    } finally {
      await opened.close()
    }
  } catch (error) {
    if (error instanceof UnreadableFile) return [unusable(name, error.message)]
    throw error
  }
}

async function orFault<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message
    throw error
  }
}

const unusable = (name: string, fault: string): ImportTable => ({
  name,
  kind: null,
  fault,
  needsSymbol: false,
  symbol: null,
  candidates: [],
  needsDateOrder: false,
})

function toTable(name: string, { kind, symbol, dates }: ExaminedTable): ImportTable {
  const needsDateOrder = 'fault' in dates && dates.fault === 'AMBIGUOUS'
  return {
    name,
    kind: kind.label,
    fault: 'fault' in dates && !needsDateOrder ? describeDateFault(dates) : null,
    needsSymbol: symbol !== undefined,
    symbol: symbol?.symbol ?? null,
    candidates: [...(symbol?.candidates ?? [])],
    needsDateOrder,
  }
}
