// The path of one instrument through one market day, minute by minute: from the day's open to its extremes and to its
// close. It wanders in between but never leaves the day's range, so the minutes aggregate to the daily bar exactly.

import { bitsAt, streamOf, uniformAt } from '../random/draw.ts'
import type { Stream } from '../random/draw.ts'
import type { CentBar } from '../daily/daily-bar.ts'
import type { Traits } from '../universe/instrument.ts'
import { smallNoiseAt } from './minute-plan.ts'
import type { MinutePlan } from './minute-plan.ts'

/** Interval in minutes at which the running extremes are stored. */
const NOTE_EVERY = 32
/** The expected range of a walk is about 1.6 times its deviation. */
const RANGE_PER_SIGMA = 1.65
const FASTEST = 3
const SHARED_PART = 0.5
const SHARED_PART_OF_INDEX = 0.9

/**
 * A day in minutes, all prices in cents: minute m goes from `edge[m]` to `edge[m + 1]` between `low[m]` and `high[m]`.
 * `highBefore[k]` and `lowBefore[k]` are the extremes of the minutes before minute 32 k.
 */
export interface MinutePath {
  readonly plan: MinutePlan
  readonly bar: CentBar
  readonly stream: Stream
  readonly volumeShape: Float64Array
  readonly edge: Int32Array
  readonly high: Int32Array
  readonly low: Int32Array
  readonly highBefore: Int32Array
  readonly lowBefore: Int32Array
}

interface Anchor {
  readonly minute: number
  readonly cents: number
}

/** Returns the first minute edge at or after a share of the day's variance. */
function edgeAt(variance: Float64Array, share: number): number {
  let low = 0
  let high = variance.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (variance[middle]! < share) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Skews a uniform draw towards both ends, because extremes of a walk occur early or late more often than in the middle.
 */
function towardsEnds(even: number): number {
  return even < 0.5 ? 2 * even * even : 1 - 2 * (1 - even) * (1 - even)
}

/**
 * Returns the least share of the day's variance that a move may take. No leg is faster than three deviations, so that
 * the price does not cross its whole range within a minute.
 */
function leastShare(cents: number, sigma: number): number {
  return sigma === 0 ? 0 : (cents / (FASTEST * sigma)) ** 2
}

/** Returns the corners of the day in order: open, the extremes that are neither open nor close, close. */
function cornersOf(bar: CentBar, stream: Stream): number[] {
  const extremes: number[] = []
  if (bar.lowCents < Math.min(bar.openCents, bar.closeCents)) extremes.push(bar.lowCents)
  if (bar.highCents > Math.max(bar.openCents, bar.closeCents)) extremes.push(bar.highCents)
  const isRising = bar.closeCents >= bar.openCents
  if (extremes.length === 2 && uniformAt(stream, 0) < 0.7 !== isRising) extremes.reverse()
  return [bar.openCents, ...extremes, bar.closeCents]
}

/**
 * Returns the edges at which the path is fixed. The variance that the legs do not need is distributed among them at
 * random.
 */
function anchorsOf(bar: CentBar, plan: MinutePlan, sigma: number, stream: Stream): Anchor[] {
  const corners = cornersOf(bar, stream)
  const least = corners.slice(1).map((cents, n) => leastShare(Math.abs(cents - corners[n]!), sigma))
  const spare = 1 - least.reduce((sum, share) => sum + share, 0)
  const inner = corners.length - 2
  const cuts = [1, 2].slice(0, inner).map((draw) => towardsEnds(uniformAt(stream, draw)))
  cuts.sort((one, other) => one - other)
  const anchors: Anchor[] = [{ minute: 0, cents: bar.openCents }]
  let taken = 0
  for (let n = 1; n <= inner; n += 1) {
    taken += least[n - 1]!
    const edge = edgeAt(plan.variance, taken + spare * cuts[n - 1]!)
    const after = anchors[n - 1]!.minute + 1
    anchors.push({ minute: Math.min(plan.minutes - 1 - (inner - n), Math.max(after, edge)), cents: corners[n]! })
  }
  return [...anchors, { minute: plan.minutes, cents: bar.closeCents }]
}

/** Reflects a price that left the range back into it, and clamps it to the limits if it went too far for that. */
function folded(cents: number, low: number, high: number): number {
  if (cents > high) return Math.max(low, 2 * high - cents)
  if (cents < low) return Math.min(high, 2 * low - cents)
  return cents
}

/**
 * Returns the push away from the day's extremes in one step of a walk that may not cross them: its variance over the
 * distance, as for a walk conditioned on never reaching them.
 */
function pushFrom(cents: number, low: number, high: number, stepSigma: number): number {
  const variance = stepSigma * stepSigma
  return variance === 0 ? 0 : variance / Math.max(cents - low, stepSigma) - variance / Math.max(high - cents, stepSigma)
}

/** Returns the path of an instrument through a session, from the session's bar. */
export function walkMinutes(seed: string, traits: Traits, plan: MinutePlan, bar: CentBar): MinutePath {
  const stream = streamOf(seed, `path/${traits.key}/${plan.session}`)
  const { minutes, variance } = plan
  const edge = new Int32Array(minutes + 1)
  const sigma = (bar.highCents - bar.lowCents) / RANGE_PER_SIGMA
  const shared = (traits.indexCode === null ? SHARED_PART : SHARED_PART_OF_INDEX) * (traits.beta < 0 ? -1 : 1)
  const own = Math.sqrt(1 - shared * shared)
  const anchors = anchorsOf(bar, plan, sigma, stream)
  for (let leg = 1; leg < anchors.length; leg += 1) {
    const from = anchors[leg - 1]!
    const to = anchors[leg]!
    const end = variance[to.minute]!
    let price = from.cents
    edge[from.minute] = price
    for (let m = from.minute; m < to.minute - 1; m += 1) {
      const left = end - variance[m]!
      const step = variance[m + 1]! - variance[m]!
      const noise = shared * plan.shared[m]! + own * smallNoiseAt(stream, 16 + 2 * m)
      const stepSigma = sigma * Math.sqrt((step * (left - step)) / left)
      price +=
        ((to.cents - price) * step) / left + pushFrom(price, bar.lowCents, bar.highCents, stepSigma) + stepSigma * noise
      price = folded(price, bar.lowCents, bar.highCents)
      edge[m + 1] = Math.round(price)
    }
    edge[to.minute] = to.cents
  }
  return {
    plan,
    bar,
    stream,
    volumeShape: plan.volume[bitsAt(stream, 3) % plan.volume.length]!,
    edge,
    ...extremesOf(edge, plan, { bar, sigma, stream }),
  }
}

interface ExtremesOfOptions {
  readonly bar: CentBar
  readonly sigma: number
  readonly stream: Stream
}

/** Computes highs and lows of the minutes, slightly outside their edges, and the stored running extremes. */
function extremesOf(
  edge: Int32Array,
  plan: MinutePlan,
  { bar, sigma, stream }: ExtremesOfOptions,
): Pick<MinutePath, 'high' | 'low' | 'highBefore' | 'lowBefore'> {
  const { minutes, variance } = plan
  const high = new Int32Array(minutes)
  const low = new Int32Array(minutes)
  const notes = Math.ceil(minutes / NOTE_EVERY)
  const highBefore = new Int32Array(notes)
  const lowBefore = new Int32Array(notes)
  let highest = bar.openCents
  let lowest = bar.openCents
  for (let m = 0; m < minutes; m += 1) {
    if (m % NOTE_EVERY === 0) {
      highBefore[m / NOTE_EVERY] = highest
      lowBefore[m / NOTE_EVERY] = lowest
    }
    const reach = (sigma * Math.sqrt(variance[m + 1]! - variance[m]!)) / 65536
    const bits = bitsAt(stream, 17 + 2 * m)
    high[m] = Math.min(bar.highCents, Math.max(edge[m]!, edge[m + 1]!) + Math.round(reach * (bits >>> 16)))
    low[m] = Math.max(bar.lowCents, Math.min(edge[m]!, edge[m + 1]!) - Math.round(reach * (bits & 0xffff)))
    highest = Math.max(highest, high[m]!)
    lowest = Math.min(lowest, low[m]!)
  }
  return { high, low, highBefore, lowBefore }
}

/** Returns the highest and lowest price of the minutes before minute `m`; for the first minute, the open. */
export function extremesBefore(path: MinutePath, m: number): { highCents: number; lowCents: number } {
  const note = Math.min(Math.floor(m / NOTE_EVERY), path.highBefore.length - 1)
  let highCents = path.highBefore[note]!
  let lowCents = path.lowBefore[note]!
  for (let n = note * NOTE_EVERY; n < m; n += 1) {
    highCents = Math.max(highCents, path.high[n]!)
    lowCents = Math.min(lowCents, path.low[n]!)
  }
  return { highCents, lowCents }
}

/** Returns the shares traded before minute `m` of the day; at the end, all of the day's. */
export function volumeBefore(path: MinutePath, m: number): number {
  return Math.floor(path.bar.volume * path.volumeShape[m]!)
}
