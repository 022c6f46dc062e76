// Saves a user's chart of a ticker and timing in place of the previous one. The last save wins: two open windows of one
// person would otherwise require merging drawings, which nobody requested. Source: docs/rules/trading.md, "Chart
// workspace".
import { Refusal, type BodyOf, workspaceCountLimit } from '@clubfolio/contract'
import { sql } from 'kysely'
import { hasCode } from '../../db/code-column.ts'
import type { Db } from '../../db/connect.ts'
import { noFieldLeft } from '../../db/to-columns.ts'
import type { Clock } from '../../kernel/clock.ts'

export async function saveWorkspace(
  db: Db,
  clock: Clock,
  ownerId: string,
  { token: _token, symbol, timing, config, ...rest }: BodyOf<'stock', 'saveWorkspace'>,
): Promise<void> {
  noFieldLeft(rest)
  if (config === null) {
    await db
      .deleteFrom('chart_workspace')
      .where('owner_id', '=', ownerId)
      .where(hasCode('symbol', symbol))
      .where('timing', '=', timing)
      .execute()
    return
  }
  // One statement, so that a chart that is already saved is never counted against the limit. It is kept once, whatever
  // the class separator of its symbol.
  const { numAffectedRows } = await sql`
    with other_spelling as (
      delete from chart_workspace
      where owner_id = ${ownerId} and timing = ${timing} and symbol <> ${symbol} and ${hasCode('symbol', symbol)}
    )
    insert into chart_workspace (owner_id, symbol, timing, config, saved_at)
    select ${ownerId}, ${symbol}, ${timing}, ${config}, ${new Date(clock.nowMs())}
    where (select count(*) from chart_workspace where owner_id = ${ownerId}) < ${workspaceCountLimit}
      or exists (select from chart_workspace where owner_id = ${ownerId} and symbol = ${symbol} and timing = ${timing})
    on conflict (owner_id, symbol, timing) do update set config = excluded.config, saved_at = excluded.saved_at
  `.execute(db)
  if (numAffectedRows === 0n) throw new Refusal('workspaceCount', { limit: workspaceCountLimit })
}
