// The conditions of an alert rule, as chosen by the user. Prices and percentages are exact decimal text.

/** Reference of a move: the previous close, the close a number of sessions ago, or a chosen price. */
export const moveBases = ['PREVIOUS_CLOSE', 'WEEK', 'MONTH', 'QUARTER', 'YEAR', 'PRICE'] as const
export type MoveBase = (typeof moveBases)[number]

/** Number of sessions back. Levels are also computed from a year of sessions. */
export const moveSessions = {
  PREVIOUS_CLOSE: 1,
  WEEK: 5,
  MONTH: 21,
  QUARTER: 63,
  YEAR: 252,
} as const satisfies Partial<Record<MoveBase, number>>

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
  /** Only if `against` is PRICE. */
  readonly price: string | null
}

export interface LevelTerms {
  readonly kind: 'LEVEL'
  readonly side: 'RESISTANCE' | 'SUPPORT'
  /** The user's own level; null follows the level that the product finds nearest to the last close. */
  readonly price: string | null
}

export interface ExtremeTerms {
  readonly kind: 'EXTREME'
  readonly side: 'HIGH' | 'LOW'
}

export const lineScales = ['LINEAR', 'LOGARITHMIC'] as const
/** Bars by which a line is straight; MINUTE stands for all that are shorter than a day. */
export const lineBars = ['MINUTE', 'DAY', 'WEEK', 'MONTH', 'YEAR'] as const

/** A point of a chart; bars of a day and longer begin at midnight UTC. */
export interface DrawnPoint {
  readonly timeMs: number
  readonly price: string
}

/** A sloped line as it was drawn on a chart; it goes on beyond both of its points. */
export interface LineTerms {
  readonly kind: 'LINE'
  readonly direction: 'ABOVE' | 'BELOW'
  readonly from: DrawnPoint
  readonly to: DrawnPoint
  readonly scale: (typeof lineScales)[number]
  readonly bars: (typeof lineBars)[number]
}

/** Conditions on the price of one instrument. */
export type InstrumentTerms = PriceTerms | LineTerms | MoveTerms | LevelTerms | ExtremeTerms

/** Conditions on one account: a position without a stop, a fall from the peak, or expiring access. */
export type AccountTerms =
  | { readonly kind: 'UNPROTECTED' }
  | { readonly kind: 'DRAWDOWN'; readonly percent: string }
  | { readonly kind: 'ACCESS'; readonly days: number }

export type RuleTerms = InstrumentTerms | AccountTerms
export type RuleKind = RuleTerms['kind']

export const isAboutInstrument = (terms: RuleTerms): terms is InstrumentTerms =>
  terms.kind === 'PRICE' ||
  terms.kind === 'LINE' ||
  terms.kind === 'MOVE' ||
  terms.kind === 'LEVEL' ||
  terms.kind === 'EXTREME'
