// Deletes rows that grow with use and are no longer read: each table with the retention that docs/operations.md states,
// in small steps.
import { dayMs } from '@clubfolio/domain'
import { sql, type RawBuilder } from 'kysely'
import { deleteInBatches, deleteWhere } from '../../kernel/delete-in-batches.ts'
import type { Services } from '../../services.ts'
import { runSteps } from './run-steps.ts'

/** Read notifications, firings of alert rules and records of imports are a history that users look up. */
const historyDays = 365
/** A resolved alert leaves the screen after a day, and an ended watch is never read again. */
const endedDays = 90
const failureDays = 30
const outboxDays = 30
/** Rates are counted over an hour; sent messages are not needed after that. */
const outgoingDays = 30
const webhookDays = 30

/**
 * Deletes the expired rows of every table. A table that fails does not block the others. `step` is the number of rows
 * deleted at once.
 */
export async function deleteOldRows({ db, clock }: Pick<Services, 'db' | 'clock'>, step?: number): Promise<void> {
  const before = (days: number): Date => new Date(clock.nowMs() - days * dayMs)
  const thin = (deletion: (left: number) => RawBuilder<unknown>) => (): Promise<number> =>
    deleteInBatches(db, deletion, step)
  await runSteps(
    // Unread notifications stay until they are read. Their deliveries are deleted long before.
    thin(
      (left) => sql`
      delete from notification where id in (
        select id from notification where read_at < ${before(historyDays)} order by read_at limit ${left}
          for update skip locked)`,
    ),
    // Notifications sent only by mail or text message appear on no screen.
    thin(
      (left) => sql`
      delete from notification where id in (
        select id from notification where not on_screen and created_at < ${before(historyDays)} order by created_at
          limit ${left} for update skip locked)`,
    ),
    thin(
      (left) => sql`
      delete from webhook_delivery where id in (
        select id from webhook_delivery where created_at < ${before(webhookDays)} and state <> 'WAITING'
          order by created_at limit ${left} for update skip locked)`,
    ),
    thin(
      (left) => sql`
      delete from alert where id in (
        select id from alert where resolved_at < ${before(endedDays)} order by resolved_at limit ${left}
          for update skip locked)`,
    ),
    thin(
      (left) => sql`
      delete from alert_firing where id in (
        select id from alert_firing where fired_at < ${before(historyDays)} order by fired_at limit ${left}
          for update skip locked)`,
    ),
    thin(
      (left) => sql`
      delete from order_watch where (account_id, request_id) in (
        select account_id, request_id from order_watch
          where state in ('CANCELLED', 'OVER') and next_at < ${before(endedDays)}
        order by next_at limit ${left} for update skip locked)`,
    ),
    thin(
      (left) => sql`
      delete from order_limit_reached where (account_id, day, kind) in (
        select account_id, day, kind from order_limit_reached where day < ${before(historyDays)}::date
        order by day limit ${left} for update skip locked)`,
    ),
    thin(
      (left) => sql`
      delete from held_exit where (account_id, request_id) in (
        select account_id, request_id from held_exit
          where state in ('PLACED', 'OVER') and next_at < ${before(endedDays)}
        order by next_at limit ${left} for update skip locked)`,
    ),
    thin(
      (left) => sql`
      delete from entry_division where (account_id, request_id) in (
        select account_id, request_id from entry_division
          where state in ('DIVIDED', 'ENDED', 'OVER') and next_at < ${before(endedDays)}
        order by next_at limit ${left} for update skip locked)`,
    ),
    // Refused lines first: deleting them with their run would delete them all in one statement.
    thin(
      (left) => sql`
      delete from market_import_refusal where (run_id, position) in (
        select l.run_id, l.position from market_import_refusal l join market_import_run r on r.id = l.run_id
        where r.status <> 'RUNNING' and r.started_at < ${before(historyDays)} limit ${left}
          for update of l skip locked)`,
    ),
    thin(
      (left) => sql`
      delete from market_import_run where id in (
        select r.id from market_import_run r
        where r.status <> 'RUNNING' and r.started_at < ${before(historyDays)} and not exists (select
          from market_import_refusal l where l.run_id = r.id)
        order by r.started_at limit ${left} for update skip locked)`,
    ),
    // The allowance is full again after a minute, so a missing row means the same. It uses the database's clock.
    thin(
      (left) => sql`
      delete from broker_allowance where key in (
        select key from broker_allowance where at < clock_timestamp() - interval '1 day' limit ${left}
          for update skip locked)`,
    ),
    // Their orders stay, and a request key can no longer be repeated.
    () => deleteWhere(db, 'position_action', sql`ended_at < ${before(historyDays)}`, step),
    () => deleteWhere(db, 'outgoing_message', sql`state <> 'WAITING' and planned_at < ${before(outgoingDays)}`, step),
    // The audit log has the names of the tokens that acted.
    () =>
      deleteWhere(
        db,
        'api_token',
        sql`revoked_at < ${before(historyDays)} or expires_at < ${before(historyDays)}`,
        step,
      ),
    // Files that were never imported; what they held was removed with their expiry.
    () =>
      deleteWhere(
        db,
        'account_statement',
        sql`state in ('EXPIRED', 'REFUSED') and expires_at is null and uploaded_at < ${before(historyDays)}`,
        step,
      ),
    // An authorisation at a brokerage has to end within minutes. A user who never starts another leaves the last one.
    () => deleteWhere(db, 'link_attempt', sql`created_at < ${before(1)}`, step),
    () => deleteWhere(db, 'socket_ticket', sql`expires_at < ${before(1)}`, step),
    () => deleteWhere(db, 'task', sql`started_at < ${before(historyDays)} and status <> 'RUNNING'`, step),
    // A row that still fails is retried at least once a day, so a failure that is a month old belongs to a row that no
    // longer exists.
    () => deleteWhere(db, 'job_failure', sql`last_failed_at < ${before(failureDays)}`, step),
    // Messages of an installation without its own mail server.
    thin(
      (left) => sql`
      delete from outbox_message where id in (
        select id from outbox_message where created_at < ${before(outboxDays)} limit ${left} for update skip locked)`,
    ),
  )
}
