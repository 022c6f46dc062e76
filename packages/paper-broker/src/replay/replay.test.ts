// A replay driven from the console: recorded bars played day by day, orders placed over the wire and filled on the way.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBooks } from '../ledger/check-books.ts'
import { getJson, link, postToken } from '../testing/link.ts'
import type { PaperBrowser } from '../testing/paper-browser.ts'
import { paperBrowser } from '../testing/paper-browser.ts'
import { makeRecordedViews, setMarketClock } from '../testing/recorded-views.ts'
import { startTestBroker, TEST_NOW_MS } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'

let test: TestBroker
let browser: PaperBrowser
let access: { token: string; refresh: string; hash: string }

async function consoleForm(
  action: string,
  fields: Record<string, string> = {},
): Promise<{ status: number; location: string | null; body: string }> {
  await browser.get('/paper')
  return browser.submit(action, fields)
}

const page = async (): Promise<string> => (await browser.get('/paper')).body

async function place(
  instruction: string,
  orderType: string,
  more: Record<string, unknown>,
  quantity = 100,
): Promise<string> {
  const answer = await fetch(`${test.url}/trader/v1/accounts/${access.hash}/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      orderType,
      session: 'NORMAL',
      duration: 'GOOD_TILL_CANCEL',
      orderStrategyType: 'SINGLE',
      orderLegCollection: [{ instruction, quantity, instrument: { symbol: 'ACME', assetType: 'EQUITY' } }],
      ...more,
    }),
  })
  expect(answer.status).toBe(201)
  return answer.headers.get('location') ?? ''
}

const read = async (location: string): Promise<unknown> => (await getJson(location, access.token)).body

beforeAll(async () => {
  test = await startTestBroker()
  await makeRecordedViews(test.database)
  // One day before the first one, so that a price exists before its opening.
  await sql`insert into market.daily_bar select id, '2021-04-16', 395, 402, 390, 398, 900 from market.instrument`.execute(
    test.database,
  )
  await setMarketClock(test.database, {
    source: 'import',
    mode: 'closed',
    marketTime: '2021-04-21T20:00:00Z',
    wallTime: new Date(TEST_NOW_MS).toISOString(),
    speed: 1,
  })
  browser = paperBrowser(test.url)
  await browser.get('/paper')
  await browser.submit('/paper/register', { name: 'Player', password: 'a long password', accountType: 'MARGIN' })
})
afterAll(async () => test.close())

describe('a replay', () => {
  it('is not started on a day without recorded prices', async () => {
    expect((await consoleForm('/paper/replay-start', { day: '2021-04-17', speed: '600' })).body).toContain(
      '2021-04-17 was no trading day.',
    )
    expect((await consoleForm('/paper/replay-start', { day: '2020-04-17', speed: '600' })).body).toContain(
      'There are no recorded prices of 2020-04-17.',
    )
    expect((await consoleForm('/paper/replay-start', { day: '2021-04-19', speed: '7' })).status).toBe(400)
  })

  it('stands before the opening until it is let run, and takes orders for it', async () => {
    expect((await consoleForm('/paper/replay-start', { day: '2021-04-19', speed: '600' })).location).toBe(
      '/paper?done=replay-started',
    )
    const tokens = await link(test.url, 'replayer')
    const [first] = (await getJson(`${test.url}/trader/v1/accounts/accountNumbers`, tokens.access_token)).body as {
      hashValue: string
    }[]
    access = { token: tokens.access_token, refresh: tokens.refresh_token, hash: first?.hashValue ?? '' }
    test.clock.advance(60_000)
    expect(await page()).toContain('paused')
    expect(await read(await place('BUY', 'MARKET', {}, 10))).toMatchObject({
      status: 'PENDING_ACTIVATION',
      enteredTime: '2021-04-19T13:00:00+0000',
      releaseTime: '2021-04-19T13:30:00+0000',
    })
  })

  it('fills at the open when a step leads there, and splits what works on the way', async () => {
    const stop = await place('SELL', 'STOP', { stopPrice: 396 }, 10).catch(() => '')
    await consoleForm('/paper/replay-step', { step: 'OPEN' })
    const range = 'fromEnteredTime=2021-04-19T00:00:00.000Z&toEnteredTime=2021-04-22T00:00:00.000Z'
    const list = (await getJson(`${test.url}/trader/v1/accounts/${access.hash}/orders?${range}`, access.token)).body
    // The stop was rejected: nothing was held when it was entered.
    expect(list).toMatchObject([
      { status: 'REJECTED' },
      {
        status: 'FILLED',
        orderActivityCollection: [{ executionLegs: [{ price: 400, time: '2021-04-19T13:30:00+0000' }] }],
      },
    ])
    expect(stop).not.toBe('')
    const low = await place('SELL', 'STOP', { stopPrice: 384 }, 10)
    await consoleForm('/paper/replay-step', { step: 'CLOSE' })
    expect(await read(low)).toMatchObject({ status: 'WORKING', quantity: 40, stopPrice: 96 })
  })

  it('runs at its speed, fills inside of the bar, and stands at the end of the recorded prices', async () => {
    // The day's path is 101, 99, 104, 103.
    const entry = await place('BUY', 'STOP', { stopPrice: 103.5 }, 10)
    await consoleForm('/paper/replay-step', { step: 'OPEN' })
    await consoleForm('/paper/replay-play', { speed: '23400' })
    test.clock.advance(900)
    await test.broker.advance()
    access.token = String(
      (await postToken(test.url, { grant_type: 'refresh_token', refresh_token: access.refresh })).body['access_token'],
    )
    expect(await read(entry)).toMatchObject({
      status: 'FILLED',
      orderActivityCollection: [{ executionLegs: [{ price: 103.5 }] }],
    })
    await consoleForm('/paper/replay-pause')
    const stood = (await page()).match(/Replay <span[^>]*>([^<]*)/)?.[1]
    test.clock.advance(60_000)
    expect((await page()).match(/Replay <span[^>]*>([^<]*)/)?.[1]).toBe(stood)
    await consoleForm('/paper/replay-play', { speed: '86400' })
    test.clock.advance(20_000)
    await test.broker.advance()
    expect(await page()).toMatch(/paused .* 2021/)
    expect((await consoleForm('/paper/replay-play', { speed: '60' })).body).toContain('The recorded prices end here.')
  })

  it('leaves its accounts where they stood, and takes no orders for them any more', async () => {
    const value = async (): Promise<unknown> =>
      (
        (await getJson(`${test.url}/trader/v1/accounts/${access.hash}`, access.token)).body as {
          aggregatedBalance: unknown
        }
      ).aggregatedBalance
    const before = await value()
    expect((await consoleForm('/paper/replay-end')).location).toBe('/paper?done=replay-ended')
    expect(await value()).toEqual(before)
    expect(await read(await place('SELL', 'MARKET', {}, 10))).toMatchObject({
      status: 'REJECTED',
      statusDescription: expect.stringContaining('a replay, which is not running') as string,
    })
    await consoleForm('/paper/replay-start', { day: '2021-04-19', speed: '60' })
    expect(await value()).toEqual(before)
    // Another replay runs: the account of the first one does not advance with it.
    await consoleForm('/paper/replay-step', { step: 'CLOSE' })
    expect(await value()).toEqual(before)
    expect(await read(await place('SELL', 'MARKET', {}, 10))).toMatchObject({
      status: 'REJECTED',
      statusDescription: expect.stringContaining('was opened in an earlier replay') as string,
    })
    expect(await checkBooks(test.database)).toEqual([])
  })
})
