// Indicators of traded volume. VWAP is implemented here, because that of trading-signals runs over all bars it has ever
// received and has no value on a bar without trades.
import { OBV, SMA } from 'trading-signals'
import { stepStream, updateStream, type IndicatorStream } from './stream.ts'

/** Volume `[volume, average]`: the shares traded and their simple average over `length` bars. */
export function volume(length: number): IndicatorStream {
  const average = new SMA(length)
  return updateStream((bar, isReplaced) => [bar.volume, average.update(bar.volume, isReplaced) ?? undefined])
}

/**
 * On-balance volume: from 0, plus the volume of every bar that closed above the previous one, minus that of every bar
 * that closed below.
 */
export function onBalanceVolume(): IndicatorStream {
  const balance = new OBV(2)
  return updateStream((bar, isReplaced) => [balance.update(bar, isReplaced) ?? undefined])
}

interface Traded {
  readonly anchor: string | undefined
  readonly money: number
  readonly shares: number
}

/**
 * Volume-weighted average price: the sum of typical price x volume / the sum of volume since the last anchor, a bar
 * whose time has a different `anchorOf` than the previous bar. Undefined until a share is traded. Example: 10 shares at
 * 1, 30 at 2: 1.75.
 */
export function volumeWeightedAveragePrice(anchorOf: (timeMs: number) => string): IndicatorStream {
  return stepStream<Traded>({ anchor: undefined, money: 0, shares: 0 }, (state, bar) => {
    const anchor = anchorOf(bar.timeMs)
    const { money, shares } = anchor === state.anchor ? state : { money: 0, shares: 0 }
    const next = {
      anchor,
      money: money + ((bar.high + bar.low + bar.close) / 3) * bar.volume,
      shares: shares + bar.volume,
    }
    return [next, [next.shares > 0 ? next.money / next.shares : undefined]]
  })
}
