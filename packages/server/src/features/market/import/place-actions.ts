// Stores splits and dividends: as with bars, the first one wins unless the import replaces.
import { instrumentCodes } from './instrument-codes.ts'
import { atLeastOne, refuseAll, type ImportContext } from './import-context.ts'

/**
 * A select statement of instrument_id, day, kind (SPLIT or DIVIDEND), value and line, with the values of its
 * parameters.
 */
export interface ActionRows {
  readonly statement: string
  readonly values: readonly unknown[]
}

/**
 * Stores the rows and returns how many were new or changed; instruments with a new or changed split or dividend count
 * as touched.
 */
export async function placeActions(context: ImportContext, { statement, values }: ActionRows): Promise<number> {
  if (!context.replace) await reportConflicts(context, { statement, values })
  const { rows } = await context.client.query<{ instrument_id: string; count: string }>(
    `with placed as (
       insert into corporate_action as a (instrument_id, day, kind, value)
       select distinct on (s.instrument_id, s.day, s.kind) s.instrument_id, s.day, s.kind, s.value from (${statement}) s
       order by s.instrument_id, s.day, s.kind, s.line
       on conflict (instrument_id, day,
         kind) do ${context.replace ? 'update set value = excluded.value where a.value <> excluded.value' : 'nothing'}
       returning instrument_id
     )
     select instrument_id, count(*)::text as count from placed group by instrument_id`,
    [...values],
  )
  for (const row of rows) context.touched.add(row.instrument_id)
  return rows.reduce((sum, row) => sum + Number(row.count), 0)
}

async function reportConflicts(context: ImportContext, { statement, values }: ActionRows): Promise<void> {
  const { rows } = await context.client.query<{
    total: string
    line: number
    instrument_id: string
    day: string
    kind: string
    brought: string
    kept: string
  }>(
    `select count(*) over ()::text as total, s.line, s.instrument_id, s.day::text as day, lower(s.kind) as kind,
      s.value::text as brought, a.value::text as kept
     from (${statement}) s join corporate_action a using (instrument_id, day, kind) where a.value <> s.value
       order by s.line limit ${atLeastOne(context)}`,
    [...values],
  )
  if (rows.length === 0) return
  const codeOf = await instrumentCodes(context)
  refuseAll(
    context,
    Number(rows[0]!.total),
    rows.map((row) => {
      const code = codeOf.get(row.instrument_id) ?? ''
      return {
        line: row.line,
        reason: `conflict: another ${row.kind} of ${code} on ${row.day} is stored (${row.kept}) and was kept`,
        content: `${code} ${row.day} ${row.kind} ${row.brought}`,
      }
    }),
  )
}
