// Sums the stored lines of closes over a period in one statement, each day multiplied by the share that it counts with.
import {
  type AttributedDay,
  type BenchmarkPath,
  calendarDaysBetween,
  cutFactors,
  type CutFactors,
  fractionToNumber,
  joinPieces,
  type LineSum,
  type ScaledShare,
  scaleShare,
  benchmarkPerCent,
} from '@clubfolio/domain'
import { sql, type RawBuilder } from 'kysely'
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
  /** Contributions beyond the benchmark, in steps of 1e-50, of lines with a weight; undefined without a benchmark. */
  readonly excess: ReadonlyMap<string, bigint> | undefined
}

/** Lines of no instrument; what is not explained is a line of the whole period. */
export const cashLine = 'CASH'
export const expensesLine = 'EXPENSES'
export const notExplainedLine = 'NOT_EXPLAINED'

/** A symbol that was held long and short in a period has two lines. */
export const lineOf = (kind: string, symbol: string, isShort: boolean): string =>
  kind === 'CASH' ? cashLine : `${isShort ? 'short' : 'long'} ${symbol}`

export interface ClosesToSum {
  readonly homes: readonly AccountHome[]
  readonly days: readonly AttributedDay[]
  readonly benchmark?: BenchmarkPath | undefined
}

/**
 * Returns the lines of the days. What the fund earned beyond its lines is not explained: what the brokerage states
 * without a booking, and closes without lines.
 */
export async function sumCloses(db: Db, { homes, days, benchmark }: ClosesToSum): Promise<SummedCloses> {
  const exact = days.map(({ share }) => scaleShare(share))
  const part = cutFactors(exact.map((share) => share.part))
  const contribution = cutFactors(exact.map((share) => share.contribution ?? 0n))
  const excess = benchmark && cutFactors(benchmarkPerCent(days, benchmark.steps))
  const rows = await readSums(db, { homes, days, part, contribution, excess })
  const sums: LineSum[] = []
  const facts = new Map<string, LineFacts>()
  const beyond = new Map<string, bigint>()
  for (const row of rows) {
    const { symbol, is_short: isShort } = row
    const line = lineOf(row.kind, symbol, isShort)
    const contributed = join(contribution, row.contribution)
    sums.push({
      line,
      price: join(part, row.price),
      income: join(part, row.income),
      fee: join(part, row.fee),
      contribution: contributed,
    })
    beyond.set(line, excess && line !== cashLine ? contributed - join(excess, row.excess) : contributed)
    if (line !== cashLine)
      facts.set(line, { symbol, isShort, weightDays: row.weight, daysHeld: row.held, isHeld: row.is_held })
  }
  // Cash has the weight that is left.
  const weighed = rows.reduce((sum, row) => (excess && row.kind !== 'CASH' ? sum + join(excess, row.excess) : sum), 0n)
  if (benchmark) beyond.set(cashLine, (beyond.get(cashLine) ?? 0n) - (benchmark.total - weighed))
  addUnlisted(
    sums,
    days,
    exact.map((_, index) => ({ part: factorOf(part, index), contribution: factorOf(contribution, index) })),
  )
  const withLines = rows.find(({ kind }) => kind === 'CASH')?.closes ?? 0
  return { sums, facts, missing: days.length - withLines, excess: benchmark && beyond }
}

const factorOf = ({ factors }: CutFactors, index: number): bigint => factors[index] ?? 0n

/**
 * Adds the lines that no close has stored: expenses of the fund, and what the days earned beyond all lines. `shares`
 * are those of the days.
 */
export function addUnlisted(sums: LineSum[], days: readonly AttributedDay[], shares: readonly ScaledShare[]): void {
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

interface Row {
  readonly kind: string
  readonly symbol: string
  readonly is_short: boolean
  /** Sums by piece of the factors, those of the upper digits of the amounts after those of the lower ones. */
  readonly price: readonly string[]
  readonly income: readonly string[]
  readonly fee: readonly string[]
  readonly contribution: readonly string[]
  readonly excess: readonly string[]
  readonly weight: number
  readonly closes: number
  readonly held: number
  readonly is_held: boolean
}

/** Amounts are cut too, so that any of them times a piece stays a machine number. */
const lowerSize = 1_000_000_000n

function join(factors: CutFactors, sums: readonly string[]): bigint {
  const all = sums.map(BigInt)
  const { length } = factors.pieces
  if (length === 0) return joinPieces(factors, all)
  return joinPieces(factors, all.slice(0, length)) + joinPieces(factors, all.slice(length)) * lowerSize
}

interface SumsToRead extends ClosesToSum {
  readonly part: CutFactors
  readonly contribution: CutFactors
  readonly excess: CutFactors | undefined
}

async function readSums(db: Db, { homes, days, part, contribution, excess }: SumsToRead): Promise<readonly Row[]> {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  // Factors are read from arrays by the number of the day: a join with the days takes longer than the sums.
  const at = sql`[day - ${first.day}::date + 1]`
  const places = days.map(({ day }) => calendarDaysBetween(first.day, day))
  // Written as text here: the driver quotes each element, which takes longer than all else.
  const spread = (values: readonly (number | boolean)[], empty: number | boolean): string => {
    const all = Array.from<number | boolean>({ length: places.at(-1)! + 1 }).fill(empty)
    for (const [index, place] of places.entries()) all[place] = values[index] ?? empty
    return `{${all.join(',')}}`
  }
  const factorsOf = (name: string, { pieces }: CutFactors): Factors => ({
    columns: pieces.map((piece, index) => sql`(${spread(piece, 0)}::int8[])${at} as ${sql.ref(`${name}_${index}`)}`),
    names: pieces.map((_, index) => sql.ref(`l.${name}_${index}`)),
  })
  const parts = factorsOf('part', part)
  const contributions = factorsOf('contribution', contribution)
  const weights = excess && factorsOf('excess', excess)
  const bases = days.map(({ baseCents }) => (baseCents.numerator > 0n ? 1 / fractionToNumber(baseCents) : 0))
  const stays = [...new Set(days.map(({ day }) => homeOf(homes, day)))].map(
    (id) => sql`(account_id = ${id}::uuid
      and (${spread(
        days.map(({ day }) => homeOf(homes, day) === id),
        false,
      )}::bool[])${at})`,
  )
  const { rows } = await sql<Row>`
    select l.kind, l.symbol, l.is_short,
      ${sumsOf('price_cents', parts)} as price, ${sumsOf('income_cents', parts)} as income,
      ${sumsOf('fee_cents', parts)} as fee, ${sumsOf('profit_cents', contributions)} as contribution,
      ${weights ? sumsOf('before_cents', weights) : sql`array[]::text[]`} as excess,
      sum(l.before_cents * l.per_base) as weight, count(*)::int as closes, count(l.quantity)::int as held,
      coalesce(max(l.day) filter (where l.quantity is not null) = ${last.day}::date, false) as is_held
    from (
      select *, price_cents + income_cents + fee_cents as profit_cents, ${sql.join([
        sql`(${spread(bases, 0)}::float8[])${at} as per_base`,
        ...parts.columns,
        ...contributions.columns,
        ...(weights?.columns ?? []),
      ])}
      from account_close_line
      where (${sql.join(stays, sql` or `)}) and day between ${first.day}::date and ${last.day}::date
      -- Keeps all this from being computed again in each sum.
      offset 0) l
    group by l.kind, l.symbol, l.is_short`.execute(db)
  return rows.filter(({ kind }) => kind !== 'NOT_EXPLAINED')
}

/** The pieces of factors as columns, and how sums name them. */
interface Factors {
  readonly columns: readonly RawBuilder<unknown>[]
  readonly names: readonly RawBuilder<unknown>[]
}

function sumsOf(column: string, { names }: Factors): RawBuilder<unknown> {
  const amount = sql.ref(`l.${column}`)
  if (names.length === 0) return sql`array[sum(${amount})::text]`
  const lower = names.map((one) => sql`sum(${amount} % ${lowerCents} * ${one})::text`)
  // Hardly any amount has upper digits.
  const upper = names.map(
    (one) => sql`coalesce(sum(${amount} / ${lowerCents} * ${one})
      filter (where ${amount} not between 1 - ${lowerCents} and ${lowerCents} - 1), 0)::text`,
  )
  return sql`array[${sql.join([...lower, ...upper])}]`
}

const lowerCents = sql.raw(String(lowerSize))

export const homeOf = (homes: readonly AccountHome[], day: string): string | null =>
  homes.find(
    ({ afterDay, untilDay }) => (afterDay === null || day > afterDay) && (untilDay === null || day <= untilDay),
  )?.accountId ?? null
