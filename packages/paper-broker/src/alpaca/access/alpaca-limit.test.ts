import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AlpacaAccount } from '../../testing/alpaca-account.ts'
import { alpacaAccount } from '../../testing/alpaca-account.ts'
import { startTestBroker, TEST_NOW_MS } from '../../testing/test-broker.ts'
import type { TestBroker } from '../../testing/test-broker.ts'

let test: TestBroker
let account: AlpacaAccount

beforeAll(async () => {
  test = await startTestBroker({ requestsPerMinute: 3 })
  account = await alpacaAccount(test, 'eager')
})
afterAll(async () => test.close())

it('counts the calls of a credential down in the headers, and refuses the one too many with the time to wait', async () => {
  const left: (string | null)[] = []
  for (let n = 0; n < 3; n += 1) left.push((await account.get('/v2/clock')).headers.get('x-ratelimit-remaining'))
  expect(left).toEqual(['2', '1', '0'])
  const refused = await account.get('/v2/clock')
  expect(refused).toMatchObject({ status: 429, body: { code: 42_910_000 } })
  expect(refused.headers.get('retry-after')).toBe('20')
  expect(refused.headers.get('x-ratelimit-limit')).toBe('3')
  expect(refused.headers.get('x-ratelimit-reset')).toBe(String(TEST_NOW_MS / 1000 + 60))
  expect(refused.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(refused.headers.get('schwab-client-correlid')).toBeNull()
  test.clock.advance(20_000)
  expect((await account.get('/v2/clock')).status).toBe(200)
})
