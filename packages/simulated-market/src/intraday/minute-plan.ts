// Divides a market day into minutes and assigns each its activity. One plan serves all instruments of a day. It also
// contains their common noise, so that they move together within the day.

import { marketDaySpan, sessionHours } from '@clubfolio/domain'
import type { EpochMs } from '@clubfolio/domain'
import { exactExp } from '../random/exact-math.ts'
import { bitsAt, streamOf } from '../random/draw.ts'
import type { Stream } from '../random/draw.ts'
import { sessionOfNumber } from '../universe/history-start.ts'

/**
 * When the market ticks. Around the clock, a market day's ticks run from the previous close to its own close, including
 * weekends; in New York hours, from the opening to the close. The daily bars are the same in both.
 */
export type TradingHours = 'AROUND_THE_CLOCK' | 'NEW_YORK'

export const MS_PER_MINUTE = 60_000

/** Shares of a day's variance and volume outside regular hours when the market ticks around the clock. */
const OFF_HOURS_VARIANCE = 0.33
const OFF_HOURS_VOLUME = 0.15
/** Number of volume shapes over the day, so that not all instruments trade in step. */
export const VOLUME_SHAPES = 3

/**
 * The plan of a session: the first minute starts at `fromMs`, and there are `minutes` of them. `variance[m]` is the
 * share of the day's variance before minute m (0 for the first, 1 at the end), `volume[shape][m]` likewise for volume;
 * `shared[m]` is the common noise of minute m, with mean 0 and deviation 1. `regularFrom` is the first minute in
 * regular hours.
 */
export interface MinutePlan {
  readonly session: number
  readonly fromMs: EpochMs
  readonly untilMs: EpochMs
  readonly minutes: number
  readonly regularFrom: number
  readonly variance: Float64Array
  readonly volume: readonly Float64Array[]
  readonly shared: Float64Array
}

/** A cheap draw with mean 0, deviation 1 and no tails: the sum of two uniform ones from one word. */
export function smallNoiseAt(stream: Stream, n: number): number {
  const bits = bitsAt(stream, n)
  return (((bits >>> 16) + (bits & 0xffff) + 1) / 65536 - 1) * 2.449489742783178
}

/** Regular hours are lively after the opening, quiet at noon and busy before the close. */
function liveliness(part: number, opening: number, closing: number): number {
  return 0.75 + opening * exactExp(-part / 0.07) + closing * exactExp((part - 1) / 0.06)
}

/** Converts weights per minute to cumulative shares from 0 to 1. */
function cumulate(weights: Float64Array): Float64Array {
  const running = new Float64Array(weights.length + 1)
  let sum = 0
  for (let m = 0; m < weights.length; m += 1) {
    sum += weights[m]!
    running[m + 1] = sum
  }
  for (let m = 1; m < running.length; m += 1) running[m] = running[m]! / sum
  running[weights.length] = 1
  return running
}

/** Returns weights per minute: `offHours` of the total before the opening, the rest shaped over regular hours. */
function weightsOf(
  minutes: number,
  regularFrom: number,
  offHours: number,
  shape: (part: number, minute: number) => number,
): Float64Array {
  const weights = new Float64Array(minutes)
  let regular = 0
  for (let m = regularFrom; m < minutes; m += 1) {
    weights[m] = shape((m - regularFrom + 0.5) / (minutes - regularFrom), m)
    regular += weights[m]!
  }
  const each = regularFrom === 0 ? 0 : (regular * offHours) / (1 - offHours) / regularFrom
  for (let m = 0; m < regularFrom; m += 1) weights[m] = each * (offHours === OFF_HOURS_VOLUME ? shape(0.5, m) : 1)
  return weights
}

/** Returns the plan of a session, by number, in the given hours. */
export function planMinutes(seed: string, hours: TradingHours, session: number): MinutePlan {
  const day = sessionOfNumber(session)
  const regular = sessionHours(day)
  if (regular === null) throw new RangeError(`No session on ${day}`)
  const fromMs = hours === 'NEW_YORK' ? regular.openMs : marketDaySpan(day).fromMs
  const untilMs = regular.closeMs
  const minutes = (untilMs - fromMs) / MS_PER_MINUTE
  const regularFrom = (regular.openMs - fromMs) / MS_PER_MINUTE
  const stream = streamOf(seed, `minutes/${session}`)
  const volume = Array.from({ length: VOLUME_SHAPES }, (_, shape) =>
    cumulate(
      weightsOf(minutes, regularFrom, OFF_HOURS_VOLUME, (part, m) => {
        const noise = exactExp(0.5 * smallNoiseAt(stream, (shape + 1) * 8_192 + m))
        return noise * liveliness(part, 1.6 + 0.4 * shape, 2.2 - 0.4 * shape)
      }),
    ),
  )
  const shared = new Float64Array(minutes)
  for (let m = 0; m < minutes; m += 1) shared[m] = smallNoiseAt(stream, m)
  return {
    session,
    fromMs,
    untilMs,
    minutes,
    regularFrom,
    volume,
    shared,
    variance: cumulate(weightsOf(minutes, regularFrom, OFF_HOURS_VARIANCE, (part) => liveliness(part, 2.2, 0.7))),
  }
}
