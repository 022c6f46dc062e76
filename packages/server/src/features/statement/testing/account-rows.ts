// Every row that an account has, to be compared before and after: found by the tables' own columns, so that a new table
// counts at once.
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/** A statement is a record of what was uploaded and when; of its lines those belong to the account that count. */
const records = ['account_statement', 'account_statement_line']

/** Keys, instants and versions, which are new when the same content is written again. */
const written = [
  'id',
  'position',
  'created_at',
  'computed_at',
  'synced_at',
  'found_at',
  'next_at',
  'version',
  'valued_version',
]

/** Returns the rows as text in an order of their own, each with the name of its table. */
export async function readAccountRows(db: Db, accountId: string): Promise<readonly string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.column_name = 'account_id' and c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      and c.table_name <> all(${records})
    order by 1`.execute(db)
  const parts = tables.map(
    ({ name }) => sql`
      select ${name} as name, (to_jsonb(r) - ${written}::text[])::text as content from ${sql.table(name)} r
      where r.account_id = ${accountId}`,
  )
  const { rows } = await sql<{ name: string; content: string }>`
    select name, content from (
      ${sql.join(parts, sql` union all `)}
      union all select 'account', (to_jsonb(a) - ${written.filter((one) => one !== 'id')}::text[])::text
      from account a where a.id = ${accountId}
      union all select 'line', (to_jsonb(l) - array['statement_id', 'position', 'line', 'text', 'turn'])::text
      from account_statement_line l where l.account_id = ${accountId} and l.counts) as found
    order by name, content collate "C"`.execute(db)
  return rows.map(({ name, content }) => `${name} ${content}`)
}
