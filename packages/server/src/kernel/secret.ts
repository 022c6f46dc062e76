// Secrets at rest: AES-256-GCM with a key id prefix and the row's identity as associated data, so that a value copied
// into another row does not open. Key rotation: the first key seals, every listed key opens.
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'

export interface SecretBox {
  /** Seals `plain` for the row that `boundTo` names, e.g. `broker_login:018f...:refresh_token`. */
  seal(plain: string, boundTo: string): Buffer
  open(sealed: Buffer, boundTo: string): string
  /** True when `sealed` was made with an older key and should be resealed. */
  isStale(sealed: Buffer): boolean
  /** Returns a keyed fingerprint for lookups and codes: equal inputs give equal outputs, nothing can be read back. */
  fingerprint(plain: string, purpose: string): Buffer
  /**
   * Returns the fingerprints under every listed key, newest first, so that processes that switch to a new key one by
   * one recognise each other's.
   */
  fingerprints(plain: string, purpose: string): readonly [Buffer, ...Buffer[]]
  /** Whether `made` is the fingerprint of `plain` under any listed key. */
  isFingerprint(made: Buffer, plain: string, purpose: string): boolean
  /**
   * Whether the box can open what the key with this id sealed; the id is the first four bytes of a sealed value, as
   * hex.
   */
  hasKey(id: string): boolean
}

/** `createSecretBox([newestKey, olderKey])`; each key is any text of at least 32 characters. */
export function createSecretBox(keyTexts: readonly [string, ...string[]]): SecretBox {
  const keys = keyTexts.map((text) => {
    const key = createHash('sha256').update(`clubfolio secret box ${text}`).digest()
    return { id: createHash('sha256').update(key).digest().subarray(0, 4), key }
  })
  const newest = keys[0]!
  const fingerprintBy = (key: Buffer, plain: string, purpose: string) =>
    createHmac('sha256', key).update(`${purpose}\0${plain}`).digest()
  const keyOf = (sealed: Buffer) => keys.find((entry) => entry.id.equals(sealed.subarray(0, 4)))
  return {
    seal(plain, boundTo) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce)
      cipher.setAAD(Buffer.from(boundTo))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([newest.id, nonce, cipher.getAuthTag(), body])
    },
    open(sealed, boundTo) {
      const entry = keyOf(sealed)
      if (!entry) throw new Error('A stored secret was sealed with a key that CLUBFOLIO_SECRET_KEY does not list.')
      const decipher = createDecipheriv('aes-256-gcm', entry.key, sealed.subarray(4, 16))
      decipher.setAAD(Buffer.from(boundTo))
      decipher.setAuthTag(sealed.subarray(16, 32))
      return Buffer.concat([decipher.update(sealed.subarray(32)), decipher.final()]).toString('utf8')
    },
    isStale: (sealed) => keyOf(sealed) !== newest,
    hasKey: (id) => keys.some((entry) => entry.id.toString('hex') === id),
    fingerprint: (plain, purpose) => fingerprintBy(newest.key, plain, purpose),
    fingerprints: (plain, purpose) => [
      fingerprintBy(newest.key, plain, purpose),
      ...keys.slice(1).map(({ key }) => fingerprintBy(key, plain, purpose)),
    ],
    isFingerprint: (made, plain, purpose) => keys.some(({ key }) => fingerprintBy(key, plain, purpose).equals(made)),
  }
}
