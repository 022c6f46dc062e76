// Sign-in: registration, password, then a 6-digit code; the session user; ending sessions; passwords and one-use links.
// Source: docs/rules/access.md, "Sign-in".
import { z } from 'zod'
import { access } from './access.ts'
import { email, id, line, messageReply, onlyId, password, phoneNumber } from './field.ts'
import { PasskeyAssertion, PasskeyRequest } from './passkey.ts'
import { permissionKey } from './permission.ts'
import { route } from './route.ts'
import { instant } from './wire.ts'

/** What opens the session after the password. */
export const StepMethod = z.enum(['SMS', 'AUTHENTICATOR', 'PASSKEY', 'RECOVERY_CODE']).meta({ id: 'StepMethod' })
export type StepMethod = z.output<typeof StepMethod>

/** Only what the confirmation step needs: no usable token exists before the code is checked. */
export const PendingSignIn = z
  .object({
    /** Where the code was sent: "phone" or "e-mail". */
    messageType: z.enum(['phone', 'e-mail']),
    email: z.string(),
    /** Seconds until the code expires. */
    expiresInSeconds: z.number().int(),
    /** Seconds until another code may be sent. */
    resendInSeconds: z.number().int(),
    /**
     * Present for users with a sign-in method of their own, the preferred one first. Without "SMS" none is sent, and
     * with it only when asked for by send-verification-code.
     */
    methods: z.array(StepMethod).optional(),
  })
  .meta({ id: 'PendingSignIn' })
export type PendingSignIn = z.output<typeof PendingSignIn>

export const SessionUser = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    isSystem: z.boolean(),
    token: z.string(),
    /** The token is refused from this instant on; every other call that is not timer-driven moves it. */
    tokenExpire: instant,
    permissions: z.array(z.object({ nameKey: permissionKey })),
  })
  .meta({ id: 'SessionUser' })
export type SessionUser = z.output<typeof SessionUser>

/** The Register form's bot protection: our own proof of work, or Google's check where configured. */
export const CaptchaOffer = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('ALTCHA'),
      challenge: z.object({
        parameters: z.object({
          algorithm: z.string(),
          nonce: z.string(),
          salt: z.string(),
          cost: z.number().int(),
          keyLength: z.number().int(),
          keyPrefix: z.string(),
          data: z.record(z.string(), z.union([z.string(), z.number()])),
        }),
        signature: z.string(),
      }),
    }),
    z.object({ kind: z.literal('RECAPTCHA'), siteKey: z.string(), scriptUrl: z.string() }),
  ])
  .meta({ id: 'CaptchaOffer' })
export type CaptchaOffer = z.output<typeof CaptchaOffer>

/** What a session was opened with, besides the password. */
export const SessionFactor = z
  .enum(['SMS', 'AUTHENTICATOR', 'PASSKEY', 'RECOVERY_CODE', 'OIDC'])
  .meta({ id: 'SessionFactor' })
export type SessionFactor = z.output<typeof SessionFactor>

/** Factors that a group can require; a text message can be read by somebody who takes over the phone number. */
export const strongFactors: readonly SessionFactor[] = ['AUTHENTICATOR', 'PASSKEY', 'RECOVERY_CODE']

/** How long a factor counts as fresh for calls that move money or give rights. */
export const freshFactorMs = 10 * 60 * 1000

/** One of the user's own sessions, as the profile lists it. */
export const MySession = z
  .object({
    id,
    startedAt: instant,
    lastUsedAt: instant,
    expiresAt: instant,
    address: z.string(),
    userAgent: z.string(),
    /** What it was opened with, or confirmed with since. */
    openedBy: SessionFactor,
    /** The provider that took the place of the password; null when none did. */
    provider: z.string().nullable(),
    /** The session of this request. */
    isCurrent: z.boolean(),
  })
  .meta({ id: 'MySession' })
export type MySession = z.output<typeof MySession>

/** A browser that is remembered since it signed in, as the profile lists it. */
export const KnownBrowser = z
  .object({
    id,
    /** Empty for one that has not signed in since browsers are noted. */
    userAgent: z.string(),
    /** From which the last sign-in came; null for one that has not signed in since addresses are noted. */
    lastAddress: z.string().nullable(),
    knownSince: instant,
    /** The last sign-in in it. */
    lastUsedAt: instant.nullable(),
    isThisBrowser: z.boolean(),
  })
  .meta({ id: 'KnownBrowser' })
export type KnownBrowser = z.output<typeof KnownBrowser>

/** What a link's form must ask for. */
export const Invitation = z
  .object({
    email: z.string(),
    /** A user with this e-mail address exists. */
    isKnown: z.boolean(),
    /**
     * The link leads to Administrators, where a known user confirms their password. Otherwise an administrator has
     * created the user, who chooses their first one.
     */
    isToAdminister: z.boolean(),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.output<typeof Invitation>

/** The secret part of a one-use link. It follows the # of the address, so no server log and no other page sees it. */
export const linkToken = z.string().min(20, 'This is not a whole link.').max(128)

const signInEmail = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'E-mail is required.')
  .max(254)
  .pipe(z.email('Enter a valid e-mail address.'))

export const securityRoutes = {
  login: route({
    method: 'POST',
    path: '/v1/api/security/login',
    summary: 'Check e-mail and password and send a 6-digit code.',
    access: access.public,
    body: z.object({
      email: signInEmail,
      password: z.string().min(8, 'A password has at least 8 characters.').max(128),
    }),
    reply: PendingSignIn,
    refusals: ['wrongCredentials', 'signInPaused', 'codesExhausted', 'messageNotSent'],
  }),
  findCaptcha: route({
    method: 'GET',
    path: '/v1/api/security/find-captcha',
    summary: 'What the Register form has to solve or show; the answer travels as reCaptchaCode.',
    access: access.public,
    reply: CaptchaOffer,
  }),
  createUser: route({
    method: 'POST',
    path: '/v1/api/security/create-user',
    summary: 'Register: a new person gets a code, the owner of a known e-mail gets a mail; both answers look the same.',
    access: access.public,
    body: z.object({
      firstName: line(60, 'First name'),
      lastName: line(60, 'Last name'),
      email: signInEmail,
      phoneNumber,
      password,
      reCaptchaCode: z.string().min(1, 'Wait until the human check is done.').max(8_192),
    }),
    reply: PendingSignIn,
    refusals: ['captchaWrong', 'captchaUnavailable', 'commonPassword', 'codesExhausted', 'tooMany'],
  }),
  sendVerificationCode: route({
    method: 'POST',
    path: '/v1/api/security/send-verification-code',
    summary: 'Send a new code for the pending sign-in; the old one dies.',
    access: access.public,
    body: z.object({ email }),
    reply: PendingSignIn,
    refusals: ['noPendingSignIn', 'smsOff', 'resendTooSoon', 'resendExhausted', 'codesExhausted', 'messageNotSent'],
  }),
  checkVerificationCode: route({
    method: 'POST',
    path: '/v1/api/security/check-verification-code',
    summary: 'Exchange a right code for a session.',
    access: access.public,
    body: z.object({ email, code: z.string().trim().min(6, 'The code has 6 digits.').max(12) }),
    reply: SessionUser,
    refusals: ['wrongCode', 'codeDead', 'sessionEnded', 'signInPaused'],
  }),
  checkMethodCode: route({
    method: 'POST',
    path: '/v1/api/security/check-method-code',
    summary: 'Exchange a code of an authenticator app, or a recovery code, for a session.',
    access: access.public,
    body: z.object({
      email,
      method: z.enum(['AUTHENTICATOR', 'RECOVERY_CODE']),
      code: z.string().trim().min(6, 'The code has at least 6 characters.').max(32),
    }),
    reply: SessionUser,
    refusals: ['wrongCode', 'codeDead', 'sessionEnded', 'signInPaused'],
  }),
  startPasskeySignIn: route({
    method: 'POST',
    path: '/v1/api/security/start-passkey-sign-in',
    summary: 'A challenge for signing in by a passkey alone, alike for everybody; one use, valid 5 minutes.',
    access: access.public,
    reply: PasskeyRequest,
    refusals: ['passkeysUnavailable'],
  }),
  finishPasskeySignIn: route({
    method: 'POST',
    path: '/v1/api/security/finish-passkey-sign-in',
    summary: 'Exchange the answer of a passkey, with the user verified by their device, for a session.',
    access: access.public,
    body: z.object({
      challengeId: id,
      answer: PasskeyAssertion,
      /** Of the user whose page waits: a passkey of somebody else opens nothing. */
      email: email.optional(),
    }),
    reply: SessionUser,
    refusals: ['passkeyRefused', 'passkeysUnavailable', 'sessionEnded'],
  }),
  startPasskeyStep: route({
    method: 'POST',
    path: '/v1/api/security/start-passkey-step',
    summary: 'A challenge for a passkey after the password; only for the browser that gave it.',
    access: access.public,
    body: z.object({ email }),
    reply: PasskeyRequest,
    refusals: ['codeDead', 'passkeysUnavailable'],
  }),
  finishPasskeyStep: route({
    method: 'POST',
    path: '/v1/api/security/finish-passkey-step',
    summary: 'Exchange the answer of a passkey after the password for a session.',
    access: access.public,
    body: z.object({ email, challengeId: id, answer: PasskeyAssertion }),
    reply: SessionUser,
    refusals: ['passkeyRefused', 'codeDead', 'signInPaused', 'passkeysUnavailable', 'sessionEnded'],
  }),
  getMyUser: route({
    beforeStrongFactor: true,
    method: 'GET',
    path: '/v1/api/security/get-my-user',
    summary: 'The session user with the current token expiry and permissions; asking does not move the expiry.',
    asksForSession: true,
    access: access.session,
    reply: SessionUser,
  }),
  touch: route({
    beforeStrongFactor: true,
    method: 'POST',
    path: '/v1/api/security/touch',
    summary: 'Say that the person is still there; moves the idle limit.',
    access: access.session,
    reply: z.object({ tokenExpire: instant }),
  }),
  logout: route({
    beforeStrongFactor: true,
    method: 'POST',
    path: '/v1/api/security/logout',
    summary: 'End this session.',
    access: access.session,
    reply: messageReply,
  }),
  findMySessions: route({
    method: 'GET',
    path: '/v1/api/security/find-my-sessions',
    summary: 'The live sessions of the session user, this one first.',
    access: access.session,
    reply: z.array(MySession),
  }),
  endMySession: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/security/end-my-session',
    summary: 'End one session of the session user.',
    access: access.session,
    owns: [{ object: 'session', at: 'body.id' }],
    body: onlyId,
    reply: messageReply,
    refusals: ['notFound'],
  }),
  endMyOtherSessions: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/security/end-my-other-sessions',
    summary: 'End every session of the session user but this one.',
    access: access.session,
    reply: messageReply,
  }),
  findKnownBrowsers: route({
    method: 'GET',
    path: '/v1/api/security/find-known-browsers',
    summary: 'The browsers that are remembered for the session user, this one first.',
    access: access.session,
    reply: z.array(KnownBrowser),
  }),
  forgetBrowser: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/security/forget-browser',
    summary: 'Forget one browser of the session user: its sessions end, and its next sign-in is that of a new one.',
    access: access.session,
    owns: [{ object: 'knownBrowser', at: 'body.id' }],
    body: onlyId,
    reply: messageReply,
    refusals: ['notFound'],
  }),
  changePassword: route({
    needsFreshFactor: true,
    effect: 'recorded',
    secret: true,
    method: 'POST',
    path: '/v1/api/security/change-password',
    summary: 'Replace the password; every other session ends.',
    access: access.session,
    body: z.object({
      oldPassword: z.string().min(1, 'The present password is required.').max(128),
      newPassword: password,
    }),
    reply: messageReply,
    refusals: ['wrongPassword', 'commonPassword', 'signInPaused'],
  }),
  requestPasswordReset: route({
    method: 'POST',
    path: '/v1/api/security/request-password-reset',
    summary: 'Mail a one-use link, valid 30 minutes, to the owner of the address; answers alike when there is none.',
    access: access.public,
    body: z.object({ email: signInEmail }),
    reply: messageReply,
    refusals: ['tooMany'],
  }),
  resetPassword: route({
    method: 'POST',
    path: '/v1/api/security/reset-password',
    summary:
      'Set a new password by a mailed link, a first one by an invitation; every session ends, and signing in needs ' +
      'the code as ever.',
    access: access.public,
    body: z.object({ token: linkToken, password }),
    reply: messageReply,
    refusals: ['linkDead', 'commonPassword', 'tooMany'],
  }),
  findInvitation: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/security/find-invitation',
    summary: 'Whom an invitation is for.',
    access: access.public,
    body: z.object({ token: linkToken }),
    reply: Invitation,
    refusals: ['linkDead', 'tooMany'],
  }),
  acceptInvitation: route({
    method: 'POST',
    path: '/v1/api/security/accept-invitation',
    summary: 'Become an administrator by a one-use link; a known person confirms their password. The code follows.',
    access: access.public,
    body: z.object({
      token: linkToken,
      password,
      /** A new user enters all three; they are ignored for a known one. */
      firstName: line(60, 'First name').optional(),
      lastName: line(60, 'Last name').optional(),
      phoneNumber: phoneNumber.optional(),
    }),
    reply: PendingSignIn,
    refusals: [
      'linkDead',
      'wrongPassword',
      'commonPassword',
      'codesExhausted',
      'messageNotSent',
      'signInPaused',
      'tooMany',
      'invalid',
    ],
  }),
} as const
