import { afterAll, beforeAll, expect, it } from 'vitest'
import { getJson, link } from '../testing/link.ts'
import { startTestBroker } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'

let test: TestBroker

beforeAll(async () => {
  test = await startTestBroker()
})
afterAll(async () => test.close())

it('gives the preferences of the accounts, and the address of a streamer', async () => {
  const { access_token: token } = await link(test.url, 'anna')
  const { body } = await getJson(`${test.url}/trader/v1/userPreference`, token)
  expect(body).toEqual({
    accounts: [
      {
        accountNumber: expect.stringMatching(/^\d{8}$/) as string,
        primaryAccount: true,
        type: 'BROKERAGE',
        nickName: expect.any(String) as string,
        accountColor: 'Green',
        displayAcctId: expect.stringMatching(/^\.\.\.\d{3}$/) as string,
        autoPositionEffect: true,
      },
    ],
    streamerInfo: [
      {
        streamerSocketUrl: `${test.url.replace('http:', 'ws:')}/streamer`,
        schwabClientCustomerId: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        schwabClientCorrelId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        schwabClientChannel: 'N9',
        schwabClientFunctionId: 'APIAPP',
      },
    ],
    offers: [{ level2Permissions: false, mktDataPermission: 'NP' }],
  })
})

it('says at that address that nothing streams', async () => {
  const answer = await fetch(`${test.url}/streamer`)
  expect([answer.status, await answer.json()]).toEqual([
    501,
    { message: 'The paper brokerage does not stream. Read quotes and orders with the HTTP calls.' },
  ])
})
