import { marketDay } from '@clubfolio/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkBooks } from '../../ledger/check-books.ts'
import { parseCents } from '../../money/money.ts'
import type { AlpacaAccount, AlpacaBody } from '../../testing/alpaca-account.ts'
import { alpacaAccount } from '../../testing/alpaca-account.ts'
import { startTestBroker, TEST_NOW_MS } from '../../testing/test-broker.ts'
import type { TestBroker } from '../../testing/test-broker.ts'

interface WireActivity {
  readonly id: string
  readonly activity_type: string
  readonly net_amount?: string
  readonly qty?: string
}

const CALL = 'ACME  260320C00045000'

let test: TestBroker
let account: AlpacaAccount
let logins = 0

beforeAll(async () => {
  const fee = parseCents('0.35')
  if (fee === null) throw new Error('no fee')
  test = await startTestBroker({
    settings: { commission: fee, partialFills: { seed: 'halves', percent: 100 } },
  })
})
afterAll(async () => test.close())
beforeEach(async () => {
  test.clock.moveTo(TEST_NOW_MS)
  test.market.set('ACME', 50)
  test.market.set('BOLT', 50)
  logins += 1
  account = await alpacaAccount(test, `active${logins}`)
})

const place = (more: Record<string, unknown> = {}): Promise<AlpacaBody> => {
  const sent = { symbol: 'ACME', qty: '100', side: 'buy', type: 'market', time_in_force: 'gtc', ...more }
  return account.expect(200, 'POST', '/v2/orders', sent)
}
const list = (query = ''): Promise<AlpacaBody[]> => account.expect(200, 'GET', `/v2/account/activities${query}`)
/** Lets the engine fill what is left of partly filled orders. */
async function fillRest(): Promise<void> {
  for (let n = 0; n < 12; n += 1) {
    test.clock.advance(1000)
    await test.broker.advance()
  }
}

describe('activities on the Alpaca wire', () => {
  it('show each fill of an order with what is done and left, and its fee apart', async () => {
    const { id } = await place()
    await fillRest()
    const fills = await list('?activity_types=FILL&direction=asc')
    expect(fills.length).toBeGreaterThan(1)
    let done = 0
    for (const [n, fill] of fills.entries()) {
      done += Number(fill.qty)
      const isLast = n === fills.length - 1
      expect(fill).toMatchObject({
        order_id: id,
        side: 'buy',
        cum_qty: String(done),
        leaves_qty: String(100 - done),
        type: isLast ? 'fill' : 'partial_fill',
        order_status: isLast ? 'filled' : 'partially_filled',
      })
    }
    expect(done).toBe(100)
    const fees = await list('/FEE')
    expect(fees).toHaveLength(fills.length)
    expect(fees[0]).toMatchObject({ net_amount: '-0.35', activity_sub_type: 'COM', date: '2026-03-04' })
  })

  it('come in pages without gap or double, in both directions', async () => {
    for (const symbol of ['ACME', 'BOLT', 'ACME']) await place({ symbol })
    await fillRest()
    const all = await list()
    expect(all.length).toBeGreaterThan(8)
    for (const direction of ['asc', 'desc'] as const) {
      for (const size of [1, 3]) {
        const paged: WireActivity[] = []
        for (;;) {
          const last = paged.at(-1)
          const page = await list(
            `?direction=${direction}&page_size=${size}${last === undefined ? '' : `&page_token=${encodeURIComponent(last.id)}`}`,
          )
          paged.push(...page)
          if (page.length < size) break
        }
        expect(paged).toEqual(direction === 'desc' ? all : all.toReversed())
      }
    }
    expect(new Set(all.map((one) => one.id)).size).toBe(all.length)
  })

  it('show a deposit and a withdrawal, by type, group, category and time', async () => {
    await account.browser.get('/paper')
    await account.browser.submit('/paper/transfer', { amount: '1250.50', direction: 'DEPOSIT' })
    test.clock.advance(60_000)
    await account.browser.get('/paper')
    await account.browser.submit('/paper/transfer', { amount: '50', direction: 'WITHDRAWAL' })
    await place({ qty: '1' })
    const summary = (rows: WireActivity[]): unknown => rows.map((one) => [one.activity_type, one.net_amount])
    const moved = [
      ['CSW', '-50'],
      ['CSD', '1250.5'],
      ['CSD', '100000'],
    ]
    expect(summary(await list('?activity_types=TRANS'))).toEqual(moved)
    expect(summary(await list('?activity_types=CSD,CSW'))).toEqual(moved)
    expect(summary(await list('?category=non_trade_activity'))).toEqual([['FEE', '-0.35'], ...moved])
    expect(summary(await list('/CSW'))).toEqual([['CSW', '-50']])
    expect(summary(await list('/INT'))).toEqual([])
    expect(await list('?category=trade_activity')).toHaveLength(1)
    expect(await list('?date=2026-03-04')).toHaveLength(5)
    expect(await list('?date=2026-03-03')).toEqual([])
    expect(summary(await list('?activity_types=TRANS&after=2026-03-04T15:00:00Z'))).toEqual([['CSW', '-50']])
    expect(summary(await list('?activity_types=TRANS&until=2026-03-04T15:01:00Z'))).toEqual(moved.slice(1))
    for (const wrong of [
      '?page_token=x',
      '?date=2026-03-04&after=2026-03-01',
      '?page_size=101',
      '?activity_types=LUCK',
    ])
      expect((await account.get(`/v2/account/activities${wrong}`)).status).toBe(422)
  })

  it('show a dividend with the shares and the amount of each, and a split with its change of shares', async () => {
    await place()
    await place({ symbol: 'BOLT', qty: '101' })
    await fillRest()
    test.market.act('ACME', { day: marketDay('2026-03-06'), kind: 'DIVIDEND', value: '0.25' })
    test.market.act('BOLT', { day: marketDay('2026-03-06'), kind: 'SPLIT', value: '1.5' })
    test.clock.moveTo(Date.parse('2026-03-06T15:00:00Z'))
    expect(await list('/DIV')).toMatchObject([
      {
        symbol: 'ACME',
        qty: '100',
        per_share_amount: '0.25',
        net_amount: '25',
        activity_sub_type: 'CDIV',
        date: '2026-03-06',
      },
    ])
    expect(await list('/SPLIT')).toMatchObject([
      { symbol: 'BOLT', qty: '50', net_amount: '25', activity_sub_type: 'FSPLIT', date: '2026-03-06' },
    ])
    expect(await list('?date=2026-03-06')).toHaveLength(2)
  })

  it('show the end of an option: settled in cash, or worthless', async () => {
    test.market.set(CALL, 6)
    await place({ symbol: 'ACME260320C00045000', qty: '1', time_in_force: 'day' })
    test.clock.moveTo(Date.parse('2026-03-21T15:00:00Z'))
    expect(await list('/OPCSH')).toMatchObject([
      { symbol: 'ACME260320C00045000', qty: '-1', net_amount: '500', price: '5', date: '2026-03-20' },
    ])
    expect(await list('/OPEXP')).toEqual([])
  })
})

describe('the replacement of an order that is partly filled', () => {
  it('is for what is left of the wanted quantity, so that both together trade no more than that', async () => {
    const first = await place({ type: 'limit', limit_price: '60' })
    const filled = Number(first.filled_qty)
    expect([first.status, filled > 0 && filled < 100]).toEqual(['partially_filled', true])
    const next = await account.expect(200, 'PATCH', `/v2/orders/${first.id}`, { qty: '120' })
    expect(next).toMatchObject({ qty: String(120 - filled), replaces: first.id })
    await fillRest()
    expect((await account.get('/v2/positions/ACME')).body.qty).toBe('120')
    const small = await place({ symbol: 'BOLT', type: 'limit', limit_price: '60' })
    const refused = await account.expect(422, 'PATCH', `/v2/orders/${small.id}`, { qty: small.filled_qty })
    expect(refused.code).toBe(42_210_000)
  })
})

describe('the other order of a pair that is partly filled', () => {
  it('is for what is left of the position', async () => {
    await place({ time_in_force: 'fok' })
    const exits = { take_profit: { limit_price: '45' }, stop_loss: { stop_price: '40' } }
    const target = await place({ side: 'sell', type: 'limit', order_class: 'oco', ...exits })
    const filled = Number(target.filled_qty)
    expect([target.status, filled > 0 && filled < 100]).toEqual(['partially_filled', true])
    expect(target).toMatchObject({ qty: '100', legs: [{ type: 'stop', status: 'new', qty: String(100 - filled) }] })
    expect((await account.get('/v2/positions/ACME')).body.qty).toBe(String(100 - filled))
  })
})

describe('the history of an account on the Alpaca wire', () => {
  it('is its value at each close with the change of each day, and its deposits apart', async () => {
    await place({ symbol: 'BASK', qty: '1' })
    test.clock.moveTo(Date.parse('2026-03-05T22:00:00Z'))
    await account.browser.get('/paper')
    await account.browser.submit('/paper/sign-in', { name: `active${logins}`, password: 'a long password' })
    await account.browser.get('/paper')
    await account.browser.submit('/paper/transfer', { amount: '1000', direction: 'DEPOSIT' })
    test.clock.moveTo(Date.parse('2026-03-09T15:00:00Z'))
    const { body } = await account.get('/v2/account/portfolio/history?start=2026-03-05&cashflow_types=CSD,DIV')
    expect(body).toEqual({
      timeframe: '1D',
      base_value: 99_999.64,
      timestamp: ['2026-03-06T01', '2026-03-07T01', '2026-03-10T00'].map((hour) => Date.parse(`${hour}:00:00Z`) / 1000),
      equity: [99_999.64, 100_999.64, 100_999.64],
      profit_loss: [0, 1000, 0],
      profit_loss_pct: [0, 0.01, 0],
      cashflow: { CSD: [0, 1000, 0], DIV: [0, 0, 0] },
      base_value_asof: '2026-03-04',
    })
    const young = (await account.get('/v2/account/portfolio/history?period=1M')).body
    expect(young).toMatchObject({ equity: { length: 4 }, profit_loss: [0, 0, 1000, 0] })
    expect(young).not.toHaveProperty('base_value_asof')
    expect((await account.get('/v2/account/portfolio/history?timeframe=1Min')).status).toBe(422)
    expect((await account.get('/v2/account/portfolio/history?period=soon')).status).toBe(422)
  })

  it('says which price is missing and guesses none', async () => {
    await place({ symbol: 'LOAN', qty: '1' })
    test.clock.moveTo(Date.parse('2026-03-06T15:00:00Z'))
    test.market.hideBars('LOAN')
    test.market.unset('LOAN')
    const refused = await account.expect(422, 'GET', '/v2/account/portfolio/history?period=1W')
    expect(refused.message).toBe('The account held LOAN on 2026-03-04, which has no price.')
  })

  it('leaves the books in order', async () => {
    expect(await checkBooks(test.database)).toEqual([])
  })
})
