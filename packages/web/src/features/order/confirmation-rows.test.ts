import type { OrderPreview, OrderToPreview } from '@clubfolio/contract'
import type { Cents } from '@clubfolio/domain'
import { expect, test } from 'vitest'
import { confirmationRows } from './confirmation-rows.ts'
import { orderKind } from './order-side.ts'

const cents = (value: bigint) => value as Cents
const order: OrderToPreview = {
  ticket: 'SBLR',
  quantity: '100',
  directionality: 'BUY',
  accountNumber: '12344821',
  price: '47.61',
  orderType: 'STOP',
  duration: 'GOOD_TILL_CANCEL',
  childQuantity: '80',
  childDirectionality: 'SELL',
  childPrice: '42.87',
  childOrderType: 'STOP',
  cancelPrice: '44.20',
}
const preview: OrderPreview = {
  code: 'SBLR',
  name: 'Sable River',
  price: '47.61',
  limitPrice: null,
  trail: null,
  stopPrice: '42.87',
  stopLimitPrice: null,
  stopTrail: null,
  targetPrice: null,
  lastPrice: '46.9',
  brokerInstruction: 'BUY',
  inversion: cents(476_100n),
  accountValue: cents(10_000_000n),
  buyingPowerBefore: cents(20_000_000n),
  buyingPowerAfter: cents(19_523_900n),
  shareOfCapital: '4.76',
  lossAtStop: cents(37_920n),
  lossPercent: '0.38',
  reward: null,
  rewardToRisk: null,
  greatestLoss: null,
  commission: cents(65n),
  warnings: [],
  faults: [],
  questions: [],
  breaches: [],
  rejects: [],
  limits: [],
}
const lines = (...shown: Parameters<typeof confirmationRows>) =>
  Object.fromEntries(
    confirmationRows(...shown).map(({ name, value, note }) => [
      name,
      note === undefined ? value : `${value} | ${note}`,
    ]),
  )

test('a long entry is stated in whole', () => {
  expect(lines(order, preview, { type: 'MARGIN', isPaper: true })).toEqual({
    Side: 'Buy',
    Code: 'SBLR | Sable River',
    Qty: '100 shares',
    Type: 'Stop',
    Price: '$47.61 | last price $46.90',
    Duration: 'Good till cancelled | regular session, 09:30 to 16:00 New York',
    'Stop Loss': '$42.87 | for 80 shares, good till cancelled, once the entry is filled',
    'Cancel Price': '$44.20 | touched before the entry is filled, it cancels the entry and its stop',
    'Loss at stop': '-$379.20 | 0.38% of the account value of $100,000.00',
    Inversion: '$4,761.00',
    Cost: '$4,761.65 | with $0.65 commission',
    'Buying power': '$200,000.00 → $195,239.00',
    Account: 'Margin account •••• 4821 · Paper | 12344821',
  })
})

test('a trailing stop states its distance and where its stop is now', () => {
  const trail = { offset: '2', unit: 'DOLLARS' } as const
  const { childPrice: _stop, cancelPrice: _cancel, ...entry } = order
  const trailing: OrderToPreview = { ...entry, orderType: 'TRAILING_STOP', price: null, trail }
  expect(lines(trailing, { ...preview, price: '44.9', trail }, undefined)).toMatchObject({
    Type: 'Trailing stop',
    Trail: '$2.00 behind the last price | the stop is $44.90 now, last price $46.90',
  })
  expect(lines(trailing, undefined, undefined)).toMatchObject({ Trail: '$2.00 behind the last price' })
})

test('without a preview it states what was typed and nothing else', () => {
  expect(lines(order, undefined, undefined)).toMatchObject({
    Side: 'Buy | covers a short position if there is one',
    Price: '$47.61',
    Inversion: '--',
    Account: 'Account •••• 4821 | 12344821',
  })
  expect(confirmationRows(order, undefined, undefined).map(({ name }) => name)).not.toContain('Cost')
})

test('a cover is called one, and its money goes out; a sale brings money in', () => {
  expect(lines(order, { ...preview, brokerInstruction: 'BUY_TO_COVER' }, undefined)['Side']).toBe('Buy to cover')
  expect(
    lines({ ...order, directionality: 'SELL' }, { ...preview, brokerInstruction: 'SELL' }, undefined)['Proceeds'],
  ).toBe('$4,760.35 | with $0.65 commission')
  expect([
    orderKind('BUY', 'BUY_TO_COVER'),
    orderKind('BUY', 'BUY'),
    orderKind('BUY'),
    orderKind('SELL_SHORT', 'SELL_SHORT'),
    orderKind('SELL'),
  ]).toEqual(['cover', 'long', 'long', 'short', 'sell'])
})
