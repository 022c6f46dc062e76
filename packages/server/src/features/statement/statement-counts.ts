// Numbers of lines by what becomes of them, and the rates that they lack.
import type { AccountStatement, LineOutcome, StatementPreview } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { outcome, waitsForRate } from './line-outcome.ts'

export async function countOutcomes(db: Db | Trx, statementId: string): Promise<AccountStatement['outcomes']> {
  const { rows } = await sql<{ outcome: LineOutcome; lines: bigint }>`
    select o.outcome, count(*) as lines
    from (select ${outcome} as outcome from account_statement_line l
      join account_statement s on s.id = l.statement_id join account a on a.id = l.account_id
      where l.statement_id = ${statementId}) o
    group by o.outcome order by o.outcome`.execute(db)
  return rows.map(({ outcome: name, lines }) => ({ outcome: name, lines: Number(lines) }))
}

/**
 * Returns the currencies of which lines lack a rate: lines that count, and with a statement those that it would add.
 */
export async function rateGaps(
  db: Db | Trx,
  accountId: string,
  withStatementId: string | null = null,
): Promise<StatementPreview['missingRates']> {
  const { rows } = await sql<{ currency: string; first_day: string; last_day: string; lines: bigint }>`
    select l.currency, min(l.day)::text as first_day, max(l.day)::text as last_day, count(*) as lines
    from account_statement_line l join account a on a.id = l.account_id
    where l.account_id = ${accountId} and l.fingerprint is not null
      and (l.counts or l.statement_id = ${withStatementId}::uuid) and ${waitsForRate}
    group by l.currency order by l.currency`.execute(db)
  return rows.map(({ currency, first_day: firstDay, last_day: lastDay, lines }) => ({
    currency,
    firstDay,
    lastDay,
    lines: Number(lines),
  }))
}
