// Completes an order as read with what the market knows of its symbols.
import { isOptionInstruction } from '../ledger/trade-instruction.ts'
import type { MarketState } from '../market/market-state.ts'
import type { PaperInstrument } from '../market/paper-market.ts'
import type { OrderDraft } from '../order/order-draft.ts'
import { UnreadableOrder } from './order-body.ts'
import type { ReadOrder, ReadTerms } from './order-body.ts'

const SHARES: ReadonlySet<string> = new Set(['EQUITY', 'ETF'])

type Completed = Pick<OrderDraft, 'terms' | 'isShortable' | 'details'>

async function withInstrument(read: ReadTerms, state: MarketState): Promise<Completed> {
  const instrument = await state.market.find(read.symbol, state.marketMs)
  if (instrument === null) throw new UnreadableOrder(`${read.symbol} is no symbol that the brokerage knows`)
  if (instrument.assetType === 'OPTION' || isOptionInstruction(read.instruction)) return withOption(read, instrument, state)
  if (!SHARES.has(instrument.assetType)) throw new UnreadableOrder(`${read.symbol} cannot be traded: it is of the kind ${instrument.assetType}`)
  return completed(read, instrument, 1n)
}

/** An option's contract must be one that has not ended. */
async function withOption(read: ReadTerms, instrument: PaperInstrument, state: MarketState): Promise<Completed> {
  if (instrument.assetType !== 'OPTION') throw new UnreadableOrder(`${read.symbol} is no option: ${read.instruction} is for options`)
  if (!isOptionInstruction(read.instruction)) throw new UnreadableOrder(`${read.symbol} is an option: ${read.instruction} is for shares`)
  const option = await state.market.option(instrument.symbol, state.marketMs)
  if (option === null) throw new UnreadableOrder(`${read.symbol} is no option that is traded`)
  return completed(read, instrument, BigInt(option.multiplier))
}

function completed(read: ReadTerms, { symbol, assetType, cusip, description, isShortable }: PaperInstrument, multiplier: bigint): Completed {
  const { details, quantity, ...terms } = read
  // A quantity that is no positive whole number stays an order, to be rejected as such.
  return { terms: { ...terms, quantity: quantity === null || quantity < 0n ? 0n : quantity, symbol, assetType, cusip, description, multiplier }, isShortable, details }
}

/** The draft of an order as read; throws UnreadableOrder on a symbol that is unknown or cannot be traded. */
export async function orderDraftOf(read: ReadOrder, state: MarketState): Promise<OrderDraft> {
  const own = read.terms === null ? { terms: null, isShortable: true, details: {} } : await withInstrument(read.terms, state)
  const children: OrderDraft[] = []
  for (const child of read.children) children.push(await orderDraftOf(child, state))
  return { strategy: read.strategy, ...own, children }
}
