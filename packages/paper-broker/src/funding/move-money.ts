// Deposits to and withdrawals from a paper account, once per reference. The money has no source: it is practice money.

import { type Cents, toCents } from '@clubfolio/domain'
import type { Database } from '../db/connect.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { DatabaseTransaction } from '../db/in-transaction.ts'
import { advanceLocked } from '../engine/advance-account.ts'
import { cashItem } from '../ledger/cash-item.ts'
import type { AccountSummary } from '../ledger/list-accounts.ts'
import { lockAccount } from '../ledger/lock-account.ts'
import { postTransaction } from '../ledger/post-transaction.ts'
import { cents, cost, dollarText } from '../money/money.ts'
import { readLockedAccount } from '../account/read-account.ts'
import type { AccountParts } from '../account/read-account.ts'
import { balanceOf } from '../account/value-account.ts'

export interface Transfer {
  readonly direction: 'DEPOSIT' | 'WITHDRAWAL'
  readonly amount: Cents
  readonly reference: string
}

export type Moved =
  | { readonly outcome: 'MOVED' | 'MOVED_BEFORE'; readonly activityId: bigint; readonly netAmount: Cents }
  | { readonly outcome: 'REFUSED'; readonly reason: string }
  | { readonly outcome: 'REFERENCE_USED' }

/** Upper bound for a single transfer, so that sums stay far within what a wire number represents exactly. */
export const MAX_TRANSFER = toCents(100_000_000_000n)

/** Returns the outcome of an earlier transfer under this reference: the same transfer, or a conflicting one. */
async function doneBefore(
  transaction: DatabaseTransaction,
  accountId: string,
  reference: string,
  net: bigint,
): Promise<Moved | null> {
  const before = await transaction
    .selectFrom('paper.transaction')
    .select(['activity_id', 'net_amount_cents'])
    .where('account_id', '=', accountId)
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (before === undefined) return null
  if (before.net_amount_cents !== net) return { outcome: 'REFERENCE_USED' }
  return { outcome: 'MOVED_BEFORE', activityId: before.activity_id, netAmount: cents(net) }
}

/**
 * Returns the transfer made under a reference, or null. Transfers in progress hold the account's row, so none is
 * missed.
 */
export async function findMoved(
  database: Database,
  accountId: string,
  reference: string,
): Promise<{ readonly activityId: bigint; readonly netAmount: Cents } | null> {
  return inTransaction(database, async (transaction) => {
    await lockAccount(transaction, accountId)
    const row = await transaction
      .selectFrom('paper.transaction')
      .select(['activity_id', 'net_amount_cents'])
      .where('account_id', '=', accountId)
      .where('reference', '=', reference)
      .executeTakeFirst()
    return row === undefined ? null : { activityId: row.activity_id, netAmount: cents(row.net_amount_cents) }
  })
}

/**
 * Moves money in or out of an account in one transaction. A withdrawal is limited to the owner's own cash: it excludes
 * short proceeds and cannot exceed the available funds, because the brokerage lends no money for withdrawal.
 */
export async function moveMoney(
  { database, desk, settings }: AccountParts,
  account: AccountSummary,
  transfer: Transfer,
): Promise<Moved> {
  if (transfer.amount <= 0n || transfer.amount > MAX_TRANSFER) {
    return { outcome: 'REFUSED', reason: `The amount is between $0.01 and ${dollarText(MAX_TRANSFER)}.` }
  }
  const isDeposit = transfer.direction === 'DEPOSIT'
  const net = isDeposit ? transfer.amount : 0n - transfer.amount
  const state = await desk.of(account)
  return inTransaction(database, async (transaction): Promise<Moved> => {
    await advanceLocked(transaction, await lockAccount(transaction, account.accountId), state, settings)
    const before = await doneBefore(transaction, account.accountId, transfer.reference, net)
    if (before !== null) return before
    if (!isDeposit) {
      const balance = balanceOf(await readLockedAccount(transaction, account, state))
      const most = balance.cashBalance < balance.availableFunds ? balance.cashBalance : balance.availableFunds
      if (transfer.amount > most)
        return { outcome: 'REFUSED', reason: `At most ${dollarText(most > 0n ? most : 0n)} can be withdrawn.` }
    }
    const activityId = await postTransaction(transaction, account.accountId, {
      occurredAt: state.marketMs,
      marketDay: state.marketDay,
      settlementDay: state.marketDay,
      kind: isDeposit ? 'ACH_RECEIPT' : 'ACH_DISBURSEMENT',
      subAccount: 'CASH',
      description: isDeposit ? 'Deposit' : 'Withdrawal',
      orderId: null,
      realised: cost(0n),
      reference: transfer.reference,
      items: [cashItem(cents(net))],
    })
    return { outcome: 'MOVED', activityId, netAmount: cents(net) }
  })
}
