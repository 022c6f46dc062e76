// The fees of an ended period on real PostgreSQL: they are the owner's task until they are charged or waived, or are
// charged by themselves where the policy says so, once, however many workers look.
import { dayMs } from '@clubfolio/domain'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runFundUpkeep } from '../../../jobs/fund-job.ts'
import { cents, closeSession, linkAccount } from '../../../testing/factories.ts'
import type { FundOfTwo } from '../../../testing/fund-of-two.ts'
import { startTestApp, testStartMs, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { askForApproval, makeEarlierFund } from '../testing/approved-fund.ts'
import { proposeCharges } from './propose-charges.ts'

const endDay = '2026-03-31'
let app: TestApp
let owner: TestUser
let fund: FundOfTwo
let accountId: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  ;({ owner, fund, accountId } = await makeEarlierFund(app, '12300.00'))
})

const charge2Percent = (more: { chargesByItself?: boolean; ownRates?: { memberId: string; rate: string }[] } = {}) =>
  owner.client.fund.saveFeePolicy({
    body: {
      accountId,
      kind: 'management',
      rate: '2',
      receiverId: accountId,
      period: 'month',
      ownRates: [],
      chargesByItself: false,
      ...more,
    },
  })

async function endOfMarch(): Promise<void> {
  app.clock.set(testStartMs + 28 * dayMs)
  owner = await app.signIn(owner.email)
  await closeSession(app, fund.account, endDay, '12300.00')
}

const fees = () => owner.client.fund.findFees({ params: { accountId } })
const news = async () =>
  (await owner.client.notification.findRecent()).result
    .filter(({ kind }) => kind === 'FEES_DUE')
    .map(({ text }) => text)
const task = async () =>
  (await owner.client.alert.findCurrent())
    .filter(({ kind, resolvedAt }) => kind === 'FEES_DUE' && resolvedAt === null)
    .map(({ text }) => text)
const history = async () => (await owner.client.fund.findHistory({ body: { accountId, start: 0, count: 50 } })).result
/** Who charged, and who the audit log says did. */
const authors = async () => ({
  charges: await app.services.db
    .selectFrom('fund_fee_charge')
    .select(['recorded_by', 'is_waived'])
    .where('account_id', '=', accountId)
    .execute(),
  audit: await app.services.db
    .selectFrom('audit_log')
    .select(['actor_id'])
    .where('action', '=', 'fees.charge')
    .where(
      'object_id',
      'in',
      (await fees()).charges.map(({ id }) => id),
    )
    .execute(),
})

test('an ended period is proposed once and stays the task of the owner until it is charged', async () => {
  await charge2Percent()
  await runFundUpkeep(app.services)
  expect([await news(), await task()]).toEqual([[], []])
  await endOfMarch()
  await Promise.all([runFundUpkeep(app.services), runFundUpkeep(app.services)])
  await runFundUpkeep(app.services)
  // 12,300.00 and 100.00 on its way, for the 27 days from the 5th to the 31st.
  const { total } = await owner.client.fund.previewCharge({ body: { accountId, endDay } })
  const words = `The period that ended on ${endDay} is not charged yet: $18.35 of 2 members.`
  expect(total).toBe(cents('18.35'))
  expect(await news()).toEqual([`${words} Check the calculation, and charge or waive it.`])
  expect(await task()).toEqual([`${words} Check the calculation, and charge or waive it.`])

  await owner.client.fund.chargeFees({ body: { accountId, endDay, isWaived: false, total } })
  expect(await task()).toEqual([])
  expect((await authors()).charges).toEqual([{ recorded_by: owner.user.id, is_waived: false }])
  await owner.client.fund.reverseCharge({ body: { accountId, endDay } })
  expect(await task()).toHaveLength(1)
  await runFundUpkeep(app.services)
  expect([(await news()).length, (await task()).length]).toEqual([1, 1])
})

test('a policy that charges by itself is charged right after the close, once, with nobody as its author', async () => {
  await charge2Percent({ chargesByItself: true })
  await endOfMarch()
  await Promise.all([1, 2, 3].map(() => proposeCharges(app.services)))
  const { charges, open } = await fees()
  expect(open).toEqual([])
  expect(charges).toMatchObject([{ endDay, total: cents('18.35'), isWaived: false, isPart: false, isReversed: false }])
  expect(await authors()).toEqual({
    charges: [{ recorded_by: null, is_waived: false }],
    audit: [{ actor_id: null }],
  })
  expect(await news()).toEqual([`$18.35 of fees were charged by themselves for the period that ended on ${endDay}.`])
  expect(await task()).toEqual([])

  // What its owner has reversed is not charged again behind their back.
  await owner.client.fund.reverseCharge({ body: { accountId, endDay } })
  await runFundUpkeep(app.services)
  expect((await fees()).charges).toHaveLength(1)
  expect(await task()).toHaveLength(1)
})

test('where the fund asks for a second person, a charge by itself waits for the yes of somebody else', async () => {
  await charge2Percent({ chargesByItself: true })
  const approver = await askForApproval(app, { owner, accountId })
  await endOfMarch()
  await Promise.all([proposeCharges(app.services), proposeCharges(app.services)])
  await runFundUpkeep(app.services)
  expect((await fees()).charges).toEqual([])
  const { waiting } = await owner.client.fund.findApprovals({ params: { accountId } })
  const title = `Fees of $18.35 for the period that ended on ${endDay}`
  // Who has set that it is charged by itself is no second person for it.
  expect(waiting).toMatchObject([{ title, author: 'Clubfolio', isByItself: true, isOwn: true, canDecide: false }])
  expect(await task()).toEqual([`The charge of the period that ended on ${endDay} waits for a second person.`])

  const other = await app.signIn(approver.email)
  const id = waiting[0]!.id
  const wanted = (await other.client.notification.findRecent()).result.find(({ kind }) => kind === 'APPROVAL_WAITING')
  expect(wanted?.text).toMatch(/^Clubfolio asks in the fund .*: Fees of \$18\.35/)
  expect((await history()).find(({ words }) => words.includes(title))).toMatchObject({ by: null })
  await expect(owner.client.fund.approve({ body: { accountId, id } })).rejects.toMatchObject({ status: 403 })
  await other.client.fund.decline({ body: { accountId, id, reason: 'Wait for the price of April' } })
  await runFundUpkeep(app.services)
  expect((await owner.client.fund.findApprovals({ params: { accountId } })).waiting).toEqual([])
  expect(await task()).toEqual([expect.stringContaining('Check the calculation, and charge or waive it.')])

  const { total } = await owner.client.fund.previewCharge({ body: { accountId, endDay } })
  const { waitingId } = await owner.client.fund.chargeFees({ body: { accountId, endDay, isWaived: false, total } })
  await other.client.fund.approve({ body: { accountId, id: waitingId! } })
  expect((await fees()).charges).toMatchObject([{ total: cents('18.35'), isReversed: false }])
  expect(await task()).toEqual([])
})

test("a charge that was asked for by itself is nobody's once somebody else has approved it", async () => {
  await charge2Percent({ chargesByItself: true })
  const approver = await askForApproval(app, { owner, accountId })
  await endOfMarch()
  await proposeCharges(app.services)
  const other = await app.signIn(approver.email)
  const [waiting] = (await other.client.fund.findApprovals({ params: { accountId } })).waiting
  await other.client.fund.approve({ body: { accountId, id: waiting!.id } })
  expect(await authors()).toEqual({
    charges: [{ recorded_by: null, is_waived: false }],
    audit: [{ actor_id: null }],
  })
  expect((await history()).find(({ kind }) => kind === 'FEE')).toMatchObject({ by: null })
  expect(await task()).toEqual([])
})

test('the task of a fund that moves is resolved at its old account and raised at its new one', async () => {
  await charge2Percent()
  await endOfMarch()
  await runFundUpkeep(app.services)
  expect(await task()).toHaveLength(1)
  const next = await linkAccount(app, owner, '2026-02-02', '0.00')
  await closeSession(app, next, endDay, '12300.00')
  await owner.client.fund.setDealing({
    body: {
      accountId,
      move: { toAccountId: next.id, day: endDay, arrivedOn: endDay, difference: cents('0.00') },
    },
  })
  expect(await task()).toEqual([])
  await runFundUpkeep(app.services)
  expect(await task()).toHaveLength(1)
  const [raised] = (await owner.client.alert.findCurrent()).filter(({ resolvedAt }) => resolvedAt === null)
  expect(raised).toMatchObject({ kind: 'FEES_DUE', link: `/account-mapping?fund=${next.id}&part=fees` })
})

test('a period end with nobody to charge is no task, waits for no yes, and does not keep the period open', async () => {
  await charge2Percent({ ownRates: [fund.ann, fund.joana].map((memberId) => ({ memberId, rate: '0' })) })
  await endOfMarch()
  await runFundUpkeep(app.services)
  expect([await news(), await task(), (await fees()).open]).toEqual([[], [], []])
  await owner.client.fund.closePeriod({ body: { accountId, until: endDay } })
})
