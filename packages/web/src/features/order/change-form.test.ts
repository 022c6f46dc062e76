import type { Order } from '@clubfolio/contract'
import { describe, expect, test } from 'vitest'
import { sampleChild, sampleOrder } from '../../testing/samples.ts'
import {
  changeFaults,
  changeRows,
  followFill,
  describeOrderNews,
  moveChange,
  replacementOf,
  resumeChange,
  startChange,
  typeQuantity,
} from './change-form.ts'

const order = (more: Partial<Order> = {}) => sampleOrder({ accountNumber: '1001', ...more })

test('the fields begin with what is still open of the order, and nothing is changed yet', () => {
  const entry = order({ filledQuantity: '40', children: [sampleChild] })
  expect(startChange(entry)).toEqual({
    quantity: '60',
    filledQuantity: '40',
    isQuantityTyped: false,
    price: '50.5',
    limitPrice: null,
    trail: null,
    childPrice: '48.5',
    targetPrice: null,
  })
  expect(changeRows(entry, { ...startChange(entry), price: '50.50' })).toEqual([])
})

test('what changes is said before it is sent', () => {
  const entry = order({ children: [sampleChild] })
  const form = { ...startChange(entry), quantity: '50', price: '51', childPrice: '49' }
  expect(changeRows(entry, form)).toEqual([
    { name: 'Qty', before: '100', after: '50' },
    { name: 'Price', before: '$50.50', after: '$51.00' },
    { name: 'Stop Loss', before: '$48.50', after: '$49.00' },
  ])
  expect(replacementOf(entry, form)).toEqual({
    accountNumber: '1001',
    orderId: '41',
    quantity: '50',
    filledQuantity: '0',
    price: '51',
    limitPrice: null,
    trail: null,
    childPrice: '49',
    childLimitPrice: null,
    childTrail: null,
    targetPrice: null,
  })
})

test('a stop-limit has both prices, and empty fields are named', () => {
  const both = order({ orderType: 'STOP_LIMIT', price: '51.2', stopPrice: '51' })
  expect(startChange(both)).toMatchObject({ quantity: '100', price: '51', limitPrice: '51.2', childPrice: null })
  expect(Object.keys(changeFaults({ ...startChange(both), quantity: '1.5', price: '', limitPrice: '' }, both))).toEqual(
    ['quantity', 'price', 'limitPrice'],
  )
})

test('a change that was not carried out begins with its values, and asks for a typed quantity again once more is filled', () => {
  const both = order({
    orderType: 'STOP_LIMIT',
    price: '51.2',
    stopPrice: '51',
    filledQuantity: '10',
    children: [sampleChild],
  })
  const earlier = {
    ...replacementOf(both, { ...startChange(both), price: '52', limitPrice: '52.2', childPrice: '49' }),
    filledQuantity: '0',
    trail: null,
  }
  expect(resumeChange(both, { ...earlier, quantity: '80' })).toEqual({
    quantity: '80',
    filledQuantity: '0',
    isQuantityTyped: true,
    price: '52',
    limitPrice: '52.2',
    targetPrice: null,
    trail: null,
    childPrice: '49',
  })
  expect(changeFaults(followFill(resumeChange(both, { ...earlier, quantity: '80' }), both), both).quantity).toContain(
    '90',
  )
  expect(followFill(resumeChange(both, { ...earlier, quantity: '100' }), both)).toMatchObject({
    quantity: '90',
    price: '52',
  })
})

test('a trailing stop changes its distance and keeps its unit', () => {
  const trailing = order({ orderType: 'TRAILING_STOP', price: null, trail: { offset: '2', unit: 'PERCENT' } })
  const form = startChange(trailing)
  expect(form).toMatchObject({ price: null, limitPrice: null, trail: '2' })
  expect([changeFaults(form, trailing), changeFaults({ ...form, trail: '' }, trailing)]).toEqual([
    {},
    { trail: 'Enter the distance.' },
  ])
  const wider = { ...form, trail: '2.5' }
  expect(changeRows(trailing, wider)).toEqual([{ name: 'Trail', before: '2.00%', after: '2.50%' }])
  const sent = replacementOf(trailing, wider)
  expect(sent).toMatchObject({ price: null, trail: { offset: '2.5', unit: 'PERCENT' } })
  const { trail, ...rest } = sent
  expect(resumeChange(trailing, { ...rest, trail: trail!.offset })).toMatchObject({ price: null, trail: '2.5' })
})

describe('a fill while the dialog is open', () => {
  const opened = order()
  const now = order({ filledQuantity: '60', averageFillPrice: '50.52' })

  test('lowers the quantity that nobody typed, and says so', () => {
    const form = followFill({ ...startChange(opened), price: '51' }, now)
    expect(form).toMatchObject({ quantity: '40', price: '51' })
    expect(changeFaults(form, now)).toEqual({})
    expect(replacementOf(now, form)).toMatchObject({ quantity: '40', filledQuantity: '60' })
    expect(describeOrderNews(opened, now)).toBe(
      '60 of 100 are filled by now at $50.52; 40 are left. Only what is left can be changed.',
    )
    expect(describeOrderNews(opened, opened)).toBeUndefined()
  })

  test('leaves a typed quantity and asks for it again', () => {
    const typed = followFill(typeQuantity(startChange(opened), opened, '80'), now)
    expect(typed).toMatchObject({ quantity: '80', filledQuantity: '0' })
    expect(changeFaults(typed, now)).toEqual({
      quantity: 'Typed before the fill. Enter how many of 40 you still want.',
    })
    expect(changeFaults(typeQuantity(typed, now, '80'), now)).toEqual({})
  })

  test('that is the whole order leaves nothing to change', () => {
    expect(describeOrderNews(opened, order({ status: 'FILLED', filledQuantity: '100' }))).toBe(
      'The order is already filled. There is nothing left to change.',
    )
  })
})

test('a price moved on a chart changes the price alone; the limit of a stop limit keeps its distance', () => {
  const moved = { moved: 'price', newPrice: '49.00' } as const
  const plain = sampleOrder({ orderType: 'STOP', price: '48.5', stopPrice: '48.5', children: [] })
  expect(moveChange(plain, moved)).toEqual({ ...startChange(plain), price: '49.00' })
  const both = sampleOrder({ orderType: 'STOP_LIMIT', price: '48.3', stopPrice: '48.5', children: [] })
  expect(moveChange(both, moved)).toEqual({ ...startChange(both), price: '49.00', limitPrice: '48.8' })
  expect(moveChange(plain, { ...moved, moved: 'childPrice' })).toEqual(startChange(plain))
})

describe('an entry with two exits', () => {
  const exit = { ...sampleChild, price: '48.3', stopPrice: '48.5', orderType: 'STOP_LIMIT' }
  const target = { ...sampleChild, orderId: '43', orderType: 'LIMIT', price: '60', stopPrice: null }
  const wrapper = { ...sampleChild, orderType: null, price: null, stopPrice: null }
  const bracket = order({ children: [{ ...wrapper, orders: [exit, target] }] })

  test('has both prices, and what is moved is said and sent', () => {
    expect(startChange(bracket)).toMatchObject({ childPrice: '48.5', targetPrice: '60' })
    const form = moveChange(bracket, { moved: 'targetPrice', newPrice: '62' })
    expect(changeRows(bracket, form)).toEqual([{ name: 'Target', before: '$60.00', after: '$62.00' }])
    expect(replacementOf(bracket, form)).toMatchObject({
      price: '50.5',
      childPrice: '48.5',
      childLimitPrice: null,
      targetPrice: '62',
    })
    expect(Object.keys(changeFaults({ ...form, targetPrice: '' }, bracket))).toEqual(['targetPrice'])
  })

  test('keeps the distance of the limit of its stop', () => {
    const form = moveChange(bracket, { moved: 'childPrice', newPrice: '49' })
    expect(replacementOf(bracket, form)).toMatchObject({ childPrice: '49', childLimitPrice: '48.8', targetPrice: '60' })
  })
})
