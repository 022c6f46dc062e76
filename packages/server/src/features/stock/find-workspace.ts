// The saved chart of one user, ticker and timing. Source: docs/rules/trading.md, "Chart workspace".
import type { BodyOf } from '@clubfolio/contract'
import { createHash } from 'node:crypto'
import { hasCode } from '../../db/code-column.ts'
import type { Db } from '../../db/connect.ts'

export type WorkspaceKey = Omit<BodyOf<'stock', 'getWorkspace'>, 'token'>

export interface FoundWorkspace {
  readonly config: string | null
  readonly revision: string | null
}

/** Returns nulls when this user saved none; the chart then uses its defaults. */
export async function findWorkspace(
  db: Db,
  ownerId: string,
  { symbol, timing }: WorkspaceKey,
): Promise<FoundWorkspace> {
  const row = await db
    .selectFrom('chart_workspace')
    .select('config')
    .where('owner_id', '=', ownerId)
    .where(hasCode('symbol', symbol))
    .where('timing', '=', timing)
    .orderBy('saved_at', 'desc')
    .executeTakeFirst()
  const config = row?.config ?? null
  return { config, revision: revisionOf(config) }
}

/**
 * Returns the name of a saved chart's content. The content itself, and not a counter: a save whose answer was lost and
 * that is sent again is no conflict, nor are two equal charts.
 */
export const revisionOf = (config: string | null): string | null =>
  config === null ? null : createHash('sha256').update(config).digest('hex')
