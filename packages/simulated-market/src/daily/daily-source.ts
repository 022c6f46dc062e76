// Access to single sessions and ranges: the bar of a day, the previous close in that day's shares, and splits and
// dividends. The rest of the package reads the daily history only through this file.

import type { MarketDay } from '@clubfolio/domain'
import { exactExp } from '../random/exact-math.ts'
import { sessionOfNumber } from '../universe/history-start.ts'
import type { Listing } from '../universe/instrument.ts'
import { SECTORS } from '../universe/sector.ts'
import { BLOCK_SESSIONS, blockOf } from './block.ts'
import { barOf, barStreamsOf } from './daily-bar.ts'
import type { BarStreams, CentBar } from './daily-bar.ts'
import type { History } from './history.ts'

/**
 * A split (`ratio` new shares for one old, 4 is four for one, 0.1 one for ten) or a cash dividend (dollars per share as
 * traded that day), both before the open of `day`.
 */
export type CorporateAction =
  | { readonly day: MarketDay; readonly kind: 'SPLIT'; readonly ratio: number }
  | { readonly day: MarketDay; readonly kind: 'DIVIDEND'; readonly amount: number }

/** Usual yearly volatility of the market as a whole. */
const MARKET_VOLATILITY = 0.155

export interface DailySource {
  /** Returns the bar of a session; null before the instrument's first. */
  readonly bar: (listing: Listing, session: number) => CentBar | null
  /** Calls `each` for every session from `from` to `to`, inclusive, on which the instrument traded. */
  readonly eachBar: (listing: Listing, from: number, to: number, each: (session: number, bar: CentBar) => void) => void
  /** Returns the close of the previous session in this session's shares; on the first session, the initial price. */
  readonly previousCloseCents: (listing: Listing, session: number) => number
  readonly actions: (listing: Listing, from: number, to: number) => CorporateAction[]
  readonly sharesOutstanding: (listing: Listing, session: number) => number
  /** Returns the yearly deviation of the instrument's returns, current on that day and usual, e.g. 0.41 and 0.32. */
  readonly volatility: (listing: Listing, session: number) => { now: number; usual: number }
}

export function createDailySource(seed: string, history: History): DailySource {
  const streams = new Map<string, BarStreams>()

  function streamsOf(listing: Listing): BarStreams {
    let known = streams.get(listing.traits.key)
    if (known === undefined) {
      known = barStreamsOf(seed, listing.traits)
      streams.set(listing.traits.key, known)
    }
    return known
  }

  function bar(listing: Listing, session: number): CentBar | null {
    if (session < listing.traits.sessionFrom) return null
    const block = blockOf(session)
    return barOf(listing.traits, streamsOf(listing), {
      levels: history.levels(listing, block),
      factors: history.factors(block),
      block,
      i: session - block * BLOCK_SESSIONS,
    })
  }

  function eachBar(listing: Listing, from: number, to: number, each: (session: number, bar: CentBar) => void): void {
    const own = streamsOf(listing)
    let session = Math.max(from, listing.traits.sessionFrom)
    while (session <= to) {
      const block = blockOf(session)
      const levels = history.levels(listing, block)
      const factors = history.factors(block)
      const end = Math.min(to + 1, (block + 1) * BLOCK_SESSIONS)
      for (; session < end; session += 1)
        each(session, barOf(listing.traits, own, { levels, factors, block, i: session - block * BLOCK_SESSIONS }))
    }
  }

  return {
    bar,
    eachBar,

    previousCloseCents(listing, session) {
      const before = bar(listing, session - 1)
      if (before === null) return Math.round(listing.traits.startPrice * 100)
      const block = blockOf(session)
      const split = history.levels(listing, block).split[session - block * BLOCK_SESSIONS]!
      return Math.max(1, Math.round(before.closeCents / split))
    },

    actions(listing, from, to) {
      const found: CorporateAction[] = []
      for (let session = Math.max(from, listing.traits.sessionFrom); session <= to; session += 1) {
        const block = blockOf(session)
        const levels = history.levels(listing, block)
        const ratio = levels.split[session - block * BLOCK_SESSIONS]!
        const amount = levels.dividend[session - block * BLOCK_SESSIONS]!
        if (ratio !== 1) found.push({ day: sessionOfNumber(session), kind: 'SPLIT', ratio })
        if (amount !== 0) found.push({ day: sessionOfNumber(session), kind: 'DIVIDEND', amount })
      }
      return found
    },

    sharesOutstanding(listing, session) {
      const block = blockOf(Math.max(session, listing.traits.sessionFrom))
      const at = Math.max(session, listing.traits.sessionFrom) - block * BLOCK_SESSIONS
      return Math.round(listing.traits.startShares * history.levels(listing, block).factor[at]!)
    },

    volatility(listing, session) {
      const block = blockOf(session)
      const stress = history.levels(listing, block).stress[session - block * BLOCK_SESSIONS]!
      const { ownVolatility, beta, sectorLoad, sector } = listing.traits
      const ofSector = sector < 0 ? 0 : sectorLoad * SECTORS[sector]!.sectorVolatility
      const usual = Math.sqrt(ownVolatility * ownVolatility + (MARKET_VOLATILITY * beta) ** 2 + ofSector * ofSector)
      return { now: Math.max(0.04, Math.min(2, usual * exactExp(0.75 * stress))), usual }
    },
  }
}
