import { routeList } from '@clubfolio/contract'
import { expect, test } from 'vitest'
import { describeEffect, describeFate, hasEffectText } from './effect-words.ts'

test('every effect of the contract has its words', () => {
  const effects = routeList
    .filter(({ route }) => route.effect !== undefined)
    .map(({ group, name }) => `${group}.${name}`)
  expect(effects.filter((call) => !hasEffectText(call))).toEqual([])
})

test.each([
  [
    'order.putOrder',
    { body: { ticket: 'ABC', quantity: 100, directionality: 'BUY', orderType: 'MARKET', price: null } },
    'Buy 100 ABC at market',
  ],
  [
    'order.putOrder',
    { body: { ticket: 'ABC', quantity: 5, directionality: 'SELL_SHORT', orderType: 'LIMIT', price: 50.25 } },
    'Sell short 5 ABC at $50.25',
  ],
  [
    'order.putOrderWithTrigger',
    { body: { ticket: 'ABC', quantity: 5, directionality: 'BUY', orderType: 'STOP', price: 50, childPrice: 48.5 } },
    'Buy 5 ABC at stop $50.00, with a stop loss at $48.50',
  ],
  [
    'positionAction.actOnPosition',
    { body: { ticket: 'ABC', held: 100, action: { kind: 'CLOSE', quantity: 50 } } },
    'Close 50 of ABC',
  ],
  [
    'positionAction.actOnPosition',
    { body: { ticket: 'ABC', held: 100, action: { kind: 'MOVE_STOP', stopPrice: 49 } } },
    'Move the stop of ABC to $49.00',
  ],
  [
    'positionAction.actOnPosition',
    { body: { ticket: 'ABC', held: 100, action: { kind: 'TRAIL_STOP', trail: { offset: 2, unit: 'DOLLARS' } } } },
    'Change the stop of ABC to one that trails by $2.00',
  ],
  [
    'member.createContribution',
    { body: { amount: 1234.5, date: '2026-03-03', description: 'March' } },
    'Contribution of $1,234.50 on 2026-03-03, March',
  ],
  [
    'fund.recordTransfer',
    { body: { units: '12.5', date: '2026-03-03', description: 'A gift' } },
    'Transfer of units on 2026-03-03, A gift',
  ],
  [
    'order.replaceOrder',
    { body: { orderId: '7', quantity: '100', price: '50.25', limitPrice: null, childPrice: '48.5' } },
    'Change order 7 to 100 at $50.25, stop loss at $48.50',
  ],
  [
    'order.putOrder',
    { body: { ticket: 'ABC', quantity: 5, directionality: 'BUY', orderType: 'LIMIT', price: 327.5 } },
    'Buy 5 ABC at $327.50',
  ],
  [
    'order.putOrder',
    { body: { ticket: 'ABC', quantity: 5, directionality: 'BUY', orderType: 'LIMIT', price: 0.52 } },
    'Buy 5 ABC at $0.5200',
  ],
  ['account.updateInitialBalance', { body: { initialBalance: 1234.5 } }, 'Set the initial balance to $1,234.50'],
  ['security.changePassword', {}, 'Change your password'],
])('%s of %j reads as a person would say it', (call, wire, what) => {
  expect(describeEffect(call, wire)).toBe(what)
})

test('an order is spoken of as an order, and its last sentence says which it was', () => {
  const entry = { userId: 'u', key: 'k', call: 'order.putOrder', what: 'Buy 100 ABC at market', sentAtMs: 0 }
  expect(describeFate(entry, 'asking')).toBe(
    "We don't know yet whether your order was placed: Buy 100 ABC at market. Checking…",
  )
  expect(describeFate(entry, 'done')).toBe('Your order was placed: Buy 100 ABC at market.')
  expect(describeFate(entry, 'done', 'Order 7 to buy 100 ABC at market is working.')).toBe(
    'Your order was placed. Order 7 to buy 100 ABC at market is working.',
  )
  expect(describeFate(entry, 'not-done')).toBe('Your order was not placed: Buy 100 ABC at market. Nothing was changed.')
})

test('money of an account in another currency than dollars is spoken of in it', () => {
  const currencyOf = (accountId: string) => (accountId === 'a1' ? 'EUR' : 'USD')
  const body = { accountId: 'a1', amount: 1234.5, date: '2026-03-03', description: 'March' }
  expect(describeEffect('member.createContribution', { body }, currencyOf)).toBe(
    'Contribution of 1,234.50 EUR on 2026-03-03, March',
  )
  expect(describeEffect('account.updateInitialBalance', { body: { id: 'a1', initialBalance: 5 } }, currencyOf)).toBe(
    'Set the initial balance to 5.00 EUR',
  )
})
