// Keeps the newest bars of a mounted chart moving while the market is open, without rendering it: live prices as they
// arrive, and the server's bars every few seconds, which bring volume and new bars. Leaving the screen ends both.
import type { PriceBar, StockChartPort } from '@clubfolio/charts'
import type { BarTiming } from '@clubfolio/contract'
import { useEffect, useRef } from 'react'
import { useMarketState } from '../../kernel/market-state.ts'
import { useLastPrice } from '../../kernel/quote.ts'
import { useBarTail } from './api.ts'
import { movedBar, newerBars } from './live-bar.ts'

/** `bars` are those that the chart was given; `port` is undefined until the chart is mounted. */
export function useLiveBars(
  port: StockChartPort | undefined,
  symbol: string,
  timing: BarTiming,
  bars: readonly PriceBar[] | undefined,
): void {
  const newest = useRef<PriceBar>(undefined)
  // Prepending earlier history leaves the newest bar as the market has moved it.
  const last = bars?.at(-1)
  useEffect(() => {
    newest.current = last
  }, [last])
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
    // Prices belong to the forming bar; before the first answer of this session the last bar is an earlier one.
    if (!port || !forming || price === undefined || forming.close === price || !market?.isOpen || !tail.data) return
    newest.current = movedBar(forming, price)
    port.append(newest.current)
  }, [port, price, market?.isOpen, tail.data])
}
