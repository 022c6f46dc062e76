// The brokerage port on the wire of the Charles Schwab Trader API. Base addresses and credentials select the live
// brokerage or any server that speaks the same wire.
import { addCalendarDays, newYorkInstant, type EpochMs, type OrderDraft, toEpochMs } from '@clubfolio/domain'
import type { z } from 'zod'
import { type BrokerAccess, BrokerFailure, type BrokerOrder, type BrokerPort, type BrokerTransaction } from '../port.ts'
import { callAs, type CallParts, readCall } from '../http/call.ts'
import { createCircuitBreaker } from '../http/circuit-breaker.ts'
import { createHttpExchange, exchangeLimits, type ExchangeLimits } from '../http/http-exchange.ts'
import { authoriseUrl, exchangeCode, refreshTokens, type OAuthSettings } from '../http/oauth.ts'
import { sendEffect } from '../http/send-effect.ts'
import { createSharedBrokerWork } from '../shared-work.ts'
import { schwabAnswers } from './answer-format.ts'
import { AccountAnswer, AccountNames, AccountsAnswer } from './read-account.ts'
import { createFunding } from './funding.ts'
import { OrderAnswer, OrdersAnswer } from './read-order.ts'
import { ChainAnswer, ExpirationsAnswer } from './read-chain.ts'
import { ClosesAnswer, MinutesAnswer, QuotesAnswer, rangeOf } from './read-market.ts'
import { orderIdOf, PreviewAnswer } from './read-order-answer.ts'
import { TransactionsAnswer } from './read-transaction.ts'
import { allowanceOf, type RequestAllowance } from '../http/request-allowance.ts'
import { writeOrder } from './write-order.ts'
import { writeWireTime } from '../wire-time.ts'
import { wireTransactionTypes } from './wire-words.ts'

export interface SchwabSettings extends OAuthSettings {
  /** Stored with every account. */
  readonly name: string
  readonly title: string
  readonly isPaper: boolean
  readonly livesByWallClock: boolean
  readonly traderUrl: string
  readonly marketDataUrl: string
  /** Where accounts are opened over HTTP, outside the brokerage's wire; only practice brokerages have that. */
  readonly fundingUrl?: string | undefined
  readonly limits?: ExchangeLimits
  readonly breaker?: { readonly failures: number; readonly pauseMs: number }
}

/** The brokerage's limit per login. Source: docs/rules/brokerage.md, "Request limits". */
export const requestsPerMinute = 120

const symbolsPerCall = 100
const transactionsPerCall = 3_000
const ordersPerCall = 3_000
const failuresBeforePause = { failures: 5, pauseMs: 30_000 }

/** `nowMs` is the wall clock: it dates the end of access tokens. `allowance` counts the requests of all processes. */
export function createSchwabBroker(
  settings: SchwabSettings,
  allowance: RequestAllowance,
  nowMs: () => number,
): BrokerPort {
  const limits = settings.limits ?? exchangeLimits
  const exchange = createHttpExchange(limits)
  // Every brokerage counts the requests of its own logins.
  const own = allowanceOf(allowance, (key) => `${settings.name} ${key}`)
  const call: CallParts = { exchange, allowance: own, format: schwabAnswers, totalMs: limits.totalMs }
  // Placing, replacing and cancelling have a separate limit at the brokerage.
  const orderCall: CallParts = { ...call, allowance: allowanceOf(own, (key) => `${key} orders`) }
  const newBreaker = () => createCircuitBreaker(settings.breaker ?? failuresBeforePause)
  const oauth = { call, breaker: newBreaker(), settings, nowMs }
  const [traderBreaker, orderBreaker, marketBreaker] = [newBreaker(), newBreaker(), newBreaker()]
  const trader = <S extends z.ZodType>(access: BrokerAccess, path: string, schema: S) =>
    readCall(call, traderBreaker, { access, url: `${settings.traderUrl}${path}`, schema })
  const market = <S extends z.ZodType>(access: BrokerAccess, path: string, schema: S) =>
    readCall(call, marketBreaker, { access, url: `${settings.marketDataUrl}${path}`, schema })
  const change = (access: BrokerAccess, method: 'POST' | 'PUT' | 'DELETE', path: string, draft?: OrderDraft) =>
    sendEffect(orderCall, orderBreaker, {
      access,
      request: {
        method,
        url: `${settings.traderUrl}${path}`,
        headers: draft ? { 'content-type': 'application/json' } : {},
        ...(draft ? { body: JSON.stringify(writeOrder(draft)) } : {}),
      },
      idOf: orderIdOf,
    })
  const account = (hashValue: string) => `/accounts/${encodeURIComponent(hashValue)}`

  const order = (hashValue: string, brokerId: string) => `${account(hashValue)}/orders/${encodeURIComponent(brokerId)}`

  return {
    name: settings.name,
    title: settings.title,
    isPaper: settings.isPaper,
    isReadOnly: false,
    hasConsentPage: true,
    appKey: settings.clientId,
    redirectUrl: settings.callbackUrl,
    livesByWallClock: settings.livesByWallClock,
    sessions: ['AM', 'PM', 'SEAMLESS'],
    // The body of a replacement is that of any order.
    replaces: { replacesType: true, replacesByPair: true },
    shared: createSharedBrokerWork(),
    authoriseUrl: (state) => authoriseUrl(settings, state),
    exchange: (code) => exchangeCode(oauth, code),
    refresh: (refreshToken) => refreshTokens(oauth, refreshToken),
    listAccounts: async (access) =>
      (await trader(access, '/accounts/accountNumbers', AccountNames)).map(({ accountNumber, hashValue }) => ({
        number: accountNumber,
        hashValue,
      })),
    readAccounts: (access) => trader(access, '/accounts?fields=positions', AccountsAnswer),
    readAccount: (access, hashValue) => trader(access, `${account(hashValue)}?fields=positions`, AccountAnswer),
    async listTransactions(access, hashValue, fromMs, toMs) {
      const found: BrokerTransaction[] = []
      const spans = [{ fromMs, toMs }]
      for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
        const query = new URLSearchParams({
          startDate: writeWireTime(span.fromMs),
          endDate: writeWireTime(span.toMs),
          types: wireTransactionTypes.join(','),
        })
        const answer = await trader(
          access,
          `${account(hashValue)}/transactions?${query.toString()}`,
          TransactionsAnswer,
        )
        const middleMs = toEpochMs(Math.floor((span.fromMs + span.toMs) / 2))
        // A full answer may have been truncated, so both halves of its span are requested instead.
        if (answer.count >= transactionsPerCall && middleMs > span.fromMs) {
          spans.push({ fromMs: toEpochMs(middleMs + 1), toMs: span.toMs }, { fromMs: span.fromMs, toMs: middleMs })
        } else found.push(...answer.transactions)
      }
      return found
    },
    async listOrders(access, hashValue, fromMs, toMs) {
      const found = new Map<string, BrokerOrder>()
      const spans = [{ fromMs, toMs }]
      for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
        const query = new URLSearchParams({
          fromEnteredTime: writeWireTime(span.fromMs),
          toEnteredTime: writeWireTime(span.toMs),
          maxResults: String(ordersPerCall),
        })
        const orders = await trader(access, `${account(hashValue)}/orders?${query.toString()}`, OrdersAnswer)
        const middleMs = toEpochMs(Math.floor((span.fromMs + span.toMs) / 2))
        if (orders.length >= ordersPerCall && middleMs > span.fromMs) {
          spans.push({ fromMs: toEpochMs(middleMs + 1), toMs: span.toMs }, { fromMs: span.fromMs, toMs: middleMs })
        } else for (const order of orders) found.set(order.brokerId, order)
      }
      return [...found.values()]
    },
    readOrder: (access, hashValue, brokerId) => trader(access, order(hashValue, brokerId), OrderAnswer),
    previewOrder: (access, hashValue, draft) =>
      callAs(call, traderBreaker, {
        access,
        request: {
          method: 'POST',
          url: `${settings.traderUrl}${account(hashValue)}/previewOrder`,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(writeOrder(draft)),
        },
        schema: PreviewAnswer,
      }),
    placeOrder: (access, hashValue, draft) => change(access, 'POST', `${account(hashValue)}/orders`, draft),
    replaceOrder: (access, hashValue, { brokerId, draft }) => change(access, 'PUT', order(hashValue, brokerId), draft),
    cancelOrder: (access, hashValue, brokerId) => change(access, 'DELETE', order(hashValue, brokerId)),
    async quotes(access, symbols) {
      const found = []
      for (let start = 0; start < symbols.length; start += symbolsPerCall) {
        const query = new URLSearchParams({
          symbols: symbols.slice(start, start + symbolsPerCall).join(','),
          fields: 'quote',
        })
        found.push(...(await market(access, `/quotes?${query.toString()}`, QuotesAnswer)))
      }
      return found
    },
    optionChain(access, symbol, from, to) {
      const query = new URLSearchParams({
        symbol,
        contractType: 'ALL',
        strategy: 'SINGLE',
        fromDate: from,
        toDate: to,
        includeUnderlyingQuote: 'true',
      })
      return ofSymbol(symbol, market(access, `/chains?${query.toString()}`, ChainAnswer))
    },
    optionExpirations: (access, symbol) =>
      ofSymbol(
        symbol,
        market(access, `/expirationchain?${new URLSearchParams({ symbol }).toString()}`, ExpirationsAnswer),
      ),
    async priceRange(access, symbol, fromMs, toMs) {
      const query = new URLSearchParams({
        symbol,
        periodType: 'day',
        frequencyType: 'minute',
        frequency: '1',
        startDate: String(fromMs),
        endDate: String(toMs),
        needExtendedHoursData: 'false',
      })
      return rangeOf(await market(access, `/pricehistory?${query.toString()}`, MinutesAnswer), fromMs, toMs)
    },
    async dailyCloses(access, symbol, from, to) {
      const startMs: EpochMs = newYorkInstant(from, 0)
      const endMs: EpochMs = newYorkInstant(addCalendarDays(to, 1), 0)
      const query = new URLSearchParams({
        symbol,
        periodType: 'year',
        frequencyType: 'daily',
        frequency: '1',
        startDate: String(startMs),
        endDate: String(endMs - 1),
        needExtendedHoursData: 'false',
      })
      try {
        const bars = await market(access, `/pricehistory?${query.toString()}`, ClosesAnswer)
        return bars.filter((bar) => bar.day >= from && bar.day <= to)
      } catch (error) {
        // Symbols without a history, above all options, are refused; one of them must not prevent an account from being
        // read.
        if (error instanceof BrokerFailure && error.kind === 'REFUSED') return []
        throw error
      }
    },
    ...(settings.fundingUrl === undefined ? {} : { funding: createFunding(call, newBreaker(), settings.fundingUrl) }),
    close: () => exchange.close(),
  }
}

/** Schwab answers 404 where it lists nothing under a symbol. */
async function ofSymbol<Answer>(symbol: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof BrokerFailure && error.status === 404)
      throw new BrokerFailure('UNKNOWN_SYMBOL', symbol, error.correlationId, error.status)
    throw error
  }
}
