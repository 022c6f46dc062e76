// A whole fund exported from one installation and imported into another: two servers, each with its own database.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { formatCents, toCents } from '@clubfolio/domain'
import { strFromU8, strToU8, unzipSync, zipSync, type Unzipped } from 'fflate'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cents, closeSession, linkAccount, moveMoney, type LinkedAccount } from '../../../testing/factories.ts'
import { makeFundOfTwo } from '../../../testing/fund-of-two.ts'
import { writePdf } from '../document/testing/pdf-files.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { syncAccount } from '../../account-reading/sync-account.ts'
import { archivedTables, leftOutTables } from './archived-tables.ts'

let home: TestApp
let away: TestApp
let manager: TestUser
let importer: TestUser
let account: LinkedAccount
let joana: string
let exported: Buffer<ArrayBuffer>

const dayMs = 24 * 3_600_000

/** A fund with dealings, an expense, fees that were charged, a reversal, a closed period and a mailed statement. */
beforeAll(async () => {
  home = await startTestApp()
  away = await startTestApp()
  manager = await home.signUp(['MANAGERS'], 'Maria')
  let ann: string
  ;({ account, ann, joana } = await makeFundOfTwo(home, manager))
  const accountId = account.id
  await home.services.db.updateTable('member').set({ email: 'joana@example.test' }).where('id', '=', joana).execute()
  const { fund } = manager.client
  await manager.client.club.saveClub({ body: { accountId, name: 'Riverside Club' } })
  await fund.recordExpense({
    body: { accountId, date: '2026-02-18', amount: cents('20.00'), description: 'Bank, "quoted"' },
  })
  await moveMoney(home, account, '2026-02-18', '-20.00')
  await fund.saveFeePolicy({
    body: {
      accountId,
      kind: 'management',
      rate: '2',
      receiverId: joana,
      period: 'month',
      ownRates: [{ memberId: ann, rate: '1' }],
      chargesByItself: false,
    },
  })
  const wrong = await fund.recordExpense({
    body: { accountId, date: '2026-02-18', amount: cents('55.00'), description: 'Typed twice' },
  })
  await fund.reverseRecord({ body: { accountId, id: wrong.id ?? '', reason: 'Was there already' } })
  await manager.client.document.uploadDocument({
    params: { accountId, name: 'Rules.pdf' },
    query: {},
    file: new Blob([new Uint8Array(await writePdf())]),
  })
  await fund.mailStatements({ body: { accountId, memberIds: [joana], from: '2026-02-02', to: '2026-02-27' } })
  await home.services.background.idle()
  home.clock.advance(28 * dayMs)
  manager = await home.signIn(manager.email)
  await closeSession(home, account, '2026-03-31', '1260.00', '40.00')
  const due = await manager.client.fund.previewCharge({ body: { accountId, endDay: '2026-03-31' } })
  await manager.client.fund.chargeFees({ body: { accountId, endDay: '2026-03-31', isWaived: false, total: due.total } })
  away.clock.set(home.clock.nowMs())
  exported = await download()
})
afterAll(async () => {
  await home.stop()
  await away.stop()
})
beforeEach(async () => {
  importer = await away.signUp(['MANAGERS'], 'Nils')
})

const download = async (): Promise<Buffer<ArrayBuffer>> => {
  const { content } = await manager.client.fund.exportFund({ params: { accountId: account.id } })
  return Buffer.from(await content.arrayBuffer())
}
const upload = (bytes: Uint8Array<ArrayBuffer>, by = importer) =>
  by.client.fund.importFund({ params: { name: 'fund.zip' }, file: new Blob([bytes]) })
const membersOf = (who: TestUser) =>
  away.services.db.selectFrom('member').select('id').where('owner_id', '=', who.user.id).execute()
/** Changes the files of the export, with the checksums that belong to them. */
function changed(change: (files: Unzipped) => void): Uint8Array<ArrayBuffer> {
  const files = unzipSync(exported)
  change(files)
  const sums = Object.entries(files)
    .filter(([name]) => name !== 'sha256.json')
    .map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }))
  files['sha256.json'] = strToU8(JSON.stringify(sums))
  return new Uint8Array(zipSync(files))
}
const replaced = (file: string, from: string | RegExp, to: string) =>
  changed((files) => {
    const before = strFromU8(files[file]!)
    const after = before.replace(from, to)
    expect(after).not.toBe(before)
    files[file] = strToU8(after)
  })

/** The name of the only document in the export. */
const documentOf = (bytes: Uint8Array): string =>
  Object.keys(unzipSync(bytes)).find((name) => name.startsWith('documents/'))!

const documentsOf = async (by: TestUser) => {
  const { documents } = await by.client.document.findDocuments({ params: { accountId: account.id } })
  return Promise.all(
    documents.map(async ({ id: documentId, title }) => {
      const { content } = await by.client.document.downloadDocument({ params: { accountId: account.id, documentId } })
      return { title, content: Buffer.from(await content.arrayBuffer()).toString('base64') }
    }),
  )
}

/** Everything that the owner reads of the fund, without the account's number, which the import marks. */
async function read(by: TestUser) {
  const params = { accountId: account.id }
  const { fund, member } = by.client
  const issued = await fund.findMailedStatements({ params })
  return {
    rows: (await member.searchParticipationByAccount({ params })).map((row) => ({ ...row, accountNumber: '' })),
    overview: { ...(await member.fundOverview({ params })), accountNumber: '' },
    journals: await fund.exportJournals({ params }),
    fees: await fund.findFees({ params }),
    statement: {
      ...(await fund.findStatement({ params: { ...params, memberId: joana, from: '2026-02-02', to: '2026-03-31' } })),
      accountNumber: '',
    },
    documents: await documentsOf(by),
    issued: await Promise.all(
      issued.map(({ id: statementId }) => fund.printMailedStatement({ params: { ...params, statementId } })),
    ),
  }
}

test('the archive holds files for people and a table of checksums, and nothing of the server is left on the disk', async () => {
  const files = unzipSync(exported)
  const sums = JSON.parse(strFromU8(files['sha256.json']!)) as { name: string; sha256: string }[]
  expect(sums.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(files)
      .filter((name) => name !== 'sha256.json')
      .toSorted(),
  )
  for (const { name, sha256 } of sums) expect(createHash('sha256').update(files[name]!).digest('hex')).toBe(sha256)
  const entries = strFromU8(files['tables/entries.csv']!)
  expect(entries).toContain('Joana Ferreira,Contribution,100.00')
  expect(strFromU8(files['fund.jsonl']!)).not.toContain('second_person')
  expect(strFromU8(files['journals/books.journal']!)).toBe(
    (await manager.client.fund.exportJournals({ params: { accountId: account.id } })).books,
  )
  expect(Object.keys(files).filter((name) => name.startsWith('statements/'))).toHaveLength(1)
  expect(await readdir(join(home.services.config.dataDirectory, 'uploads'))).toEqual([])
})

test('a fund is exported by its owner alone, and an account without one says so', async () => {
  const stranger = await home.signUp(['MANAGERS'])
  const params = { accountId: account.id }
  await expect(stranger.client.fund.exportFund({ params })).rejects.toMatchObject({ status: 404 })
  const empty = await linkAccount(home, stranger, '2026-02-02', '5.00')
  await expect(stranger.client.fund.exportFund({ params: { accountId: empty.id } })).rejects.toMatchObject({
    status: 409,
    body: { refusal: 'fundNotOpened' },
  })
})

test.each([
  ['a file that is no archive', () => new Uint8Array(strToU8('not a zip'))],
  ['another archive', () => new Uint8Array(zipSync({ 'a.json': strToU8('{}') }))],
  ['half of the file', () => exported.subarray(0, exported.length / 2)],
  ['a changed file', () => new Uint8Array(zipSync({ ...unzipSync(exported), 'member.jsonl': strToU8('{}\n') }))],
  ['a column that no table has', () => replaced('fund.json', '"first_name"', '"is_admin"')],
  [
    'a row of another account',
    () => replaced('fund_expense.jsonl', /"account_id": "[^"]+"/, `"account_id": "${joana}"`),
  ],
  ['an entry of an unknown member', () => replaced('fund_entry.jsonl', /"member_id": "[^"]+"/, '"member_id": "x"')],
  [
    'one file for a statement and a document',
    () => replaced('fund.json', /(?<=": ")statements\/[^"]+/, documentOf(exported)),
  ],
  ['a document of another length', () => replaced('fund_document.jsonl', /(?<="byte_count": )\d+/, '7')],
  ['a row that is cut', () => replaced('fund_entry.jsonl', /\}\n$/, '')],
  ['a day that is none', () => replaced('fund_expense.jsonl', /"day": "[^"]+"/, '"day": "soon"')],
  [
    'an amount beyond the column',
    () => replaced('fund_expense.jsonl', /(?<=amount_cents": "?)2000/, '2000000000000000000000'),
  ],
])('%s is refused in words, and nothing of it is kept', async (_what, make) => {
  await expect(upload(make())).rejects.toMatchObject({ status: 400, body: { refusal: 'archiveUnreadable' } })
  expect(await membersOf(importer)).toEqual([])
})

test('books that do not give the figures of the export are refused with the figure', async () => {
  await expect(upload(replaced('fund_expense.jsonl', /(?<=amount_cents": "?)2000/, '1999'))).rejects.toMatchObject({
    status: 409,
    body: { refusal: 'archiveDiffers' },
    message: expect.stringContaining('instead of'),
  })
  await expect(upload(replaced('fund.json', '"fundValue": "', '"fundValue": "1'))).rejects.toMatchObject({
    body: { refusal: 'archiveDiffers' },
    message: expect.stringContaining('the fund value in cents is'),
  })
})

test('an export of a newer version is refused', async () => {
  await expect(upload(replaced('fund.json', '"version": 1', '"version": 2'))).rejects.toMatchObject({
    body: { refusal: 'archiveNewer' },
  })
})

test("rows never reach into somebody else's members", async () => {
  const victim = await away.signUp(['MANAGERS'])
  const { id } = await victim.client.member.create({
    body: { firstName: 'Vera', lastName: 'Victim', phone: '2125550100', email: '' },
  })
  const crafted = changed((files) => {
    for (const [name, bytes] of Object.entries(files))
      if (/\.json(l)?$/.test(name)) files[name] = strToU8(strFromU8(bytes).replaceAll(joana, id))
    files['member.jsonl'] = strToU8(
      strFromU8(files['member.jsonl']!)
        .split('\n')
        .filter((line) => !line.includes(id))
        .join('\n'),
    )
  })
  await expect(upload(crafted)).rejects.toMatchObject({ body: { refusal: 'archiveAlreadyHere' } })
  expect(await membersOf(importer)).toEqual([])
})

test('an imported fund gives every figure, journal and issued statement of the export', async () => {
  const before = await read(manager)
  expect(before.issued).toHaveLength(1)
  expect(before.fees.charges).toHaveLength(1)
  expect(await upload(exported)).toEqual({
    accountId: account.id,
    message: 'The fund was imported. Its books give the figures of the export to the cent.',
  })
  const after = await read(importer)
  expect(after.journals).toEqual(before.journals)
  expect(after.rows).toEqual(before.rows)
  expect(after.fees).toEqual(before.fees)
  expect(after.statement).toEqual(before.statement)
  expect(after.issued.map(({ content }) => content)).toEqual(before.issued.map(({ content }) => content))
  expect(before.documents).toHaveLength(1)
  expect(after.documents).toEqual(before.documents)
  expect(after.overview).toEqual(before.overview)

  // Exported from there, the rows are the same again.
  const { content } = await importer.client.fund.exportFund({ params: { accountId: account.id } })
  const [first, second] = [unzipSync(exported), unzipSync(new Uint8Array(await content.arrayBuffer()))]
  const author = new RegExp(`${manager.user.id}|${importer.user.id}`, 'g')
  for (const { name } of archivedTables)
    expect(strFromU8(second[`${name}.jsonl`]!).replaceAll(author, '')).toBe(
      strFromU8(first[`${name}.jsonl`]!).replaceAll(author, ''),
    )
  await expect(upload(exported)).rejects.toMatchObject({ status: 409, body: { refusal: 'archiveAlreadyHere' } })
  const other = await away.signUp(['MANAGERS'])
  await expect(upload(exported, other)).rejects.toMatchObject({ status: 409, body: { refusal: 'archiveAlreadyHere' } })
  expect(await membersOf(other)).toEqual([])
})

test('an imported fund goes on in the account itself, which its importer links', async () => {
  await upload(exported).catch(() => undefined)
  const owner = await away.services.db
    .selectFrom('account as a')
    .innerJoin('app_user as u', 'u.id', 'a.owner_id')
    .select(['u.email', 'a.number'])
    .where('a.id', '=', account.id)
    .executeTakeFirstOrThrow()
  expect(owner.number).toBe(`Imported ${account.number}`)
  const keeper = await away.signIn(owner.email)
  expect(await syncAccount(away.services, account.id)).toBe('SKIPPED')
  await expect(keeper.client.account.getAccessByAccount({ params: { accountId: account.id } })).rejects.toMatchObject({
    status: 409,
    body: { refusal: 'accountArchived' },
  })
  const linked = await linkAccount(away, keeper, '2026-03-31', '1260.00', '40.00')
  await away.services.db.updateTable('account').set({ number: account.number }).where('id', '=', linked.id).execute()
  await closeSession(away, linked, '2026-03-31', '1260.00', '40.00')
  away.clock.advance(2 * dayMs)
  await closeSession(away, linked, '2026-04-01', '1272.60', '52.60')
  const again = await away.signIn(owner.email)
  const before = await again.client.member.fundOverview({ params: { accountId: account.id } })
  const asked = { toAccountId: linked.id, day: '2026-03-31', arrivedOn: '2026-04-01' }
  const { plan } = await again.client.fund.previewMove({ body: { accountId: account.id, ...asked } })
  await again.client.fund.setDealing({
    body: { accountId: account.id, move: { ...asked, difference: plan!.difference } },
  })
  const after = await again.client.member.fundOverview({ params: { accountId: linked.id } })
  expect(formatCents(toCents(after.fundValue - before.fundValue))).toBe('12.60')
})

test('the second person is off after an import, also of an earlier export that names it', async () => {
  const earlier = changed((files) => {
    const description = JSON.parse(strFromU8(files['fund.json']!)) as { tables: { name: string; columns: string[] }[] }
    const fund = JSON.parse(strFromU8(files['fund.jsonl']!)) as object
    description.tables.find(({ name }) => name === 'fund')!.columns.push('second_person_from_cents')
    files['fund.json'] = strToU8(JSON.stringify(description))
    files['fund.jsonl'] = strToU8(`${JSON.stringify({ ...fund, second_person_from_cents: 0 })}\n`)
  })
  const third = await startTestApp()
  try {
    third.clock.set(home.clock.nowMs())
    const keeper = await third.signUp(['MANAGERS'])
    await upload(earlier, keeper)
    const params = { accountId: account.id }
    expect((await keeper.client.fund.findApprovals({ params })).secondPersonFrom).toBeNull()
    const { waitingId } = await keeper.client.fund.recordExpense({
      body: { ...params, date: '2026-04-01', amount: cents('1.00'), description: 'stamps' },
    })
    expect(waitingId).toBeUndefined()
  } finally {
    await third.stop()
  }
})

test('every table of a fund travels with it or says why it stays', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.conrelid::regclass::text as name from pg_constraint c
    where c.contype = 'f' and c.confrelid in ('fund'::regclass, 'fund_due_plan'::regclass, 'fund_entry'::regclass,
      'fund_vote'::regclass, 'fund_document'::regclass, 'fund_announcement'::regclass, 'fund_pack'::regclass)
    union select table_name from information_schema.columns
      where table_name like 'fund\\_%' and column_name = 'account_id' and table_schema = 'public'
    except select table_name from information_schema.views`.execute(home.services.db)
  const known = [...archivedTables.map(({ name }) => name as string), ...Object.values(leftOutTables).flat()]
  expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
})
