// How a user proves at sign-in that it is them, beside the password: passkeys, authenticator apps and one-use recovery
// codes.
// Every change asks for the password again. Source: docs/rules/access.md, "Sign-in methods".
import { z } from 'zod'
import { access } from './access.ts'
import { id, line, messageReply } from './field.ts'
import type { RefusalDefinition } from './refusal.ts'
import { PasskeyAttestation, PasskeyCreation } from './passkey.ts'
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
    text: 'Make recovery codes first: they are the way in when your other sign-in methods are lost.',
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
    method: 'GET',
    path: '/v1/api/security/find-my-sign-in-methods',
    summary: 'The sign-in methods of the session user, the recovery codes left, and whether text messages are on.',
    access: access.session,
    reply: SignInMethods,
  }),
  startAuthenticator: route({
    secret: true,
    method: 'POST',
    path: '/v1/api/security/start-authenticator',
    summary: 'Make the secret of an authenticator app; it counts once a code of it is confirmed, within 15 minutes.',
    access: access.session,
    body: z.object({ name: methodName, password: presentPassword }),
    reply: AuthenticatorSetup,
    refusals: ['wrongPassword', 'signInPaused', 'tooManyMethods'],
  }),
  confirmAuthenticator: route({
    effect: 'recorded',
    secret: true,
    method: 'POST',
    path: '/v1/api/security/confirm-authenticator',
    summary: 'Activate the authenticator app by a code that it shows.',
    access: access.session,
    owns: [{ object: 'signInMethod', at: 'body.id' }],
    body: z.object({ id, code: z.string().trim().min(6, 'The code has 6 digits.').max(12) }),
    reply: messageReply,
    refusals: ['wrongCode', 'setupDead', 'notFound', 'signInPaused'],
  }),
  startPasskey: route({
    secret: true,
    method: 'POST',
    path: '/v1/api/security/start-passkey',
    summary: 'A challenge for a new passkey of the session user; one use, valid 5 minutes.',
    access: access.session,
    body: z.object({ password: presentPassword }),
    reply: PasskeyCreation,
    refusals: ['wrongPassword', 'signInPaused', 'tooManyMethods', 'passkeysUnavailable'],
  }),
  finishPasskey: route({
    effect: 'recorded',
    secret: true,
    method: 'POST',
    path: '/v1/api/security/finish-passkey',
    summary: 'Store the new passkey of the session user.',
    access: access.session,
    body: z.object({ challengeId: id, name: methodName, answer: PasskeyAttestation }),
    reply: messageReply,
    refusals: ['passkeyRefused', 'tooManyMethods', 'passkeysUnavailable'],
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
    effect: 'recorded',
    secret: true,
    method: 'POST',
    path: '/v1/api/security/remove-sign-in-method',
    summary: 'Remove a sign-in method; with the last one the recovery codes end and text messages are on again.',
    access: access.session,
    owns: [{ object: 'signInMethod', at: 'body.id' }],
    body: z.object({ id, password: presentPassword }),
    reply: messageReply,
    refusals: ['wrongPassword', 'signInPaused', 'notFound'],
  }),
  makeRecoveryCodes: route({
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
} as const
