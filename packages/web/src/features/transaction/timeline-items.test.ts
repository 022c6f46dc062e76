import type { Transaction } from '@clubfolio/contract'
import { expect, it } from 'vitest'
import { timelineItems } from './timeline-items.ts'

// Local instants, so that the test passes in every time zone.
const at = (day: number, hour: number) => new Date(2026, 1, day, hour).toISOString()
const booked = (transactionId: string, transactionDate: string, netAmount: number): Transaction => ({
  transactionId,
  transactionDate,
  tradeDate: transactionDate.slice(0, 10),
  netAmount,
  type: 'TRADE',
  description: '',
  orderId: null,
  number: '1',
})

it('heads every day with the number and the exact sum of its entries', () => {
  const items = timelineItems([
    booked('3', at(5, 16), 0.1),
    booked('2', at(5, 9), 0.2),
    booked('1', at(3, 9), -1234.56),
  ])
  expect(
    items.map((item) => (item.kind === 'day' ? [item.day, item.count, item.netCents] : item.transaction.transactionId)),
  ).toEqual([['2026-02-05', 2, 30n], '3', '2', ['2026-02-03', 1, -123456n], '1'])
})

it('has no heading without entries', () => expect(timelineItems([])).toEqual([]))
