// A block of an instrument's history before conversion to bars: logarithmic levels per share of the first session,
// unrounded and unsplit, so that neither splits nor cents disturb the walk.

/**
 * One entry per session of the block. `open` and `close` are logarithms of dollars per original share, `sigma` is the
 * deviation of the walk between them, `stress` the logarithm of the day's activity relative to a usual day, `factor`
 * the number of traded shares per original share; `dividend` and `split` apply before the open (0 and 1 on most days).
 * Entries before the instrument's first session are unused.
 */
export interface LevelBlock {
  readonly open: Float64Array
  readonly close: Float64Array
  readonly sigma: Float64Array
  readonly stress: Float64Array
  readonly factor: Float64Array
  readonly dividend: Float64Array
  readonly split: Float64Array
  /** The level before the block's first session; on the instrument's first session, its initial price. */
  readonly previousClose: number
}

export function emptyLevels(length: number, previousClose: number): LevelBlock {
  return {
    open: new Float64Array(length),
    close: new Float64Array(length),
    sigma: new Float64Array(length),
    stress: new Float64Array(length),
    factor: new Float64Array(length).fill(1),
    dividend: new Float64Array(length),
    split: new Float64Array(length).fill(1),
    previousClose,
  }
}
