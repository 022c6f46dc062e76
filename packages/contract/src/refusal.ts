// The core catalogue of expected failures: each has a name, a status and a plain text that tells the user what to do.
// Any other failure is a fault and is answered with a plain 500 and a request id.

export const refusals = {
  // requests
  malformed: { status: 400, text: 'The request could not be read. Reload the page and try again.' },
  invalid: { status: 400, text: 'Some fields need attention.' },
  unknownRoute: { status: 404, text: 'There is nothing at this address.' },
  notFound: { status: 404, text: 'This was not found, or it is not yours.' },
  unsupportedType: { status: 415, text: 'Send the request as JSON.' },
  tooLarge: { status: 413, text: 'That is more than can be sent at once.' },
  tooMany: { status: 429, text: 'Too many requests. Wait a moment and try again.' },
  wrongHost: {
    status: 421,
    text: 'This server does not answer under that name. Use the address it printed at its start.',
  },
  busy: {
    status: 503,
    text:
      'There is more to do at the moment than can be answered. Nothing was changed by this request; try again in a ' +
      'few seconds.',
  },
  databaseAway: {
    status: 503,
    text:
      'The database does not answer right now, and it is not known whether this was carried out. Try again in a ' +
      'few seconds: the same request is never carried out twice.',
  },
  storageFull: {
    status: 507,
    text:
      'The disk of the server is full, so nothing was recorded. The operator of the server has to free space; then ' +
      'try again.',
  },
  // sessions and rights
  signInNeeded: { status: 401, text: 'Please sign in.' },
  sessionEnded: { status: 401, text: 'Your session has ended. Please sign in again.' },
  forbidden: { status: 403, text: 'Your groups do not allow this. An administrator can grant it.' },
  freshFactorNeeded: {
    status: 403,
    text: "Confirm it's you: your last sign-in or confirmation is more than 10 minutes old. Then try again.",
  },
  strongFactorNeeded: {
    status: 403,
    text:
      'One of your groups requires a passkey or an authenticator app. Confirm with one; if you have none, add one ' +
      'under "Sign-in methods".',
  },
  // API tokens
  tokenInvalid: {
    status: 401,
    text:
      'This API token is unknown, expired or revoked, or its user may no longer sign in. Make another in your ' +
      'profile.',
  },
  tokenNever: { status: 403, text: 'No API token may make this call. Sign in to make it.' },
  tokenReadOnly: { status: 403, text: 'This API token is read only, and this call changes something.' },
  tokenScope: {
    status: 403,
    text: 'This API token does not cover this. It is limited to some permissions or accounts; make one that covers it.',
  },
  tokenStrongFactor: {
    status: 403,
    text:
      'A group of the user of this API token requires a passkey or an authenticator app. Sign in with one and make ' +
      'another token, which works while that method stays.',
  },
  // repeated requests
  requestInFlight: { status: 409, text: 'The same request is still being worked on. Wait for its answer.' },
  requestWithdrawn: {
    status: 409,
    text:
      'This request arrived after it was reported as not carried out, so it was refused. Send it again if you ' +
      'still want it.',
  },
  requestUnknown: {
    status: 409,
    text: 'It could not be found out whether this was carried out. Look before you repeat it.',
  },
  requestKeyReused: {
    status: 422,
    text: 'This request was sent before with other content. Reload the page and try again.',
  },
  // sign-in
  wrongCredentials: { status: 400, text: 'E-mail or password is wrong.' },
  signInPaused: { status: 429, text: 'Too many failed attempts. Wait {seconds} seconds and try again.' },
  wrongCode: { status: 400, text: 'The code is wrong.' },
  codeDead: { status: 400, text: 'This code is no longer valid. Sign in again to get a new one.' },
  resendTooSoon: { status: 429, text: 'A new code can be sent {seconds} seconds from now.' },
  resendExhausted: { status: 429, text: 'No further code can be sent for this sign-in. Start again.' },
  codesExhausted: {
    status: 429,
    text: 'Five codes were sent to this phone number within an hour. The next one is possible in {wait}.',
  },
  noPendingSignIn: { status: 400, text: 'There is no sign-in waiting for a code. Start with e-mail and password.' },
  smsOff: { status: 400, text: 'Text messages are switched off for your sign-in. Use another method.' },
  messageNotSent: { status: 503, text: 'The code could not be sent right now. Try again in a minute.' },
  // registration, passwords and links
  captchaWrong: {
    status: 400,
    text: 'The human check expired or was used before. It runs again by itself; then try again.',
  },
  captchaUnavailable: { status: 503, text: 'The human check does not work right now. Try again in a minute.' },
  commonPassword: {
    status: 400,
    text: 'This password is one of the commonest and would be guessed. Choose another one.',
  },
  wrongPassword: { status: 400, text: 'The password is wrong.' },
  linkDead: { status: 400, text: 'This link has run out or was used before. Ask for a new one.' },
} as const satisfies Record<string, { status: number; text: string }>

/** Refusals of an effect that leave open whether it happened. Every other refusal means that it did not. */
export const uncertainRefusals: ReadonlySet<string> = new Set([
  'requestInFlight',
  'orderUnknown',
  'orderCancelUnknown',
  'databaseAway',
  'storageFull',
])

/**
 * A refusal's status and text. Each feature adds its own to the catalogue, with uniqueness of names checked by the
 * compiler.
 */
export type RefusalDefinition = {
  readonly status: number
  readonly text: string
  /** The field of the call that it is about: the answer has its text beside that field. */
  readonly field?: string
}
export type CoreRefusalName = keyof typeof refusals

/** A validation message for one field in a 400 response. */
export interface FieldFault {
  readonly field: string
  readonly message: string
}

/** The body of every failed call: a text, or a list of field faults (docs/rules/wire.md, "Errors"). */
export interface ErrorBody {
  readonly code: number
  readonly error: string | readonly FieldFault[]
  /** The refusal's name in the catalogue; absent for faults. */
  readonly refusal?: string
  readonly requestId?: string
}
