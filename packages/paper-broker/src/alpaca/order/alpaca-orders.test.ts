import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkBooks } from '../../ledger/check-books.ts'
import type { AlpacaAccount } from '../../testing/alpaca-account.ts'
import { alpacaAccount } from '../../testing/alpaca-account.ts'
import { startTestBroker } from '../../testing/test-broker.ts'
import type { TestBroker } from '../../testing/test-broker.ts'

let test: TestBroker
let account: AlpacaAccount
let logins = 0

const order = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  symbol: 'ACME',
  qty: '100',
  side: 'buy',
  type: 'market',
  time_in_force: 'day',
  ...more,
})

beforeAll(async () => {
  test = await startTestBroker()
})
afterAll(async () => test.close())
beforeEach(async () => {
  test.market.set('ACME', 50)
  logins += 1
  account = await alpacaAccount(test, `trader${logins}`)
})

describe('orders on the Alpaca wire', () => {
  it('fills a market order at once and shows the position it opened', async () => {
    const { status, body } = await account.call('POST', '/v2/orders', order({ client_order_id: 'mine' }))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      client_order_id: 'mine',
      status: 'filled',
      filled_qty: '100',
      filled_avg_price: '50.01',
      order_class: '',
      legs: null,
    })
    expect((await account.get('/v2/positions/ACME')).body).toMatchObject({
      qty: '100',
      side: 'long',
      avg_entry_price: '50.01',
      qty_available: '100',
    })
  })

  it('shows a bracket as its entry with the two exits below it', async () => {
    const { body } = await account.call(
      'POST',
      '/v2/orders',
      order({
        order_class: 'bracket',
        take_profit: { limit_price: '60' },
        stop_loss: { stop_price: '45', limit_price: '44.5' },
      }),
    )
    expect(body).toMatchObject({ order_class: 'bracket', status: 'filled' })
    expect(body.legs).toMatchObject([
      { type: 'limit', side: 'sell', limit_price: '60', status: 'new' },
      { type: 'stop_limit', side: 'sell', stop_price: '45', limit_price: '44.5', status: 'new' },
    ])
  })

  it('cancels the whole group when one of its orders is cancelled', async () => {
    const { body } = await account.call(
      'POST',
      '/v2/orders',
      order({ order_class: 'bracket', take_profit: { limit_price: '60' }, stop_loss: { stop_price: '45' } }),
    )
    expect((await account.call('DELETE', `/v2/orders/${body.legs[1].id}`)).status).toBe(204)
    const after = (await account.get(`/v2/orders/${body.id}?nested=true`)).body
    expect(after.legs.map((leg: { status: string }) => leg.status)).toEqual(['canceled', 'canceled'])
  })

  it('replaces a limit and says in both orders which is which', async () => {
    const placed = (await account.call('POST', '/v2/orders', order({ type: 'limit', limit_price: '40' }))).body
    const changed = (await account.call('PATCH', `/v2/orders/${placed.id}`, { limit_price: '41', qty: '60' })).body
    expect(changed).toMatchObject({ replaces: placed.id, limit_price: '41', qty: '60', status: 'new' })
    expect((await account.get(`/v2/orders/${placed.id}`)).body).toMatchObject({
      status: 'replaced',
      replaced_by: changed.id,
    })
  })

  it('refuses an order beyond the buying power with 403 and stores nothing', async () => {
    const { status, body } = await account.call('POST', '/v2/orders', order({ qty: '10000' }))
    expect(status).toBe(403)
    expect(body.code).toBe(40_310_000)
    expect((await account.get('/v2/orders?status=all')).body).toEqual([])
  })

  it('leave the books in order', async () => {
    expect(await checkBooks(test.database)).toEqual([])
  })
})
