// Statements through the real calls on PostgreSQL: what they show before the import, what the account has after it, and
// that a statement counts as a whole or not at all.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { importText } from '../../testing/import-for-test.ts'
import { createAccount, importFile, schwabFile, upload, type TestFileAccount } from './testing/file-account.ts'

let app: TestApp
let owner: TestUser

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.signUp(['MANAGERS'])
  const days = ['2025-06-02', '2025-06-03', '2025-06-04', '2025-06-05', '2025-06-06', '2025-06-09', '2025-06-10']
  const bars = days.map((day, index) => `ACME,${day},50,60,40,${50 + index},1000`)
  await importText(app.services, 'prices.csv', `symbol,date,open,high,low,close,volume\n${bars.join('\n')}\n`, {
    activatesAnyway: true,
  })
})
afterAll(() => app.stop())

const first = schwabFile([
  '"06/05/2025","Sell","ACME","ACME INC","-4","$55.00","$1.00","$219.00"',
  '"06/04/2025","Qualified Dividend","ACME","ACME INC","","","","$5.00"',
  '"06/03/2025","Buy","ACME","ACME INC","10","$50.00","$1.00","-$501.00"',
  '"06/02/2025","MoneyLink Transfer","","Tfr BANK","","","","$1,000.00"',
])

const accountOf = async ({ id }: TestFileAccount) =>
  (await owner.client.account.viewMyAccount({ params: { userId: owner.user.id } })).find((one) => one.id === id)!
const rowsOf = (table: 'account_transaction' | 'account_movement' | 'account_close', { id }: TestFileAccount) =>
  app.services.db.selectFrom(table).selectAll().where('account_id', '=', id).orderBy('day').execute()

test('a statement shows what the account will hold, and counts nothing before it is imported', async () => {
  const account = await createAccount(owner)
  const { statement, preview } = await upload(account, 'history.csv', first)
  expect(statement).toMatchObject({
    state: 'PREPARED',
    format: 'Charles Schwab history (CSV)',
    lines: 4,
    firstDay: '2025-06-02',
    lastDay: '2025-06-05',
    outcomes: [{ outcome: 'NEW', lines: 4 }],
  })
  expect(preview).toMatchObject({
    positions: [{ symbol: 'ACME', before: '0', after: '6' }],
    cash: [{ currency: 'USD', before: '0', after: '723' }],
    overlaps: [],
    missingRates: [],
    withoutPrices: [],
    warnings: [],
  })
  expect(await rowsOf('account_transaction', account)).toEqual([])
  expect(await accountOf(account)).toMatchObject({ broker: 'files', isReadOnly: true, floatValue: 0n })
})

test('an imported statement gives transactions, positions, movements, closes and a value', async () => {
  const account = await createAccount(owner)
  expect(await importFile(account, 'history.csv', first)).toMatchObject({ state: 'IMPORTED', reason: null })
  expect(await rowsOf('account_transaction', account)).toMatchObject([
    { kind: 'CASH_RECEIPT', net_amount_cents: 100_000n, trade_date: '2025-06-02' },
    { kind: 'TRADE', quantity: '10', price: '50', net_amount_cents: -50_100n, fee_cents: 100n },
    { kind: 'DIVIDEND_OR_INTEREST', symbol: 'ACME', quantity: null, net_amount_cents: 500n },
    { kind: 'TRADE', quantity: '-4', price: '55', net_amount_cents: 21_900n, fee_cents: 100n },
  ])
  expect(await rowsOf('account_movement', account)).toMatchObject([{ day: '2025-06-02', amount_cents: 100_000n }])
  expect(
    (await rowsOf('account_close', account)).map((row) => [
      row.day,
      'broker_value_cents' in row && row.broker_value_cents,
    ]),
  ).toEqual([
    ['2025-06-02', 100_000n],
    ['2025-06-03', 49_900n + 51_000n],
    ['2025-06-04', 50_400n + 52_000n],
    ['2025-06-05', 72_300n + 6n * 5_300n],
    ['2025-06-06', 72_300n + 6n * 5_400n],
    ['2025-06-09', 72_300n + 6n * 5_500n],
    ['2025-06-10', 72_300n + 6n * 5_600n],
  ])
  expect(await owner.client.wallet.getPositionsForGraph({ params: { accountId: account.id } })).toMatchObject([
    { instrumentCode: 'ACME', quantity: 6, averagePrice: 50, lastPrice: 56, plOpen: 3_600n },
  ])
  expect(await accountOf(account)).toMatchObject({ floatValue: 72_300n + 33_600n, realValue: 72_300n + 30_000n })
  const state = await owner.client.fileAccount.findStatements({ params: { accountId: account.id } })
  expect(state.missingPrices).toMatchObject([{ symbol: 'ACME', firstDay: '2025-06-11' }])
})

test('the lines of a statement are filtered, and searched by what is written, the security and the reason', async () => {
  const account = await createAccount(owner)
  const odd = '"06/04/2025","Gift 100%","ACME","ACME INC","1","$1.00","","$1.00"'
  const { statement } = await upload(account, 'history.csv', `${first}${odd}\n`)
  const find = async (show: 'ALL' | 'trade' | 'UNREAD', search?: string) => {
    const { total, result } = await owner.client.fileAccount.findStatementLines({
      params: { accountId: account.id, statementId: statement.id, show, start: 0, count: 50 },
      query: search === undefined ? {} : { search },
    })
    expect(total).toBe(result.length)
    return result.map(({ line }) => line)
  }
  expect(await find('ALL')).toEqual([2, 3, 4, 5, 6])
  expect(await find('ALL', ' tfr bank ')).toEqual([5])
  expect(await find('trade', 'acme')).toEqual([2, 4])
  expect(await find('UNREAD', 'gift 100%')).toEqual([6])
  expect(await find('ALL', '%')).toEqual([6])
  expect(await find('UNREAD', 'bank')).toEqual([])
})
