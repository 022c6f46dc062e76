// Takes the units of one kind of fee from all its payers in one loop. All numbers are whole and below 2^53, where a
// number is exact: bigints would cost an allocation for each operation.
import { divideHalfEven, type Fraction } from '../../money/fraction.ts'
import type { HeldSteps } from '../held-units.ts'

/** How many unit steps a cent buys: a whole part, and a rest in parts of 2^32 that is rounded down, as two halves. */
export interface StepPrice {
  readonly rate: Fraction
  readonly whole: number
  readonly restHigh: number
  readonly restLow: number
}

/** Amounts have to be below this: 21 million dollars. */
export const amountLimit = 2 ** 31

/** Below this a unit step costs too little. */
const wholeLimit = 2n ** 30n

const half = 2 ** 16
const oneHalf = 2 ** 31

/** Returns what a cent buys at a unit value, or undefined where it is too much. */
export function stepPriceOf(rate: Fraction): StepPrice | undefined {
  const whole = rate.denominator / rate.numerator
  if (whole >= wholeLimit) return undefined
  const rest = Number(((rate.denominator % rate.numerator) << 32n) / rate.numerator)
  const restHigh = Math.floor(rest / half)
  return { rate, whole: Number(whole), restHigh, restLow: rest - restHigh * half }
}

/**
 * Returns the units of an amount, half-even to 8 decimals: exact below 2^53, and at least 2^53 otherwise.
 *
 * The rest of a price is rounded down by less than one part, so the fraction of a step lies between `fraction` and
 * `fraction + amount` parts. Only where one half lies in between does the exact quotient decide.
 */
export function stepsFor(amount: number, { whole, restHigh, restLow, rate }: StepPrice): number {
  // Each product is below 2^47.
  const low = amount * restLow
  const carried = Math.floor(low / half)
  const high = amount * restHigh + carried
  const steps = Math.floor(high / half)
  const fraction = (high - steps * half) * half + (low - carried * half)
  const units = amount * whole + steps
  if (fraction > oneHalf) return units + 1
  if (fraction + amount <= oneHalf) return units
  return Number(divideHalfEven(BigInt(amount) * rate.denominator, rate.numerator))
}

/**
 * Takes the units of each amount and returns their sum, or undefined where a holder would lose half of their units or
 * more: the value of a holding decides there, and the caller puts back what those before have lost. Nobody holds 2^53
 * steps, so no units that are taken are beyond what a number can hold.
 */
export function takeSteps(held: HeldSteps, amounts: Int32Array, price: StepPrice): number | undefined {
  const { slots, steps, isAhead } = held
  const { length } = slots
  let sum = 0
  for (let index = 0; index < length; index += 1) {
    const amount = amounts[index]!
    if (amount === 0) continue
    const slot = slots[index]!
    const units = stepsFor(amount, price)
    const had = steps[slot]!
    if (units * 2 >= had) return undefined
    steps[slot] = had - units
    isAhead[slot] = 1
    sum += units
  }
  return sum
}
