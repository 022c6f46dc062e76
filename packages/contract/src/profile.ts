// The user's own data: names change immediately, e-mail by a link sent to the new address, phone by a code sent to the
// new number; both require the password again and end the user's sessions. Source: docs/rules/access.md, "User
// profile".
import { z } from 'zod'
import { access, featureAccess } from './access.ts'
import { email, line, messageReply, phoneNumber } from './field.ts'
import { route } from './route.ts'

export const MyProfile = z
  .object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phoneNumber: z.string(),
    /** Names of the managers who linked a member of theirs to this user, with or without entries. */
    memberOf: z.array(z.string()),
    /** Whether the user has accounts or members of their own, or a role in a fund of somebody else. */
    isManager: z.boolean(),
  })
  .meta({ id: 'MyProfile' })
export type MyProfile = z.output<typeof MyProfile>

/** How far the user is from nothing to the first statement of a member. */
export const FirstSteps = z
  .object({
    isAccountLinked: z.boolean(),
    isChartOpened: z.boolean(),
    isOrderPlaced: z.boolean(),
    isMemberAdded: z.boolean(),
    isContributionRecorded: z.boolean(),
    isStatementMade: z.boolean(),
    isSkipped: z.boolean(),
  })
  .meta({ id: 'FirstSteps' })
export type FirstSteps = z.output<typeof FirstSteps>

const presentPassword = z.string().min(1, 'Your password is required.').max(128)

export const profileRoutes = {
  findMyProfile: route({
    method: 'GET',
    path: '/v1/api/user/find-my-profile',
    summary: 'Names, e-mail and phone of the session user, whose member they are, and whether they manage anything.',
    access: access.session,
    reply: MyProfile,
  }),
  findMyFirstSteps: route({
    method: 'GET',
    path: '/v1/api/user/find-my-first-steps',
    summary: 'Which of the first steps of a manager the session user has taken, from an account to a statement.',
    access: featureAccess.accountLink,
    reply: FirstSteps,
  }),
  updateMyNames: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/user/update-my-names',
    summary: 'Change first and last name of the session user.',
    access: access.session,
    body: z.object({ firstName: line(60, 'First name'), lastName: line(60, 'Last name') }),
    reply: messageReply,
  }),
  changeMyEmail: route({
    needsFreshFactor: true,
    effect: 'recorded',
    secret: true,
    method: 'POST',
    path: '/v1/api/user/change-my-email',
    summary:
      'Ask for another e-mail address: a one-use link goes to the new one, and nothing changes before it is opened.',
    access: access.session,
    body: z.object({ email, password: presentPassword }),
    reply: messageReply,
    refusals: ['wrongPassword', 'signInPaused', 'tooMany'],
  }),
  confirmMyEmail: route({
    method: 'POST',
    path: '/v1/api/user/confirm-my-email',
    summary:
      'Take over the new e-mail address by the link that was sent there; every session ends and the old address ' +
      'is notified.',
    access: access.public,
    body: z.object({ token: z.string().min(20, 'This is not a whole link.').max(128) }),
    reply: z.object({ message: z.string(), email: z.string() }),
    refusals: ['linkDead', 'tooMany'],
  }),
  changeMyPhone: route({
    needsFreshFactor: true,
    effect: 'recorded',
    secret: true,
    method: 'POST',
    path: '/v1/api/user/change-my-phone',
    summary: 'Ask for another phone number: a code goes to the new one, and nothing changes before it is confirmed.',
    access: access.session,
    body: z.object({ phoneNumber, password: presentPassword }),
    reply: z.object({ expiresInSeconds: z.number().int(), resendInSeconds: z.number().int() }),
    refusals: ['wrongPassword', 'signInPaused', 'resendTooSoon', 'codesExhausted', 'messageNotSent'],
  }),
  confirmMyPhone: route({
    effect: 'recorded',
    secret: true,
    method: 'POST',
    path: '/v1/api/user/confirm-my-phone',
    summary: 'Take over the new phone number by its code; every session ends and the e-mail address is notified.',
    access: access.session,
    body: z.object({ code: z.string().trim().min(6, 'The code has 6 digits.').max(12) }),
    reply: messageReply,
    refusals: ['wrongCode', 'codeDead'],
  }),
} as const
