// How far an order has come at its brokerage: the 21 statuses of the wire and what may be done in each.
// Source: specification 2, section 4 "Order statuses".

export const orderStatuses = [
  'AWAITING_PARENT_ORDER', 'AWAITING_CONDITION', 'AWAITING_STOP_CONDITION', 'AWAITING_MANUAL_REVIEW', 'ACCEPTED', 'AWAITING_UR_OUT', 'PENDING_ACTIVATION',
  'QUEUED', 'WORKING', 'REJECTED', 'PENDING_CANCEL', 'CANCELED', 'PENDING_REPLACE', 'REPLACED', 'FILLED', 'EXPIRED', 'NEW', 'AWAITING_RELEASE_TIME',
  'PENDING_ACKNOWLEDGEMENT', 'PENDING_RECALL', 'UNKNOWN',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

const over: ReadonlySet<OrderStatus> = new Set(['REJECTED', 'CANCELED', 'REPLACED', 'FILLED', 'EXPIRED'])

/** Whether nothing can happen to the order any more. UNKNOWN is not over: it may still be filled. */
export const isOverOrder = (status: OrderStatus): boolean => over.has(status)
