// The list of members with their contacts: for the owner and treasurers of a fund, and in files that run nothing.
import { ApiError } from '@clubfolio/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, closeSession, linkAccount, makeMember, type LinkedAccount } from '../../testing/factories.ts'
import { giveRole } from '../../testing/fund-roles.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let owner: TestUser
let account: LinkedAccount
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.signUp(['MANAGERS'], 'Maria')
  account = await linkAccount(app, owner, '2026-02-02', '2000.00')
  const ann = await makeMember(owner, 'Ann', 'Keller')
  const { id: evil } = await owner.client.member.create({
    body: { firstName: '=HYPERLINK("http://x")', lastName: 'Lind', phone: '+491701234567', email: 'evil@example.test' },
  })
  await makeMember(owner, 'New', 'Zand')
  const elsewhere = await makeMember(owner, 'Other', 'Fund')
  const enter = (memberId: string, date: string, accountId = account.id) =>
    owner.client.member.createContribution({
      body: { accountId, memberId, amount: cents('500.00'), date, description: 'First' },
    })
  await closeSession(app, account, '2026-02-03', '2000.00')
  await enter(ann, '2026-02-02')
  await enter(evil, '2026-02-03')
  const other = await linkAccount(app, owner, '2026-02-02', '900.00')
  await enter(elsewhere, '2026-02-02', other.id)
})
afterAll(() => app.stop())

const filter = () => [{ nomenclatorConfigNameKey: 'account', selectedItem: account.id }]
const csvOf = async (by: TestUser) => {
  const { content } = await by.client.reportDelivery.generateCsv({ body: { report: 'members', filter: filter() } })
  return (await content.text()).trim().split('\r\n')
}

test('names every member of the fund with contact, first day, units and share; a cell is never a formula', async () => {
  expect(await csvOf(owner)).toEqual([
    'Member,E-mail,Phone,Member Since,Units,Participation %,Status',
    `"'=HYPERLINK(""http://x"") Lind",evil@example.test,'+491701234567,2026-02-03,50,16.67,Active`,
    'Ann Keller,,2125550100,2026-02-02,50,16.67,Active',
    'New Zand,,2125550100,,0,0.00,Active',
  ])
})

test('is for owner and treasurers; the other roles, members and strangers do not learn that it exists', async () => {
  const readers = async (by: TestUser) =>
    csvOf(by).then(
      (lines) => lines.length,
      (error: unknown) => (error instanceof ApiError ? error.body.refusal : String(error)),
    )
  expect(await readers(await giveRole(app, owner, account.id, 'TREASURER'))).toBe(4)
  for (const role of ['APPROVER', 'AUDITOR'] as const) {
    const person = await giveRole(app, owner, account.id, role)
    expect([role, await readers(person)]).toEqual([role, 'notFound'])
  }
  // A manager has the report for funds of their own; this fund is none of their choices.
  expect(await readers(await app.signUp(['MANAGERS']))).toBe('reportFilterUnknown')
})
