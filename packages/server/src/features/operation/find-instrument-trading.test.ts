// Fills, open orders and the position of one instrument as its chart shows them: only the user's own, in split-adjusted
// dollars.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../kernel/id.ts'
import { cents, linkAccount, type LinkedAccount } from '../../testing/factories.ts'
import { brokerOrderRow } from '../../testing/sample-rows.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let owner: TestUser
let account: LinkedAccount

const at = (day: string) => new Date(`${day}T15:00:00Z`)

interface Placed {
  readonly symbol?: string
  readonly instruction?: string
  readonly type?: string
  readonly status?: 'WORKING' | 'FILLED' | 'AWAITING_PARENT_ORDER' | 'CANCELED'
  readonly filled?: string
  readonly average?: string | null
  readonly price?: string | null
  readonly stop?: string | null
  readonly parent?: string
  readonly root?: string
  readonly strategy?: string
}

const order = (
  id: string,
  {
    symbol = 'BRK.B',
    instruction = 'BUY',
    type = 'LIMIT',
    status = 'WORKING',
    filled = '0',
    average = null,
    price = null,
    stop = null,
    parent,
    root,
    strategy = 'SINGLE',
  }: Placed,
) =>
  app.services.db
    .insertInto('broker_order')
    .values(
      brokerOrderRow(account.id, id, {
        root_id: root ?? id,
        parent_id: parent ?? null,
        strategy,
        symbol,
        instruction,
        order_type: type,
        quantity: '30',
        filled_quantity: filled,
        remaining_quantity: String(30 - Number(filled)),
        price,
        stop_price: stop,
        average_fill_price: average,
        status,
        closed_at: status === 'FILLED' ? at('2026-03-03') : null,
      }),
    )
    .execute()

const trade = (
  id: string,
  day: string,
  quantity: string,
  price: string,
  orderId: string | null = null,
  symbol = 'BRK/B',
) =>
  app.services.db
    .insertInto('account_transaction')
    .values({
      account_id: account.id,
      broker_id: id,
      occurred_at: at(day),
      day,
      kind: 'TRADE',
      description: '',
      symbol,
      asset_type: 'EQUITY',
      multiplier: 1,
      quantity,
      price,
      net_amount_cents: 0n,
      fee_cents: 0n,
      order_id: orderId,
    })
    .execute()

beforeAll(async () => {
  app = await startTestApp()
  const { db } = app.services
  owner = await app.signUp(['MANAGERS'])
  account = await linkAccount(app, owner, '2026-01-02', '10000.00')
  const instrument = await db
    .insertInto('instrument')
    .values({
      id: newId(app.clock),
      source: 'simulated',
      code: 'BRK-B',
      code_key: 'BRK.B',
      name: 'Holding',
      name_key: 'holding',
      asset_type: 'EQUITY',
      created_at: new Date(app.clock.nowMs()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('split_segment')
    .values({ instrument_id: instrument.id, from_day: '0001-01-01', until_day: '2026-02-02', factor: 4 })
    .execute()
  await db
    .insertInto('account_position')
    .values({
      account_id: account.id,
      symbol: 'BRK/B',
      asset_type: 'EQUITY',
      description: null,
      multiplier: 1,
      quantity: '40',
      average_price: '101.25',
      market_value_cents: cents('4100.00'),
      open_profit_cents: 0n,
    })
    .execute()
  await trade('t1', '2026-01-15', '10', '400')
  await trade('t2', '2026-03-02', '-5', '110.5', '1')
  await trade('t3', '2026-03-02', '1', '50', null, 'OTHER')
  // Ten were filled and five are booked: the other five are known only from the order.
  await order('1', { status: 'FILLED', instruction: 'SELL', filled: '10', average: '110.4', price: '110' })
  await order('2', { instruction: 'SELL', type: 'STOP', stop: '96.5' })
  await order('3', { instruction: 'SELL', type: 'LIMIT', price: '120' })
  await order('4', { type: 'STOP', stop: '115', strategy: 'TRIGGER' })
  await order('5', {
    type: 'STOP',
    stop: '108',
    instruction: 'SELL',
    parent: '4',
    root: '4',
    status: 'AWAITING_PARENT_ORDER',
  })
  await order('6', { price: '90', status: 'CANCELED' })
  await order('7', { price: '90', symbol: 'OTHER' })
})
afterAll(() => app.stop())

const find = (code = 'BRK.B', person = owner) =>
  person.client.operation.findTradingByInstrument({ params: { accountNumber: account.number, code } })

describe('what an account did and has in one instrument', () => {
  test('fills before a split are in the dollars of today, and what is not booked yet is taken from the order', async () => {
    expect((await find()).fills).toEqual([
      { id: 't1', time: at('2026-01-15').getTime(), day: '2026-01-15', side: 'BUY', quantity: 40, price: 100 },
      { id: 't2', time: at('2026-03-02').getTime(), day: '2026-03-02', side: 'SELL', quantity: 5, price: 110.5 },
      { id: 'order-1', time: at('2026-03-03').getTime(), day: '2026-03-03', side: 'SELL', quantity: 5, price: 110.4 },
    ])
  })

  test('open orders say whether they open, protect or take a profit; what is over is no line any more', async () => {
    expect(
      (await find()).orders.map(({ orderId, parentOrderId, side, role, price, status }) => [
        orderId,
        parentOrderId,
        side,
        role,
        price,
        status,
      ]),
    ).toEqual([
      ['3', null, 'SELL', 'TARGET', 120, 'WORKING'],
      ['4', null, 'BUY', 'ENTRY', 115, 'WORKING'],
      ['5', '4', 'SELL', 'STOP', 108, 'AWAITING_PARENT_ORDER'],
      ['2', null, 'SELL', 'STOP', 96.5, 'WORKING'],
    ])
  })

  test('the position has its signed quantity and its average price, whatever the class separator', async () => {
    for (const code of ['BRK.B', 'brk-b'])
      expect(await find(code)).toMatchObject({ isSameMarket: true, position: { quantity: 40, averagePrice: 101.25 } })
    expect(await find('NONE')).toEqual({ code: 'NONE', isSameMarket: true, position: null, fills: [], orders: [] })
  })

  test('prices of another market than the account’s are not mixed with its trades', async () => {
    await app.services.db.updateTable('account').set({ market_source: 'live' }).where('id', '=', account.id).execute()
    expect(await find()).toEqual({ code: 'BRK.B', isSameMarket: false, position: null, fills: [], orders: [] })
    await app.services.db
      .updateTable('account')
      .set({ market_source: 'simulated' })
      .where('id', '=', account.id)
      .execute()
  })

  test('an account of somebody else is not there', async () => {
    await expect(find('BRK.B', await app.signUp(['MANAGERS']))).rejects.toMatchObject({
      status: 404,
      body: { refusal: 'notFound' },
    })
  })
})
