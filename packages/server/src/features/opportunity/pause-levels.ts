// Pauses the computation of levels for an hour in every process, after a user cancelled it.
import type { Services } from '../../services.ts'

const restMs = 60 * 60_000
const settingName = 'levels.rest-until-ms'

/** Returns the time until which it is paused; 0 if it never was. */
export async function readPauseEnd({ db }: Pick<Services, 'db'>): Promise<number> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', settingName).executeTakeFirst()
  return Number(row?.value ?? 0)
}

export async function pauseLevels({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const value = JSON.stringify(clock.nowMs() + restMs)
  const row = { value, updated_at: new Date(clock.nowMs()) }
  await db
    .insertInto('setting')
    .values({ name: settingName, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}
