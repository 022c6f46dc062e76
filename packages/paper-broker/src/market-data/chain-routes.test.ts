import { createSimulatedMarket, parseOptionCode } from '@clubfolio/simulated-market'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Candle } from './candle.ts'
import { steerableClock } from '../kernel/clock.ts'
import { simulatedPaperMarket } from '../market/simulated-paper-market.ts'
import type { PaperBroker } from '../start-paper-broker.ts'
import { startPaperBroker } from '../start-paper-broker.ts'
import type { BrokerDatabase } from '../testing/broker-database.ts'
import { createBrokerDatabase } from '../testing/broker-database.ts'
import { getJson, link } from '../testing/link.ts'
import { TEST_CLIENT, TEST_NOW_MS } from '../testing/test-broker.ts'

interface Chain {
  readonly status: string
  readonly numberOfContracts: number
  readonly underlyingPrice: number
  readonly underlying?: object
  readonly callExpDateMap: Record<string, Record<string, Record<string, unknown>[]>>
  readonly putExpDateMap: Record<string, Record<string, Record<string, unknown>[]>>
}

const clock = steerableClock(TEST_NOW_MS)

let own: BrokerDatabase
let broker: PaperBroker
let token: string

beforeAll(async () => {
  own = await createBrokerDatabase()
  const market = simulatedPaperMarket(createSimulatedMarket({ seed: 'paper test', instrumentCount: 20 }))
  broker = await startPaperBroker({ databaseUrl: own.url, port: 0, clock, market, clients: [TEST_CLIENT], log: false })
  token = (await link(broker.url, 'anna')).access_token
})
afterAll(async () => {
  await broker.stop()
  await own.drop()
})

const get = async (path: string): Promise<{ status: number; body: unknown }> =>
  getJson(`${broker.url}/marketdata/v1${path}`, token)
const chainOf = async (query: string): Promise<Chain> => (await get(`/chains?symbol=SPY&${query}`)).body as Chain

describe('the option chain', () => {
  it('maps date and days to strikes to one contract with the wire’s names', async () => {
    const chain = await chainOf('fromDate=2026-03-20&toDate=2026-03-20&includeUnderlyingQuote=true')
    expect(Object.keys(chain.callExpDateMap)).toEqual(['2026-03-20:16'])
    expect(chain.status).toBe('SUCCESS')
    expect(chain.underlying).toMatchObject({ symbol: 'SPY', exchangeName: 'PAC' })
    const strikes = chain.callExpDateMap['2026-03-20:16'] ?? {}
    for (const [key, contracts] of Object.entries(strikes)) {
      expect(key).toMatch(/^\d+\.\d+$/)
      expect(contracts).toHaveLength(1)
      expect(contracts[0]).toMatchObject({
        putCall: 'CALL',
        strikePrice: Number(key),
        multiplier: 100,
        expirationType: 'S',
        daysToExpiration: 16,
        expirationDate: '2026-03-20T20:00:00.000+00:00',
      })
      expect(parseOptionCode(String(contracts[0]?.['symbol']))).toMatchObject({
        underlying: 'SPY',
        strike: Number(key),
        expiration: '2026-03-20',
      })
    }
    for (const name of ['bid', 'ask', 'last', 'mark', 'inTheMoney', 'delta', 'volatility'])
      expect(Object.values(strikes)[0]?.[0]).toHaveProperty(name)
  })

  it('keeps the strikes nearest to the price, one side, one strike', async () => {
    const near = await chainOf('fromDate=2026-03-20&toDate=2026-03-20&strikeCount=4&contractType=PUT')
    expect(near).toMatchObject({ numberOfContracts: 4, callExpDateMap: {} })
    const strikes = Object.keys(near.putExpDateMap['2026-03-20:16'] ?? {}).map(Number)
    expect(strikes.every((strike) => Math.abs(strike - near.underlyingPrice) < near.underlyingPrice * 0.1)).toBe(true)
    const one = await chainOf(`fromDate=2026-03-20&toDate=2026-03-20&strike=${strikes[0] ?? 0}`)
    expect(one.numberOfContracts).toBe(2)
    const inside = await chainOf('fromDate=2026-03-20&toDate=2026-03-20&range=ITM&contractType=CALL')
    expect(
      Object.keys(inside.callExpDateMap['2026-03-20:16'] ?? {})
        .map(Number)
        .every((strike) => strike < inside.underlyingPrice),
    ).toBe(true)
  })

  it('lists the expirations that it has', async () => {
    const { expirationList } = (await get('/expirationchain?symbol=SPY')).body as {
      expirationList: { expirationDate: string; expirationType: string }[]
    }
    const all = await chainOf('strikeCount=1')
    expect(expirationList.map((one) => one.expirationDate)).toEqual(
      Object.keys(all.callExpDateMap).map((key) => key.slice(0, 10)),
    )
    expect(expirationList.find((one) => one.expirationDate === '2026-03-20')?.expirationType).toBe('S')
  })

  it('quotes a contract by its own symbol', async () => {
    const chain = await chainOf('fromDate=2026-03-20&toDate=2026-03-20&strikeCount=1')
    const contract = Object.values(chain.callExpDateMap['2026-03-20:16'] ?? {})[0]?.[0]
    const symbol = String(contract?.['symbol'])
    expect((await get(`/quotes?symbols=${encodeURIComponent(symbol)}`)).body).toMatchObject({
      [symbol]: {
        assetMainType: 'OPTION',
        quote: { bidPrice: contract?.['bid'], askPrice: contract?.['ask'] },
        reference: { strikePrice: contract?.['strikePrice'], underlying: 'SPY' },
      },
    })
  })

  it.each(['contractType=BOTH', 'strategy=BUTTERFLY', 'fromDate=tomorrow', 'strikeCount=-1', 'expMonth=XXX'])(
    'refuses %s',
    async (query) => {
      expect((await get(`/chains?symbol=SPY&${query}`)).status).toBe(400)
    },
  )

  it('knows no chain of an unknown symbol', async () => {
    expect((await get('/chains?symbol=NOPE1')).status).toBe(404)
  })
})

describe('the simulated market behind the wire', () => {
  it('shows nothing that comes after the instant', async () => {
    clock.advance(30_000)
    const { candles } = (await get('/pricehistory?symbol=SPY&periodType=day&period=1&frequency=1')).body as {
      candles: { datetime: number }[]
    }
    expect(Math.max(...candles.map((candle) => candle.datetime))).toBe(TEST_NOW_MS - 60_000)
    const days = (
      (await get('/pricehistory?symbol=SPY&periodType=month&period=1&frequencyType=daily')).body as {
        candles: Candle[]
      }
    ).candles
    const quote = ((await get('/quotes?symbols=SPY')).body as { SPY: { quote: Record<string, number> } }).SPY.quote
    expect(days.at(-1)).toEqual({
      open: quote['openPrice'],
      high: quote['highPrice'],
      low: quote['lowPrice'],
      close: quote['lastPrice'],
      volume: quote['totalVolume'],
      datetime: Date.parse('2026-03-04T06:00:00Z'),
    })
    expect(days.at(-2)?.close).toBe(quote['closePrice'])
  })

  it('finds instruments by pieces of their names', async () => {
    const { instruments } = (await get('/instruments?symbol=SP.*&projection=symbol-regex')).body as {
      instruments: { symbol: string }[]
    }
    expect(instruments.map((one) => one.symbol)).toContain('SPY')
  })
})
