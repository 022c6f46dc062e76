// Account types, and the market sources of an account's prices.

export type AccountType = 'MARGIN' | 'CASH'
export type MarketSource = 'simulated' | 'import' | 'yahoo' | 'alpaca' | 'replay'
