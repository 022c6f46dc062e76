// The closed sets that describe an order: statuses, types, sessions and durations. Shared by the database, the order
// rules and the wire.

export const ORDER_STATUSES = [
  'AWAITING_PARENT_ORDER',
  'PENDING_ACTIVATION',
  'QUEUED',
  'WORKING',
  'PENDING_CANCEL',
  'FILLED',
  'CANCELED',
  'REJECTED',
  'EXPIRED',
  'REPLACED',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const ORDER_TYPES = [
  'MARKET',
  'LIMIT',
  'STOP',
  'STOP_LIMIT',
  'TRAILING_STOP',
  'TRAILING_STOP_LIMIT',
  'MARKET_ON_CLOSE',
  'LIMIT_ON_CLOSE',
  'NET_DEBIT',
  'NET_CREDIT',
  'NET_ZERO',
  'CABINET',
  'NON_MARKETABLE',
  'EXERCISE',
] as const
export type OrderType = (typeof ORDER_TYPES)[number]

export const SESSIONS = ['NORMAL', 'AM', 'PM', 'SEAMLESS'] as const
export type OrderSession = (typeof SESSIONS)[number]

export const DURATIONS = [
  'DAY',
  'GOOD_TILL_CANCEL',
  'FILL_OR_KILL',
  'IMMEDIATE_OR_CANCEL',
  'END_OF_WEEK',
  'END_OF_MONTH',
  'NEXT_END_OF_MONTH',
] as const
export type OrderDuration = (typeof DURATIONS)[number]
