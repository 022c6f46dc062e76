// Named filters, per user and report.
import { Refusal, savedFilterLimit, type BodyOf, type SavedFilter } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { noFieldLeft } from '../../db/to-columns.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { refuseTaken } from '../../kernel/unique-refusal.ts'

/** Returns them by name. */
export async function findSavedFilters(db: Db, ownerId: string, report: string): Promise<SavedFilter[]> {
  const rows = await db
    .selectFrom('saved_filter')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('report', '=', report)
    .orderBy((order) => order.fn('lower', ['name']))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    report: row.report,
    filter: row.filter,
    orderBy: row.order_by,
    direction: row.direction,
    savedAt: row.saved_at.getTime(),
  }))
}

export type FilterToSave = BodyOf<'report', 'saveFilter'>

/** Saves a filter, replacing one of the same name for the report; returns its id. Throws `savedFilterCount`. */
export async function saveFilter(
  db: Db,
  clock: Clock,
  ownerId: string,
  { report, name, filter, orderBy, direction, ...rest }: FilterToSave,
): Promise<string> {
  noFieldLeft(rest)
  return inTransaction(db, async (trx) => {
    // Locks the owner's row; otherwise two parallel calls could both pass the count check.
    await sql`select from app_user where id = ${ownerId} for update`.execute(trx)
    const known = await trx
      .selectFrom('saved_filter')
      .select(['id', 'name', 'report'])
      .where('owner_id', '=', ownerId)
      .execute()
    const same = known.find((one) => one.name === name && one.report === report)
    if (!same && known.length >= savedFilterLimit) throw new Refusal('savedFilterCount', { limit: savedFilterLimit })
    const row = {
      filter: JSON.stringify(filter),
      order_by: orderBy ?? null,
      direction: direction ?? null,
      saved_at: new Date(clock.nowMs()),
    }
    // Another filter may get this name meanwhile: a rename waits for no lock.
    const { id } = await trx
      .insertInto('saved_filter')
      .values({ id: newId(clock), owner_id: ownerId, report, name, ...row })
      .onConflict((conflict) => conflict.columns(['owner_id', 'report', 'name']).doUpdateSet(row))
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** Throws `notFound` or `savedFilterName`. */
export async function renameFilter(
  db: Db,
  ownerId: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const renamed = db
    .updateTable('saved_filter')
    .set({ name })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  const { numUpdatedRows } = await refuseTaken(renamed, { name })
  if (numUpdatedRows === 0n) throw new Refusal('notFound')
}

/** Throws `notFound`. */
export async function deleteFilter(db: Db, ownerId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_filter')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new Refusal('notFound')
}
