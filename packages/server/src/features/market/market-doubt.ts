// Whether the imported market is complete enough to become active: a file of which less than 90 percent was understood
// leaves a doubt, which a good import of the same file or an administrator removes. Source: docs/rules/market.md,
// "When an import makes its market active".
import { Refusal } from '@clubfolio/contract'
import type { Understood } from '@clubfolio/domain'
import type { Db } from '../../db/connect.ts'
import type { MarketSourceName } from '../../db/tables/market-tables.ts'

export interface MarketDoubt extends Understood {
  /** The imported file, and the table in it when it is an archive. */
  readonly file: string
  readonly table: string | null
}

export async function findDoubt(db: Db, source: MarketSourceName): Promise<MarketDoubt | undefined> {
  const row = await db
    .selectFrom('market_source')
    .select(['doubted_file', 'doubted_table', 'doubted_rows_read', 'doubted_rows_understood'])
    .where('source', '=', source)
    .executeTakeFirst()
  return row && toDoubt(row)
}

export const toDoubt = (row: {
  readonly doubted_file: string | null
  readonly doubted_table: string | null
  readonly doubted_rows_read: bigint | null
  readonly doubted_rows_understood: bigint | null
}): MarketDoubt | undefined =>
  row.doubted_file === null
    ? undefined
    : {
        file: row.doubted_file,
        table: row.doubted_table,
        rowsRead: Number(row.doubted_rows_read),
        rowsUnderstood: Number(row.doubted_rows_understood),
      }

/** Records the doubt, or removes the one there is. */
export async function writeDoubt(db: Db, source: MarketSourceName, doubt: MarketDoubt | undefined): Promise<void> {
  await db
    .updateTable('market_source')
    .set({
      doubted_file: doubt?.file ?? null,
      doubted_table: doubt?.table ?? null,
      doubted_rows_read: doubt === undefined ? null : BigInt(doubt.rowsRead),
      doubted_rows_understood: doubt === undefined ? null : BigInt(doubt.rowsUnderstood),
    })
    .where('source', '=', source)
    .execute()
}

/** Throws `marketDoubtful` when too little of a file of the source was understood. */
export async function refuseDoubtful(db: Db, source: MarketSourceName): Promise<void> {
  if (await findDoubt(db, source)) throw new Refusal('marketDoubtful')
}
