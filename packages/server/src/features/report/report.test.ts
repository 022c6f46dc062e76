// Reports through the real calls: list, details, filters, order, and pages.
import { randomUUID } from 'node:crypto'
import type { FilledFilter, ReportDetails } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, type LinkedAccount, linkAccount, makeMember } from '../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { readReportTable } from './read-report.ts'

let app: TestApp
let owner: TestUser
let account: LinkedAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.signUp(['MANAGERS'])
  account = await linkAccount(app, owner, '2026-01-02', '100.00')
  // 120 transactions: the n-th on day n modulo 60 of the year 2026, of -n.01 dollars.
  const rows = Array.from({ length: 120 }, (_, index) => {
    const at = new Date(Date.UTC(2026, 0, 1 + (index % 60), 15, 0, index))
    return {
      account_id: account.id,
      broker_id: String(1000 + index),
      occurred_at: at,
      day: at.toISOString().slice(0, 10),
      kind: index % 3 === 0 ? 'DIVIDEND_OR_INTEREST' : 'TRADE',
      description: `Row ${index}`,
      symbol: index % 2 === 0 ? 'AAPL' : null,
      asset_type: null,
      quantity: null,
      price: null,
      net_amount_cents: BigInt(-index * 100 - 1),
      order_id: null,
    }
  })
  await app.services.db.insertInto('account_transaction').values(rows).execute()
})
afterAll(() => app.stop())

const filled = (
  details: ReportDetails,
  chosen: Readonly<Record<string, string | [string, string]>> = {},
): FilledFilter[] =>
  details.filter.map((filter) => ({
    ...filter,
    selectedItem: chosen[filter.nomenclatorConfigNameKey] ?? filter.selectedItem,
  }))
const detailsOf = (id: string) => owner.client.report.getStaticReportDetailsById({ params: { id } })
const page = async (
  id: string,
  rest: { orderBy?: string; direction?: 'ASC' | 'DESC'; offset?: number; filter?: FilledFilter[] } = {},
) =>
  owner.client.report.getStaticReportData({
    body: {
      report: id,
      filter: rest.filter ?? filled(await detailsOf(id)),
      limit: 50,
      offset: rest.offset ?? 0,
      orderBy: rest.orderBy,
      direction: rest.direction,
    },
  })

test('the list names the reports, and details hold filters, columns and order', async () => {
  const list = await owner.client.report.getStaticReport()
  expect(list.map(({ id }) => id)).toContain('transactions')
  const details = await detailsOf('transactions')
  expect(details.orderBy).toEqual({ direction: 'DESC', nomenclator: 'transactionDate' })
  expect(
    details.filter.map(
      ({ nomenclatorConfigNameKey, inputTypeNameKey }) => `${nomenclatorConfigNameKey} ${inputTypeNameKey}`,
    ),
  ).toEqual(['account SELECT', 'period DATE_RANGE', 'kind SELECT'])
  expect(details.filter[0]!.nomenclatorConfigConfig).toEqual([
    { id: 'ALL', value: 'All my accounts' },
    { id: account.id, value: `${account.number} · Paper` },
  ])
  await expect(detailsOf('nothing')).rejects.toMatchObject({ status: 404 })
})

test('reports of accounts are there for those who have an account, whatever their keys', async () => {
  const investor = await app.signUp(['INVESTORS'])
  const list = async () => (await investor.client.report.getStaticReport()).map(({ category }) => category)
  expect(new Set(await list())).toEqual(new Set(['Market']))
  await linkAccount(app, investor, '2026-01-02', '100.00')
  expect(new Set(await list())).toEqual(new Set(['Account', 'Fund', 'Market']))
})

test('pages of 50 follow one another without a gap, and sums are over all rows', async () => {
  const pages = await Promise.all([0, 50, 100, 150].map((offset) => page('transactions', { offset })))
  expect(pages.map(({ data, total }) => [data.length, total])).toEqual([
    [50, 120],
    [50, 120],
    [20, 120],
    [0, 120],
  ])
  const ids = pages.flatMap(({ data }) => data.map((row) => row['transactionId']))
  expect(new Set(ids).size).toBe(120)
  // -(0 + 1 + ... + 119) dollars - 120 cents.
  expect(pages[0]!.totals).toMatchObject({ netAmount: -7141.2, fees: 0, transactionDate: null })
})

test('a column sorts both ways, absent values last; one that cannot be sorted does nothing', async () => {
  expect((await page('transactions', { orderBy: 'netAmount' })).data[0]).toMatchObject({ netAmount: -119.01 })
  expect((await page('transactions', { orderBy: 'netAmount', direction: 'DESC' })).data[0]).toMatchObject({
    netAmount: -0.01,
  })
  for (const direction of ['ASC', 'DESC'] as const)
    expect((await page('transactions', { orderBy: 'instrumentCode', direction })).data[0]).toMatchObject({
      instrumentCode: 'AAPL',
    })
  expect((await page('transactions', { orderBy: 'description' })).data).toEqual((await page('transactions')).data)
  await expect(page('transactions', { orderBy: 'drop table' })).rejects.toThrow(
    'The report has no column "drop table".',
  )
})

test('every filter needs a choice, and a choice has to be one', async () => {
  const details = await detailsOf('transactions')
  const without = filled(details).map((filter) =>
    filter.nomenclatorConfigNameKey === 'period' ? { ...filter, selectedItem: null } : filter,
  )
  await expect(page('transactions', { filter: without })).rejects.toMatchObject({
    status: 400,
    body: { refusal: 'reportFilters', error: 'Please, select filters: Period' },
  })
  await expect(page('transactions', { filter: [] })).rejects.toThrow('Please, select filters: Account, Period, Type')
  await expect(page('transactions', { filter: filled(details, { account: randomUUID() }) })).rejects.toMatchObject({
    body: { refusal: 'reportFilterUnknown' },
  })
  for (const period of [
    ['2026-02-02', '2026-02-01'],
    ['2026-02-30', '2026-03-01'],
    ['', ''],
    ['0000-01-01', '2026-01-01'],
    ['2026-01-01', '2150-01-01'],
  ] as [string, string][]) {
    await expect(page('transactions', { filter: filled(details, { period }) })).rejects.toMatchObject({
      body: { refusal: 'reportPeriod' },
    })
  }
  expect(
    (
      await page('transactions', {
        filter: filled(details, { period: ['2026-01-01', '2026-01-01'], kind: 'DIVIDEND_OR_INTEREST' }),
      })
    ).data.map((row) => row['transactionId']),
  ).toEqual(['1060', '1000'])
})

test('the outermost choices of every report are answered, whatever they are', async () => {
  const administrator = await app.signUp(['ADMINISTRATORS', 'MANAGERS'])
  await linkAccount(app, administrator, '2026-01-02', '100.00')
  for (const { id } of await administrator.client.report.getStaticReport()) {
    const details = await administrator.client.report.getStaticReportDetailsById({ params: { id } })
    for (const [period, price] of [
      [['1900-01-01', '2035-12-31'], '0'],
      [['2035-12-31', '2035-12-31'], '9999999999.99'],
      ['LAST_YEAR', '0.01'],
    ] as const) {
      const last = (options: readonly { readonly id: string }[]) => options.at(-1)?.id ?? null
      const filter = details.filter.map(({ inputTypeNameKey: type, ...one }) => ({
        nomenclatorConfigNameKey: one.nomenclatorConfigNameKey,
        selectedItem:
          type === 'DATE_RANGE'
            ? period
            : type !== 'PRICE_DOLLAR'
              ? last(one.nomenclatorConfigConfig)
              : // There is no capital of zero.
                one.nomenclatorConfigNameKey === 'capital' && price === '0'
                ? '0.01'
                : price,
      }))
      const { total } = await administrator.client.report.getStaticReportData({
        body: { report: id, filter, limit: 50, offset: 9_999_999 },
      })
      expect({ id, isCounted: total >= 0 }).toEqual({ id, isCounted: true })
    }
  }
})

test('a filter may come back as the least that names it, with the option whole', async () => {
  const body = {
    report: 'transactions',
    limit: 50,
    offset: 0,
    filter: [
      { nomenclatorConfigDisplayName: 'Account', selectedItem: { id: account.id, value: account.number } },
      { nomenclatorConfigNameKey: 'period', selectedItem: ['2026-01-01', '2026-12-31'] },
      { nomenclatorConfigId: 'kind', selectedItem: 'ALL' },
    ],
  }
  const response = await fetch(`${app.url}/v1/api/static-report/get-static-report-data`, {
    method: 'POST',
    headers: { token: owner.user.token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(await response.json()).toMatchObject({ total: 120 })
})

test('a table is read with the columns of its graph, also those that it does not show', async () => {
  const asker = { userId: owner.user.id, permissions: [] }
  const details = await detailsOf('income')
  const table = await readReportTable(app.services, asker, {
    report: 'income',
    filter: filled(details, { period: ['2026-01-01', '2026-01-01'] }),
    column: ['description'],
  })
  expect(table.columns.map(({ field }) => field)).toEqual(['description'])
  expect(table.graph?.graph).toEqual(details.graph)
  expect(table.graph?.columns.map((column) => column.nomenclatorConfigNameKey)).toEqual([
    'description',
    'day',
    'amount',
  ])
  const rows: (readonly (string | null)[])[] = []
  for await (const row of table.rows) rows.push(row)
  expect(rows).toContainEqual(['Row 0', '2026-01-01', '-0.01'])
})

test('members of one name are two points of the graph of participations', async () => {
  const fund = await linkAccount(app, owner, '2026-03-03', '0.00')
  for (const amount of ['60.00', '40.00'])
    await owner.client.member.createContribution({
      body: {
        accountId: fund.id,
        memberId: await makeMember(owner, 'Ann', 'Keller'),
        amount: cents(amount),
        date: '2026-03-04',
        description: 'monthly',
      },
    })
  const details = await detailsOf('participations')
  const { data } = await page('participations', { filter: filled(details, { account: fund.id }) })
  expect(details.graph).toMatchObject({ x: 'holder' })
  expect(data.map(({ holder, value }) => [holder, value])).toEqual([
    ['Ann Keller (1)', 60],
    ['Ann Keller (2)', 40],
  ])
  // In their entries they are two as well, and so are the groups of an own report.
  const entries = await detailsOf('contributions-and-retributions')
  const chosen = filled(entries, { account: fund.id })
  const listed = await page('contributions-and-retributions', { filter: chosen })
  expect(new Set(listed.data.map(({ member }) => member))).toEqual(new Set(['Ann Keller (1)', 'Ann Keller (2)']))
  const grouped = await owner.client.ownReport.run({
    body: {
      content: {
        dataset: 'contributions-and-retributions',
        filter: chosen,
        columns: [],
        conditions: [],
        groupBy: [{ field: 'member' }],
        sums: [{ field: 'counted', aggregation: 'SUM' }],
        orderBy: [],
        graph: null,
      },
      limit: 10,
      offset: 0,
    },
  })
  expect(grouped.data.map((row) => Object.values(row))).toEqual([
    ['Ann Keller (1)', 60],
    ['Ann Keller (2)', 40],
  ])
})
