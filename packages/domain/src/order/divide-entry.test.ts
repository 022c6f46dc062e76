// What is left of an entry that was filled in part, and for how much of the position its exits are then.
import { Decimal } from 'decimal.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coveredByExit, restOfEntry } from './divide-entry.ts'
import { type EntryDraft, type OrderTerms, restingTime } from './order-draft.ts'
import type { OrderPrice } from './order-price.ts'

const limit: OrderPrice = { type: 'LIMIT', limitPrice: '50' }
const order = (quantity: number, price: OrderPrice, instruction: OrderTerms['instruction'] = 'BUY'): OrderTerms => ({
  symbol: 'ACME',
  instruction,
  quantity: String(quantity),
  price,
  ...restingTime,
})
const stop = (quantity: number): OrderTerms => order(quantity, { type: 'STOP', stopPrice: '48.5' }, 'SELL')
const target = (quantity: number): OrderTerms => order(quantity, { type: 'LIMIT', limitPrice: '56' }, 'SELL')
const entry = (quantity: number, exits: EntryDraft['exits'], price: OrderPrice = limit): EntryDraft => ({
  kind: 'ENTRY',
  terms: order(quantity, price),
  exits,
})
const rest = (draft: EntryDraft, filled: number) => restOfEntry(draft, new Decimal(filled))

describe('the rest of an entry', () => {
  test('has its price and duration, and what is left of each exit', () => {
    expect(rest(entry(100, [target(100), stop(100)]), 24)).toEqual(entry(76, [target(76), stop(76)]))
  })

  test('is nothing once all of it is filled', () => {
    expect(rest(entry(100, [stop(100)]), 100)).toBeNull()
  })

  test('has no exit once the part has all that an exit was for', () => {
    expect(rest(entry(100, [stop(60)]), 24)).toEqual(entry(76, [stop(36)]))
    expect(rest(entry(100, [stop(60)]), 60)).toEqual(entry(40, []))
  })

  test('leaves to the part what an earlier order had filled, also while nothing of its own is filled', () => {
    expect(rest(entry(76, [stop(100)]), 10)).toEqual(entry(66, [stop(66)]))
    expect(rest(entry(76, [stop(100)]), 0)).toEqual(entry(76, [stop(76)]))
  })

  test.each([
    ['a stop', { type: 'STOP', stopPrice: '51' }, { type: 'MARKET' }, 'DAY'],
    ['a trailing stop', { type: 'TRAILING_STOP', trail: { offset: '2', unit: 'DOLLARS' } }, { type: 'MARKET' }, 'DAY'],
    [
      'a stop limit',
      { type: 'STOP_LIMIT', stopPrice: '51', limitPrice: '52' },
      { type: 'LIMIT', limitPrice: '52' },
      'GOOD_TILL_CANCEL',
    ],
    ['a market order', { type: 'MARKET' }, { type: 'MARKET' }, 'GOOD_TILL_CANCEL'],
  ] as const)('of %s goes on as it does at the brokerage once its stop was reached', (_, price, then, duration) => {
    expect(rest(entry(100, [stop(100)], price), 24)?.terms).toMatchObject({ quantity: '76', price: then, duration })
  })

  test('keeps a stop that was not reached', () => {
    const price: OrderPrice = { type: 'STOP', stopPrice: '51' }
    expect(rest(entry(76, [stop(100)], price), 0)?.terms).toMatchObject({ price, duration: 'GOOD_TILL_CANCEL' })
  })
})

test('part and rest are the entry, and their exits together are its exits, however often it is divided', () => {
  const quantities = fc.record({
    quantity: fc.integer({ min: 1, max: 500 }),
    exit: fc.integer({ min: 1, max: 700 }),
    fills: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 8 }),
  })
  fc.assert(
    fc.property(quantities, ({ quantity, exit, fills }) => {
      let left: EntryDraft | null = entry(quantity, [stop(exit)])
      let [filled, covered] = [0, 0]
      for (const one of fills) {
        if (left === null) break
        const part = new Decimal(Math.min(one, Number(left.terms.quantity)))
        const [own] = left.exits
        covered += own === undefined ? 0 : coveredByExit(left.terms, own, part).toNumber()
        filled += part.toNumber()
        left = restOfEntry(left, part)
      }
      expect(filled + Number(left?.terms.quantity ?? 0)).toBe(quantity)
      // A last fill that completes the entry starts its exits for all that they are for.
      expect(covered + Number(left?.exits[0]?.quantity ?? 0)).toBe(exit)
    }),
  )
})
