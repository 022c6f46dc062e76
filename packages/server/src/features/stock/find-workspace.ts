// The saved chart of one user, ticker and timing. Source: docs/rules/trading.md, "Chart workspace".
import type { BodyOf } from '@clubfolio/contract'
import { hasCode } from '../../db/code-column.ts'
import type { Db } from '../../db/connect.ts'

export type WorkspaceKey = Omit<BodyOf<'stock', 'getWorkspace'>, 'token'>

/** Returns `{ config: null }` when this user saved none; the chart then uses its defaults. */
export async function findWorkspace(
  db: Db,
  ownerId: string,
  { symbol, timing }: WorkspaceKey,
): Promise<{ config: string | null }> {
  const row = await db
    .selectFrom('chart_workspace')
    .select('config')
    .where('owner_id', '=', ownerId)
    .where(hasCode('symbol', symbol))
    .where('timing', '=', timing)
    .orderBy('saved_at', 'desc')
    .executeTakeFirst()
  return { config: row?.config ?? null }
}
