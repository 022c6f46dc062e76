// What an import is asked for, and what it needs to run.
import type { DateOrder } from '@clubfolio/domain'
import type { PooledServices } from '../../../services.ts'
import type { ImportCounts } from './import-context.ts'
import type { ImportLimits } from './import-limits.ts'
import type { OpenFolder } from './open-tables.ts'

export interface ImportOrder {
  readonly path: string
  /** The name shown to users; the file's own by default. */
  readonly name?: string
  readonly replace: boolean
  /** The symbols of tables without a symbol column, in the order of an archive; by default those of their names. */
  readonly symbols?: readonly string[]
  /** The order of dates that begin with neither the year nor a number above 12. */
  readonly dates?: DateOrder
  /** Makes the market active although too little of the file was understood. */
  readonly activatesAnyway?: boolean
  readonly startedBy: string | null
  /** Defaults to `usualLimits`. */
  readonly limits?: Partial<ImportLimits>
  /** Creates the folder in which an archive is unpacked; by default in the machine's folder for temporary files. */
  readonly openFolder?: OpenFolder
  /** Called for each table without a symbol column before anything of the file is imported. */
  readonly onSymbol?: (table: string, symbol: string) => void
  readonly onProgress?: (progress: {
    readonly bytesRead: number
    readonly byteCount: number
    readonly counts: ImportCounts
  }) => void
}

export type ImportServices = Pick<PooledServices, 'db' | 'pool' | 'clock' | 'log'>
