// Maps booked transactions to their effect on lots. The broker's description decides what a delivery of securities is.
import {
  decimalFraction,
  fraction,
  type Cents,
  type Fraction,
  type LotEvent,
  roundToCents,
  toMarketDay,
  toCents,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { isCorporateAction, isDelivery } from '../account/movement-kind.ts'

/** A stored transaction that moved a security. */
export interface SecurityRow {
  readonly broker_id: string
  readonly day: string
  readonly kind: string
  readonly description: string
  readonly symbol: string
  readonly asset_type: string | null
  readonly multiplier: number
  readonly quantity: string
  readonly price: string | null
  readonly net_amount_cents: Cents
  readonly fee_cents: Cents
  /**
   * The value that the fund's books count for securities that came or left, cash included; null when it was not a
   * movement.
   */
  readonly movement_cents: bigint | null
  /** The transaction moved several securities, and its money is on the first of them only. */
  readonly is_shared: boolean
}

const splitWords =
  /\bsplit\s+(\d{1,12})\s*(?:for|:|-)\s*(\d{1,12})|\b(\d{1,12})\s*(?:for|:|-)\s*(\d{1,12})\s+(?:\w+\s+)?split/i
/**
 * A split that was booked late compensates for shares sold before it, so its ratio does not describe the shares still
 * held.
 */
const lateWords = /\bcorrection:/i
const endOfOption = /\b(expir|assign|exercis)/i

/**
 * Returns the event of a row; undefined when it does not affect lots. The cash of a trade before fees is the booked
 * amount (net + fees); where several securities share it, price x quantity x multiplier. An option that expires, is
 * assigned or exercised is closed for the amount booked with it, which is zero. Example: sold 100 at 51.00 for 5,098.97
 * net and 1.03 fees: 5,100.00.
 */
export function lotEvent(row: SecurityRow): LotEvent | undefined {
  const base = { id: row.broker_id, day: toMarketDay(row.day), quantity: decimalFraction(row.quantity) }
  const booked = toCents(row.net_amount_cents + row.fee_cents)
  if (row.kind === 'TRADE')
    return { ...base, kind: 'TRADE', grossCents: row.is_shared ? pricedCents(row) : booked, feeCents: row.fee_cents }
  if (row.asset_type === 'OPTION' && endOfOption.test(row.description))
    return { ...base, kind: 'TRADE', grossCents: booked, feeCents: row.fee_cents }
  if (isCorporateAction(row)) {
    if (/split/i.test(row.description))
      return {
        ...base,
        kind: 'SPLIT',
        factor: lateWords.test(row.description) ? null : parseSplitFactor(row.description),
        cashCents: row.net_amount_cents,
      }
    // Cash for shares taken in a merger is a sale; the cost of new shares from a spin-off is unknown.
    if (row.net_amount_cents !== 0n) return { ...base, kind: 'TRADE', grossCents: booked, feeCents: row.fee_cents }
    return { ...base, kind: 'DELIVERY', valueCents: null }
  }
  if (!isDelivery(row)) return undefined
  return {
    ...base,
    kind: 'DELIVERY',
    valueCents: row.movement_cents === null ? null : toCents(row.movement_cents - row.net_amount_cents),
  }
}

/** Returns price x quantity x multiplier in cents, negative for a purchase. */
function pricedCents({ price, quantity, multiplier }: SecurityRow): Cents {
  const dollars = new Decimal(price ?? 0).times(quantity).times(multiplier).neg()
  return roundToCents(dollars)
}

/** `Split 3 for 2 of AAA` is 3/2; null when the description does not contain a ratio. */
export function parseSplitFactor(description: string): Fraction | null {
  const match = splitWords.exec(description)
  const [up, down] = [match?.[1] ?? match?.[3], match?.[2] ?? match?.[4]]
  return up === undefined || down === undefined || Number(up) === 0 || Number(down) === 0
    ? null
    : fraction(BigInt(up), BigInt(down))
}
