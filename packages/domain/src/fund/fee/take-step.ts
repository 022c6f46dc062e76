// Takes the units of one kind of fee from all its payers in one loop. All numbers are 64-bit integers, which the engine
// keeps in registers; whole numbers of any length would cost an allocation for each operation.
import { divideHalfEven, type Fraction } from '../../money/fraction.ts'
import type { HeldSteps } from '../held-units.ts'

/** How many unit steps a cent buys: a whole part, and a rest in parts of 2^32 that is rounded down. */
export interface StepPrice {
  readonly rate: Fraction
  readonly whole: bigint
  readonly rest: bigint
}

/** Below this a unit step costs too little: amounts below 2^31 cents would not fit. */
const wholeLimit = 2n ** 30n

/** Returns what a cent buys at a unit value, or undefined where the products would not fit. */
export function stepPriceOf(rate: Fraction): StepPrice | undefined {
  const whole = rate.denominator / rate.numerator
  if (whole >= wholeLimit) return undefined
  return { rate, whole, rest: ((rate.denominator % rate.numerator) << 32n) / rate.numerator }
}

/**
 * Returns the units of an amount, half-even to 8 decimals.
 *
 * The rest of a price is rounded down by less than one part, so the fraction of a step lies between `low` and `low +
 * amount` parts. Only where one half lies in between does the exact quotient decide.
 */
export function stepsFor(amount: bigint, { whole, rest, rate }: StepPrice): bigint {
  const product = BigInt.asUintN(64, amount * rest)
  const low = BigInt.asUintN(32, product)
  const units = BigInt.asIntN(64, amount * whole + BigInt.asIntN(64, product >> 32n))
  if (low > oneHalf) return BigInt.asIntN(64, units + 1n)
  if (BigInt.asUintN(64, low + amount) <= oneHalf) return units
  return divideHalfEven(amount * rate.denominator, rate.numerator)
}

/**
 * Takes the units of each amount and returns their sum, or undefined where a holder would lose half of their units or
 * more: the value of a holding decides there, and the caller puts back what those before have lost.
 */
export function takeSteps(held: HeldSteps, amounts: BigInt64Array, price: StepPrice): bigint | undefined {
  const { slots, steps, isAhead } = held
  const { length } = slots
  let sum = 0n
  for (let index = 0; index < length; index += 1) {
    const amount = amounts[index]!
    if (amount === 0n) continue
    const slot = slots[index]!
    const units = stepsFor(amount, price)
    const had = steps[slot]!
    if (BigInt.asIntN(64, units * 2n) >= had) return undefined
    steps[slot] = BigInt.asIntN(64, had - units)
    isAhead[slot] = 1
    sum = BigInt.asIntN(64, sum + units)
  }
  return sum
}

const oneHalf = 2_147_483_648n
