import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getJson, link } from '../testing/link.ts'
import { startTestBroker } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'

let test: TestBroker
let token: string

const get = async (path: string): Promise<{ status: number; body: unknown }> =>
  getJson(`${test.url}/marketdata/v1${path}`, token)

beforeAll(async () => {
  test = await startTestBroker()
  token = (await link(test.url, 'anna')).access_token
  test.market.set('ACME', 52.5, 50)
})
afterAll(async () => test.close())

describe('quotes', () => {
  it('come keyed by symbol in the wire names', async () => {
    const { body } = await get('/quotes?symbols=ACME')
    expect(body).toMatchObject({
      ACME: {
        assetMainType: 'EQUITY',
        symbol: 'ACME',
        realtime: true,
        quote: {
          lastPrice: 52.5,
          closePrice: 50,
          bidPrice: 52.49,
          askPrice: 52.51,
          netChange: 2.5,
          netPercentChange: 5,
          securityStatus: 'Normal',
        },
        reference: { cusip: '000111222', description: 'Acme Works Inc', exchange: 'N', exchangeName: 'NYSE' },
        regular: { regularMarketLastPrice: 52.5 },
      },
    })
  })

  it('list unknown symbols beside the known ones', async () => {
    const { body } = await get('/quotes?symbols=ACME,NOPE,BASK&fields=quote')
    expect(Object.keys(body as object)).toEqual(['ACME', 'BASK', 'errors'])
    expect(body).toMatchObject({ errors: { invalidSymbols: ['NOPE'] }, BASK: { assetSubType: 'ETF' } })
    expect((body as { ACME: object }).ACME).not.toHaveProperty('reference')
  })

  it('take repeated parameters and an index raw or encoded', async () => {
    expect(Object.keys((await get('/quotes?symbols=ACME&symbols=BOLT')).body as object)).toEqual(['ACME', 'BOLT'])
    expect(Object.keys((await get('/quotes?symbols=$IDX')).body as object)).toEqual(['$IDX'])
    expect(Object.keys((await get('/quotes?symbols=%24IDX')).body as object)).toEqual(['$IDX'])
    expect(Object.keys((await get('/$IDX/quotes/')).body as object)).toEqual(['$IDX'])
    expect(Object.keys((await get('/%24IDX/quotes')).body as object)).toEqual(['$IDX'])
  })

  it('refuse a call without token with a gateway error whose status is a number', async () => {
    expect(await getJson(`${test.url}/marketdata/v1/quotes?symbols=ACME`, 'wrong')).toMatchObject({
      status: 401,
      body: { errors: [{ status: 401, title: 'Unauthorized', detail: 'Client not authorized' }] },
    })
  })
})
