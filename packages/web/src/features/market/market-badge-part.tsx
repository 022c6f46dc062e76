// The top bar's market badge: "Simulated market · open · 14:32 ET" or "Imported market · closed · data of 2021-04-21".
import { useEffect, useReducer } from 'react'
import type { MarketState } from '@clubfolio/contract'
import { sourceNames, useMarketState } from '../../kernel/market-state.ts'
import { formatTime } from '../../ui/format/date.ts'
import { MarketBadge } from '../../ui/market-badge.tsx'

const minuteMs = 60_000

export function MarketBadgePart() {
  const { data: state, dataUpdatedAt, isError } = useMarketState()
  useTickEachMinute()
  if (!state) return null
  return <MarketBadge source={sourceNames[state.source]} {...describe(state, dataUpdatedAt, isError)} />
}

function describe(
  state: MarketState,
  readAtMs: number,
  isStale: boolean,
): { state: string; time: string; isLive: boolean } {
  if (state.marketDay === null) return { state: 'no prices yet', time: 'nothing imported', isLive: false }
  if (state.mode === 'closed') return { state: 'closed', time: `data of ${state.marketDay}`, isLive: false }
  if (isStale) return { state: 'stale', time: `as of ${formatTime(state.marketTime, false)}`, isLive: false }
  const isReplay = state.mode === 'replay'
  const nowMs = isReplay ? state.marketTime : state.marketTime + (Date.now() - readAtMs)
  const words = `${isReplay ? 'replay, ' : ''}${state.isOpen ? 'open' : 'closed'}`
  return {
    state: words,
    time: `${isReplay ? `${state.marketDay} ` : ''}${formatTime(nowMs, false)}`,
    isLive: state.isOpen && !isReplay,
  }
}

function useTickEachMinute(): void {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(tick, minuteMs / 4)
    return () => clearInterval(timer)
  }, [])
}
