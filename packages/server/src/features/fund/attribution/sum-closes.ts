// Sums the stored lines of closes over a period in one statement. Days that count alike, with the same units, are summed
// together, so that the exact shares are multiplied with few sums.
import { type AttributedDay, fractionToNumber, type DayShare, type SharedProfit } from '@clubfolio/domain'
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
  readonly profits: readonly SharedProfit[]
  /** By the line of an instrument. */
  readonly facts: ReadonlyMap<string, LineFacts>
  readonly missing: number
}

interface Row {
  readonly kind: string
  readonly symbol: string
  readonly is_short: boolean
  readonly segment: number
  readonly price: string
  readonly income: string
  readonly fee: string
  readonly weight: number
  readonly closes: number
  readonly held: number
  readonly is_held: boolean
}

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
  const shares: DayShare[] = []
  const indexByKey = new Map<string, number>()
  const segments = days.map(({ share }) => {
    const key = `${share.units} ${share.heldUnits} ${share.growth?.numerator} ${share.growth?.denominator}`
    const known = indexByKey.get(key)
    if (known !== undefined) return known
    indexByKey.set(key, shares.length)
    return shares.push(share) - 1
  })
  const rows = await readSums(db, homes, days, segments)
  const rest = shares.map(() => 0n)
  const profits: SharedProfit[] = []
  const add = (line: string, segment: number, effects: Omit<SharedProfit, 'line' | 'share'>): void => {
    profits.push({ line, share: shares[segment]!, ...effects })
    rest[segment] = rest[segment]! - effects.priceCents - effects.incomeCents - effects.feeCents
  }
  const facts = new Map<string, LineFacts>()
  let withLines = 0
  for (const row of rows) {
    const effects = { priceCents: BigInt(row.price), incomeCents: BigInt(row.income), feeCents: BigInt(row.fee) }
    if (row.kind === 'CASH') {
      withLines += row.closes
      add(cashLine, row.segment, effects)
      continue
    }
    const line = `${row.is_short ? 'short' : 'long'} ${row.symbol}`
    add(line, row.segment, effects)
    const known = facts.get(line)
    facts.set(line, {
      symbol: row.symbol,
      isShort: row.is_short,
      weightDays: (known?.weightDays ?? 0) + row.weight,
      daysHeld: (known?.daysHeld ?? 0) + row.held,
      isHeld: (known?.isHeld ?? false) || row.is_held,
    })
  }
  for (const [index, { profitCents, expensesCents }] of days.entries()) {
    const segment = segments[index]!
    rest[segment] = rest[segment]! + profitCents
    if (expensesCents !== 0n) add(expensesLine, segment, { priceCents: 0n, incomeCents: 0n, feeCents: -expensesCents })
  }
  for (const [segment, priceCents] of [...rest].entries())
    if (priceCents !== 0n) add(notExplainedLine, segment, { priceCents, incomeCents: 0n, feeCents: 0n })
  return { profits, facts, missing: days.length - withLines }
}

async function readSums(
  db: Db,
  homes: readonly AccountHome[],
  days: readonly AttributedDay[],
  segments: readonly number[],
): Promise<readonly Row[]> {
  if (days.length === 0) return []
  const bases = days.map(({ baseCents }) => (baseCents.numerator > 0n ? fractionToNumber(baseCents) : null))
  const { rows } = await sql<Row>`
    select l.kind, l.symbol, l.is_short, d.segment,
      sum(l.price_cents)::text as price, sum(l.income_cents)::text as income, sum(l.fee_cents)::text as fee,
      coalesce(sum(l.before_cents::float8 / d.base), 0) as weight, count(*)::int as closes,
      count(l.quantity)::int as held, bool_or(l.quantity is not null and l.day = ${days.at(-1)!.day}::date) as is_held
    from unnest(${days.map(({ day }) => homeOf(homes, day))}::uuid[], ${days.map(({ day }) => day)}::date[],
      ${[...segments]}::int[], ${bases}::float8[]) as d (account_id, day, segment, base)
    join account_close_line l on l.account_id = d.account_id and l.day = d.day
    where l.kind <> 'NOT_EXPLAINED'
    group by l.kind, l.symbol, l.is_short, d.segment`.execute(db)
  return rows
}

const homeOf = (homes: readonly AccountHome[], day: string): string | null =>
  homes.find(
    ({ afterDay, untilDay }) => (afterDay === null || day > afterDay) && (untilDay === null || day <= untilDay),
  )?.accountId ?? null
