// The 'Add to watchlist' dialog over any screen; its code loads with the first instrument that is added.
import { Suspense } from 'react'
import { useStore } from '../../kernel/store.ts'
import { watchlistAdder } from '../../kernel/watchlist-adder.ts'
import { shellSlots } from './slots.ts'

export function WatchlistAdderSlot() {
  const { watchlistAdder: WatchlistAdder } = shellSlots
  const isAsked = useStore(watchlistAdder) !== undefined
  if (!WatchlistAdder || !isAsked) return null
  return (
    <Suspense fallback={null}>
      <WatchlistAdder />
    </Suspense>
  )
}
