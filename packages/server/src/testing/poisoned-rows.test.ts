// Every job with one poisoned row among a hundred: the ninety-nine others are done in the same turn, the poisoned one
// is retried at growing intervals until it is given up, and its owner and the administrators are notified once. A step
// of a job without a case here fails.
import { readdirSync } from 'node:fs'
import { toCents } from '@clubfolio/domain'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createBrokers } from '../adapters/broker/brokers.ts'
import { reportAccess } from '../features/account-reading/report-access.ts'
import { watchAccountRules } from '../features/alert-rule/watch-accounts.ts'
import { watchInstrumentRules } from '../features/alert-rule/watch-instruments.ts'
import { expireApprovals } from '../features/fund/approval/expire-approvals.ts'
import { proposeCharges } from '../features/fund/approval/propose-charges.ts'
import { endLapsedRoles } from '../features/fund/role/leave-fund.ts'
import { checkFunds } from '../features/fund/check/check-funds.ts'
import { rowJobs, type RowJobName } from '../features/job/row-jobs.ts'
import { refreshTrades } from '../features/journal/refresh-trades.ts'
import { importPrices } from '../features/market/bring-in-prices.ts'
import { fillSimulatedMarket } from '../features/market/fill-simulated-market.ts'
import { writeFormingDay } from '../features/market/write-forming-day.ts'
import { deliverMessages } from '../features/notification-delivery/send-messages.ts'
import { recordNotification } from '../features/notification/record-notification.ts'
import { computeDueLevels } from '../features/opportunity/compute-due-levels.ts'
import { runDueScreens } from '../features/screener/run-due-screens.ts'
import { endLostTasks } from '../features/task/end-lost-tasks.ts'
import { syncDueAccounts } from '../jobs/account-sync-job.ts'
import { runJournalUpkeep } from '../jobs/journal-job.ts'
import { runFundUpkeep } from '../jobs/fund-job.ts'
import { runOrderTurn } from '../jobs/order-job.ts'
import { runReportUpkeep } from '../jobs/report-job.ts'
import { runSignInUpkeep } from '../jobs/sign-in-upkeep-job.ts'
import { deliverWebPush } from '../features/web-push/send-web-push.ts'
import { deliverWebhooks } from '../features/webhook-delivery/deliver-webhooks.ts'
import { newId } from '../kernel/id.ts'
import { makeMember } from './factories.ts'
import {
  hundred,
  makeAccounts,
  makeActions,
  makeApprovals,
  makeFunds,
  makeLapsedRoles,
  makeMarket,
  makeOrders,
  makePeople,
  makeRequests,
  makeTraded,
  times,
} from './poisoned-rows/hundred-rows.ts'
import { poison, removePoison } from './poisoned-rows/poison.ts'
import { makeStandIns, type StandIns } from './poisoned-rows/stand-ins.ts'
import { giveWebPush } from './web-pushes.ts'
import { giveWebhook } from './webhooks.ts'
import { startTestApp, testStartMs, type TestApp, type TestUser } from './test-app.ts'

interface Case {
  /** Creates the hundred rows and returns their ids, as the job names them. */
  prepare(): Promise<readonly string[]>
  poison(id: string): Promise<void>
  turn(): Promise<unknown>
  /** Returns the ids of those that were done. */
  done(ids: readonly string[]): Promise<readonly string[]>
}

/** A plan of monthly dues of one member in each of these funds, from today on; it has the id of its fund. */
async function makeDuePlans(accountIds: readonly string[], reminds = true) {
  const member_id = await makeMember(manager, 'Mia')
  const plans = accountIds.map((account_id) => ({
    account_id,
    id: account_id,
    member_id,
    amount_cents: toCents(5_000n),
    rhythm: 'MONTHLY' as const,
    first_day: '2026-03-04',
    last_day: null,
    reminds,
    description: 'Dues',
    recorded_at: nowDate(),
    recorded_by: manager.user.id,
  }))
  await app.services.db.insertInto('fund_due_plan').values(plans).execute()
  return plans
}

const symbols = times((index) => `P${index}`)

let app: TestApp
let outside: StandIns
let manager: TestUser
let administrator: TestUser
let instrumentIds: readonly string[]

beforeAll(async () => {
  app = await startTestApp({
    environment: {
      CLUBFOLIO_MARKET_INSTRUMENTS: String(hundred + 1),
      CLUBFOLIO_YAHOO_SYMBOLS: symbols.join(','),
      ALPACA_SYMBOLS: symbols.join(','),
      ALPACA_DATA_KEY_ID: 'PK1',
      ALPACA_DATA_SECRET_KEY: 'S1',
    },
    replace: (base) => {
      outside = makeStandIns(base.brokers.toLink())
      return {
        brokers: createBrokers([outside.broker]),
        mail: outside.mail,
        outbound: {
          check: () => undefined,
          post: async () => ({ status: 200, retryAfter: undefined, head: '', isCut: false }),
          get: async () => ({ status: 404, retryAfter: undefined, head: '', isCut: false }),
        },
        yahoo: outside.prices,
        alpacaPrices: outside.prices,
      }
    },
  })
  manager = await app.signUp(['MANAGERS'])
  administrator = await app.signUp(['ADMINISTRATORS'])
  // The forming day is the next one to be stored.
  instrumentIds = await makeMarket(app, '2026-01-20', '2026-03-03')
})
afterAll(() => app.stop())

afterEach(async () => {
  const { db } = app.services
  await removePoison(db)
  outside.poisoned = undefined
  app.clock.set(testStartMs)
  await db.updateTable('account').set({ is_active: false }).execute()
  await db.deleteFrom('job_failure').execute()
  await db.deleteFrom('alert_rule').execute()
  await db.deleteFrom('level_due').execute()
  await db.deleteFrom('account_transaction').execute()
  await db.deleteFrom('journal_trade').execute()
  await sql`truncate notification, notification_delivery, outgoing_message cascade`.execute(db)
})

const nowDate = () => new Date(app.clock.nowMs())
const ids = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id)
const request = JSON.stringify({ filter: [], column: null, orderBy: null, direction: null })
/** Returns the rows for which a condition holds; both are SQL of this file. */
const where = async (table: string, id: string, condition: string): Promise<string[]> =>
  ids(
    (
      await sql
        .raw<{ id: string }>(`select ${id}::text as id from ${table} where ${condition}`)
        .execute(app.services.db)
    ).rows,
  )

async function makeRules(fields: {
  source?: 'simulated'
  code?: string
  account_id?: string
  expires_on?: string
  terms: string
}): Promise<string[]> {
  const rows = times(() => newId(app.clock))
  const { source = null, code = null, account_id = null, expires_on = null, terms } = fields
  await app.services.db
    .insertInto('alert_rule')
    .values(
      rows.map((id) => ({
        id,
        owner_id: manager.user.id,
        source,
        code,
        code_key: code,
        account_id,
        terms,
        note: '',
        is_repeating: true,
        expires_on,
        state: 'NEW' as const,
        set_day: null,
        set_at: nowDate(),
        created_at: nowDate(),
        last_fired_at: null,
      })),
    )
    .execute()
  return rows
}

async function makeRuns(fields: {
  state: 'WAITING' | 'DONE'
  ended_at: Date | null
  ownerId: string
}): Promise<string[]> {
  const rows = times(() => newId(app.clock))
  await app.services.db
    .insertInto('report_run')
    .values(
      rows.map((id) => ({
        id,
        owner_id: fields.ownerId,
        kind: 'DOWNLOAD' as const,
        schedule_id: null,
        due_at: null,
        report: 'transactions',
        name: 'Transactions',
        request,
        formats: ['csv' as const],
        comment: '',
        state: fields.state,
        reason: null,
        next_at: nowDate(),
        row_count: null,
        percent: null,
        requested_at: nowDate(),
        ended_at: fields.ended_at,
      })),
    )
    .execute()
  return rows
}

const inReach = (id: string): string => `new.id = '${id}'`

const cases: Readonly<Record<RowJobName, Case>> = {
  'read-account': {
    async prepare() {
      const rows = await makeAccounts(app, manager)
      await app.services.db
        .updateTable('account_sync')
        .set({ next_at: nowDate() })
        .where('account_id', 'in', rows)
        .execute()
      return rows
    },
    poison: (id) => poison(app.services.db, 'account', 'update', inReach(id)),
    turn: () => syncDueAccounts(app.services),
    done: () => where('account_sync', 'account_id', 'transactions_through is not null'),
  },
  'report-access': {
    async prepare() {
      const rows = await makeAccounts(app, manager)
      await app.services.db.updateTable('broker_login').set({ refresh_expires_at: nowDate() }).execute()
      return rows.map((id) => `access ${id}`)
    },
    poison: (id) => poison(app.services.db, 'alert', 'insert', `new.key = '${id}'`),
    turn: () => reportAccess(app.services),
    done: () => where('alert', 'key', `kind = 'ACCESS_LAPSING' and resolved_at is null`),
  },
  'watch-instrument-rule': {
    async prepare() {
      const { code } = await app.services.db
        .selectFrom('instrument')
        .select('code')
        .where('id', '=', instrumentIds[0]!)
        .executeTakeFirstOrThrow()
      return makeRules({
        source: 'simulated',
        code,
        terms: JSON.stringify({ kind: 'PRICE', direction: 'ABOVE', price: '0.01' }),
      })
    },
    poison: (id) => poison(app.services.db, 'alert_rule', 'update', inReach(id)),
    turn: () => watchInstrumentRules(app.services, new Map()),
    done: () => where('alert_rule', 'id', `state <> 'NEW'`),
  },
  'watch-account-rule': {
    async prepare() {
      const [account] = await makeAccounts(app, manager, 1)
      return makeRules({ account_id: account!, terms: JSON.stringify({ kind: 'DRAWDOWN', percent: '5' }) })
    },
    // Breaks before anything is written.
    poison: async (id) =>
      void (await app.services.db.updateTable('alert_rule').set({ terms: 'null' }).where('id', '=', id).execute()),
    turn: () => watchAccountRules(app.services),
    done: () => where('alert_rule', 'id', `state <> 'NEW'`),
  },
  'end-alert-rule': {
    async prepare() {
      const [account] = await makeAccounts(app, manager, 1)
      return makeRules({
        account_id: account!,
        expires_on: '2026-03-01',
        terms: JSON.stringify({ kind: 'DRAWDOWN', percent: '5' }),
      })
    },
    poison: (id) => poison(app.services.db, 'alert_rule', 'update', `${inReach(id)} and new.state = 'EXPIRED'`),
    turn: () => watchAccountRules(app.services),
    done: () => where('alert_rule', 'id', `state = 'EXPIRED'`),
  },
  'write-forming-day': {
    prepare: async () => instrumentIds,
    poison: (id) => poison(app.services.db, 'forming_stat', 'insert', `new.instrument_id = '${id}'`),
    turn: () => writeFormingDay(app.services),
    done: () => where('forming_stat', 'instrument_id', 'true'),
  },
  'send-transfer': {
    async prepare() {
      const [account] = await makeAccounts(app, manager, 1)
      await makeFunds(app, [account!])
      const member = await makeMember(manager, 'Tom')
      const rows = times(() => newId(app.clock))
      const { db } = app.services
      await db
        .insertInto('fund_entry')
        .values(
          rows.map((id) => ({
            account_id: account!,
            id,
            member_id: member,
            kind: 'contribution' as const,
            day: '2026-03-03',
            amount_cents: 100n,
            is_active: true,
            funding: 'new-money' as const,
            bank_account_id: null,
            description: '',
            is_back_dated: false,
            recorded_at: nowDate(),
            recorded_by: manager.user.id,
          })),
        )
        .execute()
      await db
        .insertInto('fund_funding')
        .values(
          rows.map((entry_id) => ({
            entry_id,
            account_id: account!,
            state: 'waiting' as const,
            broker_id: null,
            reason: null,
            next_at: nowDate(),
            created_at: nowDate(),
          })),
        )
        .execute()
      return rows.map((id) => `${id} ENTRY`)
    },
    poison: async (id) => void (outside.poisoned = id.split(' ')[0]!),
    turn: () => runFundUpkeep(app.services),
    done: () => where('fund_funding', `entry_id::text || ' ' || purpose`, 'broker_id is not null'),
  },
  'order-statements': {
    async prepare() {
      const rows = await makeAccounts(app, manager)
      await makeFunds(app, rows)
      await app.services.db
        .insertInto('fund_statement_schedule')
        .values(
          rows.map((account_id) => ({
            account_id,
            frequency: 'MONTHLY' as const,
            month_day: 1,
            hour: 8,
            due_at: nowDate(),
            next_at: nowDate(),
            held_because: null,
          })),
        )
        .execute()
      return rows
    },
    poison: (id) => poison(app.services.db, 'fund_statement_schedule', 'update', `new.account_id = '${id}'`),
    turn: () => runFundUpkeep(app.services),
    done: () => where('fund_statement_schedule', 'account_id', `next_at > '${nowDate().toISOString()}'`),
  },
  'mail-statement': {
    async prepare() {
      const [account] = await makeAccounts(app, manager, 1)
      await makeFunds(app, [account!])
      const member = await makeMember(manager, 'Mia')
      const rows = times(() => newId(app.clock))
      await app.services.db
        .insertInto('fund_statement_mail')
        .values(
          rows.map((id) => ({
            account_id: account!,
            id,
            member_id: member,
            from_day: '2026-03-02',
            to_day: '2026-03-03',
            recipient: 'mia@example.test',
            state: 'waiting' as const,
            reason: null,
            attempts: 0,
            next_at: nowDate(),
            content: Buffer.from('%PDF'),
            requested_at: nowDate(),
            requested_by: manager.user.id,
            sent_at: null,
          })),
        )
        .execute()
      return rows
    },
    poison: (id) => poison(app.services.db, 'fund_statement_mail', 'update', inReach(id)),
    turn: () => runFundUpkeep(app.services),
    done: () => where('fund_statement_mail', 'id', `state = 'sent'`),
  },
  'remind-of-dues': {
    async prepare() {
      const rows = await makeAccounts(app, manager)
      await makeFunds(app, rows)
      await makeDuePlans(rows)
      return rows
    },
    poison: (id) => poison(app.services.db, 'fund_due_reminder', 'insert', `new.plan_id = '${id}'`),
    turn: () => runFundUpkeep(app.services),
    done: () =>
      where(
        'fund_due_plan',
        'account_id',
        'exists (select from fund_due_reminder r where r.plan_id = fund_due_plan.id)',
      ),
  },
  'mail-due-reminder': {
    async prepare() {
      const rows = await makeAccounts(app, manager)
      await makeFunds(app, rows)
      const plans = await makeDuePlans(rows, false)
      const reminders = plans.map(({ id: plan_id, member_id }) => ({
        id: newId(app.clock),
        plan_id,
        member_id,
        day: '2026-03-02',
        state: 'waiting' as const,
        recipient: 'mia@example.test',
        reason: null,
        next_at: nowDate(),
        created_at: nowDate(),
      }))
      await app.services.db.insertInto('fund_due_reminder').values(reminders).execute()
      return reminders.map(({ id }) => id)
    },
    poison: (id) => poison(app.services.db, 'fund_due_reminder', 'update', inReach(id)),
    turn: () => runFundUpkeep(app.services),
    done: () => where('fund_due_reminder', 'id', `state = 'sent'`),
  },
  'mail-announcement': {
    async prepare() {
      const [accountId] = await makeAccounts(app, manager)
      await makeFunds(app, [accountId!])
      const announcement = {
        account_id: accountId!,
        id: newId(app.clock),
        title: 'Annual meeting',
        text: 'It is on Friday.',
        members: hundred,
        posted_at: nowDate(),
        posted_by: manager.user.id,
        withdrawn_at: null,
        withdrawn_by: null,
        reason: null,
      }
      await app.services.db.insertInto('fund_announcement').values(announcement).execute()
      const mails = []
      for (let index = 0; index < hundred; index++)
        mails.push({
          id: newId(app.clock),
          announcement_id: announcement.id,
          member_id: await makeMember(manager, 'Mia', `Member${index}`),
          recipient: 'mia@example.test',
          state: 'waiting' as const,
          reason: null,
          next_at: nowDate(),
        })
      await app.services.db.insertInto('fund_announcement_mail').values(mails).execute()
      return mails.map(({ id }) => id)
    },
    poison: (id) => poison(app.services.db, 'fund_announcement_mail', 'update', inReach(id)),
    turn: () => runFundUpkeep(app.services),
    done: () => where('fund_announcement_mail', 'id', `state = 'sent'`),
  },
  'run-vote': {
    async prepare() {
      const [accountId] = await makeAccounts(app, manager)
      await makeFunds(app, [accountId!])
      const votes = times(() => ({
        account_id: accountId!,
        id: newId(app.clock),
        question: 'Shall we?',
        details: '',
        is_secret: false,
        by_units: false,
        record_day: '2026-03-02',
        last_day: '2026-03-03',
        opened_at: nowDate(),
        opened_by: manager.user.id,
        reminded_at: null,
        ended_at: null,
        ended_by: null,
        reason: null,
        voters: 1,
        cast_votes: null,
        cast_share: null,
      }))
      await app.services.db.insertInto('fund_vote').values(votes).execute()
      return votes.map(({ id }) => id)
    },
    poison: (id) => poison(app.services.db, 'fund_vote', 'update', inReach(id)),
    turn: () => runFundUpkeep(app.services),
    done: () => where('fund_vote', 'id', `state = 'ENDED'`),
  },
  'propose-charges': {
    async prepare() {
      const rows = await makeAccounts(app, manager)
      await makeFunds(app, rows)
      await app.services.db
        .insertInto('fund_fee_policy')
        .values(
          rows.map((account_id) => ({
            account_id,
            id: newId(app.clock),
            kind: 'management' as const,
            rate_millionths: 20_000n,
            hurdle_millionths: 0n,
            receiver_member_id: null,
            period: 'month' as const,
            own_rates: '{}',
            first_day: '2026-03-03',
            recorded_at: nowDate(),
            recorded_by: manager.user.id,
          })),
        )
        .execute()
      return rows
    },
    poison: (id) => poison(app.services.db, 'fund_fee_look', 'insert', `new.account_id = '${id}'`),
    turn: () => proposeCharges(app.services),
    done: () => where('fund_fee_look', 'account_id', 'true'),
  },
  'expire-approval': {
    async prepare() {
      const [accountId = ''] = await makeAccounts(app, manager, 1)
      await makeFunds(app, [accountId])
      return makeApprovals(app, manager, accountId)
    },
    poison: (id) => poison(app.services.db, 'fund_approval', 'update', `new.id = '${id}'`),
    turn: () => expireApprovals(app.services),
    done: () => where('fund_approval', 'id', `state = 'EXPIRED'`),
  },
  'end-role': {
    async prepare() {
      const rows = await makeAccounts(app, manager)
      await makeFunds(app, rows)
      return makeLapsedRoles(app, manager, rows)
    },
    poison: (id) => poison(app.services.db, 'fund_role', 'update', `new.id = '${id}'`),
    turn: () => endLapsedRoles(app.services),
    done: () => where('fund_role', 'id', 'ended_at is not null'),
  },
  'check-fund': {
    async prepare() {
      const rows = await makeAccounts(app, manager)
      await makeFunds(app, rows)
      return rows
    },
    poison: (id) => poison(app.services.db, 'fund_check', 'insert or update', `new.account_id = '${id}'`),
    // A turn takes 200 funds, and there are those of the cases before.
    turn: async () => {
      while ((await checkFunds(app.services)) > 0);
    },
    done: () => where('fund_check', 'account_id', 'true'),
  },
  'plan-messages': {
    async prepare() {
      const people = await makePeople(app, 'ACTIVE', nowDate())
      for (const userId of people)
        await recordNotification(app.services.db, app.clock, {
          userId,
          kind: 'ORDER_REJECTED',
          key: 'one',
          title: 'One',
          text: 'One.',
        })
      return people.map((id) => `${id} MAIL`)
    },
    poison: (id) => poison(app.services.db, 'outgoing_message', 'insert', `new.user_id = '${id.split(' ')[0]}'`),
    turn: () => deliverMessages(app.services),
    done: () => where('outgoing_message', `user_id::text || ' MAIL'`, `state = 'SENT'`),
  },
  'send-webhook': {
    async prepare() {
      const rows: string[] = []
      for (const userId of await makePeople(app, 'ACTIVE', nowDate()))
        rows.push((await giveWebhook(app, userId)).webhookDelivery)
      return rows
    },
    poison: (id) => poison(app.services.db, 'webhook_attempt', 'insert', `new.delivery_id = '${id}'`),
    turn: () => deliverWebhooks(app.services),
    done: () => where('webhook_delivery', 'id', `state = 'DELIVERED'`),
  },
  'send-web-push': {
    prepare: async () => {
      const rows: string[] = []
      for (const userId of await makePeople(app, 'ACTIVE', nowDate())) rows.push(await giveWebPush(app, userId))
      return rows
    },
    poison: (id) => poison(app.services.db, 'web_push_device', 'update', `new.id = '${id}'`),
    turn: () => deliverWebPush(app.services),
    done: () => where('web_push_delivery', 'id', `state = 'SENT'`),
  },
  'send-message': {
    async prepare() {
      const rows = times(() => newId(app.clock))
      const { db } = app.services
      await db
        .insertInto('outgoing_message')
        .values(
          rows.map((id) => ({
            id,
            user_id: manager.user.id,
            channel: 'MAIL' as const,
            state: 'WAITING' as const,
            planned_at: nowDate(),
            next_at: nowDate(),
            claimed_until: null,
            sent_at: null,
            reason: null,
          })),
        )
        .execute()
      await recordNotification(db, app.clock, {
        userId: manager.user.id,
        kind: 'ORDER_FILLED',
        key: 'one',
        title: 'One',
        text: 'One.',
      })
      for (const [index, id] of rows.entries()) {
        await recordNotification(db, app.clock, {
          userId: manager.user.id,
          kind: 'ORDER_REJECTED',
          key: `mail ${index}`,
          title: 'One',
          text: 'One.',
        })
        await db.updateTable('notification_delivery').set({ message_id: id }).where('message_id', 'is', null).execute()
      }
      return rows
    },
    poison: (id) =>
      poison(app.services.db, 'outgoing_message', 'update', `${inReach(id)} and new.attempts = old.attempts`),
    turn: () => deliverMessages(app.services),
    done: () => where('outgoing_message', 'id', `state = 'SENT'`),
  },
  'settle-request': {
    async prepare() {
      const [account] = await makeAccounts(app, manager, 1)
      return makeRequests(app, account!, `state = 'NEW'`)
    },
    poison: (id) => poison(app.services.db, 'order_request', 'update', `${inReach(id)} and new.state = 'NOT_PLACED'`),
    turn: () => runOrderTurn(app.services),
    done: () => where('order_request', 'id', `state = 'NOT_PLACED'`),
  },
  'settle-overlap': {
    async prepare() {
      const [account] = await makeAccounts(app, manager, 1)
      const rows = await makeRequests(
        app,
        account!,
        `kind = 'REPLACE', state = 'PLACED', broker_id = id::text, replaces_id = 'old', filled_before = 0, settled_at = created_at`,
      )
      await makeOrders(
        app,
        rows.map((brokerId) => ({ accountId: account!, brokerId })),
        'REJECTED',
      )
      return rows
    },
    poison: (id) =>
      poison(app.services.db, 'order_request', 'update', `${inReach(id)} and new.overlap_settled_at is not null`),
    turn: () => runOrderTurn(app.services),
    done: () => where('order_request', 'id', `overlap_settled_at is not null`),
  },
  'advance-action': {
    async prepare() {
      const [account] = await makeAccounts(app, manager, 1)
      return makeActions(app, account!)
    },
    poison: (id) => poison(app.services.db, 'position_action', 'update', `${inReach(id)} and new.state = 'DONE'`),
    turn: () => runOrderTurn(app.services),
    done: () => where('position_action', 'id', `state = 'DONE'`),
  },
  'read-orders': {
    async prepare() {
      const rows = await makeAccounts(app, manager)
      await makeOrders(
        app,
        rows.map((accountId) => ({ accountId, brokerId: accountId })),
        'WORKING',
      )
      outside.ordersRead.length = 0
      return rows
    },
    poison: async (id) => void (outside.poisoned = id),
    turn: () => runOrderTurn(app.services),
    done: async () => outside.ordersRead,
  },
  'place-held-exits': {
    async prepare() {
      const [account] = await makeAccounts(app, manager, 1)
      const rows = await makeRequests(app, account!, `state = 'REFUSED'`)
      await app.services.db
        .insertInto('held_exit')
        .values(
          rows.map((request_id) => ({
            account_id: account!,
            request_id,
            state: 'WAITING' as const,
            reason: null,
            claimed_until: null,
            next_at: nowDate(),
          })),
        )
        .execute()
      return rows
    },
    poison: (id) => poison(app.services.db, 'held_exit', 'update', `new.request_id = '${id}' and new.state = 'OVER'`),
    turn: () => runOrderTurn(app.services),
    done: () => where('held_exit', 'request_id', `state = 'OVER'`),
  },
  'divide-entry': {
    async prepare() {
      const [account] = await makeAccounts(app, manager, 1)
      // Nothing is sent for a disabled account: its rows are looked at and wait.
      await app.services.db.updateTable('account').set({ is_active: false }).where('id', '=', account!).execute()
      const rows = await makeRequests(app, account!, `state = 'REFUSED'`)
      await app.services.db
        .insertInto('entry_division')
        .values(
          rows.map((request_id) => ({
            account_id: account!,
            request_id,
            order_id: request_id,
            symbol: 'ACME',
            number: 1,
            state: 'WAITING' as const,
            next_at: nowDate(),
          })),
        )
        .execute()
      return rows
    },
    poison: (id) =>
      poison(app.services.db, 'entry_division', 'update', `new.request_id = '${id}' and new.claimed_until is null`),
    turn: () => runOrderTurn(app.services),
    done: () =>
      where('entry_division', 'request_id', `claimed_until is null and next_at > '${nowDate().toISOString()}'`),
  },
  'watch-cancel-price': {
    async prepare() {
      const [account] = await makeAccounts(app, manager, 1)
      const rows = await makeRequests(app, account!, `state = 'REFUSED'`)
      await app.services.db
        .insertInto('order_watch')
        .values(
          rows.map((request_id) => ({
            account_id: account!,
            request_id,
            symbol: 'AAPL',
            direction: 'LONG' as const,
            cancel_price: '10.00',
            state: 'WATCHING' as const,
            looked_until: nowDate(),
            touched_price: null,
            claimed_until: null,
            next_at: nowDate(),
          })),
        )
        .execute()
      return rows
    },
    poison: (id) => poison(app.services.db, 'order_watch', 'update', `new.request_id = '${id}' and new.state = 'OVER'`),
    turn: () => runOrderTurn(app.services),
    done: () => where('order_watch', 'request_id', `state = 'OVER'`),
  },
  'cancel-entries': {
    async prepare() {
      const rows = await makeAccounts(app, manager)
      await app.services.db
        .insertInto('order_limit_reached')
        .values(
          rows.map((account_id) => ({
            account_id,
            day: '2026-03-04',
            kind: 'dailyLoss' as const,
            reached_at: nowDate(),
            said: 'The account has lost $1,000.00 today.',
            loss_cents: toCents(100_000n),
            limit_cents: toCents(100_000n),
            entries: 'DUE' as const,
          })),
        )
        .execute()
      return rows
    },
    poison: (id) =>
      poison(
        app.services.db,
        'order_limit_reached',
        'update',
        `new.account_id = '${id}' and new.entries = 'CANCELLED'`,
      ),
    turn: () => runOrderTurn(app.services),
    done: () => where('order_limit_reached', 'account_id', `entries = 'CANCELLED'`),
  },
  'order-scheduled-report': {
    async prepare() {
      const rows = times(() => newId(app.clock))
      const people = await makePeople(app, 'CONFIRMATION', nowDate())
      await app.services.db
        .insertInto('report_schedule')
        .values(
          rows.map((id, index) => ({
            id,
            owner_id: index === 37 ? manager.user.id : people[index]!,
            name: 'Daily',
            report: 'transactions',
            report_name: 'Transactions',
            request,
            frequency: 'DAILY' as const,
            weekday: null,
            month_day: null,
            hour: 8,
            period: 'AS_CHOSEN' as const,
            formats: ['csv' as const],
            recipients: [],
            comment: '',
            is_paused: false,
            next_at: nowDate(),
            created_at: nowDate(),
          })),
        )
        .execute()
      return rows
    },
    poison: (id) => poison(app.services.db, 'report_schedule', 'update', inReach(id)),
    turn: () => runReportUpkeep(app.services),
    done: () => where('report_run', 'schedule_id', 'schedule_id is not null'),
  },
  'make-report': {
    // Runs of people who may not see reports: notifying them of that is all the work here.
    async prepare() {
      const [person] = await makePeople(app, 'ACTIVE', nowDate())
      return makeRuns({ state: 'WAITING', ended_at: null, ownerId: person! })
    },
    poison: (id) => poison(app.services.db, 'report_run', 'update', `${inReach(id)} and new.state <> 'RUNNING'`),
    turn: () => runReportUpkeep(app.services),
    done: () => where('report_run', 'id', `state = 'SKIPPED'`),
  },
  'make-pack': {
    // Packs ordered by somebody who may no longer read the fund: finding that out is all the work here.
    async prepare() {
      const accountIds = await makeAccounts(app, manager)
      await makeFunds(app, accountIds)
      const [person] = await makePeople(app, 'ACTIVE', nowDate())
      await app.services.db
        .insertInto('fund_pack')
        .values(
          accountIds.map((id) => ({
            id,
            account_id: id,
            year: 2026,
            state: 'WAITING' as const,
            reason: null,
            next_at: nowDate(),
            done: 0,
            total: 0,
            file_name: null,
            byte_count: null,
            sha256: null,
            requested_at: nowDate(),
            requested_by: person!,
            ended_at: null,
          })),
        )
        .execute()
      return accountIds
    },
    poison: (id) => poison(app.services.db, 'fund_pack', 'update', `${inReach(id)} and new.state <> 'RUNNING'`),
    turn: () => runReportUpkeep(app.services),
    done: () => where('fund_pack', 'id', `state = 'FAILED'`),
  },
  'forget-report': {
    prepare: () => makeRuns({ state: 'DONE', ended_at: new Date('2024-01-01T00:00:00Z'), ownerId: manager.user.id }),
    poison: (id) => poison(app.services.db, 'report_run', 'delete', `old.id = '${id}'`),
    turn: () => runReportUpkeep(app.services),
    async done(rows) {
      const left = new Set(await where('report_run', 'id', 'true'))
      return rows.filter((id) => !left.has(id))
    },
  },
  'compute-levels': {
    async prepare() {
      await app.services.db
        .insertInto('level_due')
        .values(instrumentIds.map((instrument_id) => ({ instrument_id })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return instrumentIds
    },
    poison: (id) => poison(app.services.db, 'level_day', 'insert', `new.instrument_id = '${id}'`),
    turn: () => computeDueLevels(app.services),
    done: () => where('level_day', 'distinct instrument_id', 'true'),
  },
  'derive-trades': {
    prepare: () => makeTraded(app, manager),
    poison: (id) => poison(app.services.db, 'journal_trade', 'insert', `new.account_id = '${id}'`),
    turn: () => runJournalUpkeep(app.services),
    done: () => where('journal_trade', 'account_id', 'true'),
  },
  'measure-trades': {
    async prepare() {
      const accounts = await makeTraded(app, manager)
      await refreshTrades(app.services, accounts)
      return accounts
    },
    poison: (id) =>
      poison(app.services.db, 'journal_trade', 'update', `new.account_id = '${id}' and new.measured_last is not null`),
    turn: () => runJournalUpkeep(app.services),
    done: () => where('journal_trade', 'account_id', 'measured_last is not null'),
  },
  'run-screen': {
    async prepare() {
      const rows = times(() => newId(app.clock))
      await app.services.db
        .insertInto('saved_screen')
        .values(
          rows.map((id, index) => ({
            id,
            owner_id: manager.user.id,
            name: `Screen ${index}`,
            criteria: JSON.stringify({ bounds: {}, averages: {}, assetTypes: [], sectors: [] }),
            is_daily: true,
            last_run_day: null,
            last_codes: null,
            saved_at: nowDate(),
          })),
        )
        .execute()
      return rows
    },
    poison: (id) => poison(app.services.db, 'saved_screen', 'update', inReach(id)),
    turn: () => runDueScreens(app.services),
    done: () => where('saved_screen', 'id', 'last_run_day is not null'),
  },
  'remove-unconfirmed': {
    prepare: () => makePeople(app, 'CONFIRMATION', new Date('2026-01-01T00:00:00Z')),
    poison: (id) => poison(app.services.db, 'app_user', 'delete', `old.id = '${id}'`),
    turn: () => runSignInUpkeep(app.services),
    async done(rows) {
      const left = new Set(await where('app_user', 'id', 'true'))
      return rows.filter((id) => !left.has(id))
    },
  },
  'fill-simulated-market': {
    async prepare() {
      app.clock.set(Date.parse('2026-03-05T01:00:00Z'))
      return ids(
        (
          await sql<{ id: string }>`select code as id from instrument where source = 'simulated'`.execute(
            app.services.db,
          )
        ).rows,
      )
    },
    async poison(code) {
      const { id } = await app.services.db
        .selectFrom('instrument')
        .select('id')
        .where('code', '=', code)
        .executeTakeFirstOrThrow()
      await poison(app.services.db, 'daily_bar', 'insert', `new.instrument_id = '${id}'`)
    },
    turn: () => fillSimulatedMarket(app.services),
    done: () => where('instrument_stat', 'code', `source = 'simulated' and last_day = '2026-03-04'`),
  },
  'end-lost-task': {
    async prepare() {
      const rows = times(() => newId(app.clock))
      await app.services.db
        .insertInto('task')
        .values(
          rows.map((id) => ({
            id,
            owner_id: manager.user.id,
            name: 'Lost',
            position: 0,
            total: 1,
            status: 'RUNNING' as const,
            started_at: nowDate(),
            updated_at: nowDate(),
            ended_at: null,
            error: null,
            is_cancellable: false,
            cancel_requested_at: null,
            lease_until: new Date('2026-01-01T00:00:00Z'),
          })),
        )
        .execute()
      return rows
    },
    poison: (id) => poison(app.services.db, 'task', 'update', inReach(id)),
    turn: () => endLostTasks(app.services),
    done: () => where('task', 'id', `status = 'FAILED' and name = 'Lost'`),
  },
  'bring-in-yahoo': {
    prepare: async () => symbols,
    poison: async (symbol) => void (outside.poisoned = symbol),
    turn: () => importPrices(app.services, 'yahoo'),
    done: () => where('instrument', 'code', `source = 'yahoo'`),
  },
  'bring-in-alpaca': {
    prepare: async () => symbols,
    poison: async (symbol) => void (outside.poisoned = symbol),
    turn: () => importPrices(app.services, 'alpaca'),
    done: () => where('instrument', 'code', `source = 'alpaca'`),
  },
}

/** A row of these belongs to nobody, or to someone other than the manager. */
const tellsNoOwner: ReadonlySet<RowJobName> = new Set([
  'write-forming-day',
  'plan-messages',
  'send-webhook',
  'send-web-push',
  'make-report',
  'make-pack',
  'forget-report',
  'compute-levels',
  'remove-unconfirmed',
  'fill-simulated-market',
  'bring-in-yahoo',
  'bring-in-alpaca',
])

async function told(user: TestUser): Promise<readonly string[]> {
  const rows = await app.services.db
    .selectFrom('notification')
    .select('text')
    .where('user_id', '=', user.user.id)
    .where('kind', '=', 'JOB_FAILED')
    .execute()
  return rows.map(({ text }) => text)
}

const failures = (job: RowJobName) =>
  app.services.db
    .selectFrom('job_failure')
    .select(['row_id', 'failures', 'next_at', 'given_up_at'])
    .where('job', '=', job)
    .execute()

describe.each(Object.entries(cases) as [RowJobName, Case][])('%s', (job, { prepare, poison: spoil, turn, done }) => {
  test('ninety-nine of a hundred are done in one turn; the poisoned one rests, ends and is reported once', async () => {
    const { db } = app.services
    const rows = await prepare()
    expect(rows.length).toBeGreaterThanOrEqual(hundred)
    const poisoned = rows[37]!
    await spoil(poisoned)
    await turn()
    const others = rows.filter((id) => id !== poisoned).toSorted()
    expect((await done(rows)).filter((id) => rows.includes(id)).toSorted()).toEqual(others)
    expect(await failures(job)).toMatchObject([{ row_id: poisoned, failures: 1, given_up_at: null }])

    // It is deferred: another turn does not retry it.
    await turn()
    expect(await failures(job)).toMatchObject([{ row_id: poisoned, failures: 1 }])

    // Its last attempt.
    app.clock.advance(3 * 60_000)
    await db
      .updateTable('job_failure')
      .set({ failures: rowJobs[job].tries - 1, next_at: nowDate() })
      .execute()
    await turn()
    const [end] = await failures(job)
    expect(end).toMatchObject({
      row_id: poisoned,
      failures: rowJobs[job].tries,
      given_up_at: nowDate(),
      next_at: new Date(app.clock.nowMs() + rowJobs[job].restMs),
    })
    expect(await told(administrator)).toEqual([expect.stringContaining(`gave up on ${rowJobs[job].row} ${poisoned}`)])
    expect((await told(manager)).length).toBe(tellsNoOwner.has(job) ? 0 : 1)

    // Once given up, it is retried occasionally, and nobody is notified again.
    await db.updateTable('job_failure').set({ next_at: nowDate() }).execute()
    app.clock.advance(3 * 60_000)
    await turn()
    expect(await failures(job)).toMatchObject([{ failures: rowJobs[job].tries + 1, given_up_at: end!.given_up_at }])
    expect(await told(administrator)).toHaveLength(1)
  })
})

/** They work on no rows: one question to an address outside. */
const withoutRows: readonly string[] = ['start-periodic-job.ts', 'update-check-job.ts']

test('every job in the folder of jobs has its rows here', () => {
  const files = readdirSync(new URL('../jobs', import.meta.url)).filter(
    (name) => name.endsWith('-job.ts') && !withoutRows.includes(name),
  )
  expect(files.filter((name) => !Object.values(rowJobs).some(({ file }) => file === name))).toEqual([])
})
