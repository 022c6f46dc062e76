// Own reports of a user, and those that others share with one of their groups. Only the composition is shared: a user
// who runs it reads their own rows.
import {
  ownReportLimit,
  ownReportPrefix,
  Refusal,
  type BodyOf,
  type OwnReport,
  type OwnReportContent,
} from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { noFieldLeft } from '../../db/to-columns.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import { refuseTaken } from '../../kernel/unique-refusal.ts'

interface OwnReportRow {
  readonly id: string
  readonly name: string
  readonly content: OwnReportContent
  readonly saved_at: Date
  readonly is_own: boolean
  readonly owner_name: string
  readonly groups: OwnReport['groups']
}

/** Returns the user's own by name, then those of others by name. */
async function readOwnReports(db: Db, userId: string, id: string | null): Promise<OwnReportRow[]> {
  const { rows } = await sql<OwnReportRow>`
    select r.id, r.name, r.content, r.saved_at, r.owner_id = ${userId} as is_own,
      u.first_name || ' ' || u.last_name as owner_name,
      case when r.owner_id = ${userId}
        then (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name), '[]')
          from own_report_share s join user_group g on g.id = s.group_id where s.report_id = r.id)
        else '[]' end as groups
    from own_report r join app_user u on u.id = r.owner_id
    where (${id}::uuid is null or r.id = ${id}::uuid) and (r.owner_id = ${userId} or exists (
      select from own_report_share s
      join user_group g on g.id = s.group_id and g.status = 'ACTIVE'
      join user_group_member m on m.group_id = g.id
      where s.report_id = r.id and m.user_id = ${userId}
    ))
    order by r.owner_id = ${userId} desc, lower(r.name), r.id`.execute(db)
  return rows
}

export interface SavedReport extends OwnReport {
  readonly content: OwnReportContent
}

const toKept = (row: OwnReportRow): SavedReport => ({
  id: row.id,
  name: row.name,
  dataset: row.content.dataset,
  isOwn: row.is_own,
  ownerName: row.owner_name,
  groups: row.groups,
  savedAt: row.saved_at.getTime(),
  content: row.content,
})

export const findKeptReports = async (db: Db, userId: string): Promise<SavedReport[]> =>
  (await readOwnReports(db, userId, null)).map(toKept)

/** Returns an own or shared report. Throws `notFound`. */
export async function requireKeptReport(db: Db, userId: string, id: string): Promise<SavedReport> {
  const [row] = await readOwnReports(db, userId, id)
  if (!row) throw new Refusal('notFound')
  return toKept(row)
}

export type ReportToKeep = BodyOf<'ownReport', 'saveOwnReport'>

/** Saves the report and returns its id. Throws `notFound`, `ownReportName` or `ownReportCount`. */
export async function keepOwnReport(
  db: Db,
  clock: Clock,
  ownerId: string,
  { id, name, content, ...rest }: ReportToKeep,
): Promise<string> {
  noFieldLeft(rest)
  return inTransaction(db, async (trx) => {
    // Locks the owner's row; otherwise two parallel calls could both pass the count check.
    await sql`select from app_user where id = ${ownerId} for update`.execute(trx)
    const known = await trx.selectFrom('own_report').select('id').where('owner_id', '=', ownerId).execute()
    if (id && !known.some((report) => report.id === id)) throw new Refusal('notFound')
    if (!id && known.length >= ownReportLimit) throw new Refusal('ownReportCount', { limit: ownReportLimit })
    const row = { name, content: JSON.stringify(content), saved_at: new Date(clock.nowMs()) }
    const key = id ?? newId(clock)
    const stored = id
      ? trx.updateTable('own_report').set(row).where('id', '=', id).where('owner_id', '=', ownerId).execute()
      : trx
          .insertInto('own_report')
          .values({ id: key, owner_id: ownerId, ...row })
          .execute()
    await refuseTaken<unknown>(stored, { name })
    return key
  })
}

/** Throws `notFound` or `ownReportName`. */
export async function renameOwnReport(
  db: Db,
  ownerId: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const renamed = db
    .updateTable('own_report')
    .set({ name })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  const { numUpdatedRows } = await refuseTaken(renamed, { name })
  if (numUpdatedRows === 0n) throw new Refusal('notFound')
}

/** Deletes the report with all users' saved filters for it. Throws `notFound`. */
export async function deleteOwnReport(db: Db, ownerId: string, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('own_report')
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new Refusal('notFound')
    await trx.deleteFrom('saved_filter').where('report', '=', `${ownReportPrefix}${id}`).execute()
  })
}

/** Returns the active groups of a user, by name. */
export const findOwnGroups = (db: Db | Trx, userId: string): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('user_group as g')
    .innerJoin('user_group_member as m', 'm.group_id', 'g.id')
    .select(['g.id', 'g.name'])
    .where('m.user_id', '=', userId)
    .where('g.status', '=', 'ACTIVE')
    .orderBy('g.name')
    .execute()

/**
 * Shares the report and returns how many groups may run it now. Throws `notFound` for another owner's report or a group
 * that the owner is not in.
 */
export async function shareOwnReport(
  db: Db,
  ownerId: string,
  { id, groupIds }: { readonly id: string; readonly groupIds: readonly string[] },
): Promise<number> {
  return inTransaction(db, async (trx) => {
    const report = await trx
      .selectFrom('own_report')
      .select('id')
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .forUpdate()
      .executeTakeFirst()
    if (!report) throw new Refusal('notFound')
    const wanted = [...new Set(groupIds)]
    const own = new Set((await findOwnGroups(trx, ownerId)).map((group) => group.id))
    if (wanted.some((groupId) => !own.has(groupId))) throw new Refusal('notFound')
    await trx.deleteFrom('own_report_share').where('report_id', '=', id).execute()
    if (wanted.length > 0)
      await trx
        .insertInto('own_report_share')
        .values(wanted.map((groupId) => ({ report_id: id, group_id: groupId })))
        .execute()
    return wanted.length
  })
}
