// Returns the codes of the import source by instrument id, for texts of reports.
import type { ImportContext } from './import-context.ts'

export async function instrumentCodes({ client }: ImportContext): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ id: string; code: string }>(
    `select id, code from instrument where source = 'import'`,
  )
  return new Map(rows.map((row) => [row.id, row.code]))
}
