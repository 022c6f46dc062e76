// All rows of a restored installation as one text, so that two installations can be compared.
import { Client } from 'pg'

/**
 * Returns one line per table of the application, the market and the paper brokerage: its name, its number of rows and
 * the MD5 of all of them in an order of their own. The record of the migrations is excluded, because it contains the
 * time at which each was applied, and so is a version that the database draws again whenever an older backup is
 * migrated.
 */
export async function fingerprint(url: string): Promise<string> {
  return withClient(url, async (client) => {
    await client.query("set timezone = 'UTC'")
    const { rows: tables } = await client.query<{ name: string }>(`
      select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'market', 'paper')
        and format('%I.%I', n.nspname, c.relname) not in ('public.kysely_migration', 'public.kysely_migration_lock', 'public.realised_version', 'paper.applied_migration')
      order by 1`)
    const lines: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(sum, '' order by sum)), '') as line from (select md5(t::text) as sum from ${name} t) s`,
      )
      lines.push(`${name} ${rows[0]!.line}`)
    }
    return lines.join('\n')
  })
}

/** Returns the lines in which two fingerprints differ, for the message of a broken promise. */
export function differences(one: string, other: string): string {
  const [ours, theirs] = [one.split('\n'), other.split('\n')]
  return [...ours.filter((line) => !theirs.includes(line)), ...theirs.filter((line) => !ours.includes(line))]
    .slice(0, 6)
    .join('; ')
}

export async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
