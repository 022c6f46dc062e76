// What travels between a browser's WebAuthn and the server: the JSON forms of the standard, as far as we use them.
// https://www.w3.org/TR/webauthn-3/
import { z } from 'zod'
import { id } from './field.ts'

/** Bytes as base64url without padding. */
const bytes = (maxLength: number) =>
  z
    .string()
    .min(1, 'The answer of the passkey is not whole.')
    .max(maxLength, 'The answer of the passkey is too long.')
    .regex(/^[\w-]+$/, 'The answer of the passkey could not be read.')

const transports = z.array(z.string().max(32)).max(10)
const named = z.object({ id: z.string(), type: z.literal('public-key'), transports: transports.optional() })
const userVerification = z.enum(['required', 'preferred', 'discouraged'])

export const PasskeyCreation = z
  .object({
    challengeId: id,
    options: z.object({
      rp: z.object({ id: z.string(), name: z.string() }),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      challenge: z.string(),
      pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: z.literal('public-key') })),
      timeout: z.number().int(),
      excludeCredentials: z.array(named),
      authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification }),
      attestation: z.literal('none'),
    }),
  })
  .meta({ id: 'PasskeyCreation' })
export type PasskeyCreation = z.output<typeof PasskeyCreation>

export const PasskeyRequest = z
  .object({
    challengeId: id,
    options: z.object({
      rpId: z.string(),
      challenge: z.string(),
      timeout: z.number().int(),
      /** Empty: any passkey of this place that the device offers. */
      allowCredentials: z.array(named),
      userVerification,
    }),
  })
  .meta({ id: 'PasskeyRequest' })
export type PasskeyRequest = z.output<typeof PasskeyRequest>

/** The new credential, as `navigator.credentials.create` gives it. */
export const PasskeyAttestation = z
  .object({
    id: bytes(1_400),
    rawId: bytes(1_400),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: bytes(8_192),
      attestationObject: bytes(65_536),
      transports: transports.optional(),
    }),
  })
  .meta({ id: 'PasskeyAttestation' })
export type PasskeyAttestation = z.output<typeof PasskeyAttestation>

/** The signed challenge, as `navigator.credentials.get` gives it. */
export const PasskeyAssertion = z
  .object({
    id: bytes(1_400),
    rawId: bytes(1_400),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: bytes(8_192),
      authenticatorData: bytes(8_192),
      signature: bytes(2_048),
      /** Absent where the device stores no user with the passkey. */
      userHandle: bytes(100).optional(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' })
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>
