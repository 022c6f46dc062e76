// Statistics over the closed trades of own accounts that pass a filter.
import type { TradeFigures, TradeFilter, TradeGroup, TradeRow, TradeStatisticsReply } from '@clubfolio/contract'
import {
  excursionStatistics,
  groupTrades,
  rCurve,
  rDistribution,
  resultsByDay,
  toEpochMs,
  tradeStatistics,
  type Cents,
  type ClosedResult,
  type HoldingTime,
  type MarketDay,
  type MeasuredResult,
  type RCurve,
  type Side,
} from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { refreshTrades } from './refresh-trades.ts'
import {
  passesFilter,
  refuseOthers,
  toTradeRow,
  tradeRecordColumns,
  tradesOf,
  type TradeRecord,
} from './select-trades.ts'

interface CountedRow {
  readonly id: string
  readonly account_id: string
  readonly underlying: string
  readonly side: Side
  readonly closed_at: Date | null
  readonly closed_day: MarketDay | null
  readonly net_cents: Cents | null
  readonly r_hundredths: number | null
  readonly setup: string
  readonly tags: readonly string[]
  readonly weekday: number | null
  readonly holding_time: HoldingTime | null
  readonly best: Cents | null
  readonly worst: Cents | null
  readonly best_r: number | null
  readonly worst_r: number | null
}

type ClosedTrade = CountedRow & ClosedResult & MeasuredResult

/** A picture has no use for more points. */
const curvePoints = 400

/** Throws `notFound`. */
export async function findTradeStatistics(
  services: Services,
  ownerId: string,
  { accountIds, ...filter }: TradeFilter,
): Promise<TradeStatisticsReply> {
  const { db } = services
  await refuseOthers(db, ownerId, accountIds)
  await refreshTrades(services, accountIds)
  // Figures count closed trades, so that none of an open one is measured.
  const { rows: found } = await sql<CountedRow>`
    select t.trade_id as id, t.account_id, t.underlying, t.side, t.closed_at, t.closed_day, t.net_cents, t.r_hundredths,
      t.setup, t.tags, t.weekday, t.holding_time, t.best, t.worst, t.best_r, t.worst_r
    from ${tradesOf(accountIds)} where ${passesFilter(filter)}
    order by t.opened_at nulls first, t.trade_id, t.account_id`.execute(db)
  const closed = found.flatMap((trade): ClosedTrade[] => {
    const { closed_at: closedAt, closed_day: closedDay, net_cents: netCents, r_hundredths: rHundredths } = trade
    if (closedAt === null || closedDay === null || netCents === null) return []
    const { best: bestCents, worst: worstCents, best_r: bestRHundredths, worst_r: worstRHundredths } = trade
    const result = { closedAt: toEpochMs(closedAt.getTime()), closedDay, netCents, rHundredths }
    return [{ ...trade, ...result, bestCents, worstCents, bestRHundredths, worstRHundredths }]
  })
  const words = await readWords(db, accountIds)
  const openCount = found.filter(({ closed_day: day }) => day === null).length
  const curve = rCurve(closed)
  const groupsBy = (keysOf: (trade: ClosedTrade) => readonly string[]): TradeGroup[] =>
    groupTrades(closed, keysOf).map(({ key, trades }) => ({ key, ...figuresOf(trades) }))
  return {
    total: figuresOf(closed),
    openCount,
    unknownCount: found.length - openCount - closed.length,
    groups: {
      tag: groupsBy(({ tags }) => tags),
      setup: groupsBy(({ setup }) => (setup === '' ? [] : [setup])),
      code: groupsBy(({ underlying }) => [underlying]),
      side: groupsBy(({ side }) => [side]),
      weekday: groupsBy(({ weekday }) => (weekday === null ? [] : [String(weekday)])),
      holdingTime: groupsBy(({ holding_time: time }) => (time === null ? [] : [time])),
    },
    distribution: rDistribution(closed).map(({ fromHundredths, untilHundredths, count }) => ({
      from: fromHundredths === null ? null : fromHundredths / 100,
      until: untilHundredths === null ? null : untilHundredths / 100,
      count,
    })),
    curve: thin(curve.points).map(({ at, rHundredths }) => [at, rHundredths / 100]),
    drawdownR: curve.drawdownHundredths / 100,
    openDrawdownR: curve.openDrawdownHundredths / 100,
    best: await findRow(
      db,
      extremeOf(closed, (result, other) => result > other),
    ),
    worst: await findRow(
      db,
      extremeOf(closed, (result, other) => result < other),
    ),
    days: resultsByDay(closed).map(({ day, count, wins, netCents, rHundredths }) => ({
      day,
      count,
      wins,
      result: netCents,
      totalR: rHundredths / 100,
    })),
    ...words,
  }
}

/** Returns all that the user has given to trades of these accounts. */
async function readWords(db: Db, accountIds: readonly string[]): Promise<{ setups: string[]; tags: string[] }> {
  const { rows } = await sql<{ setups: string[]; tags: string[] }>`
    select array(select distinct t.setup from journal_trade t where t.account_id = any(${accountIds}::uuid[])
        and t.setup <> '') as setups,
      array(select distinct tag from journal_trade t cross join unnest(t.tags) tag
        where t.account_id = any(${accountIds}::uuid[])) as tags`.execute(db)
  const { setups = [], tags = [] } = rows[0] ?? {}
  return { setups: inOrder(setups), tags: inOrder(tags) }
}

const inOrder = (texts: readonly string[]): string[] => texts.toSorted((a, b) => a.localeCompare(b, 'en'))

async function findRow(db: Db, trade: ClosedTrade | undefined): Promise<TradeRow | null> {
  if (trade === undefined) return null
  const { rows } = await sql<TradeRecord>`
    select ${tradeRecordColumns} from ${tradesOf([trade.account_id])} where t.trade_id = ${trade.id}`.execute(db)
  return rows[0] === undefined ? null : toTradeRow(rows[0])
}

/** Returns the trade whose result beats all others, the first of equal ones. */
function extremeOf(
  trades: readonly ClosedTrade[],
  beats: (result: bigint, other: bigint) => boolean,
): ClosedTrade | undefined {
  let found: ClosedTrade | undefined
  for (const trade of trades) if (found === undefined || beats(trade.netCents, found.netCents)) found = trade
  return found
}

function figuresOf(trades: readonly ClosedTrade[]): TradeFigures {
  const figures = tradeStatistics(trades)
  const excursions = excursionStatistics(trades)
  return {
    count: figures.count,
    wins: figures.wins,
    losses: figures.losses,
    result: figures.netCents,
    winPercent: figures.winPercent,
    averageWin: figures.averageWinCents,
    averageLoss: figures.averageLossCents,
    expectancy: figures.expectancyCents,
    profitFactor: figures.profitFactor,
    rCount: figures.rCount,
    totalR: figures.rHundredths / 100,
    expectancyR: rOf(figures.expectancyRHundredths),
    measuredCount: excursions.count,
    averageWorstOfWins: excursions.averageWorstOfWinsCents,
    averageWorstOfWinsR: rOf(excursions.averageWorstOfWinsRHundredths),
    averageBestOfLosses: excursions.averageBestOfLossesCents,
    averageBestOfLossesR: rOf(excursions.averageBestOfLossesRHundredths),
    bestKeptPercent: excursions.bestKeptPercent,
  }
}

const rOf = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / 100)

/** Returns every n-th point and the last one. */
function thin(points: RCurve['points']): RCurve['points'] {
  const step = Math.ceil(points.length / curvePoints)
  return step <= 1 ? points : points.filter((_, index) => index % step === 0 || index === points.length - 1)
}
