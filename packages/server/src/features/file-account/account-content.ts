// What an account from files has beside the lines of its statements: accepted differences, and what statements state.
import type { StatementClaim } from '@clubfolio/statement-files'
import { Decimal } from 'decimal.js'
import type { Trx } from '../../kernel/transaction.ts'

/** Returns the balances and positions that imported statements state, older statements first. */
export async function readClaims(trx: Trx, accountId: string): Promise<StatementClaim[]> {
  const rows = await trx
    .selectFrom('account_statement')
    .select('claims')
    .where('account_id', '=', accountId)
    .where('state', '=', 'IMPORTED')
    .orderBy('uploaded_at')
    .execute()
  return rows.flatMap(({ claims }) => claims)
}

export async function readAccepted(
  trx: Trx,
  accountId: string,
): Promise<{ cashCents: bigint; quantities: Map<string, Decimal> }> {
  const rows = await trx
    .selectFrom('account_baseline')
    .select(['symbol', 'cash_cents', 'quantity'])
    .where('account_id', '=', accountId)
    .execute()
  const quantities = new Map<string, Decimal>()
  let cashCents = 0n
  for (const { symbol, cash_cents: cents, quantity } of rows) {
    if (symbol === null) cashCents += cents ?? 0n
    else quantities.set(symbol, (quantities.get(symbol) ?? new Decimal(0)).plus(quantity ?? 0))
  }
  return { cashCents, quantities }
}
