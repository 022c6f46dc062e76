// An account from files in euros says so in its reports and their files, its fund, and the papers for members.
import type { FilledFilter } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, makeMember } from '../../testing/factories.ts'
import { importText } from '../../testing/import-for-test.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { createAccount, take, upload, type TestFileAccount } from './testing/file-account.ts'

let app: TestApp
let owner: TestUser
let member: TestUser
let account: TestFileAccount
let memberId: string
/** The sessions of the prices: from 2026-02-02 to the last one before the clock of the test. */
const days = [2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 17, 18, 19, 20, 23, 24, 25, 26, 27]
  .map((day) => `2026-02-${String(day).padStart(2, '0')}`)
  .concat('2026-03-02', '2026-03-03')

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.signUp(['MANAGERS'])
  member = await app.signUp(['INVESTORS'])
  const bars = days.map((day, index) => `ACME,${day},50,80,40,${50 + index},1000`)
  await importText(app.services, 'prices.csv', `symbol,date,open,high,low,close,volume\n${bars.join('\n')}\n`, {
    activatesAnyway: true,
  })
  account = await createAccount(owner, { currency: 'EUR', name: 'Depot' })
  const lines = ['2026-02-02;in;;;;10000.00', '2026-02-03;got;ACME;100;50.00;-5000.00', '2026-02-18;in;;;;1000.00']
  const { statement } = await upload(account, 'table.csv', `Day;What;Paper;Pieces;Each;Sum\n${lines.join('\n')}\n`)
  await owner.client.fileAccount.mapStatement({
    body: {
      accountId: account.id,
      statementId: statement.id,
      mapping: {
        columns: { date: 0, action: 1, symbol: 2, quantity: 3, price: 4, amount: 5 },
        dateOrder: 'ymd',
        numbers: 'point',
        actions: { in: 'deposit', got: 'buy' },
        signs: 'cash',
        isAmountAfterFees: true,
        currency: 'EUR',
      },
    },
  })
  await read(statement.id)
  await take(account, statement.id)
  memberId = await makeMember(owner, 'Ann')
  await owner.client.member.createContribution({
    body: { accountId: account.id, memberId, amount: cents('1000.00'), date: '2026-02-18', description: 'paid in' },
  })
})
afterAll(() => app.stop())

test('the currencies of a user are dollars and those of their active accounts', async () => {
  expect(await owner.client.currency.findAll()).toEqual([
    { code: 'USD', name: 'US dollar', symbol: '$' },
    { code: 'EUR', name: 'Euro', symbol: '€' },
  ])
  expect(await member.client.currency.findAll()).toEqual([{ code: 'USD', name: 'US dollar', symbol: '$' }])
})

async function read(statementId: string): Promise<void> {
  for (;;) {
    const found = await owner.client.fileAccount.findStatement({ params: { accountId: account.id, statementId } })
    if (found.statement.state !== 'READING') return
  }
}

const ofAccount = (): FilledFilter[] => [
  { nomenclatorConfigNameKey: 'account', selectedItem: account.id },
  { nomenclatorConfigNameKey: 'period', selectedItem: ['2026-02-01', '2026-03-03'] },
]
const span = () => ({ accountId: account.id, memberId, from: '2026-02-02', to: '2026-03-03' })
const fillAll = async (report: string): Promise<FilledFilter[]> => {
  const { filter } = await owner.client.report.getStaticReportDetailsById({ params: { id: report } })
  const chosen = ofAccount()
  return filter.map(
    ({ nomenclatorConfigNameKey, selectedItem }) =>
      chosen.find((one) => one.nomenclatorConfigNameKey === nomenclatorConfigNameKey) ?? {
        nomenclatorConfigNameKey,
        selectedItem,
      },
  )
}

test('the account, which the wallet adds up, is in euros', async () => {
  const [one] = await owner.client.account.viewMyAccount({ params: { userId: owner.user.id } })
  expect(one).toMatchObject({ currency: 'EUR', floatValue: cents('13000.00') })
})

test('a report of the account says euros, and its file in the header of the amounts', async () => {
  const report = 'transactions'
  const filter = await fillAll(report)
  const page = await owner.client.report.getStaticReportData({ body: { report, filter, limit: 50, offset: 0 } })
  expect(page).toMatchObject({ currency: 'EUR', total: 3 })
  const { content } = await owner.client.reportDelivery.generateCsv({ body: { report, filter } })
  expect((await content.text()).split('\r\n')[0]).toContain('Net Amount (EUR)')
})

test('a report of the market is in dollars', async () => {
  const report = 'market-movers'
  const { filter } = await owner.client.report.getStaticReportDetailsById({ params: { id: report } })
  const page = await owner.client.report.getStaticReportData({ body: { report, filter, limit: 50, offset: 0 } })
  expect(page.currency).toBe('USD')
})

test('the statement of a member is in euros, and so is the part that the member sees', async () => {
  expect(await owner.client.fund.findStatement({ params: span() })).toMatchObject({ currency: 'EUR' })
  await app.services.db.updateTable('member').set({ user_id: member.user.id }).where('id', '=', memberId).execute()
  const [mine] = await member.client.fund.findMyParticipations({})
  expect(mine).toMatchObject({ accountId: account.id, currency: 'EUR' })
})

test('the journals of the fund are in euros', async () => {
  const { books, roi } = await owner.client.fund.exportJournals({ params: { accountId: account.id } })
  for (const journal of [books, roi]) {
    expect(journal).toContain('commodity 1000.00 EUR')
    expect(journal).not.toContain('USD')
  }
})

test('a derivation, a refusal and the news of an entry name amounts in euros', async () => {
  const { result, parts } = await owner.client.fund.findDerivation({
    params: { accountId: account.id, figure: 'fund-value' },
  })
  expect(result).toBe('13,000.00 EUR')
  expect(parts.map(({ value }) => value).join(' ')).not.toContain('$')
  const entry = { accountId: account.id, memberId, date: '2026-02-19', description: 'x' }
  await expect(
    owner.client.member.createRetribution({ body: { ...entry, amount: cents('900000.00') } }),
  ).rejects.toThrow(/ EUR/)
  await owner.client.member.createContribution({ body: { ...entry, amount: cents('5.00') } })
  const { text } = await app.services.db
    .selectFrom('notification')
    .select('text')
    .where('user_id', '=', member.user.id)
    .where('kind', '=', 'ENTRY_RECORDED')
    .executeTakeFirstOrThrow()
  expect(text).toBe('A contribution of 5.00 EUR on 2026-02-19 was recorded for you.')
})
