// The state of an order in the words of a refusal.
import { Refusal } from '@clubfolio/contract'
import { type OrderStatus, sentenceCase } from '@clubfolio/domain'

/** `inWords('PENDING_ACTIVATION')` is "pending activation", of CANCELED "cancelled". */
export const inWords = (status: OrderStatus): string => sentenceCase(status).toLowerCase()

/** Returns the refusal for an order that is over. */
export const orderNotOpen = (status: OrderStatus): Refusal => new Refusal('orderNotOpen', { status: inWords(status) })
