// Completes an order as read with what the market knows of its symbols.
import type { MarketState } from '../market/market-state.ts'
import type { OrderDraft } from '../order/order-draft.ts'
import { UnreadableOrder } from './order-body.ts'
import type { ReadOrder, ReadTerms } from './order-body.ts'

const TRADED: ReadonlySet<string> = new Set(['EQUITY', 'ETF'])

async function withInstrument(read: ReadTerms, state: MarketState): Promise<Pick<OrderDraft, 'terms' | 'isShortable' | 'details'>> {
  const instrument = await state.market.find(read.symbol, state.marketMs)
  if (instrument === null) throw new UnreadableOrder(`${read.symbol} is no symbol that the brokerage knows`)
  if (!TRADED.has(instrument.assetType)) throw new UnreadableOrder(`${read.symbol} cannot be traded: it is of the kind ${instrument.assetType}`)
  const { details, quantity, ...terms } = read
  return {
    // A quantity that is no positive whole number of shares stays an order, to be rejected as such.
    terms: { ...terms, quantity: quantity === null || quantity < 0n ? 0n : quantity, symbol: instrument.symbol, assetType: instrument.assetType, cusip: instrument.cusip, description: instrument.description, multiplier: 1n },
    isShortable: true,
    details,
  }
}

/** The draft of an order as read; throws UnreadableOrder on a symbol that is unknown or cannot be traded. */
export async function orderDraftOf(read: ReadOrder, state: MarketState): Promise<OrderDraft> {
  const own = read.terms === null ? { terms: null, isShortable: true, details: {} } : await withInstrument(read.terms, state)
  const children: OrderDraft[] = []
  for (const child of read.children) children.push(await orderDraftOf(child, state))
  return { strategy: read.strategy, ...own, children }
}
