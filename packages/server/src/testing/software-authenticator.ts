// A passkey device in software: ES256 keys, and the few forms of CBOR and COSE that WebAuthn needs. Tests turn each part
// of an answer wrong.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '@clubfolio/contract'

export interface AnswerTwist {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: string
  readonly isUserVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string | undefined
  /** Signs with another key. */
  readonly key?: KeyObject
}

export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(32)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  #userHandle = ''
  #counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  get id(): string {
    return this.credentialId.toString('base64url')
  }

  create({ options }: PasskeyCreation, twist: AnswerTwist = {}): PasskeyAttestation {
    this.#userHandle = options.user.id
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' })
    const coseKey = cborMap([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.credentialId.length)
    const authData = Buffer.concat([
      this.#authData(options.rp.id, twist, 0x40),
      Buffer.alloc(16),
      length,
      this.credentialId,
      coseKey,
    ])
    const attestationObject = cborMap([
      ['fmt', 'none'],
      ['attStmt', new Map<never, never>()],
      ['authData', authData],
    ])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, twist).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  get({ options }: PasskeyRequest, twist: AnswerTwist = {}): PasskeyAssertion {
    this.#counter = twist.counter ?? this.#counter + 1
    const authenticatorData = this.#authData(options.rpId, twist, 0)
    const clientData = this.#clientData('webauthn.get', options.challenge, twist)
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()])
    const userHandle = 'userHandle' in twist ? twist.userHandle : this.#userHandle
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, twist.key ?? this.#keys.privateKey).toString('base64url'),
        ...(userHandle === undefined ? {} : { userHandle }),
      },
    }
  }

  #clientData(type: string, challenge: string, twist: AnswerTwist): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? this.#origin,
        crossOrigin: false,
      }),
    )
  }

  #authData(rpId: string, { rpId: otherRpId, isUserVerified = true }: AnswerTwist, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    return Buffer.concat([
      createHash('sha256')
        .update(otherRpId ?? rpId)
        .digest(),
      Buffer.from([0x01 | (isUserVerified ? 0x04 : 0) | flags]),
      counter,
    ])
  }
}

type Cbor = number | string | Buffer | ReadonlyMap<never, never>

/** `cborMap([[1, 2]])` is `a1 01 02`. */
function cborMap(entries: readonly (readonly [number | string, Cbor])[]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, value]) => [cbor(key), cbor(value)])])
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  return Buffer.isBuffer(value) ? Buffer.concat([head(2, value.length), value]) : head(5, 0)
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
