import { describe, expect, test } from 'vitest'
import {
  describePreset,
  fieldsOfParts,
  hasOwnPlan,
  isPresetEntry,
  type OrderPreset,
  OrderPresets,
  partsChangedBy,
  presetFaults,
  presetOf,
  type PresetPart,
  steadyQuote,
  withPreset,
} from './order-preset.ts'
import { sizedForm } from './size-form.ts'
import { startForm, type TicketForm } from './ticket-form.ts'

const preset = { sizeMode: 'SHARES', amount: '100', stopPercent: '3', targetTimes: '2' } as const
const quote = { last: 50, bid: 49.9, ask: 50.1 }
const limit = startForm({ code: 'SPY', orderType: 'LIMIT', price: '50.10' }, '1001')
const filled = (form: Partial<TicketForm>, own: readonly PresetPart[] = [], given: Partial<OrderPreset> = {}) =>
  withPreset({ ...limit, ...form }, { preset: { ...preset, ...given }, quote, own: new Set(own) })

describe('a preset fills', () => {
  test.each([
    ['size, stop and target from the price in the ticket', {}, ['100', '48.6', '53.1']],
    ['them again from a price that is typed', { price: '60' }, ['100', '58.2', '63.6']],
    ['the other side of a short entry', { directionality: 'SELL_SHORT' }, ['100', '51.6', '47.1']],
    ['them from the ask of a market order', { orderType: 'MARKET', price: '' }, ['100', '48.6', '53.1']],
    [
      'them from the bid of a short market order',
      { orderType: 'MARKET', price: '', directionality: 'SELL_SHORT' },
      ['100', '51.4', '46.9'],
    ],
    ['them from the limit behind a stop', { orderType: 'STOP_LIMIT', limitPrice: '60' }, ['100', '58.2', '63.6']],
  ] as const)('%s', (_what, form, [quantity, stopPrice, targetPrice]) => {
    expect(filled(form)).toMatchObject({ form: { quantity, stopPrice, stopType: 'STOP', targetPrice }, faults: {} })
  })

  test('nothing that the user made their own, and measures the target from their stop', () => {
    expect(filled({ quantity: '7' }, ['size']).form).toMatchObject({ quantity: '7', stopPrice: '48.6' })
    expect(filled({ stopPrice: '49.10' }, ['stop']).form).toMatchObject({ stopPrice: '49.10', targetPrice: '52.1' })
    expect(filled({ stopPrice: '' }, ['stop']).form).toMatchObject({ stopPrice: '', targetPrice: '' })
    expect(filled({ targetPrice: '55' }, ['target']).form).toMatchObject({ stopPrice: '48.6', targetPrice: '55' })
    expect(filled({ stopType: 'TRAILING_STOP', stopTrail: '2' }, ['stop']).form).toMatchObject({
      stopType: 'TRAILING_STOP',
      stopPrice: '',
      targetPrice: '54.1',
    })
  })

  test('a risk, which with its stop gives the quantity', () => {
    const { form } = filled({}, [], { sizeMode: 'RISK', amount: '0.5' })
    // 0.5 percent of 50,000.00 over 1.50 per share.
    expect(sizedForm(form, { quote, accountValue: '50000.00' })).toMatchObject({ sizeMode: 'RISK', quantity: '166' })
  })

  test('no order that lacks the exits it should have', () => {
    const waiting = withPreset({ ...limit, orderType: 'MARKET' }, { preset, quote: undefined, own: new Set() })
    expect(waiting.form).toMatchObject({ stopPrice: '', targetPrice: '' })
    expect(waiting.faults).toHaveProperty('stopPrice')
    // Cleared, it is an order without exits.
    expect(
      withPreset({ ...limit, orderType: 'MARKET' }, { preset, quote: null, own: new Set(['stop', 'target'] as const) }),
    ).toMatchObject({ form: { stopPrice: '', targetPrice: '' }, faults: {} })
    expect(filled({ directionality: 'SELL_SHORT' }, [], { targetTimes: '40' }).faults).toHaveProperty('targetPrice')
  })
})

test('a preset is for entries in shares that close nothing', () => {
  const isFor = (form: Partial<TicketForm>, held: number) => isPresetEntry({ ...limit, ...form }, held)
  expect(isFor({}, 0)).toBe(true)
  expect(isFor({}, 40)).toBe(true)
  expect(isFor({}, -40)).toBe(false)
  expect(isFor({ directionality: 'SELL_SHORT' }, 0)).toBe(true)
  expect(isFor({ directionality: 'SELL_SHORT' }, 40)).toBe(false)
  expect(isFor({ directionality: 'SELL' }, 0)).toBe(false)
  expect(isFor({ isPair: true }, 0)).toBe(false)
  expect(isFor({ code: 'SPY   260320C00470000' }, 0)).toBe(false)
  expect(isFor({ code: '' }, 0)).toBe(false)
})

test('a ticket that comes with a size, an exit or a calculator keeps its own plan', () => {
  expect(hasOwnPlan({ code: 'SPY', directionality: 'BUY', orderType: 'LIMIT', price: '50' })).toBe(false)
  for (const request of [
    { quantity: '5' },
    { stopPrice: '48' },
    { stopTrail: '2' },
    { targetPrice: '56' },
    { isPair: true },
    { sourceId: 'a' },
  ])
    expect(hasOwnPlan(request)).toBe(true)
})

test('a change of a field makes the whole part the user’s own', () => {
  expect(partsChangedBy({ quantity: '5' })).toEqual(['size'])
  expect(partsChangedBy({ stopPrice: '' })).toEqual(['stop'])
  expect(partsChangedBy({ price: '50', directionality: 'BUY' })).toEqual([])
  const form = { ...limit, sizeMode: 'RISK', amount: '1', stopType: 'STOP_LIMIT', stopLimit: '47' } as const
  expect(fieldsOfParts(form, ['size'])).toEqual({ sizeMode: 'RISK', amount: '1', capital: '', quantity: '' })
  expect(fieldsOfParts(form, ['stop'])).toMatchObject({ stopType: 'STOP_LIMIT', stopLimit: '47' })
  expect(fieldsOfParts(form, ['target'])).toEqual({ targetPrice: '' })
})

test('the figures of a ticket make its preset', () => {
  const typed = { ...limit, quantity: '100', stopPrice: '48.60', targetPrice: '53.10' }
  expect(presetOf(typed, quote)).toEqual({ ...preset, stopPercent: '2.99' })
  expect(presetOf({ ...limit, quantity: '' }, quote)).toEqual({
    sizeMode: 'SHARES',
    amount: '',
    stopPercent: '',
    targetTimes: '',
  })
})

test('a preset is described in words', () => {
  expect(describePreset(preset)).toBe('100 shares, stop 3% away, target 2 × the risk')
  expect(describePreset({ sizeMode: 'RISK', amount: '0.5', stopPercent: '3', targetTimes: '' })).toBe(
    '0.5% at risk, stop 3% away',
  )
  expect(describePreset({ sizeMode: 'DOLLARS', amount: '5000', stopPercent: '', targetTimes: '' })).toBe('$5,000.00')
})

test.each([
  ['nothing', { amount: '', stopPercent: '', targetTimes: '' }, 'stopPercent', 'Enter a size, a stop, or both.'],
  ['a part of a share', { amount: '1.5' }, 'amount', 'Enter whole shares.'],
  ['more than the whole', { sizeMode: 'PERCENT', amount: '101' }, 'amount', 'Enter at most 100%.'],
  ['dollars that are none', { sizeMode: 'DOLLARS', amount: '0' }, 'amount', 'Enter dollars or nothing.'],
  [
    'a risk without a stop',
    { sizeMode: 'RISK', amount: '1', stopPercent: '' },
    'stopPercent',
    'Enter the stop that the risk is measured to.',
  ],
  ['a target alone', { stopPercent: '' }, 'stopPercent', 'Enter the stop that the target is measured from.'],
  ['a stop at zero', { stopPercent: '100' }, 'stopPercent', 'Enter a percentage below 100.'],
  ['a target that is no number', { targetTimes: '0' }, 'targetTimes', 'Enter a number up to 100.'],
] as const)('a preset with %s says what to enter', (_what, given, field, text) => {
  expect(presetFaults({ ...preset, ...given })).toEqual({ [field]: text })
})

test('a stored preset that is not one is not taken', () => {
  expect(OrderPresets.safeParse({ 1001: preset }).success).toBe(true)
  expect(OrderPresets.safeParse({ 1001: { ...preset, sizeMode: 'LOTS' } }).success).toBe(false)
})

test('the basis of a market order stays until the market has moved by a tenth of a percent', () => {
  const before = { code: 'SPY', ...quote }
  expect(steadyQuote(before, { ...before, last: 50.04 })).toBe(before)
  const moved = { ...before, ask: 50.16 }
  expect(steadyQuote(before, moved)).toBe(moved)
  const other = { ...before, code: 'QQQ' }
  expect(steadyQuote(before, other)).toBe(other)
  expect(steadyQuote(before, undefined)).toBeUndefined()
})
