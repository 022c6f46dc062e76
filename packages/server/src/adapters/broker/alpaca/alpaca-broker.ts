// The brokerage port on the wire of Alpaca's Trading API and Market Data API. Base addresses and credentials select the
// live environment, Alpaca's paper environment, or any server that speaks the same wire. A login has one account.
import {
  addCalendarDays,
  isOptionCode,
  newYorkDateAt,
  newYorkInstant,
  type OrderDraft,
  toEpochMs,
} from '@clubfolio/domain'
import { z } from 'zod'
import { type CallParts, parseJson, readCall } from '../http/call.ts'
import { createCircuitBreaker } from '../http/circuit-breaker.ts'
import { createHttpExchange, exchangeLimits, type ExchangeLimits, type HttpAnswer } from '../http/http-exchange.ts'
import { allowanceOf, type RequestAllowance } from '../http/request-allowance.ts'
import { sendEffect } from '../http/send-effect.ts'
import type { BrokerOption, BrokerQuote } from '../market-answers.ts'
import { type BrokerAccess, BrokerFailure, type BrokerOrder, type BrokerPort, type OrderSending } from '../port.ts'
import { createSharedBrokerWork } from '../shared-work.ts'
import { writeWireTime } from '../wire-time.ts'
import { type AlpacaOAuthSettings, alpacaAuthoriseUrl, exchangeAlpacaCode, tokensOfPair } from './alpaca-access.ts'
import { alpacaAnswers } from './answer-format.ts'
import { createOrderNews } from './order-news.ts'
import { previewRejects } from './preview-order.ts'
import { AlpacaAccountAnswer, PositionsAnswer, toAccount } from './read-account.ts'
import { ActivitiesAnswer } from './read-activity.ts'
import { AssetAnswer, assetFault } from './read-asset.ts'
import { ChainSnapshotsAnswer, ContractsAnswer, alpacaExpirations, toOption, type WireContract } from './read-chain.ts'
import {
  BarsAnswer,
  type BarPage,
  closesOf,
  OptionBarsAnswer,
  OptionSnapshotsAnswer,
  alpacaRange,
  SnapshotsAnswer,
} from './read-market.ts'
import { AlpacaOrderAnswer, AlpacaOrdersAnswer, wireIdOf } from './read-order.ts'
import { writeReplacement } from './replace-order.ts'
import { shapeFault, writeAlpacaOrder } from './write-order.ts'
import { writeSymbol } from './wire-symbol.ts'

export interface AlpacaSettings extends AlpacaOAuthSettings {
  /** Stored with every account. */
  readonly name: string
  readonly title: string
  readonly isPaper: boolean
  /** Without `/v2`. */
  readonly tradingUrl: string
  readonly dataUrl: string
  /** Where orders are reported as they change. */
  readonly streamUrl: string
  /** `iex`, or `sip` for those who pay for all exchanges. */
  readonly feed: 'iex' | 'sip'
  readonly limits?: ExchangeLimits
  readonly breaker?: { readonly failures: number; readonly pauseMs: number }
}

/** Alpaca's limit per account. Source: docs/rules/brokerage.md, "Request limits". */
export const alpacaRequestsPerMinute = 200

const symbolsPerCall = 100
const ordersPerCall = 500
const activitiesPerCall = 100
const barsPerCall = 10_000
const failuresBeforePause = { failures: 5, pauseMs: 30_000 }
/** Without a subscription, prices of all exchanges are available once they are this old. */
const delayMs = 16 * 60_000
/** Expirations are listed this far ahead. */
const expirationDays = 3 * 366
/** More pages than any account or chain has: an answer that never ends must not hang us. */
const mostPages = 1_000

const IdAnswer = z.looseObject({ id: z.string().min(1).max(64) })
const orderIdOf = (answer: HttpAnswer): string | null => IdAnswer.safeParse(parseJson(answer.text)).data?.id ?? null

const takenReference = /client_order_id must be unique/i

/** `nowMs` is the wall clock. `allowance` counts the requests of all processes. */
export function createAlpacaBroker(
  settings: AlpacaSettings,
  allowance: RequestAllowance,
  nowMs: () => number,
): BrokerPort {
  const limits = settings.limits ?? exchangeLimits
  const exchange = createHttpExchange(limits)
  const own = allowanceOf(allowance, (key) => `${settings.name} ${key}`)
  const call: CallParts = { exchange, allowance: own, format: alpacaAnswers, totalMs: limits.totalMs }
  // Market data have a limit of their own.
  const dataCall: CallParts = { ...call, allowance: allowanceOf(own, (key) => `${key} data`) }
  const newBreaker = () => createCircuitBreaker(settings.breaker ?? failuresBeforePause)
  const [oauthBreaker, tradingBreaker, orderBreaker, dataBreaker] = [
    newBreaker(),
    newBreaker(),
    newBreaker(),
    newBreaker(),
  ]
  const trading = <S extends z.ZodType>(access: BrokerAccess, path: string, schema: S) =>
    readCall(call, tradingBreaker, { access, url: `${settings.tradingUrl}/v2${path}`, schema })
  const data = <S extends z.ZodType>(access: BrokerAccess, path: string, schema: S) =>
    readCall(dataCall, dataBreaker, { access, url: `${settings.dataUrl}${path}`, schema })
  const change = (access: BrokerAccess, method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    sendEffect(call, orderBreaker, {
      access,
      request: {
        method,
        url: `${settings.tradingUrl}/v2${path}`,
        headers: body ? { 'content-type': 'application/json' } : {},
        ...(body ? { body: JSON.stringify(body) } : {}),
      },
      idOf: orderIdOf,
    })

  const queryOf = (fields: Readonly<Record<string, string>>): string => new URLSearchParams(fields).toString()
  const orderPath = (brokerId: string): string => `/orders/${encodeURIComponent(wireIdOf(brokerId))}`
  const today = () => newYorkDateAt(toEpochMs(nowMs()))
  const optionFeed = settings.feed === 'sip' ? 'opra' : 'indicative'

  async function readOwnAccount(access: BrokerAccess, hashValue: string | undefined) {
    const wire = await trading(access, '/account', AlpacaAccountAnswer)
    if (hashValue !== undefined && wire.id !== hashValue)
      throw new BrokerFailure('REFUSED', 'The access is to another account.')
    return wire
  }

  async function readAccountOf(access: BrokerAccess, hashValue: string | undefined) {
    const wire = await readOwnAccount(access, hashValue)
    return toAccount(wire, await trading(access, '/positions', PositionsAnswer))
  }

  const readAsset = (access: BrokerAccess, symbol: string) =>
    trading(access, `/assets/${encodeURIComponent(writeSymbol(symbol))}`, AssetAnswer)

  async function readOrder(access: BrokerAccess, brokerId: string): Promise<BrokerOrder> {
    const order = await trading(access, `${orderPath(brokerId)}?nested=true`, AlpacaOrderAnswer)
    // The order that leads a pair is asked for under its own id, and read with the pair around it.
    return order.brokerId === brokerId ? order : (order.children.find((one) => one.brokerId === brokerId) ?? order)
  }

  /** Only a short sale is looked up before it is sent: nothing else costs the time of a request. */
  async function refuseUnsendable(access: BrokerAccess, draft: OrderDraft): Promise<OrderSending | undefined> {
    const shape = shapeFault(draft)
    if (shape !== null) return { outcome: 'REFUSED', reason: shape }
    if (draft.terms.instruction !== 'SELL_SHORT') return undefined
    try {
      const reason = assetFault(await readAsset(access, draft.terms.symbol), draft.terms)
      return reason === null ? undefined : { outcome: 'REFUSED', reason }
    } catch (error) {
      if (!(error instanceof BrokerFailure)) throw error
      return error.kind === 'REFUSED'
        ? { outcome: 'REFUSED', reason: `Alpaca does not trade ${draft.terms.symbol}.` }
        : { outcome: 'NOT_SENT', failure: error }
    }
  }

  async function allPages<Page>(
    read: (token: string | null) => Promise<Page>,
    next: (page: Page) => string | null,
  ): Promise<Page[]> {
    const pages: Page[] = []
    let token: string | null = null
    for (let turn = 0; turn < mostPages; turn++) {
      const page = await read(token)
      pages.push(page)
      const following = next(page)
      if (following === null) return pages
      if (following === token) break
      token = following
    }
    throw new BrokerFailure('NONSENSE', 'The pages of the answer never end.')
  }

  const withPage = (fields: Readonly<Record<string, string>>, token: string | null): string =>
    queryOf(token === null ? fields : { ...fields, page_token: token })

  async function readBars(
    access: BrokerAccess,
    symbol: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<BarPage['bars']> {
    const wire = writeSymbol(symbol)
    const pages = await allPages<BarPage>(
      (token) =>
        isOptionCode(symbol)
          ? data(
              access,
              `/v1beta1/options/bars?${withPage({ ...fields, symbols: wire, limit: String(barsPerCall) }, token)}`,
              OptionBarsAnswer,
            )
          : data(
              access,
              `/v2/stocks/${encodeURIComponent(wire)}/bars?` +
                withPage({ ...fields, adjustment: 'raw', limit: String(barsPerCall) }, token),
              BarsAnswer,
            ),
      ({ nextPage }) => nextPage,
    )
    return pages.flatMap(({ bars }) => bars)
  }

  async function readQuotes(access: BrokerAccess, symbols: readonly string[]): Promise<BrokerQuote[]> {
    const [first] = symbols
    if (first === undefined) return []
    const query = queryOf({ symbols: symbols.map(writeSymbol).join(',') })
    try {
      return isOptionCode(first)
        ? await data(access, `/v1beta1/options/snapshots?${query}&feed=${optionFeed}`, OptionSnapshotsAnswer)
        : await data(access, `/v2/stocks/snapshots?${query}&feed=${settings.feed}`, SnapshotsAnswer)
    } catch (error) {
      if (!(error instanceof BrokerFailure) || error.kind !== 'REFUSED') throw error
      // One symbol that is none for Alpaca has the whole list refused; it must not take the others with it.
      if (symbols.length === 1) return []
      const middle = Math.ceil(symbols.length / 2)
      return [
        ...(await readQuotes(access, symbols.slice(0, middle))),
        ...(await readQuotes(access, symbols.slice(middle))),
      ]
    }
  }

  async function readContracts(
    access: BrokerAccess,
    symbol: string,
    { from, to }: { readonly from: string; readonly to: string },
  ): Promise<WireContract[]> {
    const fields = {
      underlying_symbols: symbol,
      status: 'active',
      expiration_date_gte: from,
      expiration_date_lte: to,
      limit: String(barsPerCall),
    }
    const pages = await allPages(
      (token) => trading(access, `/options/contracts?${withPage(fields, token)}`, ContractsAnswer),
      ({ nextPage }) => nextPage,
    )
    return pages.flatMap(({ contracts }) => contracts)
  }

  return {
    name: settings.name,
    title: settings.title,
    isPaper: settings.isPaper,
    isReadOnly: false,
    hasConsentPage: settings.client !== undefined,
    appKey: settings.client?.clientId ?? '',
    redirectUrl: settings.callbackUrl,
    livesByWallClock: true,
    shared: createSharedBrokerWork(),
    authoriseUrl: (state) => alpacaAuthoriseUrl(settings, state),
    exchange: (code) => exchangeAlpacaCode(call, oauthBreaker, { ...settings, code }),
    refresh: () => Promise.reject(new BrokerFailure('LAPSED', 'Alpaca does not renew an access.')),
    keyPair: { tokensOf: tokensOfPair },
    async listAccounts(access) {
      const { id, account_number: number } = await trading(access, '/account', AlpacaAccountAnswer)
      return [{ number, hashValue: id }]
    },
    readAccounts: async (access) => [await readAccountOf(access, undefined)],
    readAccount: (access, hashValue) => readAccountOf(access, hashValue),
    async listTransactions(access, _hashValue, fromMs, toMs) {
      const fields = {
        after: writeWireTime(fromMs),
        until: writeWireTime(toMs),
        direction: 'asc',
        page_size: String(activitiesPerCall),
      }
      const pages = await allPages(
        (token) => trading(access, `/account/activities?${withPage(fields, token)}`, ActivitiesAnswer),
        ({ count, lastId }) => (count < activitiesPerCall ? null : lastId),
      )
      const found = new Map(
        pages.flatMap(({ transactions }) => transactions).map((transaction) => [transaction.brokerId, transaction]),
      )
      return [...found.values()].sort((a, b) => a.occurredMs - b.occurredMs || (a.brokerId < b.brokerId ? -1 : 1))
    },
    async listOrders(access, _hashValue, fromMs, toMs) {
      const found = new Map<string, BrokerOrder>()
      const spans = [{ fromMs, toMs }]
      for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
        const query = queryOf({
          status: 'all',
          after: writeWireTime(span.fromMs),
          until: writeWireTime(span.toMs),
          direction: 'asc',
          limit: String(ordersPerCall),
          nested: 'true',
        })
        const orders = await trading(access, `/orders?${query}`, AlpacaOrdersAnswer)
        const middleMs = toEpochMs(Math.floor((span.fromMs + span.toMs) / 2))
        // A full answer may have been truncated, so both halves of its span are requested instead. Both ends of a span
        // are left out by Alpaca, so the halves overlap.
        if (orders.length >= ordersPerCall && middleMs > span.fromMs) {
          spans.push(
            { fromMs: toEpochMs(middleMs - 1), toMs: span.toMs },
            { fromMs: span.fromMs, toMs: toEpochMs(middleMs + 1) },
          )
        } else for (const order of orders) found.set(order.brokerId, order)
      }
      return [...found.values()]
    },
    readOrder: (access, _hashValue, brokerId) => readOrder(access, brokerId),
    async findOrder(access, _hashValue, reference) {
      try {
        const query = queryOf({ client_order_id: reference })
        const { id } = await trading(access, `/orders:by_client_order_id?${query}`, IdAnswer)
        return await readOrder(access, id)
      } catch (error) {
        if (error instanceof BrokerFailure && error.kind === 'REFUSED') return null
        throw error
      }
    },
    async previewOrder(access, hashValue, draft) {
      const rejects = await previewRejects(draft, {
        account: () => readOwnAccount(access, hashValue),
        positions: () => trading(access, '/positions', PositionsAnswer),
        asset: () => readAsset(access, draft.terms.symbol),
        last: async () => (await readQuotes(access, [draft.terms.symbol]))[0]?.last ?? null,
      })
      return { rejects, warnings: [], commissionCents: null }
    },
    async placeOrder(access, _hashValue, draft, reference) {
      const sent =
        (await refuseUnsendable(access, draft)) ??
        (await change(access, 'POST', '/orders', writeAlpacaOrder(draft, reference)))
      // An order under our reference is there already: an earlier attempt arrived after all.
      return sent.outcome === 'REFUSED' && takenReference.test(sent.reason)
        ? { outcome: 'LOST', reason: sent.reason }
        : sent
    },
    async replaceOrder(access, _hashValue, { brokerId, draft, reference }) {
      try {
        const written = writeReplacement(await readOrder(access, brokerId), draft, reference)
        if ('reason' in written) return { outcome: 'REFUSED', reason: written.reason }
        const sent = await change(access, 'PATCH', orderPath(brokerId), written.body)
        return sent.outcome === 'REFUSED' && takenReference.test(sent.reason)
          ? { outcome: 'LOST', reason: sent.reason }
          : sent
      } catch (error) {
        if (!(error instanceof BrokerFailure)) throw error
        return error.kind === 'REFUSED'
          ? { outcome: 'REFUSED', reason: error.message }
          : { outcome: 'NOT_SENT', failure: error }
      }
    },
    cancelOrder: (access, _hashValue, brokerId) => change(access, 'DELETE', orderPath(brokerId)),
    async quotes(access, symbols) {
      const found: BrokerQuote[] = []
      for (const list of [symbols.filter((one) => !isOptionCode(one)), symbols.filter(isOptionCode)])
        for (let start = 0; start < list.length; start += symbolsPerCall)
          found.push(...(await readQuotes(access, list.slice(start, start + symbolsPerCall))))
      return found
    },
    async optionChain(access, symbol, from, to) {
      const contracts = await readContracts(access, symbol, { from, to })
      if (contracts.length === 0)
        return { symbol, underlyingPrice: null, isDelayed: optionFeed === 'indicative', options: [] }
      const [quote] = await readQuotes(access, [symbol])
      const fields = { feed: optionFeed, expiration_date_gte: from, expiration_date_lte: to, limit: '1000' }
      const pages = await allPages(
        (token) =>
          data(
            access,
            `/v1beta1/options/snapshots/${encodeURIComponent(symbol)}?${withPage(fields, token)}`,
            ChainSnapshotsAnswer,
          ),
        ({ nextPage }) => nextPage,
      )
      const snapshots = new Map(pages.flatMap((page) => Object.entries(page.snapshots)))
      const ground = { today: today(), underlyingPrice: quote === undefined ? null : Number(quote.last) }
      return {
        symbol,
        underlyingPrice: ground.underlyingPrice,
        isDelayed: optionFeed === 'indicative',
        options: contracts.flatMap((wire): BrokerOption[] => toOption(wire, snapshots.get(wire.symbol), ground)),
      }
    },
    async optionExpirations(access, symbol) {
      const from = today()
      return alpacaExpirations(
        await readContracts(access, symbol, { from, to: addCalendarDays(from, expirationDays) }),
        from,
      )
    },
    async priceRange(access, symbol, fromMs, toMs) {
      const bars = await readBars(access, symbol, {
        timeframe: '1Min',
        start: writeWireTime(fromMs),
        end: writeWireTime(toMs),
        ...(isOptionCode(symbol) ? {} : { feed: settings.feed }),
      })
      return alpacaRange(bars, fromMs, toMs)
    },
    async dailyCloses(access, symbol, from, to) {
      const endMs = Math.min(newYorkInstant(addCalendarDays(to, 1), 0) - 1, nowMs() - delayMs)
      const startMs = newYorkInstant(from, 0)
      if (endMs <= startMs) return []
      try {
        const bars = await readBars(access, symbol, {
          timeframe: '1Day',
          start: writeWireTime(startMs),
          end: writeWireTime(toEpochMs(endMs)),
          // The closes of all exchanges: those of a single one are not the official ones.
          ...(isOptionCode(symbol) ? {} : { feed: 'sip' }),
        })
        return closesOf(bars).filter((bar) => bar.day >= from && bar.day <= to)
      } catch (error) {
        // Securities without a history are refused; one of them must not prevent an account from being read.
        if (error instanceof BrokerFailure && error.kind === 'REFUSED') return []
        throw error
      }
    },
    orderNews: createOrderNews(settings.streamUrl),
    close: () => exchange.close(),
  }
}
