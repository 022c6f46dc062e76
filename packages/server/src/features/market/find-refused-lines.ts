// Returns the refused lines of an import, page by page in file order.
import { Refusal, type RefusedLine } from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'

export interface RefusedPage {
  readonly runId: string
  readonly start: number
  readonly count: number
}

export async function findRefusedLines(
  db: Db,
  { runId, start, count }: RefusedPage,
): Promise<{ total: number; result: RefusedLine[] }> {
  const run = await db.selectFrom('market_import_run').select('rows_refused').where('id', '=', runId).executeTakeFirst()
  if (!run) throw new Refusal('notFound')
  const rows = await db
    .selectFrom('market_import_refusal')
    .select(['line', 'reason', 'content'])
    .where('run_id', '=', runId)
    .where('position', '>=', start)
    .orderBy('position')
    .limit(count)
    .execute()
  return {
    total: Number(run.rows_refused),
    result: rows.map((row) => ({ line: Number(row.line), reason: row.reason, content: row.content })),
  }
}
