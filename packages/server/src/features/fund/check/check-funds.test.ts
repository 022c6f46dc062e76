// The nightly check of the books and the export to hledger, through the API on real PostgreSQL.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { replayFund } from '@clubfolio/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, closeSession, linkAccount, makeMember, type LinkedAccount } from '../../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { findFundAccount } from '../book/load-fund.ts'
import { readRecords } from '../book/read-records.ts'
import { checkFunds } from './check-funds.ts'
import { checkInvariants } from './check-invariants.ts'

let app: TestApp
let manager: TestUser
let account: LinkedAccount
let ann: string

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.signUp(['MANAGERS'])
  account = await linkAccount(app, manager, '2026-02-02', '1000.00', '30.00')
  ann = await makeMember(manager, 'Ann')
  const pay = (amount: string, date: string) =>
    manager.client.member.createContribution({
      body: { accountId: account.id, memberId: ann, amount: cents(amount), date, description: 'in' },
    })
  await closeSession(app, account, '2026-02-03', '1111.11', '50.00')
  await pay('333.33', '2026-02-04')
  await closeSession(app, account, '2026-02-04', '1234.56', '70.00')
  await manager.client.fund.recordExpense({
    body: { accountId: account.id, date: '2026-02-05', amount: cents('7.77'), description: 'fee' },
  })
  await manager.client.fund.recordTransfer({
    body: {
      accountId: account.id,
      date: '2026-02-05',
      fromMemberId: account.id,
      toMemberId: ann,
      amount: cents('100.01'),
      description: 'gift',
    },
  })
  await closeSession(app, account, '2026-02-05', '1300.00', '10.00')
})
afterAll(() => app.stop())

test('every invariant holds, the owner sees his result, an administrator all of them, each once a night', async () => {
  expect(await checkFunds(app.services)).toBe(1)
  expect(await checkFunds(app.services)).toBe(0)
  const expected = [
    {
      accountId: account.id,
      accountNumber: `•••• ${account.number.slice(-4)}`,
      day: '2026-03-04',
      isHeld: true,
      findings: [],
    },
  ]
  expect(await manager.client.fund.findChecks()).toMatchObject(expected)
  const administrator = await app.signUp(['ADMINISTRATORS'])
  expect(await administrator.client.fund.findChecks()).toEqual([])
  expect(await administrator.client.fund.findAllChecks()).toMatchObject(expected)
  await expect(manager.client.fund.findAllChecks()).rejects.toMatchObject({ status: 403 })
  app.clock.advance(24 * 3_600_000)
  expect(await checkFunds(app.services)).toBe(1)
  manager = await app.signIn(manager.email)
})

test('a record that breaks the books is found and said in words', async () => {
  const records = await readRecords(app.services.db, await findFundAccount(app.services.db, account.id))
  expect(checkInvariants(records)).toEqual([])
  // The same movement twice under one id makes the result depend on the order of the rows.
  const day = records.closes[0]!.day
  const twice = {
    ...records,
    movements: [
      { id: 'm', day, amountCents: cents('5.00') },
      { id: 'm', day, amountCents: cents('6.00') },
    ],
  }
  expect(checkInvariants(twice)).toContain('Replaying the records in another order gives other figures.')
})

const hasHledger = (() => {
  try {
    execFileSync('hledger', ['--version'])
    return true
  } catch {
    console.warn('SKIPPED, hledger is not installed: apt-get install hledger')
    return false
  }
})()

test.skipIf(!hasHledger)('hledger accepts both journals and finds one changed cent', async () => {
  const { books, roi } = await manager.client.fund.exportJournals({ params: { accountId: account.id } })
  expect(books).toContain(ann)
  expect(books).not.toMatch(/Ann|Member/)
  const folder = mkdtempSync(join(tmpdir(), 'clubfolio-journal-'))
  const check = (text: string) => {
    const file = join(folder, 'j.journal')
    writeFileSync(file, text)
    execFileSync('hledger', ['-f', file, 'check', '--strict', 'ordereddates'], { stdio: 'pipe' })
  }
  check(books)
  check(roi)
  const value = replayFund(
    await readRecords(app.services.db, await findFundAccount(app.services.db, account.id)),
  ).fundValueCents
  expect(value).toBe((await manager.client.member.fundOverview({ params: { accountId: account.id } })).fundValue)
  expect(() => check(books.replace('1000.00 USD =', '1000.01 USD ='))).toThrow(/balance/i)
  rmSync(folder, { recursive: true })
})
