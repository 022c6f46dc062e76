// The shape of a block of an instrument's history before it becomes bars: logarithmic levels per share of the first
// session, unrounded and unsplit, so that neither splits nor cents disturb the walk.

/**
 * One entry per session of the block. `open` and `close` are logarithms of dollars per original share, `sigma` the
 * deviation of the way between them, `stress` how lively the day was against a usual one (logarithm), `factor` how many
 * traded shares one original share has become, `dividend` and `split` what happened before the open (0 and 1 on most
 * days). Entries before the instrument's first session hold nothing.
 */
export interface LevelBlock {
  readonly open: Float64Array
  readonly close: Float64Array
  readonly sigma: Float64Array
  readonly stress: Float64Array
  readonly factor: Float64Array
  readonly dividend: Float64Array
  readonly split: Float64Array
  /** The level before the block's first session; on the instrument's first session the price it starts from. */
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
