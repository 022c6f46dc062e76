// Average true range (Wilder), computed by trading-signals.
import { ATR } from 'trading-signals'
import { updateStream, type IndicatorStream } from './stream.ts'

/**
 * Wilder's mean over `length` bars of the true range: the greatest of high - low, |high - previous close| and |low -
 * previous close|; for the first bar high - low. In dollars.
 */
export function averageTrueRange(length: number): IndicatorStream {
  const range = new ATR(length)
  return updateStream((bar, isReplaced) => [range.update(bar, isReplaced) ?? undefined])
}
