// Moves staged minutes into their table and handles those that already exist, as place-bars.ts does for days.
import { instrumentCodes } from './instrument-codes.ts'
import { atLeastOne, refuseAll, type ImportContext } from './import-context.ts'
import { timeText } from './stage-rows.ts'

interface Span {
  readonly first: Date
  readonly last: Date
}

const differs = '(s.open, s.high, s.low, s.close, s.volume) is distinct from (b.open, b.high, b.low, b.close, b.volume)'
const figures = (table: string) =>
  `concat_ws(' ', ${table}.open, ${table}.high, ${table}.low, ${table}.close, ${table}.volume)`

/** Places the minutes. The span covers all staged minutes, so that months outside of it are not read. */
export async function placeMinutes(context: ImportContext, staging: string, { first, last }: Span): Promise<void> {
  const { client, counts } = context
  await client.query(`analyze ${staging}`)
  const join = `${staging} s join minute_bar b on b.instrument_id = s.instrument_id and b.at = s.at
    and b.at between $1 and $2`
  const { rows } = await client.query<{ equal: string; different: string }>(
    `select count(*) filter (where not ${differs})::text as equal, count(*) filter (where ${differs})::text as ` +
      `different from ${join}`,
    [first, last],
  )
  const [equal, different] = [Number(rows[0]!.equal), Number(rows[0]!.different)]
  counts.rowsUnchanged += equal
  if (context.replace) counts.rowsReplaced += different
  else if (different > 0) {
    const conflicts = await client.query<{
      line: number
      instrument_id: string
      time: string
      brought: string
      kept: string
    }>(
      `select s.line, s.instrument_id, ${timeText('at', 's.')} as time, ${figures('s')} as brought,
        ${figures('b')} as kept
       from ${join} where ${differs} order by s.line limit ${atLeastOne(context)}`,
      [first, last],
    )
    const codeOf = await instrumentCodes(context)
    refuseAll(
      context,
      different,
      conflicts.rows.map(({ line, instrument_id: id, time, brought, kept }) => {
        const code = codeOf.get(id) ?? ''
        return {
          line,
          reason: `conflict: another minute of ${code} at ${time} is stored (${kept}) and was kept`,
          content: `${code} ${time} ${brought}`,
        }
      }),
    )
  }
  const placed = await client.query(
    `insert into minute_bar as b (instrument_id, at, open, high, low, close, volume)
     select instrument_id, at, open, high, low, close, volume from ${staging} s
     on conflict (instrument_id, at) do ${
       context.replace
         ? `update set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
           volume = excluded.volume
            where ${differs.replaceAll('s.', 'excluded.')}`
         : 'nothing'
     }`,
  )
  counts.rowsAdded += (placed.rowCount ?? 0) - (context.replace ? different : 0)
}
