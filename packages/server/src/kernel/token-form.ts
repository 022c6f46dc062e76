// The form of an API token: `clf_`, then its id, its secret and a checksum, in letters and digits only. One word, which
// a double-click selects and scanners for leaked secrets recognise without asking us
// (docs/decisions/0105-api-tokens.md).
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { apiTokenPrefix } from '@clubfolio/contract'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base = BigInt(digits.length)
/** 128, 256 and 32 bits. */
const [idLength, secretLength, sumLength] = [22, 43, 6]
const form = new RegExp(`^${apiTokenPrefix}[0-9A-Za-z]{${idLength + secretLength + sumLength}}$`)

/** Returns a new token with 256 random bits for the row with this id. */
export function makeApiToken(id: string): string {
  const secret = write(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)
  const start = `${apiTokenPrefix}${write(BigInt(`0x${id.replaceAll('-', '')}`), idLength)}${secret}`
  return start + checksum(start)
}

/** Returns the id of the token's row; undefined for a text that is no token, or was altered or cut. */
export function idOfApiToken(token: string): string | undefined {
  if (!form.test(token) || checksum(token.slice(0, -sumLength)) !== token.slice(-sumLength)) return undefined
  const hex = read(token.slice(apiTokenPrefix.length, apiTokenPrefix.length + idLength))
    .toString(16)
    .padStart(32, '0')
  if (hex.length > 32) return undefined
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const checksum = (text: string): string => write(BigInt(crc32(text)), sumLength)

/** Writes a number in base 62, padded: `write(61n, 2)` is `0z`. */
function write(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; rest > 0n; rest /= base) text = digits[Number(rest % base)]! + text
  return text.padStart(length, '0')
}

const read = (text: string): bigint =>
  text.split('').reduce((value, digit) => value * base + BigInt(digits.indexOf(digit)), 0n)
