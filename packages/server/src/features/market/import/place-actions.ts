// Stores splits and dividends: like bars, the first to come keeps its place unless the import replaces.
import { instrumentCodes } from './instrument-codes.ts'
import { refuse, type ImportContext } from './import-context.ts'

export interface ActionRow {
  readonly instrumentId: string
  readonly day: string
  readonly kind: 'SPLIT' | 'DIVIDEND'
  readonly value: string
  readonly line: number
}

/** Answers how many were new or changed; instruments with a new or changed split count as touched. */
export async function placeActions(context: ImportContext, actions: readonly ActionRow[]): Promise<number> {
  if (actions.length === 0) return 0
  const { client } = context
  const columns = [
    actions.map((row) => row.instrumentId), actions.map((row) => row.day), actions.map((row) => row.kind), actions.map((row) => row.value), actions.map((row) => row.line),
  ]
  const staged = 'unnest($1::uuid[], $2::date[], $3::text[], $4::numeric[], $5::int[]) as s (instrument_id, day, kind, value, line)'
  if (!context.replace) await reportConflicts(context, staged, columns)
  const { rows } = await client.query<{ instrument_id: string }>(
    `insert into corporate_action as a (instrument_id, day, kind, value)
     select distinct on (s.instrument_id, s.day, s.kind) s.instrument_id, s.day, s.kind, s.value from ${staged}
     order by s.instrument_id, s.day, s.kind, s.line
     on conflict (instrument_id, day, kind) do ${context.replace ? 'update set value = excluded.value where a.value <> excluded.value' : 'nothing'}
     returning instrument_id`,
    columns,
  )
  for (const row of rows) context.touched.add(row.instrument_id)
  return rows.length
}

async function reportConflicts(context: ImportContext, staged: string, columns: readonly unknown[][]): Promise<void> {
  const { rows } = await context.client.query<{ line: number; instrument_id: string; day: string; kind: string; brought: string; kept: string }>(
    `select s.line, s.instrument_id, s.day::text as day, lower(s.kind) as kind, s.value::text as brought, a.value::text as kept
     from ${staged} join corporate_action a using (instrument_id, day, kind) where a.value <> s.value order by s.line`,
    [...columns],
  )
  if (rows.length === 0) return
  const codeOf = await instrumentCodes(context)
  for (const row of rows) {
    const code = codeOf.get(row.instrument_id) ?? ''
    refuse(context, row.line, `conflict: another ${row.kind} of ${code} on ${row.day} is stored (${row.kept}) and was kept`, `${code} ${row.day} ${row.kind} ${row.brought}`)
  }
}
