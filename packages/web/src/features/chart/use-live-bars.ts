// Keeps the newest bars of a mounted chart moving while the market is open, without rendering it: prices as they come, and the server's
// own bars every few seconds, which bring volume and new bars. Leaving the screen ends both.
import type { PriceBar, StockChartPort } from '@clubfolio/charts'
import type { BarTiming } from '@clubfolio/contract'
import { useEffect, useRef } from 'react'
import { useMarketState } from '../../kernel/market-state.ts'
import { useLastPrice } from '../../kernel/quote.ts'
import { useBarTail } from './api.ts'
import { movedBar, newerBars } from './live-bar.ts'

/** `bars` are those that the chart was given; `port` is undefined until it stands. */
export function useLiveBars(port: StockChartPort | undefined, symbol: string, timing: BarTiming, bars: readonly PriceBar[] | undefined): void {
  const newest = useRef<PriceBar>(undefined)
  // Earlier history in front of the bars leaves the newest one as the market has moved it.
  const last = bars?.at(-1)
  useEffect(() => { newest.current = last }, [last])
  const { data: market } = useMarketState()
  const price = useLastPrice(symbol)
  const tail = useBarTail(symbol, timing, port ? last?.timeMs : undefined)

  useEffect(() => {
    for (const bar of newest.current && tail.data ? newerBars(newest.current, tail.data) : []) {
      port?.append(bar)
      newest.current = bar
    }
  }, [port, tail.data])

  useEffect(() => {
    const forming = newest.current
    // Prices belong to the bar that forms; without an answer of this session the last bar is an earlier one.
    if (!port || !forming || price === undefined || forming.close === price || !market?.isOpen || !tail.data) return
    newest.current = movedBar(forming, price)
    port.append(newest.current)
  }, [port, price, market?.isOpen, tail.data])
}
