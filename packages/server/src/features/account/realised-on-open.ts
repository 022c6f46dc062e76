// Profit already realised on positions that are still open.
import { changeHolding, type Cents, type Holding, roundToCents } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { part, readPart, type Part } from '../../db/read-together.ts'

/**
 * Returns the profit realised since each position was last flat, after fees, by average cost over the known
 * transactions.
 */
export async function realisedProfits(
  db: Db,
  accountId: string,
  symbols: readonly string[],
): Promise<Map<string, Cents>> {
  return symbols.length === 0 ? new Map() : realisedOf(await readPart(db, tradesPart(db, accountId, symbols)))
}

interface TradeRow {
  readonly symbol: string | null
  readonly quantity: string | null
  readonly price: string | null
  readonly multiplier: number
  readonly fee_cents: Cents
}

/** The known trades of the symbols, oldest first. */
export const tradesPart = (db: Db, accountId: string, symbols: readonly string[]): Part<TradeRow> =>
  part(
    db
      .selectFrom('account_transaction')
      .select(['symbol', 'quantity', 'price', 'multiplier', 'fee_cents'])
      .where('account_id', '=', accountId)
      .where('kind', '=', 'TRADE')
      .where(sql<boolean>`symbol = any(${symbols})`)
      .orderBy('occurred_at')
      .orderBy('broker_id'),
    { symbol: 'text', quantity: 'text', price: 'text', multiplier: 'number', fee_cents: 'bigint' },
  )

/** Returns the profit from the rows of `tradesPart`. */
export function realisedOf(rows: readonly TradeRow[]): Map<string, Cents> {
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
