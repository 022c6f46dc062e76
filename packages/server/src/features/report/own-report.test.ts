// Own reports through the real calls: what they show, who may run them, and that only declared fields can be requested.
import { ownReportPrefix, type Dataset, type OwnReportContent } from '@clubfolio/contract'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkAccount, type LinkedAccount } from '../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { reportCatalogue } from './catalogue.ts'

let app: TestApp
let owner: TestUser
let friend: TestUser
let ownAccount: LinkedAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.signUp(['MANAGERS'], 'Olga')
  friend = await app.signUp(['MANAGERS'], 'Fred')
  ownAccount = await fill(owner, 90, 'OWN')
  await fill(friend, 30, 'FRI')
})
afterAll(() => app.stop())

/** Trades on 60 days from 2025-12-20, of symbols 0 to 4, `index` dollars and 7 cents each. */
async function fill(person: TestUser, count: number, symbol: string): Promise<LinkedAccount> {
  const account = await linkAccount(app, person, '2026-01-02', '1000.00')
  await app.services.db
    .insertInto('account_transaction')
    .values(
      Array.from({ length: count }, (_, index) => {
        const at = new Date(Date.UTC(2025, 11, 20 + (index % 60), 15, index))
        return {
          account_id: account.id,
          broker_id: `${symbol}${index}`,
          occurred_at: at,
          day: at.toISOString().slice(0, 10),
          kind: index % 9 === 0 ? 'DIVIDEND_OR_INTEREST' : 'TRADE',
          description: '100% _of_ "it"',
          symbol: `${symbol}${index % 5}`,
          asset_type: 'EQUITY',
          quantity: index % 9 === 0 ? null : String(index + 1),
          price: index % 9 === 0 ? null : '2.5',
          net_amount_cents: BigInt(-index * 100 - 7),
          fee_cents: BigInt(index),
          order_id: null,
        }
      }),
    )
    .execute()
  return account
}

const period = { nomenclatorConfigNameKey: 'period', selectedItem: ['2025-01-01', '2026-12-31'] as const }
const composed = (content: Partial<OwnReportContent> = {}): OwnReportContent => ({
  dataset: 'transactions',
  filter: [
    { nomenclatorConfigNameKey: 'account', selectedItem: 'ALL' },
    period,
    { nomenclatorConfigNameKey: 'kind', selectedItem: 'ALL' },
  ],
  columns: [],
  conditions: [],
  groupBy: [],
  sums: [],
  orderBy: [],
  graph: null,
  ...content,
})
const run = (content: Partial<OwnReportContent>, person = owner) =>
  person.client.ownReport.run({ body: { content: composed(content), limit: 200, offset: 0 } })
const plain = async (text: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> =>
  (await (text as ReturnType<typeof sql<Record<string, unknown>>>).execute(app.services.db)).rows

test('a condition on a code takes it, and the words that every output shows for it', async () => {
  const totalOf = async (operator: 'IS' | 'STARTS_WITH', value: string) =>
    (await run({ columns: ['type'], conditions: [{ field: 'type', operator, values: [value] }] })).total
  expect(await totalOf('IS', 'DIVIDEND_OR_INTEREST')).toBe(10)
  expect(await totalOf('IS', 'Dividend or interest')).toBe(10)
  expect(await totalOf('STARTS_WITH', 'dividend or')).toBe(10)
  expect(await totalOf('IS', 'Dividend')).toBe(0)
})

test('a list shows the chosen fields of the rows that meet all conditions', async () => {
  const { data, column, total } = await run({
    columns: ['instrumentCode', 'netAmount'],
    conditions: [
      { field: 'instrumentCode', operator: 'IS', values: ['own1', 'OWN2'] },
      { field: 'netAmount', operator: 'BETWEEN', values: ['-50.07', '-10'] },
      { field: 'description', operator: 'CONTAINS', values: ['% _OF_ "'] },
    ],
    orderBy: [
      { column: 'instrumentCode', direction: 'DESC' },
      { column: 'netAmount', direction: 'ASC' },
    ],
  })
  const rows = await plain(
    sql`select symbol as "instrumentCode", (net_amount_cents / 100.0)::float8 as "netAmount" from account_transaction where symbol in ('OWN1', 'OWN2') and -net_amount_cents between 1000 and 5007 order by symbol desc, net_amount_cents`,
  )
  expect(rows.length).toBeGreaterThan(10)
  expect(data).toEqual(rows)
  expect(total).toBe(rows.length)
  expect(column.map(({ nomenclatorConfigDisplayName, type }) => `${nomenclatorConfigDisplayName} ${type}`)).toEqual([
    'Code INSTRUMENT_CODE',
    'Net Amount DOLLAR',
  ])
})

test('groups by month and sums equal an independent statement, and so do the totals', async () => {
  const { data, totals, column } = await run({
    groupBy: [{ field: 'transactionDate', part: 'MONTH' }, { field: 'type' }],
    sums: [
      { field: 'netAmount', aggregation: 'SUM' },
      { field: 'price', aggregation: 'AVERAGE' },
      { field: 'quantity', aggregation: 'MAX' },
      { field: 'transactionId', aggregation: 'COUNT' },
    ],
    orderBy: [
      { column: 'transactionDate_month', direction: 'DESC' },
      { column: 'type', direction: 'ASC' },
    ],
  })
  const rows = await plain(sql`
    select left(trade_date::text, 7) as transactionDate_month, kind as type, (sum(net_amount_cents) / 100.0)::float8 as net, avg(price)::float8 as price, max(quantity)::float8 as quantity, count(*)::int as count
    from account_transaction where account_id = ${ownAccount.id} group by 1, 2 order by 1 desc, 2`)
  expect(rows).toHaveLength(6)
  expect(data.map((row) => Object.values(row))).toEqual(rows.map((row) => Object.values(row)))
  expect(column.map(({ nomenclatorConfigDisplayName }) => nomenclatorConfigDisplayName)).toEqual([
    'Trade Date by month',
    'Type',
    'Sum of Net Amount',
    'Average of Price',
    'Highest Qty',
    'Number of Transaction ID',
  ])
  expect(totals).toMatchObject({ sum_netAmount: -(89 * 45) - 6.3, count_transactionId: 90, average_price: null })
})

test('every field of every dataset can be listed, grouped, summed and compared in every way that it declares', async () => {
  const administrator = await app.signUp(['ADMINISTRATORS', 'MANAGERS'])
  await fill(administrator, 12, 'ADM')
  const datasets = await administrator.client.ownReport.findDatasets()
  expect(datasets.map(({ id }) => id)).toEqual(
    reportCatalogue.filter(({ readers }) => readers !== 'fund-members').map(({ key }) => key),
  )
  for (const { id, fields } of datasets) {
    const { filter } = await administrator.client.report.getStaticReportDetailsById({ params: { id } })
    const base = composed({
      dataset: id,
      filter: filter.map((one) => ({ ...one, selectedItem: one.selectedItem ?? '10000' })),
    })
    const runs: Partial<OwnReportContent>[] = [
      { columns: fields.map(({ field }) => field) },
      ...Array.from({ length: Math.ceil(fields.length / 5) }, (_, index) => ({
        groupBy: fields
          .slice(index * 5, index * 5 + 5)
          .map(({ field, dateParts }) => ({ field, part: dateParts[index % 3] ?? null })),
      })),
      {
        sums: fields
          .flatMap(({ field, aggregations }) => aggregations.map((aggregation) => ({ field, aggregation })))
          .slice(0, 20),
      },
      {
        sums: fields
          .flatMap(({ field, aggregations }) => aggregations.map((aggregation) => ({ field, aggregation })))
          .slice(20, 40),
      },
      ...fields.flatMap(({ field, operators, type }) => [
        {
          columns: [field],
          conditions: operators
            .slice(0, 20)
            .map((operator) => ({ field, operator, values: valuesFor(operator, type) })),
        },
      ]),
    ]
    for (const content of runs.filter(({ columns, groupBy, sums }) => (columns ?? groupBy ?? sums ?? []).length > 0)) {
      const answer = await administrator.client.ownReport.run({
        body: { content: { ...base, ...content }, limit: 5, offset: 0 },
      })
      expect({ id, isEmpty: answer.column.length === 0 }).toEqual({ id, isEmpty: false })
    }
  }
}, 120_000)

function valuesFor(operator: string, type: Dataset['fields'][number]['type']): string[] {
  const one =
    type === 'DATE' || type === 'DATE_TIME'
      ? '2026-01-15'
      : type === 'MONTH'
        ? '2026-01'
        : ['TEXT', 'CODE', 'INSTRUMENT_CODE'].includes(type)
          ? 'a'
          : '12.5'
  return operator.includes('EMPTY') ? [] : operator === 'BETWEEN' ? [one, one] : [one]
}

test('whatever is not declared is refused by name, and nothing of it reaches the database', async () => {
  const before = await plain(sql`select count(*)::int as count from app_user`)
  const hostile = fc.oneof(
    fc.constantFrom(
      'net_amount_cents',
      'owner_id',
      'd.netAmount',
      'netAmount"; drop table app_user; --',
      '*',
      'account_id',
      'constructor',
      '__proto__',
      'toString',
      'NETAMOUNT',
      'netAmount ',
      '1',
      '(select 1)',
    ),
    fc
      .string({ minLength: 1, maxLength: 40 })
      .filter(
        (text) =>
          /^[\x20-\x7e]+$/.test(text) &&
          ![
            'transactionDate',
            'transactionId',
            'type',
            'instrumentCode',
            'quantity',
            'price',
            'fees',
            'netAmount',
            'description',
            'orderId',
            'accountNumber',
          ].includes(text),
      ),
  )
  const place = fc.constantFrom(
    'columns',
    'groupBy',
    'sums',
    'conditions',
    'orderBy',
    'graph',
    'splitBy',
    'dataset',
    'operator',
    'aggregation',
    'part',
  )
  await fc.assert(
    fc.asyncProperty(hostile, place, async (text, where) => {
      const contents: Record<string, unknown> = {
        columns: composed({ columns: [text] }),
        groupBy: composed({ groupBy: [{ field: text }] }),
        sums: composed({ sums: [{ field: text, aggregation: 'SUM' }] }),
        conditions: composed({ columns: ['type'], conditions: [{ field: text, operator: 'IS', values: ['x'] }] }),
        orderBy: composed({ columns: ['type'], orderBy: [{ column: text, direction: 'ASC' }] }),
        graph: composed({ columns: ['type'], graph: { kind: 'BAR', x: text, series: ['type'] } }),
        splitBy: composed({
          columns: ['type', 'netAmount'],
          graph: { kind: 'BAR', x: 'type', series: ['netAmount'], splitBy: text },
        }),
        dataset: composed({ dataset: text, columns: ['type'] }),
        operator: composed({
          columns: ['type'],
          conditions: [{ field: 'type', operator: text as never, values: ['x'] }],
        }),
        aggregation: composed({ sums: [{ field: 'netAmount', aggregation: text as never }] }),
        part: composed({ groupBy: [{ field: 'transactionDate', part: text as never }] }),
      }
      const names: Record<string, string> = {
        columns: 'ownReportField',
        groupBy: 'ownReportField',
        sums: 'ownReportField',
        conditions: 'ownReportField',
        orderBy: 'ownReportOrder',
        graph: 'ownReportGraph',
        splitBy: 'ownReportGraph',
        dataset: 'ownReportDataset',
        operator: 'invalid',
        aggregation: 'invalid',
        part: 'invalid',
      }
      const response = await fetch(`${app.url}/v1/api/dynamic-report/run`, {
        method: 'POST',
        headers: { token: owner.user.token, 'content-type': 'application/json' },
        body: JSON.stringify({ content: contents[where], limit: 5, offset: 0 }),
      })
      expect([where, text, response.status, ((await response.json()) as { refusal: string }).refusal]).toEqual([
        where,
        text,
        400,
        names[where],
      ])
    }),
    { numRuns: 150, seed: 10 },
  )
  expect(await plain(sql`select count(*)::int as count from app_user`)).toEqual(before)
})

test('a value is never more than a value', async () => {
  for (const value of [`'; drop table app_user; --`, '%', '_', '\\', '"', '$1', '${x}']) {
    const { total } = await run({
      columns: ['type'],
      conditions: [{ field: 'instrumentCode', operator: 'CONTAINS', values: [value] }],
    })
    expect({ value, total }).toEqual({ value, total: 0 })
  }
  expect(
    (
      await run({
        columns: ['type'],
        conditions: [{ field: 'description', operator: 'STARTS_WITH', values: ['100% _'] }],
      })
    ).total,
  ).toBe(90)
})

test('what a field cannot do is refused with the words of what it is', async () => {
  await expect(run({ sums: [{ field: 'price', aggregation: 'SUM' }] })).rejects.toMatchObject({
    body: { refusal: 'ownReportAggregation', error: '"Price" has no sum.' },
  })
  await expect(
    run({ columns: ['type'], conditions: [{ field: 'netAmount', operator: 'CONTAINS', values: ['1'] }] }),
  ).rejects.toMatchObject({ body: { refusal: 'ownReportOperator' } })
  for (const value of ['1e9', '+5', ' 5 ', '5.', '.5', '0x10', '\u0661'])
    await expect(
      run({ columns: ['type'], conditions: [{ field: 'netAmount', operator: 'ABOVE', values: [value] }] }),
    ).rejects.toMatchObject({ body: { refusal: 'ownReportValue' } })
  await expect(
    run({ columns: ['type'], conditions: [{ field: 'transactionDate', operator: 'IS', values: ['2026-02-30'] }] }),
  ).rejects.toMatchObject({ body: { refusal: 'ownReportValue' } })
  await expect(
    run({ columns: ['type'], conditions: [{ field: 'transactionDate', operator: 'IS', values: ['0000-01-01'] }] }),
  ).rejects.toMatchObject({ body: { refusal: 'ownReportValue' } })
  await expect(
    run({ columns: ['type'], conditions: [{ field: 'netAmount', operator: 'BETWEEN', values: ['1'] }] }),
  ).rejects.toMatchObject({ body: { refusal: 'ownReportValueCount' } })
  await expect(run({ groupBy: [{ field: 'type', part: 'MONTH' }] })).rejects.toMatchObject({
    body: { refusal: 'ownReportPart' },
  })
  await expect(run({ columns: ['type', 'type'] })).rejects.toMatchObject({ body: { refusal: 'ownReportTwice' } })
  await expect(run({})).rejects.toMatchObject({ body: { refusal: 'ownReportEmpty' } })
  await expect(run({ columns: ['type'], graph: { kind: 'BAR', x: 'type', series: ['type'] } })).rejects.toMatchObject({
    body: { refusal: 'ownReportGraph' },
  })
  await expect(run({ columns: ['type'], filter: [] })).rejects.toThrow('Please, select filters')
  const investor = await app.signUp(['INVESTORS'])
  await expect(run({ dataset: 'user-activity', columns: ['action'] }, investor)).rejects.toMatchObject({
    body: { refusal: 'ownReportDataset' },
  })
  expect((await investor.client.ownReport.findDatasets()).map(({ id }) => id)).not.toContain('user-activity')
})

test('a kept report is shared with a group, whose members run it on their own rows alone', async () => {
  const content = composed({
    filter: [
      { nomenclatorConfigNameKey: 'account', selectedItem: ownAccount.id },
      period,
      { nomenclatorConfigNameKey: 'kind', selectedItem: 'TRADE' },
    ],
    groupBy: [{ field: 'instrumentCode' }],
    sums: [{ field: 'netAmount', aggregation: 'SUM' }],
    graph: { kind: 'BAR', x: 'instrumentCode', series: ['sum_netAmount'] },
  })
  const { id } = await owner.client.ownReport.saveOwnReport({ body: { name: 'By company', content } })
  await expect(owner.client.ownReport.saveOwnReport({ body: { name: 'By company', content } })).rejects.toMatchObject({
    body: { refusal: 'ownReportName' },
  })
  const key = `${ownReportPrefix}${id}`
  const outsider = await app.signUp(['INVESTORS'])
  for (const person of [friend, outsider]) {
    await expect(person.client.ownReport.findOwnReport({ params: { id } })).rejects.toMatchObject({ status: 404 })
    await expect(person.client.report.getStaticReportDetailsById({ params: { id: key } })).rejects.toMatchObject({
      status: 404,
    })
  }
  const groups = await owner.client.ownReport.findGroups()
  expect(groups.map(({ name }) => name)).toEqual(['Managers'])
  const [investors] = (await outsider.client.ownReport.findGroups()).map((group) => group.id)
  await expect(owner.client.ownReport.shareOwnReport({ body: { id, groupIds: [investors!] } })).rejects.toMatchObject({
    status: 404,
  })
  await expect(
    friend.client.ownReport.shareOwnReport({ body: { id, groupIds: [groups[0]!.id] } }),
  ).rejects.toMatchObject({ status: 404 })
  await owner.client.ownReport.shareOwnReport({ body: { id, groupIds: [groups[0]!.id] } })

  expect((await owner.client.ownReport.findOwnReports())[0]).toMatchObject({
    name: 'By company',
    isOwn: true,
    groups: [{ name: 'Managers' }],
  })
  expect((await friend.client.ownReport.findOwnReports())[0]).toMatchObject({
    name: 'By company',
    isOwn: false,
    ownerName: 'Olga Example',
    groups: [],
  })
  expect(await outsider.client.ownReport.findOwnReports()).toEqual([])
  expect((await friend.client.report.getStaticReport()).find((report) => report.id === key)).toMatchObject({
    name: 'By company',
    category: 'Own reports',
  })

  const details = await friend.client.report.getStaticReportDetailsById({ params: { id: key } })
  expect(JSON.stringify(details)).not.toContain(ownAccount.id)
  expect(details.graph).toEqual({ ...content.graph, splitBy: null })
  const filter = details.filter.map((one) => ({
    nomenclatorConfigNameKey: one.nomenclatorConfigNameKey,
    selectedItem: one.selectedItem,
  }))
  const shared = await friend.client.report.getStaticReportData({ body: { report: key, filter, limit: 50, offset: 0 } })
  expect(shared.data.map((row) => row['instrumentCode'])).toEqual(['FRI0', 'FRI1', 'FRI2', 'FRI3', 'FRI4'])
  expect(JSON.stringify(await friend.client.ownReport.findOwnReport({ params: { id } }))).not.toContain(ownAccount.id)
  await expect(
    friend.client.report.getStaticReportData({ body: { report: key, filter: content.filter, limit: 50, offset: 0 } }),
  ).rejects.toMatchObject({ body: { refusal: 'reportFilterUnknown' } })
  const file = await friend.client.reportDelivery.generatePdf({ body: { report: key, filter } })
  expect(file.fileName).toBe('By company - Paper - Fred Example - 2025-01-01 to 2026-12-31.pdf')

  await expect(
    friend.client.ownReport.saveOwnReport({ body: { id, name: 'Mine now', content: composed({ columns: ['type'] }) } }),
  ).rejects.toMatchObject({ status: 404 })
  await expect(friend.client.ownReport.deleteOwnReport({ body: { id } })).rejects.toMatchObject({ status: 404 })
  await owner.client.ownReport.saveOwnReport({ body: { id, name: 'By code', content } })
  expect((await friend.client.ownReport.findOwnReports())[0]).toMatchObject({ name: 'By code' })
  await owner.client.ownReport.shareOwnReport({ body: { id, groupIds: [] } })
  await expect(friend.client.report.getStaticReportDetailsById({ params: { id: key } })).rejects.toMatchObject({
    status: 404,
  })
  await owner.client.ownReport.deleteOwnReport({ body: { id } })
  await expect(owner.client.ownReport.findOwnReport({ params: { id } })).rejects.toMatchObject({ status: 404 })
})

test('a report gets another name, which no other one of its owner has, and is renamed by its owner alone', async () => {
  const content = composed({ columns: ['type'] })
  const { id } = await owner.client.ownReport.saveOwnReport({ body: { name: 'First name', content } })
  await owner.client.ownReport.saveOwnReport({ body: { name: 'Taken', content } })
  await owner.client.ownReport.renameOwnReport({ body: { id, name: 'Second name' } })
  expect((await owner.client.ownReport.findOwnReports()).map(({ name }) => name)).toEqual(['Second name', 'Taken'])
  await owner.client.ownReport.renameOwnReport({ body: { id, name: 'Second name' } })
  await expect(owner.client.ownReport.renameOwnReport({ body: { id, name: 'Taken' } })).rejects.toMatchObject({
    status: 409,
    body: { refusal: 'ownReportName' },
  })
  await expect(friend.client.ownReport.renameOwnReport({ body: { id, name: 'Mine now' } })).rejects.toMatchObject({
    status: 404,
  })
  expect((await owner.client.ownReport.findOwnReport({ params: { id } })).content.columns).toEqual(['type'])
  for (const report of await owner.client.ownReport.findOwnReports())
    await owner.client.ownReport.deleteOwnReport({ body: { id: report.id } })
})

test('a period that moves with the day goes on moving when the report is opened for editing', async () => {
  const moving = composed({
    columns: ['type'],
    filter: [
      { nomenclatorConfigNameKey: 'account', selectedItem: 'ALL' },
      { nomenclatorConfigNameKey: 'period', selectedItem: 'LAST_30_DAYS' },
      { nomenclatorConfigNameKey: 'kind', selectedItem: 'ALL' },
    ],
  })
  const { id } = await owner.client.ownReport.saveOwnReport({ body: { name: 'Moving', content: moving } })
  const { content } = await owner.client.ownReport.findOwnReport({ params: { id } })
  expect(
    content.filter.find(({ nomenclatorConfigNameKey }) => nomenclatorConfigNameKey === 'period')?.selectedItem,
  ).toBe('LAST_30_DAYS')
  await owner.client.ownReport.deleteOwnReport({ body: { id } })
})

test('a report of a dataset that needs a right is not there for those of the group who lack it', async () => {
  const administrator = await app.signUp(['ADMINISTRATORS', 'MANAGERS'])
  const content = composed({
    dataset: 'user-activity',
    filter: [
      { nomenclatorConfigNameKey: 'period', selectedItem: 'LAST_30_DAYS' },
      { nomenclatorConfigNameKey: 'user', selectedItem: 'ALL' },
      { nomenclatorConfigNameKey: 'area', selectedItem: 'ALL' },
    ],
    groupBy: [{ field: 'user' }],
    sums: [{ field: 'at', aggregation: 'COUNT' }],
  })
  const { id } = await administrator.client.ownReport.saveOwnReport({ body: { name: 'Who is busy', content } })
  const managers = (await administrator.client.ownReport.findGroups()).find(({ name }) => name === 'Managers')!
  await administrator.client.ownReport.shareOwnReport({ body: { id, groupIds: [managers.id] } })
  expect((await friend.client.ownReport.findOwnReports()).map(({ name }) => name)).not.toContain('Who is busy')
  await expect(
    friend.client.report.getStaticReportDetailsById({ params: { id: `${ownReportPrefix}${id}` } }),
  ).rejects.toMatchObject({ status: 404 })
  await expect(friend.client.ownReport.findOwnReport({ params: { id } })).rejects.toMatchObject({ status: 404 })
})
