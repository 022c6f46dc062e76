// Funds in which a second person is asked for, as the tests of approvals begin with them.
import { dayMs } from '@clubfolio/domain'
import { cents, closeSession } from '../../../testing/factories.ts'
import { giveRole } from '../../../testing/fund-roles.ts'
import { makeFundOfTwo, type FundOfTwo } from '../../../testing/fund-of-two.ts'
import { testStartMs, type TestApp, type TestUser } from '../../../testing/test-app.ts'

export interface OwnedFund {
  readonly owner: TestUser
  readonly fund: FundOfTwo
  readonly accountId: string
}

export interface ApprovedFund extends OwnedFund {
  readonly approver: TestUser
}

/**
 * Makes a fund of two that was recorded ten days ago, so that nothing of it adds up with what a test records, and
 * closes yesterday's session.
 */
export async function makeEarlierFund(app: TestApp, closeValue = '1230.00'): Promise<OwnedFund> {
  app.clock.set(testStartMs - 10 * dayMs)
  const { email } = await app.signUp(['MANAGERS'])
  const fund = await makeFundOfTwo(app, await app.signIn(email))
  app.clock.set(testStartMs)
  // The first session has ended in the meantime.
  const owner = await app.signIn(email)
  await closeSession(app, fund.account, '2026-03-03', closeValue)
  return { owner, fund, accountId: fund.account.id }
}

/** Gives the fund an approver and asks for a second person from an amount on. */
export async function askForApproval(
  app: TestApp,
  { owner, accountId }: Pick<OwnedFund, 'owner' | 'accountId'>,
  from = '500.00',
): Promise<TestUser> {
  const approver = await giveRole(app, owner, accountId, 'APPROVER')
  await owner.client.fund.setSecondPerson({ body: { accountId, from: cents(from) } })
  return approver
}

/** Makes an earlier fund whose changes from 500.00 on wait for its approver. */
export async function makeApprovedFund(app: TestApp): Promise<ApprovedFund> {
  const owned = await makeEarlierFund(app)
  return { ...owned, approver: await askForApproval(app, owned) }
}
