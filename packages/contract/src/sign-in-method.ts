// How a user proves at sign-in that it is them, beside the password: passkeys, authenticator apps and one-use recovery
// codes.
// Every change asks for the password again. Source: docs/rules/access.md, "Sign-in methods".
import { z } from 'zod'
import { access } from './access.ts'
import { id, line, messageReply } from './field.ts'
import type { RefusalDefinition } from './refusal.ts'
import { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from './passkey.ts'
import { route } from './route.ts'
import { instant } from './wire.ts'

export const signInMethodRefusals = {
  tooManyMethods: { status: 409, text: 'You have ten sign-in methods, which is the most. Remove one first.' },
  passkeysUnavailable: {
    status: 409,
    text: 'Passkeys need a name in the address of this server, such as localhost; an IP address is not enough.',
  },
  passkeyRefused: { status: 400, text: 'This passkey was not accepted. Try again, or use another sign-in method.' },
  setupDead: { status: 400, text: 'This setup is no longer valid. Start it again.' },
  strongMethodFirst: {
    status: 409,
    text: 'Text messages can only be switched off once you have another sign-in method. Add one first.',
  },
  recoveryCodesFirst: {
    status: 409,
    text: 'Create recovery codes first: they are the way in when your other sign-in methods are lost.',
  },
  strongMethodStays: {
    status: 409,
    text:
      'One of your groups requires a passkey or an authenticator app, and this is your last one. Add another one ' +
      'before you remove it.',
  },
  strongMethodFirstUsed: {
    status: 409,
    text:
      'Your user has a sign-in method that you did not use in this session. Confirm with it before you add ' +
      'another.',
  },
} as const satisfies Record<string, RefusalDefinition>

export const SignInMethod = z
  .object({
    id,
    kind: z.enum(['AUTHENTICATOR', 'PASSKEY']),
    name: z.string(),
    addedAt: instant,
    /** Null: not used for a sign-in yet. */
    lastUsedAt: instant.nullable(),
  })
  .meta({ id: 'SignInMethod' })
export type SignInMethod = z.output<typeof SignInMethod>

export const SignInMethods = z
  .object({
    /** The oldest first. */
    methods: z.array(SignInMethod),
    /** Codes of the current set that were not used yet. */
    recoveryCodesLeft: z.number().int(),
    /** Whether a code by text message opens a session; always true without another method. */
    isSmsOn: z.boolean(),
    /** Whether a group of the user requires a passkey or an authenticator app. */
    isStrongFactorRequired: z.boolean(),
  })
  .meta({ id: 'SignInMethods' })
export type SignInMethods = z.output<typeof SignInMethods>

export const AuthenticatorSetup = z
  .object({
    id,
    /** The secret in base 32, for typing it into the app. */
    secret: z.string(),
    /** The same as an address `otpauth://totp/...`, which the QR code carries. */
    address: z.string(),
  })
  .meta({ id: 'AuthenticatorSetup' })
export type AuthenticatorSetup = z.output<typeof AuthenticatorSetup>

const presentPassword = z.string().min(1, 'Your password is required.').max(128)
const methodName = line(60, 'Name')

export const signInMethodRoutes = {
  findMySignInMethods: route({
    beforeStrongFactor: true,
    method: 'GET',
    path: '/v1/api/security/find-my-sign-in-methods',
    summary: 'The sign-in methods of the session user, the recovery codes left, and whether text messages are on.',
    access: access.session,
    reply: SignInMethods,
  }),
  startAuthenticator: route({
    beforeStrongFactor: true,
    needsFreshFactor: true,
    secret: true,
    method: 'POST',
    path: '/v1/api/security/start-authenticator',
    summary: 'Make the secret of an authenticator app; it counts once a code of it is confirmed, within 15 minutes.',
    access: access.session,
    body: z.object({ name: methodName, password: presentPassword }),
    reply: AuthenticatorSetup,
    refusals: ['wrongPassword', 'signInPaused', 'tooManyMethods', 'strongMethodFirstUsed'],
  }),
  confirmAuthenticator: route({
    beforeStrongFactor: true,
    effect: 'recorded',
    secret: true,
    method: 'POST',
    path: '/v1/api/security/confirm-authenticator',
    summary: 'Activate the authenticator app by a code that it shows.',
    access: access.session,
    owns: [{ object: 'signInMethod', at: 'body.id' }],
    body: z.object({ id, code: z.string().trim().min(6, 'The code has 6 digits.').max(12) }),
    reply: messageReply,
    refusals: ['wrongCode', 'setupDead', 'notFound', 'signInPaused', 'tooManyMethods', 'strongMethodFirstUsed'],
  }),
  startPasskey: route({
    beforeStrongFactor: true,
    needsFreshFactor: true,
    secret: true,
    method: 'POST',
    path: '/v1/api/security/start-passkey',
    summary: 'A challenge for a new passkey of the session user; one use, valid 5 minutes.',
    access: access.session,
    body: z.object({ password: presentPassword }),
    reply: PasskeyCreation,
    refusals: ['wrongPassword', 'signInPaused', 'tooManyMethods', 'passkeysUnavailable', 'strongMethodFirstUsed'],
  }),
  finishPasskey: route({
    beforeStrongFactor: true,
    effect: 'recorded',
    secret: true,
    method: 'POST',
    path: '/v1/api/security/finish-passkey',
    summary: 'Store the new passkey of the session user.',
    access: access.session,
    body: z.object({ challengeId: id, name: methodName, answer: PasskeyAttestation }),
    reply: messageReply,
    refusals: ['passkeyRefused', 'tooManyMethods', 'passkeysUnavailable', 'strongMethodFirstUsed'],
  }),
  renameSignInMethod: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/security/rename-sign-in-method',
    summary: 'Give a sign-in method another name.',
    access: access.session,
    owns: [{ object: 'signInMethod', at: 'body.id' }],
    body: z.object({ id, name: methodName }),
    reply: messageReply,
    refusals: ['notFound'],
  }),
  removeSignInMethod: route({
    needsFreshFactor: true,
    effect: 'recorded',
    secret: true,
    method: 'POST',
    path: '/v1/api/security/remove-sign-in-method',
    summary: 'Remove a sign-in method; with the last one the recovery codes end and text messages are on again.',
    access: access.session,
    owns: [{ object: 'signInMethod', at: 'body.id' }],
    body: z.object({ id, password: presentPassword }),
    reply: messageReply,
    refusals: ['wrongPassword', 'signInPaused', 'notFound', 'strongMethodStays'],
  }),
  makeRecoveryCodes: route({
    needsFreshFactor: true,
    secret: true,
    method: 'POST',
    path: '/v1/api/security/make-recovery-codes',
    summary: 'Make ten recovery codes, shown only now; they replace the earlier ones.',
    access: access.session,
    body: z.object({ password: presentPassword }),
    reply: z.object({ codes: z.array(z.string()) }),
    refusals: ['wrongPassword', 'signInPaused', 'strongMethodFirst'],
  }),
  switchSmsCodes: route({
    needsFreshFactor: true,
    effect: 'recorded',
    secret: true,
    method: 'POST',
    path: '/v1/api/security/switch-sms-codes',
    summary: 'Allow codes by text message at sign-in, or refuse them; refusing ends sessions opened by one.',
    access: access.session,
    body: z.object({ isOn: z.boolean(), password: presentPassword }),
    reply: messageReply,
    refusals: ['wrongPassword', 'signInPaused', 'strongMethodFirst', 'recoveryCodesFirst'],
  }),
  sendConfirmationCode: route({
    method: 'POST',
    path: '/v1/api/security/send-confirmation-code',
    summary: 'Send a code that confirms this session, to a session user who has text messages only.',
    beforeStrongFactor: true,
    access: access.session,
    reply: z.object({ expiresInSeconds: z.number().int(), resendInSeconds: z.number().int() }),
    refusals: ['smsOff', 'resendTooSoon', 'codesExhausted', 'messageNotSent'],
  }),
  confirmByCode: route({
    secret: true,
    method: 'POST',
    path: '/v1/api/security/confirm-by-code',
    summary: 'Confirm this session by a code: for 10 minutes its user may move money and give rights.',
    beforeStrongFactor: true,
    access: access.session,
    body: z.object({
      method: z.enum(['SMS', 'AUTHENTICATOR', 'RECOVERY_CODE']),
      code: z.string().trim().min(6, 'The code has at least 6 characters.').max(32),
    }),
    reply: messageReply,
    refusals: ['wrongCode', 'codeDead', 'smsOff', 'signInPaused'],
  }),
  startPasskeyConfirmation: route({
    method: 'POST',
    path: '/v1/api/security/start-passkey-confirmation',
    summary: 'A challenge for confirming this session by a passkey of the session user; one use, valid 5 minutes.',
    beforeStrongFactor: true,
    access: access.session,
    reply: PasskeyRequest,
    refusals: ['passkeysUnavailable'],
  }),
  finishPasskeyConfirmation: route({
    secret: true,
    method: 'POST',
    path: '/v1/api/security/finish-passkey-confirmation',
    summary: 'Confirm this session by the answer of a passkey, as confirm-by-code does.',
    beforeStrongFactor: true,
    access: access.session,
    body: z.object({ challengeId: id, answer: PasskeyAssertion }),
    reply: messageReply,
    refusals: ['passkeyRefused', 'passkeysUnavailable'],
  }),
} as const
