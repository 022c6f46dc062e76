// The statements of an account from files, and what its lines still lack.
import type {
  AccountStatement,
  FileAccountState,
  MappingSample,
  ParamsOf,
  StatementPreview,
  StatementRow,
} from '@clubfolio/contract'
import { formatCents, toCents } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { findFileAccount, type FileAccount } from '../file-account/own-file-account.ts'
import { outcome } from './line-outcome.ts'
import { previewStatement } from './preview-statement.ts'
import { rateGaps } from './statement-counts.ts'
import { findStatementRecord, findStatementRecords, stateOf, toStatement } from './statement-row.ts'

/** Throws `notFound`, `notFromFiles`. */
export async function findStatements(db: Db, ownerId: string, accountId: string): Promise<FileAccountState> {
  const account = await findFileAccount(db, ownerId, accountId)
  const { missing_prices: missingPrices, differences } = await db
    .selectFrom('file_account')
    .select(['missing_prices', 'differences'])
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  return {
    currency: account.currency,
    statements: (await findStatementRecords(db, account.id)).map(toStatement),
    cash: await cashByCurrency(db, account),
    differences,
    missingRates: await rateGaps(db, account.id),
    rates: await ratesOf(db, account),
    missingPrices,
  }
}

async function cashByCurrency(db: Db, account: FileAccount): Promise<FileAccountState['cash']> {
  const { rows } = await sql<{ currency: string; amount: string }>`
    select currency, sum(amount)::text as amount from account_statement_line
    where account_id = ${account.id} and counts and amount <> 0 group by currency order by currency`.execute(db)
  const accepted = await db
    .selectFrom('account_baseline')
    .select(({ fn }) => fn.sum<string | null>('cash_cents').as('cents'))
    .where('account_id', '=', account.id)
    .executeTakeFirst()
  const extra = toCents(BigInt(accepted?.cents ?? 0))
  const found = rows.map(({ currency, amount }) => ({ currency, amount: new Decimal(amount).toFixed() }))
  if (extra === 0n) return found
  const own = found.find(({ currency }) => currency === account.currency)?.amount ?? '0'
  return [
    { currency: account.currency, amount: new Decimal(own).plus(formatCents(extra)).toFixed() },
    ...found.filter(({ currency }) => currency !== account.currency),
  ]
}

async function ratesOf(db: Db, account: FileAccount): Promise<FileAccountState['rates']> {
  const rows = await db
    .selectFrom('currency_rate')
    .select(({ fn }) => [
      'currency',
      fn.min('day').as('firstDay'),
      fn.max('day').as('lastDay'),
      fn.countAll<bigint>().as('days'),
    ])
    .where('owner_id', '=', account.owner_id)
    .where('base', '=', account.currency)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  return rows.map(({ days, ...rate }) => ({ ...rate, days: Number(days) }))
}

export interface StatementDetail {
  readonly statement: AccountStatement
  readonly preview: StatementPreview | null
  readonly mapping: MappingSample | null
}

/** Throws `notFound`, `notFromFiles`. */
export async function findStatement(
  services: Pick<Services, 'db'>,
  ownerId: string,
  { accountId, statementId }: ParamsOf<'fileAccount', 'findStatement'>,
): Promise<StatementDetail> {
  const account = await findFileAccount(services.db, ownerId, accountId)
  const row = await findStatementRecord(services.db, account.id, statementId)
  const preview = stateOf(row) === 'PREPARED' ? await previewStatement(services, account, row.id) : null
  // The preview also counts what becomes of the lines.
  const shown = preview === null ? row : await findStatementRecord(services.db, account.id, statementId)
  return { statement: toStatement(shown), preview, mapping: row.state === 'NEEDS_MAPPING' ? row.sample : null }
}

interface LineRow {
  line: number
  text: string
  fate: StatementRow['fate']
  outcome: StatementRow['outcome']
  reason: string | null
  day: string | null
  symbol: string | null
  name: string | null
  quantity: string | null
  price: string | null
  price_currency: string | null
  amount: string
  currency: string
  booked: string | null
  description: string
}

/** In the order of the file. Throws `notFound`, `notFromFiles`. */
export async function findStatementLines(
  db: Db,
  ownerId: string,
  { accountId, statementId, show, start, count }: ParamsOf<'fileAccount', 'findStatementLines'>,
  search = '',
): Promise<{ total: number; result: StatementRow[] }> {
  const account = await findFileAccount(db, ownerId, accountId)
  const statement = await findStatementRecord(db, account.id, statementId)
  const shown = sql`
    select l.position, l.line, l.text, l.fate, ${outcome} as outcome, l.reason, l.day::text as day,
      coalesce(l.symbol, l.isin, l.name) as symbol, l.name, trim_scale(l.quantity)::text as quantity,
      trim_scale(l.price)::text as price, l.price_currency, trim_scale(l.amount)::text as amount, l.currency,
      trim_scale(round(case when l.currency = a.currency then l.amount
        when l.rate <> 0 and l.price_currency = a.currency then l.amount / l.rate
        else l.amount * (select r.rate from currency_rate r where r.owner_id = a.owner_id and r.base = a.currency
          and r.currency = l.currency and r.day between l.day - 7 and l.day order by r.day desc limit 1) end, 2))::text
        as booked, l.description
    from account_statement_line l
    join account_statement s on s.id = l.statement_id join account a on a.id = l.account_id
    where l.statement_id = ${statement.id}`
  const isShown =
    show === 'ALL' ? sql`true` : show === show.toUpperCase() ? sql`shown.outcome = ${show}` : sql`shown.fate = ${show}`
  const words = sql`lower(concat_ws(' ', shown.text, shown.symbol, shown.name, shown.description, shown.reason))`
  const wanted = search.trim() === '' ? isShown : sql`${isShown} and position(lower(${search.trim()}) in ${words}) > 0`
  const { rows: totals } = await sql<{ total: bigint }>`
    select count(*) as total from (${shown}) as shown where ${wanted}`.execute(db)
  const { rows } = await sql<LineRow>`
    select * from (${shown}) as shown where ${wanted} order by position offset ${start} limit ${count}`.execute(db)
  return {
    total: Number(totals[0]?.total ?? 0n),
    result: rows.map((row) => ({
      line: row.line,
      text: row.text,
      fate: row.fate,
      outcome: row.outcome,
      reason: row.reason,
      day: row.day,
      symbol: row.symbol,
      name: row.name,
      quantity: row.quantity,
      price: row.price,
      priceCurrency: row.price_currency,
      amount: row.amount,
      currency: row.currency,
      booked: row.booked,
      description: row.description,
    })),
  }
}
