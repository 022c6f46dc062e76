// Plays market time through an account's book: at each instant first the timed events (expiries, releases), then the
// prices that touch orders, symbol by symbol. The result does not depend on how often it is called: every price in
// between is examined. Source: docs/rules/paper-brokerage.md, "Fill rules".
import { type EpochMs, toEpochMs } from '@clubfolio/domain'
import type { AccountBook, EngineSettings, Moment } from '../order/account-book.ts'
import { setOrder, symbolsOf } from '../order/account-book.ts'
import type { TouchQuote } from '../order/fill-rule.ts'
import { followTrails, matchClose, matchQuote } from '../order/match-quote.ts'
import { matchExercise, matchNets } from '../order/match-net.ts'
import { marketRefusal } from '../order/order-refusal.ts'
import type { TradableOrder } from '../order/order.ts'
import { isActivated, isInMarket, isNet, isOnClose, isTradable } from '../order/order.ts'
import { endOrder } from '../order/order-tree.ts'
import type { Search, Touch, Watch } from '../order/touch.ts'
import { watchOf } from '../order/touch.ts'
import { isInWindow, windowAt } from '../order/trading-window.ts'
import { firstNet } from './search-net.ts'

/** The market interface the engine needs. */
export interface EngineMarket {
  quote(symbol: string, at: EpochMs): Promise<TouchQuote | null>
  /** Returns the first price after `fromMs`, up to and including `untilMs`, that reaches the watch. */
  firstTouch(symbol: string, fromMs: EpochMs, untilMs: EpochMs, watch: Watch): Promise<Search>
}

export interface EngineWorld {
  readonly market: EngineMarket
  readonly isAlwaysOpen: boolean
  readonly settings: EngineSettings
}

function activated(book: AccountBook): TradableOrder[] {
  return [...book.orders.values()].filter(isTradable).filter(isActivated)
}

/** Returns the prices of every symbol the account holds or has ordered, at an instant. */
export async function momentAt(
  book: AccountBook,
  world: EngineWorld,
  atMs: EpochMs,
  known: ReadonlyMap<string, TouchQuote> = new Map(),
): Promise<Moment> {
  const read = await Promise.all(
    symbolsOf(book).map(async (symbol): Promise<[string, TouchQuote] | null> => {
      const quote = known.get(symbol) ?? (await world.market.quote(symbol, atMs))
      return quote === null ? null : [symbol, quote]
    }),
  )
  return { atMs, quotes: new Map(read.filter((one) => one !== null)), isAlwaysOpen: world.isAlwaysOpen }
}

/** Returns the next instant at which the clock alone affects an activated order; null when there is none. */
function timedOf(order: TradableOrder, afterMs: EpochMs, isAlwaysOpen: boolean): EpochMs | null {
  const { session } = order.terms
  const instants = [order.releaseAt, order.expiresAt]
  if (session !== 'NORMAL' && isInMarket(order)) {
    const window = windowAt(session, afterMs, isAlwaysOpen)
    instants.push(window.fromMs > afterMs ? window.fromMs : window.untilMs)
  }
  const known = instants.filter((at) => at !== null)
  return known.length === 0 ? null : toEpochMs(Math.min(...known))
}

function nextTimed(book: AccountBook, afterMs: EpochMs, isAlwaysOpen: boolean): EpochMs | null {
  const instants = activated(book)
    .map((order) => timedOf(order, afterMs, isAlwaysOpen))
    .filter((at) => at !== null)
  return instants.length === 0 ? null : toEpochMs(Math.min(...instants))
}

/** Expires the orders whose time is up. */
export function expireDue(book: AccountBook, { isAlwaysOpen }: Pick<EngineWorld, 'isAlwaysOpen'>, atMs: EpochMs): void {
  for (const order of activated(book)) {
    const now = book.orders.get(order.orderId)
    if (now === undefined || now.expiresAt === null || now.expiresAt > atMs) continue
    endOrder(book, now, {
      status: 'EXPIRED',
      atMs: now.expiresAt,
      description: 'The order reached the end of its time.',
      startsAt: { atMs: now.expiresAt, quotes: new Map(), isAlwaysOpen },
    })
  }
}

/** Re-checks orders that must not be marketable when their session opens. */
async function rejectMarketable(
  book: AccountBook,
  world: EngineWorld,
  released: readonly TradableOrder[],
  atMs: EpochMs,
): Promise<void> {
  for (const { orderId, terms } of released.filter((order) => order.terms.orderType === 'NON_MARKETABLE')) {
    const now = book.orders.get(orderId)
    const quote = await world.market.quote(terms.symbol, atMs)
    const refusal = quote === null ? null : marketRefusal(terms, quote)
    if (refusal !== null && now !== undefined && isInMarket(now))
      endOrder(book, now, { status: 'REJECTED', atMs, description: refusal })
  }
}

/** Handles the timed events of one instant: expiries, session opens, on-close orders. */
async function workTimed(book: AccountBook, world: EngineWorld, atMs: EpochMs): Promise<void> {
  expireDue(book, world, atMs)
  const released = activated(book).filter((order) => order.releaseAt !== null && order.releaseAt <= atMs)
  for (const { orderId } of released) {
    const order = book.orders.get(orderId)
    if (order === undefined || !isTradable(order) || !isActivated(order)) continue
    if (order.status === 'PENDING_CANCEL')
      endOrder(book, order, {
        status: 'CANCELED',
        atMs,
        description: null,
        startsAt: { atMs, quotes: new Map(), isAlwaysOpen: world.isAlwaysOpen },
      })
    else setOrder(book, { ...order, status: 'WORKING', releaseAt: isOnClose(order.terms) ? order.releaseAt : null })
  }
  await rejectMarketable(book, world, released, atMs)
  const closing = released.filter((order) => isOnClose(order.terms))
  if (closing.length === 0) return
  const moment = await momentAt(book, world, atMs)
  for (const symbol of [...new Set(closing.map((order) => order.terms.symbol))].sort()) {
    const quote = moment.quotes.get(symbol)
    if (quote !== undefined) matchClose(book, symbol, { close: quote.last, moment, settings: world.settings })
  }
  for (const order of closing) {
    const asked = book.orders.get(order.orderId)
    if (asked !== undefined && isTradable(asked) && isInMarket(asked) && asked.terms.orderType === 'EXERCISE')
      matchExercise(book, asked, moment, world.settings)
    const now = book.orders.get(order.orderId)
    if (now !== undefined && isActivated(now)) setOrder(book, { ...now, releaseAt: null })
  }
}

interface Watched {
  readonly symbol: string
  readonly watch: Watch
}

function watched(book: AccountBook, atMs: EpochMs, isAlwaysOpen: boolean): Watched[] {
  const bySymbol = new Map<string, TradableOrder[]>()
  for (const order of activated(book)) {
    const isIn = order.terms.session === 'NORMAL' || isInWindow(order.terms.session, atMs, isAlwaysOpen)
    if (!isInMarket(order) || !isIn || order.terms.legs !== null) continue
    bySymbol.set(order.terms.symbol, [...(bySymbol.get(order.terms.symbol) ?? []), order])
  }
  const found: Watched[] = []
  for (const symbol of [...bySymbol.keys()].sort()) {
    const watch = watchOf(bySymbol.get(symbol) ?? [])
    if (watch !== null) found.push({ symbol, watch })
  }
  return found
}

interface FollowOptions {
  readonly all: readonly Watched[]
  readonly fromMs: EpochMs
  readonly untilMs: EpochMs
}

/** Lets trailing stops follow the prices of a span before the clock moves past it. */
async function follow(book: AccountBook, world: EngineWorld, { all, fromMs, untilMs }: FollowOptions): Promise<void> {
  for (const { symbol, watch } of all) {
    if (watch.trails.length === 0 || untilMs <= fromMs) continue
    const { high, low } = await world.market.firstTouch(symbol, fromMs, untilMs, watch)
    if (high !== null && low !== null) followTrails(book, symbol, high, low)
  }
}

async function touchesUntil(
  world: EngineWorld,
  all: readonly Watched[],
  fromMs: EpochMs,
  untilMs: EpochMs,
): Promise<Map<string, Touch>> {
  let nearest = untilMs
  const touches = new Map<string, Touch>()
  for (const { symbol, watch } of all) {
    const { touch } = await world.market.firstTouch(symbol, fromMs, nearest, watch)
    if (touch === null) continue
    if (touch.atMs < nearest) touches.clear()
    nearest = touch.atMs
    touches.set(symbol, touch)
  }
  return touches
}

/**
 * Plays the span after `fromMs`, up to and including `untilMs`, through the book. Given the same book, market and
 * settings the result is the same however the span is divided.
 */
export async function advanceBook(
  book: AccountBook,
  world: EngineWorld,
  fromMs: EpochMs,
  untilMs: EpochMs,
): Promise<void> {
  let atMs = fromMs
  while (activated(book).length > 0) {
    const after = toEpochMs(atMs + 1)
    const timed = nextTimed(book, after, world.isAlwaysOpen)
    const isTimed = timed !== null && timed <= untilMs
    const until = toEpochMs(isTimed ? Math.max(atMs, timed - 1) : untilMs)
    const all = watched(book, after, world.isAlwaysOpen)
    const touches = until > atMs ? await touchesUntil(world, all, atMs, until) : new Map<string, Touch>()
    const [first] = touches.values()
    const net =
      until > atMs && activated(book).some((order) => isNet(order.terms))
        ? await firstNet(book, world, atMs, first?.atMs ?? until)
        : null
    // Touches found beyond this instant are searched for again from here.
    if (net !== null && first !== undefined && net.atMs < first.atMs) touches.clear()
    const reached = net?.atMs ?? first?.atMs ?? until
    await follow(book, world, { all, fromMs: atMs, untilMs: reached })
    atMs = reached
    if (touches.size > 0 || net !== null) {
      for (const symbol of [...touches.keys()].sort()) {
        const touch = touches.get(symbol)
        if (touch !== undefined)
          matchQuote(book, symbol, {
            quote: touch,
            moment: await momentAt(book, world, atMs, touches),
            settings: world.settings,
          })
      }
      if (net !== null)
        matchNets(book, await momentAt(book, world, atMs, new Map([...net.quotes, ...touches])), world.settings)
    } else if (isTimed) await workTimed(book, world, timed)
    else return
  }
}
