// The demonstration's alert rules and their firings over its year: the rules are created a year ago and evaluated close
// by close through the same use cases as a user's, so that the history is what the simulated market really did.
import type { AskedAlertRule } from '@clubfolio/contract'
import { isSession, previousSession, sessionHours, type MarketDay, marketDayAt } from '@clubfolio/domain'
import type { BasisCache } from '../features/alert-rule/instrument-basis.ts'
import { createRule } from '../features/alert-rule/save-rule.ts'
import { watchInstrumentRules } from '../features/alert-rule/watch-instruments.ts'
import { ManualClock } from '../kernel/clock.ts'
import { inTransaction } from '../kernel/transaction.ts'
import type { Services } from '../services.ts'
import { demonstrationManager } from './seed-demonstration.ts'

const lookedBackSessions = 250
/** Firings within the last day would appear in the alert bar of a freshly started product. */
const endedSessionsAgo = 3
/** Before the close, while the day's prices still show. */
const beforeCloseMs = 60_000
const leftUnread = 3

/** Runs once, when the demonstration's club was created. */
export async function seedAlerts(services: Services): Promise<void> {
  const { db, clock } = services
  const manager = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', demonstrationManager)
    .executeTakeFirst()
  const account =
    manager &&
    (await db
      .selectFrom('account')
      .select('id')
      .where('owner_id', '=', manager.id)
      .where('is_default', '=', true)
      .executeTakeFirst())
  if (!manager || !account) return
  const companies = await findCompanies(services)
  const past = new ManualClock(clock.nowMs())
  const then: Services = { ...services, clock: past }
  const days = sessionsBack(marketDayAt(clock.nowMs()))
  past.set(lookAt(days[0]!))
  for (const rule of instrumentRules(companies)) await make(then, manager.id, rule)
  const cache: BasisCache = new Map()
  for (const day of days) {
    past.set(lookAt(day))
    // One evaluation per day, at its last prices.
    await db.updateTable('alert_turn').set({ looked_until: null }).where('name', '=', 'INSTRUMENT').execute()
    await watchInstrumentRules(then, cache)
  }
  for (const rule of accountRules(account.id)) await make(services, manager.id, rule)
  await readOldNews(services, manager.id)
}

const make = (services: Services, ownerId: string, rule: AskedAlertRule) =>
  inTransaction(services.db, (trx) => createRule(services, trx, ownerId, rule))

/** The most traded ones, as on the demonstration's watchlists. */
async function findCompanies({ db }: Services): Promise<string[]> {
  const rows = await db
    .selectFrom('instrument_stat as s')
    .innerJoin('market_source as m', (join) => join.onRef('m.source', '=', 's.source').on('m.is_active', '=', true))
    .innerJoin('instrument as i', 'i.id', 's.instrument_id')
    .select('s.code')
    .where('i.asset_type', '=', 'EQUITY')
    .where('s.bar_count', '>', 2 * lookedBackSessions)
    .orderBy('s.average_volume', 'desc')
    .orderBy('s.code')
    .limit(3)
    .execute()
  return rows.map(({ code }) => code)
}

const about = (
  code: string,
  terms: AskedAlertRule['terms'],
  changes: Partial<AskedAlertRule> = {},
): AskedAlertRule => ({ terms, code, accountId: null, note: '', isRepeating: true, expiresOn: null, ...changes })

function instrumentRules([first, second, third]: readonly string[]): AskedAlertRule[] {
  return [
    about('SPY', { kind: 'EXTREME', side: 'HIGH' }, { note: 'The yardstick of the fund.' }),
    about(
      'SPY',
      { kind: 'MOVE', direction: 'DOWN', percent: '2', against: 'PREVIOUS_CLOSE', price: null },
      { note: 'Look at every stop.' },
    ),
    ...(first === undefined
      ? []
      : [about(first, { kind: 'MOVE', direction: 'EITHER', percent: '6', against: 'PREVIOUS_CLOSE', price: null })]),
    ...(second === undefined
      ? []
      : [
          about(
            second,
            { kind: 'LEVEL', side: 'RESISTANCE', price: null },
            { isRepeating: false, note: 'Enter on the break.' },
          ),
        ]),
    ...(third === undefined
      ? []
      : [about(third, { kind: 'MOVE', direction: 'UP', percent: '15', against: 'MONTH', price: null })]),
  ]
}

const accountRules = (accountId: string): AskedAlertRule[] =>
  [
    { kind: 'UNPROTECTED' } as const,
    { kind: 'DRAWDOWN', percent: '10' } as const,
    { kind: 'ACCESS', days: 3 } as const,
  ].map((terms) => ({ terms, code: null, accountId, note: '', isRepeating: true, expiresOn: null }))

/** Oldest first. */
function sessionsBack(today: MarketDay): MarketDay[] {
  const days: MarketDay[] = []
  let day = isSession(today) ? today : previousSession(today)
  for (let back = 0; back <= lookedBackSessions; back++) {
    if (back >= endedSessionsAgo) days.unshift(day)
    day = previousSession(day)
  }
  return days
}

const lookAt = (day: MarketDay): number => sessionHours(day)!.closeMs - beforeCloseMs

/** Marks all but a few messages as read, as a manager would have. No mails are sent for events of a year ago. */
async function readOldNews({ db, clock }: Services, userId: string): Promise<void> {
  const now = new Date(clock.nowMs())
  const fresh = db
    .selectFrom('notification')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('position', 'desc')
    .limit(leftUnread)
  await db
    .updateTable('notification')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', 'ALERT_FIRED')
    .where('id', 'not in', fresh)
    .execute()
  await db
    .updateTable('alert')
    .set({ resolved_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', 'RULE_FIRED')
    .where('resolved_at', 'is', null)
    .execute()
}
