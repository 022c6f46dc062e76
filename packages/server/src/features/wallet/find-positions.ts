// The positions of an account as last read, for the pie: with the account's own value and buying power in each row, and
// the profit already realised on what is still open.
import { type Cents, priceOfValue, toCents } from '@clubfolio/domain'
import { Refusal, type WalletPosition } from '@clubfolio/contract'
import { Decimal } from 'decimal.js'
import type { Db } from '../../db/connect.ts'
import { instrumentNames } from '../account/instrument-names.ts'
import { realisedProfits } from '../account/realised-on-open.ts'

export async function findPositions(db: Db, ownerId: string, accountId: string): Promise<WalletPosition[]> {
  const account = await db
    .selectFrom('account')
    .select(['float_value_cents', 'buying_power_cents'])
    .where('id', '=', accountId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (!account) throw new Refusal('notFound')
  const positions = await db
    .selectFrom('account_position')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('symbol')
    .execute()
  const names = await instrumentNames(
    db,
    positions.map(({ symbol }) => symbol),
  )
  const realised = await realisedProfits(
    db,
    accountId,
    positions.map(({ symbol }) => symbol),
  )
  return positions.map((position) => ({
    instrumentCode: position.symbol,
    instrumentName: names.get(position.symbol) ?? position.description ?? position.symbol,
    quantity: Number(position.quantity),
    lastPrice: priceOfPosition(position),
    averagePrice: new Decimal(position.average_price).toDecimalPlaces(4, Decimal.ROUND_HALF_EVEN).toNumber(),
    profit: realised.get(position.symbol) ?? toCents(0n),
    plOpen: position.open_profit_cents,
    floatValue: account.float_value_cents,
    buyingPower: account.buying_power_cents,
  }))
}

const priceOfPosition = (position: { market_value_cents: Cents; quantity: string; multiplier: number }): number =>
  priceOfValue({ ...position, marketValueCents: position.market_value_cents })
    .toDecimalPlaces(4, Decimal.ROUND_HALF_EVEN)
    .toNumber()
