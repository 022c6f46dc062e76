// What stands in the fields of a ticket, what is wrong with it, and the order it makes.
import type { OrderEntryWithTrigger, OrderToPreview } from '@clubfolio/contract'
import { type Directionality, isOptionCode, type TicketDuration, type TicketOrderType } from '@clubfolio/domain'
import type { OrderTicketRequest } from '../../kernel/order-ticket.ts'

export interface TicketForm {
  readonly accountNumber: string
  readonly code: string
  readonly directionality: Directionality
  readonly orderType: TicketOrderType
  readonly duration: TicketDuration
  readonly quantity: string
  readonly price: string
  /** Of a stop-limit, whose price is the stop. */
  readonly limitPrice: string
  readonly hasStop: boolean
  readonly stopPrice: string
  /** Empty: as many as the entry. */
  readonly stopQuantity: string
  readonly cancelPrice: string
}

export type TicketFaults = Partial<Record<keyof TicketForm, string>>

export function startForm(request: OrderTicketRequest, accountNumber: string): TicketForm {
  return {
    accountNumber: request.accountNumber ?? accountNumber,
    code: request.code ?? '',
    directionality: request.directionality ?? 'BUY',
    orderType: request.orderType ?? 'STOP',
    duration: 'GOOD_TILL_CANCEL',
    quantity: request.quantity ?? '',
    price: request.price ?? '',
    limitPrice: '',
    hasStop: request.stopPrice !== undefined,
    stopPrice: request.stopPrice ?? '',
    stopQuantity: '',
    cancelPrice: request.cancelPrice ?? '',
  }
}

/** Selling what one has has no child to protect it. */
export const canHaveStop = (directionality: Directionality): boolean => directionality !== 'SELL'

export const isPrice = (text: string): boolean => /^\d{1,9}(\.\d{1,8})?$/.test(text) && Number(text) > 0
export const isShares = (text: string): boolean => /^\d{1,8}$/.test(text) && Number(text) > 0

export function ticketFaults(form: TicketForm): TicketFaults {
  const hasStop = form.hasStop && canHaveStop(form.directionality)
  return {
    ...(form.accountNumber === '' ? { accountNumber: 'Choose an account.' } : {}),
    ...(/^[\w./-]{1,24}$/.test(form.code) || isOptionCode(form.code) ? {} : { code: 'Enter the code.' }),
    ...(isShares(form.quantity) ? {} : { quantity: 'Enter whole shares.' }),
    ...(form.orderType === 'MARKET' || isPrice(form.price) ? {} : { price: 'Enter a price.' }),
    ...(form.orderType !== 'STOP_LIMIT' || isPrice(form.limitPrice) ? {} : { limitPrice: 'Enter the limit.' }),
    ...(!hasStop || isPrice(form.stopPrice) ? {} : { stopPrice: 'Enter the stop.' }),
    ...(!hasStop || form.stopQuantity === '' || isShares(form.stopQuantity) ? {} : { stopQuantity: 'Enter whole shares.' }),
    ...(!hasStop || form.cancelPrice === '' || isPrice(form.cancelPrice) ? {} : { cancelPrice: 'Enter a price or nothing.' }),
  }
}

/** The order of a form without faults. */
export function orderOf(form: TicketForm): OrderToPreview {
  const { code, directionality, orderType } = form
  return {
    ticket: code,
    quantity: form.quantity,
    directionality,
    accountNumber: form.accountNumber,
    price: orderType === 'MARKET' ? null : form.price,
    ...(orderType === 'STOP_LIMIT' ? { limitPrice: form.limitPrice } : {}),
    orderType,
    duration: form.duration,
    ...(form.hasStop && canHaveStop(directionality)
      ? {
          childQuantity: form.stopQuantity === '' ? form.quantity : form.stopQuantity,
          childDirectionality: directionality === 'BUY' ? ('SELL' as const) : ('BUY' as const),
          childPrice: form.stopPrice,
          childOrderType: 'STOP' as const,
          cancelPrice: form.cancelPrice === '' ? null : form.cancelPrice,
        }
      : {}),
  }
}

export const hasTrigger = (order: OrderToPreview): order is OrderEntryWithTrigger => order.childPrice !== undefined

const kinds: Readonly<Record<Directionality, string>> = { BUY: 'long', SELL: 'sell', SELL_SHORT: 'short' }

/** "Put long order", "Put short order", "Put sell order". */
export const putWords = (directionality: Directionality): string => `Put ${kinds[directionality]} order`
