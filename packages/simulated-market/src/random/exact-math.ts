// Exponential and logarithm from additions, multiplications and divisions alone, so that every engine and processor
// gives identical bits. The engines' own versions may differ in the last bit, and the whole price history depends on
// it.

const LN2_HIGH = 0.6931471803691238
const LN2_LOW = 1.9082149292705877e-10

/** Each power of two is divided into this many steps, so that a short series suffices for the remainder. */
const STEPS = 64
const STEP_HIGH = LN2_HIGH / STEPS
const STEP_LOW = LN2_LOW / STEPS
const STEPS_PER_UNIT = STEPS / (LN2_HIGH + LN2_LOW)

const value = new Float64Array(1)
const words = new Uint32Array(value.buffer)
/** Index of the word with sign and exponent: the second on little-endian machines. */
const HIGH = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 1 : 0

/** Returns e to the power of a number between 0 and ln 2, by its series; used only for the table below. */
function seriesExp(x: number): number {
  let sum = 1
  for (let n = 24; n >= 1; n -= 1) sum = 1 + (x * sum) / n
  return sum
}

const stepPowers = Float64Array.from({ length: STEPS }, (_, step) => seriesExp(step * STEP_HIGH + step * STEP_LOW))

/**
 * Returns e to the power of `x`, for |x| up to 700, to about 15 digits. Example: `exactExp(1)` is 2.718281828459045.
 */
export function exactExp(x: number): number {
  const steps = Math.floor(x * STEPS_PER_UNIT + 0.5)
  const r = x - steps * STEP_HIGH - steps * STEP_LOW
  const series = 1 + r * (1 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720))))))
  words[HIGH] = ((steps >> 6) + 1023) << 20
  words[1 - HIGH] = 0
  return stepPowers[steps & 63]! * series * value[0]!
}

/**
 * Returns the natural logarithm of a positive normal number, to about 15 digits. Example: `exactLog(2)` is
 * 0.6931471805599453.
 */
export function exactLog(x: number): number {
  value[0] = x
  const high = words[HIGH]!
  let power = (high >>> 20) - 1023
  words[HIGH] = (high & 0xfffff) | 0x3ff00000
  let mantissa = value[0]
  if (mantissa > Math.SQRT2) {
    mantissa /= 2
    power += 1
  }
  const s = (mantissa - 1) / (mantissa + 1)
  const q = s * s
  const series =
    1 + q * (1 / 3 + q * (1 / 5 + q * (1 / 7 + q * (1 / 9 + q * (1 / 11 + q * (1 / 13 + q * (1 / 15 + q / 17)))))))
  return power * LN2_HIGH + (2 * s * series + power * LN2_LOW)
}
