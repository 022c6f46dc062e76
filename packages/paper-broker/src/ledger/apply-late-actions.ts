// Books splits, spin-offs and dividends that became known only after their day was closed for an account: late, but in
// their order. Existing entries stay; each difference is its own transaction that names what it corrects. Decision
// 0023.
import { type EpochMs, type MarketDay, toEpochMs } from '@clubfolio/domain'
import { marketDaySpan, nextSession } from '@clubfolio/domain'
import type { DatabaseTransaction } from '../db/in-transaction.ts'
import { divideHalfUp } from '../money/decimal.ts'
import type { MarketState } from '../market/market-state.ts'
import type { ShareAction } from '../market/paper-market.ts'
import { cents, cost, costOfCents, costOfColumn } from '../money/money.ts'
import type { Holding } from '../valuation/position-change.ts'
import { FLAT, changeHolding } from '../valuation/position-change.ts'
import { closeBefore } from './apply-share-actions.ts'
import { DOLLAR_SYMBOL } from './cash-item.ts'
import type { AccountRow } from './lock-account.ts'
import { postTransaction } from './post-transaction.ts'
import { shareActionDraft } from './share-action-draft.ts'

/** A split or dividend that was unknown when its day was closed for the account. */
export interface LateAction extends ShareAction {
  readonly symbol: string
}

interface Item {
  readonly kind: string
  readonly occurredMs: number
  readonly reference: string | null
  readonly asset_type: string
  readonly cusip: string | null
  readonly multiplier: number
  readonly quantity: bigint
  readonly amount: bigint
  readonly cost: bigint
}

interface Sums {
  readonly quantity: bigint
  readonly amount: bigint
  readonly cost: bigint
  readonly times: number
  readonly lastMs: number
}

interface Correction {
  readonly action: LateAction
  readonly description: string
  readonly quantity: bigint
  readonly amount: bigint
  readonly times: number
}

const NOTHING: Sums = { quantity: 0n, amount: 0n, cost: 0n, times: 0, lastMs: 0 }

async function firstDayOf(transaction: DatabaseTransaction, accountId: string): Promise<MarketDay | null> {
  const row = await transaction
    .selectFrom('paper.transaction')
    .select(({ fn }) => fn.min('market_day').as('day'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.day ?? null
}

async function itemsOf(transaction: DatabaseTransaction, accountId: string): Promise<Map<string, Item[]>> {
  const rows = await transaction
    .selectFrom('paper.transaction as t')
    .innerJoin('paper.transaction_item as i', (join) =>
      join.onRef('i.account_id', '=', 't.account_id').onRef('i.activity_id', '=', 't.activity_id'),
    )
    .select([
      't.kind',
      't.occurred_at',
      't.reference',
      'i.symbol',
      'i.asset_type',
      'i.cusip',
      'i.multiplier',
      'i.quantity_change',
      'i.amount_cents',
      'i.cost_change',
    ])
    .where('t.account_id', '=', accountId)
    .where('i.asset_type', '<>', 'OPTION')
    .where('i.symbol', '<>', DOLLAR_SYMBOL)
    .orderBy('t.occurred_at')
    .orderBy('t.activity_id')
    .execute()
  const bySymbol = new Map<string, Item[]>()
  for (const row of rows) {
    const item = {
      ...row,
      occurredMs: row.occurred_at.getTime(),
      quantity: row.quantity_change,
      amount: row.amount_cents,
      cost: costOfColumn(row.cost_change),
    }
    bySymbol.set(row.symbol, [...(bySymbol.get(row.symbol) ?? []), item])
  }
  return bySymbol
}

const nameOf = ({ kind, symbol, day }: LateAction): string => `${kind} ${symbol} ${day}`

/** Sums the bookings of each action so far, including its corrections. */
function bookedOf(items: readonly Item[]): Map<string, Sums> {
  const booked = new Map<string, Sums>()
  for (const { reference, quantity, amount, cost: changed, occurredMs } of items) {
    if (reference === null) continue
    const name = reference.split(' ').slice(0, 3).join(' ')
    const before = booked.get(name) ?? NOTHING
    booked.set(name, {
      quantity: before.quantity + quantity,
      amount: before.amount + amount,
      cost: before.cost + changed,
      times: before.times + 1,
      lastMs: occurredMs,
    })
  }
  return booked
}

/**
 * Applies a trade as it happened to the quantity really held: where it crosses zero it closes everything and opens the
 * remainder.
 */
function traded(held: Holding, { quantity, amount }: Item): Holding {
  const gross = cents(amount < 0n ? -amount : amount)
  const change = changeHolding(held, quantity, gross)
  if (change !== null) return { quantity: held.quantity + quantity, cost: cost(held.cost + change.costChange) }
  const left = held.quantity + quantity
  return {
    quantity: left,
    cost: cost(divideHalfUp(costOfCents(gross) * (left < 0n ? -left : left), quantity < 0n ? -quantity : quantity)),
  }
}

interface Walked {
  readonly held: Holding
  readonly late: readonly LateAction[]
  readonly corrections: readonly Correction[]
}

/** Replays a symbol's trades with every split and dividend at its proper place. */
async function walk(
  state: MarketState,
  symbol: string,
  items: readonly Item[],
  actions: readonly ShareAction[],
): Promise<Walked> {
  const booked = bookedOf(items)
  const trades = items.filter(({ kind }) => kind === 'TRADE')
  const [like] = items
  let held: Holding = FLAT
  let done = 0
  const late: LateAction[] = []
  const corrections: Correction[] = []
  const playTo = (untilMs: number): void => {
    for (let item = trades[done]; item !== undefined && item.occurredMs < untilMs; item = trades[(done += 1)])
      held = traded(held, item)
  }
  // A split goes before a dividend of the same day, which is then per new share.
  for (const one of actions.toSorted((left, right) =>
    left.day === right.day ? (left.kind < right.kind ? 1 : -1) : left.day < right.day ? -1 : 1,
  )) {
    const action = { ...one, symbol }
    const atMs = marketDaySpan(action.day).fromMs
    playTo(atMs)
    const before = booked.get(nameOf(action))
    if (late.length === 0 && before !== undefined && before.lastMs <= atMs) {
      held = { quantity: held.quantity + before.quantity, cost: cost(held.cost + before.cost) }
      continue
    }
    if (like === undefined || (held.quantity === 0n && before === undefined)) continue
    const share = {
      ...held,
      symbol,
      assetType: like.asset_type,
      cusip: like.cusip,
      multiplier: BigInt(like.multiplier),
    }
    const draft =
      held.quantity === 0n
        ? null
        : shareActionDraft(share, action, await closeBefore(state, action), { occurredAt: atMs, marketDay: action.day })
    const effect = draft?.items[0]
    if (before === undefined && effect !== undefined) late.push(action)
    held = {
      quantity: held.quantity + (effect?.quantityChange ?? 0n),
      cost: cost(held.cost + (effect?.costChange ?? 0n)),
    }
    const { quantity, amount, times } = before ?? NOTHING
    const correction = { quantity: (effect?.quantityChange ?? 0n) - quantity, amount: (effect?.amount ?? 0n) - amount }
    corrections.push({ action, description: draft?.description ?? nameOf(action), times, ...correction })
  }
  playTo(Number.POSITIVE_INFINITY)
  return { held, late, corrections }
}

const signed = ({ quantity, cost: sum }: Holding): bigint => (quantity < 0n ? -sum : sum)

interface PostOptions {
  readonly at: { occurredAt: EpochMs; marketDay: MarketDay }
  readonly like: Item
  readonly symbol: string
  readonly walked: Walked
}

async function post(
  transaction: DatabaseTransaction,
  account: AccountRow,
  { at, like, symbol, walked: { held, corrections } }: PostOptions,
): Promise<void> {
  const row = await transaction
    .selectFrom('paper.position')
    .select(['quantity', 'cost'])
    .where('account_id', '=', account.account_id)
    .where('symbol', '=', symbol)
    .executeTakeFirst()
  let now: Holding = row === undefined ? FLAT : { quantity: row.quantity, cost: costOfColumn(row.cost) }
  const open = corrections.filter(({ quantity, amount }) => quantity !== 0n || amount !== 0n)
  const last = open.findLast(({ action }) => action.kind === 'SPLIT')
  for (const correction of open) {
    const { action, quantity, amount, description, times } = correction
    const isDividend = action.kind === 'DIVIDEND'
    const shares = now.quantity + quantity
    const after: Holding = isDividend
      ? now
      : correction === last
        ? { quantity: shares, cost: held.cost }
        : { quantity: shares, cost: shares === 0n ? cost(0n) : now.cost }
    const realised = isDividend ? cost(0n) : cost(costOfCents(amount) + signed(after) - signed(now))
    await postTransaction(transaction, account.account_id, {
      ...at,
      settlementDay: at.marketDay,
      kind: isDividend ? 'DIVIDEND_OR_INTEREST' : 'RECEIVE_AND_DELIVER',
      subAccount: isDividend ? 'DIV' : 'MARGIN',
      description: `${description}. Correction: it took effect on ${action.day} and came in late`,
      orderId: null,
      realised,
      reference: times === 0 ? nameOf(action) : `${nameOf(action)} correction ${times}`,
      items: [
        {
          symbol,
          assetType: like.asset_type,
          cusip: like.cusip,
          multiplier: BigInt(like.multiplier),
          quantityChange: quantity,
          price: null,
          costChange: cost(after.cost - now.cost),
          amount: cents(amount),
          feeType: null,
          positionEffect: null,
        },
      ],
    })
    now = after
  }
}

/**
 * Books what the market knows by now about days that are already closed for an account whose row is locked, and returns
 * it in order. Shares, cash and cost end as if it had been known in time, given the trades that were made.
 * Example: 100 shares, a missed 4 for 1, 50 sold after it: 300 more, not 150. Decision 0023.
 */
export async function applyLateActions(
  transaction: DatabaseTransaction,
  account: AccountRow,
  state: MarketState,
): Promise<LateAction[]> {
  const first = await firstDayOf(transaction, account.account_id)
  if (first === null || account.actions_through <= first) return []
  const late: LateAction[] = []
  const at = { occurredAt: toEpochMs(account.worked_through.getTime()), marketDay: account.actions_through }
  for (const [symbol, items] of await itemsOf(transaction, account.account_id)) {
    const actions = await state.market.shareActions(symbol, nextSession(first), account.actions_through)
    const [like] = items
    if (actions.length === 0 || like === undefined) continue
    const walked = await walk(state, symbol, items, actions)
    if (walked.late.length === 0) continue
    await post(transaction, account, { at, like, symbol, walked })
    late.push(...walked.late)
  }
  return late
}
