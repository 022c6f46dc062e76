// Random numbers by position instead of by sequence: the nth draw of a named stream is a pure function of seed, name
// and n, so that any moment of the market can be computed independently and is the same in every process.

import { exactLog } from './exact-math.ts'

/** A named source of draws: two hashed words. */
export interface Stream {
  readonly a: number
  readonly b: number
}

/** Scrambles a 32-bit word so that each input bit flips about half of the output bits. */
function scramble(word: number): number {
  let h = word | 0
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return (h ^ (h >>> 16)) | 0
}

/**
 * Returns the stream of a name under a seed. Streams with different names are independent. Example:
 * `streamOf('demo', 'market')`.
 */
export function streamOf(seed: string, name: string): Stream {
  let a = 0x51ed270b
  let b = 0x2c1b3c6d
  const text = `${seed.length}:${seed}/${name}`
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    a = scramble(a ^ Math.imul(code, 0x01000193) ^ i)
    b = scramble((b + Math.imul(code, 0x85ebca6b)) | 0)
  }
  return { a, b: scramble(a ^ b) }
}

/** Returns the nth draw of a stream as 32 random bits, 0 to 4,294,967,295. */
export function bitsAt(stream: Stream, n: number): number {
  return scramble(scramble(Math.imul(n, 0x9e3779b1) ^ stream.a) ^ stream.b) >>> 0
}

/** Returns the nth draw as a number strictly between 0 and 1. */
export function uniformAt(stream: Stream, n: number): number {
  return (bitsAt(stream, n) + 0.5) / 4294967296
}

/** Returns the nth draw as a whole number from 0 to `count` - 1. */
export function pickAt(stream: Stream, n: number, count: number): number {
  return Math.floor(uniformAt(stream, n) * count)
}

/** Returns the nth draw from the normal distribution (mean 0, deviation 1), by the polar method. */
export function normalAt(stream: Stream, n: number): number {
  let word = bitsAt(stream, n)
  for (;;) {
    const x = (scramble(word ^ 0x3c6ef372) | 0) / 2147483648
    const y = (scramble(word ^ 0x5bd1e995) | 0) / 2147483648
    const square = x * x + y * y
    if (square > 0 && square < 1) return x * Math.sqrt((-2 * exactLog(square)) / square)
    word = scramble(word + 0x6a09e667)
  }
}

const HEAVY_WEIGHT = 0.07
const HEAVY_SCALE = Math.sqrt(1 + 6 * HEAVY_WEIGHT + 15 * HEAVY_WEIGHT * HEAVY_WEIGHT)

/** Returns a draw with deviation 1 and heavy tails (kurtosis about 5.3): a normal draw plus a fraction of its cube. */
export function heavyAt(stream: Stream, n: number): number {
  const z = normalAt(stream, n)
  return (z * (1 + HEAVY_WEIGHT * z * z)) / HEAVY_SCALE
}
