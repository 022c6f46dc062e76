// The small brokerage over HTTP: one address, one call per name, and a problem as a sentence.
import { startHttpStandIn } from '../../../testing/http-stand-in.ts'
import { type LedgerAccount, type LedgerBooks, type LedgerOrder, type LedgerTerms } from './ledger-books.ts'

export interface LedgerBrokerage {
  readonly url: string
  /** Makes an owner with one account and returns the code of their consent. */
  consent(): string
  endConsents(): void
  stop(): Promise<void>
}

interface Grant {
  readonly account: LedgerAccount
  hasEnded: boolean
}

class Problem extends Error {
  readonly status: number
  constructor(text: string, status = 422) {
    super(text)
    this.status = status
  }
}

interface Call {
  readonly name: string
  readonly account?: string
  readonly [argument: string]: unknown
}

export async function startLedgerBrokerage(books: LedgerBooks): Promise<LedgerBrokerage> {
  const codes = new Map<string, Grant>()
  const renewals = new Map<string, Grant>()
  const tokens = new Map<string, Grant>()
  let made = 0
  const issue = (into: Map<string, Grant>, grant: Grant, kind: string) => {
    const key = `${kind}-secret-${++made}`
    into.set(key, grant)
    return key
  }

  function grantOf(call: Call): object {
    const source = call.name === 'grant' ? codes : renewals
    const key = String(call['with'])
    const grant = source.get(key)
    if (!grant || grant.hasEnded) throw new Problem('that consent does not count')
    codes.delete(key)
    return {
      pass: issue(tokens, grant, 'pass'),
      renewal: call.name === 'grant' ? issue(renewals, grant, 'renewal') : key,
      seconds: 600,
    }
  }

  const standIn = await startHttpStandIn((asked, response) => {
    const reply = (status: number, body: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'x-trace': `trace-${made}` })
        .end(JSON.stringify(body))
    try {
      const call = JSON.parse(asked.body) as Call
      if (call.name === 'grant' || call.name === 'renew') return void reply(200, grantOf(call))
      const grant = tokens.get((asked.headers.authorization ?? '').replace('Bearer ', ''))
      if (!grant || grant.hasEnded) throw new Problem('who are you', 401)
      return void reply(200, answer(books, grant.account, call))
    } catch (error) {
      const problem = error instanceof Problem ? error : new Problem('it broke', 500)
      reply(problem.status, { problem: problem.message })
    }
  })
  return {
    url: standIn.url,
    consent: () => issue(codes, { account: books.open(), hasEnded: false }, 'code'),
    endConsents: () => [...renewals.values(), ...tokens.values()].forEach((grant) => (grant.hasEnded = true)),
    stop: () => standIn.stop(),
  }
}

function answer(books: LedgerBooks, own: LedgerAccount, call: Call): object {
  if (call.account !== undefined && call.account !== own.ref) throw new Problem('no such account')
  books.work(own)
  switch (call.name) {
    case 'accounts':
      return { accounts: [picture(books, own)] }
    case 'account':
      return picture(books, own)
    case 'bookings':
      return { bookings: within(own.bookings, call) }
    case 'orders':
      return { orders: own.orders.filter((order) => within([rootOf(own, order)], call).length > 0) }
    case 'order':
      return { orders: own.orders.filter((order) => rootOf(own, order).ref === rootOf(own, find(own, call)).ref) }
    case 'try':
      return { objections: [books.judge(own, termsOf(books, call['terms']))].filter((text) => text !== undefined) }
    case 'put':
      return { made: put(books, own, call).ref }
    case 'swap': {
      const old = live(own, call)
      books.end(own, old, 'swapped')
      return { made: put(books, own, call).ref }
    }
    case 'drop':
      books.end(own, live(own, call), 'dropped')
      return {}
    default:
      return market(books, call)
  }
}

function put(books: LedgerBooks, own: LedgerAccount, call: Call): LedgerOrder {
  const order = books.put(own, termsOf(books, call['terms']))
  if (call['follow'] !== undefined && order.state === 'live') books.put(own, termsOf(books, call['follow']), order.ref)
  books.work(own)
  return order
}

function termsOf(books: LedgerBooks, terms: unknown): LedgerTerms {
  const asked = terms as LedgerTerms
  if (books.price(asked.code) === undefined) throw new Problem('that code is not listed')
  return asked
}

function find(own: LedgerAccount, call: Call): LedgerOrder {
  const order = own.orders.find(({ ref }) => ref === call['order'])
  if (!order) throw new Problem('no such order')
  return order
}

function live(own: LedgerAccount, call: Call): LedgerOrder {
  const order = find(own, call)
  if (order.state !== 'live' && order.state !== 'held') throw new Problem('that order is over')
  return order
}

const rootOf = (own: LedgerAccount, order: LedgerOrder): LedgerOrder =>
  own.orders.find(({ ref }) => ref === order.parent) ?? order

const within = <Dated extends { readonly at: number }>(list: readonly Dated[], call: Call): Dated[] =>
  list.filter(({ at }) => at >= Number(call['from']) && at <= Number(call['to']))

function picture(books: LedgerBooks, own: LedgerAccount): object {
  const held = [...own.held].filter(([, { count }]) => count !== 0)
  const worth = held.map(([code, { count, cost }]) => ({
    code,
    count,
    cost: Math.round(cost),
    worth: Math.round(count * (books.price(code) ?? 0) * 100),
  }))
  return { ref: own.ref, no: own.no, cents: own.cents, held: worth }
}

/** Prices stand still in this market: every bar is at the present price. */
function market(books: LedgerBooks, { name, codes, code, days }: Call): object {
  if (name === 'prices')
    return {
      prices: (codes as string[]).flatMap((one) => {
        const price = books.price(one)
        return price === undefined ? [] : [{ code: one, price: String(price) }]
      }),
    }
  const price = books.price(String(code))
  if (name === 'closes' && price !== undefined)
    return { closes: (days as string[]).map((day) => ({ day, price: String(price) })) }
  if (name === 'range' && price !== undefined) return { low: String(price), high: String(price) }
  throw new Problem('nothing is known of that')
}
