import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getJson, link } from '../testing/link.ts'
import { startTestBroker } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'

let test: TestBroker

beforeAll(async () => {
  test = await startTestBroker({ requestsPerMinute: 3 })
})
afterAll(async () => test.close())

describe('the limit of calls a minute', () => {
  it('refuses one call too many, says when to come back, and holds for that login alone', async () => {
    const { access_token: token } = await link(test.url, 'anna')
    const { access_token: other } = await link(test.url, 'berta')
    const call = async (bearer: string): Promise<{ status: number; headers: Headers; body: unknown }> =>
      getJson(`${test.url}/trader/v1/accounts/accountNumbers`, bearer)
    for (const expected of [200, 200, 200, 429]) expect((await call(token)).status).toBe(expected)
    const refused = await call(token)
    expect(refused.headers.get('retry-after')).toBe('20')
    expect(refused.body).toMatchObject({
      errors: [
        {
          title: 'Too Many Requests',
          detail: 'You have reached the limit of 3 requests a minute. Try again in 20 seconds.',
        },
      ],
    })
    expect((await call(other)).status).toBe(200)
    test.clock.advance(20_000)
    expect((await call(token)).status).toBe(200)
    expect((await call(token)).status).toBe(429)
  })
})
