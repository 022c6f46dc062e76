// The trade instructions that the books support: four for shares, four for options.

export const SHARE_INSTRUCTIONS = ['BUY', 'SELL', 'SELL_SHORT', 'BUY_TO_COVER'] as const
export const OPTION_INSTRUCTIONS = ['BUY_TO_OPEN', 'SELL_TO_CLOSE', 'SELL_TO_OPEN', 'BUY_TO_CLOSE'] as const

export type TradeInstruction = (typeof SHARE_INSTRUCTIONS)[number] | (typeof OPTION_INSTRUCTIONS)[number]

const BUYS: ReadonlySet<string> = new Set<TradeInstruction>(['BUY', 'BUY_TO_COVER', 'BUY_TO_OPEN', 'BUY_TO_CLOSE'])
const OPENS: ReadonlySet<string> = new Set<TradeInstruction>(['BUY', 'SELL_SHORT', 'BUY_TO_OPEN', 'SELL_TO_OPEN'])
const OF_OPTIONS: ReadonlySet<string> = new Set(OPTION_INSTRUCTIONS)

export function isBuyInstruction(instruction: string): boolean {
  return BUYS.has(instruction)
}

/** Opening instructions need buying power; closing ones need a position. */
export function isOpeningInstruction(instruction: string): boolean {
  return OPENS.has(instruction)
}

export function isOptionInstruction(instruction: string): boolean {
  return OF_OPTIONS.has(instruction)
}
