// What an order does to the position on the Alpaca wire, which knows buying and selling only, and the same orders on the
// other wire.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AlpacaAccount, AlpacaBody } from '../../testing/alpaca-account.ts'
import { alpacaAccount } from '../../testing/alpaca-account.ts'
import { startTestBroker, TEST_NOW_MS } from '../../testing/test-broker.ts'
import type { TestBroker } from '../../testing/test-broker.ts'
import { accountIdOf } from '../../testing/trade.ts'

let test: TestBroker
let account: AlpacaAccount
let name: string
let logins = 0

const order = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  symbol: 'ACME',
  qty: '100',
  side: 'buy',
  type: 'market',
  time_in_force: 'gtc',
  ...more,
})
const place = (more: Record<string, unknown> = {}, status = 200): Promise<AlpacaBody> =>
  account.expect(status, 'POST', '/v2/orders', order(more))
const get = (path: string, status = 200): Promise<AlpacaBody> => account.expect(status, 'GET', path)
const instructionOf = async (id: string): Promise<string | null> => {
  const row = await test.database
    .selectFrom('paper.account_order')
    .select('instruction')
    .where('account_id', '=', await accountIdOf(test, name))
    .orderBy('order_id', 'desc')
    .executeTakeFirstOrThrow()
  expect(id).toMatch(/-8/)
  return row.instruction
}

beforeAll(async () => {
  test = await startTestBroker()
})
afterAll(async () => test.close())
beforeEach(async () => {
  test.clock.moveTo(TEST_NOW_MS)
  test.market.set('ACME', 50)
  logins += 1
  name = `position${logins}`
  account = await alpacaAccount(test, name)
})

describe('an order on the Alpaca wire', () => {
  it('closes what is held and opens where nothing is', async () => {
    expect(await instructionOf((await place()).id)).toBe('BUY')
    expect(await instructionOf((await place({ side: 'sell' })).id)).toBe('SELL')
    expect(await instructionOf((await place({ side: 'sell' })).id)).toBe('SELL_SHORT')
    expect(await get('/v2/positions/ACME')).toMatchObject({
      qty: '-100',
      qty_available: '-100',
      side: 'short',
      market_value: '-5000',
      cost_basis: '-4999',
      unrealized_pl: '-1',
    })
    expect(await instructionOf((await place()).id)).toBe('BUY_TO_COVER')
    await get('/v2/positions/ACME', 404)
  })

  it('never turns a position over: more than is held is refused with what is available', async () => {
    await place()
    await place({ side: 'sell', qty: '40', type: 'limit', limit_price: '60' })
    expect((await place({ side: 'sell', qty: '70' }, 403)).message).toBe(
      'The order is for 70 of ACME, but only 60 held and not claimed by other orders.',
    )
    expect(await get('/v2/positions/ACME')).toMatchObject({ qty: '100', qty_available: '60' })
  })

  it('does what position_intent says, or is refused', async () => {
    await place({ position_intent: 'buy_to_open' })
    await place({ side: 'sell', position_intent: 'buy_to_close' }, 422)
    await place({ side: 'sell', position_intent: 'sell_to_open' }, 403)
    expect((await place({ side: 'sell', position_intent: 'sell_to_close' })).position_intent).toBe('sell_to_close')
  })

  it('refuses the short sale of a share that cannot be borrowed, and says so of the asset', async () => {
    expect(await get('/v2/assets/LOAN')).toMatchObject({ shortable: false, borrow_status: 'hard_to_borrow' })
    expect((await place({ symbol: 'LOAN', side: 'sell' }, 403)).message).toBe('LOAN cannot be sold short.')
    await place({ symbol: '$IDX' }, 422)
  })

  it('is for the close with the time in force cls', async () => {
    const waiting = await place({ time_in_force: 'cls' })
    expect(waiting).toMatchObject({ status: 'new', type: 'market', time_in_force: 'cls' })
    test.clock.moveTo(Date.parse('2026-03-04T21:00:00Z'))
    expect((await get(`/v2/orders/${waiting.id}`)).status).toBe('filled')
  })

  it('trails the best price and shows the mark and the stop that follow it', async () => {
    await place()
    const { id } = await place({ side: 'sell', type: 'trailing_stop', trail_price: '2' })
    expect(await get(`/v2/orders/${id}`)).toMatchObject({ hwm: '50', stop_price: '48', trail_price: '2' })
    test.market.set('ACME', 55)
    test.clock.advance(60_000)
    await test.broker.advance()
    expect(await get(`/v2/orders/${id}`)).toMatchObject({ hwm: '55', stop_price: '53', status: 'new' })
    const wider = await account.call('PATCH', `/v2/orders/${id}`, { trail: '3' })
    expect(wider.body).toMatchObject({ trail_price: '3', hwm: '55', stop_price: '52' })
    test.market.set('ACME', 51.5)
    test.clock.advance(60_000)
    await test.broker.advance()
    expect(await get(`/v2/orders/${wider.body.id}`)).toMatchObject({ status: 'filled', filled_avg_price: '51.49' })
  })

  it('ends a pair with the first of its orders, and shows its stop below its target', async () => {
    await place(
      {
        order_class: 'oco',
        side: 'sell',
        type: 'limit',
        take_profit: { limit_price: '60' },
        stop_loss: { stop_price: '45' },
      },
      422,
    )
    await place()
    const pair = await place({
      order_class: 'oco',
      side: 'sell',
      type: 'limit',
      client_order_id: `pair${logins}`,
      take_profit: { limit_price: '60' },
      stop_loss: { stop_price: '45' },
    })
    expect(pair).toMatchObject({ type: 'limit', client_order_id: `pair${logins}`, legs: [{ type: 'stop' }] })
    expect(await get('/v2/orders?nested=true')).toMatchObject([{ id: pair.id, legs: [{ id: pair.legs[0].id }] }])
    expect((await get('/v2/orders')).map((one: { id: string }) => one.id).sort()).toEqual(
      [pair.id, pair.legs[0].id].sort(),
    )
    test.market.set('ACME', 44)
    test.clock.advance(60_000)
    await test.broker.advance()
    expect(await get(`/v2/orders/${pair.id}?nested=true`)).toMatchObject({
      status: 'canceled',
      legs: [{ status: 'filled', filled_avg_price: '43.99' }],
    })
  })

  it('replaces a bracket’s entry with its exits, and one exit alone', async () => {
    const placed = await place({
      type: 'limit',
      limit_price: '48',
      order_class: 'bracket',
      take_profit: { limit_price: '60' },
      stop_loss: { stop_price: '45' },
    })
    const entry = (await account.call('PATCH', `/v2/orders/${placed.id}`, { limit_price: '47' })).body
    expect(entry).toMatchObject({
      limit_price: '47',
      order_class: 'bracket',
      legs: [{ status: 'held' }, { status: 'held' }],
    })
    const exit = (await account.call('PATCH', `/v2/orders/${entry.legs[1].id}`, { stop_price: '44' })).body
    expect(exit).toMatchObject({ stop_price: '44', status: 'held', replaces: entry.legs[1].id })
    expect((await get(`/v2/orders/${entry.id}?nested=true`)).legs).toMatchObject([
      { limit_price: '60' },
      { stop_price: '44', id: exit.id },
    ])
    expect((await account.call('PATCH', `/v2/orders/${entry.id}`, { qty: '50' })).status).toBe(422)
    expect((await account.call('PATCH', `/v2/orders/${entry.id}`, { trail: '5' })).status).toBe(422)
    expect((await account.call('PATCH', `/v2/orders/${exit.id}`, { limit_price: '5' })).status).toBe(422)
    expect((await account.call('PATCH', `/v2/orders/${placed.id}`, { limit_price: '46' })).status).toBe(422)
  })

  it('keeps the old order when the new one is refused', async () => {
    const placed = await place({ type: 'limit', limit_price: '40' })
    expect((await account.call('PATCH', `/v2/orders/${placed.id}`, { qty: '100000' })).status).toBe(403)
    expect(await get('/v2/orders?status=all')).toMatchObject([{ id: placed.id, status: 'new' }])
  })

  it('is found by the client’s own id, and by its own where the client gave none', async () => {
    const { id } = await place()
    expect((await get(`/v2/orders:by_client_order_id?client_order_id=${id}`)).id).toBe(id)
    await place({ client_order_id: 'once' })
    expect((await place({ client_order_id: 'once' }, 422)).code).toBe(40_010_001)
    const other = await alpacaAccount(test, `${name}b`)
    expect((await other.get(`/v2/orders/${id}`)).status).toBe(404)
    expect((await other.get(`/v2/orders:by_client_order_id?client_order_id=${id}`)).status).toBe(404)
    expect((await other.call('POST', '/v2/orders', order({ client_order_id: 'once' }))).status).toBe(200)
  })

  it('is listed by time, side and symbol, and not twice', async () => {
    const ids: string[] = []
    for (const symbol of ['ACME', 'BOLT', 'ACME']) {
      ids.push((await place({ symbol, type: 'limit', limit_price: '40' })).id)
      test.clock.advance(1000)
    }
    const idsOf = async (query: string): Promise<string[]> =>
      (await get(`/v2/orders?${query}`)).map((one: { id: string }) => one.id)
    expect(await idsOf('')).toEqual(ids.toReversed())
    expect(await idsOf('direction=asc&limit=2')).toEqual(ids.slice(0, 2))
    expect(await idsOf('symbols=ACME&direction=asc')).toEqual([ids[0], ids[2]])
    expect(await idsOf('side=sell')).toEqual([])
    expect(await idsOf('status=closed')).toEqual([])
    const { submitted_at: second } = await get(`/v2/orders/${ids[1]}`)
    expect(await idsOf(`after=${second}`)).toEqual([ids[2]])
    expect(await idsOf(`until=${second}`)).toEqual([ids[0]])
    expect((await account.call('DELETE', '/v2/orders')).body).toEqual(ids.map((id) => ({ id, status: 200 })))
    expect(await idsOf('status=open')).toEqual([])
  })
})

describe('closing positions on the Alpaca wire', () => {
  it('closes a part by quantity or percentage, and the rest with everything', async () => {
    await place({ qty: '10' })
    await place({ symbol: 'BOLT', side: 'sell', qty: '5' })
    expect((await account.call('DELETE', '/v2/positions/ACME?percentage=25')).body).toMatchObject({ qty: '2' })
    expect((await account.call('DELETE', '/v2/positions/ACME?qty=3')).body).toMatchObject({ qty: '3', side: 'sell' })
    expect((await account.call('DELETE', '/v2/positions/ACME?percentage=10')).status).toBe(422)
    expect((await account.call('DELETE', '/v2/positions/ACME?percentage=10&qty=1')).status).toBe(422)
    await place({ side: 'sell', qty: '1', type: 'limit', limit_price: '60' })
    const blocked = (await account.call('DELETE', '/v2/positions')).body
    expect(blocked).toMatchObject([
      { symbol: 'ACME', status: 403 },
      { symbol: 'BOLT', status: 200, body: { side: 'buy', qty: '5' } },
    ])
    expect((await account.call('DELETE', '/v2/positions?cancel_orders=true')).body).toMatchObject([
      { symbol: 'ACME', status: 200 },
    ])
    expect(await get('/v2/positions')).toEqual([])
  })
})
