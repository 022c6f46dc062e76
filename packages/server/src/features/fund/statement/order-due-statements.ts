// Orders the statements of the funds whose schedule is due. The fund is locked while its schedule is examined, and the
// run, the mails and the next time are written in one transaction: however many workers look, or die, a member's
// statement of a period is ordered once. Statements wait until the books of their period are closed, and later periods
// wait behind them, because each is about days of its own.
import { maskNumber, toEpochMs, toMarketDay, type EpochMs, type MarketDay } from '@clubfolio/domain'
import { sql, type Selectable } from 'kysely'
import type { FundTables } from '../../../db/tables/fund-tables.ts'
import { inTransaction, type Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { isBackingOff, runRows } from '../../job/run-rows.ts'
import { recordNotification } from '../../notification/record-notification.ts'
import { readAnyFund } from '../book/load-fund.ts'
import { concernedBy, orderStatements } from './order-statements.ts'
import { followingStatementDue, statementPeriodAt } from './statement-due.ts'
import { findObstacle, type Obstacle } from './statement-obstacle.ts'

const atATime = 200
const lookAgainMs = 15 * 60_000
const mostNamed = 10

type Schedule = Selectable<FundTables['fund_statement_schedule']>

interface DueFund {
  readonly accountId: string
  readonly ownerId: string
  readonly number: string
  readonly marketSource: string
}

interface Period {
  readonly from: string
  readonly to: string
}

/** Returns the number of schedules that were due. */
export async function orderDueStatements(services: Services): Promise<number> {
  const due = await services.db
    .selectFrom('fund_statement_schedule as s')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .innerJoin('app_user as u', 'u.id', 'a.owner_id')
    .select(['s.account_id as accountId', 'a.owner_id as ownerId', 'a.number', 'a.market_source as marketSource'])
    .where('s.next_at', '<=', new Date(services.clock.nowMs()))
    .where('a.is_active', '=', true)
    .where('u.status', '=', 'ACTIVE')
    .where((eb) => eb.not(isBackingOff('order-statements', sql`s.account_id::text`, services.clock)))
    .orderBy('s.next_at')
    .limit(atATime)
    .execute()
  await runRows(services, 'order-statements', due, {
    describe: ({ accountId: id, ownerId, number }) => ({
      id,
      ownerId,
      name: `Scheduled statements of account ${maskNumber(number)}`,
    }),
    work: (fund) => inTransaction(services.db, (trx) => takeTurn(services, trx, fund)),
  })
  return due.length
}

async function takeTurn(services: Services, trx: Trx, fund: DueFund): Promise<void> {
  const nowMs = services.clock.nowMs()
  const { accountId } = fund
  // A change of the schedule locks the fund first, too.
  const locked = await trx
    .selectFrom('fund')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!locked) return
  const schedule = await trx
    .selectFrom('fund_statement_schedule')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('next_at', '<=', new Date(nowMs))
    .forUpdate()
    .executeTakeFirst()
  if (!schedule) return
  const dueMs = toEpochMs(schedule.due_at.getTime())
  const nextMs = followingStatementDue({ ...schedule, monthDay: schedule.month_day }, dueMs)
  const { day: today } = await accountMarketTime(trx, services.clock, fund.marketSource)
  const state = await stateOfBooks(trx, accountId, today)
  // Nothing has changed since they were held: the same obstacle is still there.
  const isSameObstacle = state !== null && schedule.held_under === state
  const held =
    isSameObstacle && schedule.held_because !== null
      ? schedule.held_because
      : await mailPeriod(services, trx, { fund, schedule, dueMs, today })
  await trx
    .updateTable('fund_statement_schedule')
    .set(
      held === undefined
        ? { due_at: new Date(nextMs), next_at: new Date(nextMs), held_because: null, held_under: null }
        : { next_at: new Date(nowMs + lookAgainMs), held_because: held, held_under: state },
    )
    .where('account_id', '=', accountId)
    .execute()
}

/**
 * Returns what an obstacle follows from, as text; null for books without a version. It is read before the books, so it
 * is never newer than what was found in them.
 */
async function stateOfBooks(trx: Trx, accountId: string, today: MarketDay): Promise<string | null> {
  const row = await trx
    .selectFrom('fund_version')
    .select('version')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? `${row.version} ${today}` : null
}

interface Turn {
  readonly fund: DueFund
  readonly schedule: Schedule
  readonly dueMs: EpochMs
  /** The account's market day. */
  readonly today: MarketDay
}

/** Orders the statements of the period, or returns what keeps them waiting. */
async function mailPeriod(
  services: Services,
  trx: Trx,
  { fund: { accountId, ownerId }, schedule, dueMs, today }: Turn,
): Promise<string | undefined> {
  const { clock } = services
  const fund = await readAnyFund(services, accountId)
  const { opening } = fund.records
  const over = statementPeriodAt(schedule.frequency, dueMs)
  if (over.to < opening.day) return undefined
  const period = { from: over.from > opening.day ? over.from : opening.day, to: over.to }
  const obstacle = findObstacle(fund, toMarketDay(period.to), today)
  if (obstacle !== undefined) {
    await tellHeld(trx, services, { accountId, ownerId, period, obstacle })
    return obstacle.text
  }
  const run = await trx
    .insertInto('fund_statement_run')
    .values({
      account_id: accountId,
      from_day: period.from,
      to_day: period.to,
      ordered_at: new Date(clock.nowMs()),
      missed_because: null,
      without_address: [],
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst()
  if (!run) return undefined
  const { ordered, skipped } = await orderStatements(trx, clock, {
    accountId,
    ownerId,
    memberIds: concernedBy(fund.replay, period.from, period.to),
    ...period,
    audit: { actorId: null },
  })
  const without = skipped.filter(({ because }) => because === 'no-email')
  if (without.length > 0)
    await trx
      .updateTable('fund_statement_run')
      .set({ without_address: without.map(({ memberId }) => memberId) })
      .where('account_id', '=', accountId)
      .where('from_day', '=', period.from)
      .where('to_day', '=', period.to)
      .execute()
  const isOne = ordered.length === 1
  const sent = `${ordered.length} ${isOne ? 'statement' : 'statements'} for ${period.from} to ${period.to}`
  const names = formatNames(without.map(({ name }) => name))
  await tell(trx, services, {
    ownerId,
    key: `statements ${accountId} ${period.from} ${period.to} ordered`,
    title: 'Statements mailed by schedule',
    text:
      `${sent} ${isOne ? 'is on its way' : 'are on their way'}.` +
      (without.length > 0 ? ` No statement for lack of an e-mail address: ${names}.` : ''),
  })
  return undefined
}

interface Held {
  readonly accountId: string
  readonly ownerId: string
  readonly period: Period
  readonly obstacle: Obstacle
}

/** Each obstacle is reported once. */
const tellHeld = (
  trx: Trx,
  services: Services,
  { accountId, ownerId, period: { from, to }, obstacle }: Held,
): Promise<void> =>
  tell(trx, services, {
    ownerId,
    key: `statements ${accountId} ${from} ${to} held ${obstacle.name}`,
    title: 'Statements wait',
    text:
      `The scheduled statements for ${from} to ${to} wait for the period to be closed. ${obstacle.text} They are ` +
      'mailed when the books are closed, or you mail them yourself.',
  })

interface Notice {
  readonly ownerId: string
  readonly key: string
  readonly title: string
  readonly text: string
}

async function tell(trx: Trx, { clock }: Services, { ownerId: userId, ...notice }: Notice): Promise<void> {
  await recordNotification(trx, clock, { userId, kind: 'STATEMENT_READY', link: '/account-mapping', ...notice })
}

/** Lists names, and counts those beyond the tenth: "Ann Keller, Sam Silent and 3 more". */
function formatNames(names: readonly string[]): string {
  const named = names.slice(0, mostNamed).join(', ')
  return names.length > mostNamed ? `${named} and ${names.length - mostNamed} more` : named
}
