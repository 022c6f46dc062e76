import { toEpochMs } from '@clubfolio/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getJson, link } from '../testing/link.ts'
import { makeRecordedViews, setMarketClock } from '../testing/recorded-views.ts'
import { startTestBroker, TEST_NOW_MS } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'
import { recordedPaperMarket } from './recorded-paper-market.ts'

let test: TestBroker
let simulatedToken: string

const WALL = new Date(TEST_NOW_MS).toISOString()
const CLOSED = { source: 'import', mode: 'closed', marketTime: '2021-04-21T20:00:00Z', wallTime: WALL, speed: 1 }

const quote = async (): Promise<unknown> =>
  (await getJson(`${test.url}/marketdata/v1/quotes?symbols=ACME`, simulatedToken)).body

beforeAll(async () => {
  test = await startTestBroker()
  simulatedToken = (await link(test.url, 'anna')).access_token
})
afterAll(async () => test.close())

describe('the recorded market', () => {
  it('says in words what is missing when the server has not defined it', async () => {
    await setMarketClock(test.database, CLOSED)
    const { status, body } = await getJson(`${test.url}/marketdata/v1/quotes?symbols=ACME`, simulatedToken)
    expect(status).toBe(503)
    expect(body).toMatchObject({ message: expect.stringContaining('market.instrument, market.daily_bar') as string })
  })

  it('stands at the last close while it is closed', async () => {
    await makeRecordedViews(test.database)
    expect(await quote()).toMatchObject({
      ACME: {
        realtime: false,
        quote: {
          lastPrice: 105.5,
          closePrice: 103,
          netChange: 2.5,
          openPrice: 103,
          highPrice: 106,
          securityStatus: 'Closed',
          tradeTime: Date.parse('2021-04-21T20:00:00Z'),
        },
      },
    })
  })

  it('lists what has prices around an instant, and its movers', async () => {
    const market = recordedPaperMarket(test.database, 'import')
    expect(await market.traded(10, toEpochMs(Date.parse('2021-04-21T20:00:00Z')))).toMatchObject([{ symbol: 'ACME' }])
    expect(await market.traded(10, toEpochMs(Date.parse('2021-12-01T20:00:00Z')))).toEqual([])
    const movers = `${test.url}/marketdata/v1/movers/EQUITY_ALL?sort=PERCENT_CHANGE_UP`
    expect((await getJson(movers, simulatedToken)).body).toMatchObject({
      screeners: [{ symbol: 'ACME', lastPrice: 105.5, netChange: 2.5, volume: 5000 }],
    })
  })

  it('knows a class share by every separator', async () => {
    const id = '01890000-0000-7000-8000-000000000002'
    await sql`insert into market.instrument values (${id}, 'BRK.B', 'Berkshire', 'EQUITY', 'NYSE', null)`.execute(
      test.database,
    )
    await sql`insert into market.daily_bar values (${id}, '2021-04-21', 269, 272, 268, 271.5, 4000)`.execute(
      test.database,
    )
    const quotes = `${test.url}/marketdata/v1/quotes?symbols=${encodeURIComponent('BRK.B,BRK/B,BRK-B')}`
    const known = { quote: { lastPrice: 271.5 } }
    expect((await getJson(quotes, simulatedToken)).body).toMatchObject({
      'BRK.B': known,
      'BRK/B': known,
      'BRK-B': known,
    })
    await sql`delete from market.instrument where id = ${id}`.execute(test.database)
    await sql`delete from market.daily_bar where instrument_id = ${id}`.execute(test.database)
  })

  it('adjusts bars before a split and names the days of its own clock', async () => {
    const { body } = await getJson(
      `${test.url}/marketdata/v1/pricehistory?symbol=ACME&periodType=month&period=1&frequencyType=daily`,
      simulatedToken,
    )
    expect(body).toMatchObject({
      candles: [
        { close: 101, volume: 4000, datetime: Date.parse('2021-04-19T05:00:00Z') },
        { close: 103 },
        { close: 105.5 },
      ],
    })
    const minutes = await getJson(
      `${test.url}/marketdata/v1/pricehistory?symbol=ACME&periodType=day&period=1&frequency=5`,
      simulatedToken,
    )
    expect(minutes.body).toMatchObject({
      candles: [{ open: 103, close: 103.3, volume: 110, datetime: Date.parse('2021-04-21T14:00:00Z') }],
    })
  })

  it('opens accounts on its own clock; an account of the simulated market keeps its own', async () => {
    const here = (await link(test.url, 'recorded')).access_token
    const range = (year: number): string =>
      `startDate=${year}-01-01T00:00:00.000Z&endDate=${year}-12-31T00:00:00.000Z&types=CASH_RECEIPT`
    const openings = async (token: string, year: number): Promise<unknown> => {
      const [first] = (await getJson(`${test.url}/trader/v1/accounts/accountNumbers`, token)).body as {
        hashValue: string
      }[]
      return (
        await getJson(`${test.url}/trader/v1/accounts/${first?.hashValue ?? ''}/transactions?${range(year)}`, token)
      ).body
    }
    expect(await openings(here, 2021)).toMatchObject([{ time: '2021-04-21T20:00:00+0000' }])
    expect(await openings(simulatedToken, 2026)).toHaveLength(1)
  })

  it('searches literally, whatever stands in the pattern', async () => {
    const found = async (text: string, projection: string): Promise<unknown> => {
      const query = new URLSearchParams({ symbol: text, projection })
      return (
        (await getJson(`${test.url}/marketdata/v1/instruments?${query.toString()}`, simulatedToken)).body as {
          instruments: unknown[]
        }
      ).instruments
    }
    expect(await found('A.*E', 'symbol-regex')).toHaveLength(1)
    expect(await found('A(((', 'symbol-regex')).toHaveLength(0)
    expect(await found('%', 'symbol-regex')).toHaveLength(0)
    expect(await found('100%', 'desc-search')).toHaveLength(1)
    expect(await found("'; drop table x; --", 'desc-search')).toHaveLength(0)
  })

  it('plays forward in a replay and shows nothing of a day before it happened', async () => {
    const replay = { source: 'import', mode: 'replay', marketTime: '2021-04-21T13:29:00Z', wallTime: WALL, speed: 60 }
    await setMarketClock(test.database, replay)
    expect(await quote()).toMatchObject({
      ACME: { quote: { lastPrice: 103, closePrice: 101, securityStatus: 'Closed' } },
    })
    test.clock.advance(2_000)
    // One minute into the day the walk has moved one cent towards the low, which is nearer to the open than the high.
    expect(await quote()).toMatchObject({
      ACME: {
        quote: {
          lastPrice: 102.99,
          bidPrice: 102.99,
          askPrice: 102.99,
          closePrice: 103,
          highPrice: 103,
          securityStatus: 'Normal',
        },
      },
    })
    test.clock.advance(6.6 * 60_000)
    expect(await quote()).toMatchObject({
      ACME: { quote: { lastPrice: 105.5, highPrice: 106, securityStatus: 'Closed' } },
    })
  })
})
