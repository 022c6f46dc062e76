// A market of hand-written bars, and an account that trades in it by the engine's own rules, without a database.
import type { EpochMs } from '@clubfolio/domain'
import { marketDay, nextSession, sessionHours } from '@clubfolio/domain'
import type { EngineMarket } from '../engine/advance-book.ts'
import { advanceBook, momentAt } from '../engine/advance-book.ts'
import { parseCents, parsePrice, price, priceNumber } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import type { AccountBook, EngineSettings, Execution } from '../order/account-book.ts'
import { PLAIN_SETTINGS, bookBalance, emptyBook, setOrder } from '../order/account-book.ts'
import { searchBars, walkPrice } from '../order/bar-walk.ts'
import type { WalkedBar } from '../order/bar-walk.ts'
import type { TouchQuote } from '../order/fill-rule.ts'
import { matchQuote } from '../order/match-quote.ts'
import { isTradable } from '../order/order.ts'
import type { Order, OrderTerms } from '../order/order.ts'
import { judgeEntry } from '../order/order-draft.ts'
import { releaseChildren } from '../order/order-tree.ts'
import type { AccountBalance } from '../valuation/account-balance.ts'

export type Bar = readonly [open: number, high: number, low: number, close: number]

/** The first bar is Wednesday 2026-03-04; by default orders are entered the evening before. */
export const FIRST_DAY = marketDay('2026-03-04')
export const EVENING_BEFORE = Date.parse('2026-03-03T22:00:00Z') as EpochMs

export function dollars(text: string | number): Price {
  const read = parsePrice(String(text))
  if (read === null) throw new Error(`${text} is no price`)
  return read
}

export function walked(bars: readonly Bar[]): WalkedBar[] {
  let day = FIRST_DAY
  return bars.map(([open, high, low, close], n) => {
    if (n > 0) day = nextSession(day)
    const hours = sessionHours(day)
    if (hours === null) throw new Error('no session')
    return { open, high, low, close, fromMs: hours.openMs, untilMs: (hours.closeMs - 1) as EpochMs }
  })
}

/** Builds a market from bars. Before the first bar the price is its open. */
export function barMarket(bySymbol: Readonly<Record<string, readonly Bar[]>>): EngineMarket {
  const all = new Map(Object.entries(bySymbol).map(([symbol, bars]) => [symbol, walked(bars)]))
  return {
    quote: async (symbol, at): Promise<TouchQuote | null> => {
      const bars = all.get(symbol)
      const [first] = bars ?? []
      if (bars === undefined || first === undefined) return null
      const bar = bars.findLast((one) => one.fromMs <= at)
      const last = bar === undefined ? dollars(first.open) : walkPrice(bar, at)
      return { bid: last, ask: last, last }
    },
    firstTouch: async (symbol, fromMs, untilMs, watch) => searchBars(all.get(symbol) ?? [], fromMs, untilMs, watch),
  }
}

export type TermsDraft = Partial<Omit<OrderTerms, 'price' | 'stopPrice'>> &
  Pick<OrderTerms, 'instruction' | 'orderType'> & {
    readonly limit?: number
    readonly stop?: number
    readonly shares?: number
  }

export interface TreeDraft {
  readonly terms?: TermsDraft
  readonly children?: readonly TreeDraft[]
}

/** Returns the terms of an order of 100 ACME unless the draft says otherwise. */
export function termsOf({ limit, stop, shares, ...more }: TermsDraft): OrderTerms {
  return {
    symbol: 'ACME',
    assetType: 'EQUITY',
    cusip: null,
    description: 'Acme Works Inc',
    multiplier: 1n,
    quantity: BigInt(shares ?? 100),
    session: 'NORMAL',
    duration: 'GOOD_TILL_CANCEL',
    trail: null,
    limitOffset: null,
    keepsPrice: false,
    legs: null,
    ...more,
    price: limit === undefined ? null : dollars(limit),
    stopPrice: stop === undefined ? null : dollars(stop),
  }
}

export interface Trader {
  readonly book: AccountBook
  /**
   * Enters a tree at the present and returns the order numbers, parents first; throws with the reason when it is
   * rejected.
   */
  place(tree: TreeDraft): Promise<bigint[]>
  /** Advances to an instant. */
  playTo(atMs: number): Promise<void>
  order(orderId: bigint | undefined): Order
  balance(): Promise<AccountBalance>
  fills(): readonly { readonly orderId: bigint; readonly quantity: number; readonly price: number }[]
  readonly executions: readonly Execution[]
  nowMs(): EpochMs
}

export function trader(
  market: EngineMarket,
  more: {
    settings?: Partial<EngineSettings>
    cash?: string
    accountType?: 'MARGIN' | 'CASH'
    isAlwaysOpen?: boolean
  } = {},
): Trader {
  const cash = parseCents(more.cash ?? '100000')
  if (cash === null) throw new Error('no cash')
  const book = emptyBook(more.accountType ?? 'MARGIN', cash)
  const settings = { ...PLAIN_SETTINGS, ...more.settings }
  const world = { market, isAlwaysOpen: more.isAlwaysOpen ?? false, settings }
  let nowMs = EVENING_BEFORE
  let numbers = 0n
  const draftOf = (tree: TreeDraft): Parameters<typeof judgeEntry>[2] => ({
    strategy: tree.terms === undefined ? 'OCO' : tree.children === undefined ? 'SINGLE' : 'TRIGGER',
    terms: tree.terms === undefined ? null : termsOf(tree.terms),
    isShortable: true,
    details: {},
    children: (tree.children ?? []).map(draftOf),
  })
  return {
    book,
    executions: book.executions,
    nowMs: () => nowMs,
    place: async (tree) => {
      const draft = draftOf(tree)
      const symbols = new Set<string>()
      const known = new Map<string, TouchQuote>()
      const collect = (one: typeof draft): void => {
        if (one.terms !== null) symbols.add(one.terms.symbol)
        one.children.forEach(collect)
      }
      collect(draft)
      for (const symbol of symbols) {
        const quote = await market.quote(symbol, nowMs)
        if (quote !== null) known.set(symbol, quote)
      }
      const moment = {
        ...(await momentAt(book, world, nowMs)),
        quotes: new Map([...(await momentAt(book, world, nowMs)).quotes, ...known]),
      }
      const refusal = judgeEntry(book, moment, draft)
      if (refusal !== null) throw new Error(refusal)
      const placed: bigint[] = []
      const enter = (one: typeof draft, parentId: bigint | null, begins: boolean): void => {
        numbers += 1n
        const orderId = numbers
        const bare: Order = {
          orderId,
          parentId,
          strategy: one.strategy,
          terms: one.terms,
          status: 'AWAITING_PARENT_ORDER',
          statusDescription: null,
          filled: 0n,
          isTriggered: false,
          best: null,
          reservePrice: price(0n),
          enteredAt: nowMs,
          releaseAt: null,
          expiresAt: null,
          closedAt: null,
        }
        setOrder(book, begins ? releaseChildren(book, bare, moment) : bare)
        placed.push(orderId)
        for (const child of one.children) enter(child, orderId, begins && one.strategy === 'OCO')
      }
      enter(draft, null, true)
      for (const [symbol, quote] of known) matchQuote(book, symbol, { quote, moment, settings })
      return placed
    },
    playTo: async (atMs) => {
      await advanceBook(book, world, nowMs, atMs as EpochMs)
      nowMs = atMs as EpochMs
    },
    order: (orderId) => {
      const order = orderId === undefined ? undefined : book.orders.get(orderId)
      if (order === undefined) throw new Error(`No order ${orderId}`)
      return order
    },
    balance: async () => bookBalance(book, await momentAt(book, world, nowMs)),
    fills: () =>
      book.executions.map(({ orderId, quantity, price: at }) => {
        const order = book.orders.get(orderId)
        if (order === undefined || !isTradable(order)) throw new Error('an execution without order')
        return { orderId, quantity: Number(quantity), price: priceNumber(at) }
      }),
  }
}
