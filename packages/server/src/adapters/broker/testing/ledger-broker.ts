// A second adapter, for the small brokerage of `ledger-brokerage.ts`. It exists to show that the port and the behaviour
// suite do not lean on one wire; the product does not contain it.
import {
  addCalendarDays,
  type EntryDraft,
  type OrderDraft,
  type OrderTerms,
  pricePartsOf,
  toEpochMs,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { z } from 'zod'
import type { OrderInstruction } from '../broker-words.ts'
import { callAs, type CallParts, parseJson, readAnswer, sendOnce, sendPatiently } from '../http/call.ts'
import { createCircuitBreaker } from '../http/circuit-breaker.ts'
import { createHttpExchange, type HttpAnswer, type HttpRequest } from '../http/http-exchange.ts'
import { sendEffect } from '../http/send-effect.ts'
import { type BrokerAccess, BrokerFailure, type BrokerPort, type BrokerTokens } from '../port.ts'
import { createSharedBrokerWork } from '../shared-work.ts'
import { createMemoryAllowance } from './memory-allowance.ts'
import { AccountAnswer, BookingsAnswer, OrdersAnswer, treesOf } from './ledger-answers.ts'

export interface LedgerSettings {
  readonly url: string
  readonly totalMs: number
  readonly breaker: { readonly failures: number; readonly pauseMs: number }
  readonly nowMs: () => number
}

const sides: Partial<Record<OrderInstruction, string>> = { BUY: 'b', SELL: 's', SELL_SHORT: 'ss', BUY_TO_COVER: 'bc' }
const hows = {
  MARKET: 'mkt',
  LIMIT: 'lim',
  STOP: 'stp',
  STOP_LIMIT: 'sl',
  TRAILING_STOP: 'tr',
  EXERCISE: 'ex',
} as const

export function createLedgerBroker({ url, totalMs, breaker, nowMs }: LedgerSettings): BrokerPort {
  const exchange = createHttpExchange({ connectMs: 1_000, totalMs, maxBytes: 1_000_000 })
  const parts: CallParts = {
    exchange,
    allowance: createMemoryAllowance(),
    totalMs,
    format: {
      correlationHeader: 'x-trace',
      reasonOf: (body) => z.looseObject({ problem: z.string() }).safeParse(body).data?.problem,
    },
  }
  const circuit = createCircuitBreaker(breaker)
  const post = (call: object): HttpRequest => ({
    method: 'POST',
    url: `${url}/`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(call),
  })
  const ask = <S extends z.ZodType>(access: BrokerAccess, call: object, schema: S) =>
    callAs(parts, circuit, { access, request: post(call), schema })
  const change = (access: BrokerAccess, call: object) =>
    sendEffect(parts, circuit, { access, request: post(call), idOf: madeOf })
  const tokensOf = (answer: HttpAnswer, refusal: 'REFUSED' | 'LAPSED'): BrokerTokens => {
    if (answer.status >= 400) throw new BrokerFailure(refusal, 'The consent does not count.')
    const { pass, renewal, seconds } = readAnswer(parts, answer, GrantAnswer)
    return {
      accessToken: pass,
      refreshToken: renewal,
      accessExpiresMs: toEpochMs(nowMs() + seconds * 1000),
      lifeMs: 7 * 86_400_000,
    }
  }
  const span = (fromMs: number, toMs: number) => ({ from: fromMs / 1000, to: toMs / 1000 })
  return {
    name: 'ledger',
    title: 'Ledger',
    isPaper: false,
    isReadOnly: false,
    hasConsentPage: true,
    appKey: 'an app',
    redirectUrl: 'https://club.example/account',
    livesByWallClock: true,
    sessions: [],
    shared: createSharedBrokerWork(),
    authoriseUrl: (state) => `${url}/consent?${new URLSearchParams({ app: 'an app', state }).toString()}`,
    exchange: async (code) =>
      tokensOf(
        await sendOnce(parts, circuit, { key: 'grants', request: post({ name: 'grant', with: code }) }),
        'REFUSED',
      ),
    refresh: async (renewal) =>
      tokensOf(await sendPatiently(parts, circuit, 'grants', post({ name: 'renew', with: renewal })), 'LAPSED'),
    listAccounts: async (access) =>
      (await ask(access, { name: 'accounts' }, NamesAnswer)).accounts.map(({ no, ref }) => ({
        number: no,
        hashValue: ref,
      })),
    readAccounts: async (access) =>
      (await ask(access, { name: 'accounts' }, z.looseObject({ accounts: z.array(AccountAnswer) }))).accounts,
    readAccount: (access, account) => ask(access, { name: 'account', account }, AccountAnswer),
    listTransactions: (access, account, fromMs, toMs) =>
      ask(access, { name: 'bookings', account, ...span(fromMs, toMs) }, BookingsAnswer),
    listOrders: async (access, account, fromMs, toMs) =>
      treesOf((await ask(access, { name: 'orders', account, ...span(fromMs, toMs) }, OrdersAnswer)).orders),
    async readOrder(access, account, order) {
      const { orders } = await ask(access, { name: 'order', account, order }, OrdersAnswer)
      const trees = treesOf(orders)
      const found = [...trees, ...trees.flatMap(({ children }) => children)].find(({ brokerId }) => brokerId === order)
      if (!found) throw new BrokerFailure('NONSENSE', 'The answer has another order.')
      return found
    },
    async previewOrder(access, account, draft) {
      const { terms } = entryOf(draft)
      const { objections } = await ask(
        access,
        { name: 'try', account, terms: writeTerms(terms) },
        z.looseObject({ objections: z.array(z.string()) }),
      )
      return { rejects: objections, warnings: [], commissionCents: null }
    },
    placeOrder: (access, account, draft) => change(access, { name: 'put', account, ...writeDraft(draft) }),
    replaceOrder: (access, account, { brokerId: order, draft }) =>
      change(access, { name: 'swap', account, order, ...writeDraft(draft) }),
    cancelOrder: (access, account, order) => change(access, { name: 'drop', account, order }),
    async quotes(access, codes) {
      const { prices } = await ask(access, { name: 'prices', codes }, PricesAnswer)
      return prices.map(({ code, price }) => ({
        symbol: code,
        last: price,
        bid: null,
        ask: null,
        previousClose: null,
        quotedMs: toEpochMs(nowMs()),
      }))
    },
    // This brokerage has no options.
    optionChain: async (_access, symbol) => ({
      symbol,
      underlyingPrice: null,
      quotedMs: null,
      interestRate: null,
      dividendYield: null,
      isDelayed: false,
      options: [],
    }),
    optionExpirations: async () => [],
    priceRange: (access, code) =>
      ask(access, { name: 'range', code }, z.looseObject({ low: z.string(), high: z.string() })),
    async dailyCloses(access, code, from, to) {
      const days = [from]
      for (let day = addCalendarDays(from, 1); day <= to; day = addCalendarDays(day, 1)) days.push(day)
      try {
        const { closes } = await ask(access, { name: 'closes', code, days }, ClosesAnswer)
        return days.flatMap((day) =>
          closes.filter((one) => one.day === day).map(({ price }) => ({ day, close: price })),
        )
      } catch (error) {
        if (error instanceof BrokerFailure && error.kind === 'REFUSED') return []
        throw error
      }
    },
    close: () => exchange.close(),
  }
}

const GrantAnswer = z.looseObject({ pass: z.string(), renewal: z.string(), seconds: z.number() })
const NamesAnswer = z.looseObject({ accounts: z.array(z.looseObject({ ref: z.string(), no: z.string() })) })
const PricesAnswer = z.looseObject({ prices: z.array(z.looseObject({ code: z.string(), price: z.string() })) })
const ClosesAnswer = z.looseObject({ closes: z.array(z.looseObject({ day: z.string(), price: z.string() })) })
const MadeAnswer = z.looseObject({ made: z.string() })

const madeOf = (answer: HttpAnswer): string | null => MadeAnswer.safeParse(parseJson(answer.text)).data?.made ?? null

function writeTerms({ symbol, instruction, quantity, price, duration }: OrderTerms): object {
  const { stopPrice, limitPrice, trail } = pricePartsOf(price)
  return {
    code: symbol,
    side: sides[instruction],
    count: new Decimal(quantity).toNumber(),
    how: hows[price.type],
    limit: limitPrice,
    trigger: stopPrice,
    behind: trail && { by: trail.offset, in: trail.unit === 'DOLLARS' ? 'money' : 'parts' },
    until: duration === 'DAY' ? 'day' : 'open',
  }
}

/** The small brokerage has neither pairs nor several legs, and one exit for each entry. */
function entryOf(draft: OrderDraft): EntryDraft {
  if (draft.kind !== 'ENTRY' || draft.exits.length > 1) throw new Error('The ledger has no such order.')
  return draft
}

function writeDraft(draft: OrderDraft): object {
  const { terms, exits } = entryOf(draft)
  const [exit] = exits
  return { terms: writeTerms(terms), ...(exit === undefined ? {} : { follow: writeTerms(exit) }) }
}
