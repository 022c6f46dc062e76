// What a statement file says, in one form for every brokerage: one line per booked row, with exact decimal text for
// every amount and the row's own words beside it.
import type { EpochMs, LineFate } from '@clubfolio/domain'

/** Formats that are recognised by their content; `mapped` is any other table, read by a mapping of its columns. */
export const statementFormats = [
  'schwab',
  'ibkr-flex-xml',
  'ibkr-flex-csv',
  'ibkr-activity',
  'ofx',
  'trading212',
  'degiro',
  'etoro',
  'swissquote',
  'revolut',
  'freetrade',
  'delta',
  'mapped',
] as const
export type StatementFormat = (typeof statementFormats)[number]

export interface StatementInstrument {
  /** The code that the brokerage uses; null where a file names the security by its ISIN or name only. */
  readonly symbol: string | null
  readonly isin: string | null
  readonly name: string | null
  readonly assetType: 'EQUITY' | 'ETF' | 'MUTUAL_FUND' | 'OPTION' | 'BOND' | 'CRYPTO' | 'OTHER'
  /** Shares per contract; 1 for shares. */
  readonly multiplier: number
}

export interface StatementLine {
  /**
   * The row's line in the file, counted from 1; in XML and OFX the line on which its element begins. A row may become
   * several lines, such as a trade and its fee in another currency.
   */
  readonly line: number
  /** The row as written, at most 500 characters. */
  readonly text: string
  readonly fate: LineFate
  /**
   * Why the row is ignored or not understood, in plain words. On any other row a note: its numbers contradict each
   * other, or it names something that the file has no figure for. Otherwise null.
   */
  readonly reason: string | null
  /** `YYYY-MM-DD`: the day on which it counts; null only for ignored and unread rows. */
  readonly day: string | null
  /** The instant, where the row has a time with a known zone. */
  readonly atMs: EpochMs | null
  readonly settlementDay: string | null
  /** The brokerage's own id of the booking, unique in the account; null where a file has none. */
  readonly reference: string | null
  readonly description: string
  readonly instrument: StatementInstrument | null
  /** Signed change of the position. */
  readonly quantity: string | null
  /** Per share, in `priceCurrency`; null also for trades of files that have no prices. */
  readonly price: string | null
  readonly priceCurrency: string | null
  /** Signed effect on cash in `currency`, after fees and taxes; "0" for rows that move no cash. */
  readonly amount: string
  /** ISO code of `amount`, `fee` and `tax`, or a coin's; may be empty for ignored and unread rows. */
  readonly currency: string
  /** A cost, part of `amount`; negative for a rebate. "0" where the fate is `fee`, whose `amount` is the cost. */
  readonly fee: string
  /** A cost, part of `amount`. "0" where the fate is `tax`. */
  readonly tax: string
  /** Units of `currency` for one unit of `priceCurrency`, where the row has a rate. */
  readonly rate: string | null
  /** For a split: new shares for old ones, `{ from: '1', to: '4' }`, where the row says so. */
  readonly ratio: { readonly from: string; readonly to: string } | null
  /** Cash in `currency` after the row, where the file has a running balance. */
  readonly balance: string | null
}

/** A balance or a position that the file itself reports, to be compared with what its rows add up to. */
export type StatementClaim =
  | { readonly kind: 'cash'; readonly day: string; readonly currency: string; readonly amount: string }
  | {
      readonly kind: 'position'
      readonly day: string
      readonly instrument: StatementInstrument
      readonly quantity: string
    }

export interface Statement {
  readonly format: StatementFormat
  /** The brokerage's number of the account, where the file names it. */
  readonly accountNumber: string | null
  /** The account's base currency, where the file names it. */
  readonly baseCurrency: string | null
  /** In the order of the file; every row that is not blank and not a heading is there, with its fate. */
  readonly lines: readonly StatementLine[]
  readonly claims: readonly StatementClaim[]
}
