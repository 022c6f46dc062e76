// A movement that nothing explains is explained in one step: the record on the movement's day, and the match of both.
import { formatCents } from '@clubfolio/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cents,
  closeSession,
  linkAccount,
  makeMember,
  moveMoney,
  type LinkedAccount,
} from '../../../testing/factories.ts'
import { refusalOf } from '../../../testing/refusal-of.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let app: TestApp
let manager: TestUser
beforeAll(async () => {
  app = await startTestApp()
  manager = await app.signUp(['MANAGERS'])
})
afterAll(() => app.stop())

const books = (account: LinkedAccount) => manager.client.fund.findBooks({ params: { accountId: account.id } })
const explanations = (account: LinkedAccount) =>
  manager.client.fund.findExplanations({ params: { accountId: account.id } })
const explain = (
  account: LinkedAccount,
  movementId: string,
  as: 'contribution' | 'retribution' | 'expense' | 'unallocated',
  memberId?: string,
) =>
  manager.client.fund.explainMovement({
    body: { accountId: account.id, movementId, as, ...(memberId === undefined ? {} : { memberId }) },
  })
const values = async (account: LinkedAccount) =>
  Object.fromEntries(
    (await manager.client.member.searchParticipationByAccount({ params: { accountId: account.id } })).map((row) => [
      row.memberFullName.split(' ')[0],
      formatCents(row.value),
    ]),
  )
const entries = (account: LinkedAccount, memberId: string) =>
  manager.client.member.findParticipationByMemberAndAccount({ params: { accountId: account.id, memberId } })

/** Ann Keller and Ben Okafor with 600.00 and 400.00 of an opening of 1,000.00 on 2026-02-23; the 24th is quiet. */
async function club(annsName = 'Keller', bensName = 'Okafor') {
  const account = await linkAccount(app, manager, '2026-02-23', '1000.00')
  const [ann, ben] = [await makeMember(manager, 'Ann', annsName), await makeMember(manager, 'Ben', bensName)]
  for (const [memberId, amount] of [
    [ann, '600.00'],
    [ben, '400.00'],
  ] as const)
    await manager.client.member.createContribution({
      body: {
        accountId: account.id,
        memberId,
        amount: cents(amount),
        date: '2026-02-23',
        description: 'paid in',
        funding: 'opening',
      },
    })
  await closeSession(app, account, '2026-02-24', '1000.00')
  return { account, ann, ben }
}

describe('a deposit', () => {
  test('becomes a contribution of its day, matched, and the fund value does not change', async () => {
    const { account, ann } = await club()
    const movementId = await moveMoney(app, account, '2026-02-25', '100.00')
    await closeSession(app, account, '2026-02-25', '1100.00')
    expect(await values(account)).toEqual({ Ann: '600.00', Ben: '400.00', Unallocated: '100.00' })
    const { id, message } = await explain(account, movementId, 'contribution', ann)
    expect(message).toBe('Contribution recorded and matched.')
    expect(await values(account)).toEqual({ Ann: '700.00', Ben: '400.00' })
    expect(await entries(account, ann)).toMatchObject([
      { id, date: '2026-02-25', amount: cents('100.00'), description: 'bank', isBackDated: true },
      { date: '2026-02-23' },
    ])
    const { matches, unmatchedMovements, unmatchedItems } = await books(account)
    expect(matches).toMatchObject([{ isAutomatic: false, movements: [{ id: movementId }], items: [{ id }] }])
    expect(unmatchedMovements).toEqual([])
    expect(unmatchedItems.map((one) => one.id)).not.toContain(id)
  })

  test('stays with Unallocated when the owner says so, until that is undone', async () => {
    const { account } = await club()
    const movementId = await moveMoney(app, account, '2026-02-25', '100.00')
    await closeSession(app, account, '2026-02-25', '1100.00')
    const { id } = await explain(account, movementId, 'unallocated')
    expect(await values(account)).toEqual({ Ann: '600.00', Ben: '400.00', Unallocated: '100.00' })
    expect((await books(account)).unmatchedMovements).toEqual([])
    await manager.client.fund.reverseRecord({ body: { accountId: account.id, id } })
    expect((await books(account)).unmatchedMovements.map((one) => one.id)).toEqual([movementId])
  })

  test('is offered first to the member who is named or has paid this amount, with the reason', async () => {
    const { account, ann, ben } = await club('Quill', 'Zorn')
    const movementId = await moveMoney(app, account, '2026-02-25', '400.00')
    await app.services.db
      .updateTable('account_movement')
      .set({ description: 'WIRE QUILL A' })
      .where('id', '=', movementId)
      .execute()
    expect(await explanations(account)).toEqual([
      {
        movementId,
        members: [
          { memberId: ann, name: 'Ann Quill', because: 'named in its text', due: null, requestId: null },
          { memberId: ben, name: 'Ben Zorn', because: 'paid in $400.00 before, once', due: null, requestId: null },
        ],
      },
    ])
  })

  test('cannot be a retribution or an expense, and needs its member', async () => {
    const { account, ann } = await club()
    const movementId = await moveMoney(app, account, '2026-02-25', '100.00')
    expect(await refusalOf(explain(account, movementId, 'retribution', ann))).toBe('400 movementOtherWay')
    expect(await refusalOf(explain(account, movementId, 'expense'))).toBe('400 movementOtherWay')
    expect(await refusalOf(explain(account, movementId, 'contribution'))).toMatch(/^400/)
    expect((await books(account)).unmatchedMovements.map((one) => one.id)).toEqual([movementId])
  })

  test('of an inactive member is refused, and nothing is recorded', async () => {
    const { account, ann } = await club()
    const movementId = await moveMoney(app, account, '2026-02-25', '100.00')
    await manager.client.member.toggleStatus({ body: { id: ann, status: 'INACTIVATED' } })
    expect(await refusalOf(explain(account, movementId, 'contribution', ann))).toBe('400 memberInactive')
    expect(await entries(account, ann)).toHaveLength(1)
  })

  test('that arrived after the bell is recorded today and matched', async () => {
    const { account, ann } = await club()
    await closeSession(app, account, '2026-02-27', '1000.00')
    const today = (await manager.client.member.fundOverview({ params: { accountId: account.id } })).marketDay
    const movementId = await moveMoney(app, account, '2026-03-20', '100.00')
    await explain(account, movementId, 'contribution', ann)
    expect((await entries(account, ann))[0]).toMatchObject({ date: today, amount: cents('100.00') })
    expect((await books(account)).unmatchedMovements).toEqual([])
  })
})

describe('a withdrawal', () => {
  test('becomes a retribution of its day and gives Unallocated back what it took', async () => {
    const { account, ben } = await club()
    const movementId = await moveMoney(app, account, '2026-02-25', '-100.00')
    await closeSession(app, account, '2026-02-25', '900.00')
    await explain(account, movementId, 'retribution', ben)
    expect(await values(account)).toEqual({ Ann: '600.00', Ben: '300.00' })
    expect((await books(account)).matches).toHaveLength(1)
  })

  test('becomes an expense that all bear by units', async () => {
    const { account } = await club()
    const movementId = await moveMoney(app, account, '2026-02-25', '-100.00')
    await closeSession(app, account, '2026-02-25', '900.00')
    await explain(account, movementId, 'expense')
    expect(await values(account)).toEqual({ Ann: '540.00', Ben: '360.00' })
    expect((await books(account)).expenses).toMatchObject([
      { day: '2026-02-25', amount: cents('100.00'), description: 'bank', isMatched: true },
    ])
  })

  test('beyond what the member has is refused, and nothing of it is stored', async () => {
    const { account, ben } = await club()
    const movementId = await moveMoney(app, account, '2026-02-25', '-500.00')
    await closeSession(app, account, '2026-02-25', '500.00')
    expect(await refusalOf(explain(account, movementId, 'retribution', ben))).toBe('400 withdrawalTooLarge')
    expect(await entries(account, ben)).toHaveLength(1)
    expect((await books(account)).matches).toEqual([])
  })

  test('that Unallocated cannot cover does not stay with it', async () => {
    const { account } = await club()
    const movementId = await moveMoney(app, account, '2026-02-25', '-100.00')
    await closeSession(app, account, '2026-02-25', '900.00')
    expect(await refusalOf(explain(account, movementId, 'unallocated'))).toBe('409 movementTooLarge')
  })
})

test('a movement is explained once, also by two owners of one account at the same moment', async () => {
  const { account, ann, ben } = await club()
  const movementId = await moveMoney(app, account, '2026-02-25', '100.00')
  await closeSession(app, account, '2026-02-25', '1100.00')
  const outcomes = await Promise.allSettled([
    explain(account, movementId, 'contribution', ann),
    explain(account, movementId, 'contribution', ben),
    explain(account, movementId, 'unallocated'),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await books(account)).matches).toHaveLength(1)
})

test('money of the opening, of a closed period and of other accounts is not explained', async () => {
  const { account, ann } = await club()
  const early = await moveMoney(app, account, '2026-02-23', '50.00')
  expect(await refusalOf(explain(account, early, 'contribution', ann))).toBe('409 movementInOpening')
  const closed = await moveMoney(app, account, '2026-02-25', '50.00')
  await closeSession(app, account, '2026-02-25', '1050.00')
  await closeSession(app, account, '2026-02-26', '1050.00')
  await manager.client.fund.closePeriod({ body: { accountId: account.id, until: '2026-02-25' } })
  expect(await refusalOf(explain(account, closed, 'contribution', ann))).toBe('409 booksClosed')
  expect(await refusalOf(explain(account, closed, 'unallocated'))).toBe('409 booksClosed')
  const other = await linkAccount(app, manager, '2026-02-23', '1000.00')
  const elsewhere = await moveMoney(app, other, '2026-02-24', '50.00')
  expect(await refusalOf(explain(account, elsewhere, 'contribution', ann))).toBe('404 notFound')
})
