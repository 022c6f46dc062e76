// One instrument, three spellings: a file calls it BRK.B, a brokerage BRK/B, another file and some people BRK-B. Every
// call that takes a symbol finds it by the key of its code (`codeKey`). Source: docs/rules/market.md, "Sources".
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dayTime, isEqualOrder, marketDay, type OrderTerms, singleOrder } from '@clubfolio/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSharedBrokerWork } from '../../adapters/broker/shared-work.ts'
import type { BrokerOrder, BrokerPort } from '../../adapters/broker/port.ts'
import { cents, linkAccount, type LinkedAccount } from '../../testing/factories.ts'
import { importText } from '../../testing/import-for-test.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { instrumentNames } from '../account/instrument-names.ts'
import { accountMarketTime } from '../account/market-time.ts'
import { arrivedMarket } from '../account-reading/arrived-market.ts'
import { readClosingPrices } from '../account-reading/closing-prices.ts'
import { recordedCloses } from '../account-reading/recorded-closes.ts'
import { findInstrumentTrading } from '../operation/find-instrument-trading.ts'
import { findOperations } from '../operation/find-operations.ts'
import { lookAtAccount } from '../order/look-at-account.ts'
import { isOrderOf } from '../order/match-order.ts'
import { findPositions } from '../wallet/find-positions.ts'
import { findOwnAccount } from '../account/own-account.ts'
import { searchInstruments } from './search-instruments.ts'

const spellings = ['BRK.B', 'BRK/B', 'BRK-B'] as const
const day = marketDay('2021-04-21')
let app: TestApp
let owner: TestUser
let account: LinkedAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.signUp(['MANAGERS'])
  const header = 'symbol,date,open,high,low,close,adj_close,volume,dividend,split'
  await importText(app.services, 'one.csv', `${header}\nBRK.B,2021-04-20,268,270,266,269,0,4000000,0,1\n`)
  await importText(app.services, 'two.csv', `${header}\nBRK-B,2021-04-21,269,272,268,271.5,0,4100000,0,1\n`)
  await app.services.db.updateTable('instrument').set({ name: 'Berkshire' }).where('code_key', '=', 'BRK.B').execute()
  account = await linkAccount(app, owner, '2021-04-20', '50000.00')
  await app.services.db.updateTable('account').set({ market_source: 'import' }).execute()
  await app.services.db
    .insertInto('account_position')
    .values({
      account_id: account.id,
      symbol: 'BRK/B',
      asset_type: 'EQUITY',
      description: null,
      multiplier: 1,
      quantity: '100',
      average_price: '260',
      market_value_cents: cents('27150.00'),
      open_profit_cents: cents('1150.00'),
    })
    .execute()
})
afterAll(() => app.stop())

test('an import adds one instrument for all of them', async () => {
  expect(await app.services.db.selectFrom('instrument').select('code').execute()).toEqual([{ code: 'BRK.B' }])
})

describe.each(spellings)('%s', (symbol) => {
  test('has its name', async () => {
    expect(await instrumentNames(app.services.db, [symbol])).toEqual(new Map([[symbol, 'Berkshire']]))
    expect(await owner.client.stock.fundamental({ body: { symbol } })).toMatchObject({ name: 'Berkshire' })
  })

  test('has its closes', async () => {
    const read = recordedCloses(app.services.db, 'import', day)
    const prices = await readClosingPrices(read, [symbol], day, day)
    expect([prices.closeOf(symbol, day)?.toNumber(), prices.hasPriceOf(symbol, day)]).toEqual([271.5, true])
  })

  test('has the day through which its prices have arrived', async () => {
    const later = marketDay('2021-04-22')
    const time = await accountMarketTime(app.services.db, app.services.clock, 'import')
    const market = { ...time, day: later, lastClosedDay: later }
    expect((await arrivedMarket(app.services.db, app.services.clock, market, [symbol])).lastClosedDay).toBe(day)
  })

  test('has a quote under the code that was asked for', async () => {
    expect(await owner.client.quote.find({ body: { codes: [symbol] } })).toMatchObject([{ code: symbol, last: 271.5 }])
  })

  test('has a chart', async () => {
    const bars = await owner.client.stock.byRange({
      body: { symbol, start: '2021-04-01', end: '2021-04-30', timing: '_D' },
    })
    expect(bars.map(({ close }) => close)).toEqual([269, 271.5])
  })

  test('has one saved chart', async () => {
    const config = JSON.stringify({ version: 1, by: symbol })
    await owner.client.stock.saveWorkspace({ body: { symbol, timing: '_D', config } })
    for (const other of spellings)
      expect(await owner.client.stock.getWorkspace({ body: { symbol: other, timing: '_D' } })).toMatchObject({ config })
  })

  test('is found by the search', async () => {
    expect(await searchInstruments(app.services.db, symbol.toLowerCase())).toMatchObject([{ code: 'BRK.B' }])
  })

  test('is on a watchlist once', async () => {
    const { id } = await owner.client.watchlist.create({ body: { name: symbol } })
    for (const other of [symbol, ...spellings])
      await owner.client.watchlist.addInstrument({ body: { id, code: other } })
    const list = (await owner.client.watchlist.findAll()).find((one) => one.id === id)
    expect(list?.items).toMatchObject([{ code: 'BRK.B', name: 'Berkshire', lastClose: 271.5, previousClose: 269 }])
  })

  test('has an alert rule', async () => {
    const terms = { kind: 'PRICE', direction: 'ABOVE', price: '300' } as const
    expect(
      await owner.client.alertRule.create({
        body: { terms, code: symbol, accountId: null, note: '', isRepeating: false, expiresOn: null },
      }),
    ).toMatchObject({ message: expect.any(String) as string })
  })

  test('has the trading of the position on its chart', async () => {
    const own = await findOwnAccount(app.services.db, owner.user.id, account.number)
    expect(await findInstrumentTrading(app.services.db, own, symbol)).toMatchObject({
      isSameMarket: true,
      position: { quantity: 100 },
    })
  })

  test('is what an order is for, whichever of them the brokerage writes', async () => {
    const terms: OrderTerms = {
      symbol,
      instruction: 'SELL',
      quantity: '100',
      price: { type: 'LIMIT', limitPrice: '280' },
      ...dayTime,
    }
    for (const other of spellings) {
      expect(isEqualOrder(singleOrder(terms), singleOrder({ ...terms, symbol: other }))).toBe(true)
      const order = {
        ...terms,
        orderType: 'LIMIT',
        price: '280',
        symbol: other,
        legCount: 1,
        children: [],
      } as unknown as BrokerOrder
      expect(isOrderOf(singleOrder(terms), order)).toBe(true)
    }
  })

  test('is seen as held by the order ticket', async () => {
    const broker = {
      shared: createSharedBrokerWork(),
      readAccount: () =>
        Promise.resolve({
          type: 'MARGIN',
          valueCents: 0n,
          buyingPowerCents: 0n,
          positions: [{ symbol: 'BRK/B', quantity: '100' }],
        }),
      quotes: () => Promise.resolve([{ symbol: 'BRK/B', last: '271.5', bid: null, ask: null }]),
    } as unknown as BrokerPort
    const own = await findOwnAccount(app.services.db, owner.user.id, account.number)
    const look = await lookAtAccount(
      { ...app.services, brokers: { ...app.services.brokers, brokerOf: () => broker } },
      own,
      [symbol],
    )
    expect([look.held.toNumber(), look.last?.toNumber()]).toEqual([100, 271.5])
  })
})

test('positions have the name, in operations and in the wallet', async () => {
  const own = await findOwnAccount(app.services.db, owner.user.id, account.number)
  expect(await findOperations(app.services, own)).toMatchObject([{ code: 'BRK/B', name: 'Berkshire' }])
  expect(await findPositions(app.services.db, owner.user.id, account.id)).toMatchObject([
    { instrumentCode: 'BRK/B', instrumentName: 'Berkshire' },
  ])
})

test('every lookup is served by the index of the key', async () => {
  const { rows } = await app.services.pool.query<{ 'QUERY PLAN': string }>(
    `explain select i.name from instrument i where i.source = 'import' and i.code_key = 'BRK.B'`,
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('instrument_source_code_key_key')
})

// Guards the door: an instrument is never looked up by its code as some file wrote it.
const features = fileURLToPath(new URL('..', import.meta.url))
const sources = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('testing/'))
  .map((path) => ({ path, text: readFileSync(join(features, path), 'utf8') }))
/** These read by codes that the instruments table gave them. */
const byOwnCode = ['quote/replayed-quotes.ts', 'alert-rule/price-observations.ts', 'market/forming-statement.ts']

test('no query looks an instrument up by its code', () => {
  const found = sources.filter(({ text }) => /\b[is]\.code(\s*=|', '(=|in)')/.test(text))
  expect(found.map(({ path }) => path).filter((path) => !byOwnCode.includes(path))).toEqual([])
})
