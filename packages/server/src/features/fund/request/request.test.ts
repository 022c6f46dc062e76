// Requests: a member asks in their own pages, the owner decides, and only a decision books.
import { formatCents } from '@clubfolio/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

const today = '2026-03-04'
let app: TestApp
let manager: TestUser
let joana: TestUser
let account: LinkedAccount
let member: string
let ann: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** Joana has 600.00 and Ann 400.00; Joana may sign in. */
beforeEach(async () => {
  manager = await app.signUp(['MANAGERS'])
  joana = await app.signUp(['INVESTORS'], 'Joana')
  account = await linkAccount(app, manager, '2026-02-23', '1000.00')
  member = await makeMember(manager, 'Joana', 'Ferreira')
  ann = await makeMember(manager, 'Ann', 'Keller')
  await manager.client.member.update({
    body: { id: member, firstName: 'Joana', lastName: 'Ferreira', phone: '2125550100', userId: joana.user.id },
  })
  for (const [memberId, amount] of [
    [member, '600.00'],
    [ann, '400.00'],
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
  for (const day of ['2026-02-24', '2026-03-03']) await closeSession(app, account, day, '1000.00')
})

const ask = (
  kind: 'PAY_IN' | 'TAKE_OUT' | 'TAKE_OUT_ALL',
  amount?: string,
  fields: { foundId?: string; comment?: string } = {},
) =>
  joana.client.fund.makeRequest({
    body: {
      accountId: account.id,
      memberId: member,
      kind,
      ...(amount === undefined ? {} : { amount: cents(amount) }),
      ...fields,
    },
  })
const approve = (requestId: string, amount: string, { memberId = member, date = today } = {}) =>
  manager.client.member.createRetribution({
    body: { accountId: account.id, memberId, amount: cents(amount), date, description: 'as asked', requestId },
  })
const decline = (id: string) =>
  manager.client.fund.declineRequest({ body: { accountId: account.id, id, reason: 'The money is invested.' } })
const withdraw = (id: string) => joana.client.fund.withdrawRequest({ body: { id } })
const mine = () => joana.client.fund.findMyRequests({ params: { accountId: account.id, memberId: member } })
const asked = () => manager.client.fund.findRequests({ params: { accountId: account.id } })
const news = async (user: TestUser, kind: string) =>
  (await user.client.notification.findRecent()).result.filter((one) => one.kind === kind).map(({ text }) => text)
const waiting = async () =>
  (await manager.client.alert.findCurrent()).filter((one) => one.kind === 'REQUEST_WAITING' && one.resolvedAt === null)
const valueOf = async (memberId: string) =>
  formatCents(
    (await manager.client.member.searchParticipationByAccount({ params: { accountId: account.id } })).find(
      (row) => row.memberId === memberId,
    )?.value ?? cents('0.00'),
  )

describe('a request', () => {
  test('books nothing, and reaches the owner as a task and a notification', async () => {
    const bank = await manager.client.member.createBankAccount({
      body: { memberId: member, bankAccountNumber: '123456789', bankRouting: '021000021', bankAlias: 'Savings' },
    })
    const { id } = await ask('TAKE_OUT', '100.00', { foundId: bank.id, comment: 'For the roof' })
    expect(await valueOf(member)).toBe('600.00')
    expect(await news(manager, 'REQUEST_MADE')).toEqual([
      'Joana Ferreira asks to take out $100.00. Decide it under Books, Requests.',
    ])
    expect(await waiting()).toMatchObject([{ title: 'Request of Joana Ferreira' }])
    const shown = {
      id,
      memberId: member,
      name: 'Joana Ferreira',
      kind: 'TAKE_OUT',
      amount: cents('100.00'),
      bankAccount: { id: bank.id, alias: 'Savings', number: '•••• 6789' },
      comment: 'For the roof',
      state: 'OPEN',
      reason: null,
      entry: null,
    }
    expect(await asked()).toMatchObject([shown])
    expect((await mine()).requests).toMatchObject([shown])
  })

  test('that is approved books the entry that names it, dated today, and the member follows it until it is paid', async () => {
    const { id } = await ask('TAKE_OUT', '100.00')
    expect(await refusalOf(approve(id, '100.00', { date: '2026-03-03' }))).toBe('400 requestDated')
    expect((await mine()).requests[0]).toMatchObject({ state: 'OPEN' })
    await approve(id, '100.00')
    expect(await valueOf(member)).toBe('500.00')
    expect(await waiting()).toEqual([])
    expect(await news(joana, 'REQUEST_DECIDED')).toEqual([
      `$100.00 was approved and recorded on ${today}; it is paid out to you.`,
    ])
    const entry = { day: today, amount: cents('100.00') }
    expect((await mine()).requests).toMatchObject([{ state: 'APPROVED', entry: { ...entry, isPaid: false } }])
    const movementId = await moveMoney(app, account, today, '-100.00')
    const { unmatchedItems } = await manager.client.fund.findBooks({ params: { accountId: account.id } })
    const item = unmatchedItems.find(({ day }) => day === today)!
    await manager.client.fund.match({ body: { accountId: account.id, movementIds: [movementId], itemIds: [item.id] } })
    expect((await mine()).requests).toMatchObject([{ entry: { ...entry, isPaid: true } }])
  })

  test('to pay in is approved by explaining the deposit, on its earlier day', async () => {
    const { id } = await ask('PAY_IN', '250.00')
    const movementId = await moveMoney(app, account, '2026-03-03', '250.00')
    const [fit] = await manager.client.fund.findExplanations({ params: { accountId: account.id } })
    expect(fit?.members).toMatchObject([{ memberId: member, because: 'asked to pay this in', requestId: id }])
    await manager.client.fund.explainMovement({
      body: { accountId: account.id, movementId, as: 'contribution', memberId: member, requestId: id },
    })
    expect((await mine()).requests).toMatchObject([
      { state: 'APPROVED', entry: { day: '2026-03-03', amount: cents('250.00'), isPaid: true } },
    ])
  })

  test('that is declined says why, and is not approved afterwards', async () => {
    const { id } = await ask('TAKE_OUT_ALL')
    await decline(id)
    expect(await news(joana, 'REQUEST_DECIDED')).toEqual(['Your request was declined: The money is invested.'])
    expect((await mine()).requests).toMatchObject([
      { kind: 'TAKE_OUT_ALL', amount: null, state: 'DECLINED', reason: 'The money is invested.', entry: null },
    ])
    expect(await waiting()).toEqual([])
    expect(await refusalOf(approve(id, '600.00'))).toBe('409 requestDecided')
    expect(await refusalOf(withdraw(id))).toBe('409 requestDecided')
    expect(await valueOf(member)).toBe('600.00')
  })

  test('is withdrawn by its member until it is decided', async () => {
    const { id } = await ask('PAY_IN', '50.00')
    await withdraw(id)
    expect(await waiting()).toEqual([])
    expect((await asked()).map(({ state }) => state)).toEqual(['WITHDRAWN'])
    expect(await refusalOf(decline(id))).toBe('409 requestDecided')
  })

  test('stays open when the books refuse its entry', async () => {
    const { id } = await ask('TAKE_OUT', '600.00')
    expect(await refusalOf(approve(id, '600.01'))).toBe('400 withdrawalTooLarge')
    expect((await mine()).requests).toMatchObject([{ state: 'OPEN' }])
    expect(await waiting()).toHaveLength(1)
    await approve(id, '600.00')
    expect(await valueOf(member)).toBe('0.00')
  })

  test('to pay in is answered by new money only, also on the day on which the fund opened', async () => {
    account = await linkAccount(app, manager, today, '1000.00')
    await manager.client.member.createContribution({
      body: { accountId: account.id, memberId: member, amount: cents('1.00'), date: today, description: 'first' },
    })
    const { id } = await ask('PAY_IN', '250.00')
    const body = { accountId: account.id, memberId: member, amount: cents('250.00'), date: today, description: 'asked' }
    const approveAs = (funding?: 'opening') =>
      manager.client.member.createContribution({ body: { ...body, requestId: id, ...(funding ? { funding } : {}) } })
    expect(await refusalOf(approveAs('opening'))).toBe('400 requestOther')
    expect(await approveAs()).toMatchObject({ assumedFunding: 'new-money' })
  })

  test('is not answered by an entry of another member, the other direction, or one that does not count', async () => {
    const { id } = await ask('TAKE_OUT', '100.00')
    expect(await refusalOf(approve(id, '100.00', { memberId: ann }))).toBe('400 requestOther')
    const body = {
      accountId: account.id,
      memberId: member,
      amount: cents('100.00'),
      date: today,
      description: 'x',
      requestId: id,
    }
    expect(await refusalOf(manager.client.member.createContribution({ body }))).toBe('400 requestOther')
    expect(await refusalOf(manager.client.member.createRetribution({ body: { ...body, isActive: false } }))).toBe(
      '400 requestOther',
    )
  })

  test('for more than the member has, from an inactive member, or a sixth one is refused', async () => {
    expect(await refusalOf(ask('TAKE_OUT', '600.01'))).toBe('400 requestTooLarge')
    expect(await refusalOf(ask('TAKE_OUT_ALL', '5.00'))).toMatch(/^400/)
    expect(await refusalOf(ask('PAY_IN'))).toMatch(/^400/)
    for (let count = 0; count < 5; count++) await ask('PAY_IN', '1.00')
    expect(await refusalOf(ask('PAY_IN', '1.00'))).toBe('409 requestsTooMany')
    await manager.client.member.toggleStatus({ body: { id: member, status: 'INACTIVATED' } })
    await withdraw((await mine()).requests[0]!.id)
    expect(await refusalOf(ask('PAY_IN', '1.00'))).toBe('400 memberInactive')
  })
})

test('of an approval, a withdrawal and a refusal at the same moment exactly one succeeds', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await ask('TAKE_OUT', '1.00')
    const outcomes = await Promise.allSettled([approve(id, '1.00'), withdraw(id), decline(id)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { requests } = await mine()
    const request = requests.find((one) => one.id === id)!
    const [approved, withdrawn, declined] = outcomes.map(({ status }) => status === 'fulfilled')
    expect(request.state).toBe(approved ? 'APPROVED' : withdrawn ? 'WITHDRAWN' : declined ? 'DECLINED' : 'OPEN')
    expect(request.entry === null).toBe(!approved)
  }
  expect(await waiting()).toEqual([])
})

test('a member reaches nothing of another member, of another fund, or of a part that is no longer linked', async () => {
  const stranger = await app.signUp(['INVESTORS'])
  const { id } = await ask('TAKE_OUT', '100.00')
  const anns = { accountId: account.id, memberId: ann }
  expect(await refusalOf(joana.client.fund.findMyRequests({ params: anns }))).toBe('404 notFound')
  expect(await refusalOf(joana.client.fund.makeRequest({ body: { ...anns, kind: 'TAKE_OUT_ALL' } }))).toBe(
    '404 notFound',
  )
  const bank = await manager.client.member.createBankAccount({
    body: { memberId: ann, bankAccountNumber: '123456789', bankRouting: '021000021', bankAlias: 'Anns' },
  })
  expect(await refusalOf(ask('TAKE_OUT', '1.00', { foundId: bank.id }))).toBe('404 notFound')
  expect(
    JSON.stringify(await mine(), (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
  ).not.toMatch(/Keller|Anns/)
  expect(await refusalOf(stranger.client.fund.withdrawRequest({ body: { id } }))).toBe('404 notFound')
  expect(await refusalOf(joana.client.fund.findRequests({ params: { accountId: account.id } }))).toBe('404 notFound')
  await manager.client.member.update({
    body: { id: member, firstName: 'Joana', lastName: 'Ferreira', phone: '2125550100', userId: null },
  })
  expect(await refusalOf(mine())).toBe('404 notFound')
  expect(await refusalOf(withdraw(id))).toBe('404 notFound')
})
