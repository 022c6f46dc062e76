// The booked income of a fund's accounts, each part on the close that counts it.
import type { MarketDay } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { AccountHome } from '../book/account-home.ts'
import { incomeParts, type IncomePart } from './income-kind.ts'

export interface BookedIncome extends IncomePart {
  /** The close that counts it. */
  readonly day: MarketDay
  readonly accountId: string
  /** Null for cash that no instrument paid. */
  readonly symbol: string | null
  readonly description: string
}

interface Row {
  readonly day: string
  readonly kind: string
  readonly description: string
  readonly symbol: string | null
  readonly moves_shares: boolean
  readonly net: string
  readonly fee: string
}

/**
 * Returns the income up to the last close, oldest first. What was booked between two closes counts at the second, and
 * payments in or out are no income.
 */
export async function readIncome(
  db: Db,
  homes: readonly AccountHome[],
  closes: readonly MarketDay[],
): Promise<BookedIncome[]> {
  const found = await Promise.all(homes.map((home) => incomeOfHome(db, home, closes)))
  return found.flat()
}

async function incomeOfHome(
  db: Db,
  { accountId, afterDay, untilDay }: AccountHome,
  closes: readonly MarketDay[],
): Promise<BookedIncome[]> {
  const { rows } = await sql<Row>`
    select t.day::text as day, t.kind, t.description, t.symbol, coalesce(t.quantity, 0) <> 0 as moves_shares,
      t.net_amount_cents::text as net, t.fee_cents::text as fee
    from account_transaction t
    where t.account_id = ${accountId} and t.kind not in ('TRADE', 'RECEIVE_AND_DELIVER', 'EXCHANGE')
      and (${afterDay}::date is null or t.day > ${afterDay}::date)
      and (${untilDay}::date is null or t.day <= ${untilDay}::date)
      and not exists (select from account_movement m where m.account_id = t.account_id
        and m.broker_id = t.broker_id and m.amount_cents <> 0)
    order by t.day, t.occurred_at, t.broker_id`.execute(db)
  let next = 0
  return rows.flatMap((row) => {
    while (closes[next] !== undefined && closes[next]! < row.day) next += 1
    const day = closes[next]
    if (day === undefined) return []
    const { kind, description, symbol, moves_shares: movesShares } = row
    return incomeParts({
      kind,
      description,
      symbol,
      movesShares,
      netCents: BigInt(row.net),
      feeCents: BigInt(row.fee),
    }).map((part) => ({
      ...part,
      day,
      accountId,
      symbol,
      description: part.kind === 'OTHER' ? `${kind}: ${description}` : description,
    }))
  })
}
