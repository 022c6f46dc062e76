// The side of an order in words, by its instruction at the brokerage: a BUY that closes a short position is not a long
// order.
import type { Directionality, TradeInstruction } from '@clubfolio/domain'

const sides: Readonly<Record<TradeInstruction, string>> = {
  BUY: 'Buy',
  SELL: 'Sell',
  SELL_SHORT: 'Sell short',
  BUY_TO_COVER: 'Buy to cover',
  BUY_TO_OPEN: 'Buy to open',
  SELL_TO_CLOSE: 'Sell to close',
  SELL_TO_OPEN: 'Sell to open',
  BUY_TO_CLOSE: 'Buy to close',
}

const kinds: Readonly<Record<TradeInstruction, string>> = {
  BUY: 'long',
  BUY_TO_OPEN: 'long',
  SELL_SHORT: 'short',
  SELL_TO_OPEN: 'short',
  SELL: 'sell',
  SELL_TO_CLOSE: 'sell',
  BUY_TO_COVER: 'cover',
  BUY_TO_CLOSE: 'cover',
}

const isInstruction = (word: string): word is TradeInstruction => word in sides

/** `Buy to cover`; an unknown instruction is returned unchanged. */
export const formatSide = (instruction: string): string =>
  isInstruction(instruction) ? sides[instruction] : instruction

/** Returns "long", "short", "sell" or "cover"; `instruction` is the brokerage's, once known. */
export const orderKind = (directionality: Directionality, instruction?: string): string =>
  kinds[instruction !== undefined && isInstruction(instruction) ? instruction : directionality]
