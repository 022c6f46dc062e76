// Runs the daily screens once per market day and notifies their owners of new results, as a task of each owner.
import { sql } from 'kysely'
import { inTransaction } from '../../kernel/transaction.ts'
import type { PooledServices } from '../../services.ts'
import { isBackingOff, runRows } from '../job/run-rows.ts'
import { recordNotification } from '../notification/record-notification.ts'
import { startTask } from '../task/write-task.ts'
import { runCriteria } from './run-criteria.ts'

export type ScreenServices = Pick<PooledServices, 'db' | 'pool' | 'clock' | 'log'>

const namedCodes = 10

/** Returns how many screens were run. A failing screen is retried later; the others continue. */
export async function runDueScreens(services: ScreenServices): Promise<number> {
  const { db, clock } = services
  const due = await db
    .selectFrom('saved_screen as s')
    .innerJoin('market_source as m', (join) => join.on('m.is_active', '=', true))
    .innerJoin('app_user as u', 'u.id', 's.owner_id')
    .select(['s.id', 's.owner_id', 's.name'])
    .where('s.is_daily', '=', true)
    .where('u.status', '=', 'ACTIVE')
    .where('m.market_day', 'is not', null)
    .where((eb) => eb.or([eb('s.last_run_day', 'is', null), eb('s.last_run_day', '<', eb.ref('m.market_day'))]))
    .where((eb) => eb.not(isBackingOff('run-screen', sql`s.id::text`, clock)))
    // Waits for the indicators of the day, so that a screen never sees half of them. Instruments that fail repeatedly
    // are not waited for.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('level_due as l')
            .select('l.instrument_id')
            .where((due) => due.not(isBackingOff('compute-levels', sql`l.instrument_id::text`, clock))),
        ),
      ),
    )
    .orderBy('s.owner_id')
    .orderBy('s.name')
    .execute()
  await runRows(services, 'run-screen', due, {
    describe: ({ id, owner_id: ownerId, name }) => ({ id, ownerId, name: `The daily screen ${name}` }),
    work: runOne,
  })
  return due.length

  async function runOne({ id, owner_id: ownerId, name }: (typeof due)[number]): Promise<void> {
    const task = await startTask(db, services.clock, { name: `Screen ${name}`, total: 1, ownerId })
    try {
      await runScreen(services, id)
      await task.advance(1, 1)
      await task.complete()
    } catch (error) {
      await task.fail(error)
      throw error
    }
  }
}

/**
 * The result and the notification about it are stored together; if a second process was faster, there is nothing left
 * to report.
 */
async function runScreen({ db, pool, clock }: ScreenServices, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const screen = await trx
      .selectFrom('saved_screen')
      .select(['owner_id', 'name', 'criteria', 'last_run_day', 'last_codes'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!screen) return
    const { day, result } = await runCriteria(pool, screen.criteria)
    if (day === null || (screen.last_run_day !== null && screen.last_run_day >= day)) return
    const codes = result.map(({ code }) => code)
    await trx.updateTable('saved_screen').set({ last_run_day: day, last_codes: codes }).where('id', '=', id).execute()
    const before = new Set(screen.last_codes)
    const fresh = codes.filter((code) => !before.has(code))
    await recordNotification(trx, clock, {
      userId: screen.owner_id,
      kind: 'SCREEN_RUN',
      key: `screen ${id} ${day}`,
      title: screen.name,
      text: describe(day, codes.length, fresh),
      link: `/screener?screen=${encodeURIComponent(id)}`,
    })
  })
}

function describe(day: string, total: number, fresh: readonly string[]): string {
  const found = total === 1 ? '1 instrument meets it' : `${total} instruments meet it`
  if (fresh.length === 0) return `${found} on ${day}, none of them new.`
  const more = fresh.length > namedCodes ? ` and ${fresh.length - namedCodes} more` : ''
  return `${found} on ${day}, new: ${fresh.slice(0, namedCodes).join(', ')}${more}.`
}
