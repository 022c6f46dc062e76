// What a split, spin-off or dividend does to one holding, as a transaction ready to be posted. Pure.

import type { EpochMs, MarketDay } from '@clubfolio/domain'
import { divideHalfUp, parseRounded, rescale } from '../kernel/decimal.ts'
import type { ShareAction } from '../market/paper-market.ts'
import { COST_SCALE, PRICE_SCALE, cents, centsOfCost, cost } from '../money/money.ts'
import type { Cost, Price } from '../money/money.ts'
import type { Holding } from '../valuation/position-change.ts'
import type { TransactionDraft, TransactionItemDraft } from './post-transaction.ts'

export interface HeldShare extends Holding {
  readonly symbol: string
  readonly assetType: string
  readonly cusip: string | null
  readonly multiplier: bigint
}

const RATIO_SCALE = 12
const ONE = 10n ** BigInt(RATIO_SCALE)
const MAX_TERM = 20n
const TOLERANCE = ONE / 10_000n

/**
 * A split ratio as a fraction of two numbers up to 20, when it lies within 1e-4 of one; null for anything else, which is a
 * spin-off. Example: 1.49999925 is 3/2, 1.122 is null. Design: brokerage, Money, Splits.
 */
export function splitFraction(ratio: string): { readonly up: bigint; readonly down: bigint } | null {
  const exact = parseRounded(ratio, RATIO_SCALE)
  for (let down = 1n; down <= MAX_TERM; down += 1n) {
    const up = divideHalfUp(exact * down, ONE)
    if (up < 1n || up > MAX_TERM) continue
    const difference = (up * ONE) / down - exact
    if (difference <= TOLERANCE && difference >= -TOLERANCE) return { up, down }
  }
  return null
}

interface Effect {
  readonly kind: string
  readonly description: string
  readonly quantityChange: bigint
  readonly costChange: Cost
  readonly amount: bigint
}

/** Whole new shares; the fraction of a share is paid in cash at the price of new shares and leaves the cost. */
function splitEffect(held: HeldShare, { up, down }: { up: bigint; down: bigint }, newPrice: Price): Effect {
  const whole = (held.quantity * up) / down
  const rest = held.quantity * up - whole * down
  const restCost = divideHalfUp(held.cost * rest, held.quantity * up)
  return {
    kind: 'RECEIVE_AND_DELIVER',
    description: `Split ${up} for ${down} of ${held.symbol}`,
    quantityChange: whole - held.quantity,
    costChange: cost(0n - (whole === 0n ? held.cost : restCost)),
    amount: rescale(divideHalfUp(newPrice * rest * held.multiplier, down), PRICE_SCALE, 2),
  }
}

/** The value that left the share is booked as cash, and the same part of the cost with it. */
function spinOffEffect(held: HeldShare, ratio: string, newPrice: Price): Effect {
  const exact = parseRounded(ratio, RATIO_SCALE)
  const left = divideHalfUp(newPrice * (exact - ONE) * held.quantity * held.multiplier, ONE)
  return {
    kind: 'RECEIVE_AND_DELIVER',
    description: `Spin-off from ${held.symbol}, paid in cash`,
    quantityChange: 0n,
    costChange: cost(0n - divideHalfUp(held.cost * (exact - ONE), exact)),
    amount: rescale(left, PRICE_SCALE, 2),
  }
}

/** A short owes the dividend to whom it borrowed from. */
function dividendEffect(held: HeldShare, dollars: string): Effect {
  const perShare = parseRounded(dollars, COST_SCALE)
  const isOwed = held.quantity < 0n
  return {
    kind: 'DIVIDEND_OR_INTEREST',
    description: `Dividend of ${dollars} a share ${isOwed ? 'owed on' : 'of'} ${held.symbol}`,
    quantityChange: 0n,
    costChange: cost(0n),
    amount: centsOfCost(perShare * held.quantity * held.multiplier),
  }
}

function effectOf(held: HeldShare, action: ShareAction, newPrice: Price): Effect {
  if (action.kind === 'DIVIDEND') return dividendEffect(held, action.value)
  const fraction = splitFraction(action.value)
  return fraction === null ? spinOffEffect(held, action.value, newPrice) : splitEffect(held, fraction, newPrice)
}

/** Cash that came with a part of the cost realises the difference; a dividend is income and realises nothing. */
function realisedBy(held: HeldShare, effect: Effect): Cost {
  if (effect.kind === 'DIVIDEND_OR_INTEREST') return cost(0n)
  const cash = rescale(effect.amount, 2, COST_SCALE)
  return cost(held.quantity > 0n ? cash + effect.costChange : cash - effect.costChange)
}

/**
 * The transaction of one action on one holding; null when nothing changes. `newPrice` is the close before the action in new
 * shares. Example: 101 shares, 3 for 2, new price 10.00: 50 more shares and 5.00 for the half share.
 */
export function shareActionDraft(held: HeldShare, action: ShareAction, newPrice: Price, at: { occurredAt: EpochMs; marketDay: MarketDay }): TransactionDraft | null {
  const effect = effectOf(held, action, newPrice)
  if (effect.quantityChange === 0n && effect.amount === 0n && effect.costChange === 0n) return null
  const item: TransactionItemDraft = {
    symbol: held.symbol,
    assetType: held.assetType,
    cusip: held.cusip,
    multiplier: held.multiplier,
    quantityChange: effect.quantityChange,
    price: null,
    costChange: effect.costChange,
    amount: cents(effect.amount),
    feeType: null,
    positionEffect: null,
  }
  return {
    ...at,
    settlementDay: at.marketDay,
    kind: effect.kind,
    subAccount: effect.kind === 'DIVIDEND_OR_INTEREST' ? 'DIV' : 'MARGIN',
    description: effect.description,
    orderId: null,
    realised: realisedBy(held, effect),
    reference: `${action.kind} ${held.symbol} ${action.day}`,
    items: [item],
  }
}
