// No report ever shows another owner's rows: every definition of the catalogue x {another manager with their own
// account, a manager without any, the fund's own member, an administrator}.
import { randomUUID } from 'node:crypto'
import { ApiError, type FilledFilter, type ReportData } from '@clubfolio/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Demonstration, startDemonstration } from '../../testing/demonstration.ts'
import { closeSession, linkAccount, makeMember, type LinkedAccount } from '../../testing/factories.ts'
import { brokerOrderRow } from '../../testing/sample-rows.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { reportCatalogue, type ReportKey } from './catalogue.ts'
import { fillFilters, readWholeReport } from './testing/read-whole-report.ts'

/**
 * Whose rows a report shows: the reader's own accounts, the reader's part in the fund of another user, everybody's (the
 * market), or those that administrators may see.
 */
const whose: Readonly<Record<ReportKey, 'own' | 'part' | 'market' | 'administration'>> = {
  transactions: 'own',
  'realised-gains-by-lot': 'own',
  'realised-gains-by-year': 'own',
  'open-positions': 'own',
  orders: 'own',
  income: 'own',
  fees: 'own',
  'account-performance': 'own',
  'wallet-history': 'own',
  'fund-unit-values': 'own',
  participations: 'own',
  members: 'own',
  'member-capital-account': 'own',
  'year-allocation': 'own',
  'my-capital-account': 'part',
  'returns-and-risk': 'own',
  'my-returns-and-risk': 'part',
  'fund-income': 'own',
  'my-income': 'part',
  'contributions-and-retributions': 'own',
  'market-movers': 'market',
  'new-highs-and-lows': 'market',
  opportunities: 'market',
  'user-activity': 'administration',
}

interface Visitor {
  readonly name: string
  readonly user: TestUser
}

let app: Demonstration
let owner: TestUser
let visitors: readonly Visitor[]
let ownAccount: LinkedAccount
/** Words that occur only in the owner's rows. */
let canaries: readonly string[]

beforeAll(async () => {
  app = await startDemonstration({ hasClub: true })
  owner = await app.signInAs('manager')
  const other = await app.signUp(['MANAGERS'], 'Otto')
  ownAccount = await fillAccount(other)
  visitors = [
    { name: 'another manager', user: other },
    { name: 'a manager without accounts', user: await app.signUp(['MANAGERS'], 'Paula') },
    { name: 'the member', user: await app.signInAs('member') },
    { name: 'an administrator', user: await app.signInAs('administrator') },
  ]
  const { db } = app.services
  const account = await db
    .selectFrom('account')
    .selectAll()
    .where('owner_id', '=', owner.user.id)
    .executeTakeFirstOrThrow()
  // The paper brokerage of the demonstration charges no fees; without fees one report of the owner would be empty.
  await db
    .updateTable('account_transaction')
    .set({ fee_cents: 100n })
    .where('account_id', '=', account.id)
    .where('kind', '=', 'TRADE')
    .execute()
  const members = await db
    .selectFrom('member')
    .select(['id', 'first_name', 'last_name'])
    .where('owner_id', '=', owner.user.id)
    .execute()
  const booked = await db
    .selectFrom('account_transaction')
    .select('broker_id')
    .where('account_id', '=', account.id)
    .execute()
  const orders = await db.selectFrom('broker_order').select('broker_id').where('account_id', '=', account.id).execute()
  canaries = [
    account.id,
    account.number,
    ...members.flatMap(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]),
    ...booked.map((row) => row.broker_id),
    ...orders.map((row) => row.broker_id),
  ]
}, 120_000)
afterAll(() => app.stop())

/** A row of every kind, so that an empty report is not mistaken for one that is limited to the visitor's rows. */
async function fillAccount(person: TestUser): Promise<LinkedAccount> {
  const { db } = app.services
  const account = await linkAccount(app, person, '2026-02-25', '10000.00')
  for (const [day, value] of [
    ['2026-02-25', '10000.00'],
    ['2026-02-26', '10100.00'],
    ['2026-02-27', '10200.00'],
  ] as const)
    await closeSession(app, account, day, value)
  const booked = (id: string, kind: string, quantity: string | null, net: bigint) => {
    const at = new Date('2026-02-26T15:00:00Z')
    return {
      account_id: account.id,
      broker_id: id,
      occurred_at: new Date(at.getTime() + Number(id.slice(3)) * 1000),
      day: '2026-02-26',
      kind,
      description: 'of Otto',
      symbol: 'OTTO',
      asset_type: 'EQUITY',
      quantity,
      price: quantity === null ? null : '10',
      net_amount_cents: net,
      fee_cents: 100n,
      order_id: null,
    }
  }
  await db
    .insertInto('account_transaction')
    .values([
      booked('own1', 'TRADE', '20', -20_100n),
      booked('own2', 'TRADE', '-10', 9_900n),
      booked('own3', 'DIVIDEND_OR_INTEREST', null, 500n),
    ])
    .execute()
  await db
    .insertInto('account_position')
    .values({
      account_id: account.id,
      symbol: 'OTTO',
      asset_type: 'EQUITY',
      description: 'Otto',
      multiplier: 1,
      quantity: '10',
      average_price: '10',
      market_value_cents: 10_000n,
      open_profit_cents: 0n,
    })
    .execute()
  await db
    .insertInto('broker_order')
    .values(
      brokerOrderRow(account.id, 'own-order', {
        symbol: 'OTTO',
        price: '9',
        entered_at: new Date('2026-02-26T15:00:00Z'),
      }),
    )
    .execute()
  const memberId = await makeMember(person, 'Olga', 'Own')
  await person.client.member.createContribution({
    body: {
      accountId: account.id,
      memberId,
      foundId: null,
      amount: 100_000n as never,
      date: '2026-02-27',
      description: 'of Otto',
    },
  })
  return account
}

const emptyContent = { columns: [], conditions: [], groupBy: [], sums: [], orderBy: [], graph: null }

/** Makes every call that takes the key of a report, and returns what each was answered. */
async function askAbout(
  { client, email }: TestUser,
  report: string,
  filter: FilledFilter[],
): Promise<[call: string, answer: string][]> {
  const { reportDelivery: delivery, ownReport } = client
  const body = { report, filter }
  const once = () => ({ idempotencyKey: randomUUID() })
  const content = { ...emptyContent, dataset: report, filter, columns: ['day'] }
  const calls = {
    details: client.report.getStaticReportDetailsById({ params: { id: report } }),
    data: client.report.getStaticReportData({ body: { ...body, limit: 50, offset: 0 } }),
    savedFilters: client.report.findSavedFilters({ params: { report } }),
    saveFilter: client.report.saveFilter({ body: { ...body, name: 'Mine' } }),
    pdf: delivery.generatePdf({ body }),
    excel: delivery.generateExcel({ body }),
    csv: delivery.generateCsv({ body }),
    mail: delivery.sendPdfReportByEmail({ body: { ...body, emailList: [email] } }, once()),
    prepare: delivery.prepareReport({ body }, once()),
    schedule: delivery.saveSchedule(
      { body: { ...body, name: 'Mine', frequency: 'DAILY', hour: 7, emailList: [email] } },
      once(),
    ),
    runDataset: ownReport.run({ body: { content, limit: 50, offset: 0 } }),
    saveDataset: ownReport.saveOwnReport({ body: { name: 'Mine', content } }),
  }
  return Promise.all(
    Object.entries<Promise<unknown>>(calls).map(async ([call, reply]): Promise<[string, string]> => [
      call,
      await reply.then(
        () => 'answered',
        (error: unknown) =>
          error instanceof ApiError
            ? `${error.status} ${error.body.refusal}: ${error.message.replace(report, '…')}`
            : String(error),
      ),
    ]),
  )
}

describe.each(reportCatalogue.map((definition) => ({ key: definition.key, definition })))(
  '$key',
  ({ key, definition }) => {
    const read = async (user: TestUser): Promise<ReportData | string> => {
      const details = await user.client.report.getStaticReportDetailsById({ params: { id: key } })
      if (
        details.filter.some(
          ({ inputTypeNameKey, nomenclatorConfigConfig }) =>
            inputTypeNameKey === 'SELECT' && nomenclatorConfigConfig.length === 0,
        )
      )
        return 'nothing to choose from'
      return readWholeReport(user, key, {
        ...(details.filter.some(
          (filter) =>
            filter.nomenclatorConfigConfig.some(({ id }) => id === 'ALL') &&
            filter.nomenclatorConfigNameKey === 'account',
        )
          ? { account: 'ALL' }
          : {}),
        capital: '50000',
      })
    }

    const holds = ({ user }: Visitor, right: string) => user.user.permissions.some(({ nameKey }) => nameKey === right)
    const mayRun = (visitor: Visitor): boolean =>
      definition.rights.every((right) => holds(visitor, right)) &&
      (whose[key] === 'own' ? holds(visitor, 'CA') : whose[key] === 'part' ? visitor.name === 'the member' : true)

    test('is in the list and among the datasets of those alone for whom it answers', async () => {
      for (const visitor of visitors) {
        const { report, ownReport } = visitor.user.client
        const isThere = async (list: Promise<readonly { readonly id: string }[]>) =>
          (await list).some(({ id }) => id === key)
        expect({
          name: visitor.name,
          isListed: await isThere(report.getStaticReport()),
          isDataset: await isThere(ownReport.findDatasets()),
        }).toEqual({ name: visitor.name, isListed: mayRun(visitor), isDataset: mayRun(visitor) })
      }
    })

    test('answers everybody else like a report that does not exist, in every call', async () => {
      const others = visitors.filter((visitor) => !mayRun(visitor))
      const details = await owner.client.report.getStaticReportDetailsById({ params: { id: 'transactions' } })
      for (const { name, user } of others) {
        const answered = await askAbout(user, key, fillFilters(details))
        expect({ name, answered }).toEqual({
          name,
          answered: await askAbout(user, 'no-such-report', fillFilters(details)),
        })
        expect(new Set(answered.map(([, answer]) => answer))).toEqual(
          new Set([
            '404 notFound: This was not found, or it is not yours.',
            '400 ownReportDataset: There is no dataset "…".',
          ]),
        )
      }
    })

    if (whose[key] !== 'own') return

    test('shows visitors their own rows alone, and none of the owner’s', async () => {
      for (const { name, user } of visitors.filter(mayRun)) {
        const details = JSON.stringify(await user.client.report.getStaticReportDetailsById({ params: { id: key } }))
        const rows = JSON.stringify(await read(user))
        expect({ name, sees: canaries.filter((canary) => details.includes(canary) || rows.includes(canary)) }).toEqual({
          name,
          sees: [],
        })
      }
      const own = await read(visitors[0]!.user)
      const data = typeof own === 'string' ? [] : own.data
      expect(data.length).toBeGreaterThan(0)
      const hasAccount = definition.columns.some(({ field }) => field === 'accountNumber')
      expect(new Set(data.map((row) => row['accountNumber']))).toEqual(
        new Set([hasAccount ? ownAccount.number : undefined]),
      )
    })

    test('shows visitors their own rows alone as a dataset of own reports, too', async () => {
      for (const { name, user } of visitors.filter(mayRun)) {
        const details = await user.client.report.getStaticReportDetailsById({ params: { id: key } })
        const content = {
          dataset: key,
          filter: fillFilters(details),
          columns: definition.columns.map(({ field }) => field),
          conditions: [],
          groupBy: [],
          sums: [],
          orderBy: [],
          graph: null,
        }
        if (content.filter.some(({ selectedItem }) => selectedItem === null)) continue
        const rows = JSON.stringify(await user.client.ownReport.run({ body: { content, limit: 200, offset: 0 } }))
        expect({ name, sees: canaries.filter((canary) => rows.includes(canary)) }).toEqual({ name, sees: [] })
      }
      const { filter } = await owner.client.report.getStaticReportDetailsById({ params: { id: key } })
      const ofOwner = {
        dataset: key,
        filter,
        columns: [definition.columns[0]!.field],
        conditions: [],
        groupBy: [],
        sums: [],
        orderBy: [],
        graph: null,
      }
      for (const { user } of visitors.filter(mayRun))
        await expect(
          user.client.ownReport.run({ body: { content: ofOwner, limit: 50, offset: 0 } }),
        ).rejects.toMatchObject({ body: { refusal: 'reportFilterUnknown' } })
    })

    test('refuses the owner’s account and members as a choice', async () => {
      const ofOwner = await owner.client.report.getStaticReportDetailsById({ params: { id: key } })
      const filters = fillFilters(ofOwner)
      expect(
        filters.find(({ nomenclatorConfigNameKey }) => nomenclatorConfigNameKey === 'account')?.selectedItem,
      ).not.toBeNull()
      for (const { user } of visitors.filter(mayRun)) {
        await expect(
          user.client.report.getStaticReportData({ body: { report: key, filter: filters, limit: 50, offset: 0 } }),
        ).rejects.toMatchObject({ status: 400, body: { refusal: 'reportFilterUnknown' } })
        await expect(
          user.client.reportDelivery.generatePdf({ body: { report: key, filter: filters } }),
        ).rejects.toMatchObject({ body: { refusal: 'reportFilterUnknown' } })
        await expect(
          user.client.reportDelivery.sendPdfReportByEmail(
            { body: { report: key, filter: filters, emailList: ['a@b.example'] } },
            { idempotencyKey: randomUUID() },
          ),
        ).rejects.toMatchObject({ body: { refusal: 'reportFilterUnknown' } })
      }
    })
  },
)
