// Changes an owner makes to the books besides members' entries, through the API on real PostgreSQL; each test reads
// like its rule.
import { ApiError } from '@clubfolio/contract'
import { formatCents } from '@clubfolio/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../kernel/id.ts'
import { inTransaction } from '../../../kernel/transaction.ts'
import {
  cents,
  closeSession,
  linkAccount,
  makeMember,
  moveMoney,
  type LinkedAccount,
} from '../../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { lockBooksForFacts, applyBrokerFacts } from './apply-broker-facts.ts'
import { checkFunds } from '../check/check-funds.ts'

let app: TestApp
let manager: TestUser
beforeAll(async () => {
  app = await startTestApp()
  manager = await app.signUp(['MANAGERS'])
})
afterAll(() => app.stop())

const fund = () => manager.client.fund
const pay = (account: LinkedAccount, memberId: string, amount: string, date: string, funding?: 'opening') =>
  manager.client.member.createContribution({
    body: {
      accountId: account.id,
      memberId,
      amount: cents(amount),
      date,
      description: 'paid in',
      ...(funding ? { funding } : {}),
    },
  })
const take = (account: LinkedAccount, memberId: string, amount: string, date: string) =>
  manager.client.member.createRetribution({
    body: { accountId: account.id, memberId, amount: cents(amount), date, description: 'taken out' },
  })
/** Records 100.00 for a room on 2026-02-25, which a member paid. */
const payRoom = (account: LinkedAccount, paidByMemberId: string) =>
  fund().recordExpense({
    body: {
      accountId: account.id,
      date: '2026-02-25',
      amount: cents('100.00'),
      description: 'room',
      paidByMemberId,
    },
  })
const rows = (account: LinkedAccount) =>
  manager.client.member.searchParticipationByAccount({ params: { accountId: account.id } })
const values = async (account: LinkedAccount) =>
  Object.fromEntries((await rows(account)).map((row) => [row.memberFullName.split(' ')[0], formatCents(row.value)]))
const profits = async (account: LinkedAccount) =>
  Object.fromEntries(
    (await rows(account)).map((row) => [row.memberFullName.split(' ')[0], formatCents(row.profitLostAmount)]),
  )
const books = (account: LinkedAccount) => fund().findBooks({ params: { accountId: account.id } })

async function refusalOf(call: Promise<unknown>): Promise<string | undefined> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`expected a refusal, got ${String(error)}`)
  return error.body.refusal
}

const move = (account: LinkedAccount, day: string, amount: string) => moveMoney(app, account, day, amount)

/** Ann and Ben with 600.00 and 400.00 of an opening of 1,000.00 on Monday. */
async function club(): Promise<{ account: LinkedAccount; ann: string; ben: string }> {
  const account = await linkAccount(app, manager, '2026-02-23', '1000.00')
  const [ann, ben] = [await makeMember(manager, 'Ann'), await makeMember(manager, 'Ben')]
  await pay(account, ann, '600.00', '2026-02-23', 'opening')
  await pay(account, ben, '400.00', '2026-02-23', 'opening')
  return { account, ann, ben }
}

describe('opening', () => {
  test('the owner chooses a day; the opening statement gives each his share and what he had paid in', async () => {
    const account = await linkAccount(app, manager, '2026-02-27', '5400.00')
    await closeSession(app, account, '2026-02-25', '5000.00')
    await closeSession(app, account, '2026-02-26', '5200.00', '200.00')
    const [ann, ben] = [await makeMember(manager, 'Ann'), await makeMember(manager, 'Ben')]
    const days = await fund().findOpeningDays({ params: { accountId: account.id } })
    expect(days.map((one) => [one.day, formatCents(one.value), one.isLinking])).toEqual([
      ['2026-02-27', '5400.00', true],
      ['2026-02-26', '5200.00', false],
      ['2026-02-25', '5000.00', false],
    ])
    await fund().changeOpening({
      body: {
        accountId: account.id,
        day: '2026-02-26',
        shares: [
          { memberId: ann, share: cents('3000.00'), paidIn: cents('1000.00') },
          { memberId: ben, share: cents('2000.00'), paidIn: cents('2500.00') },
        ],
      },
    })
    expect(await values(account)).toEqual({ Ann: '3000.00', Ben: '2000.00', Unallocated: '200.00' })
    expect(await profits(account)).toEqual({ Ann: '2000.00', Ben: '-500.00', Unallocated: '0.00' })
    expect((await rows(account)).map((row) => formatCents(row.floatingProfit))).toEqual(['0.00', '0.00', '0.00'])
    expect(
      await refusalOf(
        fund().changeOpening({
          body: {
            accountId: account.id,
            day: '2026-02-26',
            shares: [{ memberId: ann, share: cents('5200.01'), paidIn: 0n as never }],
          },
        }),
      ),
    ).toBe('openingExhausted')
    expect(
      await refusalOf(fund().changeOpening({ body: { accountId: account.id, day: '2026-02-24', shares: [] } })),
    ).toBe('openingDayUnknown')
    expect((await books(account)).opening).toMatchObject({ day: '2026-02-26', value: cents('5200.00') })
  })

  test("a history that leads to today's balance opens the fund on its first day", async () => {
    const account = await linkAccount(app, manager, '2026-02-27', '5400.00')
    await closeSession(app, account, '2026-02-20', '5000.00')
    expect(await manager.client.member.fundOverview({ params: { accountId: account.id } })).toMatchObject({
      openingDay: '2026-02-20',
      openingValue: cents('5000.00'),
    })
  })

  test('a changed opening that leaves a retribution uncovered is refused', async () => {
    const { account, ann } = await club()
    await closeSession(app, account, '2026-02-24', '1000.00')
    await take(account, ann, '100.00', '2026-02-25')
    await app.services.db
      .insertInto('account_close')
      .values({
        account_id: account.id,
        day: '2026-02-20',
        broker_value_cents: 100n,
        real_value_cents: 100n,
        cash_cents: 100n,
        is_rebuilt: true,
        is_reconciled: true,
        created_at: new Date(),
      })
      .execute()
    const before = await values(account)
    await expect(
      fund().changeOpening({ body: { accountId: account.id, day: '2026-02-26', shares: [] } }),
    ).rejects.toBeInstanceOf(ApiError)
    expect(await values(account)).toEqual(before)
  })
})

test('dealing is a setting until there are entries', async () => {
  const account = await linkAccount(app, manager, '2026-03-03', '0.00')
  await fund().setDealing({ body: { accountId: account.id, dealing: 'of-the-day' } })
  const ann = await makeMember(manager, 'Ann')
  await pay(account, ann, '10.00', '2026-03-04')
  expect(await books(account)).toMatchObject({ dealing: 'of-the-day', isDealingFixed: true })
  expect(await refusalOf(fund().setDealing({ body: { accountId: account.id, dealing: 'before-the-day' } }))).toBe(
    'dealingFixed',
  )
  const [entry] = await manager.client.member.findParticipationByMemberAndAccount({
    params: { accountId: account.id, memberId: ann },
  })
  expect(entry?.state).toBe('pending')
})

test('the club has a name, also while dealing is fixed, until it is removed', async () => {
  const { account } = await club()
  expect((await books(account)).club).toBeNull()
  await manager.client.club.saveClub({ body: { accountId: account.id, name: ' Riverside Club ' } })
  expect(await books(account)).toMatchObject({ club: 'Riverside Club', dealing: 'before-the-day' })
  await expect(manager.client.club.saveClub({ body: { accountId: account.id, name: ' ' } })).rejects.toMatchObject({
    status: 400,
  })
  await fund().setDealing({ body: { accountId: account.id } })
  expect((await books(account)).club).toBe('Riverside Club')
  await manager.client.club.saveClub({ body: { accountId: account.id, name: null } })
  expect((await books(account)).club).toBeNull()
})

describe('expenses', () => {
  test('all holders bear an expense by units, from the first close on', async () => {
    const { account } = await club()
    await closeSession(app, account, '2026-02-24', '1000.00')
    await fund().recordExpense({
      body: { accountId: account.id, date: '2026-02-25', amount: cents('100.00'), description: 'accountant' },
    })
    expect(await values(account)).toMatchObject({ Ann: '600.00' })
    await closeSession(app, account, '2026-02-25', '1000.00')
    expect(await values(account)).toEqual({ Ann: '540.00', Ben: '360.00' })
    // The money leaves the account: nothing changes, because it is the same money.
    await move(account, '2026-02-26', '-100.00')
    await closeSession(app, account, '2026-02-26', '900.00')
    const [expense] = (await books(account)).expenses
    await fund().match({
      body: {
        accountId: account.id,
        movementIds: [(await books(account)).unmatchedMovements[0]!.id],
        itemIds: [expense!.id],
      },
    })
    expect(await values(account)).toEqual({ Ann: '540.00', Ben: '360.00' })
  })

  test('one that a member paid makes his contribution, and both go together', async () => {
    const { account, ann } = await club()
    await closeSession(app, account, '2026-02-24', '1000.00')
    const { id } = await payRoom(account, ann)
    await closeSession(app, account, '2026-02-25', '1000.00')
    expect((await manager.client.member.fundOverview({ params: { accountId: account.id } })).fundValue).toBe(
      cents('1000.00'),
    )
    expect((await rows(account)).find((row) => row.memberId === ann)?.amount).toBe(cents('700.00'))
    expect((await books(account)).unmatchedItems.map((one) => one.amount)).not.toContain(cents('100.00'))
    await fund().reverseRecord({ body: { accountId: account.id, id } })
    expect(await values(account)).toEqual({ Ann: '600.00', Ben: '400.00' })
  })

  test.each(['contribution', 'expense', 'match'] as const)(
    'one that a member paid goes whole when its %s is taken out, and follows the switch of the contribution',
    async (named) => {
      const { account, ann } = await club()
      await closeSession(app, account, '2026-02-24', '1000.00')
      const before = [await values(account), await profits(account)]
      const { id } = await payRoom(account, ann)
      await closeSession(app, account, '2026-02-25', '1000.00')
      const entries = () =>
        manager.client.member.findParticipationByMemberAndAccount({ params: { accountId: account.id, memberId: ann } })
      const paid = (await entries()).find((one) => one.amount === cents('100.00'))!
      const withIt = [await values(account), await profits(account)]
      await manager.client.member.updateParticipationStatus({ body: { id: paid.id, isActive: false } })
      expect([await values(account), await profits(account)]).toEqual(before)
      await manager.client.member.updateParticipationStatus({ body: { id: paid.id, isActive: true } })
      expect([await values(account), await profits(account)]).toEqual(withIt)
      if (named === 'contribution') await manager.client.member.deleteContribution({ body: { id: paid.id } })
      else
        await fund().reverseRecord({
          body: {
            accountId: account.id,
            id:
              named === 'expense'
                ? id
                : (await books(account)).matches.find((one) => one.items.some((item) => item.id === id))!.id,
          },
        })
      expect([await values(account), await profits(account)]).toEqual(before)
      expect((await manager.client.member.fundOverview({ params: { accountId: account.id } })).fundValue).toBe(
        cents('1000.00'),
      )
      const after = await books(account)
      expect([after.expenses, after.matches, (await entries()).filter((one) => one.id === paid.id)]).toEqual([
        [],
        [],
        [],
      ])
      expect(await refusalOf(fund().reverseRecord({ body: { accountId: account.id, id } }))).toBe('notFound')
    },
  )

  test('a half that an earlier version left behind is found by the check and can be taken out', async () => {
    const { account, ann } = await club()
    await closeSession(app, account, '2026-02-24', '1000.00')
    const { id } = await payRoom(account, ann)
    const { id: entryId } = await app.services.db
      .selectFrom('fund_entry')
      .select('id')
      .where('account_id', '=', account.id)
      .where('amount_cents', '=', cents('100.00'))
      .executeTakeFirstOrThrow()
    await app.services.db
      .insertInto('fund_reversal')
      .values({
        account_id: account.id,
        record_id: entryId,
        recorded_at: new Date(app.clock.nowMs()),
        recorded_by: manager.user.id,
        reason: null,
      })
      .execute()
    const findings = async () => {
      await app.services.db.deleteFrom('fund_check').execute()
      await checkFunds(app.services)
      return (await fund().findChecks()).find((one) => one.accountId === account.id)!.findings
    }
    expect(await findings()).toEqual([
      'An expense that a member paid and the contribution booked with it do not match.',
    ])
    await fund().reverseRecord({ body: { accountId: account.id, id } })
    expect(await findings()).toEqual([])
  })

  test('on or before the opening, in the future, without holders: refused in words', async () => {
    const { account } = await club()
    const expense = (accountId: string, date: string) =>
      fund().recordExpense({ body: { accountId, date, amount: cents('1.00'), description: 'x' } })
    expect(await refusalOf(expense(account.id, '2026-02-23'))).toBe('costBeforeOpening')
    expect(await refusalOf(expense(account.id, '2026-03-05'))).toBe('entryDateAhead')
    const empty = await linkAccount(app, manager, '2026-02-23', '0.00')
    await closeSession(app, empty, '2026-02-24', '0.00')
    expect(await refusalOf(expense(empty.id, '2026-02-24'))).toBe('expenseWithoutHolder')
  })
})

describe('transfers', () => {
  test('a gift moves units without cash; reversing it restores every figure', async () => {
    const { account, ann, ben } = await club()
    await closeSession(app, account, '2026-02-24', '1000.00')
    const { id } = await fund().recordTransfer({
      body: {
        accountId: account.id,
        date: '2026-02-25',
        fromMemberId: ann,
        toMemberId: ben,
        amount: cents('150.00'),
        description: 'gift',
      },
    })
    expect(await values(account)).toEqual({ Ann: '450.00', Ben: '550.00' })
    await fund().reverseRecord({ body: { accountId: account.id, id } })
    expect(await values(account)).toEqual({ Ann: '600.00', Ben: '400.00' })
    expect(await refusalOf(fund().reverseRecord({ body: { accountId: account.id, id } }))).toBe('notFound')
  })

  test('by units, from unallocated, and never more than the giver has', async () => {
    const account = await linkAccount(app, manager, '2026-02-23', '1000.00')
    const ann = await makeMember(manager, 'Ann')
    await closeSession(app, account, '2026-02-24', '1000.00')
    const give = (units: string, to = ann, from = account.id) =>
      fund().recordTransfer({
        body: {
          accountId: account.id,
          date: '2026-02-25',
          fromMemberId: from,
          toMemberId: to,
          units,
          description: 'start',
        },
      })
    await give('25.5')
    expect(await values(account)).toEqual({ Ann: '255.00', Unallocated: '745.00' })
    expect(['holderBelowZero', 'withdrawalTooLarge']).toContain(await refusalOf(give('100')))
    expect(await refusalOf(give('1', ann, ann))).toBe('sameHolder')
  })
})

describe('matching by hand', () => {
  test('a deposit short of a bank fee balances by booking the fee; undoing takes the match back', async () => {
    const { account, ann } = await club()
    await closeSession(app, account, '2026-02-24', '1000.00')
    const entry = await pay(account, ann, '200.00', '2026-02-25')
    const movement = await move(account, '2026-02-26', '195.00')
    await closeSession(app, account, '2026-02-25', '1000.00')
    await closeSession(app, account, '2026-02-26', '1195.00')
    const body = { accountId: account.id, movementIds: [movement], itemIds: [entry.id] }
    expect(await refusalOf(fund().match({ body }))).toBe('matchUnbalanced')
    const { id } = await fund().match({ body: { ...body, feeDescription: 'wire fee' } })
    expect((await manager.client.member.fundOverview({ params: { accountId: account.id } })).fundValue).toBe(
      cents('1195.00'),
    )
    expect((await books(account)).expenses).toMatchObject([
      { amount: cents('5.00'), description: 'wire fee', isMatched: true },
    ])
    expect(await refusalOf(fund().match({ body }))).toBe('alreadyMatched')
    await fund().reverseRecord({ body: { accountId: account.id, id } })
    expect((await books(account)).unmatchedMovements).toHaveLength(1)
  })

  test('several movements with several entries are no match', async () => {
    const { account, ann } = await club()
    await closeSession(app, account, '2026-02-24', '1000.00')
    const entries = [await pay(account, ann, '10.00', '2026-02-25'), await pay(account, ann, '20.00', '2026-02-25')]
    const movements = [await move(account, '2026-02-25', '15.00'), await move(account, '2026-02-25', '15.00')]
    expect(
      await refusalOf(
        fund().match({
          body: { accountId: account.id, movementIds: movements, itemIds: entries.map((one) => one.id) },
        }),
      ),
    ).toBe('matchNotOneSided')
  })
})

describe('closing a period', () => {
  test('what lies before it stays: entries are refused, late movements and corrected closes are booked after it', async () => {
    const { account, ann } = await club()
    await closeSession(app, account, '2026-02-24', '1100.00')
    await closeSession(app, account, '2026-02-25', '1100.00')
    const { id } = await pay(account, ann, '10.00', '2026-02-25')
    await move(account, '2026-02-25', '10.00')
    await fund().closePeriod({ body: { accountId: account.id, until: '2026-02-25' } })
    expect(await refusalOf(pay(account, ann, '10.00', '2026-02-25'))).toBe('booksClosed')
    expect(await refusalOf(manager.client.member.deleteContribution({ body: { id } }))).toBe('booksClosed')
    expect(await refusalOf(fund().closePeriod({ body: { accountId: account.id, until: '2026-02-25' } }))).toBe(
      'periodClosedAlready',
    )
    const before = await values(account)
    await inTransaction(app.services.db, async (trx) => {
      const held = await lockBooksForFacts(trx, account.id)
      await trx
        .updateTable('account_close')
        .set({ broker_value_cents: 1n })
        .where('account_id', '=', account.id)
        .where('day', '=', '2026-02-24')
        .execute()
      await trx
        .insertInto('account_movement')
        .values({
          account_id: account.id,
          id: newId(app.clock),
          broker_id: 'late',
          day: '2026-02-24',
          amount_cents: cents('77.00'),
          kind: 'WIRE_IN',
          description: '',
          created_at: new Date(),
        })
        .execute()
      await applyBrokerFacts(app.services, trx, held!)
    })
    const late = (await books(account)).unmatchedMovements.find((one) => one.amount === cents('77.00'))
    expect(late?.day).toBe('2026-02-26')
    expect(
      (await fund().findDerivation({ params: { accountId: account.id, figure: 'fund-value' } })).rows.find(
        (row) => row[0] === '2026-02-24',
      )?.[3],
    ).toBe('$1,100.00')
    expect(await values(account)).toMatchObject({ Ann: before['Ann'] })
  })

  test('not today, not before the opening, not while an entry waits or money is unexplained', async () => {
    const { account, ann } = await club()
    const close = (until: string) => refusalOf(fund().closePeriod({ body: { accountId: account.id, until } }))
    expect(await close('2026-03-04')).toBe('periodNotPast')
    expect(await close('2026-02-20')).toBe('periodBeforeOpening')
    await pay(account, ann, '10.00', '2026-02-26')
    expect(await close('2026-02-26')).toBe('periodPending')
    await closeSession(app, account, '2026-02-24', '1000.00')
    await closeSession(app, account, '2026-02-25', '1000.00')
    await move(account, '2026-02-26', '-500.00')
    await closeSession(app, account, '2026-02-26', '500.00')
    expect(await close('2026-02-26')).toBe('periodUnexplained')
  })
})

describe('the preview of an entry', () => {
  test('says what saving then does, and writes nothing', async () => {
    const { account, ann } = await club()
    await closeSession(app, account, '2026-02-24', '1000.00')
    await closeSession(app, account, '2026-02-25', '2000.00')
    const body = {
      kind: 'contribution' as const,
      accountId: account.id,
      memberId: ann,
      amount: cents('500.00'),
      date: '2026-02-25',
      description: 'forgotten',
    }
    const before = await values(account)
    const preview = await fund().previewEntry({ body })
    expect(await values(account)).toEqual(before)
    expect(preview.holders.reduce((sum, holder) => sum + holder.after, 0n)).toBe(preview.fundValueAfter)
    const { kind: _kind, ...entry } = body
    await manager.client.member.createContribution({ body: entry })
    expect(await values(account)).toEqual(
      Object.fromEntries(preview.holders.map((holder) => [holder.name.split(' ')[0], formatCents(holder.after)])),
    )
    expect(
      await refusalOf(fund().previewEntry({ body: { ...body, kind: 'retribution', amount: cents('99999.00') } })),
    ).toBe('withdrawalTooLarge')
  })
})

test('two transfers at the same moment that together overdraw: exactly one succeeds, every time', async () => {
  for (let round = 0; round < 5; round++) {
    const { account, ann, ben } = await club()
    await closeSession(app, account, '2026-02-24', '1000.00')
    const give = () =>
      fund().recordTransfer({
        body: {
          accountId: account.id,
          date: '2026-02-25',
          fromMemberId: ann,
          toMemberId: ben,
          amount: cents('400.00'),
          description: 'gift',
        },
      })
    const outcomes = await Promise.allSettled([give(), give()])
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect(await values(account)).toEqual({ Ann: '200.00', Ben: '800.00' })
  }
})

test('a movement that is matched with two entries at the same moment is matched with one', async () => {
  for (let round = 0; round < 5; round++) {
    const { account, ann, ben } = await club()
    for (const memberId of [ann, ben]) await pay(account, memberId, '50.00', '2026-02-24')
    const movement = await move(account, '2026-02-24', '50.00')
    const { unmatchedItems } = await books(account)
    expect(unmatchedItems).toHaveLength(2)
    const outcomes = await Promise.allSettled(
      unmatchedItems.map((item) =>
        fund().match({ body: { accountId: account.id, movementIds: [movement], itemIds: [item.id] } }),
      ),
    )
    expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find((outcome) => outcome.status === 'rejected')!.reason).toMatchObject({
      body: { refusal: 'alreadyMatched' },
    })
    expect(await books(account)).toMatchObject({ matches: [{}], unmatchedMovements: [], unmatchedItems: [{}] })
  }
})

test('matches are listed by day, the newest first, whenever they were made', async () => {
  const { account, ann } = await club()
  for (const day of ['2026-02-24', '2026-02-25', '2026-02-26']) await closeSession(app, account, day, '1000.00')
  const pairs = []
  for (const [day, amount] of [
    ['2026-02-26', '30.00'],
    ['2026-02-24', '10.00'],
    ['2026-02-25', '20.00'],
  ] as const) {
    const { id } = await pay(account, ann, amount, day)
    pairs.push({ movementIds: [await move(account, day, amount)], itemIds: [id] })
  }
  // Two movements of one entry, the later one named first.
  const { id } = await pay(account, ann, '7.00', '2026-02-26')
  pairs.splice(1, 0, {
    movementIds: [await move(account, '2026-03-02', '5.00'), await move(account, '2026-02-27', '2.00')],
    itemIds: [id],
  })
  for (const pair of pairs) await fund().match({ body: { accountId: account.id, ...pair } })
  const shown = (await books(account)).matches.map(({ movements }) =>
    movements.map((one) => `${one.day} ${formatCents(one.amount)}`),
  )
  expect(shown).toEqual([
    ['2026-02-27 2.00', '2026-03-02 5.00'],
    ['2026-02-26 30.00'],
    ['2026-02-25 20.00'],
    ['2026-02-24 10.00'],
  ])
})

test('an entry that meets the closing of its period is in what was closed, or refused', async () => {
  for (let round = 0; round < 5; round++) {
    const { account, ann } = await club()
    await closeSession(app, account, '2026-02-24', '1000.00')
    await closeSession(app, account, '2026-02-25', '1000.00')
    const [entry, closing] = await Promise.allSettled([
      take(account, ann, '10.00', '2026-02-25'),
      fund().closePeriod({ body: { accountId: account.id, until: '2026-02-25' } }),
    ])
    expect(closing.status).toBe('fulfilled')
    expect(entry.status === 'fulfilled' || (entry.reason as ApiError).body.refusal === 'booksClosed').toBe(true)
    const statement = await fund().findStatement({
      params: { accountId: account.id, memberId: ann, from: '2026-02-23', to: '2026-02-25' },
    })
    expect(formatCents(statement.closing.value)).toBe(entry.status === 'fulfilled' ? '590.00' : '600.00')
  }
})

test("somebody else's books answer like missing ones", async () => {
  const { account, ann, ben } = await club()
  const stranger = await app.signUp(['MANAGERS'])
  const other = stranger.client.fund
  const accountId = account.id
  const date = '2026-02-25'
  const calls = [
    other.findBooks({ params: { accountId } }),
    other.findOpeningDays({ params: { accountId } }),
    other.changeOpening({ body: { accountId, day: date, shares: [] } }),
    other.setDealing({ body: { accountId, dealing: 'of-the-day' } }),
    other.recordExpense({ body: { accountId, date, amount: cents('1.00'), description: 'x' } }),
    other.recordTransfer({
      body: { accountId, date, fromMemberId: ann, toMemberId: ben, amount: cents('1.00'), description: 'x' },
    }),
    other.match({ body: { accountId, movementIds: [newId(app.clock)], itemIds: [newId(app.clock)] } }),
    other.reverseRecord({ body: { accountId, id: newId(app.clock) } }),
    other.closePeriod({ body: { accountId, until: date } }),
    other.previewEntry({
      body: { kind: 'contribution', accountId, memberId: ann, amount: cents('1.00'), date, description: 'x' },
    }),
  ]
  expect(new Set(await Promise.all(calls.map(refusalOf)))).toEqual(new Set(['notFound']))
})

test('every change of the books is in the audit log with who made it', async () => {
  const { account, ann } = await club()
  await closeSession(app, account, '2026-02-24', '1000.00')
  const { id } = await fund().recordExpense({
    body: {
      accountId: account.id,
      date: '2026-02-25',
      amount: cents('3.00'),
      description: 'stamp',
      paidByMemberId: ann,
    },
  })
  const line = await app.services.db
    .selectFrom('audit_log')
    .select(['actor_id', 'action'])
    .where('object_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(line).toEqual({ actor_id: manager.user.id, action: 'expense.record' })
})
