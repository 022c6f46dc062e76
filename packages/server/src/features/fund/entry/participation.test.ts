import { ApiError, type NewEntry } from '@clubfolio/contract'
import { formatCents, type Cents } from '@clubfolio/domain'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cents, closeSession, linkAccount, makeMember, type LinkedAccount } from '../../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let app: TestApp
let manager: TestUser
beforeAll(async () => {
  app = await startTestApp()
  manager = await app.signUp(['MANAGERS'])
})
afterAll(() => app.stop())

type Fields = Partial<NewEntry> & { memberId: string }
const entry = (account: LinkedAccount, amount: string, date: string, fields: Fields) => ({
  body: { accountId: account.id, amount: cents(amount), date, description: 'monthly', ...fields },
})
const pay = (
  account: LinkedAccount,
  memberId: string,
  amount: string,
  date: string,
  fields: Partial<NewEntry> = {},
  by = manager,
) => by.client.member.createContribution(entry(account, amount, date, { memberId, ...fields }))
const take = (account: LinkedAccount, memberId: string, amount: string, date: string) =>
  manager.client.member.createRetribution(entry(account, amount, date, { memberId }))

async function refusalOf(call: Promise<unknown>): Promise<{ refusal: string | undefined; text: string }> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`expected a refusal, got ${String(error)}`)
  return { refusal: error.body.refusal, text: error.message }
}

/** The table as users read it: `Ann 4,000.00 78.93 % +100.00`. */
async function table(account: LinkedAccount): Promise<string[]> {
  const rows = await manager.client.member.searchParticipationByAccount({ params: { accountId: account.id } })
  return rows.map(
    (row) =>
      `${row.memberFullName.split(' ')[0]} ${formatCents(row.amount)} ${row.participationPercent.toFixed(2)} % ${formatCents(row.profitLostAmount)}`,
  )
}

test('a contribution on the opening day says what was assumed, unless its caller said it', async () => {
  const account = await linkAccount(app, manager, '2026-03-03', '25000.00')
  const ann = await makeMember(manager, 'Ann')
  const assumed = {
    message:
      'Contribution recorded. It is dated on the opening day and counts as new money, not as part of the opening value.',
    assumedFunding: 'new-money',
  }
  expect(await pay(account, ann, '100.00', '2026-03-03')).toMatchObject(assumed)
  for (const funding of ['opening', 'new-money'] as const) {
    const reply = await pay(account, ann, '100.00', '2026-03-03', { funding })
    expect(reply.message).toBe('Contribution recorded.')
    expect(reply).not.toHaveProperty('assumedFunding')
  }
  const later = await pay(account, ann, '100.00', '2026-03-04')
  expect([later.message, 'assumedFunding' in later]).toEqual(['Contribution recorded.', false])
  // An opening value of nothing has no part that could be funded.
  const empty = await linkAccount(app, manager, '2026-03-03', '0.00')
  expect(await pay(empty, ann, '100.00', '2026-03-03', { funding: 'opening' })).toMatchObject(assumed)
})

describe('a share of the fund', () => {
  test('two members, a gain, a second payday: the unit method of the worked example', async () => {
    const account = await linkAccount(app, manager, '2026-02-25', '0.00')
    const ann = await makeMember(manager, 'Ann')
    const ben = await makeMember(manager, 'Ben')
    await pay(account, ann, '4000.00', '2026-02-25')
    await pay(account, ben, '1000.00', '2026-02-25')
    expect(await table(account)).toEqual(['Ann 4000.00 80.00 % 0.00', 'Ben 1000.00 20.00 % 0.00'])

    // The money arrives at the broker and earns: 5,400.00 at the close. The movement explains the cash.
    await arrive(account, '2026-02-26', ['4000.00', '1000.00'])
    await closeSession(app, account, '2026-02-26', '5400.00')
    await closeSession(app, account, '2026-02-27', '5400.00')
    await pay(account, ann, '100.00', '2026-03-02')
    await pay(account, ben, '100.00', '2026-03-02')
    const rows = await manager.client.member.searchParticipationByAccount({ params: { accountId: account.id } })
    const total = rows.reduce((sum, row) => sum + row.value, 0n)
    const overview = await manager.client.member.fundOverview({ params: { accountId: account.id } })
    expect(formatCents(total as Cents)).toBe('5600.00')
    expect(overview.fundValue).toBe(total)
    expect(overview.unitValue).toMatch(/^10\.80000000/)
    expect(rows.map((row) => row.participationPercent)).toEqual([78.93, 21.07])
  })

  test('what no entry explains comes last as Unallocated and adds up with the members', async () => {
    const account = await linkAccount(app, manager, '2026-03-03', '100000.00', '5000.00')
    const ann = await makeMember(manager, 'Ann')
    await pay(account, ann, '25000.00', '2026-03-03', { funding: 'opening' })
    expect(await table(account)).toEqual(['Ann 25000.00 25.00 % 0.00', 'Unallocated 75000.00 75.00 % 0.00'])
    const rows = await manager.client.member.searchParticipationByAccount({ params: { accountId: account.id } })
    expect(rows.at(-1)).toMatchObject({ memberId: account.id, isMember: false })
  })

  test('open profit is floating, realised profit is real, and both add up to the total', async () => {
    const account = await linkAccount(app, manager, '2026-02-25', '1000.00')
    const ann = await makeMember(manager, 'Ann')
    await pay(account, ann, '500.00', '2026-02-25', { funding: 'opening' })
    await closeSession(app, account, '2026-02-26', '1100.00', '100.00')
    const [before] = await manager.client.member.searchParticipationByAccount({ params: { accountId: account.id } })
    expect(before).toMatchObject({ floatingProfit: cents('50.00'), realProfit: 0n, profitLostAmount: cents('50.00') })
    await closeSession(app, account, '2026-02-27', '1100.00', '0.00')
    const [after] = await manager.client.member.searchParticipationByAccount({ params: { accountId: account.id } })
    expect(after).toMatchObject({ floatingProfit: 0n, realProfit: cents('50.00'), profitLostAmount: cents('50.00') })
    const params = { accountId: account.id, memberId: ann }
    const floating = await manager.client.member.getMemberAccountHistoricProfit({ params })
    const real = await manager.client.member.getRealProfit({ params })
    expect(floating.map(([, dollars]) => dollars)).toEqual([0, 50, 0])
    expect(real.map(([, dollars]) => dollars)).toEqual([0, 0, 50])
  })
})

describe('an entry is refused with the reason and a figure', () => {
  test('taking out more than the holding names the maximum; the maximum itself is allowed', async () => {
    const account = await linkAccount(app, manager, '2026-03-03', '0.00')
    const ann = await makeMember(manager, 'Ann')
    await pay(account, ann, '1000.00', '2026-03-03')
    expect(await refusalOf(take(account, ann, '1000.01', '2026-03-04'))).toEqual({
      refusal: 'withdrawalTooLarge',
      text: 'At most $1,000.00 can be taken out on 2026-03-04.',
    })
    await take(account, ann, '1000.00', '2026-03-04')
    expect(await table(account)).toEqual(['Ann 0.00 0.00 % 0.00'])
  })

  test('more than the opening holds, a future day, a missing member, an inactive member, unallocated itself', async () => {
    const account = await linkAccount(app, manager, '2026-03-03', '500.00')
    const ann = await makeMember(manager, 'Ann')
    expect((await refusalOf(pay(account, ann, '500.01', '2026-03-03', { funding: 'opening' }))).text).toContain(
      '$500.00',
    )
    expect((await refusalOf(pay(account, ann, '1.00', '2026-03-05'))).refusal).toBe('entryDateAhead')
    expect((await refusalOf(pay(account, crypto.randomUUID(), '1.00', '2026-03-04'))).refusal).toBe('notFound')
    expect((await refusalOf(pay(account, account.id, '1.00', '2026-03-04'))).refusal).toBe('unallocatedReadOnly')
    await manager.client.member.toggleStatus({ body: { id: ann, status: 'INACTIVATED' } })
    expect((await refusalOf(pay(account, ann, '1.00', '2026-03-04'))).refusal).toBe('memberInactive')
  })

  test.each(['0', '-1', '0.001', '1000000000.00'])('an amount of %s', async (amount) => {
    const account = await linkAccount(app, manager, '2026-03-03', '0.00')
    const ann = await makeMember(manager, 'Ann')
    const response = await fetch(`${app.url}/v1/api/member/create-contribution`, {
      method: 'POST',
      headers: { token: manager.user.token, 'content-type': 'application/json' },
      body: `{"accountId":"${account.id}","memberId":"${ann}","amount":${amount},"date":"2026-03-04","description":"x"}`,
    })
    expect(response.status).toBe(400)
    expect(await table(account)).toEqual([])
  })
})

describe('nothing is lost', () => {
  test('an entry switched off and on again restores every figure; a deleted one leaves a reversal', async () => {
    const account = await linkAccount(app, manager, '2026-03-03', '0.00')
    const ann = await makeMember(manager, 'Ann')
    const { id } = await pay(account, ann, '1000.00', '2026-03-03')
    await pay(account, ann, '200.00', '2026-03-04')
    const before = await table(account)
    await manager.client.member.updateParticipationStatus({ body: { id, isActive: false } })
    expect(await table(account)).toEqual(['Ann 200.00 100.00 % 0.00'])
    await manager.client.member.updateParticipationStatus({ body: { id, isActive: true } })
    expect(await table(account)).toEqual(before)
    await manager.client.member.deleteContribution({ body: { id } })
    expect(await table(account)).toEqual(['Ann 200.00 100.00 % 0.00'])
    const kept = await app.services.db.selectFrom('fund_entry').select('id').where('id', '=', id).execute()
    expect(kept).toHaveLength(1)
    expect(
      (await refusalOf(manager.client.member.updateParticipationStatus({ body: { id, isActive: true } }))).refusal,
    ).toBe('notFound')
  })

  test('a member whose only entry is switched off, or waits for its close, keeps a row to switch it on or delete it', async () => {
    const account = await linkAccount(app, manager, '2026-03-03', '0.00')
    const ann = await makeMember(manager, 'Ann')
    const { id } = await pay(account, ann, '1000.00', '2026-03-04')
    await manager.client.member.updateParticipationStatus({ body: { id, isActive: false } })
    expect(await table(account)).toEqual(['Ann 0.00 0.00 % 0.00'])
    await manager.client.member.updateParticipationStatus({ body: { id, isActive: true } })
    expect(await table(account)).toEqual(['Ann 1000.00 100.00 % 0.00'])

    const later = await linkAccount(app, manager, '2026-03-03', '0.00')
    await manager.client.fund.setDealing({ body: { accountId: later.id, dealing: 'of-the-day' } })
    const waiting = await pay(later, ann, '10.00', '2026-03-04')
    expect(await table(later)).toEqual(['Ann 0.00 0.00 % 0.00'])
    await manager.client.member.deleteContribution({ body: { id: waiting.id } })
    expect(await table(later)).toEqual([])
  })

  test('a contribution cannot be taken away from under a retribution', async () => {
    const account = await linkAccount(app, manager, '2026-03-03', '0.00')
    const ann = await makeMember(manager, 'Ann')
    const { id } = await pay(account, ann, '1000.00', '2026-03-03')
    await take(account, ann, '400.00', '2026-03-04')
    const { refusal, text } = await refusalOf(manager.client.member.deleteContribution({ body: { id } }))
    expect(refusal).toBe('holderBelowZero')
    expect(text).toContain('Ann Member')
    expect(await table(account)).toEqual(['Ann 600.00 100.00 % 0.00'])
  })

  test('deleting a contribution by the call for retributions is a 404', async () => {
    const account = await linkAccount(app, manager, '2026-03-03', '0.00')
    const ann = await makeMember(manager, 'Ann')
    const { id } = await pay(account, ann, '1000.00', '2026-03-03')
    expect((await refusalOf(manager.client.member.deleteRetribution({ body: { id } }))).refusal).toBe('notFound')
  })

  test('a member with entries cannot be deleted, one without can', async () => {
    const account = await linkAccount(app, manager, '2026-03-03', '0.00')
    const ann = await makeMember(manager, 'Ann')
    const bob = await makeMember(manager, 'Bob')
    await pay(account, ann, '10.00', '2026-03-03')
    expect((await refusalOf(manager.client.member.delete({ params: { memberId: ann } }))).refusal).toBe(
      'memberHasEntries',
    )
    expect((await manager.client.member.delete({ params: { memberId: bob } })).message).toBe('Bob Member was deleted.')
    // Units transferred to a member, or a share of the opening, are entries of the books too.
    const cleo = await makeMember(manager, 'Cleo')
    await manager.client.fund.recordTransfer({
      body: {
        accountId: account.id,
        date: '2026-03-04',
        fromMemberId: ann,
        toMemberId: cleo,
        amount: cents('1.00'),
        description: 'gift',
      },
    })
    expect((await refusalOf(manager.client.member.delete({ params: { memberId: cleo } }))).refusal).toBe(
      'memberHasEntries',
    )
  })
})

describe('races', () => {
  test('of two withdrawals that together overdraw exactly one succeeds, every time', async () => {
    for (let round = 0; round < 10; round++) {
      const account = await linkAccount(app, manager, '2026-03-03', '0.00')
      const ann = await makeMember(manager, 'Ann')
      await pay(account, ann, '1000.00', '2026-03-03')
      const outcomes = await Promise.allSettled([
        take(account, ann, '600.00', '2026-03-04'),
        take(account, ann, '600.00', '2026-03-04'),
      ])
      expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
      expect(await table(account)).toEqual(['Ann 400.00 100.00 % 0.00'])
    }
  })

  test('a member is deleted or has an entry, never both: the second call is refused', async () => {
    for (let round = 0; round < 8; round++) {
      const account = await linkAccount(app, manager, '2026-03-03', '0.00')
      const bob = await makeMember(manager, 'Bob')
      const [entry, deletion] = await Promise.allSettled([
        pay(account, bob, '10.00', '2026-03-03'),
        manager.client.member.delete({ params: { memberId: bob } }),
      ])
      expect([entry.status, deletion.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      const told =
        entry.status === 'rejected'
          ? { refusal: 'notFound', reason: entry.reason as unknown }
          : { refusal: 'memberHasEntries', reason: (deletion as PromiseRejectedResult).reason as unknown }
      expect(told.reason).toMatchObject({ body: { refusal: told.refusal } })
      expect(await table(account)).toEqual(entry.status === 'fulfilled' ? ['Bob 10.00 100.00 % 0.00'] : [])
    }
  })

  test('a member is deleted or gets a bank account first: the second call is refused, and no bank account is left', async () => {
    for (let round = 0; round < 8; round++) {
      const bob = await makeMember(manager, 'Bob')
      const [account, deletion] = await Promise.allSettled([
        manager.client.member.createBankAccount({
          body: { memberId: bob, bankAccountNumber: '1234567890', bankRouting: '021000021', bankAlias: 'House' },
        }),
        manager.client.member.delete({ params: { memberId: bob } }),
      ])
      expect(deletion.status).toBe('fulfilled')
      expect(account.status === 'rejected' ? account.reason : { body: { refusal: 'notFound' } }).toMatchObject({
        body: { refusal: 'notFound' },
      })
      expect(
        await app.services.db.selectFrom('bank_account').select('id').where('member_id', '=', bob).execute(),
      ).toEqual([])
    }
  })

  test('toggles in parallel follow one another: each is kept once, and the last one counts', async () => {
    const account = await linkAccount(app, manager, '2026-03-03', '0.00')
    const ann = await makeMember(manager, 'Ann')
    const { id } = await pay(account, ann, '1000.00', '2026-03-03')
    const set = (isActive: boolean) => manager.client.member.updateParticipationStatus({ body: { id, isActive } })
    await Promise.all(Array.from({ length: 12 }, (_, index) => set(index % 2 === 1)))
    const kept = await app.services.db
      .selectFrom('fund_status_change')
      .select(['sequence', 'is_active'])
      .where('entry_id', '=', id)
      .orderBy('sequence')
      .execute()
    // Setting the current state changes nothing, so the stored states alternate without a gap.
    expect(kept.map((row) => [row.sequence, row.is_active])).toEqual(
      kept.map((_row, index) => [index + 1, index % 2 === 1]),
    )
    expect(await table(account)).toEqual(
      (kept.at(-1)?.is_active ?? true) ? ['Ann 1000.00 100.00 % 0.00'] : ['Ann 0.00 0.00 % 0.00'],
    )
    await set(true)
    expect(await table(account)).toEqual(['Ann 1000.00 100.00 % 0.00'])
  })

  test('a withdrawal and the deletion of what it rests on: exactly one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const account = await linkAccount(app, manager, '2026-03-03', '0.00')
      const ann = await makeMember(manager, 'Ann')
      const { id } = await pay(account, ann, '1000.00', '2026-03-03')
      const outcomes = await Promise.allSettled([
        take(account, ann, '600.00', '2026-03-04'),
        manager.client.member.deleteContribution({ body: { id } }),
      ])
      expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    }
  })

  test('the same contribution sent five times under one key is recorded once', async () => {
    const account = await linkAccount(app, manager, '2026-03-03', '0.00')
    const ann = await makeMember(manager, 'Ann')
    const send = () =>
      manager.client.member.createContribution(entry(account, '50.00', '2026-03-04', { memberId: ann }), {
        idempotencyKey: `key-${account.id}`,
      })
    await Promise.allSettled([send(), send(), send(), send(), send()])
    const again = await send()
    expect(await table(account)).toEqual(['Ann 50.00 100.00 % 0.00'])
    const entries = await manager.client.member.findParticipationByMemberAndAccount({
      params: { accountId: account.id, memberId: ann },
    })
    expect(entries.map((row) => row.id)).toEqual([again.id])
  })
})

test("somebody else's account, member and entry answer like missing ones", async () => {
  const stranger = await app.signUp(['MANAGERS'])
  const account = await linkAccount(app, manager, '2026-03-03', '0.00')
  const ann = await makeMember(manager, 'Ann')
  const { id } = await pay(account, ann, '10.00', '2026-03-04')
  const missing = crypto.randomUUID()
  const asStranger = (accountId: string, memberId: string, entryId: string) => [
    stranger.client.member.searchParticipationByAccount({ params: { accountId } }),
    stranger.client.member.fundOverview({ params: { accountId } }),
    stranger.client.member.findParticipationByMemberAndAccount({ params: { accountId, memberId } }),
    stranger.client.member.getRealProfit({ params: { accountId, memberId } }),
    stranger.client.member.findBankAccounts({ params: { memberId } }),
    stranger.client.member.toggleStatus({ body: { id: memberId, status: 'INACTIVATED' } }),
    stranger.client.member.deleteContribution({ body: { id: entryId } }),
    stranger.client.member.updateParticipationStatus({ body: { id: entryId, isActive: false } }),
    stranger.client.member.delete({ params: { memberId } }),
    pay({ id: accountId, number: '' }, memberId, '1.00', '2026-03-04', {}, stranger),
  ]
  const others = await Promise.all(asStranger(account.id, ann, id).map(refusalOf))
  const absent = await Promise.all(asStranger(missing, missing, missing).map(refusalOf))
  expect(others).toEqual(absent)
  expect(new Set(others.map((answer) => answer.refusal))).toEqual(new Set(['notFound']))
  expect(await stranger.client.member.findAllMembers()).toEqual([])
})

test('bank numbers are sealed in the database and masked on the wire', async () => {
  const ann = await makeMember(manager, 'Ann')
  const body = { memberId: ann, bankAccountNumber: '987654321012', bankRouting: '021000021', bankAlias: 'Checking' }
  const saved = await manager.client.member.createBankAccount({ body })
  expect(saved).toMatchObject({ alias: 'Checking', number: '•••• 1012', routing: '•••• 0021' })
  const stored = await app.services.db
    .selectFrom('bank_account')
    .selectAll()
    .where('id', '=', saved.id)
    .executeTakeFirstOrThrow()
  expect(Buffer.concat([stored.number_sealed, stored.routing_sealed]).toString('latin1')).not.toMatch(
    /987654321012|021000021/,
  )
  const wrong = manager.client.member.createBankAccount({ body: { ...body, bankRouting: '021000022' } })
  await expect(wrong).rejects.toMatchObject({ status: 400 })
})

test('a bank account that is saved a second time, by whatever key, is the one that is there', async () => {
  const [ann, bob] = [await makeMember(manager, 'Ann'), await makeMember(manager, 'Bob')]
  const body = { memberId: ann, bankAccountNumber: '987654321012', bankRouting: '021000021', bankAlias: 'Checking' }
  const save = (more: Partial<typeof body> = {}) =>
    manager.client.member.createBankAccount({ body: { ...body, ...more } })
  const first = await save()
  expect(await save()).toEqual(first)
  expect(await manager.client.member.findBankAccounts({ params: { memberId: ann } })).toEqual([first])
  const others = await Promise.all([
    save({ bankAlias: 'Savings' }),
    save({ bankAccountNumber: '187654321012' }),
    save({ bankRouting: '011000015' }),
    save({ memberId: bob }),
  ])
  expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(5)
})

test('a bank account that is saved twice at the same moment is saved once', async () => {
  const memberId = await makeMember(manager, 'Cora')
  const body = { memberId, bankAccountNumber: '987654321012', bankRouting: '021000021', bankAlias: 'Checking' }
  const holder = await app.services.pool.connect()
  try {
    // Every call gets as far as it can before the first one writes.
    await holder.query('begin')
    await holder.query('lock table bank_account in share mode')
    const saving = Promise.all([1, 2].map(() => manager.client.member.createBankAccount({ body })))
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await vi.waitUntil(async () => (await holder.query(waiting)).rowCount === 2, { timeout: 10_000, interval: 20 })
    await holder.query('rollback')
    expect(new Set((await saving).map(({ id }) => id)).size).toBe(1)
  } finally {
    // Closing the connection ends a transaction that is still open.
    holder.release(true)
  }
})

/** Makes the broker report these deposits, matched to the entries of the same amounts. */
async function arrive(account: LinkedAccount, day: string, amounts: readonly string[]): Promise<void> {
  const { db, clock } = app.services
  for (const amount of amounts) {
    const movementId = crypto.randomUUID()
    await db
      .insertInto('account_movement')
      .values({
        account_id: account.id,
        id: movementId,
        broker_id: movementId,
        day,
        amount_cents: cents(amount),
        kind: 'CASH_RECEIPT',
        description: 'deposit',
        created_at: new Date(clock.nowMs()),
      })
      .execute()
    const { id } = await db
      .selectFrom('fund_entry')
      .select('id')
      .where('account_id', '=', account.id)
      .where('amount_cents', '=', cents(amount))
      .executeTakeFirstOrThrow()
    await db
      .insertInto('fund_match')
      .values({
        account_id: account.id,
        id: crypto.randomUUID(),
        movement_ids: [movementId],
        item_ids: [id],
        recorded_at: new Date(clock.nowMs()),
        recorded_by: null,
      })
      .execute()
  }
}

test('members are found by any part of their name in either order, and by e-mail', async () => {
  const owner = await app.signUp(['MANAGERS'])
  await owner.client.member.create({
    body: { firstName: 'Élodie', lastName: "O'Neil_100%", phone: '+33123456789', email: 'Elodie@Example.test' },
  })
  const find = async (keyword: string) =>
    (await owner.client.member.findMemberByKeyword({ params: { keyword } })).map((member) => member.email)
  for (const keyword of ['élod', "o'neil_100%, é", 'elodie@', '100%'])
    expect(await find(keyword)).toEqual(['elodie@example.test'])
  for (const keyword of ['%%%', '___', 'nobody']) expect(await find(keyword)).toEqual([])
})
