// The lines of a file account that count, in the order in which they happened.
import { toMarketDay, type LineFate, type MarketDay } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Trx } from '../../kernel/transaction.ts'

export interface CountedLine {
  readonly statementId: string
  readonly position: number
  readonly line: number
  readonly fate: LineFate
  readonly day: MarketDay
  readonly occurredMs: number
  readonly reference: string | null
  readonly description: string
  readonly symbol: string | null
  readonly isin: string | null
  readonly name: string | null
  readonly assetType: string | null
  readonly multiplier: number
  readonly quantity: string | null
  readonly price: string | null
  readonly priceCurrency: string | null
  readonly amount: string
  readonly currency: string
  readonly fee: string
  readonly tax: string
  readonly rate: string | null
  readonly ratioFrom: string | null
  readonly ratioTo: string | null
  readonly fingerprint: string
}

/** Small enough that other calls are answered between two pieces. */
const linesAtOnce = 250

/** Whether `k` is of the account of a line `l`, in a form that no index serves; see migration 0138. */
const isOfAccount = sql<boolean>`k.account_id is not distinct from l.account_id`

/** Whether a line `k` counts the booking of a line `l`. */
export const countsBooking = sql<boolean>`((case when k.counts then k.fingerprint end) = l.fingerprint
  and ${isOfAccount})`

/** Whether a line `k` counts a booking that looks like that of a line `l`. */
export const countsAlike = sql<boolean>`((case when k.counts then k.likeness end) = l.likeness and ${isOfAccount})`

/** The condition of the lines of an account that count; with a statement also of those that it would add. */
const counted = (accountId: string, withStatementId: string | null) =>
  withStatementId === null
    ? sql`l.account_id = ${accountId} and l.counts`
    : sql`l.account_id = ${accountId} and (l.counts or (l.statement_id = ${withStatementId}
      and l.fingerprint is not null and not exists (select from account_statement_line k
        where ${countsBooking})))`

interface Row {
  statement_id: string
  position: number
  line: number
  fate: LineFate
  day: string
  occurred_at: Date
  reference: string | null
  description: string
  symbol: string | null
  isin: string | null
  name: string | null
  asset_type: string | null
  multiplier: string
  quantity: string | null
  price: string | null
  price_currency: string | null
  amount: string
  currency: string
  fee: string
  tax: string
  rate: string | null
  ratio_from: string | null
  ratio_to: string | null
  fingerprint: string
}

/**
 * Yields the lines in pieces, by day and time. `withStatementId` adds the new lines of a prepared statement, for its
 * preview. Runs within the transaction.
 */
export async function* countedLines(
  trx: Trx,
  accountId: string,
  withStatementId: string | null = null,
): AsyncGenerator<readonly CountedLine[]> {
  await sql`
    declare counted_line no scroll cursor for
    select l.statement_id, l.position, l.line, l.fate, l.day::text as day, l.occurred_at, l.reference, l.description,
      l.symbol, l.isin, l.name, l.asset_type, l.multiplier::text as multiplier, l.quantity::text as quantity,
      l.price::text as price, l.price_currency, l.amount::text as amount, l.currency, l.fee::text as fee,
      l.tax::text as tax, l.rate::text as rate, l.ratio_from::text as ratio_from, l.ratio_to::text as ratio_to,
      l.fingerprint
    from account_statement_line l join account_statement s on s.id = l.statement_id
    where ${counted(accountId, withStatementId)}
    order by l.day, l.occurred_at, s.uploaded_at, l.position`.execute(trx)
  try {
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(linesAtOnce)} from counted_line`.execute(trx)
      if (rows.length > 0) yield rows.map(toLine)
      if (rows.length < linesAtOnce) return
    }
  } finally {
    await sql`close counted_line`.execute(trx).catch(() => undefined)
  }
}

const toLine = (row: Row): CountedLine => ({
  statementId: row.statement_id,
  position: row.position,
  line: row.line,
  fate: row.fate,
  day: toMarketDay(row.day),
  occurredMs: row.occurred_at.getTime(),
  reference: row.reference,
  description: row.description,
  symbol: row.symbol,
  isin: row.isin,
  name: row.name,
  assetType: row.asset_type,
  multiplier: Number(row.multiplier),
  quantity: row.quantity,
  price: row.price,
  priceCurrency: row.price_currency,
  amount: row.amount,
  currency: row.currency,
  fee: row.fee,
  tax: row.tax,
  rate: row.rate,
  ratioFrom: row.ratio_from,
  ratioTo: row.ratio_to,
  fingerprint: row.fingerprint,
})

export interface NamedSecurity {
  /** The code that the account has for it. */
  readonly code: string
  readonly symbol: string | null
  readonly isin: string | null
  readonly name: string | null
  /** The currency that the lines price it in. */
  readonly currency: string | null
}

export interface LineScope {
  readonly firstDay: MarketDay | null
  readonly lineCount: number
  readonly securities: readonly NamedSecurity[]
  readonly codeOf: CodeOf
}

export type CodeOf = (security: {
  readonly symbol: string | null
  readonly isin: string | null
  readonly name: string | null
}) => string | null

/** Returns what the counted lines span: their first day, and the securities they name. */
export async function scopeOfLines(trx: Trx, accountId: string, withStatementId: string | null): Promise<LineScope> {
  const { rows } = await sql<{
    symbol: string | null
    isin: string | null
    name: string | null
    currency: string | null
    first_day: string
    lines: bigint
  }>`
    select l.symbol, l.isin, case when l.symbol is null and l.isin is null then max(l.name) end as name,
      (array_agg(l.price_currency order by l.day desc) filter (where l.price_currency is not null))[1] as currency,
      min(l.day)::text as first_day, count(*) as lines
    from account_statement_line l
    where ${counted(accountId, withStatementId)}
    group by l.symbol, l.isin, case when l.symbol is null and l.isin is null then l.name end`.execute(trx)
  const codeOf = codeOfLines(rows)
  const days = rows.map(({ first_day }) => first_day).sort()
  return {
    firstDay: days[0] === undefined ? null : toMarketDay(days[0]),
    lineCount: Number(rows.reduce((sum, { lines }) => sum + lines, 0n)),
    codeOf,
    securities: rows.flatMap((row) => {
      const code = codeOf(row)
      return code === null ? [] : [{ ...row, code }]
    }),
  }
}

/**
 * Returns the code of a security: its symbol, otherwise the symbol that another line has for its ISIN, otherwise the
 * ISIN, otherwise its name.
 */
export function codeOfLines(
  known: readonly { readonly symbol: string | null; readonly isin: string | null }[],
): CodeOf {
  const symbols = new Map<string, string>()
  for (const { symbol, isin } of known) if (symbol !== null && isin !== null) symbols.set(isin, symbol)
  return ({ symbol, isin, name }) => symbol ?? (isin === null ? name : (symbols.get(isin) ?? isin))
}
