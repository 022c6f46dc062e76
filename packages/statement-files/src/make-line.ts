// Makes the lines of a statement. Every reader makes them here, so that a field that a format does not have is the same
// everywhere.
import type { LineFate } from '@clubfolio/domain'
import type { StatementInstrument, StatementLine } from './statement-line.ts'

/** A row of a file as readers see it: where it begins and how it is written. */
export interface RowPlace {
  readonly line: number
  readonly text: string
}

export type LineParts = Partial<Omit<StatementLine, 'line' | 'text' | 'fate'>> & { readonly fate: LineFate }

/**
 * The reason of a row that a reader does not understand. Readers throw it; `readRow` turns it into an `unread` line.
 */
export class UnreadRow extends Error {}

const mostText = 500

export function makeLine({ line, text }: RowPlace, parts: LineParts): StatementLine {
  // Written out field by field, so that all lines have one shape: a statement may have a million of them.
  return {
    line,
    text: text.length > mostText ? text.slice(0, mostText) : text,
    fate: parts.fate,
    reason: parts.reason ?? null,
    day: parts.day ?? null,
    atMs: parts.atMs ?? null,
    settlementDay: parts.settlementDay ?? null,
    reference: parts.reference ?? null,
    description: parts.description ?? '',
    instrument: parts.instrument ?? null,
    quantity: parts.quantity ?? null,
    price: parts.price ?? null,
    priceCurrency: parts.priceCurrency ?? null,
    amount: parts.amount ?? '0',
    currency: parts.currency ?? '',
    fee: parts.fee ?? '0',
    tax: parts.tax ?? '0',
    rate: parts.rate ?? null,
    ratio: parts.ratio ?? null,
    balance: parts.balance ?? null,
  }
}

export function ignoredLine(place: RowPlace, reason: string, parts: Partial<LineParts> = {}): StatementLine {
  return makeLine(place, { ...parts, fate: 'ignored', reason })
}

export function unreadLine(place: RowPlace, reason: string): StatementLine {
  return makeLine(place, { fate: 'unread', reason })
}

/** Returns the lines of a row, or the row as `unread` with the reason why it is. */
export function readRow(place: RowPlace, read: () => readonly StatementLine[]): readonly StatementLine[] {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnreadRow) return [unreadLine(place, error.message)]
    throw error
  }
}

/** A security without an own multiplier, of the type that its words tell. */
export function makeInstrument(parts: Partial<StatementInstrument>): StatementInstrument | null {
  const { symbol = null, isin = null, name = null } = parts
  if (symbol === null && isin === null && name === null) return null
  return {
    symbol,
    isin,
    name,
    assetType: parts.assetType ?? typeByName(name),
    multiplier: parts.multiplier ?? 1,
  }
}

/** An ETF is one that says so in its name; everything else without a type of its own is a share. */
export function typeByName(name: string | null): StatementInstrument['assetType'] {
  return name !== null && /\b(ETF|UCITS)\b/i.test(name) ? 'ETF' : 'EQUITY'
}

/**
 * Returns the contract that a brokerage writes in words: `AAPL 01/19/2024 150.00 C` is `AAPL  240119C00150000`; null
 * for anything else.
 */
export function optionCodeOf(words: string): string | null {
  const found = /^([A-Z0-9./]{1,6}) (\d{2})\/(\d{2})\/\d{2}(\d{2}) (\d{1,5}(?:\.\d{1,3})?) ([CP])$/.exec(words.trim())
  if (!found) return null
  const [, underlying = '', month, day, year, strike = '', right] = found
  const [whole = '', digits = ''] = strike.split('.')
  return `${underlying.padEnd(6)}${year}${month}${day}${right}${whole.padStart(5, '0')}${digits.padEnd(3, '0')}`
}
