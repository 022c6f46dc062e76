// People with roles in a fund, for tests of what each of them may do.
import type { FundRoleName } from '@clubfolio/contract'
import { newYorkDateAt, addCalendarDays } from '@clubfolio/domain'
import type { TestApp, TestUser } from './test-app.ts'

/** The last mail to an address, of which only the invitation's token is of interest. */
export const tokenOfInvitation = (app: TestApp, email: string): Promise<string> =>
  tokenOfLink(app, email, '/fund-invitation#')

/** The same of an invitation to be a member. */
export const tokenOfMemberInvitation = (app: TestApp, email: string): Promise<string> =>
  tokenOfLink(app, email, '/member-invitation#')

async function tokenOfLink(app: TestApp, email: string, link: string): Promise<string> {
  await app.services.background.idle()
  const mail = await app.services.db
    .selectFrom('outbox_message')
    .select('body')
    .where('recipient', '=', email)
    .where('body', 'like', `%${link}%`)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return /-invitation#([\w-]{43})/.exec(mail.body)![1]!
}

/** Invites a new user to the role, who accepts; an auditor's last day is in thirty days unless it is given. */
export async function giveRole(
  app: TestApp,
  owner: TestUser,
  accountId: string,
  role: FundRoleName,
  lastDay: string = addCalendarDays(newYorkDateAt(app.clock.nowMs()), 30),
): Promise<TestUser> {
  const person = await app.signUp(['INVESTORS'])
  await acceptRole(app, { owner, accountId, role, person, lastDay })
  return person
}

export interface AcceptRoleOptions {
  readonly owner: TestUser
  readonly accountId: string
  readonly role: FundRoleName
  readonly person: TestUser
  readonly lastDay?: string
  /** The invitation was sent already. */
  readonly isInvited?: boolean
}

export async function acceptRole(
  app: TestApp,
  { owner, accountId, role, person, lastDay, isInvited = false }: AcceptRoleOptions,
): Promise<void> {
  if (!isInvited)
    await owner.client.fund.inviteToRole({
      body: { accountId, email: person.email, role, ...(role === 'AUDITOR' ? { lastDay } : {}) },
    })
  await person.client.fund.acceptFundInvitation({ body: { token: await tokenOfInvitation(app, person.email) } })
}
