// The limits that the owner of an account sets for its orders, and which changes of them loosen one.
// Source: docs/rules/trading.md, "Limits".
import { Decimal } from 'decimal.js'
import { underlyingOf } from '../order/option-code.ts'
import type { OrderGuard } from '../order/order-judgement.ts'

export const symbolRules = ['ALLOW', 'BLOCK'] as const
export type SymbolRule = (typeof symbolRules)[number]

/** Dollars and percentages as exact decimals; null where there is no limit. */
export interface AccountLimits extends OrderGuard {
  /** Dollars of one position after the order is filled. */
  readonly largestPosition: Decimal | null
  /** The same in percent of the account value. */
  readonly largestPositionPercent: Decimal | null
  /** Dollars; after this much loss on a day no opening order is sent. */
  readonly dailyLoss: Decimal | null
  /** Dollars that all positions and working entries may lose at their stops. */
  readonly openHeat: Decimal | null
  /** The same in percent of the account value. */
  readonly openHeatPercent: Decimal | null
  /** What a position without a stop counts as heat, in percent of its value. */
  readonly heatWithoutStop: Decimal
  /** Positions, with working entries in others. */
  readonly openPositions: number | null
  /** Whether only `symbols` may be opened, or all but them. */
  readonly symbolRule: SymbolRule | null
  readonly symbols: readonly string[]
  /** Working entries are cancelled when the daily loss is reached. */
  readonly cancelsEntries: boolean
}

export const wholeValue = new Decimal(100)

export const noLimits: AccountLimits = {
  largestOrder: null,
  largestPosition: null,
  largestPositionPercent: null,
  dailyLoss: null,
  openHeat: null,
  openHeatPercent: null,
  heatWithoutStop: wholeValue,
  openPositions: null,
  symbolRule: null,
  symbols: [],
  priceDistance: null,
  cancelsEntries: false,
}

/**
 * Limits that are reached by trading, and then cannot be loosened on that market day. The others stop slips of a single
 * order.
 */
export const limitKinds = ['dailyLoss', 'openHeat', 'largestPosition', 'openPositions', 'symbols'] as const
export type LimitKind = (typeof limitKinds)[number]

/** Every limit as a word of a sentence. */
export const limitNames: Readonly<Record<LimitKind, string>> = {
  dailyLoss: 'daily loss',
  openHeat: 'open heat',
  largestPosition: 'largest position',
  openPositions: 'open positions',
  symbols: 'symbols',
}

/** Returns whether a code may be opened; a contract counts by its underlying. */
export function isAllowedSymbol({ symbolRule, symbols }: SymbolList, code: string): boolean {
  if (symbolRule === null) return true
  return symbols.includes(underlyingOf(code)) === (symbolRule === 'ALLOW')
}

type SymbolList = Pick<AccountLimits, 'symbolRule' | 'symbols'>

/** Whether `after` lets an amount through that `before` stops. */
const isAbove = (before: Decimal | number | null, after: Decimal | number | null): boolean =>
  before !== null && (after === null || new Decimal(after).greaterThan(before))

/**
 * Returns the limits that a change loosens. Example: a daily loss from 500.00 to none, and an allowed symbol more,
 * loosen `dailyLoss` and `symbols`; an open heat from 1,000.00 to 800.00 loosens nothing.
 */
export function loosenedLimits(before: AccountLimits, after: AccountLimits): (LimitKind | SlipLimit)[] {
  const changes: Readonly<Record<LimitKind | SlipLimit, boolean>> = {
    dailyLoss: isAbove(before.dailyLoss, after.dailyLoss) || (before.cancelsEntries && !after.cancelsEntries),
    openHeat:
      isAbove(before.openHeat, after.openHeat) ||
      isAbove(before.openHeatPercent, after.openHeatPercent) ||
      (hasHeatLimit(before) && after.heatWithoutStop.lessThan(before.heatWithoutStop)),
    largestPosition:
      isAbove(before.largestPosition, after.largestPosition) ||
      isAbove(before.largestPositionPercent, after.largestPositionPercent),
    openPositions: isAbove(before.openPositions, after.openPositions),
    symbols: allowsMore(before, after),
    largestOrder: isAbove(before.largestOrder, after.largestOrder),
    priceDistance: isAbove(before.priceDistance, after.priceDistance),
  }
  return [...limitKinds, ...slipLimits].filter((kind) => changes[kind])
}

const slipLimits = ['largestOrder', 'priceDistance'] as const
/** A limit that stops a slip of the keyboard; it is not reached by trading. */
export type SlipLimit = (typeof slipLimits)[number]

export const hasHeatLimit = ({ openHeat, openHeatPercent }: AccountLimits): boolean =>
  openHeat !== null || openHeatPercent !== null

function allowsMore(before: SymbolList, after: SymbolList): boolean {
  if (before.symbolRule === null) return false
  if (before.symbolRule === 'BLOCK')
    return after.symbolRule === 'ALLOW'
      ? after.symbols.some((one) => before.symbols.includes(one))
      : before.symbols.some((one) => isAllowedSymbol(after, one))
  return after.symbolRule !== 'ALLOW' || after.symbols.some((one) => !before.symbols.includes(one))
}
