// Converts levels to bars as traded: whole cents, split shares, the range of a random walk between open and close, and
// a volume that rises on lively days.

import { exactExp, exactLog } from '../random/exact-math.ts'
import { normalAt, streamOf, uniformAt } from '../random/draw.ts'
import type { Stream } from '../random/draw.ts'
import type { Traits } from '../universe/instrument.ts'
import { BLOCK_SESSIONS } from './block.ts'
import type { FactorBlock } from './factor.ts'
import type { LevelBlock } from './level.ts'

/** A day's prices in whole cents as traded, and the number of shares traded. */
export interface CentBar {
  readonly openCents: number
  readonly highCents: number
  readonly lowCents: number
  readonly closeCents: number
  readonly volume: number
}

const SHORT_DAY_VOLUME = 0.5
const LEAST_VOLUME = 100

/** The range and volume streams of an instrument. */
export interface BarStreams {
  readonly range: Stream
  readonly volume: Stream
}

export function barStreamsOf(seed: string, traits: Traits): BarStreams {
  return { range: streamOf(seed, `range/${traits.key}`), volume: streamOf(seed, `volume/${traits.key}`) }
}

const cents = (level: number, factor: number): number => Math.max(1, Math.round((exactExp(level) / factor) * 100))

export interface BarOfOptions {
  readonly levels: LevelBlock
  readonly factors: FactorBlock
  readonly block: number
  readonly i: number
}

/**
 * Returns the bar of the `i`th session of a block. The highest point of a walk with deviation s that ends c away is (c
 * + sqrt(c * c - 2 s s ln u)) / 2 for a uniform u; the lowest is mirrored.
 */
export function barOf(traits: Traits, streams: BarStreams, { levels, factors, block, i }: BarOfOptions): CentBar {
  const session = block * BLOCK_SESSIONS + i
  const open = levels.open[i]!
  const close = levels.close[i]!
  const sigma = levels.sigma[i]!
  const factor = levels.factor[i]!
  const move = close - open
  const up = (move + Math.sqrt(move * move - 2 * sigma * sigma * exactLog(uniformAt(streams.range, 2 * session)))) / 2
  const down =
    (move - Math.sqrt(move * move - 2 * sigma * sigma * exactLog(uniformAt(streams.range, 2 * session + 1)))) / 2
  const openCents = cents(open, factor)
  const closeCents = cents(close, factor)
  return {
    openCents,
    highCents: Math.max(openCents, closeCents, cents(open + up, factor)),
    lowCents: Math.min(openCents, closeCents, cents(open + down, factor)),
    closeCents,
    volume: volumeOf(traits, streams.volume, { levels, factors, session, i }),
  }
}

interface VolumeOfOptions {
  readonly levels: LevelBlock
  readonly factors: FactorBlock
  readonly session: number
  readonly i: number
}

function volumeOf(traits: Traits, stream: Stream, { levels, factors, session, i }: VolumeOfOptions): number {
  const before = i === 0 ? levels.previousClose : levels.close[i - 1]!
  const isFirst = session === traits.sessionFrom
  const move = isFirst ? 0 : Math.abs(levels.close[i]! - before) / levels.sigma[i]!
  const liveliness =
    0.34 * normalAt(stream, session) + 0.17 * (Math.min(move, 6) - 0.8) + 0.5 * levels.stress[i]! + (isFirst ? 2 : 0)
  const shares = traits.startShares * levels.factor[i]! * traits.turnover
  return Math.max(
    LEAST_VOLUME,
    Math.round(shares * exactExp(liveliness) * (factors.isShort[i] === 1 ? SHORT_DAY_VOLUME : 1)),
  )
}
