// The only way to write the books: appends a transaction with its items and updates the cash and position sums in the
// same database transaction. The caller has locked the account row; nothing else writes these four tables.

import type { EpochMs, MarketDay } from '@clubfolio/domain'
import type { DatabaseTransaction } from '../db/in-transaction.ts'
import type { SubAccount } from '../db/tables.ts'
import { decimalText } from '../money/decimal.ts'
import { COST_SCALE, PRICE_SCALE, costOfColumn } from '../money/money.ts'
import type { Cost, Price } from '../money/money.ts'
import type { Cents } from '@clubfolio/domain'

export interface TransactionItemDraft {
  readonly symbol: string
  readonly assetType: string
  readonly cusip: string | null
  readonly multiplier: bigint
  readonly quantityChange: bigint
  readonly price: Price | null
  readonly costChange: Cost
  /** Change in cash from this item. */
  readonly amount: Cents
  readonly feeType: string | null
  readonly positionEffect: 'OPENING' | 'CLOSING' | 'AUTOMATIC' | null
}

export interface TransactionDraft {
  readonly occurredAt: EpochMs
  readonly marketDay: MarketDay
  readonly settlementDay: MarketDay
  readonly kind: string
  readonly subAccount: SubAccount
  readonly description: string
  readonly orderId: bigint | null
  /** Profit realised by this transaction, before fees. */
  readonly realised: Cost
  /** The client's idempotency key; one reference is booked once per account. */
  readonly reference: string | null
  readonly items: readonly TransactionItemDraft[]
}

async function movePosition(
  transaction: DatabaseTransaction,
  accountId: string,
  item: TransactionItemDraft,
): Promise<void> {
  const held = await transaction
    .selectFrom('paper.position')
    .select(['quantity', 'cost'])
    .where('account_id', '=', accountId)
    .where('symbol', '=', item.symbol)
    .executeTakeFirst()
  const quantity = (held?.quantity ?? 0n) + item.quantityChange
  const cost = (held === undefined ? 0n : costOfColumn(held.cost)) + item.costChange
  if (quantity === 0n && cost !== 0n) throw new Error(`A flat position in ${item.symbol} would keep a cost of ${cost}`)
  const at = { account_id: accountId, symbol: item.symbol }
  if (quantity === 0n) {
    await transaction
      .deleteFrom('paper.position')
      .where('account_id', '=', accountId)
      .where('symbol', '=', item.symbol)
      .execute()
    return
  }
  const sums = { quantity, cost: decimalText(cost, COST_SCALE) }
  await transaction
    .insertInto('paper.position')
    .values({ ...at, asset_type: item.assetType, cusip: item.cusip, multiplier: Number(item.multiplier), ...sums })
    .onConflict((conflict) => conflict.columns(['account_id', 'symbol']).doUpdateSet(sums))
    .execute()
}

/** Appends one transaction and returns its activity number. The net amount is the sum of its items. */
export async function postTransaction(
  transaction: DatabaseTransaction,
  accountId: string,
  draft: TransactionDraft,
): Promise<bigint> {
  const net = draft.items.reduce((sum, item) => sum + item.amount, 0n)
  const written = await transaction
    .insertInto('paper.transaction')
    .values((build) => ({
      account_id: accountId,
      activity_id: build.fn<bigint>('nextval', [build.val('paper.activity_number')]),
      occurred_at: new Date(draft.occurredAt),
      market_day: draft.marketDay,
      settlement_day: draft.settlementDay,
      kind: draft.kind,
      sub_account: draft.subAccount,
      description: draft.description,
      order_id: draft.orderId,
      net_amount_cents: net,
      realised: decimalText(draft.realised, COST_SCALE),
      reference: draft.reference,
    }))
    .returning('activity_id')
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('paper.transaction_item')
    .values(
      draft.items.map((item, index) => ({
        account_id: accountId,
        activity_id: written.activity_id,
        line: index + 1,
        symbol: item.symbol,
        asset_type: item.assetType,
        cusip: item.cusip,
        multiplier: Number(item.multiplier),
        quantity_change: item.quantityChange,
        price: item.price === null ? null : decimalText(item.price, PRICE_SCALE),
        cost_change: decimalText(item.costChange, COST_SCALE),
        amount_cents: item.amount,
        fee_type: item.feeType,
        position_effect: item.positionEffect,
      })),
    )
    .execute()
  for (const item of draft.items) {
    if (item.quantityChange !== 0n || item.costChange !== 0n) await movePosition(transaction, accountId, item)
  }
  await transaction
    .updateTable('paper.account')
    .set((build) => ({ cash_cents: build('cash_cents', '+', net) }))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return written.activity_id
}
