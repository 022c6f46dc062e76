// The positions of an account as they were last read, for the pie: with the account's own value and buying power in each row,
// and the profit already realised on what is still open.
import { Refusal, type WalletPosition } from '@clubfolio/contract'
import { changeHolding, type Cents, type Holding } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Db } from '../../db/connect.ts'

export async function findPositions(db: Db, ownerId: string, accountId: string): Promise<WalletPosition[]> {
  const account = await db
    .selectFrom('account')
    .select(['float_value_cents', 'buying_power_cents'])
    .where('id', '=', accountId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (!account) throw new Refusal('notFound')
  const positions = await db.selectFrom('account_position').selectAll().where('account_id', '=', accountId).orderBy('symbol').execute()
  const names = await instrumentNames(db, positions.map(({ symbol }) => symbol))
  const realised = await realisedProfits(db, accountId, positions.map(({ symbol }) => symbol))
  return positions.map((position) => ({
    instrumentCode: position.symbol,
    instrumentName: names.get(position.symbol) ?? position.description ?? position.symbol,
    quantity: Number(position.quantity),
    lastPrice: lastPrice(position),
    averagePrice: new Decimal(position.average_price).toDecimalPlaces(4, Decimal.ROUND_HALF_EVEN).toNumber(),
    profit: realised.get(position.symbol) ?? (0n as Cents),
    plOpen: position.open_profit_cents as Cents,
    floatValue: account.float_value_cents as Cents,
    buyingPower: account.buying_power_cents as Cents,
  }))
}

/** The wire has no last price for positions: it is the market value per share. */
function lastPrice(position: { market_value_cents: bigint; quantity: string; multiplier: number }): number {
  return new Decimal(position.market_value_cents.toString()).div(100).div(position.quantity).div(position.multiplier).toDecimalPlaces(4, Decimal.ROUND_HALF_EVEN).toNumber()
}

async function instrumentNames(db: Db, symbols: readonly string[]): Promise<Map<string, string>> {
  if (symbols.length === 0) return new Map()
  const rows = await db
    .selectFrom('instrument as i')
    .innerJoin('market_source as m', 'm.source', 'i.source')
    .select(['i.code', 'i.name'])
    .where('m.is_active', '=', true)
    .where('i.code', 'in', symbols)
    .execute()
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/** Realised since the position was last flat, after fees, by average cost over the transactions that we know. */
async function realisedProfits(db: Db, accountId: string, symbols: readonly string[]): Promise<Map<string, Cents>> {
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
    const before = held.get(row.symbol) ?? { holding: { quantity: new Decimal(0), cost: new Decimal(0), multiplier: row.multiplier }, realised: new Decimal(0) }
    const quantity = new Decimal(row.quantity)
    const gross = quantity.times(row.price).times(row.multiplier)
    const after = changeHolding(before.holding, quantity, gross)
    const isReducing = !before.holding.quantity.isZero() && before.holding.quantity.isPositive() !== quantity.isPositive()
    const gained = isReducing ? gross.neg().minus(before.holding.cost.minus(after.cost)).minus(new Decimal(row.fee_cents.toString()).div(100)) : new Decimal(0)
    held.set(row.symbol, { holding: after, realised: after.quantity.isZero() ? new Decimal(0) : before.realised.plus(gained) })
  }
  return new Map([...held].map(([symbol, { realised }]) => [symbol, BigInt(realised.times(100).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toFixed(0)) as Cents]))
}
