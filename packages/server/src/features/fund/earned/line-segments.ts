// The lines of closes for the statements of all holders of a fund, read in one go: lines of closes between which nobody
// dealt are summed in SQL, because every holder had the same part of each of them.
import {
  addCalendarDays,
  type AttributedDay,
  type DaySpan,
  type FundReplay,
  type LineSum,
  type MarketDay,
  scaleShare,
} from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { addUnlisted, homeOf, lineOf } from '../attribution/sum-closes.ts'
import type { AccountHome } from '../book/account-home.ts'

export interface HolderSums {
  readonly sums: readonly LineSum[]
  /** Closes of the days that have no lines. */
  readonly missing: number
}

export interface LineSegments {
  /** Of the lines of instruments, by line. */
  readonly symbols: ReadonlyMap<string, string>
  /** Returns the lines of one holder's days, which are those of one of the spans. */
  sumsOf(days: readonly AttributedDay[]): HolderSums
}

interface SegmentLine {
  readonly line: string
  readonly price: bigint
  readonly income: bigint
  readonly fee: bigint
}

interface Segment {
  readonly lines: SegmentLine[]
  closes: number
  withLines: number
}

/** Reads the lines of every close within the spans. */
export async function readLineSegments(
  db: Db,
  homes: readonly AccountHome[],
  replay: FundReplay,
  spans: readonly DaySpan[],
): Promise<LineSegments> {
  const segmentOf = divideCloses(replay, spans)
  const segments = new Map<number, Segment>()
  for (const segment of segmentOf.values()) {
    const known = segments.get(segment)
    if (known) known.closes += 1
    else segments.set(segment, { lines: [], closes: 1, withLines: 0 })
  }
  const symbols = new Map<string, string>()
  for (const row of await readSums(db, homes, segmentOf)) {
    const segment = segments.get(row.segment)
    if (!segment) continue
    const line = lineOf(row.kind, row.symbol, row.is_short)
    segment.lines.push({ line, price: BigInt(row.price), income: BigInt(row.income), fee: BigInt(row.fee) })
    if (row.kind === 'CASH') segment.withLines = row.closes
    else symbols.set(line, row.symbol)
  }
  return {
    symbols,
    sumsOf(days) {
      const shares = days.map(({ share }) => scaleShare(share))
      const sums = new Map<string, LineSum>()
      let missing = 0
      let last: number | undefined
      for (const [index, { day }] of days.entries()) {
        const at = segmentOf.get(day)
        if (at === undefined || at === last) continue
        last = at
        const { lines, closes, withLines } = segments.get(at)!
        missing += closes - withLines
        const { part, contribution = 0n } = shares[index]!
        for (const one of lines) {
          const sum = sums.get(one.line)
          sums.set(one.line, {
            line: one.line,
            price: (sum?.price ?? 0n) + one.price * part,
            income: (sum?.income ?? 0n) + one.income * part,
            fee: (sum?.fee ?? 0n) + one.fee * part,
            contribution: (sum?.contribution ?? 0n) + (one.price + one.income + one.fee) * contribution,
          })
        }
      }
      const all = [...sums.values()]
      addUnlisted(all, days, shares)
      return { sums: all, missing }
    },
  }
}

/** Returns the segment of each close within the spans: another one after each dealing, and at both ends of a span. */
function divideCloses({ valuations, dealings }: FundReplay, spans: readonly DaySpan[]): Map<MarketDay, number> {
  const cuts = spans.flatMap(({ from, to }) => [from, addCalendarDays(to, 1)]).toSorted()
  const found = new Map<MarketDay, number>()
  let segment = 0
  let nextDealing = 0
  let nextCut = 0
  for (const { day, closeStep } of valuations) {
    const before = nextDealing + nextCut
    while (dealings[nextDealing] && dealings[nextDealing]!.step < closeStep) nextDealing += 1
    while (cuts[nextCut] !== undefined && cuts[nextCut]! <= day) nextCut += 1
    if (nextDealing + nextCut > before) segment += 1
    if (spans.some(({ from, to }) => day >= from && day <= to)) found.set(day, segment)
  }
  return found
}

interface Row {
  readonly segment: number
  readonly kind: string
  readonly symbol: string
  readonly is_short: boolean
  readonly price: string
  readonly income: string
  readonly fee: string
  readonly closes: number
}

async function readSums(
  db: Db,
  homes: readonly AccountHome[],
  segmentOf: ReadonlyMap<MarketDay, number>,
): Promise<readonly Row[]> {
  const days = [...segmentOf.keys()]
  if (days.length === 0) return []
  const accountIds = days.map((day) => homeOf(homes, day))
  // The rows are read in one go: looking up each day by itself takes several times as long.
  const { rows } = await sql<Row>`
    with l as materialized (
      select account_id, day, kind, symbol, is_short, price_cents, income_cents, fee_cents
      from account_close_line
      where account_id = any(${[...new Set(accountIds.flatMap((id) => id ?? []))]}::uuid[])
        and kind <> 'NOT_EXPLAINED' and day between ${days[0]!} and ${days.at(-1)!})
    select d.segment, l.kind, l.symbol, l.is_short, sum(l.price_cents)::text as price,
      sum(l.income_cents)::text as income, sum(l.fee_cents)::text as fee, count(*)::int as closes
    from l
    join unnest(${accountIds}::uuid[], ${days}::date[], ${[...segmentOf.values()]}::int[])
      as d (account_id, day, segment) on d.account_id = l.account_id and d.day = l.day
    group by d.segment, l.kind, l.symbol, l.is_short`.execute(db)
  return rows
}
