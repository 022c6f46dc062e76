// Ends an option position: at the close of its last day at its exercise value, or before a split of its shares at its
// last price. Both settle in cash. Spec gap: no shares are delivered, so that nobody ends up with more shares than they
// can pay for, and the account's value is the same.
import type { EpochMs } from '@clubfolio/domain'
import { marketDayAt } from '@clubfolio/domain'
import { intrinsicValue } from '@clubfolio/simulated-market'
import type { DatabaseTransaction } from '../db/in-transaction.ts'
import { decimalText } from '../money/decimal.ts'
import { PRICE_SCALE, amountOf, cents, costOfColumn, price, priceNumber, priceOfFloat } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import { contractOf } from '../valuation/option-rule.ts'
import { changeHolding } from '../valuation/position-change.ts'
import { postTransaction } from './post-transaction.ts'

/** Returns the exercise value per share at a price of the underlying. Example: a call of strike 95 at 100.00: 5.00. */
export function exercisePrice(symbol: string, underlying: Price): Price {
  const contract = contractOf(symbol)
  if (contract === null) throw new Error(`${symbol} is no option`)
  const { right, strike } = contract
  const brought = intrinsicValue(right, priceNumber(underlying), strike)
  return brought === 0 ? price(0n) : priceOfFloat(Number(brought.toFixed(PRICE_SCALE)))
}

export interface OptionEnd {
  readonly symbol: string
  readonly price: Price
  /** Source of the price: the contract's last price, its exercise value, or, when no price is known, its cost. */
  readonly basis: 'LAST' | 'EXERCISE' | 'COST'
  readonly atMs: EpochMs
  readonly reason: 'EXPIRED' | 'SPLIT'
}

function wordsOf({ price: at, reason, basis }: OptionEnd, name: string): string {
  const paid = decimalText(at, PRICE_SCALE)
  if (basis === 'COST')
    return (
      `${reason === 'SPLIT' ? 'Paid out before a split of the shares' : 'Expired'}, at its average cost of ${paid} ` +
      `because no price is known: ${name}`
    )
  if (reason === 'SPLIT')
    return (
      `Paid out at ${paid}${basis === 'EXERCISE' ? ', what exercise would bring,' : ''} before a split of the ` +
      `shares: ${name}`
    )
  return at === 0n
    ? `Expired worthless: ${name}`
    : `Expired in the money and settled in cash at ${decimalText(at, PRICE_SCALE)}: ${name}`
}

/** Books the end of a position on an account whose row is locked; does nothing when there is no position. */
export async function settleOption(
  transaction: DatabaseTransaction,
  account: { readonly account_id: string; readonly account_type: 'MARGIN' | 'CASH' },
  end: OptionEnd,
): Promise<void> {
  const row = await transaction
    .selectFrom('paper.position')
    .selectAll()
    .where('account_id', '=', account.account_id)
    .where('symbol', '=', end.symbol)
    .executeTakeFirst()
  if (row === undefined) return
  const multiplier = BigInt(row.multiplier)
  const size = row.quantity < 0n ? -row.quantity : row.quantity
  const gross = amountOf(end.price, size, multiplier)
  const change = changeHolding({ quantity: row.quantity, cost: costOfColumn(row.cost) }, -row.quantity, gross)
  if (change === null) throw new Error(`The end of ${end.symbol} would cross zero`)
  await postTransaction(transaction, account.account_id, {
    occurredAt: end.atMs,
    marketDay: marketDayAt(end.atMs),
    settlementDay: marketDayAt(end.atMs),
    kind: 'TRADE',
    subAccount: row.quantity < 0n ? 'SHORT' : account.account_type,
    description: wordsOf(end, end.symbol),
    orderId: null,
    realised: change.realised,
    reference: `${end.reason} ${end.symbol}`,
    items: [
      {
        symbol: end.symbol,
        assetType: 'OPTION',
        cusip: row.cusip,
        multiplier,
        quantityChange: change.quantityChange,
        price: end.price,
        costChange: change.costChange,
        amount: cents(row.quantity > 0n ? gross : 0n - gross),
        feeType: null,
        positionEffect: 'AUTOMATIC',
      },
    ],
  })
}
