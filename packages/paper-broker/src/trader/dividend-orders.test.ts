// Orders that stay open over an ex-date, over the wire.
import { marketDay } from '@clubfolio/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkBooks } from '../ledger/check-books.ts'
import type { TestAccount } from '../testing/test-account.ts'
import { testAccount } from '../testing/test-account.ts'
import { startTestBroker } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'

let test: TestBroker
let account: TestAccount

beforeAll(async () => {
  test = await startTestBroker()
  test.market.set('ACME', 50)
  account = await testAccount(test, 'dividends')
})
afterAll(async () => test.close())

const order = (instruction: string, orderType: string, prices: Record<string, unknown>): Record<string, unknown> => ({
  orderType,
  session: 'NORMAL',
  duration: 'GOOD_TILL_CANCEL',
  orderStrategyType: 'SINGLE',
  orderLegCollection: [{ instruction, quantity: 10, instrument: { symbol: 'ACME', assetType: 'EQUITY' } }],
  ...prices,
})

it('lowers limits to buy and stops to sell once, leaves those sent DO_NOT_REDUCE, and fills none of them by the fall', async () => {
  for (const _ of [1, 2]) await account.place({ ...order('BUY', 'MARKET', {}), duration: 'DAY' })
  const limit = await account.place(order('BUY', 'LIMIT', { price: '49.50' }))
  const stop = await account.place(order('SELL', 'STOP', { stopPrice: '49.50' }))
  const target = await account.place(order('SELL', 'LIMIT', { price: '51.00' }))
  const kept = await account.place(order('BUY', 'LIMIT', { price: '40.00', specialInstruction: 'DO_NOT_REDUCE' }))
  const before = (await account.balances())['buyingPower'] ?? 0

  test.market.act('ACME', { day: marketDay('2026-03-05'), kind: 'DIVIDEND', value: '1.005' })
  await account.moveTo('2026-03-05T15:00:00Z')
  expect(await account.read(limit)).toMatchObject({ status: 'WORKING', price: 48.49 })
  expect(await account.read(stop)).toMatchObject({ status: 'WORKING', stopPrice: 48.49 })
  expect(await account.read(target)).toMatchObject({ status: 'WORKING', price: 51 })
  expect(await account.read(kept)).toMatchObject({ status: 'WORKING', price: 40, specialInstruction: 'DO_NOT_REDUCE' })
  // 20.10 was paid in cash, and the buy limit reserves 10.10 less.
  expect((await account.balances())['buyingPower']).toBeCloseTo(before + 2 * 20.1 + 10.1, 2)

  // The price falls by the dividend: at their old prices both orders would be reached.
  test.market.set('ACME', 49)
  await account.moveTo('2026-03-05T16:00:00Z')
  for (const one of [limit, stop]) expect(await account.read(one)).toMatchObject({ status: 'WORKING' })
  expect(await account.read(limit)).toMatchObject({ price: 48.49 })
  expect(await checkBooks(test.database)).toEqual([])
})

it('leaves what a dividend cancels cancelled, with everything that waited for it', async () => {
  test.market.set('BOLT', 50)
  const leg = (instruction: string): object[] => [
    { instruction, quantity: 10, instrument: { symbol: 'BOLT', assetType: 'EQUITY' } },
  ]
  const parent = await account.place({
    orderType: 'LIMIT',
    session: 'NORMAL',
    duration: 'GOOD_TILL_CANCEL',
    orderStrategyType: 'TRIGGER',
    price: '2.00',
    orderLegCollection: leg('BUY'),
    childOrderStrategies: [
      {
        orderType: 'STOP',
        session: 'NORMAL',
        duration: 'GOOD_TILL_CANCEL',
        orderStrategyType: 'SINGLE',
        stopPrice: '45.00',
        orderLegCollection: leg('SELL'),
      },
    ],
  })
  test.market.act('BOLT', { day: marketDay('2026-03-06'), kind: 'DIVIDEND', value: '3' })
  await account.moveTo('2026-03-06T15:00:00Z')
  const words = 'Cancelled by the dividend of BOLT on 2026-03-06: no price is left of it.'
  expect(await account.read(parent)).toMatchObject({
    status: 'CANCELED',
    statusDescription: words,
    childOrderStrategies: [{ status: 'CANCELED' }],
  })
})
