// Order statuses at the brokerage: the 21 statuses of the wire format and which of them are final.
// Source: docs/rules/trading.md, "Order statuses".

export const orderStatuses = [
  'AWAITING_PARENT_ORDER',
  'AWAITING_CONDITION',
  'AWAITING_STOP_CONDITION',
  'AWAITING_MANUAL_REVIEW',
  'ACCEPTED',
  'AWAITING_UR_OUT',
  'PENDING_ACTIVATION',
  'QUEUED',
  'WORKING',
  'REJECTED',
  'PENDING_CANCEL',
  'CANCELED',
  'PENDING_REPLACE',
  'REPLACED',
  'FILLED',
  'EXPIRED',
  'NEW',
  'AWAITING_RELEASE_TIME',
  'PENDING_ACKNOWLEDGEMENT',
  'PENDING_RECALL',
  'UNKNOWN',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

const over: ReadonlySet<OrderStatus> = new Set(['REJECTED', 'CANCELED', 'REPLACED', 'FILLED', 'EXPIRED'])

/** Returns whether the order is final. UNKNOWN is not final: the order may still be filled. */
export const isOverOrder = (status: OrderStatus): boolean => over.has(status)
