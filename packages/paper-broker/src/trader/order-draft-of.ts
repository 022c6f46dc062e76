// Completes a parsed order with the market's data on its symbols.
import { isOptionInstruction } from '../kind/trade-instruction.ts'
import type { MarketState } from '../market/market-state.ts'
import type { PaperInstrument } from '../market/paper-market.ts'
import { contractOf } from '../valuation/option-rule.ts'
import type { ReceivedOrder } from '../order/order-draft.ts'
import type { OrderLeg } from '../order/order-leg.ts'
import { NET_SHARES, isOptionLeg } from '../order/order-leg.ts'
import type { OrderTerms } from '../order/order.ts'
import { isShape, shapeOf } from '../order/spread-shape.ts'
import { UnreadableOrder } from './order-body.ts'
import type { ReadLeg, ReadOrder, ReadTerms } from './order-body.ts'

const SHARES: ReadonlySet<string> = new Set(['EQUITY', 'ETF'])

type Completed = Pick<ReceivedOrder, 'terms' | 'isShortable' | 'details'>
type FoundLeg = Omit<OrderLeg, 'ratio'> & { readonly isShortable: boolean }

async function foundLeg(read: ReadLeg, state: MarketState): Promise<FoundLeg> {
  const instrument = await state.market.find(read.symbol, state.marketMs)
  if (instrument === null) throw new UnreadableOrder(`${read.symbol} is no symbol that the brokerage knows`)
  if (instrument.assetType === 'OPTION' || isOptionInstruction(read.instruction))
    return foundOption(read, instrument, state)
  if (!SHARES.has(instrument.assetType))
    throw new UnreadableOrder(`${read.symbol} cannot be traded: it is of the kind ${instrument.assetType}`)
  return legOf(read, instrument, 1n)
}

/** Looks up an option; its contract must not have expired. */
async function foundOption(read: ReadLeg, instrument: PaperInstrument, state: MarketState): Promise<FoundLeg> {
  if (instrument.assetType !== 'OPTION')
    throw new UnreadableOrder(`${read.symbol} is no option: ${read.instruction} is for options`)
  if (!isOptionInstruction(read.instruction))
    throw new UnreadableOrder(`${read.symbol} is an option: ${read.instruction} is for shares`)
  const option = await state.market.option(instrument.symbol, state.marketMs)
  if (option === null) throw new UnreadableOrder(`${read.symbol} is no option that is traded`)
  return legOf(read, instrument, BigInt(option.multiplier))
}

function legOf(
  { instruction }: ReadLeg,
  { symbol, assetType, cusip, description, isShortable }: PaperInstrument,
  multiplier: bigint,
): FoundLeg {
  return { symbol, assetType, cusip, description, multiplier, instruction, isShortable }
}

function withRatio(
  { symbol, assetType, cusip, description, multiplier, instruction }: FoundLeg,
  ratio: bigint,
): OrderLeg {
  return { symbol, assetType, cusip, description, multiplier, instruction, ratio }
}

/** A quantity that is not a positive whole number becomes zero, so that the order is rejected for it. */
function wholeOf({ quantity }: ReadLeg): bigint {
  return quantity === null || quantity < 0n ? 0n : quantity
}

function divisorOf(one: bigint, other: bigint): bigint {
  return other === 0n ? one : divisorOf(other, one % other)
}

/** Checks that several legs have one underlying, and each leg its own symbol. */
function checkTogether(legs: readonly FoundLeg[]): void {
  if (new Set(legs.map(({ symbol }) => symbol)).size < legs.length)
    throw new UnreadableOrder('Each leg has its own symbol')
  if (new Set(legs.map(({ symbol }) => contractOf(symbol)?.underlying ?? symbol)).size > 1)
    throw new UnreadableOrder('All legs are of one underlying')
  const shares = legs.filter((leg) => !isOptionLeg(leg))
  if (shares.length > 1 || shares.length === legs.length)
    throw new UnreadableOrder('Several legs are options, with at most one leg of their shares')
  if (shares.some(({ instruction }) => instruction !== 'BUY' && instruction !== 'SELL'))
    throw new UnreadableOrder('Shares beside options are for BUY or SELL')
}

/** Returns the units of several legs (the largest number that divides them all) and the legs of each unit. */
function together(
  reads: readonly ReadLeg[],
  found: readonly FoundLeg[],
): { readonly units: bigint; readonly legs: OrderLeg[] } {
  const sizes = reads.map(wholeOf)
  const units = sizes.includes(0n) ? 0n : sizes.reduce(divisorOf)
  return { units, legs: found.map((leg, n) => withRatio(leg, units === 0n ? 1n : (sizes[n] ?? 0n) / units)) }
}

/** Returns the shares that exercise moves: bought by a call, sold by a put. */
async function deliveredBy(option: FoundLeg, state: MarketState): Promise<OrderLeg> {
  const contract = contractOf(option.symbol)
  if (contract === null) throw new UnreadableOrder(`${option.symbol} is no option`)
  const shares = await foundLeg(
    { symbol: contract.underlying, instruction: contract.right === 'CALL' ? 'BUY' : 'SELL', quantity: null },
    state,
  )
  return withRatio(shares, NET_SHARES)
}

async function withInstruments(read: ReadTerms, state: MarketState): Promise<Completed> {
  const { legs: reads, shape, details, ...terms } = read
  const first = await foundLeg(reads[0], state)
  const found = [first]
  for (const leg of reads.slice(1)) found.push(await foundLeg(leg, state))
  const { isShortable, ...own } = first
  if (terms.orderType === 'EXERCISE') {
    const legs = [withRatio(first, 1n), await deliveredBy(first, state)]
    return { terms: { ...terms, ...own, quantity: wholeOf(reads[0]), legs }, isShortable, details }
  }
  if (found.length === 1)
    return { terms: { ...terms, ...own, quantity: wholeOf(reads[0]), legs: null }, isShortable, details }
  checkTogether(found)
  const { units, legs } = together(reads, found)
  if (shape !== null && units > 0n && !isShape(legs, shape))
    throw new UnreadableOrder(`The legs are no ${shape}, but ${shapeOf(legs)}`)
  const several: OrderTerms = { ...terms, ...own, multiplier: NET_SHARES, quantity: units, legs }
  return {
    terms: several,
    isShortable,
    details: { ...details, complexOrderStrategyType: shape === null || shape === 'NONE' ? shapeOf(legs) : shape },
  }
}

/** Returns the draft of a parsed order; throws UnreadableOrder on a symbol that is unknown or cannot be traded. */
export async function orderDraftOf(read: ReadOrder, state: MarketState): Promise<ReceivedOrder> {
  const own =
    read.terms === null ? { terms: null, isShortable: true, details: {} } : await withInstruments(read.terms, state)
  const children: ReceivedOrder[] = []
  for (const child of read.children) children.push(await orderDraftOf(child, state))
  return { strategy: read.strategy, ...own, children }
}
