// The schedule that mails a fund's statements, as its owner sets it, and what became of the last periods.
import { Refusal, type FundBooks, type StatementTiming } from '@clubfolio/contract'
import type { EpochMs } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { finishChange, lockBooks, type BooksCall } from '../book/change-books.ts'
import { memberNameSql } from '../member/member-name.ts'
import { followingStatementDue, nextStatementDue, statementPeriodAt } from './statement-due.ts'

const mostRuns = 12

/** Sets the schedule; null turns it off. Throws `accountDisabled` for an account that is not read. */
export async function scheduleStatements(call: BooksCall, timing: StatementTiming | null): Promise<void> {
  const { services, trx, accountId } = call
  const fund = await lockBooks(call)
  const before = await trx
    .selectFrom('fund_statement_schedule')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (timing === null) await trx.deleteFrom('fund_statement_schedule').where('account_id', '=', accountId).execute()
  else {
    if (!fund.account.isActive) throw new Refusal('accountDisabled', { number: fund.account.number })
    const nowMs = services.clock.nowMs()
    // Statements that wait keep waiting: a new day or hour applies from the next period on.
    const isWaiting = before !== undefined && before.frequency === timing.frequency && before.due_at.getTime() <= nowMs
    const dueAt = isWaiting ? before.due_at : new Date(await firstDue(call, timing))
    const row = {
      frequency: timing.frequency,
      month_day: timing.monthDay,
      hour: timing.hour,
      due_at: dueAt,
      next_at: isWaiting ? before.next_at : dueAt,
      held_because: isWaiting ? before.held_because : null,
    }
    await trx
      .insertInto('fund_statement_schedule')
      .values({ account_id: accountId, ...row })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
      .execute()
  }
  await finishChange(call, fund, {
    action: 'statements.schedule',
    before: before ? timingOf(before) : null,
    after: timing,
  })
}

/** Returns the first due time that is about a period which was not mailed yet. */
async function firstDue({ services, trx, accountId }: BooksCall, timing: StatementTiming): Promise<EpochMs> {
  const last = await trx
    .selectFrom('fund_statement_run')
    .select((eb) => eb.fn.max('to_day').as('to'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const mailedUntil = last?.to ?? ''
  const isMailed = (dueMs: EpochMs): boolean => statementPeriodAt(timing.frequency, dueMs).to <= mailedUntil
  let due = nextStatementDue(timing, services.clock.nowMs())
  while (isMailed(due)) due = followingStatementDue(timing, due)
  return due
}

const timingOf = ({
  frequency,
  month_day: monthDay,
  hour,
}: {
  readonly frequency: StatementTiming['frequency']
  readonly month_day: number
  readonly hour: number
}): StatementTiming => ({ frequency, monthDay, hour })

/** Returns the schedule with its last twelve periods, newest first; null while it is off. */
export async function readStatementSchedule(db: Db, accountId: string): Promise<FundBooks['statements']> {
  const row = await db
    .selectFrom('fund_statement_schedule')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) return null
  const runs = await db
    .selectFrom('fund_statement_run')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('to_day', 'desc')
    .orderBy('from_day', 'desc')
    .limit(mostRuns)
    .execute()
  const mails = await readMails(db, accountId, runs.at(-1)?.to_day)
  const names = await readNames(db, [...new Set(runs.flatMap((run) => run.without_address))])
  return {
    timing: timingOf(row),
    nextAt: row.due_at.getTime(),
    held: row.held_because,
    runs: runs.map((run) => {
      const own = mails.filter((mail) => mail.from_day === run.from_day && mail.to_day === run.to_day)
      const mailed = new Set(own.map((mail) => mail.member_id))
      const count = (state: string) => own.filter((mail) => mail.state === state).length
      return {
        from: run.from_day,
        to: run.to_day,
        at: run.ordered_at.getTime(),
        sent: count('sent'),
        opened: own.filter((mail) => mail.opened_at !== null).length,
        waiting: count('waiting'),
        failed: count('failed'),
        notes: [
          ...(run.missed_because !== null && own.length === 0 ? [`Not mailed. ${run.missed_because}`] : []),
          ...own.filter((mail) => mail.state === 'failed').map((mail) => `${mail.name}: ${mail.reason ?? ''}`),
          ...run.without_address
            .filter((id) => !mailed.has(id))
            .map((id) => `${names.get(id) ?? 'A former member'} has no e-mail address.`),
        ],
      }
    }),
  }
}

/** Returns one mail per member and period: the one that was sent or waits, otherwise the last that failed. */
async function readMails(db: Db, accountId: string, since: string | undefined) {
  if (since === undefined) return []
  return db
    .selectFrom('fund_statement_mail as s')
    .innerJoin('member as m', 'm.id', 's.member_id')
    .distinctOn(['s.from_day', 's.to_day', 's.member_id'])
    .select(['s.from_day', 's.to_day', 's.member_id', 's.state', 's.reason', 's.opened_at'])
    .select(memberNameSql('m').as('name'))
    .where('s.account_id', '=', accountId)
    .where('s.to_day', '>=', since)
    .orderBy('s.from_day')
    .orderBy('s.to_day')
    .orderBy('s.member_id')
    .orderBy(sql`s.state = 'failed'`)
    .orderBy('s.requested_at', 'desc')
    .execute()
}

async function readNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('member')
    .select(['id', memberNameSql().as('name')])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}
