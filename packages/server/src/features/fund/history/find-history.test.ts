// The history of a fund through the API: every record, what it did, and what became of it.
import { createTokenClient, type BodyOf, type FundHistoryLine } from '@clubfolio/contract'
import { formatCents } from '@clubfolio/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cents, closeSession, moveMoney, type LinkedAccount } from '../../../testing/factories.ts'
import { giveRole } from '../../../testing/fund-roles.ts'
import { makeFundOfTwo } from '../../../testing/fund-of-two.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { giveToken } from '../../../testing/api-tokens.ts'
import { inTransaction } from '../../../kernel/transaction.ts'
import { storeCloses } from '../../account-reading/store-reading.ts'

let app: TestApp
let manager: TestUser
let joana: TestUser
let account: LinkedAccount
let ann: string
let jo: string
let expenseId: string

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.signUp(['MANAGERS'], 'Maria')
  joana = await app.signUp(['INVESTORS'], 'Joana')
  ;({ account, ann, joana: jo } = await makeFundOfTwo(app, manager))
  await app.services.db.updateTable('member').set({ user_id: joana.user.id }).where('id', '=', jo).execute()
  const { fund, member } = manager.client
  ;({ id: expenseId } = await fund.recordExpense({
    body: { accountId: account.id, date: '2026-02-19', amount: cents('20.00'), description: 'software' },
  }))
  await closeSession(app, account, '2026-02-19', '1240.00', '90.00')
  await moveMoney(app, account, '2026-02-20', '-20.00')
  await closeSession(app, account, '2026-02-20', '1230.00', '90.00')
  const late = await app.services.db
    .selectFrom('fund_entry')
    .select('id')
    .where('member_id', '=', jo)
    .where('amount_cents', '=', cents('100.00'))
    .executeTakeFirstOrThrow()
  for (const isActive of [false, true]) {
    app.clock.advance(60_000)
    await member.updateParticipationStatus({ body: { id: late.id, isActive } })
  }
  app.clock.advance(60_000)
  const { id: giftId } = await fund.recordTransfer({
    body: {
      accountId: account.id,
      date: '2026-02-23',
      fromMemberId: ann,
      toMemberId: jo,
      units: '1',
      description: 'a slip of Ann Secretive',
    },
  })
  app.clock.advance(60_000)
  await fund.reverseRecord({ body: { accountId: account.id, id: giftId, reason: 'the wrong member' } })
  await manager.client.club.saveClub({ body: { accountId: account.id, name: 'Riverside Club' } })
})
afterAll(() => app.stop())

type Asked = Partial<BodyOf<'fund', 'findHistory'>>
const ask = (asked: Asked = {}, by = manager) =>
  by.client.fund.findHistory({ body: { accountId: account.id, start: 0, count: 100, ...asked } })
const lines = async (asked: Asked = {}) => (await ask(asked)).result
const effectOf = ({ fundValue, holders }: FundHistoryLine) => [
  fundValue === null ? null : formatCents(fundValue),
  ...holders.map(({ name, value }) => `${name.split(' ')[0]} ${formatCents(value)}`),
]

test('has every record, newest first, with who recorded it and why', async () => {
  const all = await lines()
  const times = all.map(({ recordedAt }) => recordedAt)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  const counts = new Map<string, number>()
  for (const { kind } of all) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  expect(Object.fromEntries(counts)).toEqual({
    CONTRIBUTION: 3,
    TRANSFER: 2,
    EXPENSE: 1,
    MATCH: 1,
    STATUS: 2,
    REVERSAL: 1,
    CLOSE: 6,
    SETTING: 1,
  })
  expect(all.find(({ kind }) => kind === 'EXPENSE')).toMatchObject({ by: 'Maria Example', why: 'software' })
  expect(all.find(({ kind }) => kind === 'MATCH')).toMatchObject({
    by: null,
    words: 'Matched automatically: 1 movement, 1 record',
  })
  expect(all.find(({ kind }) => kind === 'SETTING')?.words).toBe('On papers and mails: name Riverside Club')
})

test('says what each record did to the fund value and to each holder', async () => {
  expect((await lines({ kind: 'CONTRIBUTION' })).map(effectOf)[0]).toEqual(['100.00', 'Joana 100.00'])
  const [, gift] = await lines({ kind: 'TRANSFER' })
  expect(effectOf(gift!)).toEqual(['0.00', 'Ann -50.00', 'Joana 50.00'])
  const [expense] = await lines({ kind: 'EXPENSE' })
  const [total, ...shares] = effectOf(expense!)
  expect([total, shares.length, expense!.isOfAll]).toEqual(['-20.00', 2, true])
  expect(expense!.holders.reduce((sum, { value }) => sum + value, 0n)).toBe(-2_000n)
  // 1,230.00 to 1,240.00: the expense has no part in the result of its close.
  const close = (await lines({ kind: 'CLOSE', from: '2026-02-19', to: '2026-02-19' }))[0]!
  expect(formatCents(close.fundValue!)).toBe('10.00')
  expect((await lines({ kind: 'STATUS' })).map((line) => [line.words, ...effectOf(line)])).toEqual([
    ['Contribution set to active', '100.00', 'Joana 100.00'],
    ['Contribution set to inactive', '-100.00', 'Joana -100.00'],
  ])
})

test('a reversed record stays, with when and by whom, and its reversal is a record of its own', async () => {
  const [slip] = await lines({ kind: 'TRANSFER' })
  expect(slip).toMatchObject({
    why: 'a slip of Ann Secretive',
    fundValue: null,
    undone: { by: 'Maria Example', why: 'the wrong member' },
  })
  const [reversal] = await lines({ kind: 'REVERSAL' })
  expect(reversal).toMatchObject({
    words: 'Reversal of: transfer',
    recordedAt: slip!.undone!.at,
    why: 'the wrong member',
  })
})

test('a corrected close stays as it was, beside the one that replaced it', async () => {
  const corrected = { day: '2026-02-20', valueCents: cents('1225.00'), realValueCents: cents('1135.00') }
  await inTransaction(app.services.db, (trx) =>
    storeCloses(app.services, trx, account.id, [
      { ...corrected, cashCents: cents('1225.00'), unpriced: [], isRebuilt: true, isReconciled: true } as never,
    ]),
  )
  const both = await lines({ kind: 'CLOSE', from: '2026-02-20', to: '2026-02-20' })
  expect(both.map(({ words, undone }) => [words, undone?.why])).toEqual([
    ['Close, rebuilt', undefined],
    ['Close', 'Corrected by what the brokerage reported later'],
  ])
  expect(both[0]!.recordedAt).toBe(both[1]!.undone!.at)
  // The same figures again are no correction.
  await inTransaction(app.services.db, (trx) =>
    storeCloses(app.services, trx, account.id, [
      { ...corrected, cashCents: cents('1225.00'), unpriced: [], isRebuilt: true, isReconciled: true } as never,
    ]),
  )
  expect(await lines({ kind: 'CLOSE', from: '2026-02-20', to: '2026-02-20' })).toHaveLength(2)
})

test('is paged and filtered in the database: by holder, kind, author and day', async () => {
  const all = await ask()
  const pages = [0, 5, 10, 15, 20].map((start) => ask({ start, count: 5 }))
  const joined = (await Promise.all(pages)).flatMap(({ result }) => result)
  expect(joined).toEqual(all.result)
  expect(await ask({ start: 1_000, count: 5 })).toMatchObject({ total: all.total, result: [] })
  const ofAnn = await lines({ memberId: ann })
  expect(ofAnn.some(({ kind }) => kind === 'EXPENSE')).toBe(true)
  expect(ofAnn.every(({ holders }) => holders.every(({ memberId }) => memberId === ann || memberId === jo))).toBe(true)
  expect(ofAnn.find(({ kind }) => kind === 'EXPENSE')?.holders).toHaveLength(1)
  expect(ofAnn.filter(({ kind }) => kind === 'CONTRIBUTION')).toHaveLength(1)
  expect(all.authors).toEqual([{ id: manager.user.id, name: 'Maria Example' }])
  expect((await lines({ authorId: manager.user.id })).every(({ by }) => by === 'Maria Example')).toBe(true)
  const byItself = await ask({ authorId: null })
  expect(byItself.result).toEqual(all.result.filter(({ by }) => by === null))
  expect(byItself.total).toBe(byItself.result.length)
  expect(new Set(byItself.result.map(({ kind }) => kind))).toEqual(new Set(['CLOSE', 'MATCH']))
  expect((await lines({ from: '2026-02-24' })).every(({ day }) => day >= '2026-02-24')).toBe(true)
})

test('names the API token with which its author recorded a line', async () => {
  const { token } = await giveToken(app, manager.user.id, { name: 'Ledger' })
  const client = createTokenClient({ baseUrl: app.url, token })
  app.clock.advance(60_000)
  const { id } = await client.fund.recordExpense({
    body: { accountId: account.id, date: '2026-02-20', amount: cents('1.00'), description: 'by a program' },
  })
  const page = { accountId: account.id, start: 0, count: 100 } as const
  const { result } = await manager.client.fund.findHistory({ body: page })
  const named = result.filter(({ by }) => by?.includes('API token'))
  expect(named.map(({ why, by }) => [why, by])).toEqual([['by a program', 'Maria Example, by API token Ledger']])
  await manager.client.fund.reverseRecord({ body: { accountId: account.id, id, reason: 'only tried' } })
})

test('a member sees their own lines and no name of another member; nobody else sees any', async () => {
  const body = { accountId: account.id, memberId: jo, start: 0, count: 100 }
  const { result, total } = await joana.client.fund.findMyHistory({ body })
  expect(total).toBe(result.length)
  expect(new Set(result.map(({ kind }) => kind))).toEqual(new Set(['CONTRIBUTION', 'STATUS', 'TRANSFER', 'REVERSAL']))
  const text = JSON.stringify(result, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  expect(text).not.toMatch(/Ann|Secretive/)
  expect(text).toContain('Joana')
  await expect(joana.client.fund.findMyHistory({ body: { ...body, memberId: ann } })).rejects.toMatchObject({
    status: 404,
  })
  const stranger = await app.signUp(['MANAGERS'])
  for (const who of [joana, stranger]) await expect(ask({}, who)).rejects.toMatchObject({ status: 404 })
})

test('nothing that is in the books is missing: every id of every table of records is in the list', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from fund_entry where account_id = ${account.id} union all
    select id from fund_expense where account_id = ${account.id} union all
    select id from fund_transfer where account_id = ${account.id} union all
    select id from fund_match where account_id = ${account.id} union all
    select record_id from fund_reversal where account_id = ${account.id}`.execute(app.services.db)
  const known = new Set((await lines()).map(({ id }) => id))
  expect(rows.filter(({ id }) => !known.has(id))).toEqual([])
  expect(known.has(expenseId)).toBe(true)
})

describe('what is no record of the books', () => {
  test('roles, invitations, approvals, dues, requests, terms of fees and settings are in the list too', async () => {
    const { fund, member } = manager.client
    const accountId = account.id
    app.clock.advance(60_000)
    const approver = await giveRole(app, manager, accountId, 'APPROVER')
    const auditor = await giveRole(app, manager, accountId, 'AUDITOR', '2026-03-20')
    const role = (await fund.findRoles({ params: { accountId } })).find(({ email }) => email === auditor.email)!
    await fund.setLastDay({ body: { accountId, id: role.id, lastDay: '2026-03-25' } })
    await fund.endRole({ body: { accountId, id: role.id } })
    const tom = await member.create({
      body: { firstName: 'Tom', lastName: 'Vale', phone: '2125550100', email: 'tom@example.test' },
    })
    await member.inviteMember({ body: { id: tom.id, accountId } })
    const plan = await fund.recordDuePlan({
      body: {
        accountId,
        memberId: jo,
        amount: cents('50.00'),
        rhythm: 'MONTHLY',
        firstDay: '2026-04-01',
        reminds: false,
        description: 'monthly dues',
      },
    })
    await fund.endDuePlan({ body: { accountId, id: plan.id, lastDay: '2026-12-31' } })
    const asked = await joana.client.fund.makeRequest({
      body: { accountId, memberId: jo, kind: 'PAY_IN', amount: cents('25.00'), comment: 'from my savings' },
    })
    await fund.declineRequest({ body: { accountId, id: asked.id, reason: 'The fund is full.' } })
    await fund.saveFeePolicy({
      body: {
        accountId,
        kind: 'management',
        rate: '2',
        hurdle: null,
        receiverId: accountId,
        period: 'quarter',
        ownRates: [],
        chargesByItself: false,
      },
    })
    await fund.setSecondPerson({ body: { accountId, from: cents('0.00') } })
    const { waitingId } = await fund.recordExpense({
      body: { accountId, date: '2026-03-04', amount: cents('1.00'), description: 'stamps' },
    })
    await approver.client.fund.decline({ body: { accountId, id: waitingId!, reason: 'No receipt.' } })
    const said = async (kind: FundHistoryLine['kind']) =>
      (await lines({ kind })).map(({ words, by, why }) => [words, by, why]).toSorted()
    const approverName = expect.stringMatching(/^Person\d+ Example$/)
    expect(await said('ROLE')).toEqual([
      ['Invited as member', 'Maria Example', ''],
      [`Last day of ${auditor.email} as auditor: 2026-03-25`, 'Maria Example', ''],
      ['Role of approver accepted', approverName, ''],
      ['Role of auditor accepted', approverName, ''],
      [`Role of ${auditor.email} as auditor ended`, 'Maria Example', ''],
      [`${approver.email} invited as approver`, 'Maria Example', ''],
      [`${auditor.email} invited as auditor`, 'Maria Example', ''],
    ])
    expect(await said('DUES')).toEqual([
      ['Dues of 50.00 end on 2026-12-31', 'Maria Example', ''],
      ['Dues of 50.00, monthly, from 2026-04-01', 'Maria Example', 'monthly dues'],
    ])
    expect(await said('REQUEST')).toEqual([
      ['Asked to pay in 25.00', 'Joana Example', 'from my savings'],
      ['Request declined', 'Maria Example', 'The fund is full.'],
    ])
    expect(await said('FEE_POLICY')).toEqual([
      [expect.stringMatching(/^Management fee of 2%, by quarter, from 2026-/), 'Maria Example', ''],
    ])
    expect(await said('APPROVAL')).toEqual([
      [expect.stringMatching(/^Declined: .*stamps|^Declined: /), approverName, 'No receipt.'],
      [expect.stringMatching(/^Waits for a second person: /), 'Maria Example', ''],
    ])
    expect((await said('SETTING')).map(([words]) => words)).toContain('Second person: asked for from 0.00')
    const { result } = await joana.client.fund.findMyHistory({
      body: { accountId, memberId: jo, start: 0, count: 100 },
    })
    expect(new Set(result.map(({ kind }) => kind))).toEqual(
      new Set(['CONTRIBUTION', 'STATUS', 'TRANSFER', 'REVERSAL', 'DUES', 'REQUEST']),
    )
  })
})
