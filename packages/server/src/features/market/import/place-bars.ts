// Moves staged bars into their table and handles those that already exist: equal ones are left, different ones are
// conflicts, or replaced when the import replaces.
import { instrumentCodes } from './instrument-codes.ts'
import { atLeastOne, refuseAll, type ImportContext } from './import-context.ts'

interface Placing {
  /** The last day of a file whose prices are already split-adjusted; null for prices as traded. */
  readonly adjustedThrough: string | null
  /** The instruments of the file, and those that are new with it: the latter cannot have bars yet. */
  readonly instrumentIds: readonly string[]
  readonly isNew: ReadonlySet<string>
}

const differs = `(s.open, s.high, s.low, s.close, s.volume) is distinct from (b.open, b.high, b.low, b.close, b.volume)`

export async function placeBars(
  context: ImportContext,
  staging: string,
  { adjustedThrough, instrumentIds, isNew }: Placing,
): Promise<void> {
  const { client, counts } = context
  const isAllNew = instrumentIds.every((id) => isNew.has(id))
  const stored = isAllNew ? { equal: 0, different: 0 } : await compareWithStored(context, staging, adjustedThrough)

  const added = await client.query(
    `insert into daily_bar (instrument_id, day, open, high, low, close, volume, adjusted_through)
     select instrument_id, day, open, high, low, close, volume, $1::date from ${staging}
     ${isAllNew ? '' : 'on conflict (instrument_id, day) do nothing'}`,
    [adjustedThrough],
  )
  counts.rowsAdded += added.rowCount ?? 0
  counts.rowsUnchanged += stored.equal
  const isChanged = (added.rowCount ?? 0) > 0 || stored.different > 0
  if (isChanged) for (const id of instrumentIds) context.touched.add(id)
}

/** Counts equal bars; reports different ones as conflicts, or overwrites them. */
async function compareWithStored(
  context: ImportContext,
  staging: string,
  adjustedThrough: string | null,
): Promise<{ equal: number; different: number }> {
  const { client, counts } = context
  await client.query(`analyze ${staging}`)
  const { rows } = await client.query<{ equal: number }>(
    `select count(*)::int as equal from ${staging} s join daily_bar b using (instrument_id, day) where not ${differs}`,
  )
  const equal = rows[0]!.equal
  if (context.replace) {
    const replaced = await client.query(
      `update daily_bar b set open = s.open, high = s.high, low = s.low, close = s.close, volume = s.volume,
        adjusted_through = $1::date
       from ${staging} s where b.instrument_id = s.instrument_id and b.day = s.day and ${differs}`,
      [adjustedThrough],
    )
    counts.rowsReplaced += replaced.rowCount ?? 0
    return { equal, different: replaced.rowCount ?? 0 }
  }
  const conflicts = await client.query<{
    total: string
    line: number
    instrument_id: string
    day: string
    brought: string
    kept: string
  }>(
    `select count(*) over ()::text as total, s.line, s.instrument_id, s.day::text as day,
       concat_ws(' ', s.open, s.high, s.low, s.close, s.volume) as brought,
         concat_ws(' ', b.open, b.high, b.low, b.close, b.volume) as kept
     from ${staging} s join daily_bar b using (instrument_id, day) where ${differs} order by s.line
       limit ${atLeastOne(context)}`,
  )
  if (conflicts.rows.length === 0) return { equal, different: 0 }
  const codeOf = await instrumentCodes(context)
  refuseAll(
    context,
    Number(conflicts.rows[0]!.total),
    conflicts.rows.map((row) => {
      const code = codeOf.get(row.instrument_id) ?? ''
      return {
        line: row.line,
        reason: `conflict: another bar of ${code} on ${row.day} is stored (${row.kept}) and was kept`,
        content: `${code} ${row.day} ${row.brought}`,
      }
    }),
  )
  return { equal, different: 0 }
}
