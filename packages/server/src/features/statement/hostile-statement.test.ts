// Files that are cut, packed to death, in no encoding or too large: each is refused in words, and nothing of it is taken
// in.
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import {
  createAccount,
  importFile,
  mapColumns,
  schwabFile,
  upload,
  type TestFileAccount,
} from './testing/file-account.ts'

let app: TestApp
let owner: TestUser
let account: TestFileAccount
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.signUp(['MANAGERS'])
  account = await createAccount(owner)
})
afterAll(() => app.stop())

const text = schwabFile([
  '"06/03/2025","Buy","ACME","ACME INC","10","$50.00","$1.00","-$501.00"',
  '"06/02/2025","MoneyLink Transfer","","Tfr BANK","","","","$1,000.00"',
])
const bytes = (content: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(content))
const zip = (files: Record<string, Uint8Array>): Uint8Array<ArrayBuffer> => new Uint8Array(zipSync(files))
const packed = (content: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(gzipSync(content))
const megabytes = (count: number): Uint8Array<ArrayBuffer> => new Uint8Array(count * 1024 ** 2).fill(65)

const storedLines = async () =>
  Number(
    (
      await app.services.db
        .selectFrom('account_statement_line')
        .select(({ fn }) => fn.countAll<bigint>().as('lines'))
        .where('account_id', '=', account.id)
        .executeTakeFirstOrThrow()
    ).lines,
  )

test.each<[string, string, () => Uint8Array<ArrayBuffer>, string]>([
  ['an empty file', 'empty.csv', () => new Uint8Array(0), 'The file is empty'],
  ['a picture', 'picture.csv', () => new Uint8Array(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')), 'a PNG picture'],
  ['a web page', 'page.csv', () => bytes('<!doctype html><p>Sign in</p>'), 'a web page'],
  [
    'two encodings',
    'mixed.csv',
    () => new Uint8Array(Buffer.concat([Buffer.from(`${text}é`), Buffer.from([0xff, 0xe9])])),
    'UTF-8',
  ],
  ['a row that is never closed', 'quote.csv', () => bytes(`${text}"06/04/2025","Buy`), 'quotation mark'],
  ['headings only', 'none.csv', () => bytes(schwabFile([])), 'no lines'],
  ['a bomb in gzip', 'bomb.csv.gz', () => packed(megabytes(70)), 'times its size'],
  ['a bomb in zip', 'bomb.zip', () => zip({ 'statement.csv': megabytes(70) }), 'times its size'],
  ['a cut gzip', 'cut.csv.gz', () => packed(bytes(text)).slice(0, 60), 'could not be unpacked'],
  ['a cut zip', 'cut.zip', () => zip({ 'statement.csv': bytes(text) }).slice(0, 80), ''],
  ['an archive in an archive', 'nested.zip', () => zip({ 'more.zip': zip({}) }), 'another archive'],
  ['two statements at once', 'two.zip', () => zip({ 'a.csv': bytes(text), 'b.csv': bytes(text) }), '2 statements'],
  ['an archive without a statement', 'photo.zip', () => zip({ 'photo.jpg': bytes('x') }), 'no statement'],
])('%s is refused in words', async (_what, name, make, words) => {
  const before = await storedLines()
  const { statement } = await upload(account, name, make())
  expect(statement.state).toBe('REFUSED')
  expect(statement.reason).toContain(words)
  expect(statement.reason).not.toContain('fault of ours')
  expect(await storedLines()).toBe(before)
})

test('dates that read in both orders are asked for, and read in the order that is said', async () => {
  const head = 'date,type,symbol,quantity,price,amount,currency'
  const asked = await upload(account, 'dates.csv', `${head}\n04/05/2025,Deposit,,,,5.00,USD\n`)
  expect(asked.statement.state).toBe('NEEDS_MAPPING')
})

test('a file beyond 64 MB is refused while it arrives', async () => {
  expect(await refusalOf(upload(account, 'large.csv', megabytes(65)))).toBe('413 tooLarge')
})

test('a packed statement is read like a plain one', async () => {
  const own = await createAccount(owner)
  expect(await importFile(own, 'statement.zip', zip({ 'folder/statement.csv': bytes(text) }))).toMatchObject({
    state: 'IMPORTED',
    lines: 2,
  })
  expect((await upload(own, 'statement.csv.gz', packed(bytes(text)))).statement.outcomes).toEqual([
    { outcome: 'KNOWN', lines: 2 },
  ])
})

test.each<[string, (content: string) => Uint8Array<ArrayBuffer>]>([
  ['zip', (content) => zip({ 'export.csv': bytes(content) })],
  ['gzip', (content) => packed(bytes(content))],
])('a statement in %s whose columns need a meaning is read once they have one', async (name, pack) => {
  const own = await createAccount(owner)
  const head = `Value date,Kind of ${name},Ticker,Shares,Unit price,Total,Currency`
  const table = `${head}\n2024-01-05,Buy,ABC,10,5.00,-50.00,USD\n`
  const { statement, mapping } = await upload(own, 'export', pack(table))
  expect(statement.state).toBe('NEEDS_MAPPING')
  expect((await mapColumns(own, statement.id, mapping!.proposal)).statement).toMatchObject({
    state: 'PREPARED',
    reason: null,
    outcomes: [{ outcome: 'NEW', lines: 1 }],
  })
})

test('a number beyond any account is not understood, and the rest of the file is', async () => {
  const own = await createAccount(owner)
  const { statement } = await upload(
    own,
    'huge.csv',
    schwabFile([
      '"06/03/2025","Buy","ACME","ACME INC","10","$50.00","$1.00","-$99999999999999999999.00"',
      '"06/02/2025","MoneyLink Transfer","","Tfr BANK","","","","$1,000.00"',
    ]),
  )
  expect(statement.outcomes).toEqual([
    { outcome: 'NEW', lines: 1 },
    { outcome: 'UNREAD', lines: 1 },
  ])
})
