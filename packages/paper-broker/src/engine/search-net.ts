// Finds the first instant at which legs traded together are available at their net price. Checks once per minute,
// always at the same instants, so that dividing a span changes nothing.
import { type EpochMs, toEpochMs } from '@clubfolio/domain'
import type { AccountBook } from '../order/account-book.ts'
import type { TouchQuote } from '../order/fill-rule.ts'
import { isNetReached, workingNets } from '../order/match-net.ts'
import { legsOf } from '../order/order-leg.ts'
import type { EngineWorld } from './advance-book.ts'

const LOOK_MS = 60_000

/**
 * Returns the first minute after `fromMs`, up to and including `untilMs`, that decides a multi-leg order, with its
 * quotes.
 */
export async function firstNet(
  book: AccountBook,
  world: EngineWorld,
  fromMs: EpochMs,
  untilMs: EpochMs,
): Promise<{ readonly atMs: EpochMs; readonly quotes: Map<string, TouchQuote> } | null> {
  for (let atMs = (Math.floor(fromMs / LOOK_MS) + 1) * LOOK_MS; atMs <= untilMs; atMs += LOOK_MS) {
    const instant = toEpochMs(atMs)
    const orders = workingNets(book, { atMs: instant, isAlwaysOpen: world.isAlwaysOpen })
    if (orders.length === 0) continue
    const quotes = new Map<string, TouchQuote>()
    for (const symbol of new Set(orders.flatMap(({ terms }) => legsOf(terms).map((leg) => leg.symbol)))) {
      const quote = await world.market.quote(symbol, instant)
      if (quote !== null) quotes.set(symbol, quote)
    }
    if (orders.some((order) => isNetReached(order, quotes, world.settings))) return { atMs: instant, quotes }
  }
  return null
}
