// Lets any screen add an instrument to a watchlist; the watchlist feature asks which list.
import { createUserStore } from './store.ts'

export const watchlistAdder = createUserStore<string | undefined>(undefined)

export const addToWatchlist = (code: string): void => watchlistAdder.set(code)
export const closeWatchlistAdder = (): void => watchlistAdder.set(undefined)
