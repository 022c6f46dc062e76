// Turns a split, spin-off or dividend on one holding into a transaction ready to be posted. Pure.

import type { EpochMs, MarketDay } from '@clubfolio/domain'
import { decimalText, divideHalfUp, parseRounded, rescale } from '../money/decimal.ts'
import type { ShareAction } from '../market/paper-market.ts'
import { COST_SCALE, PRICE_SCALE, cents, centsOfCost, cost, price } from '../money/money.ts'
import type { Cost, Price } from '../money/money.ts'
import { greatestDivisor, RATIO_ONE, RATIO_SCALE, splitFraction } from '../money/split-fraction.ts'
import type { SplitFraction } from '../money/split-fraction.ts'
import type { Holding } from '../valuation/position-change.ts'
import type { TransactionDraft, TransactionItemDraft } from './post-transaction.ts'

export interface HeldShare extends Holding {
  readonly symbol: string
  readonly assetType: string
  readonly cusip: string | null
  readonly multiplier: bigint
}

interface Effect {
  readonly kind: string
  readonly description: string
  readonly quantityChange: bigint
  readonly costChange: Cost
  readonly amount: bigint
}

/**
 * Returns the value of a share in whole price steps: the previous close in new shares or, when none is known, its cost.
 */
function newPriceOf(held: HeldShare, close: Price | null, { up, down }: SplitFraction): Price {
  if (close !== null) return close
  const size = held.quantity < 0n ? -held.quantity : held.quantity
  return price(rescale(divideHalfUp(held.cost * down, size * up * held.multiplier), COST_SCALE, PRICE_SCALE))
}

function priceWords(at: Price, close: Price | null): string {
  return `${decimalText(at, PRICE_SCALE)}${close === null ? ', its average cost' : ''}`
}

/**
 * Computes a split: whole new shares; the fraction of a share is paid in cash at the new share price and its cost
 * removed.
 */
function splitEffect(held: HeldShare, fraction: SplitFraction, close: Price | null): Effect {
  const { up, down } = fraction
  const whole = (held.quantity * up) / down
  const rest = held.quantity * up - whole * down
  const restCost = divideHalfUp(held.cost * rest, held.quantity * up)
  const at = newPriceOf(held, close, fraction)
  const divisor = greatestDivisor(rest < 0n ? -rest : rest, down)
  const left =
    `${(rest < 0n ? -rest : rest) / divisor}/${down / divisor} of a share ${rest < 0n ? 'owed' : 'paid'} in cash ` +
    `at ${priceWords(at, close)}`
  return {
    kind: 'RECEIVE_AND_DELIVER',
    description: `Split ${up} for ${down} of ${held.symbol}${rest === 0n ? '' : `, ${left}`}`,
    quantityChange: whole - held.quantity,
    costChange: cost(0n - (whole === 0n ? held.cost : restCost)),
    amount: rescale(divideHalfUp(at * rest * held.multiplier, down), PRICE_SCALE, 2),
  }
}

/**
 * Computes a spin-off: the value that left the share is booked as cash, and the same fraction of the cost is removed.
 */
function spinOffEffect(held: HeldShare, ratio: string, close: Price | null): Effect {
  const exact = parseRounded(ratio, RATIO_SCALE)
  const at = newPriceOf(held, close, { up: exact, down: RATIO_ONE })
  const left = divideHalfUp(at * (exact - RATIO_ONE) * held.quantity * held.multiplier, RATIO_ONE)
  return {
    kind: 'RECEIVE_AND_DELIVER',
    description:
      `Spin-off from ${held.symbol}, ${held.quantity < 0n ? 'owed' : 'paid'} in cash by a price of ` +
      priceWords(at, close),
    quantityChange: 0n,
    costChange: cost(0n - divideHalfUp(held.cost * (exact - RATIO_ONE), exact)),
    amount: rescale(left, PRICE_SCALE, 2),
  }
}

/** Computes a dividend. A short owes it to the lender of the shares. */
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

function effectOf(held: HeldShare, action: ShareAction, close: Price | null): Effect {
  if (action.kind === 'DIVIDEND') return dividendEffect(held, action.value)
  const fraction = splitFraction(action.value)
  return fraction === null ? spinOffEffect(held, action.value, close) : splitEffect(held, fraction, close)
}

/**
 * Returns the realised profit: cash that takes a part of the cost with it realises the difference; a dividend is income
 * and realises nothing.
 */
function realisedBy(held: HeldShare, effect: Effect): Cost {
  if (effect.kind === 'DIVIDEND_OR_INTEREST') return cost(0n)
  const cash = rescale(effect.amount, 2, COST_SCALE)
  return cost(held.quantity > 0n ? cash + effect.costChange : cash - effect.costChange)
}

/**
 * Returns the transaction of one action on one holding; null when nothing changes. `close` is the close before the
 * action, in new shares; when it is null, a share counts at its average cost. Example: 101 shares, 3 for 2, close
 * 10.00: 50 more shares and 5.00 for the half share.
 */
export function shareActionDraft(
  held: HeldShare,
  action: ShareAction,
  close: Price | null,
  at: { occurredAt: EpochMs; marketDay: MarketDay },
): TransactionDraft | null {
  const effect = effectOf(held, action, close)
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
