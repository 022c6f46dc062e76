// What each order holds back for a share, at a quote of 39.40 to 39.50. Source: docs/rules/paper-brokerage.md,
// "Reservations".
import { expect, it } from 'vitest'
import { priceNumber } from '../money/money.ts'
import type { TermsDraft } from '../testing/bar-market.ts'
import { dollars } from '../testing/bar-market.ts'
import { sampleOrder } from '../testing/sample-book.ts'
import { reservePriceOf } from './reservation.ts'

const trail = { offset: dollars(2), isPercent: false }

it.each<[string, TermsDraft, number]>([
  ['a limit to buy: the limit', { instruction: 'BUY', orderType: 'LIMIT', limit: 38 }, 38],
  ['a market order to buy: the ask', { instruction: 'BUY', orderType: 'MARKET' }, 39.5],
  ['a stop to buy above the ask: the stop', { instruction: 'BUY', orderType: 'STOP', stop: 42 }, 42],
  ['a stop to buy below the ask: the ask', { instruction: 'BUY', orderType: 'STOP', stop: 39 }, 39.5],
  ['a stop-limit to buy: its limit', { instruction: 'BUY', orderType: 'STOP_LIMIT', stop: 42, limit: 43 }, 43],
  // The last price is 39.45.
  ['a trailing stop to buy: the stop it has now', { instruction: 'BUY', orderType: 'TRAILING_STOP', trail }, 41.45],
  [
    'a trailing stop-limit to buy: the limit it has now',
    { instruction: 'BUY', orderType: 'TRAILING_STOP_LIMIT', trail, limitOffset: dollars(0.25) },
    41.7,
  ],
  ['a short limit above the market: the limit', { instruction: 'SELL_SHORT', orderType: 'LIMIT', limit: 45 }, 45],
  ['a short limit near the ask: 1.03 x ask', { instruction: 'SELL_SHORT', orderType: 'LIMIT', limit: 40 }, 40.685],
  ['a short stop above 1.03 x ask: the stop', { instruction: 'SELL_SHORT', orderType: 'STOP', stop: 41 }, 41],
  ['a short at the market: 1.03 x ask', { instruction: 'SELL_SHORT', orderType: 'MARKET' }, 40.685],
  ['a sale: nothing', { instruction: 'SELL', orderType: 'LIMIT', limit: 50 }, 0],
  ['a purchase that covers: nothing', { instruction: 'BUY_TO_COVER', orderType: 'MARKET' }, 0],
])('%s', (_, draft, expected) => {
  const quote = { bid: dollars(39.4), ask: dollars(39.5), last: dollars(39.45) }
  expect(priceNumber(reservePriceOf(sampleOrder(draft).terms, quote))).toBe(expected)
})
