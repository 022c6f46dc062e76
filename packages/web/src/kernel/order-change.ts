// The 'Change order' dialog over any screen, prefilled with an earlier change request; the order feature draws it.
import { createUserStore } from './store.ts'

/** Prices and quantities are decimal text as typed. */
export interface OrderChangeRequest {
  readonly accountNumber: string
  readonly orderId: string
  readonly quantity: string
  /** Quantity already filled when the new quantity was typed. */
  readonly filledQuantity: string
  readonly price: string | null
  readonly limitPrice: string | null
  /** Distance of a trailing stop. */
  readonly trail: string | null
  readonly childPrice: string | null
  readonly targetPrice: string | null
}

/** Opens the dialog of an order as it is. */
export interface OrderToOpen {
  readonly accountNumber: string
  readonly orderId: string
}

/** A new price that was chosen elsewhere, such as on a chart: the dialog opens at its review, the one confirmation. */
export interface OrderMoveRequest extends OrderToOpen {
  /** `childPrice` and `targetPrice` move the stop loss and the target that wait for the order. */
  readonly moved: 'price' | 'childPrice' | 'targetPrice'
  /** Decimal text. */
  readonly newPrice: string
  /**
   * What the move changes besides the price, as the chart knows it: "Result when filled", "-$1,393.14", "-$1,136.46".
   */
  readonly effect?: { readonly name: string; readonly before: string; readonly after: string }
}

export type AskedOrderChange = OrderChangeRequest | OrderMoveRequest | OrderToOpen

export const orderChange = createUserStore<AskedOrderChange | undefined>(undefined)

export const openOrderChange = (request: AskedOrderChange): void => orderChange.set(request)
export const closeOrderChange = (): void => orderChange.set(undefined)
