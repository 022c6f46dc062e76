// Roles of people in a fund: who may read, record or decide in it besides the account's owner, and the invitation that
// gives a role. All calls of this page are ours. Source: docs/rules/fund.md, "Roles".
import { keysOf } from '@clubfolio/domain'
import { z } from 'zod'
import { access } from '../access.ts'
import { createdReply, email, id, messageReply } from '../field.ts'
import type { RefusalDefinition } from '../refusal.ts'
import { route } from '../route.ts'
import { day, givenDay, instant } from '../wire.ts'

/** The roles that an owner gives, with their names on screen. */
export const fundRoleNames = { TREASURER: 'Treasurer', APPROVER: 'Approver', AUDITOR: 'Auditor' } as const
export type FundRoleName = keyof typeof fundRoleNames
const roleName = z.enum(keysOf(fundRoleNames))

/** What somebody is in a fund that they may read. */
export const fundPlaces = ['OWNER', ...keysOf(fundRoleNames)] as const
export type FundPlace = (typeof fundPlaces)[number]

export const fundRoleRefusals = {
  roleOfOwner: { status: 409, text: 'The owner of the account has every right already. Invite somebody else.' },
  roleGiven: { status: 409, text: '{email} has a role in this fund already. Remove that one first.' },
  roleLastDayPast: { status: 400, text: 'The last day {day} is over. Choose today or a later day.' },
  lastApprover: {
    status: 409,
    text: 'No one else could approve what waits. Invite another approver first, or turn the second person off.',
  },
  manyInvitations: { status: 429, text: 'You have sent 20 invitations within an hour. Try again later.' },
  invitationDead: {
    status: 400,
    text: 'This invitation was used, replaced or is older than 7 days. Ask for a new one.',
  },
  invitationOfAnother: {
    status: 403,
    text: 'This invitation was sent to {email}. Sign in with the user of that address, or register with it.',
  },
} as const satisfies Record<string, RefusalDefinition>

/** A fund that the caller may read: their own, or one in which they have a role. */
export const ReadableFund = z
  .object({
    accountId: id,
    /** Masked, except for the owner. */
    accountNumber: z.string(),
    isPaper: z.boolean(),
    currency: z.string(),
    club: z.string().nullable(),
    owner: z.string(),
    place: z.enum(fundPlaces),
    /** The last day of an auditor. */
    lastDay: day.nullable(),
  })
  .meta({ id: 'ReadableFund' })
export type ReadableFund = z.output<typeof ReadableFund>

export const FundRole = z
  .object({
    id,
    role: roleName,
    email: z.string(),
    /** Null until the invitation is accepted. */
    name: z.string().nullable(),
    /** INVITED: not accepted yet. LAPSED: the link of the invitation, or the last day, is over. */
    state: z.enum(['INVITED', 'IN_FORCE', 'LAPSED']),
    lastDay: day.nullable(),
    invitedBy: z.string(),
    invitedAt: instant,
    acceptedAt: instant.nullable(),
  })
  .meta({ id: 'FundRole' })
export type FundRole = z.output<typeof FundRole>

/** A member by name, for the records of a fund. */
export const FundMember = z
  .object({ id, firstName: z.string(), lastName: z.string(), status: z.enum(['ACTIVATED', 'INACTIVATED']) })
  .meta({ id: 'FundMember' })
export type FundMember = z.output<typeof FundMember>

export const FundInvitation = z
  .object({ owner: z.string(), club: z.string().nullable(), role: roleName, lastDay: day.nullable() })
  .meta({ id: 'FundInvitation' })
export type FundInvitation = z.output<typeof FundInvitation>

/** A change that took effect, or the id under which it waits for a second person. */
export const changeReply = messageReply.extend({ waitingId: id.optional() }).meta({ id: 'ChangeReply' })

/** The same for a record: while it waits, `id` is that of what waits, and `waitingId` says so. */
export const createdOrWaiting = createdReply.extend({ waitingId: id.optional() }).meta({ id: 'CreatedOrWaiting' })

const inviteFields = z
  .object({ accountId: id, email, role: roleName, lastDay: givenDay.nullish() })
  .refine(({ role, lastDay }) => (role === 'AUDITOR') === (typeof lastDay === 'string'), {
    message: 'An auditor has a last day; the other roles have none.',
    path: ['lastDay'],
  })
const token = z.string().min(1, 'The link is not complete.').max(100, 'The link is not complete.')

const pathAccount = [{ object: 'account', at: 'params.accountId' }] as const
const bodyAccount = [{ object: 'account', at: 'body.accountId' }] as const

export const fundRoleRoutes = {
  findFunds: route({
    method: 'GET',
    path: '/v1/api/fund/find-funds',
    summary: 'The funds that the caller may read: their own, and those in which they have a role.',
    access: access.session,
    reply: z.array(ReadableFund),
  }),
  findFundMembers: route({
    method: 'GET',
    path: '/v1/api/fund/find-members/{accountId}',
    summary: 'The members that the records of a fund can name, by name; with a role, those of the fund only.',
    access: access.session,
    owns: pathAccount,
    params: z.object({ accountId: id }),
    reply: z.array(FundMember),
    refusals: ['notFound'],
  }),
  findRoles: route({
    method: 'GET',
    path: '/v1/api/fund/find-roles/{accountId}',
    summary: 'The roles in a fund and the invitations to them, newest first.',
    access: access.session,
    owns: pathAccount,
    params: z.object({ accountId: id }),
    reply: z.array(FundRole),
    refusals: ['notFound'],
  }),
  inviteToRole: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/fund/invite-to-role',
    summary: 'Mail an invitation to a role in the fund; it works once, for 7 days, for the user of that address.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: inviteFields,
    reply: changeReply,
    refusals: ['notFound', 'fundMoved', 'roleOfOwner', 'roleGiven', 'roleLastDayPast', 'manyInvitations'],
  }),
  setLastDay: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/fund/set-last-day',
    summary: 'Change the last day of an auditor.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: z.object({ accountId: id, id, lastDay: givenDay }),
    reply: changeReply,
    refusals: ['notFound', 'fundMoved', 'roleLastDayPast'],
  }),
  endRole: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/fund/end-role',
    summary: 'End a role, or take back an invitation to one; the right is gone at once.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: z.object({ accountId: id, id }),
    reply: changeReply,
    refusals: ['notFound', 'fundMoved', 'lastApprover'],
  }),
  findFundInvitation: route({
    method: 'POST',
    asks: true,
    secret: true,
    path: '/v1/api/fund/find-invitation',
    summary: 'What the link of an invitation to a role offers to the session user.',
    access: access.session,
    body: z.object({ token }),
    reply: FundInvitation,
    refusals: ['invitationDead', 'invitationOfAnother'],
  }),
  acceptFundInvitation: route({
    method: 'POST',
    secret: true,
    path: '/v1/api/fund/accept-invitation',
    summary: 'Accept an invitation to a role; only the user of the address that it was sent to can.',
    access: access.session,
    effect: true,
    body: z.object({ token }),
    reply: messageReply.extend({ accountId: id }),
    refusals: ['invitationDead', 'invitationOfAnother', 'roleOfOwner', 'roleGiven'],
  }),
} as const
