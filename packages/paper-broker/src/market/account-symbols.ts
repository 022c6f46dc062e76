// The symbols whose prices an account needs: its positions, its orders, and the shares underlying its options.
import type { MarketDay } from '@clubfolio/domain'
import type { Database } from '../db/connect.ts'
import { contractOf } from '../valuation/option-rule.ts'
import { OPEN_STATUSES } from '../order/order.ts'

export async function accountSymbols(
  database: Database,
  accountId: string,
): Promise<{ readonly symbols: readonly string[]; readonly actionsThrough: MarketDay | null }> {
  const [account, held, ordered] = await Promise.all([
    database
      .selectFrom('paper.account')
      .select('actions_through')
      .where('account_id', '=', accountId)
      .executeTakeFirst(),
    database.selectFrom('paper.position').select('symbol').where('account_id', '=', accountId).execute(),
    database
      .selectFrom('paper.account_order')
      .select(['symbol', 'legs'])
      .where('account_id', '=', accountId)
      .where('status', 'in', OPEN_STATUSES)
      .execute(),
  ])
  const named = [
    ...held.map(({ symbol }) => symbol),
    ...ordered.flatMap(({ symbol, legs }) => [symbol, ...(legs ?? []).map((leg) => leg.symbol)]),
  ]
  const shares = named.filter((symbol) => symbol !== null).map((symbol) => contractOf(symbol)?.underlying ?? symbol)
  return { symbols: [...new Set(shares)].sort(), actionsThrough: account?.actions_through ?? null }
}
