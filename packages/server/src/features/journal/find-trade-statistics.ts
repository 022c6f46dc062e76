// Statistics over the closed trades of own accounts that pass a filter.
import type { TradeFigures, TradeFilter, TradeGroup, TradeRow, TradeStatisticsReply } from '@clubfolio/contract'
import {
  groupTrades,
  rCurve,
  rDistribution,
  resultsByDay,
  tradeStatistics,
  type ClosedResult,
  type RCurve,
} from '@clubfolio/domain'
import type { Services } from '../../services.ts'
import { readNotedTrades, toTradeRow, tradeFilter, type NotedTrade } from './noted-trades.ts'

type ClosedTrade = NotedTrade & ClosedResult

const isCounted = (trade: NotedTrade): trade is ClosedTrade =>
  trade.closedAt !== null && trade.closedDay !== null && trade.netCents !== null

/** A picture has no use for more points. */
const curvePoints = 400

/** Throws `notFound`. */
export async function findTradeStatistics(
  services: Pick<Services, 'db' | 'journals'>,
  ownerId: string,
  { accountIds, ...filter }: TradeFilter,
): Promise<TradeStatisticsReply> {
  const all = await readNotedTrades(services, ownerId, accountIds)
  const found = all.filter(tradeFilter(filter))
  const closed = found.filter(isCounted)
  const openCount = found.filter(({ closedDay }) => closedDay === null).length
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
      holdingTime: groupsBy(({ holdingTime }) => (holdingTime === null ? [] : [holdingTime])),
    },
    distribution: rDistribution(closed).map(({ fromHundredths, untilHundredths, count }) => ({
      from: fromHundredths === null ? null : fromHundredths / 100,
      until: untilHundredths === null ? null : untilHundredths / 100,
      count,
    })),
    curve: thin(curve.points).map(({ at, rHundredths }) => [at, rHundredths / 100]),
    drawdownR: curve.drawdownHundredths / 100,
    openDrawdownR: curve.openDrawdownHundredths / 100,
    best: extremeOf(closed, (result, other) => result > other),
    worst: extremeOf(closed, (result, other) => result < other),
    days: resultsByDay(closed).map(({ day, count, wins, netCents, rHundredths }) => ({
      day,
      count,
      wins,
      result: netCents,
      totalR: rHundredths / 100,
    })),
    setups: distinct(all.flatMap(({ setup }) => (setup === '' ? [] : [setup]))),
    tags: distinct(all.flatMap(({ tags }) => tags)),
  }
}

/** Returns the trade whose result beats all others, the first of equal ones. */
function extremeOf(trades: readonly ClosedTrade[], beats: (result: bigint, other: bigint) => boolean): TradeRow | null {
  let found: ClosedTrade | undefined
  for (const trade of trades) if (found === undefined || beats(trade.netCents, found.netCents)) found = trade
  return found === undefined ? null : toTradeRow(found)
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].sort((a, b) => a.localeCompare(b, 'en'))

function figuresOf(trades: readonly ClosedTrade[]): TradeFigures {
  const figures = tradeStatistics(trades)
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
    expectancyR: figures.expectancyRHundredths === null ? null : figures.expectancyRHundredths / 100,
  }
}

/** Returns every n-th point and the last one. */
function thin(points: RCurve['points']): RCurve['points'] {
  const step = Math.ceil(points.length / curvePoints)
  return step <= 1 ? points : points.filter((_, index) => index % step === 0 || index === points.length - 1)
}
