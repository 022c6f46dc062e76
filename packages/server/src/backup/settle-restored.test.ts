// A database that PostgreSQL set back, in the state in which its processes left it.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSecretBox } from '../kernel/secret.ts'
import { linkAccount } from '../testing/factories.ts'
import { refusalOf } from '../testing/refusal-of.ts'
import { startTestApp } from '../testing/test-app.ts'
import { createEmptyDatabase } from '../testing/test-database.ts'
import { connect } from '../db/connect.ts'
import { giveSchedule } from '../testing/report-schedules.ts'
import { giveWebhook } from '../testing/webhooks.ts'
import { describeSettled, settleRestored } from './settle-restored.ts'
import { passing } from './table-list.ts'
import { migrate } from '../db/migrate.ts'

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error))

test('ends sessions and pauses what acts by itself, once no process is left, and only with the key', async ({
  onTestFinished,
}) => {
  const app = await startTestApp()
  const manager = await app.signUp(['MANAGERS'])
  const { services } = app
  const { id: accountId } = await linkAccount(app, manager, '2026-03-04', '100.00')
  const { webhook } = await giveWebhook(app, manager.user.id)
  const { schedule } = await giveSchedule(app, manager.user.id)
  const action = (n: number, state: string, restoreAt: Date | null) =>
    services.db
      .insertInto('position_action')
      .values({
        account_id: accountId,
        id: `00000000-0000-7000-8000-00000000000${n}`,
        kind: 'FLATTEN',
        symbol: null,
        request_key: `key ${n}`,
        body_hash: Buffer.from(''),
        title: 'Flatten',
        asked: null,
        before: JSON.stringify([]),
        state,
        message: '',
        next_at: new Date(0),
        restore_at: restoreAt,
        touched_at: new Date(0),
        created_at: new Date(0),
        ended_at: state === 'DONE' ? new Date(0) : null,
      } as never)
      .execute()
  await action(1, 'WAITING', null)
  await action(2, 'STOPPED', new Date(1))
  await action(3, 'DONE', null)
  const { pool, close } = connect(app.databaseUrl, () => undefined, 2)

  expect(await settleRestored(pool, services.secrets).catch(words)).toContain('Clubfolio is running on this database')
  const endOthers = () =>
    pool.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'clubfolio%'`)
  await endOthers()
  const other = createSecretBox(['another key of more than thirty-two characters'])
  expect(await settleRestored(pool, other).catch(words)).toContain('sealed with a key that is not listed')
  expect((await pool.query('select from session')).rowCount).toBe(1)

  const settled = await settleRestored(pool, services.secrets)
  expect(settled).toEqual({
    sessions: 1,
    webhooks: 1,
    schedules: 1,
    actions: 2,
    ordersInDoubt: 0,
    transfersUnderWay: 0,
    messagesWaiting: 0,
  })
  expect(describeSettled(settled)).toContain('1 session ended:')
  expect(await refusalOf(manager.client.security.getMyUser())).toBe('401 sessionEnded')
  expect((await pool.query<{ id: string; state: string }>('select id, state from webhook')).rows).toEqual([
    { id: webhook, state: 'PAUSED' },
  ])
  expect((await pool.query('select from webhook_delivery')).rowCount).toBe(0)
  expect((await pool.query('select id, is_paused, paused_because from report_schedule')).rows).toEqual([
    {
      id: schedule,
      is_paused: true,
      paused_because: 'Paused after a restore. Check its recipients, then resume it.',
    },
  ])
  expect((await pool.query('select state, reason from report_run')).rows).toEqual([
    { state: 'CANCELLED', reason: 'Cancelled by a restore: it may have been mailed since.' },
  ])
  expect(
    (
      await pool.query<{ state: string; restore_at: Date | null }>(
        'select state, restore_at from position_action order by id',
      )
    ).rows,
  ).toEqual([
    { state: 'STOPPED', restore_at: null },
    { state: 'STOPPED', restore_at: null },
    { state: 'DONE', restore_at: null },
  ])
  await endOthers()
  expect(await settleRestored(pool, services.secrets)).toMatchObject({
    sessions: 0,
    webhooks: 0,
    schedules: 0,
    actions: 0,
  })
  await close()
  onTestFinished(() => app.stop())
})

test('no table that stays keeps a row of a table that passes from being deleted', async ({ onTestFinished }) => {
  const database = await createEmptyDatabase()
  const { db, close } = connect(database.url, () => undefined, 2)
  onTestFinished(async () => {
    await close()
    await database.drop()
  })
  await migrate(db)
  const { rows } = await sql<{ child: string; parent: string }>`
    select format('%s.%s', cn.nspname, c.relname) as child, format('%s.%s', pn.nspname, p.relname) as parent
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace cn on cn.oid = c.relnamespace
      join pg_class p on p.oid = f.confrelid join pg_namespace pn on pn.oid = p.relnamespace
    where f.contype = 'f' and f.confdeltype not in ('c', 'n')`.execute(db)
  expect(rows.filter(({ parent }) => passing.has(parent))).toEqual([])
})
