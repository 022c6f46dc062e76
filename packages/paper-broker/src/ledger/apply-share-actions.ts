// Books the splits, spin-offs and dividends of the market days that have begun since the account was last advanced.
// Runs under the account's lock, called by the engine in market-time order.

import type { EpochMs, MarketDay } from '@clubfolio/domain'
import { addCalendarDays, marketDaySpan, nextSession, previousSession, sessionHours } from '@clubfolio/domain'
import type { DatabaseTransaction } from '../db/in-transaction.ts'
import type { MarketState } from '../market/market-state.ts'
import type { ShareAction } from '../market/paper-market.ts'
import { costOfColumn, price, priceOfFloat } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import type { AccountRow } from './lock-account.ts'
import { postTransaction } from './post-transaction.ts'
import { shareActionDraft } from './share-action-draft.ts'
import type { HeldShare } from './share-action-draft.ts'

interface Due extends ShareAction {
  readonly symbol: string
}

/** Sorts by day; a split goes before a dividend of the same day, which is then per new share. */
function inOrder(left: Due, right: Due): number {
  if (left.day !== right.day) return left.day < right.day ? -1 : 1
  if (left.kind !== right.kind) return left.kind === 'SPLIT' ? -1 : 1
  return left.symbol < right.symbol ? -1 : 1
}

async function heldShares(transaction: DatabaseTransaction, accountId: string): Promise<HeldShare[]> {
  const rows = await transaction
    .selectFrom('paper.position')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('asset_type', '<>', 'OPTION')
    .execute()
  return rows.map((row) => ({
    symbol: row.symbol,
    assetType: row.asset_type,
    cusip: row.cusip,
    multiplier: BigInt(row.multiplier),
    quantity: row.quantity,
    cost: costOfColumn(row.cost),
  }))
}

/** How far back a close still represents a share's value at its split. */
const DAYS_FOR_A_CLOSE = 365

/**
 * Returns the last close before an action's day, in that day's shares; null when there is none, or only one of zero.
 */
export async function closeBefore(
  state: MarketState,
  { symbol, day }: { readonly symbol: string; readonly day: MarketDay },
): Promise<Price | null> {
  const openMs: EpochMs = sessionHours(day)?.openMs ?? marketDaySpan(day).fromMs
  const before = previousSession(day)
  const [near] = await state.market.dailyBars(symbol, before, before, openMs)
  const bar =
    near ?? (await state.market.dailyBars(symbol, addCalendarDays(day, -DAYS_FOR_A_CLOSE), before, openMs)).at(-1)
  const close = bar === undefined ? price(0n) : priceOfFloat(bar.close)
  return close > 0n ? close : null
}

/** Books the actions due on an account whose row is locked, up to the market day of `state`. */
export async function applyShareActions(
  transaction: DatabaseTransaction,
  account: AccountRow,
  state: MarketState,
): Promise<void> {
  if (account.actions_through >= state.marketDay) return
  const from = nextSession(account.actions_through)
  const held = await heldShares(transaction, account.account_id)
  const due = await Promise.all(
    held.map(async ({ symbol }) =>
      (await state.market.shareActions(symbol, from, state.marketDay)).map((action) => ({ ...action, symbol })),
    ),
  )
  for (const action of due.flat().sort(inOrder)) {
    const share = (await heldShares(transaction, account.account_id)).find((one) => one.symbol === action.symbol)
    if (share === undefined) continue
    const at = { occurredAt: marketDaySpan(action.day).fromMs, marketDay: action.day }
    const draft = shareActionDraft(share, action, await closeBefore(state, action), at)
    if (draft !== null) await postTransaction(transaction, account.account_id, draft)
  }
  await transaction
    .updateTable('paper.account')
    .set({ actions_through: state.marketDay })
    .where('account_id', '=', account.account_id)
    .execute()
}
