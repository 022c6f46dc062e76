// Signing in with an OpenID Connect provider, and the links between users and their sign-ins there.
// Source: docs/rules/access.md, "Sign in with a provider".
import { z } from 'zod'
import { access } from './access.ts'
import { id, line, messageReply, onlyId, phoneNumber } from './field.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { linkToken, PendingSignIn, SessionUser } from './security.ts'
import { instant } from './wire.ts'

export const oidcRefusals = {
  oidcUnavailable: { status: 404, text: 'This Clubfolio has no sign-in with a provider. Sign in with your password.' },
  oidcUnreachable: {
    status: 503,
    text: '{name} does not answer right now. Try again in a moment, or sign in with your password.',
  },
  oidcAttemptOver: {
    status: 400,
    text:
      'This sign-in is no longer valid: it works once, for 10 minutes, in the browser that started it. Start it ' +
      'again.',
  },
  oidcRejected: {
    status: 400,
    text: 'The answer of {name} was not accepted. Start again, or sign in with your password.',
  },
  oidcCancelled: { status: 400, text: '{name} did not sign you in. Try again, or sign in with your password.' },
  oidcEmailUnverified: {
    status: 403,
    text:
      '{name} has not verified your e-mail address. Verify it there, or sign in with your password and link {name} ' +
      'in your profile.',
  },
  oidcUserUnknown: {
    status: 403,
    text:
      'No user here has your e-mail address at {name}. Register first, or sign in with your password and link {name} ' +
      'in your profile.',
  },
  oidcUserBlocked: { status: 403, text: 'Your user is disabled. An administrator can enable it.' },
  oidcLinkedOtherwise: {
    status: 409,
    text: 'Another sign-in at {name} is linked to this user. Remove it under "Linked sign-ins" in the profile first.',
  },
  oidcNotTheInvited: {
    status: 403,
    text:
      'The invited user exists already, and this sign-in at {name} is not linked to them. Open the link again and ' +
      'accept with their password.',
  },
  oidcLinkedToOther: { status: 409, text: 'This sign-in at {name} is linked to another user.' },
} as const satisfies Record<string, RefusalDefinition>

/** The provider that the sign-in page offers. */
export const OidcProvider = z.object({ name: z.string() }).meta({ id: 'OidcProvider' })
export type OidcProvider = z.output<typeof OidcProvider>

/** What came of the return from the provider. */
export const OidcOutcome = z
  .discriminatedUnion('outcome', [
    /** The provider took the place of the password; the second step follows. */
    z.object({ outcome: z.literal('STEP'), pending: PendingSignIn }),
    /** The provider is trusted for the second step as well, and proved it. */
    z.object({ outcome: z.literal('SIGNED_IN'), user: SessionUser }),
    /** A signed-in user linked the sign-in. */
    z.object({ outcome: z.literal('LINKED'), message: z.string() }),
  ])
  .meta({ id: 'OidcOutcome' })
export type OidcOutcome = z.output<typeof OidcOutcome>

export const LinkedSignIn = z
  .object({
    id,
    /** The provider's name, or its address when another one is configured now. */
    provider: z.string(),
    /** The e-mail address there at the last use; it may differ from the user's. */
    email: z.string().nullable(),
    linkedAt: instant,
    lastUsedAt: instant.nullable(),
  })
  .meta({ id: 'LinkedSignIn' })
export type LinkedSignIn = z.output<typeof LinkedSignIn>

const presentPassword = z.string().min(1, 'Your password is required.').max(128)
const authorisation = z.object({
  /** Where the browser goes next. */
  authoriseUrl: z.string(),
})

export const oidcSignInRoutes = {
  findProvider: route({
    method: 'GET',
    path: '/v1/api/security/find-oidc-provider',
    summary: 'The OpenID Connect provider that the sign-in page offers; null without one.',
    access: access.public,
    reply: z.object({ provider: OidcProvider.nullable() }),
  }),
  startSignIn: route({
    method: 'POST',
    path: '/v1/api/security/start-oidc-sign-in',
    summary: 'The address at the provider for signing in; one use, valid 10 minutes, in this browser.',
    access: access.public,
    reply: authorisation,
    refusals: ['oidcUnavailable', 'oidcUnreachable', 'tooMany'],
  }),
  startInvitation: route({
    method: 'POST',
    path: '/v1/api/security/start-oidc-invitation',
    summary:
      'The address at the provider for accepting an invitation with a sign-in there in place of a password; the ' +
      'invitation is used up on the return.',
    access: access.public,
    body: z.object({
      token: linkToken,
      /** A new administrator enters all three; they are ignored for a user who exists. */
      firstName: line(60, 'First name').optional(),
      lastName: line(60, 'Last name').optional(),
      phoneNumber: phoneNumber.optional(),
    }),
    reply: authorisation,
    refusals: ['oidcUnavailable', 'oidcUnreachable', 'linkDead', 'tooMany', 'invalid'],
  }),
  finish: route({
    method: 'POST',
    path: '/v1/api/security/finish-oidc',
    summary: 'What the provider sent back with the browser: the second step, a session, or a link follows.',
    access: access.public,
    body: z.object({
      state: z.string().min(1, 'The state is missing.').max(256),
      /** Absent when the provider refused. */
      code: z.string().min(1).max(4096).optional(),
      /** The provider's own issuer, where it sends one. */
      iss: z.string().max(2048).optional(),
    }),
    reply: OidcOutcome,
    refusals: [
      'oidcUnavailable',
      'oidcUnreachable',
      'oidcAttemptOver',
      'oidcRejected',
      'oidcCancelled',
      'oidcEmailUnverified',
      'oidcUserUnknown',
      'oidcUserBlocked',
      'oidcLinkedOtherwise',
      'oidcLinkedToOther',
      'oidcNotTheInvited',
      'linkDead',
      'codesExhausted',
      'messageNotSent',
      'sessionEnded',
      'tooMany',
    ],
  }),
  startLink: route({
    secret: true,
    method: 'POST',
    path: '/v1/api/security/start-oidc-link',
    summary: 'The address at the provider for linking a sign-in there to the session user.',
    access: access.session,
    needsFreshFactor: true,
    body: z.object({ password: presentPassword }),
    reply: authorisation,
    refusals: ['wrongPassword', 'signInPaused', 'oidcUnavailable', 'oidcUnreachable', 'oidcLinkedOtherwise'],
  }),
  findLinks: route({
    method: 'GET',
    path: '/v1/api/security/find-linked-sign-ins',
    summary: 'The sign-ins at providers that open Clubfolio for the session user.',
    access: access.session,
    reply: z.array(LinkedSignIn),
  }),
  removeLink: route({
    effect: 'recorded',
    secret: true,
    method: 'POST',
    path: '/v1/api/security/remove-linked-sign-in',
    summary: 'Remove the link to a sign-in at a provider; the password stays the way in.',
    access: access.session,
    needsFreshFactor: true,
    owns: [{ object: 'linkedSignIn', at: 'body.id' }],
    body: onlyId.extend({ password: presentPassword }),
    reply: messageReply,
    refusals: ['wrongPassword', 'signInPaused', 'notFound'],
  }),
} as const
