// The heartbeat of the processes that run the jobs. Processes that only serve pages work normally while no worker runs;
// without the heartbeat nothing would reveal that mails, readings, cancel prices and reports are waiting.
import { newYorkTimeText, toEpochMs } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Connection, Db } from '../../db/connect.ts'
import type { Health } from '../../kernel/health.ts'
import type { Services } from '../../services.ts'
import { startPeriodicJob, type PeriodicJob } from '../../kernel/start-periodic-job.ts'
import { raiseAlert, resolveAlert } from '../alert/write-alert.ts'
import { selectUserKeys } from '../rights/read-keys.ts'

const beatMs = 10_000
/** Several beats, and longer than the pause of a restart. */
export const silentAfterSeconds = 60
const alertKey = 'no worker'
const isSilent = sql<boolean>`b.beat_at < clock_timestamp() - make_interval(secs => ${silentAfterSeconds})`

/** Records the heartbeat. */
export async function beat(db: Db): Promise<void> {
  await sql`insert into worker_beat (beat_at) values (clock_timestamp()) on conflict (only_row) do update
    set beat_at = excluded.beat_at`.execute(db)
}

export const startWorkerBeat = (services: Pick<Services, 'db' | 'log'>): PeriodicJob =>
  startPeriodicJob(services, {
    tickMs: beatMs,
    failure: 'the sign of life of this worker could not be written',
    run: () => beat(services.db),
  })

/** Returns the health for `/health`, on the connection reserved for it. */
export async function readHealth(probe: Connection['probe']): Promise<Health> {
  const rows = await probe(
    `select coalesce((select beat_at < clock_timestamp() - interval '${silentAfterSeconds} seconds'
       from worker_beat), false) as "isSilent", current_setting('synchronous_standby_names') <> '' as "isReplicated"`,
  )
  const [row] = rows
  return {
    worker: row?.['isSilent'] === true ? 'silent' : 'running',
    commits: row?.['isReplicated'] === true ? 'replicated' : 'local',
  }
}

/**
 * Raises an alert for every user who may see the administration while no worker sends a heartbeat, and resolves it with
 * the next heartbeat.
 */
export async function reportSilentWorkers({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const { rows } = await sql<{
    beat_at: Date
    is_silent: boolean
  }>`select b.beat_at, ${isSilent} as is_silent from worker_beat b`.execute(db)
  const [sign] = rows
  if (sign?.is_silent) {
    const administrators = await selectUserKeys(db)
      .innerJoin('app_user as u', (join) => join.onRef('u.id', '=', 'm.user_id').on('u.status', '=', 'ACTIVE'))
      .where('p.name_key', '=', 'VAd')
      .execute()
    const since = newYorkTimeText(toEpochMs(sign.beat_at.getTime()), { hasSeconds: false })
    const text =
      `No process does the jobs since ${since}: mails, readings of accounts, cancel prices and reports wait. Start ` +
      'one with ROLE=worker or ROLE=all.'
    for (const { user_id: userId } of administrators)
      await raiseAlert(db, clock, {
        userId,
        key: alertKey,
        kind: 'NO_WORKER',
        severity: 'CRITICAL',
        title: 'No worker runs',
        text,
      })
    return
  }
  const standing = await db
    .selectFrom('alert')
    .select('user_id')
    .where('kind', '=', 'NO_WORKER')
    .where('resolved_at', 'is', null)
    .execute()
  for (const { user_id: userId } of standing) await resolveAlert(db, clock, { userId, key: alertKey })
}
