// The books of a small brokerage in memory: what the second adapter of the behaviour suite is tested against. It has
// nothing of the Schwab wire: its own words, flat orders that name their parent, whole cents, seconds.
import { marketDayAt, toEpochMs } from '@clubfolio/domain'

export interface LedgerOrder {
  readonly ref: string
  readonly parent: string | null
  readonly code: string
  /** b: buy, s: sell, ss: sell short, bc: buy back. */
  readonly side: 'b' | 's' | 'ss' | 'bc'
  readonly count: number
  /** mkt: market, lim: limit, stp: stop, sl: stop-limit, tr: a stop that trails. */
  readonly how: 'mkt' | 'lim' | 'stp' | 'sl' | 'tr'
  readonly limit: string | null
  /** Of `tr` where its stop is now. */
  trigger: string | null
  /** How far `tr` stays behind the market: dollars, or hundredths of the price. */
  readonly behind: { readonly by: string; readonly in: 'money' | 'parts' } | null
  readonly until: 'day' | 'open'
  readonly at: number
  /** How many were traded so far, and at what price on average. */
  got: number
  state: 'live' | 'held' | 'done' | 'dropped' | 'swapped' | 'lapsed' | 'denied'
  reason: string | null
  paid: number | null
  ended: number | null
}

export type LedgerTerms = Pick<
  LedgerOrder,
  'code' | 'side' | 'count' | 'how' | 'limit' | 'trigger' | 'behind' | 'until'
>

interface Booking {
  readonly ref: string
  readonly at: number
  readonly what: 'deal' | 'move'
  readonly order: string | null
  readonly code: string | null
  readonly count: number
  readonly price: string | null
  readonly cents: number
}

export interface LedgerAccount {
  readonly ref: string
  readonly no: string
  cents: number
  readonly held: Map<string, { count: number; cost: number }>
  readonly orders: LedgerOrder[]
  readonly bookings: Booking[]
}

export interface LedgerBooks {
  open(): LedgerAccount
  find(ref: string): LedgerAccount | undefined
  /** Returns the price in dollars; undefined for a code that is not listed. */
  price(code: string): number | undefined
  setPrice(code: string, price: number): void
  /** Returns why the order cannot be; undefined when it can. */
  judge(account: LedgerAccount, terms: LedgerTerms): string | undefined
  put(account: LedgerAccount, terms: LedgerTerms, parent?: string): LedgerOrder
  end(account: LedgerAccount, order: LedgerOrder, state: LedgerOrder['state']): void
  /** Whether an execution fills half of what is left instead of all. */
  fillInParts(isInParts: boolean): void
  /** Lets the market fill what it can, and ends the orders of an earlier day. */
  work(account: LedgerAccount): void
}

const sign = (side: LedgerOrder['side']): 1 | -1 => (side === 'b' || side === 'bc' ? 1 : -1)

export function createLedgerBooks(nowMs: () => number): LedgerBooks {
  const accounts = new Map<string, LedgerAccount>()
  const prices = new Map<string, number>()
  let last = 0
  let isInParts = false
  const ref = (kind: string) => `${kind}-${++last}`
  const nowS = () => nowMs() / 1000

  function fill(account: LedgerAccount, order: LedgerOrder, price: number): void {
    const rest = order.count - order.got
    const traded = isInParts && rest > 1 ? Math.ceil(rest / 2) : rest
    const change = sign(order.side) * traded
    const cents = Math.round(change * price * 100)
    const before = account.held.get(order.code) ?? { count: 0, cost: 0 }
    const isOpening = before.count === 0 || Math.sign(before.count) === Math.sign(change)
    const cost = isOpening ? before.cost + cents : before.cost * (1 + change / before.count)
    account.held.set(order.code, { count: before.count + change, cost })
    account.cents -= cents
    const got = order.got + traded
    Object.assign(order, { got, paid: ((order.paid ?? 0) * order.got + price * traded) / got })
    const isDone = got === order.count
    if (isDone) Object.assign(order, { state: 'done', ended: nowS() })
    account.bookings.push({
      ref: ref('booking'),
      at: nowS(),
      what: 'deal',
      order: order.ref,
      code: order.code,
      count: change,
      price: String(price),
      cents: -cents,
    })
    for (const child of account.orders)
      if (isDone && child.parent === order.ref && child.state === 'held') child.state = 'live'
  }

  function isReached({ side, how, limit, trigger }: LedgerOrder, price: number): boolean {
    const isWithin = limit === null || sign(side) * (price - Number(limit)) <= 0
    const isTouched = trigger === null || sign(side) * (price - Number(trigger)) >= 0
    return how === 'mkt' || (isWithin && isTouched)
  }

  /** Moves the stop of an order that trails to where the market lets it; never away from the market. */
  function follow(order: LedgerOrder, price: number): void {
    if (order.behind === null) return
    const distance = order.behind.in === 'money' ? Number(order.behind.by) : (price * Number(order.behind.by)) / 100
    const stop = price + sign(order.side) * distance
    const isNearer = order.trigger === null || sign(order.side) * (Number(order.trigger) - stop) > 0
    if (isNearer) order.trigger = String(stop)
  }

  const books: LedgerBooks = {
    open() {
      const account = { ref: ref('account'), no: String(700_000 + last), cents: 10_000_000 }
      accounts.set(account.ref, { ...account, held: new Map(), orders: [], bookings: [] })
      return accounts.get(account.ref)!
    },
    find: (key) => accounts.get(key),
    price: (code) => prices.get(code),
    setPrice: (code, price) => void prices.set(code, price),
    fillInParts: (inParts) => void (isInParts = inParts),
    judge(account, { code, side, count }) {
      if (side === 's' && (account.held.get(code)?.count ?? 0) < count) return 'fewer shares are held'
      return undefined
    },
    put(account, terms, parent) {
      const reason = parent === undefined ? books.judge(account, terms) : undefined
      const order: LedgerOrder = {
        ...terms,
        ref: ref('order'),
        parent: parent ?? null,
        at: nowS(),
        got: 0,
        state: reason === undefined ? (parent === undefined ? 'live' : 'held') : 'denied',
        reason: reason ?? null,
        paid: null,
        ended: reason === undefined ? null : nowS(),
      }
      account.orders.push(order)
      return order
    },
    end(account, order, state) {
      Object.assign(order, { state, ended: nowS() })
      for (const child of account.orders)
        if (child.parent === order.ref && child.state === 'held') books.end(account, child, 'dropped')
    },
    work(account) {
      for (const order of account.orders) {
        if (order.state !== 'live') continue
        const price = prices.get(order.code)
        if (order.until === 'day' && marketDayAt(toEpochMs(order.at * 1000)) < marketDayAt(toEpochMs(nowMs())))
          books.end(account, order, 'lapsed')
        else if (price !== undefined) {
          follow(order, price)
          if (isReached(order, price)) fill(account, order, price)
        }
      }
    },
  }
  return books
}
