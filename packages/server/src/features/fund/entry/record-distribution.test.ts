// An amount for all holders by units on one day: previewed, booked all or nothing, matched line by line, reversed as one.
import { formatCents, type Cents } from '@clubfolio/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../kernel/transaction.ts'
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
import { applyBrokerFacts, lockBooksForFacts } from '../book/apply-broker-facts.ts'

let app: TestApp
let manager: TestUser
beforeAll(async () => {
  app = await startTestApp()
  manager = await app.signUp(['MANAGERS'])
})
afterAll(() => app.stop())

interface Club {
  readonly account: LinkedAccount
  readonly ann: string
  readonly ben: string
}

/** Ann has 600.00, Ben 300.00 and Unallocated 100.00 of 1,000.00. */
async function club(): Promise<Club> {
  const account = await linkAccount(app, manager, '2026-02-23', '1000.00')
  const [ann, ben] = [await makeMember(manager, 'Ann'), await makeMember(manager, 'Ben')]
  for (const [memberId, amount] of [
    [ann, '600.00'],
    [ben, '300.00'],
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

const books = ({ account }: Club) => manager.client.fund.findBooks({ params: { accountId: account.id } })
const values = async ({ account }: Club) =>
  Object.fromEntries(
    (await manager.client.member.searchParticipationByAccount({ params: { accountId: account.id } })).map((row) => [
      row.memberFullName.split(' ')[0],
      formatCents(row.value),
    ]),
  )
const entries = ({ account }: Club, memberId: string) =>
  manager.client.member.findParticipationByMemberAndAccount({ params: { accountId: account.id, memberId } })
const preview = ({ account }: Club, amount: string, leftIn: string[] = [], date = '2026-02-25') =>
  manager.client.fund.previewDistribution({
    body: { accountId: account.id, date, amount: cents(amount), leftInIds: leftIn },
  })
const record = async (
  fund: Club,
  amount: string,
  { leftIn = [], date = '2026-02-25', parts }: { leftIn?: string[]; date?: string; parts?: [string, Cents][] } = {},
) => {
  const shown = parts ?? (await payable(fund, amount, leftIn, date))
  return manager.client.fund.recordDistribution({
    body: {
      accountId: fund.account.id,
      date,
      amount: cents(amount),
      leftInIds: leftIn,
      description: 'Profit of 2025',
      parts: shown.map(([memberId, part]) => ({ memberId, amount: part })),
    },
  })
}
const payable = async (fund: Club, amount: string, leftIn: string[], date: string): Promise<[string, Cents][]> =>
  (await preview(fund, amount, leftIn, date)).lines
    .filter((one) => !one.isLeftIn && one.part > 0n)
    .map((one) => [one.memberId, one.part])

describe('a distribution', () => {
  test('shows the part of every holder, and is booked as it was shown', async () => {
    const fund = await club()
    const shown = await preview(fund, '100.01')
    expect(
      shown.lines
        .map((one) => [one.name, one.percent, formatCents(one.value), formatCents(one.part), one.isLeftIn])
        .toSorted(),
    ).toEqual([
      ['Ann Member', 60, '600.00', '60.01', false],
      ['Ben Member', 30, '300.00', '30.00', false],
      ['Unallocated', 10, '100.00', '10.00', true],
    ])
    expect(formatCents(shown.paidOut)).toBe('90.01')
    const { id, message } = await record(fund, '100.01')
    expect(message).toBe('2 retributions recorded.')
    expect(await values(fund)).toEqual({ Ann: '539.99', Ben: '270.00', Unallocated: '100.00' })
    expect((await books(fund)).distributions).toEqual([
      {
        id,
        day: '2026-02-25',
        amount: cents('100.01'),
        paidOut: cents('90.01'),
        count: 2,
        leftIn: [],
        description: 'Profit of 2025',
      },
    ])
    expect((await entries(fund, fund.ben))[0]).toMatchObject({
      type: 'retribution',
      amount: cents('30.00'),
      description: 'Profit of 2025',
      isBackDated: true,
    })
  })

  test('leaves the part of those who leave it in with them in units', async () => {
    const fund = await club()
    await record(fund, '100.00', { leftIn: [fund.ben] })
    expect(await values(fund)).toEqual({ Ann: '540.00', Ben: '300.00', Unallocated: '100.00' })
    expect((await books(fund)).distributions).toMatchObject([
      { amount: cents('100.00'), paidOut: cents('60.00'), count: 1, leftIn: [fund.ben] },
    ])
  })

  test('is matched line by line with the withdrawals that pay it', async () => {
    const fund = await club()
    await record(fund, '100.00')
    await moveMoney(app, fund.account, '2026-02-26', '-60.00')
    await moveMoney(app, fund.account, '2026-02-27', '-30.00')
    await closeSession(app, fund.account, '2026-02-25', '1000.00')
    await closeSession(app, fund.account, '2026-02-26', '940.00')
    await closeSession(app, fund.account, '2026-02-27', '910.00')
    const before = await inTransaction(app.services.db, (trx) => lockBooksForFacts(trx, fund.account.id))
    await inTransaction(app.services.db, (trx) => applyBrokerFacts(app.services, trx, before!))
    const { matches, unmatchedMovements } = await books(fund)
    expect(matches.map((match) => match.items.map((item) => formatCents(item.amount)))).toEqual([
      ['-30.00'],
      ['-60.00'],
    ])
    expect(unmatchedMovements).toEqual([])
    expect(await values(fund)).toEqual({ Ann: '540.00', Ben: '270.00', Unallocated: '100.00' })
  })

  test('is reversed as one and restores every figure; a line alone is neither deleted nor switched off', async () => {
    const fund = await club()
    const { id } = await record(fund, '100.00')
    const line = (await entries(fund, fund.ann))[0]!
    expect(await refusalOf(manager.client.member.deleteRetribution({ body: { id: line.id } }))).toBe(
      '409 distributionLine',
    )
    expect(
      await refusalOf(manager.client.member.updateParticipationStatus({ body: { id: line.id, isActive: false } })),
    ).toBe('409 distributionLine')
    await manager.client.fund.reverseRecord({ body: { accountId: fund.account.id, id } })
    expect(await values(fund)).toEqual({ Ann: '600.00', Ben: '300.00', Unallocated: '100.00' })
    expect((await books(fund)).distributions).toEqual([])
    expect(await entries(fund, fund.ann)).toHaveLength(1)
  })
})

describe('a distribution is refused, and nothing of it is booked,', () => {
  test("above anybody's value, with their name and what they have", async () => {
    const fund = await club()
    const error = await preview(fund, '1000.01').catch((reason: unknown) => reason)
    expect(error).toMatchObject({ status: 400, body: { refusal: 'distributionTooLarge' } })
    expect(String(error)).toMatch(/(Ann|Ben) Member has \$[63]00\.00 on 2026-02-25, less than their part of/)
  })

  test('when a part is another one than the one that was shown', async () => {
    const fund = await club()
    const shown = await payable(fund, '100.00', [], '2026-02-25')
    await manager.client.member.createContribution({
      body: {
        accountId: fund.account.id,
        memberId: fund.ben,
        amount: cents('500.00'),
        date: '2026-02-25',
        description: 'more',
      },
    })
    expect(await refusalOf(record(fund, '100.00', { parts: shown }))).toBe('409 distributionChanged')
    expect(await refusalOf(record(fund, '100.00', { parts: shown.slice(1) }))).toBe('409 distributionChanged')
    expect((await books(fund)).distributions).toEqual([])
    expect(await entries(fund, fund.ann)).toHaveLength(1)
  })

  test('when nobody would be paid, before the opening, in a closed period, and with a stranger', async () => {
    const fund = await club()
    expect(await refusalOf(preview(fund, '100.00', [fund.ann, fund.ben]))).toBe('400 distributionEmpty')
    expect(await refusalOf(preview(fund, '100.00', [], '2026-02-23'))).toBe('400 entryBeforeOpening')
    const stranger = await app.signUp(['MANAGERS'])
    const other = await makeMember(stranger, 'Sam')
    expect(await refusalOf(preview(fund, '100.00', [other]))).toBe('404 notFound')
    await closeSession(app, fund.account, '2026-02-25', '1000.00')
    await manager.client.fund.closePeriod({ body: { accountId: fund.account.id, until: '2026-02-25' } })
    expect(await refusalOf(preview(fund, '100.00'))).toBe('409 booksClosed')
  })

  test('at its close as a whole when one line cannot be paid, with the reason', async () => {
    const account = await linkAccount(app, manager, '2026-02-23', '900.00')
    await manager.client.fund.setDealing({ body: { accountId: account.id, dealing: 'of-the-day' } })
    const [ann, ben] = [await makeMember(manager, 'Ann'), await makeMember(manager, 'Ben')]
    for (const memberId of [ann, ben])
      await manager.client.member.createContribution({
        body: {
          accountId: account.id,
          memberId,
          amount: cents('450.00'),
          date: '2026-02-23',
          description: 'paid in',
          funding: 'opening',
        },
      })
    await closeSession(app, account, '2026-02-24', '900.00')
    const fund = { account, ann, ben }
    await manager.client.member.createRetribution({
      body: { accountId: account.id, memberId: ann, amount: cents('200.00'), date: '2026-02-25', description: 'rent' },
    })
    expect((await preview(fund, '400.00')).isPending).toBe(true)
    await record(fund, '400.00')
    await inTransaction(app.services.db, async (trx) => {
      const before = (await lockBooksForFacts(trx, account.id))!
      await trx
        .insertInto('account_close')
        .values({
          account_id: account.id,
          day: '2026-02-25',
          broker_value_cents: cents('700.00'),
          real_value_cents: cents('700.00'),
          cash_cents: cents('700.00'),
          is_rebuilt: false,
          is_reconciled: true,
          created_at: new Date(app.clock.nowMs()),
        })
        .execute()
      await applyBrokerFacts(app.services, trx, before)
    })
    expect((await books(fund)).distributions).toEqual([])
    const reasons = (await books(fund)).refusedEntries.map(({ holder, reason }) => [holder.split(' ')[0], reason])
    expect(reasons.map(([holder]) => holder).toSorted()).toEqual(['Ann', 'Ben'])
    expect(reasons.find(([holder]) => holder === 'Ben')?.[1]).toBe(
      'Another line of the distribution could not be paid, so the whole of it was refused.',
    )
    expect(await values(fund)).toEqual({ Ann: '150.00', Ben: '350.00' })
  })
})

test('two distributions of the same money at the same moment pay once', async () => {
  const fund = await club()
  const parts = await payable(fund, '1000.00', [], '2026-02-25')
  const outcomes = await Promise.allSettled([record(fund, '1000.00', { parts }), record(fund, '1000.00', { parts })])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await values(fund)).toEqual({ Ann: '0.00', Ben: '0.00', Unallocated: '100.00' })
})
