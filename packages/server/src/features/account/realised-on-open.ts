// Profit already realised on positions that are still open.
import { changeHolding, type Cents, type Holding, roundToCents } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Db } from '../../db/connect.ts'

/**
 * Returns the profit realised since each position was last flat, after fees, by average cost over the known
 * transactions.
 */
export async function realisedProfits(
  db: Db,
  accountId: string,
  symbols: readonly string[],
): Promise<Map<string, Cents>> {
  if (symbols.length === 0) return new Map()
  const rows = await db
    .selectFrom('account_transaction')
    .select(['symbol', 'quantity', 'price', 'multiplier', 'fee_cents'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'TRADE')
    .where('symbol', 'in', symbols)
    .orderBy('occurred_at')
    .orderBy('broker_id')
    .execute()
  const held = new Map<string, { holding: Holding; realised: Decimal }>()
  for (const row of rows) {
    if (row.symbol === null || row.quantity === null || row.price === null) continue
    const before = held.get(row.symbol) ?? {
      holding: { quantity: new Decimal(0), cost: new Decimal(0), multiplier: row.multiplier },
      realised: new Decimal(0),
    }
    const quantity = new Decimal(row.quantity)
    const gross = quantity.times(row.price).times(row.multiplier)
    const after = changeHolding(before.holding, quantity, gross)
    const isReducing =
      !before.holding.quantity.isZero() && before.holding.quantity.isPositive() !== quantity.isPositive()
    const gained = isReducing
      ? gross.neg().minus(before.holding.cost.minus(after.cost)).minus(new Decimal(row.fee_cents.toString()).div(100))
      : new Decimal(0)
    held.set(row.symbol, {
      holding: after,
      realised: after.quantity.isZero() ? new Decimal(0) : before.realised.plus(gained),
    })
  }
  return new Map([...held].map(([symbol, { realised }]) => [symbol, roundToCents(realised)]))
}
