// The pack of a year: what is in it, that a closed year gives the same bytes again, and how it is cancelled.
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cents, closeSession, linkAccount, makeMember, type LinkedAccount } from '../../../testing/factories.ts'
import { makeFundOfTwo } from '../../../testing/fund-of-two.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { makeWaitingPacks } from './make-pack.ts'
import { readPack } from './pack-files.ts'

let app: TestApp
let manager: TestUser
let joana: TestUser
let account: LinkedAccount
let jo: string

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.signUp(['MANAGERS'], 'Maria')
  joana = await app.signUp(['INVESTORS'], 'Joana')
  ;({ account, joana: jo } = await makeFundOfTwo(app, manager))
  await app.services.db.updateTable('member').set({ user_id: joana.user.id }).where('id', '=', jo).execute()
  await closeSession(app, account, '2026-03-03', '1260.00', '20.00')
})
afterAll(() => app.stop())

const order = (year = '2026') => manager.client.fund.orderPack({ body: { accountId: account.id, year } })
const packs = (by = manager) => by.client.fund.findPacks({ params: { accountId: account.id } })

async function download(packId: string): Promise<Uint8Array> {
  const { content } = await manager.client.fund.downloadPack({ params: { accountId: account.id, packId } })
  return new Uint8Array(await content.arrayBuffer())
}

async function makePack(year = '2026'): Promise<Uint8Array> {
  const { id } = await order(year)
  await makeWaitingPacks(app.services)
  return download(id)
}

const notified = async (key: string, of = manager) =>
  (
    await app.services.db
      .selectFrom('notification')
      .select(['kind', 'title', 'text', 'link'])
      .where('user_id', '=', of.user.id)
      .where('key', '=', key)
      .execute()
  ).map(({ kind, title, text, link }) => [kind, title, text, link])

test('has papers for the fund and for each holder, both journals, and sums that fit', async () => {
  const files = unzipSync(await makePack())
  expect(Object.keys(files)).toEqual([
    'allocation.pdf',
    'balance-sheet.pdf',
    'income-statement.pdf',
    'allocation.csv',
    'members.csv',
    'records.csv',
    'books.journal',
    'roi.journal',
    'statements/001 - Ann Secretive.pdf',
    'allocations/001 - Ann Secretive.pdf',
    'statements/002 - Joana Ferreira.pdf',
    'allocations/002 - Joana Ferreira.pdf',
    'statements/003 - Unallocated.pdf',
    'allocations/003 - Unallocated.pdf',
    'SHA256SUMS',
  ])
  const sums = strFromU8(files['SHA256SUMS']!).trim().split('\n')
  expect(sums).toHaveLength(Object.keys(files).length - 1)
  for (const line of sums) {
    const [sum, path = ''] = line.split('  ')
    expect(createHash('sha256').update(files[path]!).digest('hex')).toBe(sum)
  }
  expect(strFromU8(files['records.csv']!)).toMatch(/2026-02-18,Transfer,Ann Secretive,Joana Ferreira,50\.00,Active/)
  expect(strFromU8(files['members.csv']!)).toContain('Joana Ferreira,')
  expect(strFromU8(files['allocation.csv']!)).toMatch(/^Holder,"?Realised, short term/)
})

test('has one state of the books in all its files, though an expense is recorded while they are read', async () => {
  const { id } = await order()
  const pack = await app.services.db.selectFrom('fund_pack').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  let isRecorded = false
  const db = app.services.db.withPlugin({
    transformQuery: ({ node }) => node,
    // The year is read after the books, and the statements after the year.
    transformResult: async ({ result }) => {
      if (isRecorded || !result.rows.some((row) => 'cash_cents' in row)) return result
      isRecorded = true
      await manager.client.fund.recordExpense({
        body: { accountId: account.id, date: '2026-03-03', amount: cents('1.00'), description: 'stamps' },
      })
      return result
    },
  })
  const { opened, statements } = await readPack({ ...app.services, db }, pack)
  expect(isRecorded).toBe(true)
  expect(statements.period.period.end.records.expenses).toEqual(opened.fund.records.expenses)
  expect(opened.figures.period.end.records.expenses).toEqual([])
  await makeWaitingPacks(app.services)
})

test('hledger accepts both journals', async (context) => {
  if (spawnSync('hledger', ['--version']).status !== 0) return context.skip('hledger is not installed')
  const files = unzipSync(await makePack())
  const folder = mkdtempSync(join(tmpdir(), 'pack-'))
  for (const name of ['books.journal', 'roi.journal']) {
    writeFileSync(join(folder, name), files[name]!)
    const checked = spawnSync('hledger', ['-f', join(folder, name), 'check', '--strict', 'ordereddates'])
    expect([name, checked.status]).toEqual([name, 0])
  }
})

test('only one is made at a time; a cancelled one leaves nothing and can be ordered again', async () => {
  const { id } = await order()
  await expect(order()).rejects.toMatchObject({ body: { refusal: 'packRunning' } })
  await manager.client.fund.cancelPack({ body: { accountId: account.id, id } })
  await makeWaitingPacks(app.services)
  expect((await packs())[0]).toMatchObject({ id, state: 'CANCELLED', fileName: null })
  await expect(download(id)).rejects.toMatchObject({ body: { refusal: 'packGone' } })
  await expect(manager.client.fund.cancelPack({ body: { accountId: account.id, id } })).rejects.toMatchObject({
    body: { refusal: 'packEnded' },
  })
})

test('one that is cancelled while it is made stops, leaves nothing and notifies nobody', async () => {
  const { renderer, db } = app.services
  const { renderYearPaper } = renderer
  const { id } = await order()
  let written = 0
  renderer.renderYearPaper = async (paper, nowMs) => {
    written += 1
    if (written === 2) await manager.client.fund.cancelPack({ body: { accountId: account.id, id } })
    return renderYearPaper(paper, nowMs)
  }
  await makeWaitingPacks(app.services)
  renderer.renderYearPaper = renderYearPaper
  expect(written).toBe(2)
  expect((await packs())[0]).toMatchObject({ id, state: 'CANCELLED' })
  expect(await notified(`pack ${id}`)).toEqual([])
  expect(await db.selectFrom('fund_pack_part').select('position').where('pack_id', '=', id).execute()).toEqual([])
})

describe('the person who ordered a pack is notified once', () => {
  test('when it is ready, and nobody else is', async () => {
    const { id } = await order()
    expect(await notified(`pack ${id}`)).toEqual([])
    await makeWaitingPacks(app.services)
    await makeWaitingPacks(app.services)
    expect(await notified(`pack ${id}`)).toEqual([
      [
        'STATEMENT_READY',
        'Pack ready',
        expect.stringMatching(/^The pack of 2026 is ready: 15 files of /),
        `/fund-year?fund=${account.id}&year=2026`,
      ],
    ])
    expect(await notified(`pack ${id}`, joana)).toEqual([])
  })

  test('when its last try has failed, not at the tries before', async () => {
    const { renderer, db, clock } = app.services
    const { renderYearPaper } = renderer
    renderer.renderYearPaper = () => Promise.reject(new Error('A stage direction of this test.'))
    const { id } = await order()
    for (let tries = 1; tries <= 4; tries += 1) {
      expect(await notified(`pack ${id}`)).toEqual([])
      await makeWaitingPacks(app.services)
      await db
        .updateTable('fund_pack')
        .set({ next_at: new Date(clock.nowMs()) })
        .where('id', '=', id)
        .execute()
    }
    await makeWaitingPacks(app.services)
    renderer.renderYearPaper = renderYearPaper
    expect((await packs())[0]).toMatchObject({ id, state: 'FAILED' })
    expect(await notified(`pack ${id}`)).toEqual([
      [
        'JOB_FAILED',
        'Pack not made',
        'The pack of 2026 could not be made: Something went wrong on our side.',
        `/fund-year?fund=${account.id}&year=2026`,
      ],
    ])
  })
})

test('a download fails when the pack is replaced before its end', async () => {
  const { id } = await order()
  await makeWaitingPacks(app.services)
  await app.services.db.deleteFrom('fund_pack_part').where('pack_id', '=', id).execute()
  await expect(download(id)).rejects.toThrow('Internal Server Error')
})

test('a newer pack of the year replaces the file of the older one', async () => {
  const { id: first } = await order()
  await makeWaitingPacks(app.services)
  await makePack()
  await expect(download(first)).rejects.toMatchObject({ body: { refusal: 'packGone' } })
})

test('the list says how far a pack is, and who has no role in the fund sees none', async () => {
  const [last] = await packs()
  expect(last).toMatchObject({ year: 2026, state: 'DONE', done: 15, total: 15 })
  expect(last?.sha256).toMatch(/^[0-9a-f]{64}$/)
  await expect(packs(joana)).rejects.toMatchObject({ body: { refusal: 'notFound' } })
  await expect(
    joana.client.fund.downloadPack({ params: { accountId: account.id, packId: last!.id } }),
  ).rejects.toMatchObject({ body: { refusal: 'notFound' } })
})

test('the pack of a closed year has the same bytes when it is made again later', async () => {
  const { db } = app.services
  account = await linkAccount(app, manager, '2025-12-01', '1000.00')
  const memberId = await makeMember(manager, 'Ida', 'Holm')
  await manager.client.member.createContribution({
    body: {
      accountId: account.id,
      memberId,
      amount: cents('400.00'),
      date: '2025-12-01',
      description: 'in',
      funding: 'opening',
    },
  })
  await closeSession(app, account, '2025-12-02', '1100.00', '50.00')
  const line = { account_id: account.id, day: '2025-12-02', is_short: false, quantity: null }
  const nothing = { before_cents: 0n, value_cents: 0n, net_cents: 0n, price_cents: 0n, income_cents: 0n, fee_cents: 0n }
  await db
    .insertInto('account_close_line')
    .values([
      { ...line, kind: 'CASH', symbol: '', ...nothing },
      { ...line, kind: 'INSTRUMENT', symbol: 'ACME', ...nothing, price_cents: cents('100.00') },
    ])
    .execute()
  await closeSession(app, account, '2026-01-02', '1200.00', '50.00')
  await manager.client.fund.closePeriod({ body: { accountId: account.id, until: '2025-12-31' } })
  const first = await makePack('2025')
  app.clock.advance(20 * 60_000)
  await db.updateTable('member').set({ email: 'ida@example.test' }).where('id', '=', memberId).execute()
  await manager.client.fund.mailStatements({ body: { accountId: account.id, from: '2025-12-01', to: '2025-12-31' } })
  await app.services.background.idle()
  await db.updateTable('account_close').set({ cash_cents: 1n }).where('account_id', '=', account.id).execute()
  await closeSession(app, account, '2026-01-05', '1300.00')
  const second = await makePack('2025')
  expect(Buffer.from(second).equals(Buffer.from(first))).toBe(true)
  const statement = unzipSync(second)['statements/001 - Ida Holm.pdf']!
  if (spawnSync('pdftotext', ['-v']).error !== undefined) return
  const text = spawnSync('pdftotext', ['-layout', '-', '-'], { encoding: 'utf8', input: statement }).stdout
  expect(text).toMatch(/What earned your money[^]*ACME +\$40\.00[^]*Together +\$40\.00/)
  expect(text).not.toContain('Changes to earlier statements')
})
