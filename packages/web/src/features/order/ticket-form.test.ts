import { expect, test } from 'vitest'
import { describeTrailNow, hasTrigger, inNamedAccount, orderOf, startForm, ticketFaults } from './ticket-form.ts'

const opportunity = {
  code: 'SBLR',
  directionality: 'BUY',
  quantity: '147',
  price: '47.61',
  stopPrice: '42.87',
  cancelPrice: '44.20',
} as const

test('an opportunity fills the ticket in whole: a stop entry, its protecting stop, and the price that gives it up', () => {
  const form = startForm(opportunity, '1001')
  expect(ticketFaults(form)).toEqual({})
  expect(orderOf(form)).toEqual({
    ticket: 'SBLR',
    quantity: '147',
    directionality: 'BUY',
    accountNumber: '1001',
    price: '47.61',
    orderType: 'STOP',
    duration: 'GOOD_TILL_CANCEL',
    childQuantity: '147',
    childDirectionality: 'SELL',
    childPrice: '42.87',
    childOrderType: 'STOP',
    cancelPrice: '44.20',
  })
})

test('the stop of a short entry buys; selling what one has takes no stop along', () => {
  expect(orderOf(startForm({ ...opportunity, directionality: 'SELL_SHORT' }, '1001'))).toMatchObject({
    childDirectionality: 'BUY',
  })
  expect(hasTrigger(orderOf(startForm({ ...opportunity, directionality: 'SELL' }, '1001')))).toBe(false)
})

test('an order goes to an account that its ticket names, or to none', () => {
  const accounts = ['1001', '1002']
  const accountOf = (...start: Parameters<typeof startForm>) => inNamedAccount(startForm(...start), accounts)
  expect(accountOf(opportunity, '1002').accountNumber).toBe('1002')
  expect(accountOf({ ...opportunity, accountNumber: '1001' }, '1002').accountNumber).toBe('1001')
  for (const unnamed of [accountOf(opportunity, ''), accountOf({ ...opportunity, accountNumber: '1003' }, '1002')]) {
    expect(unnamed.accountNumber).toBe('')
    expect(ticketFaults(unnamed)).toEqual({ accountNumber: 'Choose an account.' })
  }
})

test('an empty ticket says what is missing, a market order needs no price', () => {
  expect(Object.keys(ticketFaults(startForm({}, '')))).toEqual(['accountNumber', 'code', 'quantity', 'price'])
  const market = { ...startForm({ code: 'SBLR', quantity: '1' }, '1001'), orderType: 'MARKET' as const }
  expect(ticketFaults(market)).toEqual({})
  expect(orderOf(market)).toMatchObject({ price: null })
})

test('a stop or a cancel price that can only go wrong is marked at its field', () => {
  const form = startForm(opportunity, '1001')
  const faulty = (more: Partial<typeof form>) => Object.keys(ticketFaults({ ...form, ...more }))
  expect(faulty({ stopPrice: '47.61' })).toEqual(['stopPrice'])
  expect(faulty({ stopQuantity: '148' })).toEqual(['stopQuantity'])
  expect(faulty({ cancelPrice: '47.61' })).toEqual(['cancelPrice'])
  expect(faulty({ directionality: 'SELL_SHORT' })).toEqual(['stopPrice', 'cancelPrice'])
  expect(faulty({ directionality: 'SELL_SHORT', stopPrice: '49', cancelPrice: '48' })).toEqual([])
})

test('a market order is for the day, and neither it nor a limit order has a cancel price', () => {
  const form = startForm(opportunity, '1001')
  expect(orderOf({ ...form, orderType: 'MARKET' })).toMatchObject({ duration: 'DAY', cancelPrice: null })
  expect(orderOf({ ...form, orderType: 'LIMIT' })).toMatchObject({ duration: 'GOOD_TILL_CANCEL', cancelPrice: null })
  expect(orderOf(form)).toMatchObject({ duration: 'GOOD_TILL_CANCEL', cancelPrice: '44.20' })
})

test('a trailing stop needs its distance and no price', () => {
  const form = startForm({ code: 'SBLR', quantity: '10', directionality: 'SELL', orderType: 'TRAILING_STOP' }, '1001')
  expect(ticketFaults(form)).toEqual({ trail: 'Enter the distance.' })
  expect(ticketFaults({ ...form, trail: '2' })).toEqual({})
  expect(orderOf({ ...form, trail: '2', trailUnit: 'PERCENT', price: '5' })).toMatchObject({
    orderType: 'TRAILING_STOP',
    price: null,
    trail: { offset: '2', unit: 'PERCENT' },
  })
  expect(ticketFaults({ ...form, trail: '100', trailUnit: 'PERCENT' })).toEqual({
    trail: 'The trail of 100.00% is too wide: it has to be below 100%.',
  })
  expect(orderOf({ ...form, orderType: 'LIMIT', trail: '2', price: '5' })).not.toHaveProperty('trail')
})

test('a trail says where its stop is now, below the price it sells and above the one it buys', () => {
  const form = startForm({ trail: '2', directionality: 'SELL', orderType: 'TRAILING_STOP' }, '1001')
  expect([
    describeTrailNow(form, '183.2'),
    describeTrailNow({ ...form, directionality: 'BUY', trail: '2.5', trailUnit: 'PERCENT' }, '183.2'),
    describeTrailNow(form, null),
    describeTrailNow(form, '1.5'),
    describeTrailNow({ ...form, trail: '' }, '183.2'),
  ]).toEqual([
    'Trails the last price by $2.00: the stop is $181.20 now.',
    'Trails the last price by 2.50%: the stop is $187.78 now.',
    'Trails the last price by $2.00.',
    'Trails the last price by $2.00.',
    'The stop follows the last price at this distance and never moves back.',
  ])
})

const long = startForm({ code: 'SBLR', quantity: '100', orderType: 'LIMIT', price: '50' }, '1001')

test('stop and target of an entry become a bracket, and a target alone its only exit', () => {
  expect(orderOf({ ...long, stopPrice: '48', targetPrice: '56' })).toMatchObject({
    childOrderType: 'STOP',
    childPrice: '48',
    targetPrice: '56',
    childDirectionality: 'SELL',
  })
  const target = orderOf({ ...long, targetPrice: '56' })
  expect(target).toMatchObject({ childOrderType: 'LIMIT', childPrice: '56' })
  expect(target).not.toHaveProperty('targetPrice')
})

test('the stop of an entry can trail, or have a limit', () => {
  expect(
    orderOf({ ...long, stopType: 'TRAILING_STOP', stopTrail: '4', stopTrailUnit: 'PERCENT', stopPrice: '48' }),
  ).toMatchObject({ childOrderType: 'TRAILING_STOP', childPrice: null, childTrail: { offset: '4', unit: 'PERCENT' } })
  expect(orderOf({ ...long, stopType: 'STOP_LIMIT', stopPrice: '48', stopLimit: '47.5' })).toMatchObject({
    childOrderType: 'STOP_LIMIT',
    childPrice: '48',
    childLimitPrice: '47.5',
  })
  expect(ticketFaults({ ...long, stopType: 'STOP_LIMIT', stopPrice: '48' })).toEqual({ stopLimit: 'Enter the limit.' })
})

test('a target on the wrong side is said at the target', () => {
  expect(Object.keys(ticketFaults({ ...long, targetPrice: '49' }))).toEqual(['targetPrice'])
  expect(Object.keys(ticketFaults({ ...long, directionality: 'SELL_SHORT', targetPrice: '51' }))).toEqual([
    'targetPrice',
  ])
})

test('a pair closes what is held by a target and a stop, and needs both', () => {
  const pair = { ...long, directionality: 'SELL', isPair: true, price: '' } as const
  expect(ticketFaults(pair)).toEqual({ stopPrice: 'Enter the stop.', targetPrice: 'Enter the target.' })
  expect(orderOf({ ...pair, stopPrice: '48', targetPrice: '56' })).toEqual({
    ticket: 'SBLR',
    quantity: '100',
    directionality: 'SELL',
    accountNumber: '1001',
    targetPrice: '56',
    stopOrderType: 'STOP',
    stopPrice: '48',
    duration: 'GOOD_TILL_CANCEL',
  })
})

test('an order can be good till a day, and for hours outside the session as a limit for the day only', () => {
  expect(orderOf({ ...long, goodTill: '2026-03-20' })).toMatchObject({
    duration: 'GOOD_TILL_CANCEL',
    goodTill: '2026-03-20',
  })
  expect(orderOf({ ...long, goodTill: '2026-03-20', duration: 'DAY' })).not.toHaveProperty('goodTill')
  expect(ticketFaults({ ...long, goodTill: '' })).toEqual({ goodTill: 'Choose the last day.' })
  expect(orderOf({ ...long, session: 'AM', duration: 'DAY' })).toMatchObject({ session: 'AM' })
  expect(ticketFaults({ ...long, session: 'AM' })).toEqual({
    session: 'Before and after regular hours only limit orders for the day are taken.',
  })
})
