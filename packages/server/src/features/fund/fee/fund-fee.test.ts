// Fees of a fund through the API on real PostgreSQL: a policy, the proposed charge, what leaving pays, and reversal.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, closeSession, linkAccount, makeMember, type LinkedAccount } from '../../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let app: TestApp
let manager: TestUser
let account: LinkedAccount
let ann: string
let bob: string

const dayMs = 24 * 3_600_000
const today = '2026-03-04'

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.signUp(['MANAGERS'])
  account = await linkAccount(app, manager, '2026-02-02', '1000.00', '0.00')
  ann = await makeMember(manager, 'Ann')
  bob = await makeMember(manager, 'Bob')
  await closeSession(app, account, '2026-03-03', '1000.00', '0.00')
  for (const memberId of [ann, bob])
    await manager.client.member.createContribution({
      body: { accountId: account.id, memberId, amount: cents('100000.00'), date: today, description: 'in' },
    })
  await manager.client.fund.saveFeePolicy({
    body: {
      accountId: account.id,
      kind: 'management',
      rate: '2',
      receiverId: account.id,
      period: 'month',
      ownRates: [],
      chargesByItself: false,
    },
  })
})
afterAll(() => app.stop())

const fees = () => manager.client.fund.findFees({ params: { accountId: account.id } })

test('a fee begins on the next day, and nothing is due before its first period has ended', async () => {
  const { policies, open, charges, netValues } = await fees()
  expect(policies).toMatchObject([{ kind: 'management', rate: '2', receiver: 'Unallocated', firstDay: '2026-03-05' }])
  expect([open, charges]).toEqual([[], []])
  expect(netValues.find(({ memberId }) => memberId === ann)).toMatchObject({ net: cents('100000.00') })
})

test('a preview says what leaving pays, which is what is booked, and the refusal names the net value', async () => {
  app.clock.advance(5 * dayMs)
  manager = await app.signIn(manager.email)
  await closeSession(app, account, '2026-03-06', '1000.00', '0.00')
  const date = '2026-03-09'
  const out = { accountId: account.id, memberId: ann, date, description: 'out' }
  const preview = await manager.client.fund.previewEntry({
    body: { ...out, kind: 'retribution', amount: cents('49986.30') },
  })
  // Four days from the 5th to the 8th: 100,000.00 x 2 % x 4 / 365 is 21.92, of which half goes.
  expect(preview.leaving).toEqual({
    management: cents('10.95'),
    performance: cents('0.00'),
    earlier: cents('0.00'),
    units: '4999.72500000',
    paidOut: cents('49986.30'),
    netValue: cents('99978.08'),
    isEstimate: false,
  })
  const given = await manager.client.fund.previewTransfer({
    body: {
      accountId: account.id,
      date,
      fromMemberId: ann,
      toMemberId: bob,
      amount: cents('49986.30'),
      description: 'a gift',
    },
  })
  expect(given).toMatchObject({ waits: false, isPending: false, leaving: { ...preview.leaving } })
  expect(given.holders.find(({ memberId }) => memberId === bob)).toMatchObject({ difference: cents('49986.30') })
  const nothing = await manager.client.fund.previewEntry({
    body: { ...out, kind: 'contribution', amount: cents('1.00') },
  })
  expect(nothing.leaving).toBeNull()
  await expect(
    manager.client.member.createRetribution({ body: { ...out, amount: cents('99978.09') } }),
  ).rejects.toMatchObject({
    status: 400,
    message: 'At most $99,978.08 can be taken out on 2026-03-09: the net value, after the fees that leaving pays.',
  })
})

test('a rate above the limit is refused', async () => {
  await expect(
    manager.client.fund.saveFeePolicy({
      body: {
        accountId: account.id,
        kind: 'management',
        rate: '10.0001',
        receiverId: account.id,
        period: 'month',
        ownRates: [],
        chargesByItself: false,
      },
    }),
  ).rejects.toMatchObject({ status: 400, message: 'The highest rate is 10%. Enter a lower one.' })
})

test('a period end is charged as proposed, after the line of a member who has left, and can be reversed', async () => {
  app.clock.advance(23 * dayMs)
  manager = await app.signIn(manager.email)
  await closeSession(app, account, '2026-03-31', '1000.00', '0.00')
  const endDay = '2026-03-31'
  expect((await fees()).open).toEqual([endDay])
  await expect(
    manager.client.fund.closePeriod({ body: { accountId: account.id, until: endDay } }),
  ).rejects.toMatchObject({ status: 409, message: expect.stringContaining('neither charged nor waived') })

  // The member reads what has accrued on their own page: the period that ended.
  const investor = await app.signUp(['INVESTORS'], 'Ann')
  await app.services.db.updateTable('member').set({ user_id: investor.user.id }).where('id', '=', ann).execute()
  expect(await investor.client.fund.findMyParticipations()).toMatchObject([
    {
      value: cents('100000.00'),
      accrued: { management: cents('147.95'), performance: 0n, net: cents('99852.05') },
    },
  ])

  // 27 days at 2 % of 100,000.00.
  const proposed = await manager.client.fund.previewCharge({ body: { accountId: account.id, endDay } })
  expect(proposed).toMatchObject({ total: cents('295.90'), isWaived: false })
  expect(proposed.lines.map(({ fee }) => fee)).toEqual([cents('147.95'), cents('147.95')])

  await manager.client.member.createRetribution({
    body: { accountId: account.id, memberId: bob, amount: cents('50000.00'), date: '2026-04-01', description: 'out' },
  })
  const part = (await fees()).charges
  expect(part).toMatchObject([{ endDay, total: cents('147.95'), isPart: true }])
  const rest = { accountId: account.id, endDay, isWaived: false }
  await expect(manager.client.fund.chargeFees({ body: { ...rest, total: cents('295.90') } })).rejects.toMatchObject({
    status: 409,
    message: 'The charge is $147.95 now. Check it and confirm again.',
  })
  const { id } = await manager.client.fund.chargeFees({ body: { ...rest, total: cents('147.95') } })
  const kept = await manager.client.fund.findCharge({ params: { accountId: account.id, chargeId: id } })
  expect(kept.lines).toMatchObject([{ name: expect.stringContaining('Ann'), rate: '2', fee: cents('147.95') }])
  expect((await fees()).open).toEqual([])

  const history = async () =>
    (await manager.client.fund.findHistory({ body: { accountId: account.id, kind: 'FEE', start: 0, count: 10 } }))
      .result
  const line = (await history()).find((one) => one.id === id)!
  expect(line).toMatchObject({ words: `Fees charged, period to ${endDay}`, fundValue: 0n, undone: null })
  expect(line.holders.map(({ value }) => value).toSorted()).toEqual([-14_795n, 14_795n])
  await manager.client.fund.reverseCharge({ body: { accountId: account.id, endDay, reason: 'The rate was wrong' } })
  expect((await history()).map(({ undone }) => undone?.why)).toEqual(['The rate was wrong', 'The rate was wrong'])
  const { charges, open } = await fees()
  expect(charges.every(({ isReversed }) => isReversed)).toBe(true)
  expect(open).toEqual([endDay])
  const waive = { ...rest, isWaived: true, total: cents('0.00') }
  await expect(manager.client.fund.chargeFees({ body: waive })).rejects.toMatchObject({
    status: 400,
    body: { error: [{ field: 'reason', message: 'Enter why the fees of the period are waived.' }] },
  })
  const waived = await manager.client.fund.chargeFees({ body: { ...waive, reason: 'A gift of the first month' } })
  expect((await fees()).open).toEqual([])
  const params = { accountId: account.id, chargeId: waived.id }
  expect(await manager.client.fund.findCharge({ params })).toMatchObject({
    isWaived: true,
    reason: 'A gift of the first month',
  })
})
