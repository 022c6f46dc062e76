// Amounts in other currencies, tables of rates, and tables whose columns the owner explains, on PostgreSQL.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { createAccount, take, undo, upload, uploadRates, type TestFileAccount } from './testing/file-account.ts'
import { readRateTable } from './upload-rates.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.signUp(['MANAGERS'])
})
afterAll(() => app.stop())

const table = (rows: readonly string[]) =>
  `Day;Kind of booking;Paper;Pieces;Rate per piece;Sum;Money\n${rows.join('\n')}\n`
const rows = [
  '2025-06-02;PAID-IN;;;;1000.00;EUR',
  '2025-06-03;GOT;ACME;10;50.00;-500.00;USD',
  '2025-06-04;GAVE;ACME;-4;55.00;220.00;USD',
]
const meanings = {
  columns: { date: 0, action: 1, symbol: 2, quantity: 3, price: 4, amount: 5, currency: 6 },
  dateOrder: 'ymd' as const,
  numbers: 'point' as const,
  actions: { 'paid-in': 'deposit', got: 'buy', gave: 'sell' } as const,
  signs: 'cash' as const,
  isAmountAfterFees: true,
  currency: null,
}
const map = (
  { id, owner: by }: TestFileAccount,
  statementId: string,
  mapping: { readonly columns?: Partial<(typeof meanings)['columns']> } = {},
) =>
  by.client.fileAccount.mapStatement({
    body: { accountId: id, statementId, mapping: { ...meanings, ...mapping } },
  })
const accountOf = async ({ id }: TestFileAccount) =>
  (await owner.client.account.viewMyAccount({ params: { userId: owner.user.id } })).find((one) => one.id === id)!
const stateOf = ({ id }: TestFileAccount) => owner.client.fileAccount.findStatements({ params: { accountId: id } })
async function prepared(account: TestFileAccount, statementId: string) {
  for (;;) {
    const found = await account.owner.client.fileAccount.findStatement({
      params: { accountId: account.id, statementId },
    })
    if (found.statement.state !== 'READING') return found
  }
}

/** Uploads the table and explains its columns where they are asked for. */
async function readTable(account: TestFileAccount) {
  const { statement } = await upload(account, 'table.csv', table(rows))
  if (statement.state === 'NEEDS_MAPPING') await map(account, statement.id)
  return prepared(account, statement.id)
}

test('the owner explains the columns of a table once, and files of the same headings are read at once', async () => {
  const account = await createAccount(await app.signUp(['MANAGERS']), { currency: 'EUR' })
  const asked = await upload(account, 'unknown.csv', table(rows))
  expect(asked.statement.state).toBe('NEEDS_MAPPING')
  expect(asked.mapping?.head).toEqual(['Day', 'Kind of booking', 'Paper', 'Pieces', 'Rate per piece', 'Sum', 'Money'])
  expect(asked.mapping?.rows[1]).toEqual(['2025-06-03', 'GOT', 'ACME', '10', '50.00', '-500.00', 'USD'])
  expect(asked.mapping?.words[1]).toEqual(['gave', 'got', 'paid-in'])
  const { date: _date, ...withoutDate } = meanings.columns
  expect(await refusalOf(map(account, asked.statement.id, { columns: withoutDate }))).toBe('400 mappingIncomplete')
  await map(account, asked.statement.id)
  const read = await prepared(account, asked.statement.id)
  expect(read.statement).toMatchObject({ state: 'PREPARED', lines: 3, format: 'Table with columns that you explained' })
  expect(await refusalOf(map(account, asked.statement.id))).toBe('409 statementNotMapped')
  const again = await upload(account, 'next.csv', table(rows.slice(1)))
  expect(again.statement).toMatchObject({ state: 'PREPARED', lines: 2 })
})

test('a line without a rate waits, is said, and counts once the table of rates has it', async () => {
  const account = await createAccount(owner, { currency: 'EUR' })
  const { statement, preview } = await readTable(account)
  const gap = { currency: 'USD', firstDay: '2025-06-03', lastDay: '2025-06-04', lines: 2 }
  expect(preview?.missingRates).toEqual([gap])
  await take(account, statement.id)
  expect(await accountOf(account)).toMatchObject({ currency: 'EUR', floatValue: 100_000n })
  expect((await stateOf(account)).missingRates).toEqual([gap])
  const waiting = await owner.client.fileAccount.findStatementLines({
    params: { accountId: account.id, statementId: statement.id, show: 'WAITING', start: 0, count: 10 },
  })
  expect(waiting).toMatchObject({
    total: 2,
    result: [{ line: 3, symbol: 'ACME', amount: '-500', booked: null }, { line: 4 }],
  })

  expect(await uploadRates(account, 'day,currency,rate\n2025-06-02,USD,0.9\n2025-06-31,USD,1\n')).toMatchObject({
    added: 1,
    changed: 0,
    booked: 2,
    refusedCount: 1,
    refused: [{ line: 3, content: '2025-06-31,USD,1' }],
  })
  // 1000 - 500 x 0.9 + 220 x 0.9 in cash, and six shares that cost 45.00 each, for which no price is known.
  expect(await accountOf(account)).toMatchObject({ floatValue: 74_800n + 27_000n, realValue: 74_800n + 27_000n })
  const state = await stateOf(account)
  expect(state).toMatchObject({
    missingRates: [],
    cash: [
      { currency: 'EUR', amount: '1000' },
      { currency: 'USD', amount: '-280' },
    ],
    rates: [{ currency: 'USD', firstDay: '2025-06-02', lastDay: '2025-06-02', days: 1 }],
    missingPrices: [{ symbol: 'ACME', firstDay: '2025-06-03' }],
  })
  expect(state.statements[0]?.outcomes).toEqual([{ outcome: 'NEW', lines: 3 }])
  expect(await uploadRates(account, '2025-06-02,USD,0.9\n')).toMatchObject({ added: 0, unchanged: 1, booked: 0 })
  expect(await uploadRates(account, '2025-06-02,USD,0.8\n')).toMatchObject({ changed: 1 })
  expect(await accountOf(account)).toMatchObject({ floatValue: 100_000n - 22_400n + 24_000n })
  await undo(account, statement.id)
})

test('a table without a rate is refused with an example', async () => {
  const account = await createAccount(owner, { currency: 'EUR' })
  expect(await refusalOf(uploadRates(account, 'nothing\n'))).toBe('400 ratesUnreadable')
})

test('a table of rates has a day, a currency and a rate on each line, in any of the usual delimiters', () => {
  expect(readRateTable('\uFEFFday;currency;rate\r\n2024-01-02;USD;0,91\r\n\r\n').rates).toEqual([
    { line: 2, day: '2024-01-02', currency: 'USD', rate: '0.91' },
  ])
  expect(
    readRateTable('2024-01-02,USD,0\n2024-01-02,usd,1\n2024-01-02,USD\nx,USD,1\n').refused.map(({ reason }) => reason),
  ).toEqual([
    'The rate is no positive number like 0.9132.',
    'The currency is no code like USD.',
    'A line has a day, a currency and a rate.',
    'The day is no date like 2024-01-02.',
  ])
})
