// The capital account of a member who may sign in, as a report: their own lines alone, in every way a report leaves the
// product, for as long as they are linked.
import { randomUUID } from 'node:crypto'
import { ownReportPrefix, type FilledFilter, type OwnReportContent } from '@clubfolio/contract'
import { formatCents } from '@clubfolio/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mail } from '../../adapters/message/port.ts'
import type { LinkedAccount } from '../../testing/factories.ts'
import { makeFundOfTwo } from '../../testing/fund-of-two.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const key = 'my-capital-account'
const sent: Mail[] = []
let app: TestApp
let manager: TestUser
let ann: TestUser
let joana: TestUser
let account: LinkedAccount
let annId: string
let joanaId: string

/** Both members of the fund may sign in. */
beforeAll(async () => {
  const mail = { send: (one: Mail) => Promise.resolve(void sent.push(one)) }
  app = await startTestApp({ replace: () => ({ mail }) })
  manager = await app.signUp(['MANAGERS'])
  ann = await app.signUp(['INVESTORS'], 'Ann')
  joana = await app.signUp(['INVESTORS'], 'Joana')
  ;({ account, ann: annId, joana: joanaId } = await makeFundOfTwo(app, manager))
  await link(annId, ann)
  await link(joanaId, joana)
})
afterAll(() => app.stop())

const link = (memberId: string, person: TestUser | null) =>
  app.services.db
    .updateTable('member')
    .set({ user_id: person?.user.id ?? null })
    .where('id', '=', memberId)
    .execute()
const fundOf = (memberId: string) => `${account.id}.${memberId}`
const filterOf = (memberId: string, from = '2026-02-03', to = '2026-02-18'): FilledFilter[] => [
  { nomenclatorConfigNameKey: 'fund', selectedItem: fundOf(memberId) },
  { nomenclatorConfigNameKey: 'period', selectedItem: [from, to] },
]
const read = (person: TestUser, filter: FilledFilter[]) =>
  person.client.report.getStaticReportData({ body: { report: key, filter, limit: 50, offset: 0 } })
const schedule = (person: TestUser, memberId: string) =>
  person.client.reportDelivery.saveSchedule(
    {
      body: {
        report: key,
        filter: filterOf(memberId),
        name: 'My month',
        frequency: 'MONTHLY',
        monthDay: 1,
        hour: 7,
        formats: ['csv'],
        emailList: [person.email],
      },
    },
    { idempotencyKey: randomUUID() },
  )

test('a member finds it with their own fund to choose, the account number masked', async () => {
  const names = (await joana.client.report.getStaticReport()).filter(({ category }) => category === 'Fund')
  expect(names.map(({ id }) => id)).toEqual([key, 'my-returns-and-risk', 'my-income'])
  const { filter } = await joana.client.report.getStaticReportDetailsById({ params: { id: key } })
  expect(filter[0]).toMatchObject({
    nomenclatorConfigDisplayName: 'Fund',
    nomenclatorConfigConfig: [{ id: fundOf(joanaId), value: `Account •••• ${account.number.slice(-4)}` }],
    selectedItem: fundOf(joanaId),
  })
})

test('it has the figures of the own statement, for the chosen period alone, and names no one else', async () => {
  for (const [from, to] of [
    ['2026-02-02', '2026-02-18'],
    ['2026-02-17', '2026-02-18'],
  ] as const) {
    const { data } = await read(joana, filterOf(joanaId, from, to))
    const { opening, lines, closing } = await joana.client.fund.findMyStatement({
      params: { accountId: account.id, memberId: joanaId, from, to },
    })
    expect(data[0]).toMatchObject({ day: from, what: 'Opening balance', amount: Number(formatCents(opening.value)) })
    expect(data.slice(1, -4).map((row) => [row['day'], row['what'], row['amount']])).toEqual(
      lines.map(({ day, what, amount }) => [day, what, Number(formatCents(amount))]),
    )
    expect(data.at(-1)).toMatchObject({ day: to, what: 'Closing balance', amount: Number(formatCents(closing.value)) })
    expect(JSON.stringify(data)).not.toMatch(/Ann|Secretive/)
  }
  const { data } = await read(joana, filterOf(joanaId))
  expect(data.slice(1, -4).map((row) => row['what'])).toEqual(['Contribution', 'Transfer'])
})

test('the part of another member is no choice, not even for the owner of the fund', async () => {
  await expect(read(joana, filterOf(annId))).rejects.toMatchObject({ body: { refusal: 'reportFilterUnknown' } })
  await expect(schedule(joana, annId)).rejects.toMatchObject({ body: { refusal: 'reportFilterUnknown' } })
  await expect(read(manager, filterOf(joanaId))).rejects.toMatchObject({ body: { refusal: 'notFound' } })
})

test('a user who is linked to two members of one account chooses between them by name', async () => {
  await link(annId, joana)
  const { filter } = await joana.client.report.getStaticReportDetailsById({ params: { id: key } })
  await link(annId, ann)
  expect(filter[0]!.nomenclatorConfigConfig.map(({ value }) => value.split(', ')[1]).toSorted()).toEqual([
    'Ann Secretive',
    'Joana Ferreira',
  ])
})

test('it is exported, saved and composed like any other report', async () => {
  const csv = await joana.client.reportDelivery.generateCsv({ body: { report: key, filter: filterOf(joanaId) } })
  const text = await csv.content.text()
  expect(text).toContain('Closing balance')
  expect(text).not.toMatch(/Ann|Secretive/)
  expect(text).not.toContain(account.number)
  const pdf = await joana.client.reportDelivery.generatePdf({ body: { report: key, filter: filterOf(joanaId) } })
  // The manager of the fund issues it, not the member who reads it.
  expect(pdf.fileName).toMatch(/^My capital account - .*Fund of account •••• \d{4}.* - Person1 Example - .*\.pdf$/)
  await joana.client.report.saveFilter({ body: { report: key, name: 'February', filter: filterOf(joanaId) } })
  expect(await joana.client.report.findSavedFilters({ params: { report: key } })).toMatchObject([{ name: 'February' }])
  const content: OwnReportContent = {
    dataset: key,
    filter: filterOf(joanaId),
    columns: [],
    conditions: [],
    groupBy: [{ field: 'what' }],
    sums: [{ field: 'line', aggregation: 'COUNT' }],
    orderBy: [],
    graph: null,
  }
  const { id } = await joana.client.ownReport.saveOwnReport({ body: { name: 'By kind', content } })
  const shown = await joana.client.report.getStaticReportData({
    body: { report: `${ownReportPrefix}${id}`, filter: filterOf(joanaId), limit: 50, offset: 0 },
  })
  expect(shown.data).toContainEqual({ what: 'Closing balance', count_line: 1 })
})

test('a schedule of it runs, and no longer once the member is not linked to the user any more', async () => {
  const { id } = await schedule(joana, joanaId)
  const run = async () => {
    // A schedule has one run for an instant.
    app.clock.set(app.services.clock.nowMs() + 1_000)
    await joana.client.reportDelivery.runSchedule({ body: { id } }, { idempotencyKey: randomUUID() })
    await app.services.background.idle()
    return (await joana.client.reportDelivery.findScheduleRuns({ params: { scheduleId: id } }))[0]
  }
  sent.length = 0
  expect(await run()).toMatchObject({ state: 'DONE' })
  expect(String(sent[0]!.attachments![0]!.content)).toContain('Closing balance')
  await link(joanaId, null)
  expect(await run()).toMatchObject({
    state: 'SKIPPED',
    reason: 'Its owner may no longer see this report, so it did not run.',
  })
  expect(sent).toHaveLength(1)
  expect((await joana.client.report.getStaticReport()).map(({ id: report }) => report)).not.toContain(key)
  await expect(read(joana, filterOf(joanaId))).rejects.toMatchObject({ body: { refusal: 'notFound' } })
  // A report of their own that was composed from it is still theirs to delete, and says why it does not open.
  const [own] = await joana.client.ownReport.findOwnReports()
  expect(own).toMatchObject({ name: 'By kind' })
  await expect(joana.client.ownReport.findOwnReport({ params: { id: own!.id } })).rejects.toMatchObject({ status: 403 })
  await link(joanaId, joana)
})
