// The kind of an account, and the market that its prices come from.

export type AccountType = 'MARGIN' | 'CASH'
export type MarketSource = 'simulated' | 'import' | 'yahoo' | 'replay'
