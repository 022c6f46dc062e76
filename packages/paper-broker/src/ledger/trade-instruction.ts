// The four ways to trade a share that the books know.

export type TradeInstruction = 'BUY' | 'SELL' | 'SELL_SHORT' | 'BUY_TO_COVER'
