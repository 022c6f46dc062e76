// Documents of a fund: who uploads, reads and removes them, what is refused, and how they are sent.
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiError, largestDocumentBytes, type DocumentReader, type FundDocument } from '@clubfolio/contract'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '../../../kernel/id.ts'
import { cents, linkAccount, makeMember, type LinkedAccount } from '../../../testing/factories.ts'
import { giveRole } from '../../../testing/fund-roles.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { packObjects, writePdf } from './testing/pdf-files.ts'

let app: TestApp
let folder: string
let owner: TestUser
let account: LinkedAccount
let pdf: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubfolio-document-'))
  app = await startTestApp({ environment: { CLUBFOLIO_DATA: folder } })
  pdf = await writePdf()
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  owner = await app.signUp(['MANAGERS'], 'Maria')
  account = await linkAccount(app, owner, '2026-02-02', '2000.00')
})

interface Upload {
  readonly by?: TestUser
  readonly name?: string
  readonly bytes?: Buffer
  readonly title?: string
  readonly readers?: readonly DocumentReader[]
  readonly meetingDay?: string
  readonly replaces?: string
}

const upload = ({
  by = owner,
  name = 'Rules.pdf',
  bytes = pdf,
  title = 'Rules of the club',
  readers = ['TREASURER', 'APPROVER', 'AUDITOR', 'MEMBER'],
  meetingDay,
  replaces,
}: Upload = {}): Promise<FundDocument> =>
  by.client.document.uploadDocument({
    params: { accountId: account.id, name },
    query: {
      title,
      kind: meetingDay === undefined ? 'DOCUMENT' : 'MINUTES',
      readers: [...readers],
      ...(meetingDay === undefined ? {} : { meetingDay }),
      ...(replaces === undefined ? {} : { replaces }),
    },
    file: new Blob([new Uint8Array(bytes)]),
  })

const find = async (by: TestUser = owner) =>
  (await by.client.document.findDocuments({ params: { accountId: account.id } })).documents
const titles = async (by: TestUser) => (await find(by)).map(({ title }) => title)
const refusalOf = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => 'nothing',
    (error: unknown) => (error instanceof ApiError ? error.body.refusal : String(error)),
  )
const partCount = async (id: string): Promise<number> =>
  (await app.services.db.selectFrom('fund_document_part').select('part').where('document_id', '=', id).execute()).length

/** A member who takes part in the fund, linked to a user. */
async function joinAsMember(name: string): Promise<{ readonly person: TestUser; readonly memberId: string }> {
  const memberId = await makeMember(owner, name)
  await owner.client.member.createContribution({
    body: { accountId: account.id, memberId, amount: cents('100.00'), date: '2026-02-02', description: 'First' },
  })
  const person = await app.signUp(['INVESTORS'], name)
  await app.services.db.updateTable('member').set({ user_id: person.user.id }).where('id', '=', memberId).execute()
  return { person, memberId }
}

test('a document is kept as it was sent, and sent so that it never runs', async () => {
  const stored = await upload()
  expect(stored).toMatchObject({
    title: 'Rules of the club',
    kind: 'DOCUMENT',
    meetingDay: null,
    fileName: 'Rules.pdf',
    byteCount: pdf.length,
    uploadedBy: 'Maria Example',
  })
  const answer = await fetch(`${app.url}/v1/api/document/download/${account.id}/${stored.id}`, {
    headers: { token: owner.user.token, 'accept-encoding': 'identity' },
  })
  expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true)
  const { headers } = answer
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Rules.pdf")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
  expect(headers.get('cache-control')).toBe('no-store')
})

test('a document of several parts comes back to the byte', async () => {
  const long = packObjects({ objects: '1 0 <</Type /Catalog>>', entries: '', pack: () => Buffer.alloc(900_000, 'x') })
  const { id } = await upload({ bytes: long })
  expect(await partCount(id)).toBe(4)
  const { content } = await owner.client.document.downloadDocument({
    params: { accountId: account.id, documentId: id },
  })
  const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  expect(sha(Buffer.from(await content.arrayBuffer()))).toBe(sha(long))
})

test('a download fails when the document is removed before its end', async () => {
  const long = packObjects({ objects: '1 0 <</Type /Catalog>>', entries: '', pack: () => Buffer.alloc(900_000, 'x') })
  const { id } = await upload({ bytes: long })
  await app.services.db.deleteFrom('fund_document_part').where('document_id', '=', id).where('part', '>', 1).execute()
  const download = owner.client.document.downloadDocument({ params: { accountId: account.id, documentId: id } })
  await expect(download.then(({ content }) => content.arrayBuffer())).rejects.toThrow('cannot be reached')
})

test('each role reads the documents that name it, the owner all of them', async () => {
  await upload({ title: 'All' })
  await upload({ title: 'Owner only', readers: [] })
  await upload({ title: 'Auditors', readers: ['AUDITOR'] })
  await upload({ title: 'Treasurers and approvers', readers: ['TREASURER', 'APPROVER'] })
  const [treasurer, approver, auditor] = [
    await giveRole(app, owner, account.id, 'TREASURER'),
    await giveRole(app, owner, account.id, 'APPROVER'),
    await giveRole(app, owner, account.id, 'AUDITOR'),
  ]
  expect(await titles(owner)).toEqual(['Treasurers and approvers', 'Auditors', 'Owner only', 'All'])
  expect(await titles(treasurer)).toEqual(['Treasurers and approvers', 'All'])
  expect(await titles(approver)).toEqual(['Treasurers and approvers', 'All'])
  expect(await titles(auditor)).toEqual(['Auditors', 'All'])
  const documents = await find()
  for (const [by, title, isRead] of [
    [treasurer, 'Owner only', false],
    [treasurer, 'All', true],
    [auditor, 'Treasurers and approvers', false],
    [auditor, 'Auditors', true],
  ] as const) {
    const { id } = documents.find((one) => one.title === title)!
    const call = by.client.document.downloadDocument({ params: { accountId: account.id, documentId: id } })
    expect([title, await refusalOf(call)]).toEqual([title, isRead ? 'nothing' : 'notFound'])
  }
})

test('a member reads the documents for members in their fund, without the names of others', async () => {
  const { person, memberId } = await joinAsMember('Mona')
  const open = await upload({ title: 'Minutes of spring', meetingDay: '2026-02-20' })
  const closed = await upload({ title: 'Draft', readers: ['TREASURER', 'APPROVER', 'AUDITOR'] })
  const place = { accountId: account.id, memberId }
  expect(await person.client.document.findMyDocuments({ params: place })).toEqual([
    { ...open, readers: ['MEMBER'], uploadedBy: null, kind: 'MINUTES', meetingDay: '2026-02-20' },
  ])
  const ask = (by: TestUser, documentId: string, of = memberId) =>
    refusalOf(by.client.document.downloadMyDocument({ params: { accountId: account.id, memberId: of, documentId } }))
  expect(await ask(person, open.id)).toBe('nothing')
  expect(await ask(person, closed.id)).toBe('notFound')
  // Neither as another member, nor by the call for roles, nor as a stranger.
  const other = await joinAsMember('Otto')
  expect(await ask(person, open.id, other.memberId)).toBe('notFound')
  const byRole = person.client.document.downloadDocument({ params: { accountId: account.id, documentId: open.id } })
  expect(await refusalOf(byRole)).toBe('notFound')
  expect(await refusalOf(find(person))).toBe('notFound')
  expect(await ask(await app.signUp(['MANAGERS']), open.id)).toBe('notFound')
})

test('a treasurer uploads what they read themselves, and removes it; auditors and approvers do neither', async () => {
  const treasurer = await giveRole(app, owner, account.id, 'TREASURER')
  expect(await refusalOf(upload({ by: treasurer, readers: ['MEMBER'] }))).toBe('documentReaders')
  const { id } = await upload({ by: treasurer, readers: ['TREASURER', 'MEMBER'] })
  const hidden = await upload({ readers: ['AUDITOR'] })
  const remove = (by: TestUser, documentId: string) =>
    refusalOf(by.client.document.removeDocument({ body: { accountId: account.id, id: documentId } }))
  for (const role of ['AUDITOR', 'APPROVER'] as const) {
    const person = await giveRole(app, owner, account.id, role)
    expect(await refusalOf(upload({ by: person }))).toBe('notFound')
    expect(await remove(person, hidden.id)).toBe('notFound')
  }
  expect(await remove(treasurer, hidden.id)).toBe('notFound')
  expect(await remove(treasurer, id)).toBe('nothing')
  expect(await remove(treasurer, id)).toBe('notFound')
})

test('a removed or replaced document leaves with its bytes, and the history says who removed it and why', async () => {
  const first = await upload({ title: 'Rules 2025' })
  const second = await upload({ title: 'Rules 2026', replaces: first.id })
  expect(await titles(owner)).toEqual(['Rules 2026'])
  const secret = await upload({ title: 'Salary', readers: ['TREASURER'] })
  await owner.client.document.removeDocument({ body: { accountId: account.id, id: second.id, reason: 'Wrong year' } })
  await owner.client.document.removeDocument({ body: { accountId: account.id, id: secret.id } })
  expect([await partCount(first.id), await partCount(second.id), await partCount(secret.id)]).toEqual([0, 0, 0])
  const { result } = await owner.client.fund.findHistory({
    body: { accountId: account.id, kind: 'DOCUMENT', start: 0, count: 20 },
  })
  expect(result.map(({ words, why, by }) => [words, why, by]).toSorted()).toEqual([
    ['Document for owner, treasurer', '', 'Maria Example'],
    ['Document: Rules 2025', '', 'Maria Example'],
    ['Document: Rules 2026', '', 'Maria Example'],
    ['Removed: Document for owner, treasurer', '', 'Maria Example'],
    ['Removed: Document: Rules 2026', 'Wrong year', 'Maria Example'],
    ['Replaced: Document: Rules 2025', '', 'Maria Example'],
  ])
  expect(result.find(({ words }) => words === 'Document: Rules 2026')?.undone).toMatchObject({ why: 'Wrong year' })
})

test.each([
  ['a picture', Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), 'documentNotPdf'],
  ['a renamed program', Buffer.from('MZ\u0090\u0000', 'latin1'), 'documentNotPdf'],
  ['nothing', Buffer.alloc(0), 'documentNotPdf'],
  ['a script', packObjects({ objects: '<</S/JavaScript/JS(app.alert\\(1\\))>>' }), 'documentActive'],
  [
    'packed objects of an unusual kind',
    packObjects({ objects: 'x', entries: '/Filter /LZWDecode' }),
    'documentUnchecked',
  ],
])('%s is refused, and nothing of it is kept', async (_what, bytes, refusal) => {
  expect(await refusalOf(upload({ bytes }))).toBe(refusal)
  expect(await find()).toEqual([])
  expect(await readdir(join(folder, 'uploads')).catch(() => [])).toEqual([])
})

test('ten megabytes are taken, and one byte more is refused', async () => {
  const head = Buffer.from('%PDF-1.4\n')
  const foot = Buffer.from('\n%%EOF')
  const ofSize = (bytes: number) => Buffer.concat([head, Buffer.alloc(bytes - head.length - foot.length, 'x'), foot])
  expect(await refusalOf(upload({ bytes: ofSize(largestDocumentBytes + 1) }))).toBe('documentTooLarge')
  expect((await upload({ bytes: ofSize(largestDocumentBytes) })).byteCount).toBe(largestDocumentBytes)
})

test('an upload without the right is refused before its bytes arrive, and one that is too large while they arrive', async () => {
  const stranger = await app.signUp(['MANAGERS'])
  const query = 'title=x&kind=DOCUMENT&readers='
  const start = async (by: TestUser) => {
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    const head = [
      `POST /v1/api/document/upload/${account.id}/x.pdf?${query} HTTP/1.1`,
      `host: ${hostname}`,
      `token: ${by.user.token}`,
      'content-type: application/octet-stream',
      `content-length: ${1_000 * 1024 ** 2}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    return socket
  }
  const unasked = await start(stranger)
  const [answer] = (await once(unasked, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 404 /)
  unasked.destroy()
  const large = await start(owner)
  large.on('error', () => undefined)
  const refused = once(large, 'data') as Promise<[Buffer]>
  for (let sent = 0; sent < 12; sent++) large.write(Buffer.alloc(1024 ** 2, 'x'))
  expect((await refused)[0].toString()).toMatch(/^HTTP\/1\.1 413 /)
  large.destroy()
  await vi.waitFor(async () => expect(await readdir(join(folder, 'uploads')).catch(() => [])).toEqual([]))
})

test.each([
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\temp\\Minutes.PDF', 'Minutes.pdf'],
  ['invoice.pdf.exe', 'invoice.pdf.exe.pdf'],
  ['a"; filename="evil.html', 'a - ; filename= - evil.html.pdf'],
  ['Protokoll Frühjahr €.pdf', 'Protokoll Frühjahr €.pdf'],
  ['line\r\nset-cookie: x.pdf', 'line set-cookie - x.pdf'],
  ['\u202Efdp.exe', 'fdp.exe.pdf'],
  ['...', 'Rules of the club.pdf'],
])('a file named %j is called %j', async (name, called) => {
  const { id, fileName } = await upload({ name })
  expect(fileName).toBe(called)
  const file = await owner.client.document.downloadDocument({ params: { accountId: account.id, documentId: id } })
  expect(file.fileName).toBe(called)
})

test('the documents of a fund have 500 MB together; one that is replaced makes room', async () => {
  const { db } = app.services
  const first = await upload()
  await db.updateTable('fund_document').set({ byte_count: largestDocumentBytes }).where('id', '=', first.id).execute()
  const row = await db.selectFrom('fund_document').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow()
  await db
    .insertInto('fund_document')
    .values(Array.from({ length: 49 }, () => ({ ...row, id: newId(app.clock) })))
    .execute()
  expect(await refusalOf(upload())).toBe('documentsFull')
  expect(await refusalOf(upload({ replaces: first.id }))).toBe('nothing')
  expect(await refusalOf(upload({ replaces: first.id }))).toBe('notFound')
})

test('minutes have the day of their meeting', async () => {
  const call = owner.client.document.uploadDocument({
    params: { accountId: account.id, name: 'x.pdf' },
    query: { title: 'x', kind: 'MINUTES', readers: [] },
    file: new Blob([new Uint8Array(pdf)]),
  })
  await expect(call).rejects.toThrow('Minutes have the day of their meeting.')
})
