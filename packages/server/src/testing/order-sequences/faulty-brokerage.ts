// Makes one chosen call that writes to the brokerage fail, however the adapter can fail.
import type { BrokerPort, OrderSending } from '../../adapters/broker/port.ts'

type Writable<T> = { -readonly [K in keyof T]: T[K] }

export const faultKinds = [
  'killed before',
  'killed after',
  'lost, arrived',
  'lost, never arrived',
  'refused',
  'rejected',
  'price moves first',
  'price moves after',
] as const
export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  /** Counts the writing calls from 0: the one that fails. */
  readonly at: number
  readonly kind: FaultKind
}

export interface FaultyBrokerage {
  /** From now on calls are counted, and this one fails; undefined for none. */
  meet(fault: Fault | undefined): void
  /** No further call fails, and none is counted. */
  stop(): void
  /** Writing calls between `meet` and `stop`. */
  readonly calls: () => number
  restore(): void
}

export interface FaultEffects {
  /** The brokerage rejects what it is sent as long as `send` runs. */
  readonly reject: (send: () => Promise<OrderSending>) => Promise<OrderSending>
  /** Moves the price against the position. */
  readonly movePrice: () => void
}

const lost: OrderSending = { outcome: 'LOST', reason: 'The connection broke.' }
const refused: OrderSending = { outcome: 'REFUSED', reason: 'Try it by telephone.' }
const killed = (): Error => new Error('killed')

/** Wraps the calls that place, replace and cancel orders. */
export function makeFaulty(broker: BrokerPort, { reject, movePrice }: FaultEffects): FaultyBrokerage {
  const { placeOrder, replaceOrder, cancelOrder } = broker
  let next: Fault | undefined
  let calls = 0
  let isCounting = false
  const through = async (send: () => Promise<OrderSending>): Promise<OrderSending> => {
    const kind = isCounting && calls++ === next?.at ? next.kind : undefined
    switch (kind) {
      case undefined:
        return send()
      case 'killed before':
        throw killed()
      case 'killed after':
        await send()
        throw killed()
      case 'lost, arrived':
        await send()
        return lost
      case 'lost, never arrived':
        return lost
      case 'refused':
        return refused
      case 'rejected':
        return reject(send)
      case 'price moves first':
        movePrice()
        return send()
      case 'price moves after': {
        const sent = await send()
        movePrice()
        return sent
      }
    }
  }
  const own: Writable<Pick<BrokerPort, 'placeOrder' | 'replaceOrder' | 'cancelOrder'>> = broker
  own.placeOrder = (...call) => through(() => placeOrder.apply(broker, call))
  own.replaceOrder = (...call) => through(() => replaceOrder.apply(broker, call))
  own.cancelOrder = (...call) => through(() => cancelOrder.apply(broker, call))
  return {
    meet(fault) {
      next = fault
      calls = 0
      isCounting = true
    },
    stop() {
      isCounting = false
    },
    calls: () => calls,
    restore() {
      Object.assign(own, { placeOrder, replaceOrder, cancelOrder })
    },
  }
}
