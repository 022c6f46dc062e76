// Saved filters, per user and report, and relative periods.
import { savedFilterLimit } from '@clubfolio/contract'
import { marketDay } from '@clubfolio/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { behindWrite } from '../../testing/behind-write.ts'
import { linkAccount } from '../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { resolvePeriod } from './report-period.ts'

let app: TestApp
let owner: TestUser
let other: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.signUp(['MANAGERS'])
  other = await app.signUp(['MANAGERS'])
  await linkAccount(app, owner, '2026-01-02', '100.00')
})
afterAll(() => app.stop())

const filter = [
  { nomenclatorConfigNameKey: 'account', selectedItem: 'ALL' },
  { nomenclatorConfigNameKey: 'period', selectedItem: 'LAST_MONTH' },
]
const save = (name: string, person = owner) =>
  person.client.report.saveFilter({ body: { report: 'income', name, filter, orderBy: 'amount', direction: 'DESC' } })
const names = async (person = owner) =>
  (await person.client.report.findSavedFilters({ params: { report: 'income' } })).map(({ name }) => name)

test('a filter is kept under its name, replaced, renamed and forgotten', async () => {
  const { id } = await save('Last month')
  expect((await save('Last month')).id).toBe(id)
  expect(await owner.client.report.findSavedFilters({ params: { report: 'income' } })).toMatchObject([
    { id, name: 'Last month', filter, orderBy: 'amount', direction: 'DESC' },
  ])
  await save('another')
  expect(await names()).toEqual(['another', 'Last month'])
  await expect(owner.client.report.renameFilter({ body: { id, name: 'another' } })).rejects.toMatchObject({
    body: { refusal: 'savedFilterName' },
  })
  await owner.client.report.renameFilter({ body: { id, name: 'Zuletzt' } })
  expect(await names()).toEqual(['another', 'Zuletzt'])
  expect(await owner.client.report.findSavedFilters({ params: { report: 'fees' } })).toEqual([])
  await owner.client.report.deleteFilter({ body: { id } })
  expect(await names()).toEqual(['another'])
})

test('a filter that gets its name while one of that name is saved is replaced', async () => {
  const { id } = await save('before')
  const saved = await behindWrite(
    app.services.pool,
    (renamer) => renamer.query("update saved_filter set name = 'after' where id = $1", [id]),
    () => save('after'),
  )
  expect(saved).toMatchObject({ id })
  await owner.client.report.deleteFilter({ body: { id } })
})

test('nobody sees, renames or forgets the filters of another', async () => {
  const { id } = await save('mine')
  expect(await names(other)).toEqual([])
  await expect(other.client.report.renameFilter({ body: { id, name: 'x' } })).rejects.toMatchObject({ status: 404 })
  await expect(other.client.report.deleteFilter({ body: { id } })).rejects.toMatchObject({ status: 404 })
  expect(await names()).toContain('mine')
})

test('only what can be read is kept', async () => {
  const body = { report: 'income', name: 'x', filter, orderBy: 'amount', direction: 'ASC' } as const
  await expect(owner.client.report.saveFilter({ body: { ...body, report: 'nothing' } })).rejects.toMatchObject({
    status: 404,
  })
  await expect(owner.client.report.saveFilter({ body: { ...body, report: 'user-activity' } })).rejects.toMatchObject({
    status: 404,
  })
  await expect(owner.client.report.saveFilter({ body: { ...body, filter: [] } })).rejects.toThrow(
    'Please, select filters',
  )
  await expect(owner.client.report.saveFilter({ body: { ...body, orderBy: 'password_hash' } })).rejects.toMatchObject({
    body: { refusal: 'reportColumnUnknown' },
  })
})

test('there is an end to how many are kept', async () => {
  for (let index = 0; index < savedFilterLimit; index++) await save(`number ${index}`, other)
  await expect(save('one more', other)).rejects.toMatchObject({ body: { refusal: 'savedFilterCount' } })
  await save('number 7', other)
})

test('a kept period moves with the day', async () => {
  const { db } = app.services
  const account = await db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('account_transaction')
    .values(
      ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01'].map((day) => ({
        account_id: account.id,
        broker_id: day,
        occurred_at: new Date(`${day}T15:00:00Z`),
        day,
        kind: 'DIVIDEND_OR_INTEREST',
        description: 'x',
        symbol: null,
        asset_type: null,
        quantity: null,
        price: null,
        net_amount_cents: 1n,
        order_id: null,
      })),
    )
    .execute()
  const days = async () =>
    (
      await owner.client.report.getStaticReportData({
        body: { report: 'income', filter, limit: 50, offset: 0, orderBy: 'day', direction: 'ASC' },
      })
    ).data.map((row) => row['day'])
  expect(await days()).toEqual(['2026-02-01', '2026-02-28'])
  app.clock.set(Date.parse('2026-04-01T15:00:00Z'))
  expect(
    await (
      await app.signIn(owner.email)
    ).client.report.getStaticReportData({ body: { report: 'income', filter, limit: 50, offset: 0 } }),
  ).toMatchObject({ data: [{ day: '2026-03-01' }] })
})

test.each([
  ['LAST_SESSION', '2026-03-03', '2026-03-03'],
  ['THIS_WEEK', '2026-03-02', '2026-03-04'],
  ['LAST_WEEK', '2026-02-23', '2026-03-01'],
  ['THIS_MONTH', '2026-03-01', '2026-03-04'],
  ['LAST_MONTH', '2026-02-01', '2026-02-28'],
  ['LAST_30_DAYS', '2026-02-03', '2026-03-04'],
  ['LAST_90_DAYS', '2025-12-05', '2026-03-04'],
  ['THIS_YEAR', '2026-01-01', '2026-03-04'],
  ['LAST_YEAR', '2025-01-01', '2025-12-31'],
  ['LAST_365_DAYS', '2025-03-05', '2026-03-04'],
] as const)('%s on March 4, 2026 is %s to %s', (word, from, to) => {
  expect(resolvePeriod(word, { today: marketDay('2026-03-04'), lastSession: marketDay('2026-03-03') })).toEqual([
    from,
    to,
  ])
})
