// The brokerage port on the wire of Alpaca's Trading API and Market Data API. Base addresses and credentials select the
// live environment, Alpaca's paper environment, or any server that speaks the same wire. A login has one account.
import { type OrderDraft, toEpochMs } from '@clubfolio/domain'
import { z } from 'zod'
import { type CallParts, parseJson, readCall } from '../http/call.ts'
import { createCircuitBreaker } from '../http/circuit-breaker.ts'
import { createHttpExchange, exchangeLimits, type ExchangeLimits, type HttpAnswer } from '../http/http-exchange.ts'
import { allowanceOf, type RequestAllowance } from '../http/request-allowance.ts'
import { sendEffect } from '../http/send-effect.ts'
import { type BrokerAccess, BrokerFailure, type BrokerOrder, type BrokerPort, type OrderSending } from '../port.ts'
import { createSharedBrokerWork } from '../shared-work.ts'
import { writeWireTime } from '../wire-time.ts'
import { type AlpacaOAuthSettings, alpacaAuthoriseUrl, exchangeAlpacaCode, tokensOfPair } from './alpaca-access.ts'
import { alpacaAnswers } from './answer-format.ts'
import { createMarketData } from './market-data.ts'
import { createOrderNews } from './order-news.ts'
import { allPages, pageQuery, queryOf } from './pages.ts'
import { previewRejects } from './preview-order.ts'
import { AlpacaAccountAnswer, PositionsAnswer, toAccount } from './read-account.ts'
import { ActivitiesAnswer } from './read-activity.ts'
import { AssetAnswer, assetFault } from './read-asset.ts'
import { AlpacaOrderAnswer, AlpacaOrdersAnswer, pairIdOf, wireIdOf } from './read-order.ts'
import { describePartlyFilled, writeReplacement } from './replace-order.ts'
import { holdsExits, shapeFault, writeAlpacaOrder } from './write-order.ts'
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

const ordersPerCall = 500
const activitiesPerCall = 100
const failuresBeforePause = { failures: 5, pauseMs: 30_000 }

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

  const orderPath = (brokerId: string): string => `/orders/${encodeURIComponent(wireIdOf(brokerId))}`
  const marketData = createMarketData({ trading, data, feed: settings.feed, nowMs })

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
    if (draft.kind !== 'ENTRY' || draft.terms.instruction !== 'SELL_SHORT') return undefined
    const { terms } = draft
    try {
      const reason = assetFault(await readAsset(access, terms.symbol), terms)
      return reason === null ? undefined : { outcome: 'REFUSED', reason }
    } catch (error) {
      if (!(error instanceof BrokerFailure)) throw error
      return error.kind === 'REFUSED'
        ? { outcome: 'REFUSED', reason: `Alpaca does not trade ${terms.symbol}.` }
        : { outcome: 'NOT_SENT', failure: error }
    }
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
    // Its extended hours are those before and after the session together.
    sessions: ['SEAMLESS'],
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
        (token) => trading(access, `/account/activities?${pageQuery(fields, token)}`, ActivitiesAnswer),
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
    async findOrder(access, _hashValue, { reference, draft }) {
      try {
        const query = queryOf({ client_order_id: reference })
        const { id } = await trading(access, `/orders:by_client_order_id?${query}`, IdAnswer)
        return await readOrder(access, draft.kind === 'PAIR' ? pairIdOf(id) : id)
      } catch (error) {
        if (error instanceof BrokerFailure && error.kind === 'REFUSED') return null
        throw error
      }
    },
    holdsExits,
    describeUnsendable: shapeFault,
    replacesExitsAlone: true,
    replacementsCountFills: true,
    describeFixed: describePartlyFilled,
    async previewOrder(access, hashValue, draft) {
      const rejects = await previewRejects(draft, {
        account: () => readOwnAccount(access, hashValue),
        positions: () => trading(access, '/positions', PositionsAnswer),
        asset: (symbol) => readAsset(access, symbol),
        last: async (symbol) => (await marketData.quotes(access, [symbol]))[0]?.last ?? null,
      })
      return { rejects, warnings: [], commissionCents: null }
    },
    async placeOrder(access, _hashValue, draft, reference) {
      const sent =
        (await refuseUnsendable(access, draft)) ??
        (await change(access, 'POST', '/orders', writeAlpacaOrder(draft, reference)))
      // An order under our reference is there already: an earlier attempt arrived after all.
      if (sent.outcome === 'REFUSED' && takenReference.test(sent.reason))
        return { outcome: 'LOST', reason: sent.reason }
      // Alpaca answers with the order that leads a pair.
      return sent.outcome === 'TAKEN' && sent.brokerId !== null && draft.kind === 'PAIR'
        ? { outcome: 'TAKEN', brokerId: pairIdOf(sent.brokerId) }
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
    ...marketData,
    orderNews: createOrderNews(settings.streamUrl),
    close: () => exchange.close(),
  }
}
