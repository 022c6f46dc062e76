// One object of every owned kind, created for a person who holds all keys, for requests to routes that name an object.
import type { FilledFilter, OwnedObject } from '@clubfolio/contract'
import { rememberDevice } from '../features/security/device.ts'
import { raiseAlert } from '../features/alert/write-alert.ts'
import { recordNotification } from '../features/notification/record-notification.ts'
import { startTask } from '../features/task/write-task.ts'
import { newId } from '../kernel/id.ts'
import { findSession, openSession } from '../kernel/session.ts'
import { inTransaction } from '../kernel/transaction.ts'
import { giveToken } from './api-tokens.ts'
import { browserKeys } from './web-pushes.ts'
import { giveWebhook } from './webhooks.ts'
import { addAuthenticator } from './authenticator-app.ts'
import { cents, closeSession, linkAccount, makeMember } from './factories.ts'
import type { ObjectOwner, TestGround } from './test-app.ts'

/** The id of each, and the number of the account. */
export type OwnedIds = Readonly<Record<Exclude<OwnedObject, 'group' | 'permission'> | 'accountNumber', string>>

/** Returns the filters of the report of transactions, chosen for an account. */
export const transactionFilter = (accountId: string): FilledFilter[] => [
  { nomenclatorConfigNameKey: 'account', selectedItem: accountId },
  { nomenclatorConfigNameKey: 'period', selectedItem: ['2026-01-01', '2026-03-03'] },
  { nomenclatorConfigNameKey: 'kind', selectedItem: 'ALL' },
]

export async function makeOwnedObjects(app: TestGround, owner: ObjectOwner): Promise<OwnedIds> {
  const { client, user } = owner
  const { db, clock } = app.services
  const account = await linkAccount(app, owner, '2026-02-25', '10000.00')
  for (const day of ['2026-02-25', '2026-02-26', '2026-02-27']) await closeSession(app, account, day, '10000.00')
  const member = await makeMember(owner, 'Mona')
  const { id: bankAccount } = await client.member.createBankAccount({
    body: { memberId: member, bankAccountNumber: '123456789', bankRouting: '021000021', bankAlias: 'House' },
  })
  await client.member.createContribution({
    body: {
      accountId: account.id,
      memberId: member,
      foundId: bankAccount,
      amount: cents('1000.00'),
      date: '2026-02-26',
      description: 'First',
    },
  })
  const { id: entry } = await db
    .selectFrom('fund_entry')
    .select('id')
    .where('member_id', '=', member)
    .executeTakeFirstOrThrow()

  await raiseAlert(db, clock, {
    userId: user.id,
    key: 'one',
    kind: 'RECONCILIATION_DIFFERENCE',
    severity: 'WARNING',
    title: 'One',
    text: 'Something differs.',
    link: '/account',
  })
  await recordNotification(db, clock, {
    userId: user.id,
    kind: 'ORDER_FILLED',
    key: 'one',
    title: 'One',
    text: 'Filled.',
    link: '/order',
  })
  const task = await startTask(db, clock, { name: 'One', total: 5, ownerId: user.id, onCancel: 'Nothing was done.' })
  await task.complete()
  const { id: signInMethod } = await addAuthenticator(app, owner)
  const linkedSignIn = newId(clock)
  await db
    .insertInto('oidc_link')
    .values({
      id: linkedSignIn,
      user_id: user.id,
      issuer: 'https://login.example.test',
      subject: user.id,
      email: null,
      created_at: new Date(clock.nowMs()),
      last_used_at: null,
    })
    .execute()
  const { id: knownBrowser } = await inTransaction(db, (trx) =>
    rememberDevice(trx, clock, user.id, { address: '127.0.0.1', userAgent: 'a known browser' }),
  )
  const { id: alertRule } = await client.alertRule.create({
    body: {
      terms: { kind: 'DRAWDOWN', percent: '5' },
      code: null,
      accountId: account.id,
      note: '',
      isRepeating: true,
      expiresOn: null,
    },
  })

  await client.calculator.saveAnalysis({
    body: {
      name: 'One',
      content: {
        ticket: 'AAPL',
        timing: '_D',
        startDate: '2026-01-02',
        endDate: '2026-03-03',
        investment_type: 'long',
        capital: '1000',
        risk: '2',
        resistance_price: '',
        support_price: '',
      },
    },
  })
  const { id: watchlist } = await client.watchlist.create({ body: { name: 'One' } })
  await client.screener.saveScreen({
    body: { name: 'One', criteria: { bounds: {}, averages: {}, assetTypes: [], sectors: [] }, isDaily: false },
  })
  const filter = transactionFilter(account.id)
  await client.report.saveFilter({ body: { report: 'transactions', name: 'One', filter } })
  const { id: ownReport } = await client.ownReport.saveOwnReport({
    body: {
      name: 'One',
      content: {
        dataset: 'transactions',
        filter,
        columns: ['type'],
        conditions: [],
        groupBy: [],
        sums: [],
        orderBy: [],
        graph: null,
      },
    },
  })
  const { id: reportRun } = await client.reportDelivery.prepareReport({
    body: { report: 'transactions', filter, formats: ['csv'] },
  })
  const { id: reportSchedule } = await client.reportDelivery.saveSchedule({
    body: {
      report: 'transactions',
      filter,
      name: 'One',
      frequency: 'DAILY',
      hour: 8,
      period: 'AS_CHOSEN',
      formats: ['csv'],
      emailList: [owner.email],
    },
  })

  const { webhook, webhookDelivery } = await giveWebhook(app, user.id)
  const { id: pushDevice } = await client.webPush.saveDevice({
    body: {
      endpoint: 'https://push.example/one',
      ...browserKeys(),
      showsDetails: false,
    },
  })
  return {
    pushDevice,
    account: account.id,
    accountNumber: account.number,
    member,
    bankAccount,
    entry,
    user: user.id,
    alertRule,
    apiToken: (await giveToken(app, user.id, { name: 'One' })).id,
    webhook,
    webhookDelivery,
    watchlist,
    ownReport,
    reportRun,
    reportSchedule,
    task: task.id,
    signInMethod,
    linkedSignIn,
    knownBrowser,
    session: (await findSession(
      db,
      clock,
      await inTransaction(db, (trx) =>
        openSession(trx, clock, { userId: user.id, address: '127.0.0.1', userAgent: 'another browser' }),
      ),
      true,
    ))!.id,
    alert: (await client.alert.findCurrent())[0]!.id,
    notification: (await client.notification.findRecent()).result[0]!.id,
    analysis: (await client.calculator.findAnalyses())[0]!.id,
    screen: (await client.screener.findScreens())[0]!.id,
    savedFilter: (await client.report.findSavedFilters({ params: { report: 'transactions' } }))[0]!.id,
  }
}
