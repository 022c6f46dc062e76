// A third-party client written for the real brokerage works against this one when the wire is right: only the host is
// replaced.

import { MarketApiClient, TradingApiClient } from 'schwab-client-js'
import { equityBuyMarket, equitySellLimit, firstTriggersSecond, oneCancelsOther } from 'schwab-client-js/orderhelp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { link } from './link.ts'
import { startTestBroker, TEST_CLIENT } from './test-broker.ts'
import type { TestBroker } from './test-broker.ts'
import { accountIdOf, fill } from './trade.ts'

type SentOrder = ReturnType<typeof equitySellLimit>

const LIVE_ORIGIN = 'https://api.schwabapi.com'

let test: TestBroker
let trading: TradingApiClient
let market: MarketApiClient
const reachTheWorld = globalThis.fetch

beforeAll(async () => {
  test = await startTestBroker()
  const tokens = await link(test.url, 'anna')
  await fill(test, await accountIdOf(test, 'anna'), 'BUY', 10, 'ACME', 50)
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    if (!address.startsWith(LIVE_ORIGIN)) return reachTheWorld(input, init)
    return reachTheWorld(address.replace(LIVE_ORIGIN, test.url), init)
  }
  trading = new TradingApiClient(TEST_CLIENT.clientId, TEST_CLIENT.clientSecret, tokens.refresh_token)
  market = new MarketApiClient(TEST_CLIENT.clientId, TEST_CLIENT.clientSecret, tokens.refresh_token)
})
afterAll(async () => {
  globalThis.fetch = reachTheWorld
  await test.close()
})

async function hashValue(): Promise<string> {
  const [first] = (await trading.accountsNumbers()) as { hashValue: string }[]
  return first?.hashValue ?? ''
}

describe('schwab-client-js against the paper brokerage', () => {
  it('renews its access and lists the accounts with positions', async () => {
    const accounts = await trading.accountsAll('positions')
    expect(accounts).toMatchObject([
      { securitiesAccount: { type: 'MARGIN', positions: [{ longQuantity: 10, instrument: { symbol: 'ACME' } }] } },
    ])
    expect(await trading.accountsDetails(await hashValue(), 'positions')).toMatchObject({
      aggregatedBalance: { liquidationValue: 100_000 },
    })
  })

  it('lists transactions and finds one by its id', async () => {
    const found = (await trading.transactByAcct(
      await hashValue(),
      'TRADE',
      '2026-03-01T00:00:00.000Z',
      '2026-03-05T00:00:00.000Z',
    )) as { activityId: number }[]
    expect(found).toMatchObject([
      {
        type: 'TRADE',
        netAmount: -500,
        transferItems: [{ amount: 10, cost: -500, price: 50, positionEffect: 'OPENING' }],
      },
    ])
    const one = await trading.transactById(await hashValue(), String(found[0]?.activityId ?? 0))
    expect(one).toMatchObject({ activityId: found[0]?.activityId })
  })

  it('reads the user preference', async () => {
    expect(await trading.prefs()).toMatchObject({ accounts: [{ primaryAccount: true }] })
  })

  it('quotes one symbol and several', async () => {
    expect(await market.quotes('ACME,BOLT', 'quote,reference')).toMatchObject({
      ACME: { quote: { lastPrice: 50 } },
      BOLT: { symbol: 'BOLT' },
    })
    expect(await market.quoteById('ACME')).toMatchObject({ ACME: { reference: { description: 'Acme Works Inc' } } })
  })

  it('reads price history, instruments and hours', async () => {
    const history = await market.priceHistory('ACME', {
      periodType: 'month',
      period: 1,
      frequencyType: 'daily',
      frequency: 1,
    })
    expect(history).toMatchObject({ symbol: 'ACME', empty: false })
    expect(await market.instrumentsSymbol('ACME', 'symbol-search')).toMatchObject({
      instruments: [{ symbol: 'ACME', cusip: '000111222' }],
    })
    expect(await market.markets('equity', '2026-03-04')).toMatchObject({ equity: { EQ: { isOpen: true } } })
  })

  it('places, reads, replaces and cancels an order that triggers another', async () => {
    const stop = (instruction: 'BUY' | 'SELL', stopPrice: string): SentOrder & { stopPrice: string } => ({
      orderType: 'STOP',
      session: 'NORMAL',
      duration: 'GOOD_TILL_CANCEL',
      orderStrategyType: 'SINGLE',
      stopPrice,
      orderLegCollection: [{ instruction, quantity: 10, instrument: { symbol: 'ACME', assetType: 'EQUITY' } }],
    })
    const hash = await hashValue()
    const placed = (await trading.placeOrderByAcct(
      hash,
      firstTriggersSecond(stop('BUY', '55.00'), stop('SELL', '48.50')),
    )) as { orderId: string }
    expect(await trading.orderById(hash, placed.orderId)).toMatchObject({
      status: 'WORKING',
      orderStrategyType: 'TRIGGER',
      childOrderStrategies: [{ status: 'AWAITING_PARENT_ORDER' }],
    })
    const replaced = (await trading.updateOrderById(hash, Number(placed.orderId), stop('BUY', '56.00'))) as {
      orderId: string
    }
    expect(await trading.orderById(hash, placed.orderId)).toMatchObject({ status: 'REPLACED' })
    expect(await trading.orderDelete(hash, Number(replaced.orderId))).toBeNull()
    expect(await trading.orderById(hash, replaced.orderId)).toMatchObject({ status: 'CANCELED' })
  })

  it('places a pair with its helpers, lists it and cancels it', async () => {
    const hash = await hashValue()
    const stop = {
      ...equityBuyMarket('ACME', 10),
      orderType: 'STOP' as const,
      stopPrice: '45.00',
      orderLegCollection: equitySellLimit('ACME', 10, '60.00').orderLegCollection,
    }
    const pair = oneCancelsOther(equitySellLimit('ACME', 10, '60.00'), stop)
    const { orderId } = (await trading.placeOrderByAcct(hash, pair)) as { orderId: string }
    const listed = (await trading.ordersByAccount(
      hash,
      '2026-03-01T00:00:00.000Z',
      '2026-03-05T00:00:00.000Z',
      'WORKING',
    )) as unknown[]
    expect(listed).toMatchObject([
      {
        orderStrategyType: 'OCO',
        orderId: Number(orderId),
        childOrderStrategies: [
          { status: 'WORKING', price: 60 },
          { status: 'WORKING', stopPrice: 45 },
        ],
      },
    ])
    expect(await trading.orderAll('2026-03-01T00:00:00.000Z', '2026-03-05T00:00:00.000Z')).not.toHaveLength(0)
    await trading.orderDelete(hash, Number(orderId))
    expect(await trading.orderById(hash, orderId)).toMatchObject({
      status: 'CANCELED',
      childOrderStrategies: [{ status: 'CANCELED' }, { status: 'CANCELED' }],
    })
    expect(await trading.orderPreview(hash, equityBuyMarket('ACME', 1))).toMatchObject({
      orderValidationResult: { rejects: [] },
    })
    const market = (await trading.placeOrderByAcct(hash, equityBuyMarket('ACME', 1))) as { orderId: string }
    expect(await trading.orderById(hash, market.orderId)).toMatchObject({ status: 'FILLED', filledQuantity: 1 })
  })
})
