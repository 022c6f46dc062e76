// What must not go on by itself in a database that was set back: webhooks, schedules of reports, and actions on
// positions whose later steps may have been placed after the moment that was restored. They wait for their owner.
import type { ClientBase } from 'pg'

export interface PausedParts {
  readonly webhooks: number
  readonly schedules: number
  readonly actions: number
}

/** Works on the tables of any version; what a version does not have yet counts as 0. */
export async function pauseRestored(client: ClientBase): Promise<PausedParts> {
  const { rows: found } = await client.query<{
    webhook: boolean
    schedule: boolean
    reason: boolean
    action: boolean
  }>(`
    select to_regclass('public.webhook') is not null as webhook,
      to_regclass('public.report_schedule') is not null as schedule,
      exists (select from information_schema.columns where table_schema = 'public'
        and table_name = 'report_schedule' and column_name = 'paused_because') as reason,
      to_regclass('public.position_action') is not null as action`)
  const has = found[0]!
  const change = async (statement: string, ...words: string[]): Promise<number> =>
    (await client.query(statement, words)).rowCount ?? 0
  // As with webhooks, whose deliveries are not in a backup: what waits may have been mailed since.
  if (has.schedule)
    await change(
      `update public.report_run set state = 'CANCELLED', reason = $1, ended_at = now()
       where kind = 'SCHEDULE' and state in ('WAITING', 'RUNNING')`,
      'Cancelled by a restore: it may have been mailed since.',
    )
  return {
    // One that was deleted since is here again, and a copy for a trial must not send to real receivers.
    webhooks: has.webhook
      ? await change(
          `update public.webhook set state = 'PAUSED', reason = $1 where state = 'ACTIVE'`,
          'Paused after a restore. Check its address, then resume it.',
        )
      : 0,
    // For the same reasons.
    schedules: !has.schedule
      ? 0
      : has.reason
        ? await change(
            'update public.report_schedule set is_paused = true, paused_because = $1 where not is_paused',
            'Paused after a restore. Check its recipients, then resume it.',
          )
        : await change('update public.report_schedule set is_paused = true where not is_paused'),
    actions: has.action
      ? await change(
          `update public.position_action set state = 'STOPPED', message = $1, restore_at = null
           where state in ('RUNNING', 'WAITING') or restore_at is not null`,
          'Stopped by a restore. Its later steps may have been placed: compare the orders, then continue or dismiss ' +
            'it.',
        )
      : 0,
  }
}
