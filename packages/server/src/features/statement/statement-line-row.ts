// A line of a statement as a row of the database.
import { createHash } from 'node:crypto'
import { newYorkDateAt, newYorkInstant, parseMarketDay, toEpochMs, type MarketDay } from '@clubfolio/domain'
import { lineFingerprint, type StatementLine } from '@clubfolio/statement-files'
import type { CopyColumns, CopyRow } from '../../db/copy-rows.ts'
import { plainLine } from '../../kernel/plain-line.ts'

export const lineColumns = {
  statement_id: 'uuid',
  position: 'integer',
  account_id: 'uuid',
  line: 'integer',
  text: 'text',
  fate: 'text',
  reason: 'text',
  day: 'date',
  occurred_at: 'timestamptz',
  settlement_day: 'date',
  reference: 'text',
  description: 'text',
  symbol: 'text',
  isin: 'text',
  name: 'text',
  asset_type: 'text',
  multiplier: 'numeric',
  quantity: 'numeric',
  price: 'numeric',
  price_currency: 'text',
  amount: 'numeric',
  currency: 'text',
  fee: 'numeric',
  tax: 'numeric',
  rate: 'numeric',
  ratio_from: 'numeric',
  ratio_to: 'numeric',
  balance: 'numeric',
  fingerprint: 'text',
  likeness: 'text',
} as const satisfies CopyColumns

const noon = 12 * 60

export interface PlacedLine {
  readonly statementId: string
  readonly accountId: string
  readonly position: number
  /** Rises with time within a day; falls for a file whose newest rows come first. */
  readonly turn: number
  /** The line repeats an earlier one of the file. */
  readonly repeats: boolean
  readonly ordinal: number
}

export function toLineRow(line: StatementLine, placed: PlacedLine): CopyRow<typeof lineColumns> {
  const day = line.day === null ? null : parseMarketDay(line.day)
  const counts = line.fate !== 'ignored' && line.fate !== 'unread' && day !== null && !placed.repeats
  const { instrument } = line
  return {
    statement_id: placed.statementId,
    position: placed.position,
    account_id: placed.accountId,
    line: line.line,
    text: printable(line.text),
    fate: line.fate,
    reason: placed.repeats ? 'The file has this booking on an earlier line.' : line.reason,
    day,
    occurred_at: day === null ? null : new Date(instantOf(line, day, placed.turn)).toISOString(),
    settlement_day: line.settlementDay,
    reference: line.reference,
    description: printable(line.description),
    symbol: instrument?.symbol ?? null,
    isin: instrument?.isin ?? null,
    name: instrument?.name ?? null,
    asset_type: instrument?.assetType ?? null,
    multiplier: instrument?.multiplier ?? 1,
    quantity: line.quantity,
    price: line.price,
    price_currency: line.priceCurrency,
    amount: line.amount,
    currency: line.currency,
    fee: line.fee,
    tax: line.tax,
    rate: line.rate,
    ratio_from: line.ratio?.from ?? null,
    ratio_to: line.ratio?.to ?? null,
    balance: line.balance,
    fingerprint: counts ? lineFingerprint(line, placed.ordinal) : null,
    likeness: counts ? likenessOf(line) : null,
  }
}

/** A row without a time happens at noon in New York, in the order of the rows of its day. */
function instantOf(line: StatementLine, day: MarketDay, turn: number): number {
  if (line.atMs !== null && newYorkDateAt(toEpochMs(line.atMs)) === day) return line.atMs
  return newYorkInstant(day, noon) + turn
}

const longestText = 500
const printable = (text: string): string => plainLine(text, longestText)

const mostDigits = 13
const longestNumber = 40

/**
 * Returns the line, or the line as not understood where its day or a number is beyond what any account has: 13 digits
 * before the decimal point.
 */
export function judgeSize(line: StatementLine): StatementLine {
  const { amount, quantity, price, fee, tax, rate, balance, instrument, ratio } = line
  const numbers = [amount, quantity, price, fee, tax, rate, balance, ratio?.from, ratio?.to]
  const isTooLarge = numbers.some(
    (text) =>
      typeof text === 'string' &&
      (text.length > longestNumber || text.replace(/^-/, '').split('.')[0]!.length > mostDigits),
  )
  if (isTooLarge) return unread(line, 'A number of this line is too large.')
  if (line.day !== null && parseMarketDay(line.day) === null) return unread(line, 'The date of this line is no day.')
  const multiplier = instrument?.multiplier ?? 1
  if (!Number.isInteger(multiplier) || multiplier < 1 || multiplier > 1_000_000)
    return unread(line, 'The size of this contract is not known.')
  return line
}

const unread = (line: StatementLine, reason: string): StatementLine => ({
  ...line,
  fate: 'unread',
  reason,
  day: null,
  settlementDay: null,
  instrument: null,
  quantity: null,
  price: null,
  amount: '0',
  fee: '0',
  tax: '0',
  rate: null,
  ratio: null,
  balance: null,
})

function likenessOf({ day, fate, instrument, quantity, amount, currency }: StatementLine): string {
  const security = instrument === null ? null : (instrument.isin ?? instrument.symbol ?? instrument.name)
  return createHash('sha256')
    .update(JSON.stringify([day, fate, security, quantity, amount, currency]))
    .digest('base64url')
    .slice(0, 22)
}
