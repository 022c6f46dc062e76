// Deletes a saved analysis of the caller.
import { Refusal } from '@clubfolio/contract'
import type { Db } from '../../db/connect.ts'

export async function deleteAnalysis(db: Db, ownerId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_analysis')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new Refusal('notFound')
}
