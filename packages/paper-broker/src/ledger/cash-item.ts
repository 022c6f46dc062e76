// The transaction item for a pure cash movement, in the wire's form: its instrument is the dollar itself.

import type { Cents } from '@clubfolio/domain'
import { cost } from '../money/money.ts'
import type { TransactionItemDraft } from './post-transaction.ts'

export const DOLLAR_SYMBOL = 'CURRENCY_USD'

/** Returns a cash movement, or a fee when `feeType` is given. */
export function cashItem(amount: Cents, feeType: string | null = null): TransactionItemDraft {
  return {
    symbol: DOLLAR_SYMBOL,
    assetType: 'CURRENCY',
    cusip: null,
    multiplier: 1n,
    quantityChange: 0n,
    price: null,
    costChange: cost(0n),
    amount,
    feeType,
    positionEffect: null,
  }
}
