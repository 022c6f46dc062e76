// Alpaca's own client, @alpacahq/alpaca-trade-api, against the Alpaca wire: only its hosts are replaced. Each answer is
// also checked against the public text.

import { Alpaca, capabilities, NotFoundError, TimeFrame } from '@alpacahq/alpaca-trade-api'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkAnswer, checkedWords, countFromNow } from '../testing/alpaca-check.ts'
import type { AlpacaBroker } from './alpaca-broker.ts'
import { passDays, startAlpacaBroker } from './alpaca-broker.ts'
import { ALPACA_CALLS, UNSERVED_RESOURCES, alpacaTable } from './alpaca-table.ts'

type Stream = ReturnType<Alpaca['trading']['stream']>
type Update = Parameters<Parameters<Stream['onTradeUpdate']>[0]>[0]

let broker: AlpacaBroker
let client: Alpaca
let price: number
/** An equity beside SPY that can be sold short. */
let share: string
let call: string
const violations: string[] = []

const HOSTS: Readonly<Record<string, string>> = {
  'paper-api.alpaca.markets': '/alpaca',
  'data.alpaca.markets': '/alpaca/data',
}

/** The client's fetch: the same request to this brokerage. */
async function toOurs(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const asked = new URL(input instanceof Request ? input.url : String(input))
  const below = HOSTS[asked.host]
  if (below === undefined) throw new Error(`The client calls ${asked.host}`)
  const answer = await fetch(`${broker.url}${below}${asked.pathname}${asked.search}`, init)
  const text = await answer.clone().text()
  const path = `${below}${asked.pathname}`.replace('/alpaca', '')
  const { status } = answer
  const method = init?.method ?? 'GET'
  violations.push(...checkAnswer({ method, path, status, body: text === '' ? null : JSON.parse(text) }))
  return answer
}

const at = (share: number): string => (price * share).toFixed(2)
const spy = { symbol: 'SPY', side: 'buy', timeInForce: 'gtc' } as const
const sale = { symbol: 'SPY', side: 'sell', timeInForce: 'gtc' } as const
const resting = (): Promise<{ id?: string }> => client.trading.orders.limit({ ...spy, qty: 1, limitPrice: at(0.5) })
const exits = (): { takeProfit: { limitPrice: string }; stopLoss: { stopPrice: string } } => ({
  takeProfit: { limitPrice: at(1.5) },
  stopLoss: { stopPrice: at(0.5) },
})
const feb = { start: new Date('2026-02-02'), end: new Date('2026-02-14') }

beforeAll(async () => {
  countFromNow()
  broker = await startAlpacaBroker('client')
  client = new Alpaca({
    ...broker.keys,
    retry: false,
    rateLimit: false,
    fetchApi: toOurs,
  })
  const assets = await client.trading.assets.getV2Assets()
  share = assets.find((asset) => asset.shortable && asset.symbol !== 'SPY')?.symbol ?? ''
  price = (await client.marketData.stocks.stockLatestQuoteSingle({ symbol: 'SPY' })).quote.ap
  await client.trading.orders.market({ ...spy, qty: 50, clientOrderId: 'opening' })
  await passDays(broker, 1)
  const { optionContracts } = await client.trading.assets.getOptionsContracts({
    underlyingSymbols: 'SPY',
    type: 'call',
    expirationDateGte: new Date('2026-04-01'),
    expirationDateLte: new Date('2026-06-30'),
  })
  call = optionContracts[20]?.symbol ?? ''
  await client.trading.orders.market({ symbol: call, side: 'buy', qty: 2 })
})
afterAll(async () => {
  await broker.close()
  console.log(`${checkedWords()} to Alpaca's client were checked, ${violations.length} violations`)
})

/** What each method is called with, and what its answer holds. */
const PROBES: Readonly<Record<string, () => Promise<unknown>>> = {
  'account.getAccount': async () => {
    const account = await client.trading.account.getAccount()
    expect(account).toMatchObject({ status: 'ACTIVE', currency: 'USD', multiplier: '2' })
    expect(Number(account.equity)).toBeGreaterThan(90_000)
  },
  validateConnection: async () => expect(await client.trading.validateConnection()).toMatchObject({ ok: true }),
  'accountConfigurations.getAccountConfig': async () =>
    expect(await client.trading.accountConfigurations.getAccountConfig()).toMatchObject({ fractionalTrading: false }),
  'accountConfigurations.patchAccountConfig': async () =>
    expect(
      await client.trading.accountConfigurations.patchAccountConfig({ accountConfigurations: { noShorting: false } }),
    ).toMatchObject({ noShorting: false }),
  'accountActivities.getAccountActivities': async () =>
    expect(await client.trading.accountActivities.getAccountActivities({ direction: 'asc' })).toMatchObject([
      { activityType: 'CSD', netAmount: '100000' },
      { activityType: 'FILL', symbol: 'SPY', qty: '50', side: 'buy', leavesQty: '0' },
      { activityType: 'FEE', netAmount: '-0.35' },
      ...Array.from({ length: 2 }, () => expect.anything()),
    ]),
  collectActivities: async () =>
    expect((await client.trading.collectActivities({ direction: 'asc', pageSize: 2 })).length).toBeGreaterThan(4),
  'accountActivities.getAccountActivitiesByActivityType': async () =>
    expect(
      await client.trading.accountActivities.getAccountActivitiesByActivityType({ activityType: 'FEE' }),
    ).not.toEqual([]),
  collectActivitiesByType: async () =>
    expect(await client.trading.collectActivitiesByType({ activityType: 'FILL', pageSize: 1 })).toMatchObject([
      { symbol: call },
      { symbol: 'SPY' },
    ]),
  'portfolioHistory.getAccountPortfolioHistory': async () =>
    expect((await client.trading.portfolioHistory.getAccountPortfolioHistory({ period: '1W' })).equity).toHaveLength(2),
  'positions.getAllOpenPositions': async () =>
    expect(await client.trading.positions.getAllOpenPositions()).toEqual(
      expect.arrayContaining([expect.objectContaining({ symbol: 'SPY', side: 'long', assetClass: 'us_equity' })]),
    ),
  'positions.getOpenPosition': async () =>
    expect(await client.trading.positions.getOpenPosition({ symbolOrAssetId: 'SPY' })).toMatchObject({ symbol: 'SPY' }),
  'positions.deleteOpenPosition': async () =>
    expect(await client.trading.positions.deleteOpenPosition({ symbolOrAssetId: 'SPY', qty: 1 })).toMatchObject({
      side: 'sell',
      qty: '1',
      status: 'filled',
    }),
  'positions.deleteAllOpenPositions': async () => {
    await client.trading.orders.market({ symbol: share, side: 'sell', qty: 1 })
    await client.trading.orders.deleteAllOrders()
    const closed = await client.trading.positions.deleteAllOpenPositions({})
    expect(closed.map((one) => one.symbol)).toContain(share)
  },
  closeAllPositions: async () => {
    await client.trading.orders.market({ ...spy, qty: 3 })
    expect(await client.trading.closeAllPositions({ cancelOrders: true })).toMatchObject([
      { symbol: 'SPY', status: 200 },
    ])
  },
  'positions.optionExercise': async () => client.trading.positions.optionExercise({ symbolOrContractId: call }),
  'positions.optionDoNotExercise': async () =>
    client.trading.positions.optionDoNotExercise({ symbolOrContractId: call }),
  'orders.postOrder': async () =>
    expect(
      await client.trading.orders.postOrder({
        postOrderRequest: { symbol: 'SPY', qty: '1', side: 'buy', type: 'market', timeInForce: 'day' },
      }),
    ).toMatchObject({ status: 'filled', filledQty: '1' }),
  'orders.market': async () =>
    expect(await client.trading.orders.market({ ...spy, qty: 2 })).toMatchObject({ status: 'filled' }),
  'orders.limit': async () => expect(await resting()).toMatchObject({ type: 'limit', status: 'new' }),
  'orders.stop': async () =>
    expect(await client.trading.orders.stop({ ...sale, qty: 1, stopPrice: at(0.5) })).toMatchObject({ type: 'stop' }),
  'orders.stopLimit': async () =>
    expect(
      await client.trading.orders.stopLimit({ ...sale, qty: 1, stopPrice: at(0.5), limitPrice: at(0.49) }),
    ).toMatchObject({ type: 'stop_limit', limitPrice: at(0.49).replace(/0$/, '') }),
  'orders.trailingStop': async () => {
    const order = await client.trading.orders.trailingStop({ ...sale, qty: 1, trailPercent: 4 })
    expect(order).toMatchObject({ type: 'trailing_stop', trailPercent: '4' })
    expect(Number(order.stopPrice)).toBeLessThan(Number(order.hwm))
  },
  'orders.bracket': async () =>
    expect(await client.trading.orders.bracket({ ...spy, qty: 2, ...exits() })).toMatchObject({
      orderClass: 'bracket',
      legs: [{ type: 'limit' }, { type: 'stop' }],
    }),
  'orders.oco': async () =>
    expect(await client.trading.orders.oco({ ...sale, qty: 1, ...exits() })).toMatchObject({
      orderClass: 'oco',
      type: 'limit',
      legs: [{ type: 'stop' }],
    }),
  'orders.oto': async () =>
    expect(
      await client.trading.orders.oto({ ...spy, qty: 1, limitPrice: at(0.6), stopLoss: { stopPrice: at(0.4) } }),
    ).toMatchObject({ orderClass: 'oto', legs: [{ type: 'stop', status: 'held' }] }),
  'orders.submit': async () => {
    const [low, high] = (
      await client.trading.assets.getOptionsContracts({
        underlyingSymbols: 'SPY',
        type: 'put',
        expirationDateGte: new Date('2026-04-01'),
        expirationDateLte: new Date('2026-06-30'),
      })
    ).optionContracts.slice(20, 22)
    expect(
      await client.trading.orders.submit({
        type: 'market',
        orderClass: 'mleg',
        qty: 1,
        legs: [
          { symbol: high?.symbol ?? '', ratioQty: '1', side: 'buy' },
          { symbol: low?.symbol ?? '', ratioQty: '1', side: 'sell' },
        ],
      }),
    ).toMatchObject({ orderClass: 'mleg', status: 'filled', legs: [{ side: 'buy' }, { side: 'sell' }] })
  },
  'orders.getAllOrders': async () => {
    const { id } = await resting()
    expect((await client.trading.orders.getAllOrders({ symbols: ['SPY'], limit: 500 })).map((one) => one.id)).toContain(
      id,
    )
  },
  'orders.getOrderByOrderID': async () => {
    const { id = '' } = await resting()
    expect(await client.trading.orders.getOrderByOrderID({ orderId: id, nested: true })).toMatchObject({ id })
  },
  'orders.getOrderByClientOrderId': async () =>
    expect(await client.trading.orders.getOrderByClientOrderId({ clientOrderId: 'opening' })).toMatchObject({
      filledQty: '50',
    }),
  'orders.patchOrderByOrderId': async () => {
    const { id = '' } = await resting()
    expect(
      await client.trading.orders.patchOrderByOrderId({ orderId: id, patchOrderRequest: { limitPrice: at(0.6) } }),
    ).toMatchObject({ replaces: id })
  },
  'orders.deleteOrderByOrderID': async () => {
    const { id = '' } = await resting()
    await client.trading.orders.deleteOrderByOrderID({ orderId: id })
    expect(await client.trading.orders.getOrderByOrderID({ orderId: id })).toMatchObject({ status: 'canceled' })
  },
  'orders.deleteAllOrders': async () => {
    const { id } = await resting()
    expect(await client.trading.orders.deleteAllOrders()).toContainEqual({ id, status: 200 })
  },
  submitAndWait: async () => {
    const stream = await openStream()
    const done = await client.trading.submitAndWait(
      { symbol: 'SPY', qty: '1', side: 'buy', type: 'market', timeInForce: 'day', clientOrderId: 'awaited' },
      { stream },
    )
    expect(done).toMatchObject({ status: 'filled', clientOrderId: 'awaited' })
    stream.disconnect()
  },
  'assets.getV2Assets': async () => expect(await client.trading.assets.getV2Assets()).not.toEqual([]),
  'assets.getV2AssetsSymbolOrAssetId': async () =>
    expect(await client.trading.assets.getV2AssetsSymbolOrAssetId({ symbolOrAssetId: 'SPY' })).toMatchObject({
      tradable: true,
      fractionable: false,
    }),
  'assets.getOptionsContracts': async () =>
    expect(
      (await client.trading.assets.getOptionsContracts({ underlyingSymbols: 'SPY', limit: 3 })).optionContracts,
    ).toHaveLength(3),
  collectOptionsContracts: async () =>
    expect(
      (await client.trading.collectOptionsContracts({ underlyingSymbols: 'SPY', limit: 20 })).length,
    ).toBeGreaterThan(20),
  'assets.getOptionContractSymbolOrId': async () =>
    expect(await client.trading.assets.getOptionContractSymbolOrId({ symbolOrId: call })).toMatchObject({
      symbol: call,
      underlyingSymbol: 'SPY',
    }),
  'calendar.legacyCalendar': async () => expect(await client.trading.calendar.legacyCalendar(feb)).toHaveLength(10),
  'calendar.calendar': async () => client.trading.calendar.calendar({ market: 'NYSE' }),
  'clock.legacyClock': async () => expect(await client.trading.clock.legacyClock()).toMatchObject({ isOpen: true }),
  'clock.clock': async () => client.trading.clock.clock(),
  'stocks.stockBars': async () =>
    expect(
      (await client.marketData.stocks.stockBars({ symbols: 'SPY', timeframe: '1Day', ...feb })).bars['SPY'],
    ).toHaveLength(10),
  getStockBars: async () =>
    expect(
      Object.keys(await client.marketData.getStockBars({ symbols: 'SPY', timeframe: TimeFrame.Day, ...feb })),
    ).toEqual(['SPY']),
  getStockCandles: async () =>
    expect(
      (await client.marketData.getStockCandles({ symbols: 'SPY', timeframe: TimeFrame.Day, ...feb }))['SPY']?.close,
    ).toHaveLength(10),
  'stocks.stockBarSingle': async () =>
    expect(
      (await client.marketData.stocks.stockBarSingle({ symbol: 'SPY', timeframe: '1Day', ...feb })).bars,
    ).toHaveLength(10),
  'stocks.stockLatestBars': async () =>
    expect(await client.marketData.stocks.stockLatestBars({ symbols: 'SPY' })).toMatchObject({ bars: { SPY: {} } }),
  'stocks.stockLatestBarSingle': async () =>
    expect(await client.marketData.stocks.stockLatestBarSingle({ symbol: 'SPY' })).toMatchObject({ symbol: 'SPY' }),
  'stocks.stockLatestQuotes': async () =>
    expect(await client.marketData.stocks.stockLatestQuotes({ symbols: 'SPY' })).toMatchObject({ quotes: { SPY: {} } }),
  'stocks.stockLatestQuoteSingle': async () =>
    expect(await client.marketData.stocks.stockLatestQuoteSingle({ symbol: 'SPY' })).toMatchObject({ symbol: 'SPY' }),
  'stocks.stockLatestTrades': async () =>
    expect(await client.marketData.stocks.stockLatestTrades({ symbols: 'SPY' })).toMatchObject({ trades: { SPY: {} } }),
  getLatestPrice: async () => expect(await client.marketData.getLatestPrice('SPY')).toBeGreaterThan(0),
  'stocks.stockLatestTradeSingle': async () =>
    expect(await client.marketData.stocks.stockLatestTradeSingle({ symbol: 'SPY' })).toMatchObject({ symbol: 'SPY' }),
  'stocks.stockSnapshots': async () =>
    expect(await client.marketData.stocks.stockSnapshots({ symbols: 'SPY' })).toMatchObject({ SPY: { dailyBar: {} } }),
  'stocks.stockSnapshotSingle': async () =>
    expect(await client.marketData.stocks.stockSnapshotSingle({ symbol: 'SPY' })).toMatchObject({ symbol: 'SPY' }),
  'stocks.stockTrades': async () => client.marketData.stocks.stockTrades({ symbols: 'SPY' }),
  'stocks.stockTradeSingle': async () => client.marketData.stocks.stockTradeSingle({ symbol: 'SPY' }),
  'stocks.stockQuotes': async () => client.marketData.stocks.stockQuotes({ symbols: 'SPY' }),
  'stocks.stockQuoteSingle': async () => client.marketData.stocks.stockQuoteSingle({ symbol: 'SPY' }),
  'stocks.stockAuctions': async () => client.marketData.stocks.stockAuctions({ symbols: 'SPY' }),
  'stocks.stockAuctionSingle': async () => client.marketData.stocks.stockAuctionSingle({ symbol: 'SPY' }),
  'stocks.stockMetaConditions': async () =>
    client.marketData.stocks.stockMetaConditions({ ticktype: 'trade', tape: 'A' }),
  'stocks.stockMetaExchanges': async () => client.marketData.stocks.stockMetaExchanges(),
  'options.optionChain': async () =>
    expect(
      Object.keys((await client.marketData.options.optionChain({ underlyingSymbol: 'SPY', limit: 4 })).snapshots),
    ).toHaveLength(4),
  'options.optionSnapshots': async () =>
    expect(await client.marketData.options.optionSnapshots({ symbols: call })).toMatchObject({
      snapshots: { [call]: { greeks: {} } },
    }),
  'options.optionLatestQuotes': async () =>
    expect(await client.marketData.options.optionLatestQuotes({ symbols: call })).toMatchObject({
      quotes: { [call]: {} },
    }),
  'options.optionLatestTrades': async () =>
    expect(await client.marketData.options.optionLatestTrades({ symbols: call })).toHaveProperty('trades'),
  'options.optionBars': async () => client.marketData.options.optionBars({ symbols: call, timeframe: '1Day' }),
  'options.optionTrades': async () => client.marketData.options.optionTrades({ symbols: call }),
  'options.optionMetaConditions': async () => client.marketData.options.optionMetaConditions({ ticktype: 'trade' }),
  'options.optionMetaExchanges': async () => client.marketData.options.optionMetaExchanges(),
  stream: async () => {
    const stream = await openStream()
    const heard: Update[] = []
    const ended = new Promise<void>((resolve) => {
      stream.onTradeUpdate((update) => {
        heard.push(update)
        if (update.event === 'canceled') resolve()
      })
    })
    const { id = '' } = await resting()
    const next = await client.trading.orders.patchOrderByOrderId({
      orderId: id,
      patchOrderRequest: { limitPrice: at(0.6) },
    })
    await client.trading.orders.deleteOrderByOrderID({ orderId: next.id ?? '' })
    await ended
    expect(heard.map(({ event, order }) => [event, order.id])).toEqual([
      ['new', id],
      ['replaced', id],
      ['new', next.id],
      ['canceled', next.id],
    ])
    stream.disconnect()
  },
}

/** Opens the client's stream at this brokerage and resolves once it hears the updates of orders. */
async function openStream(): Promise<Stream> {
  const stream = client.trading.stream({ url: `${broker.url.replace('http', 'ws')}/alpaca/stream`, reconnect: false })
  const listening = new Promise<void>((resolve) => stream.on('subscription', () => resolve()))
  stream.subscribeTradeUpdates()
  stream.connect()
  await listening
  return stream
}

/** These leave the account as the others need it only when they come last. */
const LAST: readonly string[] = [
  'orders.deleteAllOrders',
  'positions.optionExercise',
  'positions.deleteAllOpenPositions',
  'closeAllPositions',
]

const methods = ALPACA_CALLS.flatMap(({ methods: names, verdict }) => names.map((name) => ({ name, verdict })))
const inOrder = [
  ...methods.filter(({ name }) => !LAST.includes(name)),
  ...LAST.flatMap((name) => methods.filter((one) => one.name === name)),
]

describe('@alpacahq/alpaca-trade-api against the paper brokerage', () => {
  for (const { name, verdict } of inOrder) {
    it(`${name}: ${verdict}`, async () => {
      const probe = PROBES[name]
      if (probe === undefined) throw new Error(`${name} is not tried`)
      const outcome = await probe().then(
        () => 'completes',
        (error: unknown) => {
          if (error instanceof NotFoundError) return 'not served'
          throw error
        },
      )
      expect(outcome).toBe(verdict)
    })
  }

  it('gets answers as the public text has them', () => {
    expect(violations).toEqual([])
  })

  it('has no call that the table does not name', () => {
    const named = new Set(methods.map(({ name }) => name))
    const missing = capabilities.capabilities.flatMap(({ accessor, methods: own }) =>
      UNSERVED_RESOURCES.includes(accessor)
        ? []
        : own.map((method) => `${accessor.split('.')[1]}.${method}`).filter((method) => !named.has(method)),
    )
    expect(missing).toEqual([])
  })

  it('is shown by the documentation as it is', () => {
    const page = readFileSync(new URL('../../../../docs/wire-conformance.md', import.meta.url), 'utf8')
    expect(page).toContain(alpacaTable())
    expect(page).toContain(UNSERVED_RESOURCES.map((name) => `\`${name}\``).join(', '))
  })
})
