// Keeps the split adjustment factors in sync with the splits of instruments, in the transaction that changed them.
import { splitSegments, type Split } from '@clubfolio/domain'
import type { PoolClient } from 'pg'

/** Instruments are processed in groups of this size, so that memory use does not grow with the market. */
const instrumentsAtOnce = 200

export async function rewriteSplitSegments(client: PoolClient, instrumentIds: readonly string[]): Promise<void> {
  for (let start = 0; start < instrumentIds.length; start += instrumentsAtOnce)
    await rewriteGroup(client, instrumentIds.slice(start, start + instrumentsAtOnce))
}

async function rewriteGroup(client: PoolClient, instrumentIds: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ instrument_id: string; day: string; ratio: string }>(
    "select instrument_id, day::text as day, value::text as ratio from corporate_action where kind = 'SPLIT' and " +
      'instrument_id = any($1::uuid[])',
    [instrumentIds],
  )
  const splits = new Map<string, Split[]>()
  for (const row of rows) {
    const its = splits.get(row.instrument_id)
    if (its === undefined) splits.set(row.instrument_id, [row])
    else its.push(row)
  }
  const segments = [...splits].flatMap(([instrumentId, its]) =>
    splitSegments(its).map((segment) => ({ instrumentId, ...segment })),
  )
  await client.query('delete from split_segment where instrument_id = any($1::uuid[])', [instrumentIds])
  await client.query(
    'insert into split_segment (instrument_id, from_day, until_day, factor) select * from unnest($1::uuid[], ' +
      '$2::date[], $3::date[], $4::float8[])',
    [
      segments.map((one) => one.instrumentId),
      segments.map((one) => one.fromDay),
      segments.map((one) => one.untilDay),
      segments.map((one) => one.factor),
    ],
  )
}
