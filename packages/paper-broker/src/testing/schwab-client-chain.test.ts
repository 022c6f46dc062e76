// The independent client on the simulated market: option chains, its price history queries, and an order in a contract
// found in the chain, from the purchase to the position.
import { createSimulatedMarket } from '@clubfolio/simulated-market'
import { MarketApiClient, TradingApiClient } from 'schwab-client-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { steerableClock } from '../kernel/clock.ts'
import { simulatedPaperMarket } from '../market/simulated-paper-market.ts'
import type { PaperBroker } from '../start-paper-broker.ts'
import { startPaperBroker } from '../start-paper-broker.ts'
import type { BrokerDatabase } from './broker-database.ts'
import { createBrokerDatabase } from './broker-database.ts'
import { link } from './link.ts'
import { TEST_CLIENT, TEST_NOW_MS } from './test-broker.ts'

const LIVE_ORIGIN = 'https://api.schwabapi.com'

interface WireContract {
  readonly symbol: string
  readonly strikePrice: number
  readonly bid: number
  readonly ask: number
}
interface WireChain {
  readonly symbol: string
  readonly underlyingPrice: number
  readonly callExpDateMap: Record<string, Record<string, WireContract[]>>
}

let own: BrokerDatabase
let broker: PaperBroker
let trading: TradingApiClient
let market: MarketApiClient
const reachTheWorld = globalThis.fetch

beforeAll(async () => {
  own = await createBrokerDatabase()
  const simulated = simulatedPaperMarket(createSimulatedMarket({ seed: 'client', instrumentCount: 20 }))
  broker = await startPaperBroker({
    databaseUrl: own.url,
    port: 0,
    clock: steerableClock(TEST_NOW_MS),
    market: simulated,
    clients: [TEST_CLIENT],
    log: false,
  })
  const tokens = await link(broker.url, 'client')
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    return reachTheWorld(address.startsWith(LIVE_ORIGIN) ? address.replace(LIVE_ORIGIN, broker.url) : input, init)
  }
  trading = new TradingApiClient(TEST_CLIENT.clientId, TEST_CLIENT.clientSecret, tokens.refresh_token)
  market = new MarketApiClient(TEST_CLIENT.clientId, TEST_CLIENT.clientSecret, tokens.refresh_token)
})
afterAll(async () => {
  globalThis.fetch = reachTheWorld
  await broker.stop()
  await own.drop()
})

describe('schwab-client-js on the simulated market', () => {
  it('reads expirations, a chain and a year of daily bars', async () => {
    const { expirationList } = (await market.expirationChain('SPY')) as {
      expirationList: { expirationDate: string; daysToExpiration: number }[]
    }
    expect(expirationList.length).toBeGreaterThan(10)
    const chain = (await market.chains('SPY', { contractType: 'CALL', strikeCount: 4 })) as WireChain
    expect(chain).toMatchObject({ symbol: 'SPY', underlyingPrice: expect.any(Number) as number })
    expect(Object.keys(chain.callExpDateMap)[0]).toMatch(/^\d{4}-\d{2}-\d{2}:\d+$/)
    const history = (await market.priceHistory('SPY', {
      periodType: 'year',
      period: 1,
      frequencyType: 'daily',
      frequency: 1,
    })) as { candles: unknown[] }
    expect(history.candles.length).toBeGreaterThan(240)
  })

  it('buys a contract of the chain and finds it among the positions', async () => {
    const [account] = (await trading.accountsNumbers()) as { hashValue: string }[]
    const hash = account?.hashValue ?? ''
    const chain = (await market.chains('SPY', { contractType: 'CALL', strikeCount: 2 })) as WireChain
    const [strikes] = Object.values(chain.callExpDateMap)
    const contract = Object.values(strikes ?? {})[0]?.[0]
    if (contract === undefined) throw new Error('an empty chain')
    const order = {
      orderType: 'MARKET' as const,
      session: 'NORMAL' as const,
      duration: 'DAY' as const,
      orderStrategyType: 'SINGLE' as const,
      orderLegCollection: [
        {
          instruction: 'BUY_TO_OPEN' as const,
          quantity: 2,
          instrument: { symbol: contract.symbol, assetType: 'OPTION' as const },
        },
      ],
    }
    const { orderId } = (await trading.placeOrderByAcct(hash, order)) as { orderId: string }
    expect(await trading.orderById(hash, orderId)).toMatchObject({
      status: 'FILLED',
      orderActivityCollection: [{ executionLegs: [{ price: contract.ask, quantity: 2 }] }],
    })
    const details = await trading.accountsDetails(hash, 'positions')
    expect(details).toMatchObject({
      securitiesAccount: {
        positions: [
          { longQuantity: 2, averagePrice: contract.ask, instrument: { symbol: contract.symbol, assetType: 'OPTION' } },
        ],
      },
    })
    expect(await market.quoteById(contract.symbol)).toMatchObject({ [contract.symbol]: { assetMainType: 'OPTION' } })
  })
})
