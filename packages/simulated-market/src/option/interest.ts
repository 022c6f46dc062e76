// Open interest and volume of options: highest near the money and at round strikes, higher in monthly expirations,
// growing as the expiration approaches.

import { exactExp } from '../random/exact-math.ts'
import { normalAt, streamOf } from '../random/draw.ts'
import type { OptionContract } from './option-code.ts'
import { optionCodeOf } from './option-code.ts'

const TRADED_SHARE = 0.12
const USUAL_AGE = 0.35

/**
 * Factors of popularity: dollars the underlying trades per day, deviations from the money, years left, and the kind.
 */
export interface Popularity {
  readonly dollarsTraded: number
  readonly deviations: number
  readonly years: number
  readonly isMonthly: boolean
}

/** Returns the whole contracts open at the start of the day, and those that will have been traded by its end. */
export function contractsOf(
  seed: string,
  contract: OptionContract,
  session: number,
  popularity: Popularity,
): { openInterest: number; dayVolume: number } {
  const stream = streamOf(seed, `option/${optionCodeOf(contract)}`)
  const { dollarsTraded, deviations, years, isMonthly } = popularity
  const round = contract.strike % 50 === 0 ? 3 : contract.strike % 10 === 0 ? 1.8 : 1
  const right = contract.right === 'CALL' ? 1.15 : 1
  const age = exactExp(-Math.max(0, years) / USUAL_AGE)
  const level = Math.sqrt(dollarsTraded / 1e6) * 55 * (isMonthly ? 3 : 1) * round * right * (0.2 + 0.8 * age)
  const openInterest = Math.floor(level * exactExp(-0.35 * deviations * deviations + 0.7 * normalAt(stream, 0)))
  const dayVolume = Math.floor(
    openInterest * TRADED_SHARE * (0.3 + age) * exactExp(0.8 * normalAt(stream, 1 + session)),
  )
  return { openInterest, dayVolume }
}
