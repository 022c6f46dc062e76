import { expect, test } from 'vitest'
import { isOverOrder, orderStatuses } from './order-status.ts'

test('five statuses are final; an order of unknown status may still be filled', () => {
  expect(orderStatuses.filter(isOverOrder)).toEqual(['REJECTED', 'CANCELED', 'REPLACED', 'FILLED', 'EXPIRED'])
  expect(orderStatuses).toHaveLength(21)
})
