// Plans every table of a file before the first is read, so that an archive is refused before anything of it is
// imported.
import type { Listings } from '@clubfolio/domain'
import type { PoolClient } from 'pg'
import { examineTable, type ExaminedTable } from './examine-table.ts'
import type { ImportLimits } from './import-limits.ts'
import type { NamedTable, OpenTables } from './open-tables.ts'
import { planTable, type TablePlan } from './plan-table.ts'
import { UnreadableFile } from './read-lines.ts'
import type { ImportOrder } from './import-order.ts'

export interface PlannedTable {
  readonly table: NamedTable
  readonly plan: TablePlan
}

interface PlanOptions {
  readonly opened: OpenTables
  readonly order: ImportOrder
  readonly limits: ImportLimits
  readonly listings: Listings
  readonly onBytes: () => Promise<void>
}

export async function planTables({ opened, order, limits, listings, onBytes }: PlanOptions): Promise<PlannedTable[]> {
  const { unpacking } = limits
  const examined: { readonly table: NamedTable; readonly found: ExaminedTable }[] = []
  for (const table of opened.tables) {
    const found = await named(opened, table, () =>
      examineTable(table, { listings, unpacking, dates: order.dates, onBytes }),
    )
    examined.push({ table, found })
  }
  const symbolOf = statedSymbols(
    examined.map(({ found }) => found.symbol !== undefined),
    order.symbols,
  )
  const plans: PlannedTable[] = []
  for (const [index, { table, found }] of examined.entries()) {
    const plan = await named(opened, table, () => planTable(found, symbolOf(index)))
    plans.push({ table, plan })
  }
  for (const { table, plan } of plans) if (plan.code !== undefined) order.onSymbol?.(table.names[0], plan.code)
  return plans
}

/** Returns the stated symbol of each table. One symbol alone is that of the one table without a column of symbols. */
function statedSymbols(
  needs: readonly boolean[],
  symbols: readonly string[] | undefined,
): (index: number) => string | undefined {
  if (symbols === undefined || symbols.length === needs.length) return (index) => symbols?.[index]
  const needing = needs.filter(Boolean).length
  if (needing > 1 || symbols.length !== 1)
    throw new UnreadableFile(
      `${symbols.length === 1 ? 'One symbol was' : `${symbols.length} symbols were`} stated, and ${needing} files of ` +
        'the archive have no column of symbols. Unpack it and import its files one by one.',
    )
  return () => symbols[0]
}

/** Runs the work; a refusal of one of several tables begins with its name. */
export async function named<T>(
  { isArchive }: OpenTables,
  { names }: NamedTable,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isArchive && error instanceof UnreadableFile) throw new UnreadableFile(`${names[0]}: ${error.message}`)
    throw error
  }
}

export async function readListings(
  client: Pick<PoolClient, 'query'>,
  known: ReadonlyMap<string, string>,
): Promise<Listings> {
  const { rows } = await client.query<{ has: boolean }>(
    "select exists (select from instrument where source = 'import' and exchange is not null) as has",
  )
  return { isKnown: (key) => known.has(key), hasDirectory: rows[0]?.has ?? false }
}
