// The screens that a user has saved by name.
import { Refusal, screenLimit, type BodyOf, type SavedScreen } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { noFieldLeft } from '../../db/to-columns.ts'
import { newId } from '../../kernel/id.ts'
import type { PooledServices } from '../../services.ts'
import { runCriteria } from './run-criteria.ts'

export async function findScreens(db: Db, ownerId: string): Promise<SavedScreen[]> {
  const rows = await db
    .selectFrom('saved_screen')
    .select(['id', 'name', 'criteria', 'is_daily', 'last_run_day', 'last_codes', 'saved_at'])
    .where('owner_id', '=', ownerId)
    .orderBy('name')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    criteria: row.criteria,
    isDaily: row.is_daily,
    lastRunDay: row.last_run_day,
    lastCount: row.last_codes?.length ?? null,
    savedAt: row.saved_at.getTime(),
  }))
}

export type ScreenToSave = BodyOf<'screener', 'saveScreen'>

/** Runs the screen once, so that the next market day has a result to compare with. */
export async function saveScreen(
  { db, pool, clock }: Pick<PooledServices, 'db' | 'pool' | 'clock'>,
  ownerId: string,
  { name, criteria, isDaily, ...rest }: ScreenToSave,
): Promise<void> {
  noFieldLeft(rest)
  const { day, result } = await runCriteria(pool, criteria)
  const codes = result.map(({ code }) => code)
  const { numAffectedRows } = await sql`
    insert into saved_screen (id, owner_id, name, criteria, is_daily, last_run_day, last_codes, saved_at)
    select ${newId(clock)}::uuid, ${ownerId}::uuid, ${name}, ${JSON.stringify(criteria)}::jsonb, ${isDaily},
      ${day}::date, ${codes}::text[], ${new Date(clock.nowMs())}
    where (select count(*) from saved_screen where owner_id = ${ownerId}) < ${screenLimit}
      or exists (select from saved_screen where owner_id = ${ownerId} and name = ${name})
    on conflict (owner_id, name) do update set
      criteria = excluded.criteria, is_daily = excluded.is_daily, last_run_day = excluded.last_run_day,
        last_codes = excluded.last_codes, saved_at = excluded.saved_at
  `.execute(db)
  if (numAffectedRows === 0n) throw new Refusal('screenCount', { limit: screenLimit })
}

export async function deleteScreen(db: Db, ownerId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_screen')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new Refusal('notFound')
}
