// The journal by other means, to compare with: plain numbers over the booked rows, no lots, no fractions, and nothing of
// the code that makes the journal.
import type { Bar } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

interface PlainRow {
  readonly id: string
  readonly symbol: string
  readonly ms: number
  readonly day: string
  readonly quantity: number
  readonly net: number
  readonly fee: number
  readonly isSplit: boolean
}

export interface PlainTrade {
  readonly id: string
  readonly symbol: string
  readonly side: 'LONG' | 'SHORT'
  readonly openedMs: number
  readonly openedDay: string
  readonly closedMs: number
  readonly closedDay: string
  /** Cents. */
  readonly net: number
  readonly fees: number
  /** In the shares of the opening. */
  readonly shares: number
  readonly entered: number
  readonly risk: number | null
  /** With two decimals, halves to even, like that which is added up. */
  readonly r: number | null
  readonly hasSplit: boolean
  readonly steps: readonly { readonly ms: number; readonly cash: number; readonly held: number }[]
}

/** Returns the closed trades of an account of shares, whose rows each move a position up to, or away from, flat. */
export async function plainTrades(db: Db, accountId: string): Promise<PlainTrade[]> {
  const { rows } = await sql<PlainRow>`
    select broker_id as id, symbol, extract(epoch from occurred_at)::float8 * 1000 as ms, trade_date::text as day,
      quantity::float8 as quantity, net_amount_cents::float8 as net, fee_cents::float8 as fee,
      description ilike '%split%' as "isSplit"
    from account_transaction where account_id = ${accountId} and quantity is not null and symbol is not null
    order by symbol, occurred_at, broker_id`.execute(db)
  const stops = await readStops(db, accountId)
  const trades: PlainTrade[] = []
  let open: PlainRow[] = []
  let held = 0
  for (const row of rows) {
    if (open[0] && open[0].symbol !== row.symbol) [open, held] = [[], 0]
    const before = held
    held += row.quantity
    open.push(row)
    if (before !== 0 && before > 0 !== held > 0 && Math.abs(held) > 1e-9) throw new Error(`${row.id} turns round`)
    if (Math.abs(held) > 1e-9) continue
    trades.push(closeTrade(open, stops.get(row.symbol) ?? []))
    ;[open, held] = [[], 0]
  }
  return trades
}

function closeTrade(rows: readonly PlainRow[], stops: readonly StopRow[]): PlainTrade {
  const [first, last] = [rows[0]!, rows.at(-1)!]
  const isLong = first.quantity > 0
  const steps: { ms: number; cash: number; held: number }[] = []
  let [shares, entered, cash, held, factor] = [0, 0, 0, 0, 1]
  for (const row of rows) {
    if (row.isSplit) {
      factor *= (held * factor + row.quantity) / (held * factor)
      continue
    }
    const moved = row.quantity / factor
    cash += row.net + row.fee
    held += moved
    if (row.quantity > 0 === isLong) {
      shares += Math.abs(moved)
      entered += Math.abs(row.net + row.fee)
    }
    steps.push({ ms: row.ms, cash, held })
  }
  const net = rows.reduce((sum, row) => sum + row.net, 0)
  const stop = firstStopOf(stops, { isLong, fromMs: first.ms, untilMs: last.ms })
  const price = entered / shares / 100
  const away = stop === undefined ? 0 : isLong ? price - stop(price) : stop(price) - price
  const risk = stop === undefined ? null : Math.round(away * shares * 100)
  return {
    id: first.id,
    symbol: first.symbol,
    side: isLong ? 'LONG' : 'SHORT',
    openedMs: first.ms,
    openedDay: first.day,
    closedMs: last.ms,
    closedDay: last.day,
    net,
    fees: rows.reduce((sum, row) => sum + row.fee, 0),
    shares,
    entered,
    risk,
    r: risk === null || risk <= 0 ? null : halfEven(net * 100, risk) / 100,
    hasSplit: factor !== 1,
    steps,
  }
}

/** Divides whole numbers. */
export function halfEven(part: number, whole: number): number {
  const floor = Math.floor(part / whole)
  const doubledRest = (part - floor * whole) * 2
  return doubledRest > whole || (doubledRest === whole && floor % 2 !== 0) ? floor + 1 : floor
}

interface StopRow {
  readonly id: string
  readonly symbol: string
  readonly isSell: boolean
  readonly sinceMs: number
  readonly endMs: number | null
  readonly stop: number | null
  readonly trail: number | null
  readonly unit: string | null
}

/** Returns the stops of each symbol by the time from which they worked. */
async function readStops(db: Db, accountId: string): Promise<Map<string, StopRow[]>> {
  const { rows } = await sql<StopRow>`
    select o.broker_id as id, o.symbol, o.instruction in ('SELL', 'SELL_TO_CLOSE') as "isSell",
      extract(epoch from coalesce(e.last_fill_at, o.entered_at))::float8 * 1000 as "sinceMs",
      extract(epoch from o.closed_at)::float8 * 1000 as "endMs",
      o.stop_price::float8 as stop, o.trail_offset::float8 as trail, o.trail_unit as unit
    from broker_order o left join broker_order e on e.account_id = o.account_id and e.broker_id = o.root_id
      and e.broker_id <> o.broker_id and e.strategy = 'TRIGGER'
    where o.account_id = ${accountId} and o.order_type like '%STOP%' and o.status <> 'REJECTED'
      and coalesce(e.filled_quantity, 1) > 0
      and o.instruction in ('SELL', 'SELL_TO_CLOSE', 'BUY', 'BUY_TO_COVER', 'BUY_TO_CLOSE')
    order by 4, o.broker_id`.execute(db)
  const stops = new Map<string, StopRow[]>()
  for (const row of rows) stops.set(row.symbol, [...(stops.get(row.symbol) ?? []), row])
  return stops
}

interface Held {
  readonly isLong: boolean
  readonly fromMs: number
  readonly untilMs: number
}

/** Returns the price of the first stop for an average entry. */
function firstStopOf(
  stops: readonly StopRow[],
  { isLong, fromMs, untilMs }: Held,
): ((entry: number) => number) | undefined {
  const row = stops.find(
    ({ isSell, sinceMs, endMs }) => isSell === isLong && sinceMs <= untilMs && (endMs === null || endMs >= fromMs),
  )
  if (!row) return undefined
  const { stop, trail, unit } = row
  if (trail === null) return stop === null ? undefined : () => stop
  return (entry) => entry + (isLong ? -1 : 1) * (unit === 'PERCENT' ? (entry * trail) / 100 : trail)
}

export interface PlainBar extends Pick<Bar, 'high' | 'low'> {
  readonly fromMs: number
  readonly untilMs: number
}

/** Returns the best and the worst result in cents: everything that was held at some time of a bar, at its extremes. */
export function plainExcursion({ steps }: PlainTrade, bars: readonly PlainBar[]): { best: number; worst: number } {
  const results = [0]
  steps.forEach(({ ms, cash, held }, index) => {
    const untilMs = steps[index + 1]?.ms ?? Infinity
    // At the price of the fill itself.
    const previous = steps[index - 1] ?? { cash: 0, held: 0 }
    const price = (previous.cash - cash) / (held - previous.held)
    results.push(cash + held * price)
    if (Math.abs(held) < 1e-9) return
    for (const { fromMs, untilMs: endMs, high, low } of bars)
      if (endMs > ms && fromMs <= untilMs) results.push(cash + held * high * 100, cash + held * low * 100)
  })
  return { best: Math.round(Math.max(...results)), worst: Math.round(Math.min(...results)) }
}

/**
 * Returns the risk of a spread in cents by trying every price in cents from 0 to far above the strikes, with fees of 0.65
 * for each contract; null where the loss grows towards either end.
 */
export function plainSpreadRisk(legs: readonly (readonly [code: string, contracts: number, dollars: number])[]) {
  const cashCents = legs.reduce((sum, [, contracts, dollars]) => sum + dollars * 100 - Math.abs(contracts) * 65, 0)
  const profitAt = (cents: number): number =>
    legs.reduce((sum, [code, contracts]) => {
      const strike = Number(code.slice(1)) / 10
      const worth = Math.max(0, code.startsWith('C') ? cents - strike : strike - cents)
      return sum + worth * contracts * 100
    }, cashCents)
  const top = 100_000
  if (profitAt(top) < profitAt(top - 1) || profitAt(0) < profitAt(1)) return null
  let least = 0
  for (let cents = 0; cents <= top; cents++) least = Math.min(least, profitAt(cents))
  return least < 0 ? -least : null
}

/** In cents, and percent with two decimals. */
export function plainExcursionFigures(
  trades: readonly PlainTrade[],
  measured: ReadonlyMap<string, { readonly best: number; readonly worst: number }>,
) {
  const wins = trades.filter(({ net }) => net > 0)
  const losses = trades.filter(({ net }) => net < 0)
  const best = (of: readonly PlainTrade[]) => sumOf(of.map(({ id }) => measured.get(id)!.best))
  const worst = (of: readonly PlainTrade[]) => sumOf(of.map(({ id }) => measured.get(id)!.worst))
  return {
    count: trades.length,
    worstOfWins: halfEven(worst(wins), wins.length),
    bestOfLosses: halfEven(best(losses), losses.length),
    kept: halfEven(sumOf(wins.map(({ net }) => net)) * 10_000, best(wins)) / 100,
  }
}

export interface PlainFigures {
  readonly count: number
  readonly wins: number
  readonly losses: number
  readonly result: number
  readonly winPercent: number
  readonly averageWin: number
  readonly averageLoss: number
  readonly expectancy: number
  readonly profitFactor: number
  readonly rCount: number
  readonly totalR: number
  readonly expectancyR: number
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** Money in dollars. */
export function plainFigures(trades: readonly PlainTrade[]): PlainFigures {
  const wins = trades.filter(({ net }) => net > 0).map(({ net }) => net / 100)
  const losses = trades.filter(({ net }) => net < 0).map(({ net }) => net / 100)
  const rs = trades.flatMap(({ r }) => r ?? [])
  const result = sumOf(trades.map(({ net }) => net)) / 100
  return {
    count: trades.length,
    wins: wins.length,
    losses: losses.length,
    result,
    winPercent: (wins.length / trades.length) * 100,
    averageWin: sumOf(wins) / wins.length,
    averageLoss: sumOf(losses) / losses.length,
    expectancy: result / trades.length,
    profitFactor: sumOf(wins) / -sumOf(losses),
    rCount: rs.length,
    totalR: sumOf(rs),
    expectancyR: sumOf(rs) / rs.length,
  }
}
