// The APIs that the brokerage speaks on one engine and the same books.

export type Wire = 'schwab' | 'alpaca'
