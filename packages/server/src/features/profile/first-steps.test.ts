// The guide's steps follow what their user did, and nobody else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, closeSession, linkAccount, makeMember } from '../../testing/factories.ts'
import { linkTrader, protectedEntry, stopEntry } from '../../testing/linked-trader.ts'
import { startTestBrokerage, type TestBrokerage } from '../../testing/paper-brokerage.ts'
import type { TestUser } from '../../testing/test-app.ts'

let app: TestBrokerage
beforeAll(async () => {
  app = await startTestBrokerage({ isAlwaysOpen: true })
  app.market.set('ACME', 50)
})
afterAll(() => app.stop())

const stepsOf = ({ client }: TestUser) => client.profile.findMyFirstSteps()
const nothing = {
  isAccountLinked: false,
  isChartOpened: false,
  isOrderPlaced: false,
  isMemberAdded: false,
  isContributionRecorded: false,
  isStatementMade: false,
  isSkipped: false,
}

test('account, member, contribution and statement are done once their user did them', async () => {
  const [mara, jon] = [await app.signUp(['MANAGERS'], 'Mara'), await app.signUp(['MANAGERS'], 'Jon')]
  expect(await stepsOf(mara)).toEqual(nothing)
  const account = await linkAccount(app, mara, '2026-02-02', '1000.00')
  expect(await stepsOf(mara)).toEqual({ ...nothing, isAccountLinked: true })
  const memberId = await makeMember(mara, 'Ann', 'Keller')
  expect(await stepsOf(mara)).toEqual({ ...nothing, isAccountLinked: true, isMemberAdded: true })
  await mara.client.member.createContribution({
    body: {
      accountId: account.id,
      memberId,
      amount: cents('300.00'),
      date: '2026-02-02',
      description: 'in',
      funding: 'opening',
    },
  })
  expect(await stepsOf(mara)).toMatchObject({ isContributionRecorded: true, isStatementMade: false })
  await app.services.db.updateTable('member').set({ email: 'ann@example.test' }).where('id', '=', memberId).execute()
  await closeSession(app, account, '2026-02-03', '1100.00')
  await mara.client.fund.mailStatements({
    body: { accountId: account.id, from: '2026-02-02', to: '2026-02-03', memberIds: [memberId] },
  })
  expect(await stepsOf(mara)).toMatchObject({ isContributionRecorded: true, isStatementMade: true })
  expect(await stepsOf(jon)).toEqual(nothing)
})

test('an order counts with its stop loss, not alone and not with a target', async () => {
  const { owner, account } = await linkTrader(app, 'first-steps')
  await owner.client.order.putOrder(
    { body: stopEntry(account, { quantity: '7' }) },
    { idempotencyKey: 'first-steps-alone' },
  )
  expect(await stepsOf(owner)).toMatchObject({ isAccountLinked: true, isOrderPlaced: false })
  await owner.client.order.putOrderWithTrigger(
    {
      body: protectedEntry(account, {
        quantity: '8',
        childQuantity: '8',
        childOrderType: 'LIMIT',
        childPrice: '55',
        cancelPrice: '48',
      }),
    },
    { idempotencyKey: 'first-steps-target' },
  )
  expect(await stepsOf(owner)).toMatchObject({ isOrderPlaced: false })
  await owner.client.order.putOrderWithTrigger(
    { body: protectedEntry(account, { cancelPrice: '48' }) },
    { idempotencyKey: 'first-steps-protected' },
  )
  expect(await stepsOf(owner)).toMatchObject({ isOrderPlaced: true })
  await app.services.db.updateTable('account').set({ is_paper: false }).where('id', '=', account.id).execute()
  expect(await stepsOf(owner)).toMatchObject({ isAccountLinked: false, isOrderPlaced: false })
})

test('a chart, a statement and the skipped guide are noted with the preferences, and can be taken back', async () => {
  const mara = await app.signUp(['MANAGERS'], 'Mara')
  const save = (preference: Record<string, boolean>) => mara.client.user.saveMyUserPreference({ body: { preference } })
  await save({ firstStepsChart: true, firstStepsStatement: true, firstStepsSkipped: true })
  expect(await stepsOf(mara)).toEqual({ ...nothing, isChartOpened: true, isStatementMade: true, isSkipped: true })
  await save({ firstStepsSkipped: false })
  expect(await stepsOf(mara)).toMatchObject({ isChartOpened: true, isSkipped: false })
})
