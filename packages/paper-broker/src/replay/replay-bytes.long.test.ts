// The real spring of 2020 as a client sees it: a replay from the console, orders over the wire, and at every close
// everything the wire reports about the account. Two runs must match byte for byte, and so must one divided into other
// steps.
import { sql } from 'kysely'
import { readMarketRows, skipWithoutMarketData } from '@clubfolio/domain/testing/market-data'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkBooks } from '../ledger/check-books.ts'
import { getJson, link } from '../testing/link.ts'
import { paperBrowser } from '../testing/paper-browser.ts'
import { makeRecordedViews, setMarketClock } from '../testing/recorded-views.ts'
import { startTestBroker, TEST_NOW_MS } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'

const FIRST = '2020-02-19'
const LAST = '2020-04-30'
const SESSIONS = 51
const SYMBOLS: Readonly<Record<string, string>> = {
  MSFT: '01890000-0000-7000-8000-00000000aa01',
  XOM: '01890000-0000-7000-8000-00000000aa02',
}

type Bar = readonly (string | number)[]

function realBars(): Bar[] {
  const bars: Bar[] = []
  for (const [symbol = '', date = '', open, high, low, close] of readMarketRows(
    'prices-daily/sp500-daily-2016-2021.csv.gz',
  )) {
    if (symbol in SYMBOLS && date >= '2020-02-18' && date <= LAST)
      bars.push([SYMBOLS[symbol] ?? '', date, Number(open), Number(high), Number(low), Number(close)])
  }
  return bars
}

async function record(test: TestBroker, bars: readonly Bar[]): Promise<void> {
  await makeRecordedViews(test.database)
  await sql`delete from market.daily_bar`.execute(test.database)
  await sql`delete from market.minute_bar`.execute(test.database)
  await sql`delete from market.corporate_action`.execute(test.database)
  for (const [code, id] of Object.entries(SYMBOLS))
    await sql`insert into market.instrument values (${id}, ${code}, ${code}, 'EQUITY', 'NYSE', null)`.execute(
      test.database,
    )
  for (const [id, day, open, high, low, close] of bars)
    await sql`insert into market.daily_bar values (${id}, ${day}, ${open}, ${high}, ${low}, ${close}, 1000000)`.execute(
      test.database,
    )
  // One dividend falls on the long's only full day, the other on the short.
  await sql`insert into market.corporate_action values (${SYMBOLS['MSFT']}, '2020-02-20', 'DIVIDEND', 0.51), (${SYMBOLS['XOM']}, '2020-03-10', 'DIVIDEND', 0.87)`.execute(
    test.database,
  )
  await setMarketClock(test.database, {
    source: 'import',
    mode: 'closed',
    marketTime: '2020-04-30T20:00:00Z',
    wallTime: new Date(TEST_NOW_MS).toISOString(),
    speed: 1,
  })
}

const order = (
  instruction: string,
  orderType: string,
  symbol: string,
  quantity: number,
  more: Record<string, unknown> = {},
): Record<string, unknown> => ({
  orderType,
  session: 'NORMAL',
  duration: 'GOOD_TILL_CANCEL',
  orderStrategyType: 'SINGLE',
  orderLegCollection: [{ instruction, quantity, instrument: { symbol, assetType: 'EQUITY' } }],
  ...more,
})
const trigger = (parent: Record<string, unknown>, child: Record<string, unknown>): Record<string, unknown> => ({
  ...parent,
  orderStrategyType: 'TRIGGER',
  childOrderStrategies: [child],
})

const ORDERS = [
  trigger(
    order('BUY', 'STOP', 'MSFT', 200, { stopPrice: 187.5 }),
    order('SELL', 'STOP', 'MSFT', 200, { stopPrice: 175 }),
  ),
  trigger(order('SELL_SHORT', 'MARKET', 'XOM', 300), {
    orderStrategyType: 'OCO',
    childOrderStrategies: [
      order('BUY_TO_COVER', 'STOP', 'XOM', 300, { stopPrice: 64 }),
      order('BUY_TO_COVER', 'LIMIT', 'XOM', 300, { price: 33 }),
    ],
  }),
]

/** Plays the whole span and returns the raw wire responses at each close. */
async function play(bars: readonly Bar[], steps: readonly string[]): Promise<string> {
  const test = await startTestBroker()
  try {
    await record(test, bars)
    const browser = paperBrowser(test.url)
    const press = async (action: string, fields: Record<string, string>): Promise<void> => {
      await browser.get('/paper')
      const { status } = await browser.submit(action, fields)
      if (status >= 400) throw new Error(`The console answered ${status} to ${action}`)
    }
    await browser.get('/paper')
    await browser.submit('/paper/register', { name: 'Player', password: 'a long password', accountType: 'MARGIN' })
    await press('/paper/replay-start', { day: FIRST, speed: '600' })
    const { access_token: token } = await link(test.url, 'replayer')
    const [{ hashValue: hash }] = (await getJson(`${test.url}/trader/v1/accounts/accountNumbers`, token)).body as [
      { hashValue: string },
    ]
    // Account numbers are drawn at random, so that nobody can guess one; everything else must match unaided.
    await sql`update paper.account set account_number = '12345678' where hash_value = ${hash}`.execute(test.database)
    const address = `${test.url}/trader/v1/accounts/${hash}`
    const headers = { authorization: `Bearer ${token}` }
    for (const sent of ORDERS) {
      const { status } = await fetch(`${address}/orders`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(sent),
      })
      expect(status).toBe(201)
    }
    const range = (from: string, to: string): string =>
      `${from}=2020-01-01T00:00:00.000Z&${to}=2020-12-31T00:00:00.000Z`
    const calls = [
      '?fields=positions',
      `/orders?${range('fromEnteredTime', 'toEnteredTime')}`,
      `/transactions?${range('startDate', 'endDate')}&types=TRADE,DIVIDEND_OR_INTEREST,CASH_RECEIPT`,
    ]
    const told: string[] = []
    for (let session = 0; session < SESSIONS; session += 1) {
      for (const step of steps) await press('/paper/replay-step', { step })
      for (const call of calls) told.push(await (await fetch(`${address}${call}`, { headers })).text())
    }
    expect(await checkBooks(test.database)).toEqual([])
    return told.join('\n')
  } finally {
    await test.close()
  }
}

describe('the replay of the spring of 2020 over the wire', () => {
  beforeEach(skipWithoutMarketData)

  it('says the same bytes at every close, run for run and step for step', async () => {
    const bars = realBars()
    const first = await play(bars, ['CLOSE'])
    // The runs traded: entered on a gap, stopped out on a gap, short from the first open, covered at the limit, which
    // the dividend it owed had lowered to 32.13.
    const [account = '', orders = '', transactions = ''] = first.split('\n').slice(-3)
    expect(orders.match(/"price":(188\.06|167\.77|60\.11|32\.13),"time"/g)).toHaveLength(4)
    expect(transactions.match(/"type":"(TRADE|DIVIDEND_OR_INTEREST)"/g)).toHaveLength(6)
    expect(JSON.parse(account)).toMatchObject({
      securitiesAccount: {
        positions: [],
        currentBalances: { cashBalance: 100_000 - 37_612 + 33_554 + 18_033 - 9_639 + 102 - 261 },
      },
    })
    expect(Buffer.from(await play(bars, ['CLOSE'])).equals(Buffer.from(first))).toBe(true)
    expect(await play(bars, ['OPEN', 'CLOSE'])).toBe(first)
  }, 300_000)
})
