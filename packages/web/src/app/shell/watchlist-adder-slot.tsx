// Where the dialog 'Add to watchlist' appears over any screen; its code comes with the first instrument that is put on a list.
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
