// Any screen asks to put an instrument on a watchlist; the watchlist feature asks on which.
import { createUserStore } from './store.ts'

export const watchlistAdder = createUserStore<string | undefined>(undefined)

export const addToWatchlist = (code: string): void => watchlistAdder.set(code)
export const closeWatchlistAdder = (): void => watchlistAdder.set(undefined)
