// What `npm run restore` does by itself, for a database that PostgreSQL's own means have set back (point-in-time
// recovery, a copy of the server): ends what passes, pauses what would act on its own, and counts what its operator
// has to compare with the outside world. Source: docs/point-in-time-recovery.md.
import type { Pool, PoolClient } from 'pg'
import type { SecretBox } from '../kernel/secret.ts'
import { BackupRefusal } from './backup-refusal.ts'
import { pauseRestored, type PausedParts } from './pause-restored.ts'
import { listTables, passing, quoted } from './table-list.ts'
import { readKeyIds } from './take-backup.ts'

export interface Settled extends PausedParts {
  readonly sessions: number
  /** Orders without a known answer: the jobs search for them at the brokerage before anything is sent. */
  readonly ordersInDoubt: number
  readonly transfersUnderWay: number
  /** They waited then, and may have been sent since. */
  readonly messagesWaiting: number
}

/** Unlike a backup, the database itself still has the ballots of open secret votes, so these votes go on. */
const stays = new Set(['public.fund_secret_ballot', 'public.fund_vote_key'])

/**
 * All in one transaction; a second run finds nothing left to do. Throws BackupRefusal, with nothing changed, while
 * other processes work on the database, or when no listed key opens its secrets.
 */
export async function settleRestored(pool: Pool, secrets: Pick<SecretBox, 'hasKey'>): Promise<Settled> {
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query('begin')
    await refuseOtherProcesses(client)
    const tables = await listTables(client)
    const keys = await readKeyIds(client, tables)
    if (keys.some((id) => !secrets.hasKey(id)))
      throw new BackupRefusal(
        'Broker accesses and bank numbers in this database are sealed with a key that is not listed. Add the key of ' +
          'that time to CLUBFOLIO_SECRET_KEY and run this again. Nothing was changed.',
      )
    const { rows: sessions } = await client.query<{ count: number }>('select count(*)::int as count from session')
    // Rows that refer to them are deleted with them or lose the reference, see the test.
    for (const table of tables) {
      const name = `${table.schema}.${table.name}`
      if (passing.has(name) && !stays.has(name)) await client.query(`delete from ${quoted(table)}`)
    }
    const paused = await pauseRestored(client)
    const { rows: open } = await client.query<
      Pick<Settled, 'ordersInDoubt' | 'transfersUnderWay' | 'messagesWaiting'>
    >(`
      select (select count(*) from order_request where state in ('NEW', 'SENDING', 'UNKNOWN'))::int as "ordersInDoubt",
        (select count(*) from fund_funding where state = 'waiting')::int as "transfersUnderWay",
        (select count(*) from outgoing_message where state = 'WAITING')::int as "messagesWaiting"`)
    await client.query('commit')
    isDone = true
    return { sessions: sessions[0]!.count, ...paused, ...open[0]! }
  } finally {
    if (!isDone) await client.query('rollback').catch(() => undefined)
    client.release(!isDone)
  }
}

/** A guard against a forgotten process, not a lock: every process keeps connections of these names. */
async function refuseOtherProcesses(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from pg_stat_activity where datname = current_database() ' +
      "and pid <> pg_backend_pid() and application_name in ('clubfolio', 'clubfolio bell', 'clubfolio health')",
  )
  if (rows[0]!.count === 0) return
  throw new BackupRefusal(
    'Clubfolio is running on this database, and its processes remember the books of before the restore. Stop them ' +
      'all, run this again, and start them afterwards. Nothing was changed.',
  )
}

/** Returns what was done and what is left to compare, one line each. */
export function describeSettled(settled: Settled): string {
  const { sessions, webhooks, schedules, actions, ordersInDoubt, transfersUnderWay, messagesWaiting } = settled
  return [
    `${counted(sessions, 'session')} ended: all users sign in, make API tokens and switch web push on again.`,
    `${counted(webhooks, 'webhook')} paused. Their owners check the address and resume them.`,
    `${counted(schedules, 'report schedule')} paused. Their owners check the recipients and resume them.`,
    `${counted(actions, 'action')} on positions stopped. Their owners compare the orders and continue or dismiss them.`,
    `${counted(ordersInDoubt, 'order request')} without a known answer: the jobs search for them at the brokerage.`,
    `${counted(transfersUnderWay, 'transfer')} not settled: compare with the bank before the jobs run.`,
    `${counted(messagesWaiting, 'message')} waiting: they are sent now, also if they were sent before.`,
    'Orders, fills and payments of after the moment come back with the next reading of each account. Entries, members,',
    'rules and settings of after it do not: compare with mails, statements and receipts.',
  ].join('\n')
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
