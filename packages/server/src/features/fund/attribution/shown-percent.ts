// Percentages of a table in hundredths, so that shown figures add up exactly.
import { roundPercent } from '@clubfolio/domain'
import { toPercent } from '../book/figure-text.ts'

/** Returns a part of 1 as it is shown: 0.02514 is 2.51 %, 251. */
export const shownHundredths = (part: number): bigint => BigInt(Math.round(roundPercent(toPercent(part)) * 100))

export const fromHundredths = (hundredths: bigint): number => Number(hundredths) / 100
