// Persists the changes of an engine run: executions through the ledger, each with its own reference so that none is
// booked twice, then the orders. All of it in the caller's database transaction.
import type { EpochMs } from '@clubfolio/domain'
import { marketDayAt } from '@clubfolio/domain'
import type { DatabaseTransaction } from '../db/in-transaction.ts'
import { decimalText } from '../money/decimal.ts'
import { bookTrade } from '../ledger/book-trade.ts'
import type { AccountRow } from '../ledger/lock-account.ts'
import { PRICE_SCALE } from '../money/money.ts'
import type { AccountBook, Execution } from '../order/account-book.ts'
import type { OrderLeg } from '../order/order-leg.ts'
import { legsOf } from '../order/order-leg.ts'
import type { OrderTerms } from '../order/order.ts'
import { isTradable } from '../order/order.ts'
import { tellOrderNews } from './order-news.ts'
import { changesOf } from './order-row.ts'

/** Returns the description a trade is booked with; for an exercise it says why the shares moved. */
function describe(terms: OrderTerms, leg: OrderLeg): string {
  return terms.orderType === 'EXERCISE' ? `Exercised ${terms.description}: ${leg.description}` : leg.description
}

async function bookExecution(
  transaction: DatabaseTransaction,
  account: AccountRow,
  book: AccountBook,
  execution: Execution,
): Promise<void> {
  const order = book.orders.get(execution.orderId)
  if (order === undefined || !isTradable(order)) throw new Error(`Execution of an unknown order ${execution.orderId}`)
  const leg = legsOf(order.terms)[execution.leg - 1]
  if (leg === undefined) throw new Error(`Order ${order.orderId} has no leg ${execution.leg}`)
  const booked = await bookTrade(transaction, account, {
    symbol: leg.symbol,
    assetType: leg.assetType,
    cusip: leg.cusip,
    description: describe(order.terms, leg),
    multiplier: leg.multiplier,
    instruction: leg.instruction,
    quantity: execution.quantity,
    price: execution.price,
    fees: execution.fee === 0n ? [] : [{ feeType: 'COMMISSION', amount: execution.fee }],
    orderId: order.orderId,
    occurredAt: execution.atMs,
    marketDay: marketDayAt(execution.atMs),
    reference: `execution ${order.orderId} ${execution.line}${execution.leg === 1 ? '' : ` leg ${execution.leg}`}`,
  })
  if (booked.outcome !== 'BOOKED')
    throw new Error(`The ledger refused execution ${execution.line} of order ${order.orderId}: ${booked.outcome}`)
  await transaction
    .insertInto('paper.execution')
    .values({
      account_id: account.account_id,
      order_id: order.orderId,
      line: execution.line,
      leg: execution.leg,
      quantity: execution.quantity,
      price: decimalText(execution.price, PRICE_SCALE),
      occurred_at: new Date(execution.atMs),
      activity_id: booked.activityId,
    })
    .execute()
}

/**
 * Saves the changes of a book whose orders all have rows, and the market time up to which the account has been worked.
 */
export async function saveBook(
  transaction: DatabaseTransaction,
  account: AccountRow,
  book: AccountBook,
  workedThrough: EpochMs,
): Promise<void> {
  for (const execution of book.executions) await bookExecution(transaction, account, book, execution)
  for (const orderId of book.changed) {
    const order = book.orders.get(orderId)
    if (order === undefined) throw new Error(`Order ${orderId} is not in its book`)
    await transaction
      .updateTable('paper.account_order')
      .set(changesOf(order))
      .where('account_id', '=', account.account_id)
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
  }
  if (book.changed.size > 0) await tellOrderNews(transaction, account.account_id)
  const saved = await transaction
    .updateTable('paper.account')
    .set({ worked_through: new Date(workedThrough) })
    .where('account_id', '=', account.account_id)
    .returning('cash_cents')
    .executeTakeFirstOrThrow()
  if (saved.cash_cents !== book.cash)
    throw new Error(`The books hold ${saved.cash_cents} cents, the engine ${book.cash}`)
  book.executions.length = 0
  book.changed.clear()
}
