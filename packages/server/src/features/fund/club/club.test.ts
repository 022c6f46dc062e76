// What papers and mails of a fund carry: who changes it, what a logo may be, and where it appears.
import { ApiError } from '@clubfolio/contract'
import { encode } from 'jpeg-js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readPng, writePng } from '../../../adapters/picture/png.ts'
import { cents, closeSession, linkAccount, makeMember, type LinkedAccount } from '../../../testing/factories.ts'
import { giveRole } from '../../../testing/fund-roles.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { sendDueStatements } from '../statement-mail/send-statements.ts'

let app: TestApp
let owner: TestUser
let account: LinkedAccount
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  owner = await app.signUp(['MANAGERS'], 'Maria')
  account = await linkAccount(app, owner, '2026-02-02', '2000.00')
})

const identity = { name: 'Riverside Club', address: 'Quay 4, 8001 Zurich', text: 'Not an offer.\nIBAN CH93 0076 2011' }
const save = (by: TestUser, fields: object) => by.client.club.saveClub({ body: { accountId: account.id, ...fields } })
const find = (by: TestUser) => by.client.club.findClub({ params: { accountId: account.id } })
const uploadLogo = (by: TestUser, bytes: Buffer) =>
  by.client.club.uploadLogo({ params: { accountId: account.id }, file: new Blob([new Uint8Array(bytes)]) })
const refusalOf = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => 'nothing',
    (error: unknown) => (error instanceof ApiError ? error.body.refusal : String(error)),
  )
const logo = writePng({ width: 40, height: 20, pixels: Uint8Array.from({ length: 3_200 }, (_, index) => index % 251) })

test('owner and treasurer change it, every role reads it, and an absent field stays as it is', async () => {
  const treasurer = await giveRole(app, owner, account.id, 'TREASURER')
  const auditor = await giveRole(app, owner, account.id, 'AUDITOR')
  await save(owner, identity)
  await save(treasurer, { address: '' })
  expect(await find(auditor)).toMatchObject({
    name: 'Riverside Club',
    address: '',
    text: identity.text,
    logo: null,
    currency: 'USD',
    manager: 'Maria Example',
    account: `•••• ${account.number.slice(-4)} · Paper`,
  })
  expect(await refusalOf(save(auditor, { address: 'x' }))).toBe('notFound')
  expect(await refusalOf(uploadLogo(auditor, logo))).toBe('notFound')
  expect(await refusalOf(find(await app.signUp(['MANAGERS'])))).toBe('notFound')
})

test('the history says what was changed, in order, and nothing where nothing was', async () => {
  await save(owner, identity)
  await save(owner, identity)
  await uploadLogo(owner, logo)
  await save(owner, { removesLogo: true })
  const { result } = await owner.client.fund.findHistory({
    body: { accountId: account.id, kind: 'SETTING', start: 0, count: 20 },
  })
  expect(result.map(({ words }) => words).toSorted()).toEqual([
    'On papers and mails: logo removed',
    'On papers and mails: name Riverside Club; address Quay 4, 8001 Zurich; text changed',
    'On papers and mails: new logo',
  ])
})

test('a logo is stored as a new PNG, from a PNG or a JPEG', async () => {
  const fromPng = await uploadLogo(owner, logo)
  expect(Buffer.from(fromPng.logo!, 'base64').equals(logo)).toBe(true)
  const photograph = encode({ width: 1200, height: 300, data: Buffer.alloc(1200 * 300 * 4, 90) }, 90).data
  const fromJpeg = await uploadLogo(owner, photograph)
  const { width, height } = readPng(Buffer.from(fromJpeg.logo!, 'base64'))
  expect([width, height]).toEqual([600, 150])
})

test.each([
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'neither a PNG nor a JPEG'],
  ['a damaged PNG', Buffer.concat([logo, Buffer.from('PK')]), 'It is damaged.'],
  [
    'a cut off JPEG',
    encode({ width: 64, height: 64, data: Buffer.alloc(64 * 64 * 4, 9) }, 90).data.subarray(0, 300),
    'It is damaged.',
  ],
  ['more than 1 MB', Buffer.concat([logo, Buffer.alloc(1024 ** 2)]), 'larger than 1 MB'],
])('a logo that is %s is refused', async (_what, bytes, reason) => {
  const call = uploadLogo(owner, bytes)
  expect(await refusalOf(call)).toBe('logoUnreadable')
  await expect(call).rejects.toThrow(reason)
  expect((await find(owner)).logo).toBeNull()
})

test('statements and reports carry the logo, and mails name, address and text', async () => {
  const memberId = await makeMember(owner, 'Ann', 'Keller')
  await app.services.db.updateTable('member').set({ email: 'ann@example.test' }).where('id', '=', memberId).execute()
  await owner.client.member.createContribution({
    body: { accountId: account.id, memberId, amount: cents('300.00'), date: '2026-02-02', description: 'First' },
  })
  await closeSession(app, account, '2026-02-03', '2100.00')
  await save(owner, identity)
  await uploadLogo(owner, logo)
  const span = { accountId: account.id, memberId, from: '2026-02-02', to: '2026-02-03' }
  const printed = await owner.client.fund.printStatement({ params: span })
  const filter = [
    { nomenclatorConfigNameKey: 'account', selectedItem: account.id },
    { nomenclatorConfigNameKey: 'asOf', selectedItem: 'LAST' },
  ]
  const report = await owner.client.reportDelivery.generatePdf({ body: { report: 'participations', filter } })
  for (const bytes of [Buffer.from(printed.content, 'base64'), Buffer.from(await report.content.arrayBuffer())]) {
    // The text of papers is read back in report-files.process.test.ts.
    expect(bytes.toString('latin1')).toContain('/Subtype /Image')
  }
  await owner.client.fund.mailStatements({ body: { ...span, memberIds: [memberId] } })
  await sendDueStatements(app.services)
  await app.services.background.idle()
  await owner.client.member.inviteMember({ body: { id: memberId, accountId: account.id } })
  await owner.client.fund.inviteToRole({
    body: { accountId: account.id, email: 'new@example.test', role: 'TREASURER' },
  })
  await app.services.background.idle()
  const mails = await app.services.db
    .selectFrom('outbox_message')
    .select('body')
    .where('recipient', 'in', ['ann@example.test', 'new@example.test'])
    .execute()
  expect(mails).toHaveLength(3)
  for (const { body } of mails)
    expect(body).toContain(
      '\n\nRiverside Club · Manager: Maria Example\nQuay 4, 8001 Zurich\nNot an offer.\nIBAN CH93 0076 2011',
    )
})

test('the address of one fund is on no paper about two, nor on those of another fund', async () => {
  await save(owner, identity)
  const other = await linkAccount(app, owner, '2026-02-02', '500.00')
  const { head } = await import('../book/read-issuer.ts').then(({ readIssuer }) =>
    readIssuer(app.services.db, owner.user.id, [account.id, other.id]),
  )
  expect(head).toBeUndefined()
})
