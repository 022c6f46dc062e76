// Roles as use cases that may have to wait for a second person.
import { fundRoleNames, Refusal, routes } from '@clubfolio/contract'
import { endRole } from '../role/end-role.ts'
import { inviteToRole } from '../role/invite-to-role.ts'
import { setLastDay } from '../role/last-day.ts'
import { leaveFund } from '../role/leave-fund.ts'
import { mayWait, type Asked, type FundCall } from './may-wait.ts'

const fundOf = (_call: FundCall, { accountId }: { readonly accountId: string }): string => accountId

export const inviteToRoleOrWait = mayWait({
  kind: 'ROLE_INVITATION',
  right: 'OWN',
  schema: routes.fund.inviteToRole.body,
  fundOf,
  isOutsideBooks: true,
  describe: ({ body: { email, role, lastDay } }) =>
    Promise.resolve({
      title: `${email} is invited as ${fundRoleNames[role].toLowerCase()}`,
      details: lastDay ? [{ label: 'Last day', value: lastDay }] : [],
    }),
  run: async ({ services, trx, session, caller, afterCommit }, { accountId, ...fields }) => {
    const mail = await inviteToRole({ services, trx, session, caller, accountId }, fields)
    afterCommit((pooled) => pooled.background.start('mail with an invitation', () => pooled.mail.send(mail)))
    return { message: `An invitation goes to ${fields.email}.` }
  },
  replyOfWaiting: ({ message }) => ({ message }),
})

export const setLastDayOrWait = mayWait({
  kind: 'ROLE_LAST_DAY',
  right: 'OWN',
  schema: routes.fund.setLastDay.body,
  fundOf,
  isOutsideBooks: true,
  describe: async (asked) => ({
    title: `${asked.body.lastDay} is the last day of ${await describeRole(asked, asked.body.id)}`,
    details: [],
  }),
  run: async ({ services, trx, session, caller }, { accountId, ...fields }) => {
    await setLastDay({ services, trx, session, caller, accountId }, fields)
    return { message: `${fields.lastDay} is the last day now.` }
  },
  replyOfWaiting: ({ message }) => ({ message }),
})

export const endRoleOrWait = mayWait({
  kind: 'ROLE_END',
  right: 'OWN',
  schema: routes.fund.endRole.body,
  fundOf,
  isOutsideBooks: true,
  describe: async (asked) => ({ title: `End of the role of ${await describeRole(asked, asked.body.id)}`, details: [] }),
  run: async ({ services, trx, session, caller }, { accountId, id }) => {
    const { userId } = await endRole({ services, trx, session, caller, accountId }, id)
    if (userId !== null) await leaveFund(services, trx, { accountId, userId })
    return { message: userId === null ? 'The invitation was taken back.' : 'The role has ended.' }
  },
  replyOfWaiting: ({ message }) => ({ message }),
})

/** "Nora Lind (auditor)", or the address of an invitation. */
async function describeRole({ call: { trx }, fund }: Asked<unknown>, id: string): Promise<string> {
  const row = await trx
    .selectFrom('fund_role as r')
    .leftJoin('app_user as u', 'u.id', 'r.user_id')
    .select(['r.email', 'r.role', 'u.first_name', 'u.last_name'])
    .where('r.id', '=', id)
    .where('r.account_id', '=', fund.account.id)
    .executeTakeFirst()
  if (!row) throw new Refusal('notFound')
  const name = row.first_name === null ? row.email : `${row.first_name} ${row.last_name ?? ''}`
  return `${name} (${fundRoleNames[row.role].toLowerCase()})`
}
