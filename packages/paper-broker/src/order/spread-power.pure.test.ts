// The product foretells what an order of several legs takes of the buying power; the brokerage decides. Both are held
// against each other here, because each has the rule on its own.
import { contractTerms, type PowerPosition, spreadPower, writtenCover } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { sampleBook, sampleMoment } from '../testing/sample-book.ts'
import { optionCover } from '../valuation/option-cover.ts'
import { bookAfter, bookBalance } from './account-book.ts'
import type { OrderLeg } from './order-leg.ts'

const days = ['260320', '260417']
const codes = days.flatMap((day) =>
  ['C', 'P'].flatMap((right) => [40, 45, 50, 55, 60].map((strike) => `ACME  ${day}${right}000${strike}000`)),
)
const symbols = ['ACME', ...codes]
const quotes = Object.fromEntries(symbols.map((symbol, index) => [symbol, symbol === 'ACME' ? 50 : 0.5 + index * 0.25]))
const multiplierOf = (symbol: string): number => (symbol === 'ACME' ? 1 : 100)
const anyHeld = fc
  .dictionary(fc.constantFrom(...symbols), fc.integer({ min: -3, max: 3 }), { maxKeys: 6 })
  .map((held) =>
    Object.fromEntries(
      Object.entries(held).flatMap(([symbol, count]) => {
        // Shares are held long and by the hundred.
        const quantity = symbol === 'ACME' ? Math.abs(count) * 100 : count
        return quantity === 0 ? [] : [[symbol, quantity]]
      }),
    ),
  )
const kinds = fc.constantFrom('MARGIN' as const, 'CASH' as const)

const positionsOf = (held: Readonly<Record<string, number>>): PowerPosition[] =>
  Object.entries(held).map(([code, quantity]) => ({
    code,
    contract: contractTerms(code),
    quantity,
    multiplier: multiplierOf(code),
    last: new Decimal(quotes[code] ?? 0),
  }))

it('what written options hold back and which shares they need is the same', () => {
  fc.assert(
    fc.property(kinds, anyHeld, (accountType, held) => {
      const book = sampleBook({ held: Object.fromEntries(Object.entries(held).map(([code, n]) => [code, [n, 1]])) })
      const theirs = optionCover(accountType, book.positions)
      const ours = writtenCover(accountType, positionsOf(held))
      expect(ours.hold.times(100).toFixed()).toBe(String(theirs.hold))
      expect(ours.sharesNeeded).toBe(Number(theirs.pledged.get('ACME') ?? 0n))
      for (const [code, count] of theirs.secured) expect(ours.held.get(code) ?? 0).toBe(Number(count))
    }),
    { numRuns: 500 },
  )
})

it('what an order takes of the buying power is the same, whatever is held before', () => {
  fc.assert(
    fc.property(kinds, anyHeld, anyHeld, fc.integer({ min: -500, max: 500 }), (accountType, held, wanted, net) => {
      const book = sampleBook({
        accountType,
        held: Object.fromEntries(Object.entries(held).map(([code, n]) => [code, [n, 1]])),
      })
      const moment = sampleMoment(quotes)
      const legs = Object.entries(wanted).map(([symbol, quantity]): OrderLeg => ({
        symbol,
        assetType: symbol === 'ACME' ? 'EQUITY' : 'OPTION',
        cusip: null,
        description: symbol,
        multiplier: BigInt(multiplierOf(symbol)),
        instruction: quantity > 0 ? 'BUY_TO_OPEN' : 'SELL_TO_OPEN',
        ratio: BigInt(Math.abs(quantity)),
      }))
      const after = bookAfter(book, legs, 1n, BigInt(-net * 100))
      const theirs = bookBalance(book, moment).buyingPower - bookBalance(after, moment).buyingPower
      const held2 = Object.fromEntries([...after.positions].map(([symbol, { quantity }]) => [symbol, Number(quantity)]))
      const { taken } = spreadPower(accountType, {
        before: positionsOf(held),
        after: positionsOf(held2),
        cost: new Decimal(net),
      })
      expect(taken.times(100).toFixed()).toBe(String(theirs))
    }),
    { numRuns: 500 },
  )
})
