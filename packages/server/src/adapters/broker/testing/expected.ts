// Terms of expectations and orders that several parts of the suite share.
import { expect } from 'vitest'
import {
  dayTime,
  type EntryDraft,
  entryWith,
  type EpochMs,
  type OrderDraft,
  type OrderTerms,
  toEpochMs,
} from '@clubfolio/domain'
import type { BrokerFailureKind, BrokerOrder, OrderSending } from '../port.ts'
import type { BrokerGround } from './broker-bench.ts'

export const failure = (kind: BrokerFailureKind): unknown => expect.objectContaining({ name: 'BrokerFailure', kind })

export const dayMs = 86_400_000

/** A market order to buy 10 ACME, with other terms and an exit. */
export const order = (terms: Partial<OrderTerms> = {}, exit: OrderTerms | null = null): EntryDraft =>
  entryWith(
    { symbol: 'ACME', instruction: 'BUY', quantity: '10', price: { type: 'MARKET' }, ...dayTime, ...terms },
    exit,
  )

/** Places an order that the brokerage takes, and returns its id. */
export async function place(ground: BrokerGround, draft: OrderDraft): Promise<string> {
  return takenId(await send(ground, draft))
}

let references = 0

/** Returns a reference of ours that no other order has. */
export const newReference = (): string => `reference-${process.pid}-${references++}`

export const send = (
  { broker, access, account }: BrokerGround,
  draft: OrderDraft,
  reference = newReference(),
): Promise<OrderSending> => broker.placeOrder(access, account.hashValue, draft, reference)

export function takenId(sending: OrderSending): string {
  if (sending.outcome !== 'TAKEN' || sending.brokerId === null)
    throw new Error(`The order was not taken: ${JSON.stringify(sending)}`)
  return sending.brokerId
}

export const read = ({ broker, access, account }: BrokerGround, id: string): Promise<BrokerOrder> =>
  broker.readOrder(access, account.hashValue, id)

/** The day around now. */
export function around({ bench }: BrokerGround): readonly [from: EpochMs, to: EpochMs] {
  return [toEpochMs(bench.clock.nowMs() - dayMs), toEpochMs(bench.clock.nowMs() + dayMs)]
}

export const listOrders = (ground: BrokerGround): Promise<BrokerOrder[]> =>
  ground.broker.listOrders(ground.access, ground.account.hashValue, ...around(ground))
