// Statements that overlap, are imported twice, are undone, or need what the account held before, on PostgreSQL.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../../kernel/clock.ts'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { syncAccount } from '../account-reading/sync-account.ts'
import { expireStatements } from './expire-statements.ts'
import {
  createAccount,
  importFile,
  schwabFile,
  take,
  undo,
  upload,
  type TestFileAccount,
} from './testing/file-account.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.signUp(['MANAGERS'])
})
afterAll(() => app.stop())

const deposit = '"06/02/2025","MoneyLink Transfer","","Tfr BANK","","","","$1,000.00"'
const purchase = '"06/03/2025","Buy","ACME","ACME INC","10","$50.00","$1.00","-$501.00"'
const dividend = '"06/04/2025","Qualified Dividend","ACME","ACME INC","","","","$5.00"'
const sale = '"06/05/2025","Sell","ACME","ACME INC","-4","$55.00","$1.00","$219.00"'

const transactionsOf = async ({ id }: TestFileAccount) =>
  (
    await app.services.db
      .selectFrom('account_transaction')
      .select(['trade_date', 'net_amount_cents'])
      .where('account_id', '=', id)
      .orderBy('occurred_at')
      .execute()
  ).map(({ trade_date: day, net_amount_cents: cents }) => `${day} ${cents}`)
const accountOf = async ({ id }: TestFileAccount) =>
  (await owner.client.account.viewMyAccount({ params: { userId: owner.user.id } })).find((one) => one.id === id)!
const stateOf = ({ id }: TestFileAccount) => owner.client.fileAccount.findStatements({ params: { accountId: id } })

test('an overlapping statement adds only what is new, and says which statement has the rest', async () => {
  const account = await createAccount(owner)
  const first = await importFile(account, 'may-june.csv', schwabFile([dividend, purchase, deposit]))
  const { statement, preview } = await upload(account, 'june.csv', schwabFile([sale, dividend, purchase]))
  expect(statement.outcomes).toEqual([
    { outcome: 'KNOWN', lines: 2 },
    { outcome: 'NEW', lines: 1 },
  ])
  expect(preview?.overlaps).toEqual([{ statementId: first.id, fileName: 'may-june.csv', lines: 2 }])
  await take(account, statement.id)
  expect(await transactionsOf(account)).toEqual([
    '2025-06-02 100000',
    '2025-06-03 -50100',
    '2025-06-04 500',
    '2025-06-05 21900',
  ])
})

test('two equal trades of a day count twice, and once more only where a file has three', async () => {
  const account = await createAccount(owner)
  await importFile(account, 'two.csv', schwabFile([purchase, purchase, deposit]))
  expect((await transactionsOf(account)).filter((one) => one.endsWith('-50100'))).toHaveLength(2)
  const { statement } = await upload(account, 'three.csv', schwabFile([purchase, purchase, purchase]))
  expect(statement.outcomes).toEqual([
    { outcome: 'KNOWN', lines: 2 },
    { outcome: 'SIMILAR', lines: 1 },
  ])
  await take(account, statement.id)
  expect((await transactionsOf(account)).filter((one) => one.endsWith('-50100'))).toHaveLength(3)
})

test('an undo takes a statement back as a whole and leaves what another statement has too', async () => {
  const account = await createAccount(owner)
  const first = await importFile(account, 'first.csv', schwabFile([dividend, purchase, deposit]))
  await importFile(account, 'second.csv', schwabFile([sale, dividend, purchase]))
  expect(await undo(account, first.id)).toEqual({ message: 'The statement is undone.' })
  expect(await transactionsOf(account)).toEqual(['2025-06-03 -50100', '2025-06-04 500', '2025-06-05 21900'])
  const { statements, cash } = await stateOf(account)
  expect(cash).toEqual([{ currency: 'USD', amount: '-277' }])
  expect(statements.map(({ fileName, state, undoneBy }) => [fileName, state, undoneBy])).toEqual([
    ['second.csv', 'IMPORTED', null],
    ['first.csv', 'UNDONE', `${owner.user.firstName} ${owner.user.lastName}`],
  ])
  expect(await refusalOf(undo(account, first.id))).toBe('409 statementUndone')
})

test('an undone statement can be imported again', async () => {
  const account = await createAccount(owner)
  const file = schwabFile([purchase, deposit])
  const first = await importFile(account, 'again.csv', file)
  const before = await transactionsOf(account)
  await undo(account, first.id)
  expect(await transactionsOf(account)).toEqual([])
  expect(await accountOf(account)).toMatchObject({ floatValue: 0n })
  await importFile(account, 'again.csv', file)
  expect(await transactionsOf(account)).toEqual(before)
})

test('a prepared statement is discarded, and can then not be imported', async () => {
  const account = await createAccount(owner)
  const { statement } = await upload(account, 'discarded.csv', schwabFile([deposit]))
  expect(await undo(account, statement.id)).toEqual({ message: 'The statement is discarded.' })
  expect(await refusalOf(take(account, statement.id))).toBe('404 notFound')
})

test('a prepared statement is forgotten after a day, an imported one never', async () => {
  const account = await createAccount(owner)
  await importFile(account, 'kept.csv', schwabFile([deposit]))
  const { statement } = await upload(account, 'forgotten.csv', schwabFile([purchase]))
  expect(await expireStatements(app.services)).toBe(0)
  const tomorrow = new ManualClock(app.clock.nowMs() + 24 * 3_600_000)
  expect(await expireStatements({ db: app.services.db, clock: tomorrow })).toBeGreaterThan(0)
  const { statements } = await stateOf(account)
  expect(statements.map(({ state }) => state)).toEqual(['EXPIRED', 'IMPORTED'])
  expect(await refusalOf(take(account, statement.id))).toBe('409 statementNotReady')
  const left = await app.services.db
    .selectFrom('account_statement_line')
    .select('statement_id')
    .where('account_id', '=', account.id)
    .execute()
  expect(left.map(({ statement_id: id }) => id)).not.toContain(statement.id)
})

test('an account from files has no access to renew', async () => {
  const account = await createAccount(owner)
  expect(await refusalOf(owner.client.account.getAccessByAccount({ params: { accountId: account.id } }))).toBe(
    '409 accountFromFiles',
  )
})

test("another user's statement looks like a missing one", async () => {
  const account = await createAccount(owner)
  const { statement } = await upload(account, 'mine.csv', schwabFile([deposit]))
  const stranger = await app.signUp(['MANAGERS'])
  const asStranger = { id: account.id, owner: stranger }
  const own = await createAccount(stranger)
  expect(await refusalOf(undo(asStranger, statement.id))).toBe('404 notFound')
  expect(await refusalOf(undo(own, statement.id))).toBe('404 notFound')
  expect(await refusalOf(stranger.client.fileAccount.findStatements({ params: { accountId: account.id } }))).toBe(
    '404 notFound',
  )
})

test('two accounts of one owner have different names, two owners may choose the same', async () => {
  await createAccount(owner, { name: 'Family' })
  expect(await refusalOf(createAccount(owner, { name: 'Family' }))).toBe('409 accountNameTaken')
  await createAccount(await app.signUp(['MANAGERS']), { name: 'Family' })
})

const ofx = (cash: string, quantity: string) =>
  `<?xml version="1.0"?>\n<?OFX OFXHEADER="200" VERSION="211"?>
<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><TRNUID>1</TRNUID><INVSTMTRS><DTASOF>20250630</DTASOF><CURDEF>USD</CURDEF><INVACCTFROM><BROKERID>x</BROKERID><ACCTID>A1</ACCTID></INVACCTFROM><INVTRANLIST><DTSTART>20250601</DTSTART><DTEND>20250630</DTEND>
<INVBANKTRAN><STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20250602</DTPOSTED><TRNAMT>1000.00</TRNAMT><FITID>5</FITID><NAME>Deposit</NAME></STMTTRN><SUBACCTFUND>CASH</SUBACCTFUND></INVBANKTRAN>
<SELLSTOCK><INVSELL><INVTRAN><FITID>6</FITID><DTTRADE>20250604</DTTRADE><MEMO>Sold</MEMO></INVTRAN><SECID><UNIQUEID>111</UNIQUEID><UNIQUEIDTYPE>CUSIP</UNIQUEIDTYPE></SECID><UNITS>-4</UNITS><UNITPRICE>55.00</UNITPRICE><TOTAL>220.00</TOTAL><SUBACCTSEC>CASH</SUBACCTSEC><SUBACCTFUND>CASH</SUBACCTFUND></INVSELL><SELLTYPE>SELL</SELLTYPE></SELLSTOCK>
</INVTRANLIST><INVPOSLIST><POSSTOCK><INVPOS><SECID><UNIQUEID>111</UNIQUEID><UNIQUEIDTYPE>CUSIP</UNIQUEIDTYPE></SECID><HELDINACCT>CASH</HELDINACCT><POSTYPE>LONG</POSTYPE><UNITS>${quantity}</UNITS><UNITPRICE>15</UNITPRICE><MKTVAL>90</MKTVAL></INVPOS></POSSTOCK></INVPOSLIST><INVBAL><AVAILCASH>${cash}</AVAILCASH></INVBAL></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1><SECLISTMSGSRSV1><SECLIST><STOCKINFO><SECINFO><SECID><UNIQUEID>111</UNIQUEID><UNIQUEIDTYPE>CUSIP</UNIQUEIDTYPE></SECID><SECNAME>Acme Inc.</SECNAME><TICKER>ACME</TICKER></SECINFO></STOCKINFO></SECLIST></SECLISTMSGSRSV1></OFX>
`

test('the opening content that the balances of a statement ask for makes them right', async () => {
  const account = await createAccount(owner)
  const { statement, preview } = await upload(account, 'opening.ofx', ofx('1720.00', '6'))
  expect(preview?.differences).toEqual([
    { symbol: null, currency: 'USD', day: '2025-06-30', ours: '1220', theirs: '1720' },
    { symbol: 'ACME', currency: null, day: '2025-06-30', ours: '-4', theirs: '6' },
  ])
  expect(preview?.proposedOpening).toEqual({
    day: '2025-06-01',
    cash: '500',
    positions: [{ symbol: 'ACME', quantity: '10', price: null }],
  })
  const opening = { ...preview!.proposedOpening!, positions: [{ symbol: 'ACME', quantity: '10', price: '40' }] }
  expect(await take(account, statement.id, opening)).toMatchObject({ state: 'IMPORTED', reason: null })
  expect(await accountOf(account)).toMatchObject({ differences: [] })
  expect(await owner.client.wallet.getPositionsForGraph({ params: { accountId: account.id } })).toMatchObject([
    { instrumentCode: 'ACME', quantity: 6, averagePrice: 40 },
  ])
  await undo(account, statement.id)
  expect(await transactionsOf(account)).toEqual([])
})

test('a balance that the lines do not add up to is a difference, which ends when the owner accepts it', async () => {
  const account = await createAccount(owner)
  await importFile(account, 'difference.ofx', ofx('1220.00', '6'))
  const [difference, ...others] = (await accountOf(account)).differences
  expect(others).toEqual([])
  expect(difference).toMatchObject({ symbol: 'ACME', ours: '-4', theirs: '6', since: '2025-06-30' })
  expect((await stateOf(account)).differences).toMatchObject([{ symbol: 'ACME', ours: '-4', theirs: '6' }])
  await owner.client.account.acceptDifference({ body: { accountId: account.id, differenceId: difference!.id } })
  await syncAccount(app.services, account.id)
  expect((await accountOf(account)).differences).toEqual([])
  expect(await owner.client.wallet.getPositionsForGraph({ params: { accountId: account.id } })).toMatchObject([
    { instrumentCode: 'ACME', quantity: 6 },
  ])
})

test('the difference of an undone statement is over', async () => {
  const account = await createAccount(owner)
  const { id } = await importFile(account, 'gone.ofx', ofx('1220.00', '7'))
  expect((await accountOf(account)).differences).toHaveLength(1)
  await undo(account, id)
  expect((await accountOf(account)).differences).toEqual([])
})
