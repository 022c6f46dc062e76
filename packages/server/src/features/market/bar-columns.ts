// The figures of a bar as columns, for the tables that bars are copied into.
import type { CopyRow } from '../../db/copy-rows.ts'

export const barColumns = { open: 'float8', high: 'float8', low: 'float8', close: 'float8', volume: 'float8' } as const
export type BarFigures = CopyRow<typeof barColumns>
