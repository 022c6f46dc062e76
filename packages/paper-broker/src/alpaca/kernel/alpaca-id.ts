// The UUIDs of the Alpaca wire. Orders and activities have numbers in our books, instruments have symbols: their UUIDs
// (version 8) carry these, so one order has one id on each wire and nothing has to be stored beside it.

import { createHash } from 'node:crypto'

const LOW_BITS = 62n
const MIDDLE_BITS = 12n
const PAYLOAD_BITS = 122n
const NUMBER_BITS = 64n
const CHECK_BITS = PAYLOAD_BITS - NUMBER_BITS
const UUID_8 = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const mask = (bits: bigint): bigint => (1n << bits) - 1n

/** Returns the UUID of version 8 that carries 122 bits. */
function uuidOf(payload: bigint): string {
  const high = payload >> (LOW_BITS + MIDDLE_BITS)
  const middle = (payload >> LOW_BITS) & mask(MIDDLE_BITS)
  const bits = (high << 80n) | (8n << 76n) | (middle << 64n) | (2n << LOW_BITS) | (payload & mask(LOW_BITS))
  const hex = bits.toString(16).padStart(32, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Returns the bits that a UUID carries, or null when it is not of our version. */
function payloadOf(uuid: string): bigint | null {
  const text = uuid.toLowerCase()
  if (!UUID_8.test(text)) return null
  const bits = BigInt(`0x${text.replaceAll('-', '')}`)
  const high = bits >> 80n
  const middle = (bits >> 64n) & mask(MIDDLE_BITS)
  return (((high << MIDDLE_BITS) | middle) << LOW_BITS) | (bits & mask(LOW_BITS))
}

/** What a number in a UUID counts. */
export type NumberedKind = 'order' | 'order leg' | 'activity' | 'execution'

function checkOf(kind: NumberedKind, number: bigint): bigint {
  const digest = createHash('sha256').update(`${kind} ${number}`).digest()
  return digest.readBigUInt64BE(0) >> (64n - CHECK_BITS)
}

/** Returns the id of a numbered thing: a check of kind and number, then the number. */
export function numberedId(kind: NumberedKind, number: bigint): string {
  return uuidOf((checkOf(kind, number) << NUMBER_BITS) | number)
}

/** Returns the number in an id of this kind, or null for any other text. */
export function numberOfId(kind: NumberedKind, id: string): bigint | null {
  const payload = payloadOf(id)
  if (payload === null) return null
  const number = payload & mask(NUMBER_BITS)
  return payload >> NUMBER_BITS === checkOf(kind, number) ? number : null
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-/$'
const BASE = BigInt(ALPHABET.length + 1)
/** 22 characters need 118 of the 122 bits: enough for an option's symbol, which has 21. */
const MAX_CHARACTERS = 22

/** Returns the id of an instrument, made of its symbol as the wire writes it. */
export function assetId(symbol: string): string {
  const digits = Array.from(symbol, (character) => ALPHABET.indexOf(character) + 1)
  if (digits.length > MAX_CHARACTERS || digits.includes(0)) {
    // A symbol that does not fit has an id too, but one that cannot be looked up.
    const digest = createHash('sha256').update(symbol).digest('hex')
    return uuidOf(BigInt(`0x${digest.slice(0, 30)}`) | (1n << (PAYLOAD_BITS - 1n)))
  }
  return uuidOf(
    Array.from({ length: MAX_CHARACTERS }, (_, n) => BigInt(digits[n] ?? 0)).reduce(
      (sum, digit) => sum * BASE + digit,
      0n,
    ),
  )
}

/** Returns the symbol in an instrument's id, or null for any other text. */
export function symbolOfAssetId(id: string): string | null {
  let left = payloadOf(id)
  if (left === null) return null
  let symbol = ''
  for (let n = 0; n < MAX_CHARACTERS; n += 1) {
    const digit = Number(left % BASE)
    symbol = (digit === 0 ? '' : (ALPHABET[digit - 1] ?? '')) + symbol
    left /= BASE
  }
  return left === 0n && symbol !== '' && assetId(symbol) === id.toLowerCase() ? symbol : null
}
