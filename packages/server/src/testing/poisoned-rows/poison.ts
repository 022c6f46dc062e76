// Makes the database refuse to write one row of a table, as a broken constraint, a full column or a fault of ours
// would.
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

const poisons: string[] = []

/**
 * From now on `event` on `table` fails for rows that meet `condition`, which is SQL supplied by the test: `await
 * poison(db, 'fund_check', 'insert', "new.account_id = '...'")`.
 */
export async function poison(
  db: Db,
  table: string,
  event: 'insert' | 'update' | 'insert or update' | 'delete',
  condition: string,
): Promise<void> {
  const name = `poison_${poisons.length}`
  await sql
    .raw(
      `create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'the poisoned row'; end $$`,
    )
    .execute(db)
  await sql
    .raw(
      `create trigger ${name} before ${event} on ${table} for each row when (${condition}) execute function ${name}()`,
    )
    .execute(db)
  poisons.push(table)
}

/** Makes every row writable again. */
export async function removePoison(db: Db): Promise<void> {
  for (const [index, table] of poisons.entries())
    await sql.raw(`drop trigger if exists poison_${index} on ${table}`).execute(db)
}
