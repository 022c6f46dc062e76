// The invitation by mail that links a user to a member. All calls of this page are ours.
// Source: docs/rules/accounts.md, "Inviting a member".
import { z } from 'zod'
import { access } from '../access.ts'
import { id, messageReply, onlyId } from '../field.ts'
import type { RefusalDefinition } from '../refusal.ts'
import { route } from '../route.ts'
import { instant } from '../wire.ts'

export const memberInvitationRefusals = {
  memberWithoutEmail: { status: 400, text: '{name} has no e-mail address. Enter one, then send the invitation.' },
  memberHasUser: { status: 409, text: '{name} has a linked user already. Remove that one first.' },
  memberInvitationUsed: {
    status: 409,
    text: 'This invitation was used already. If that was you, open My funds; otherwise ask for a new one.',
  },
  memberInvitationOver: { status: 400, text: 'This invitation is older than 7 days. Ask for a new one.' },
  memberInvitationWithdrawn: {
    status: 400,
    text: 'This invitation was withdrawn or replaced by a later one. Look for a later mail, or ask for a new one.',
  },
  invitationUnknown: { status: 400, text: 'This link is not complete. Open it again from the mail.' },
  memberOfOwn: {
    status: 409,
    text: 'You manage this member yourself. Sign out, and let the member open the link with their own user.',
  },
  memberLinkedBefore: {
    status: 409,
    text: 'You are {name} in this manager’s funds already. Ask the manager which of the two you are.',
  },
} as const satisfies Record<string, RefusalDefinition>

/** An invitation that was sent and not used. */
export const SentInvitation = z
  .object({
    /** The address that the mail went to. */
    email: z.string(),
    at: instant,
    by: z.string(),
    /** The link works no longer: 7 days are over. */
    isOver: z.boolean(),
  })
  .meta({ id: 'SentInvitation' })
export type SentInvitation = z.output<typeof SentInvitation>

/** What the link offers: to be this member in the fund of this manager. */
export const MemberInvitation = z
  .object({ owner: z.string(), club: z.string().nullable(), name: z.string() })
  .meta({ id: 'MemberInvitation' })
export type MemberInvitation = z.output<typeof MemberInvitation>

const token = z.string().min(1, 'The link is not complete.').max(100, 'The link is not complete.')
const dead = [
  'invitationUnknown',
  'memberInvitationUsed',
  'memberInvitationOver',
  'memberInvitationWithdrawn',
  'memberHasUser',
  'memberOfOwn',
  'memberLinkedBefore',
] as const

export const memberInvitationRoutes = {
  inviteMember: route({
    needsFreshFactor: true,
    method: 'POST',
    path: '/v1/api/member/invite',
    summary: 'Mail a member a link that works once, for 7 days; the user who follows it is linked to the member.',
    access: access.session,
    effect: true,
    owns: [
      { object: 'member', at: 'body.id' },
      { object: 'account', at: 'body.accountId' },
    ],
    /** `accountId`: the fund that the member can ask to pay into before anything is recorded for them. */
    body: z.object({ id, accountId: id }),
    reply: messageReply,
    refusals: ['notFound', 'fundMoved', 'memberWithoutEmail', 'memberHasUser', 'manyInvitations'],
  }),
  withdrawMemberInvitation: route({
    method: 'POST',
    path: '/v1/api/member/withdraw-invitation',
    summary: 'Take back the invitation of a member; its link works no longer.',
    access: access.session,
    effect: true,
    owns: [{ object: 'member', at: 'body.id' }],
    body: onlyId,
    reply: messageReply,
    refusals: ['notFound'],
  }),
  findMemberInvitation: route({
    method: 'POST',
    asks: true,
    secret: true,
    path: '/v1/api/member/find-invitation',
    summary: 'What the link of an invitation to a member offers to the session user.',
    access: access.session,
    body: z.object({ token }),
    reply: MemberInvitation,
    refusals: dead,
  }),
  acceptMemberInvitation: route({
    method: 'POST',
    secret: true,
    path: '/v1/api/member/accept-invitation',
    summary: 'Link the session user to the member whose invitation this is; of two users the first gets it.',
    access: access.session,
    effect: true,
    body: z.object({ token }),
    reply: messageReply,
    refusals: dead,
  }),
} as const
