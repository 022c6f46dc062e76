// The tables of a product as one text, which is equal for two products of the same version.
import { readRows } from './database.ts'

/** Returns every table with its columns, of our schema and the brokerage's, and every migration by name. */
export async function describeTables(dataDirectory: string): Promise<string> {
  const columns = await readRows<{ line: string }>(
    dataDirectory,
    `select table_schema || '.' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as line
     from information_schema.columns where table_schema in ('public', 'market', 'paper') and table_name !~ '_p?[0-9]{4}' order by 1`,
  )
  const steps = await readRows<{ line: string }>(
    dataDirectory,
    'select name as line from kysely_migration order by name',
  )
  const rules = await readRows<{ line: string }>(
    dataDirectory,
    `select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line
     from pg_constraint where connamespace in ('public'::regnamespace, 'paper'::regnamespace) and conrelid::regclass::text !~ '_p?[0-9]{4}' order by 1`,
  )
  return [...columns, ...steps, ...rules].map(({ line }) => line).join('\n')
}

/**
 * Returns how many tables and indexes the transaction of the migrations holds at this moment; 0 before and after it.
 * They are applied in one transaction, so the number only grows while it runs.
 */
export async function countRelationsBeingMade(dataDirectory: string): Promise<number> {
  try {
    const [row] = await readRows<{ count: number }>(
      dataDirectory,
      `select count(*)::int as count from pg_locks where locktype = 'relation' and mode = 'AccessExclusiveLock' and database = (select oid from pg_database where datname = current_database()) and pid <> pg_backend_pid()`,
    )
    return row?.count ?? 0
  } catch {
    // The server is not up yet, or has no such database yet.
    return 0
  }
}
