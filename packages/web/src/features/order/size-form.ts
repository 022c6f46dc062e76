// The size of a ticket's order from what its user gave: dollars, a percentage of the capital, or the risk to the stop.
import type { Quote } from '@clubfolio/contract'
import { readPrice } from '@clubfolio/contract'
import { multiplierOf, pricesNow, sizeModes, type SizeMode, sizeOrder } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { draftOf, hasStop, isPrice, orderOf, type TicketForm } from './ticket-form.ts'

export const sizeModeLabels: Readonly<Record<SizeMode, string>> = {
  SHARES: 'Shares',
  DOLLARS: 'Dollars',
  PERCENT: '% of capital',
  RISK: 'Risk',
}

export const isSizeMode = (value: unknown): value is SizeMode => sizeModes.some((mode) => mode === value)

/** The market that an order is sized by, and the capital that percentages are of unless the form says another one. */
export interface SizeBasis {
  readonly quote: Pick<Quote, 'last' | 'bid' | 'ask'> | null | undefined
  /** Decimal text; null while no account is chosen. */
  readonly accountValue: string | null
}

/** Returns the form with the quantity that its amount pays for; empty while a price that it depends on is missing. */
export function sizedForm(form: TicketForm, { quote, accountValue }: SizeBasis): TicketForm {
  if (form.sizeMode === 'SHARES') return form
  const { amount, capital, code } = form
  const { price, stop } = pricesOf(form, quote)
  const size = isPrice(amount)
    ? sizeOrder({
        mode: form.sizeMode,
        amount,
        capital: isPrice(capital) ? capital : accountValue,
        price: price?.toFixed() ?? null,
        stop: stop?.toFixed() ?? null,
        multiplier: multiplierOf(code),
      })
    : null
  return { ...form, quantity: size ?? '' }
}

/** Where the order is expected to fill at worst, and where its stop loss is then. */
export function pricesOf(
  form: TicketForm,
  quote: SizeBasis['quote'],
): { readonly price: Decimal | null; readonly stop: Decimal | null } {
  const isBuy = form.directionality === 'BUY'
  const last = quote ? new Decimal(quote.last) : null
  const market = quote ? new Decimal((isBuy ? quote.ask : quote.bid) ?? quote.last) : null
  const own = readPrice(form.orderType, readable(form))
  const { stop, limit } = own === null ? { stop: null, limit: null } : pricesNow(own, { isBuy, last })
  const price = limit ?? stop ?? (form.orderType === 'MARKET' ? market : null)
  return { price, stop: hasStop(form) && price !== null ? stopOf(form, price) : null }
}

const readable = (form: TicketForm) => ({
  price: isPrice(form.price) ? form.price : null,
  limitPrice: isPrice(form.limitPrice) ? form.limitPrice : null,
  trail: isPrice(form.trail) ? { offset: form.trail, unit: form.trailUnit } : null,
})

/** A stop loss that trails starts to follow the market where the entry is filled. */
function stopOf(form: TicketForm, price: Decimal): Decimal | null {
  const isReadable = [form.stopPrice, form.stopLimit, form.stopTrail].every((text) => text === '' || isPrice(text))
  // One share stands for the quantity, which is not known yet, and the entry's own price is no part of its stop.
  const draft = isReadable ? draftOf(orderOf({ ...form, quantity: '1', orderType: 'MARKET' })) : null
  const exit = draft?.kind === 'ENTRY' ? draft.exits[0] : undefined
  return exit === undefined ? null : pricesNow(exit.price, { isBuy: form.directionality !== 'BUY', last: price }).stop
}
