// Returns the caller's saved analyses, newest first.
import type { SavedAnalysis } from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'

export async function findAnalyses(db: Db, ownerId: string): Promise<SavedAnalysis[]> {
  const rows = await db
    .selectFrom('saved_analysis')
    .select(['id', 'name', 'content', 'saved_at'])
    .where('owner_id', '=', ownerId)
    .orderBy('saved_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, content, saved_at }) => ({ id, name, content, savedAt: saved_at.getTime() }))
}
