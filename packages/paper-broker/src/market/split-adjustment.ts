// Adjusts bars as traded to the shares of the last known day, by the domain's split rule.

import { splitFactor, splitSegments } from '@clubfolio/domain'
import type { PaperBar, ShareAction } from './paper-market.ts'

/**
 * Adjusts bars for splits. A bar of the split's own day already trades in new shares. Example: 4 for 1 on Monday turns
 * Friday's 400.00 into 100.00.
 */
export function adjustForSplits(bars: readonly PaperBar[], actions: readonly ShareAction[]): PaperBar[] {
  const splits = actions.filter((action) => action.kind === 'SPLIT')
  if (splits.length === 0) return [...bars]
  const segments = splitSegments(splits.map(({ day, value }) => ({ day, ratio: value })))
  return bars.map((bar) => {
    const factor = splitFactor(segments, bar.day)
    if (factor === 1) return bar
    return {
      day: bar.day,
      open: bar.open / factor,
      high: bar.high / factor,
      low: bar.low / factor,
      close: bar.close / factor,
      volume: bar.volume * factor,
    }
  })
}
