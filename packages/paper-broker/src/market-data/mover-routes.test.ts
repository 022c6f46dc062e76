import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getJson, link } from '../testing/link.ts'
import { startTestBroker } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'

let test: TestBroker
let token: string

beforeAll(async () => {
  test = await startTestBroker()
  token = (await link(test.url, 'anna')).access_token
  test.market.set('ACME', 55, 50)
  test.market.set('BOLT', 45, 50)
  test.market.set('LOAN', 51, 50)
  test.market.setFrom('LOAN', 52, test.clock.now() - 60_000)
})
afterAll(async () => test.close())

const movers = async (path: string): Promise<{ status: number; body: unknown }> =>
  getJson(`${test.url}/marketdata/v1/movers/${path}`, token)

describe('movers', () => {
  it('lists the shares that rose most, with what they did today', async () => {
    expect((await movers('$SPX?sort=PERCENT_CHANGE_UP')).body).toEqual({
      screeners: [
        {
          description: 'Acme Works Inc',
          volume: 12_345,
          lastPrice: 55,
          netChange: 5,
          marketShare: 33.33,
          totalVolume: 37_035,
          trades: 124,
          netPercentChange: 0.1,
          symbol: 'ACME',
        },
        expect.objectContaining({ symbol: 'LOAN', netChange: 2, netPercentChange: 0.04 }),
      ],
    })
  })

  it('lists those that fell, and by default those with the most volume', async () => {
    expect((await movers('%24DJI?sort=PERCENT_CHANGE_DOWN')).body).toMatchObject({
      screeners: [{ symbol: 'BOLT', netChange: -5, netPercentChange: -0.1 }],
    })
    expect((await movers('EQUITY_ALL')).body).toMatchObject({
      screeners: [{ symbol: 'ACME' }, { symbol: 'BASK' }, { symbol: 'BOLT' }, { symbol: 'LOAN' }],
    })
  })

  it('compares with the price of some minutes ago', async () => {
    expect((await movers('NYSE?sort=PERCENT_CHANGE_UP&frequency=5')).body).toMatchObject({
      screeners: [{ symbol: 'LOAN', netChange: 1 }],
    })
  })

  it('compares the prices of a minute once', async () => {
    const first = await movers('EQUITY_ALL')
    test.market.set('ACME', 99, 50)
    expect(await movers('EQUITY_ALL')).toMatchObject({ body: first.body })
    test.clock.advance(60_000)
    expect((await movers('$SPX')).body).toMatchObject({
      screeners: [{ symbol: 'ACME', lastPrice: 99 }, {}, {}],
    })
  })

  it.each(['FTSE', 'NYSE?sort=up', 'NYSE?frequency=2'])('refuses %s', async (path) => {
    expect(await movers(path)).toMatchObject({ status: 400, body: { errors: [{ status: '400' }] } })
  })
})
