// What an alert rule waits for, as it was chosen. Prices and percents are exact decimal text.

/** What a move is measured from: the close before, the close so many sessions ago, or a price that was chosen. */
export const moveBases = ['PREVIOUS_CLOSE', 'WEEK', 'MONTH', 'QUARTER', 'YEAR', 'PRICE'] as const
export type MoveBase = (typeof moveBases)[number]

/** Sessions back; a year of sessions is what levels are made of too. */
export const moveSessions = { PREVIOUS_CLOSE: 1, WEEK: 5, MONTH: 21, QUARTER: 63, YEAR: 252 } as const satisfies Partial<Record<MoveBase, number>>

export interface PriceTerms {
  readonly kind: 'PRICE'
  readonly direction: 'ABOVE' | 'BELOW'
  readonly price: string
}

export interface MoveTerms {
  readonly kind: 'MOVE'
  readonly direction: 'UP' | 'DOWN' | 'EITHER'
  readonly percent: string
  readonly against: MoveBase
  /** Only with `against` PRICE. */
  readonly price: string | null
}

export interface LevelTerms {
  readonly kind: 'LEVEL'
  readonly side: 'RESISTANCE' | 'SUPPORT'
  /** A level of one's own; null follows the level that the product finds nearest to the last close. */
  readonly price: string | null
}

export interface ExtremeTerms {
  readonly kind: 'EXTREME'
  readonly side: 'HIGH' | 'LOW'
}

/** About the price of one instrument. */
export type InstrumentTerms = PriceTerms | MoveTerms | LevelTerms | ExtremeTerms

/** About one account: a position without a stop, a fall from the peak, or access that lapses. */
export type AccountTerms =
  | { readonly kind: 'UNPROTECTED' }
  | { readonly kind: 'DRAWDOWN'; readonly percent: string }
  | { readonly kind: 'ACCESS'; readonly days: number }

export type RuleTerms = InstrumentTerms | AccountTerms
export type RuleKind = RuleTerms['kind']

export const isAboutInstrument = (terms: RuleTerms): terms is InstrumentTerms =>
  terms.kind === 'PRICE' || terms.kind === 'MOVE' || terms.kind === 'LEVEL' || terms.kind === 'EXTREME'
