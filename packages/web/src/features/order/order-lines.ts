// The orders that a ticket sends, one line each in the order in which they start to work. The plan next to the fields
// and the confirmation read the same lines.
import { childPriceFields, type OrderPreview, pairStopFields } from '@clubfolio/contract'
import { formatCode, type StopOrderType } from '@clubfolio/domain'
import { formatPrice } from '../order-text/format-price.ts'
import { formatSide } from './order-side.ts'
import { priceWords } from './price-words.ts'
import { isPairOrder, type TicketOrder } from './ticket-form.ts'

export interface OrderLine {
  readonly text: string
  readonly note: string | null
}

/** Prices as they will be sent where the preview is known, otherwise as typed. */
type KnownPreview = Pick<
  OrderPreview,
  'price' | 'limitPrice' | 'trail' | 'stopPrice' | 'stopLimitPrice' | 'stopTrail' | 'targetPrice' | 'brokerInstruction'
>

/**
 * Returns a line for each order. Example: "Buy 100 SPY at limit $50.01", "Sell 100 SPY at stop $48.50" and "Sell 100
 * SPY at limit $54.53".
 */
export function orderLines(order: TicketOrder, preview: KnownPreview | undefined, replacedId?: string): OrderLine[] {
  const code = formatCode(order.ticket)
  const exits = exitsOfOrder(order, preview)
  if (isPairOrder(order)) {
    const side = formatSide(preview?.brokerInstruction ?? order.directionality)
    return exits.map(({ words }) => ({ text: `${side} ${order.quantity} ${code} ${words}`, note: oneOfTwo }))
  }
  const side = formatSide(preview?.brokerInstruction ?? order.directionality)
  const own = preview ?? { price: order.price, limitPrice: order.limitPrice ?? null, trail: order.trail ?? null }
  const cancelPrice = order.cancelPrice ?? null
  const exitSide = order.directionality === 'BUY' ? 'Sell' : 'Buy to cover'
  return [
    {
      text: `${side} ${order.quantity} ${code} ${priceWords[order.orderType](own)}`,
      note: notesOf([
        replacedId === undefined ? null : `Takes the place of order ${replacedId}.`,
        cancelPrice !== null && exits.length > 0
          ? `Cancelled if the price touches ${formatPrice(cancelPrice)} before the entry.`
          : replacedId === undefined
            ? 'Goes out now.'
            : null,
      ]),
    },
    ...exits.map(({ words }) => ({
      text: `${exitSide} ${order.childQuantity ?? order.quantity} ${code} ${words}`,
      note: notesOf(['Starts once the entry is filled in full.', exits.length > 1 ? oneOfTwo : null]),
    })),
  ]
}

const oneOfTwo = 'The fill of one exit cancels the other.'

const notesOf = (notes: readonly (string | null)[]): string | null => {
  const said = notes.filter((note) => note !== null)
  return said.length === 0 ? null : said.join(' ')
}

interface Exit {
  readonly words: string
}

/** The stop first, then the target. */
function exitsOfOrder(order: TicketOrder, preview: KnownPreview | undefined): Exit[] {
  const { stop, target } = preview === undefined ? typedExits(order) : previewedExits(preview)
  return [
    ...(stop === null ? [] : [{ words: priceWords[stopTypeOf(stop)](stop) }]),
    ...(target === null ? [] : [{ words: priceWords.LIMIT({ price: target, limitPrice: null, trail: null }) }]),
  ]
}

type ShownPrice = Pick<OrderPreview, 'price' | 'limitPrice' | 'trail'>

interface Exits {
  readonly stop: ShownPrice | null
  readonly target: string | null
}

const stopTypeOf = ({ limitPrice, trail }: ShownPrice): StopOrderType =>
  trail !== null ? 'TRAILING_STOP' : limitPrice !== null ? 'STOP_LIMIT' : 'STOP'

function typedExits(order: TicketOrder): Exits {
  const isPair = isPairOrder(order)
  const type = isPair ? order.stopOrderType : order.childOrderType
  const { price, limitPrice = null, trail = null } = isPair ? pairStopFields(order) : childPriceFields(order)
  // The only exit may be the target.
  if (type === 'LIMIT') return { stop: null, target: price }
  return { stop: type === undefined ? null : { price, limitPrice, trail }, target: order.targetPrice ?? null }
}

const previewedExits = ({ stopPrice, stopLimitPrice, stopTrail, targetPrice }: KnownPreview): Exits => ({
  stop:
    stopPrice === null && stopTrail === null
      ? null
      : { price: stopPrice, limitPrice: stopLimitPrice, trail: stopTrail },
  target: targetPrice,
})
