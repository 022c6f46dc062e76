// Explanations, distributions and fees in a fund that asks for a second person: nothing is booked before somebody
// else's yes.
import { dayMs, formatCents } from '@clubfolio/domain'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cents, closeSession, moveMoney } from '../../../testing/factories.ts'
import type { FundOfTwo } from '../../../testing/fund-of-two.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { makeApprovedFund } from '../testing/approved-fund.ts'

const today = '2026-03-04'
let app: TestApp
let owner: TestUser
let approver: TestUser
let fund: FundOfTwo
let accountId: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  ;({ owner, approver, fund, accountId } = await makeApprovedFund(app))
})

const books = () => owner.client.fund.findBooks({ params: { accountId } })
const approve = (id: string) => approver.client.fund.approve({ body: { accountId, id } })
const entriesOf = async (memberId: string) =>
  (await owner.client.member.findParticipationByMemberAndAccount({ params: { accountId, memberId } })).map((one) => [
    one.type,
    formatCents(one.amount),
    one.date,
  ])

test('the explanation of a movement waits, whatever its amount, and is booked on the day of the movement', async () => {
  const movementId = await moveMoney(app, fund.account, '2026-03-03', '5.00')
  const before = await entriesOf(fund.ann)
  const { waitingId } = await owner.client.fund.explainMovement({
    body: { accountId, movementId, as: 'contribution', memberId: fund.ann },
  })
  expect(await entriesOf(fund.ann)).toEqual(before)
  expect((await books()).unmatchedMovements.map(({ id }) => id)).toEqual([movementId])
  await approve(waitingId!)
  expect(await entriesOf(fund.ann)).toEqual([['contribution', '5.00', '2026-03-03'], ...before])
  expect((await books()).unmatchedMovements).toEqual([])
})

test('a distribution and its reversal wait, and the distribution is dated the day of its approval', async () => {
  const asked = { accountId, date: today, amount: cents('10.00'), leftInIds: [] }
  const { lines } = await owner.client.fund.previewDistribution({ body: asked })
  const parts = lines.filter(({ isLeftIn }) => !isLeftIn).map(({ memberId, part: amount }) => ({ memberId, amount }))
  const { waitingId } = await owner.client.fund.recordDistribution({
    body: { ...asked, description: 'Profit', parts },
  })
  expect((await books()).distributions).toEqual([])
  await approve(waitingId!)
  const [paid] = (await books()).distributions
  expect(paid).toMatchObject({ day: today, amount: cents('10.00'), count: parts.length })
  await owner.client.fund.reverseRecord({ body: { accountId, id: paid!.id } })
  expect((await books()).distributions).toHaveLength(1)
})

const fees = () => owner.client.fund.findFees({ params: { accountId } })

test('a fee waits and begins the day after its approval; its charge and the reversal of it wait too', async () => {
  const { waitingId } = await owner.client.fund.saveFeePolicy({
    body: {
      accountId,
      kind: 'management',
      rate: '2',
      receiverId: accountId,
      period: 'month',
      ownRates: [],
      chargesByItself: false,
    },
  })
  expect((await fees()).policies).toEqual([])
  app.clock.advance(dayMs)
  approver = await app.signIn(approver.email)
  await approve(waitingId!)
  owner = await app.signIn(owner.email)
  expect((await fees()).policies).toMatchObject([{ rate: '2', firstDay: '2026-03-06' }])

  app.clock.advance(27 * dayMs)
  owner = await app.signIn(owner.email)
  approver = await app.signIn(approver.email)
  await closeSession(app, fund.account, '2026-03-31', '1230.00')
  const endDay = '2026-03-31'
  const { total } = await owner.client.fund.previewCharge({ body: { accountId, endDay } })
  expect(total).toBeGreaterThan(0n)
  const charge = await owner.client.fund.chargeFees({ body: { accountId, endDay, isWaived: false, total } })
  expect((await fees()).charges).toEqual([])
  await approve(charge.waitingId!)
  expect((await fees()).charges).toMatchObject([{ endDay, total, isReversed: false }])

  const reversal = await owner.client.fund.reverseCharge({ body: { accountId, endDay } })
  expect((await fees()).charges).toMatchObject([{ isReversed: false }])
  await approve(reversal.waitingId!)
  expect((await fees()).charges).toMatchObject([{ isReversed: true }])
})
