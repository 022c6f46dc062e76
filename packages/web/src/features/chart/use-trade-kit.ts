// Labels of lines, fills and the + at the price axis, loaded after the chart itself: its first paint does not wait for
// them. If they fail to load, the lines stay without labels.
import type { TradeKit } from '@clubfolio/charts'
import { useEffect, useState } from 'react'

/** Returns undefined until it is wanted and loaded. */
export function useTradeKit(isWanted: boolean): TradeKit | undefined {
  const [kit, setKit] = useState<TradeKit>()
  useEffect(() => {
    if (!isWanted) return undefined
    let isGone = false
    const take = ({ stockTradeKit }: typeof import('@clubfolio/charts/stock-trades')) => {
      if (!isGone) setKit(stockTradeKit)
    }
    import('@clubfolio/charts/stock-trades').then(take, () => undefined)
    return () => {
      isGone = true
    }
  }, [isWanted])
  return kit
}
