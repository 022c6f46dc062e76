// Every call of the Alpaca wire, and its refusals, against the public text in our own description of it. Each answer is
// checked as it comes in; a violation fails the call that got it.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { callAlpaca, exchangeOnAlpaca } from '../testing/alpaca-account.ts'
import type { AlpacaBody } from '../testing/alpaca-account.ts'
import { checkAnswer, checkedCalls, checkedWords, countFromNow, violationsOf } from '../testing/alpaca-check.ts'
import type { AlpacaBroker } from './alpaca-broker.ts'
import { passDays, startAlpacaBroker } from './alpaca-broker.ts'

let broker: AlpacaBroker
/** A share that comes before SPY by its name, and can be sold short. */
let share: string

const order = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  symbol: 'SPY',
  qty: '10',
  side: 'buy',
  type: 'market',
  time_in_force: 'gtc',
  ...more,
})

const get = (path: string, status = 200): Promise<AlpacaBody> => broker.account.expect(status, 'GET', path)
const send = (method: string, path: string, body?: unknown, status = 200): Promise<AlpacaBody> =>
  broker.account.expect(status, method, path, body)

beforeAll(async () => {
  countFromNow()
  broker = await startAlpacaBroker('answers')
  const assets = (await broker.account.get('/v2/assets')).body
  share = assets.find((asset: { shortable: boolean }) => asset.shortable).symbol
})
afterAll(async () => {
  await broker.close()
  console.log(`${checkedWords()} of the Alpaca wire were checked, 0 violations`)
})

it('answers as the public text has it: access and account', async () => {
  await get('/v2/account')
  await get('/v2/account/configurations')
  await send('PATCH', '/v2/account/configurations', { suspend_trade: false })
  await send('PATCH', '/v2/account/configurations', { suspend_trade: true }, 422)
  expect((await exchangeOnAlpaca(broker.url, 'no-code')).status).toBe(401)
  const nobody = await callAlpaca(broker.url, { method: 'GET', path: '/v2/account', headers: {} })
  expect(nobody.status).toBe(401)
  await get('/v2/nowhere', 404)
})

it('answers as the public text has it: market, assets, contracts', async () => {
  expect(await get('/v2/clock')).toMatchObject({ is_open: true })
  expect(await get('/v2/calendar?start=2026-11-25&end=2026-11-30')).toMatchObject([
    { date: '2026-11-25', open: '09:30', close: '16:00', settlement_date: '2026-11-27' },
    { date: '2026-11-27', close: '13:00' },
    { date: '2026-11-30' },
  ])
  await get('/v2/calendar?start=tomorrow', 422)
  const assets = await get('/v2/assets')
  expect(assets.length).toBeGreaterThan(15)
  const spy = await get('/v2/assets/SPY')
  expect(spy.attributes).toEqual(['has_options'])
  expect((await get(`/v2/assets/${spy.id}`)).symbol).toBe('SPY')
  await get('/v2/assets/NOPE', 404)
  const page = await get('/v2/options/contracts?underlying_symbols=SPY&limit=5')
  expect(page.option_contracts).toHaveLength(5)
  const next = await get(`/v2/options/contracts?underlying_symbols=SPY&limit=5&page_token=${page.next_page_token}`)
  expect(next.option_contracts[0].symbol).not.toBe(page.option_contracts[0].symbol)
  const [contract] = page.option_contracts
  expect((await get(`/v2/options/contracts/${contract.symbol}`)).id).toBe(contract.id)
  expect((await get(`/v2/options/contracts/${contract.id}`)).symbol).toBe(contract.symbol)
  await get('/v2/options/contracts', 422)
})

it('answers as the public text has it: market data', async () => {
  for (const thing of ['quotes', 'trades', 'bars']) {
    expect(Object.keys((await get(`/data/v2/stocks/${thing}/latest?symbols=SPY,NOPE,${share}`))[thing])).toEqual([
      'SPY',
      share,
    ])
    await get(`/data/v2/stocks/SPY/${thing}/latest`)
  }
  await get('/data/v2/stocks/NOPE/quotes/latest', 404)
  await get('/data/v2/stocks/quotes/latest', 400)
  expect(Object.keys(await get(`/data/v2/stocks/snapshots?symbols=SPY,${share}`))).toEqual(['SPY', share])
  await get('/data/v2/stocks/SPY/snapshot')
  const first = await get(
    `/data/v2/stocks/bars?symbols=SPY,${share}&timeframe=1Day&start=2026-02-02&end=2026-02-13&limit=13`,
  )
  expect(first.bars[share]).toHaveLength(10)
  expect(first.bars.SPY).toHaveLength(3)
  const second = await get(
    `/data/v2/stocks/bars?symbols=SPY,${share}&timeframe=1Day&start=2026-02-02&end=2026-02-13&limit=13&page_token=${first.next_page_token}`,
  )
  expect(second).toMatchObject({ bars: { SPY: { length: 7 } }, next_page_token: null })
  for (const frame of ['1Min', '15Min', '1Hour', '1Day', '1Week', '1Month', '3Month'])
    expect((await get(`/data/v2/stocks/SPY/bars?timeframe=${frame}&start=2026-01-01&limit=5`)).bars).not.toEqual([])
  await get('/data/v2/stocks/SPY/bars?timeframe=90Min', 400)
  const chain = await get('/data/v1beta1/options/snapshots/SPY?limit=3')
  const symbols = Object.keys(chain.snapshots)
  expect(symbols).toHaveLength(3)
  await get(`/data/v1beta1/options/snapshots/SPY?limit=3&page_token=${chain.next_page_token}`)
  await get(`/data/v1beta1/options/snapshots?symbols=${symbols.join(',')}`)
  await get(`/data/v1beta1/options/quotes/latest?symbols=${symbols.join(',')}`)
  await get(`/data/v1beta1/options/trades/latest?symbols=${symbols.join(',')}`)
})

it('answers as the public text has it: orders of each type and class', async () => {
  const { quote } = await get('/data/v2/stocks/SPY/quotes/latest')
  const at = (share: number): string => (quote.ap * share).toFixed(2)
  expect((await send('POST', '/v2/orders', order({ client_order_id: 'first' }))).status).toBe('filled')
  await send('POST', '/v2/orders', order({ client_order_id: 'first' }), 422)
  expect((await get('/v2/orders:by_client_order_id?client_order_id=first')).filled_qty).toBe('10')
  await get('/v2/orders:by_client_order_id?client_order_id=none', 404)
  const limit = await send('POST', '/v2/orders', order({ type: 'limit', limit_price: at(0.9) }))
  const changed = await send('PATCH', `/v2/orders/${limit.id}`, { limit_price: at(0.91), qty: '12' })
  await send('DELETE', `/v2/orders/${changed.id}`, undefined, 204)
  await send('DELETE', `/v2/orders/${changed.id}`, undefined, 422)
  await send('POST', '/v2/orders', order({ type: 'stop', stop_price: at(1.1) }))
  await send('POST', '/v2/orders', order({ type: 'stop_limit', stop_price: at(1.1), limit_price: at(1.2) }))
  const trail = order({ side: 'sell', type: 'trailing_stop', qty: '2' })
  expect(await send('POST', '/v2/orders', { ...trail, trail_percent: '5' })).toMatchObject({ trail_percent: '5' })
  const trailing = await send('POST', '/v2/orders', { ...trail, trail_price: '9.5' })
  expect(Number(trailing.stop_price)).toBeCloseTo(Number(trailing.hwm) - 9.5)
  await send('PATCH', `/v2/orders/${trailing.id}`, { trail: '8' })
  const exits = { take_profit: { limit_price: at(1.2) }, stop_loss: { stop_price: at(0.8), limit_price: at(0.79) } }
  const bracket = await send('POST', '/v2/orders', order({ order_class: 'bracket', qty: '3', ...exits }))
  await send('PATCH', `/v2/orders/${bracket.legs[0].id}`, { limit_price: at(1.25) })
  await send('POST', '/v2/orders', order({ order_class: 'oto', qty: '1', stop_loss: { stop_price: at(0.8) } }))
  await send('POST', '/v2/orders', order({ order_class: 'oco', side: 'sell', type: 'limit', qty: '2', ...exits }))
  await send('POST', '/v2/orders', order({ symbol: share, side: 'sell', qty: '5' }))
  await send('POST', '/v2/orders', order({ type: 'limit', limit_price: at(0.9), time_in_force: 'cls' }))
  await send('POST', '/v2/orders', order({ type: 'limit', limit_price: at(0.9), extended_hours: true }))
  const [call, put] = (
    await Promise.all(
      ['call', 'put'].map((type) =>
        get(
          `/v2/options/contracts?underlying_symbols=SPY&type=${type}&expiration_date_gte=2026-06-01&expiration_date_lte=2026-07-31&limit=40`,
        ),
      ),
    )
  ).map((page) => page.option_contracts)
  await send('POST', '/v2/orders', order({ symbol: call[0].symbol, qty: '1', time_in_force: 'day' }))
  const spread = [
    { symbol: put[20].symbol, ratio_qty: '1', side: 'buy' },
    { symbol: put[19].symbol, ratio_qty: '1', side: 'sell' },
  ]
  const several = { qty: '1', type: 'market', time_in_force: 'day', order_class: 'mleg', legs: spread }
  expect((await send('POST', '/v2/orders', several)).legs).toHaveLength(2)
  for (const query of ['', '?status=all&nested=true', '?status=closed&direction=asc&limit=3&side=buy&symbols=SPY'])
    expect(await get(`/v2/orders${query}`)).not.toEqual([])
  expect((await get(`/v2/orders/${bracket.id}?nested=true`)).legs).toHaveLength(2)
})

it('refuses as the public text has it', async () => {
  const wrong: [Record<string, unknown>, number, number][] = [
    [{ qty: '1.5' }, 403, 40_310_000],
    [{ qty: undefined, notional: '100' }, 403, 40_310_000],
    [{ qty: '1000000' }, 403, 40_310_000],
    [{ symbol: 'NOPE' }, 422, 40_010_001],
    [{ type: 'limit', limit_price: '100.123' }, 422, 42_210_000],
    [{ time_in_force: 'opg' }, 422, 40_010_001],
  ]
  for (const [more, status, code] of wrong)
    expect((await send('POST', '/v2/orders', order(more), status)).code).toBe(code)
  expect((await get('/v2/orders/no-id', 404)).code).toBe(40_410_000)
  expect((await get('/v2/orders?status=some', 422)).code).toBe(40_010_001)
  expect((await get('/v2/positions/NOPE', 404)).code).toBe(40_410_000)
})

it('answers as the public text has it: positions, activities, history', async () => {
  await passDays(broker, 60)
  expect(await get('/v2/positions')).not.toEqual([])
  await get('/v2/positions/SPY')
  const all = await get('/v2/account/activities?direction=asc&page_size=100')
  const types = new Set(all.map((one: { activity_type: string }) => one.activity_type))
  expect([...types].sort()).toEqual(expect.arrayContaining(['CSD', 'DIV', 'FEE', 'FILL']))
  expect(await get('/v2/account/activities/FILL?page_size=2')).toHaveLength(2)
  const history = await get('/v2/account/portfolio/history?period=1M')
  expect(history.equity.length).toBeGreaterThan(15)
  const held = await get('/v2/positions')
  const option = held.find(
    (one: AlpacaBody) => one.asset_class === 'us_option' && one.side === 'long' && one.symbol.includes('C0'),
  )
  await send('POST', `/v2/positions/${option.symbol}/exercise`)
  await send('POST', '/v2/positions/SPY/exercise', undefined, 404)
  const closed = await send('DELETE', '/v2/positions/SPY?qty=1')
  expect(closed.side).toBe('sell')
  await send('DELETE', '/v2/orders', undefined, 207)
  await send('DELETE', '/v2/positions?cancel_orders=true', undefined, 207)
  expect(await get('/v2/positions')).toEqual([])
})

it('has answered every call of the text at least once', () => {
  const unseen = [...checkedCalls].filter(([, count]) => count === 0).map(([call]) => call)
  expect(unseen).toEqual([])
})

it('would notice a missing field, an unknown one and a wrong word', async () => {
  const account = await get('/v2/account')
  expect(violationsOf('Account', { ...account, id: undefined })).toHaveLength(1)
  expect(violationsOf('Account', { ...account, wealth: '1' })).toHaveLength(1)
  expect(violationsOf('Account', { ...account, status: 'FINE' })).toHaveLength(1)
  expect(checkAnswer({ method: 'GET', path: '/v2/wealth', status: 200, body: {} })).toHaveLength(1)
})
