// Saves a user's chart of a ticker and timing in place of the previous one. A page names the revision that it read, and
// is refused when another tab or device has saved since: it merges both and saves again. Without a revision the last
// save wins, as the specification has it. Source: docs/rules/trading.md, "Chart workspace".
import { Refusal, type BodyOf, workspaceCountLimit } from '@clubfolio/contract'
import { sql } from 'kysely'
import { hasCode } from '../../db/code-column.ts'
import type { Db } from '../../db/connect.ts'
import { noFieldLeft } from '../../db/to-columns.ts'
import type { Clock } from '../../kernel/clock.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { findWorkspace, revisionOf } from './find-workspace.ts'

/** Returns the revision of what is saved now; null when the chart was forgotten. */
export async function saveWorkspace(
  db: Db,
  clock: Clock,
  ownerId: string,
  { token: _token, symbol, timing, config, base, ...rest }: BodyOf<'stock', 'saveWorkspace'>,
): Promise<string | null> {
  noFieldLeft(rest)
  // A refusal undoes the statements before it: the chart under another spelling stays, too.
  return await inTransaction(db, async (trx) => {
    const { revision } = await findWorkspace(trx, ownerId, { symbol, timing })
    if (base !== undefined && base !== revision) throw new Refusal('workspaceChanged')
    if (config === null) {
      await trx
        .deleteFrom('chart_workspace')
        .where('owner_id', '=', ownerId)
        .where(hasCode('symbol', symbol))
        .where('timing', '=', timing)
        .execute()
      return null
    }
    // One statement, so that a chart that is already saved is never counted against the limit. It is kept once,
    // whatever the class separator of its symbol. Two pages that read the same revision both arrive here; the second
    // waits for the row of the first and finds another content.
    const { numAffectedRows } = await sql`
      with other_spelling as (
        delete from chart_workspace
        where owner_id = ${ownerId} and timing = ${timing} and symbol <> ${symbol} and ${hasCode('symbol', symbol)}
      )
      insert into chart_workspace (owner_id, symbol, timing, config, saved_at)
      select ${ownerId}, ${symbol}, ${timing}, ${config}, ${new Date(clock.nowMs())}
      where (select count(*) from chart_workspace where owner_id = ${ownerId}) < ${workspaceCountLimit}
        or exists (
          select from chart_workspace where owner_id = ${ownerId} and symbol = ${symbol} and timing = ${timing}
        )
      on conflict (owner_id, symbol, timing) do update set config = excluded.config, saved_at = excluded.saved_at
      where ${base === undefined}
        or encode(sha256(convert_to(chart_workspace.config, 'UTF8')), 'hex') = ${base ?? null}
    `.execute(trx)
    if (numAffectedRows === 0n) {
      const { revision: now } = await findWorkspace(trx, ownerId, { symbol, timing })
      if (base !== undefined && base !== now) throw new Refusal('workspaceChanged')
      throw new Refusal('workspaceCount', { limit: workspaceCountLimit })
    }
    return revisionOf(config)
  })
}
