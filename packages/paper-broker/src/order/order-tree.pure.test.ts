import { expect, it } from 'vitest'
import { barMarket, trader } from '../testing/bar-market.ts'
import { endOrder } from './order-tree.ts'

it.each([
  ['CANCELED', 'Its parent order was cancelled.'],
  ['REJECTED', 'Its parent order was rejected.'],
  ['EXPIRED', 'Its parent order expired.'],
  ['REPLACED', 'Its parent order was replaced.'],
] as const)('a child whose parent ends as %s says so in words', async (status, words) => {
  const one = trader(barMarket({ ACME: [[50, 52, 49, 51]] }))
  const [parent, child] = await one.place({
    terms: { instruction: 'BUY', orderType: 'LIMIT', limit: 45 },
    children: [{ terms: { instruction: 'SELL', orderType: 'STOP', stop: 40 } }],
  })
  endOrder(one.book, one.order(parent), { status, atMs: one.nowMs(), description: null })
  expect(one.order(child)).toMatchObject({ status: 'CANCELED', statusDescription: words })
})
