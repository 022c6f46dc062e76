// Books one fill: the TRADE transaction with one item for the security and one per fee, and updates cash and position
// with it. Whether the fill is allowed is decided before; a fill that crosses zero or oversells is refused here all the
// same.

import type { Cents, EpochMs, MarketDay } from '@clubfolio/domain'
import { addSessions } from '@clubfolio/domain'
import type { DatabaseTransaction } from '../db/in-transaction.ts'
import { amountOf, cents, costOfColumn } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import { FLAT, changeHolding } from '../valuation/position-change.ts'
import { SETTLEMENT_SESSIONS } from '../order/unsettled.ts'
import { cashItem } from './cash-item.ts'
import type { AccountRow } from './lock-account.ts'
import { postTransaction } from './post-transaction.ts'
import { isBuyInstruction, isOpeningInstruction } from '../kind/trade-instruction.ts'
import type { TradeInstruction } from '../kind/trade-instruction.ts'

export type { TradeInstruction } from '../kind/trade-instruction.ts'

export interface Fee {
  readonly feeType: 'COMMISSION' | 'SEC_FEE' | 'OPT_REG_FEE' | 'TAF_FEE'
  readonly amount: Cents
}

export interface Trade {
  readonly symbol: string
  readonly assetType: string
  readonly cusip: string | null
  readonly description: string
  readonly multiplier: bigint
  readonly instruction: TradeInstruction
  readonly quantity: bigint
  readonly price: Price
  readonly fees: readonly Fee[]
  readonly orderId: bigint | null
  readonly occurredAt: EpochMs
  readonly marketDay: MarketDay
  /** Idempotency key for callers that need this fill to happen once, e.g. the demonstration. */
  readonly reference: string | null
}

export type BookedTrade =
  | { readonly outcome: 'BOOKED'; readonly activityId: bigint; readonly netAmount: Cents }
  | { readonly outcome: 'OVERSOLD' | 'WRONG_SIDE' }

/** The side a position must be on before each instruction. */
const IS_RIGHT_SIDE: Readonly<Record<TradeInstruction, (held: bigint) => boolean>> = {
  BUY: (held) => held >= 0n,
  SELL: (held) => held > 0n,
  SELL_SHORT: (held) => held <= 0n,
  BUY_TO_COVER: (held) => held < 0n,
  BUY_TO_OPEN: (held) => held >= 0n,
  SELL_TO_CLOSE: (held) => held > 0n,
  SELL_TO_OPEN: (held) => held <= 0n,
  BUY_TO_CLOSE: (held) => held < 0n,
}

/**
 * Books a fill on an account whose row the caller has locked. SELL never opens a short, SELL_SHORT never closes a long.
 */
export async function bookTrade(
  transaction: DatabaseTransaction,
  account: AccountRow,
  trade: Trade,
): Promise<BookedTrade> {
  const row = await transaction
    .selectFrom('paper.position')
    .select(['quantity', 'cost'])
    .where('account_id', '=', account.account_id)
    .where('symbol', '=', trade.symbol)
    .executeTakeFirst()
  const held = row === undefined ? FLAT : { quantity: row.quantity, cost: costOfColumn(row.cost) }
  if (!IS_RIGHT_SIDE[trade.instruction](held.quantity)) return { outcome: 'WRONG_SIDE' }
  const isBuy = isBuyInstruction(trade.instruction)
  const isOpening = isOpeningInstruction(trade.instruction)
  const gross = amountOf(trade.price, trade.quantity, trade.multiplier)
  const change = changeHolding(held, isBuy ? trade.quantity : -trade.quantity, gross)
  if (change === null) return { outcome: 'OVERSOLD' }
  const amount = cents(isBuy ? 0n - gross : gross)
  const isShort = trade.instruction === 'SELL_SHORT' || trade.instruction === 'BUY_TO_COVER'
  const activityId = await postTransaction(transaction, account.account_id, {
    occurredAt: trade.occurredAt,
    marketDay: trade.marketDay,
    settlementDay: addSessions(trade.marketDay, SETTLEMENT_SESSIONS),
    kind: 'TRADE',
    subAccount: isShort ? 'SHORT' : account.account_type,
    description: trade.description,
    orderId: trade.orderId,
    realised: change.realised,
    reference: trade.reference,
    items: [
      ...trade.fees.map((fee) => cashItem(cents(0n - fee.amount), fee.feeType)),
      {
        symbol: trade.symbol,
        assetType: trade.assetType,
        cusip: trade.cusip,
        multiplier: trade.multiplier,
        quantityChange: change.quantityChange,
        price: trade.price,
        costChange: change.costChange,
        amount,
        feeType: null,
        positionEffect: isOpening ? 'OPENING' : 'CLOSING',
      },
    ],
  })
  const fees = trade.fees.reduce((sum, fee) => sum + fee.amount, 0n)
  return { outcome: 'BOOKED', activityId, netAmount: cents(amount - fees) }
}
