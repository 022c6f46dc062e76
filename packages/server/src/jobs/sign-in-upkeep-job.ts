// Cleans up after sign-in: removes users who never entered their first code within 7 days, and used or expired links,
// decoys, captcha answers and counters. Safe to run in any number of workers at the same time.
import { dayMs } from '@clubfolio/domain'
import { sql, type RawBuilder } from 'kysely'
import { runTogether } from '../features/job/run-rows.ts'
import { runSteps } from '../features/job/run-steps.ts'
import type { Tables } from '../db/tables.ts'
import { deleteOldKeys } from '../features/request/forget-old-keys.ts'
import { writeAudit } from '../kernel/audit.ts'
import { deleteWhere } from '../kernel/delete-in-batches.ts'
import { inTransaction } from '../kernel/transaction.ts'
import type { Services } from '../services.ts'
import { startPeriodicJob, type PeriodicJob } from '../kernel/start-periodic-job.ts'

const tickMs = 10 * 60 * 1000
const unconfirmedLifeMs = 7 * dayMs

/** Removes what is due and returns how many unconfirmed users were removed. */
export async function runSignInUpkeep(services: Services): Promise<number> {
  const { db, clock } = services
  const nowMs = clock.nowMs()
  const now = new Date(nowMs)
  const dayAgo = new Date(nowMs - dayMs)
  const thin = (table: keyof Tables, isOver: RawBuilder<unknown>) => (): Promise<number> =>
    deleteWhere(db, table, isOver)
  let removed = 0
  await runSteps(
    async () => (removed = await removeUnconfirmed(services)),
    thin('passkey_challenge', sql`expires_at <= ${now}`),
    thin('oidc_attempt', sql`expires_at <= ${now}`),
    thin('captcha_answer', sql`expires_at <= ${now}`),
    thin('registration_decoy', sql`last_sent_at <= ${dayAgo}`),
    thin('one_use_link', sql`expires_at <= ${dayAgo}`),
    thin('phone_change', sql`expires_at <= ${dayAgo}`),
    thin('session_code', sql`expires_at <= ${dayAgo}`),
    thin('sign_in_challenge', sql`expires_at <= ${dayAgo}`),
    thin('sign_in_factor', sql`confirmed_at is null and created_at <= ${dayAgo}`),
    thin('device', sql`expires_at <= ${now}`),
    thin('rate_counter', sql`window_start <= ${dayAgo} and (blocked_until is null or blocked_until <= ${now})`),
  )
  return removed
}

/** A user whom another row still references cannot be removed; that must not block the removal of the others. */
async function removeUnconfirmed(services: Services): Promise<number> {
  const { db, clock } = services
  const isDue = sql<boolean>`u.status = 'CONFIRMATION' and u.confirmed_at is null
    and u.created_at <= ${new Date(clock.nowMs() - unconfirmedLifeMs)}
    and not exists (select 1 from session s where s.user_id = u.id)
    -- A manager has linked a member to this person; the row is somebody's now.
    and not exists (select 1 from member m where m.user_id = u.id or m.owner_id = u.id)`
  const { rows: due } = await sql<{ id: string }>`select u.id from app_user u where ${isDue}`.execute(db)
  const removed = await runTogether(services, 'remove-unconfirmed', due, {
    describe: ({ id }) => ({ id }),
    work: (some) =>
      inTransaction(db, async (trx) => {
        const gone = await sql<{
          id: string
          email: string
        }>`delete from app_user u where ${isDue} and u.id = any(${some.map(({ id }) => id)}::uuid[])
          returning u.id, u.email`.execute(trx)
        for (const { id, email } of gone.rows) {
          await writeAudit(trx, clock, {
            actorId: null,
            action: 'user.remove-unconfirmed',
            objectType: 'user',
            objectId: id,
            before: { email },
          })
        }
        return gone.rows
      }),
  })
  return removed.length
}

export const startSignInUpkeepJob = (services: Services): PeriodicJob =>
  startPeriodicJob(services, {
    tickMs,
    failure: 'the sign-in upkeep failed',
    run: async () => {
      await runSteps(
        async () => {
          const removed = await runSignInUpkeep(services)
          if (removed > 0) services.log.info({ removed }, 'removed people who never confirmed')
        },
        () => deleteOldKeys(services),
      )
    },
  })
