// Sums the stored lines of closes over a period in one statement, each day multiplied by the share that it counts with.
import {
  type AttributedDay,
  fractionToNumber,
  type LineSum,
  scaledText,
  scaleShare,
  shareDecimals,
} from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { AccountHome } from '../book/account-home.ts'

/** What is known of an instrument's line besides its money. */
export interface LineFacts {
  readonly symbol: string
  readonly isShort: boolean
  /** Sum over the closes of market value before / base. */
  readonly weightDays: number
  readonly daysHeld: number
  readonly isHeld: boolean
}

export interface SummedCloses {
  readonly sums: readonly LineSum[]
  /** By the line of an instrument. */
  readonly facts: ReadonlyMap<string, LineFacts>
  readonly missing: number
}

interface Row {
  readonly kind: string
  readonly symbol: string
  readonly is_short: boolean
  readonly price: string
  readonly income: string
  readonly fee: string
  readonly contribution: string
  readonly weight: number
  readonly closes: number
  readonly held: number
  readonly is_held: boolean
}

const wholePart = 10n ** BigInt(shareDecimals)

/** A symbol that was held long and short in a period has two lines. */
export const lineOf = (kind: string, symbol: string, isShort: boolean): string =>
  kind === 'CASH' ? cashLine : `${isShort ? 'short' : 'long'} ${symbol}`

/** Lines of no instrument; what is not explained is a line of the whole period. */
export const cashLine = 'CASH'
export const expensesLine = 'EXPENSES'
export const notExplainedLine = 'NOT_EXPLAINED'

/**
 * Returns the lines of the days. What the fund earned beyond its lines is not explained: what the brokerage states
 * without a booking, and closes without lines.
 */
export async function sumCloses(
  db: Db,
  homes: readonly AccountHome[],
  days: readonly AttributedDay[],
): Promise<SummedCloses> {
  const shares = days.map(({ share }) => scaleShare(share))
  const rows = await readSums(db, homes, days, shares)
  const sums: LineSum[] = []
  const facts = new Map<string, LineFacts>()
  for (const row of rows) {
    const { symbol, is_short: isShort } = row
    const line = lineOf(row.kind, symbol, isShort)
    sums.push({
      line,
      price: fromText(row.price),
      income: fromText(row.income),
      fee: fromText(row.fee),
      contribution: fromText(row.contribution),
    })
    if (row.kind !== 'CASH')
      facts.set(line, { symbol, isShort, weightDays: row.weight, daysHeld: row.held, isHeld: row.is_held })
  }
  addUnlisted(sums, days, shares)
  const withLines = rows.find(({ kind }) => kind === 'CASH')?.closes ?? 0
  return { sums, facts, missing: days.length - withLines }
}

/**
 * Adds the lines that no close has stored: expenses of the fund, and what the days earned beyond all lines. `shares` are
 * those of the days.
 */
export function addUnlisted(
  sums: LineSum[],
  days: readonly AttributedDay[],
  shares: ReadonlyArray<ReturnType<typeof scaleShare>>,
): void {
  let expenses = { ...nothing, line: expensesLine }
  let rest = { ...nothing, line: notExplainedLine }
  for (const [index, { profitCents, expensesCents }] of days.entries()) {
    const { part, contribution = 0n } = shares[index]!
    expenses = add(expenses, { fee: -expensesCents * part, contribution: -expensesCents * contribution })
    rest = add(rest, { price: profitCents * part, contribution: profitCents * contribution })
  }
  if (expenses.fee !== 0n) sums.push(expenses)
  for (const { price, income, fee, contribution } of sums)
    rest = add(rest, { price: -price - income - fee, contribution: -contribution })
  if (rest.price !== 0n || rest.contribution !== 0n) sums.push(rest)
}

const nothing = { price: 0n, income: 0n, fee: 0n, contribution: 0n }

const add = (sum: LineSum, more: Partial<typeof nothing>): LineSum => ({
  ...sum,
  price: sum.price + (more.price ?? 0n),
  fee: sum.fee + (more.fee ?? 0n),
  contribution: sum.contribution + (more.contribution ?? 0n),
})

/** Reads decimal text in steps of a share. */
function fromText(text: string): bigint {
  const [whole = '', digits = ''] = text.split('.')
  return BigInt(whole + digits.padEnd(shareDecimals, '0'))
}

async function readSums(
  db: Db,
  homes: readonly AccountHome[],
  days: readonly AttributedDay[],
  shares: readonly ReturnType<typeof scaleShare>[],
): Promise<readonly Row[]> {
  if (days.length === 0) return []
  const bases = days.map(({ baseCents }) => (baseCents.numerator > 0n ? fractionToNumber(baseCents) : null))
  const parts = shares.map(({ part }) => scaledText(part, shareDecimals))
  // The whole of a fund is its lines as they are.
  const part = parts.every((text) => text === parts[0]) && shares[0]?.part === wholePart ? sql`1` : sql`d.part`
  const contributions = shares.map(({ contribution }) => scaledText(contribution ?? 0n, shareDecimals))
  const accountIds = [...new Set(days.flatMap(({ day }) => homeOf(homes, day) ?? []))]
  // The rows are read in one go: looking up each day by itself takes four times as long.
  const { rows } = await sql<Row>`
    with l as materialized (
      select account_id, day, kind, symbol, is_short, quantity, before_cents, price_cents, income_cents, fee_cents
      from account_close_line
      where account_id = any(${accountIds}::uuid[]) and kind <> 'NOT_EXPLAINED'
        and day between ${days[0]!.day} and ${days.at(-1)!.day})
    select l.kind, l.symbol, l.is_short, sum(l.price_cents * ${part})::text as price,
      sum(l.income_cents * ${part})::text as income, sum(l.fee_cents * ${part})::text as fee,
      sum((l.price_cents + l.income_cents + l.fee_cents) * d.contribution)::text as contribution,
      coalesce(sum(l.before_cents::float8 / d.base), 0) as weight, count(*)::int as closes,
      count(l.quantity)::int as held, bool_or(l.quantity is not null and l.day = ${days.at(-1)!.day}::date) as is_held
    from l
    join unnest(${days.map(({ day }) => homeOf(homes, day))}::uuid[], ${days.map(({ day }) => day)}::date[],
      ${parts}::numeric[], ${contributions}::numeric[], ${bases}::float8[])
      as d (account_id, day, part, contribution, base) on d.account_id = l.account_id and d.day = l.day
    group by l.kind, l.symbol, l.is_short`.execute(db)
  return rows
}

export const homeOf = (homes: readonly AccountHome[], day: string): string | null =>
  homes.find(
    ({ afterDay, untilDay }) => (afterDay === null || day > afterDay) && (untilDay === null || day <= untilDay),
  )?.accountId ?? null
