import { expect, test } from 'vitest'
import { sizedForm } from './size-form.ts'
import { startForm, ticketFaults, type TicketForm } from './ticket-form.ts'

const quote = { last: 50, bid: 49.9, ask: 50.1 }
const start = startForm({ code: 'SPY', orderType: 'LIMIT', price: '50', stopPrice: '48' }, '1001')
const sizeOf = (form: Partial<TicketForm>) =>
  sizedForm({ ...start, sizeMode: 'RISK', amount: '1', ...form }, { quote, accountValue: '50000.00' }).quantity

test.each([
  ['the risk of the account to the stop', {}, '250'],
  ['the risk of a capital that is typed', { capital: '10000' }, '50'],
  ['the risk of a short entry', { directionality: 'SELL_SHORT', stopPrice: '52' }, '250'],
  ['the risk to a stop that trails by dollars', { stopType: 'TRAILING_STOP', stopTrail: '2.5' }, '200'],
  [
    'the risk to a stop that trails by percent',
    { stopType: 'TRAILING_STOP', stopTrail: '5', stopTrailUnit: 'PERCENT' },
    '200',
  ],
  ['the risk from the ask of a market order', { orderType: 'MARKET' }, '238'],
  ['the risk from the limit behind a stop', { orderType: 'STOP_LIMIT', limitPrice: '50.5' }, '200'],
  ['dollars', { sizeMode: 'DOLLARS', amount: '1020' }, '20'],
  ['a percentage of the account', { sizeMode: 'PERCENT', amount: '10' }, '100'],
  [
    'dollars in contracts of 100',
    { sizeMode: 'DOLLARS', amount: '1020', code: 'SPY   260320C00470000', price: '2.5' },
    '4',
  ],
  ['shares as typed', { sizeMode: 'SHARES', quantity: '7' }, '7'],
] as const)('the quantity follows %s', (_what, form, quantity) => {
  expect(sizeOf(form)).toBe(quantity)
})

test('without a stop the risk gives no quantity, and the stop is what is missing', () => {
  const form = sizedForm(
    { ...start, sizeMode: 'RISK', amount: '1', stopPrice: '' },
    { quote, accountValue: '50000.00' },
  )
  expect(form.quantity).toBe('')
  expect(ticketFaults(form)).toEqual({ stopPrice: 'Enter the stop.' })
})

test('an amount that pays for no share, and a percentage above 100, are said at the amount', () => {
  const faultsOf = (form: Partial<TicketForm>) =>
    ticketFaults(sizedForm({ ...start, ...form }, { quote, accountValue: '50000.00' }))
  expect(faultsOf({ sizeMode: 'DOLLARS', amount: '49' })).toEqual({ amount: 'It is too small for one share.' })
  expect(faultsOf({ sizeMode: 'PERCENT', amount: '101' })).toEqual({ amount: 'Enter at most 100%.' })
})
