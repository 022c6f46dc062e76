// The journal of the demonstration's year, every figure compared with an independent script over the booked rows.
import { addCalendarDays, marketDaySpan, toMarketDay } from '@clubfolio/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkAccount } from '../../testing/factories.ts'
import { type Demonstration, startDemonstration } from '../../testing/demonstration.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { runJournalUpkeep } from '../../jobs/journal-job.ts'
import { transactionRow } from '../../testing/sample-rows.ts'
import { fillSimulatedMarket } from '../market/fill-simulated-market.ts'
import { everyTrade, expectFigures, expectTrades, readTrades } from './testing/compare-journal.ts'
import {
  halfEven,
  plainExcursion,
  plainExcursionFigures,
  plainSpreadRisk,
  plainTrades,
  type PlainBar,
  type PlainTrade,
} from './testing/plain-journal.ts'

let app: Demonstration
let manager: TestUser
let accountId: string
let plain: PlainTrade[]

beforeAll(async () => {
  app = await startDemonstration({ hasClub: true })
  await fillSimulatedMarket(app.services)
  manager = await app.signInAs('manager')
  accountId = (await app.services.db.selectFrom('account').select('id').executeTakeFirstOrThrow()).id
  plain = await plainTrades(app.services.db, accountId)
}, 180_000)
afterAll(() => app.stop())

function groupBy(trades: readonly PlainTrade[], keyOf: (trade: PlainTrade) => string): Record<string, PlainTrade[]> {
  const groups: Record<string, PlainTrade[]> = {}
  for (const trade of trades) (groups[keyOf(trade)] ??= []).push(trade)
  return groups
}

test('has every closed trade with its result, percent and R', async () => {
  const rows = await readTrades(manager, everyTrade([accountId]), 7)
  expect(plain.length).toBeGreaterThan(20)
  expect(plain.filter(({ r }) => r !== null).length).toBeGreaterThan(15)
  expectTrades(rows, plain)
})

test('adds up to the realised gains of the account', async () => {
  const { number } = await app.services.db
    .selectFrom('account')
    .select('number')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { profit, fees } = await manager.client.transaction.findRealisedProfit({
    body: { accountNumber: number, fromDate: null, toDate: null },
  })
  const rows = await readTrades(manager, everyTrade([accountId]))
  expect(rows.reduce((sum, { result }) => sum + (result ?? 0n), 0n)).toBe(profit - fees)
})

test('statistics of all trades and of every group are those of the script', async () => {
  const { client } = manager
  const half = plain.map(({ id }) => id).filter((_, index) => index % 2 === 0)
  for (const [index, tradeId] of half.entries())
    await client.journal.saveTradeNote({
      body: {
        accountId,
        tradeId,
        setup: index % 3 === 0 ? 'Breakout' : 'Dip',
        tags: ['even', `n${index % 2}`],
        note: '',
      },
    })
  const found = await client.journal.findTradeStatistics({ body: everyTrade([accountId]) })
  expectFigures(found.total, plain)
  const ofIds = (ids: readonly string[]) => plain.filter(({ id }) => ids.includes(id))
  const groups: Record<keyof typeof found.groups, Record<string, PlainTrade[]>> = {
    setup: {
      Breakout: ofIds(half.filter((_, index) => index % 3 === 0)),
      Dip: ofIds(half.filter((_, index) => index % 3 !== 0)),
    },
    tag: {
      even: ofIds(half),
      n0: ofIds(half.filter((_, index) => index % 2 === 0)),
      n1: ofIds(half.filter((_, index) => index % 2 === 1)),
    },
    code: groupBy(plain, ({ symbol }) => symbol),
    side: groupBy(plain, ({ side }) => side),
    weekday: groupBy(plain, ({ openedDay }) => String(new Date(openedDay).getUTCDay() || 7)),
    holdingTime: groupBy(plain, ({ openedDay, closedDay, openedMs, closedMs }) => {
      const days = (Date.parse(closedDay) - Date.parse(openedDay)) / 86_400_000
      if (days === 0) return closedMs - openedMs <= 3_600_000 ? 'HOUR' : 'DAY'
      return days < 8 ? 'WEEK' : days < 32 ? 'MONTH' : days < 93 ? 'QUARTER' : 'LONGER'
    }),
  }
  for (const [grouping, expected] of Object.entries(groups)) {
    const given = found.groups[grouping as keyof typeof groups]
    expect(given.map(({ key }) => key)).toEqual(Object.keys(expected).toSorted())
    for (const group of given) expectFigures(group, expected[group.key]!)
  }
  expect(found.tags).toEqual(['even', 'n0', 'n1'])
  expect(found.setups).toEqual(['Breakout', 'Dip'])
})

test('the curve, its drawdown, the steps of R and the days are those of the script', async () => {
  const found = await manager.client.journal.findTradeStatistics({ body: everyTrade([accountId]) })
  const rs = plain
    .filter(({ r }) => r !== null)
    .toSorted((a, b) => a.closedMs - b.closedMs || (a.id < b.id ? -1 : 1))
    .map(({ closedMs, closedDay, r, net }) => ({ closedMs, closedDay, net, r: r ?? 0 }))
  let [sum, high, fall] = [0, 0, 0]
  const curve = rs.map(({ closedMs, r }) => {
    sum += r
    high = Math.max(high, sum)
    fall = Math.max(fall, high - sum)
    return [closedMs, Math.round(sum * 100) / 100]
  })
  expect(found.curve).toEqual(curve)
  expect([found.drawdownR, found.openDrawdownR]).toEqual([
    Math.round(fall * 100) / 100,
    Math.round((high - sum) * 100) / 100,
  ])
  const byNet = plain.toSorted((a, b) => a.net - b.net)
  expect([Number(found.worst?.result), Number(found.best?.result)]).toEqual([byNet[0]?.net, byNet.at(-1)?.net])
  for (const { from, until, count } of found.distribution)
    expect(count).toBe(rs.filter(({ r }) => r >= (from ?? -Infinity) && r < (until ?? Infinity)).length)
  const days = groupBy(plain, ({ closedDay }) => closedDay)
  expect(found.days.map(({ day, count, wins, result }) => [day, count, wins, Number(result)])).toEqual(
    Object.entries(days)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([day, of]) => [
        day,
        of.length,
        of.filter(({ net }) => net > 0).length,
        of.reduce((total, { net }) => total + net, 0),
      ]),
  )
})

test('best and worst results while open are those of the bars', async () => {
  const { stock, journal } = manager.client
  const read = async (symbol: string, start: string, end: string, timing: '_D' | '_1M') =>
    stock.byRange({ body: { symbol, start, end, timing } })
  const sources = new Set<string>()
  const measured = new Map<string, { best: number; worst: number }>()
  for (const trade of plain) {
    const { excursion } = await journal.findTrade({ params: { accountId, tradeId: trade.id } })
    const bars: PlainBar[] = []
    const until = addCalendarDays(toMarketDay(trade.closedDay), 5)
    for (const bar of await read(trade.symbol, trade.openedDay, until, '_D')) {
      const day = toMarketDay(new Date(bar.datetime).toISOString().slice(0, 10))
      const { fromMs, untilMs } = marketDaySpan(day)
      if (untilMs <= trade.openedMs || fromMs > trade.closedMs) continue
      const isEdge = [trade.openedMs, trade.closedMs].some((ms) => ms >= fromMs && ms < untilMs)
      const minutes = isEdge ? await read(trade.symbol, day, day, '_1M') : []
      if (minutes.length === 0) bars.push({ fromMs, untilMs, high: bar.high, low: bar.low })
      for (const { datetime, high, low } of minutes)
        bars.push({ fromMs: datetime, untilMs: datetime + 60_000, high, low })
    }
    const { best, worst } = plainExcursion(trade, bars)
    expect([trade.id, Number(excursion?.best.amount), Number(excursion?.worst.amount)]).toEqual([trade.id, best, worst])
    if (excursion) sources.add(excursion.source)
    measured.set(trade.id, { best, worst })
  }
  await runJournalUpkeep(app.services)
  // The list has them too, with their R, and the statistics what they say together.
  for (const row of await readTrades(manager, { ...everyTrade([accountId]), state: 'CLOSED' })) {
    const { best, worst } = measured.get(row.tradeId)!
    const risk = plain.find(({ id }) => id === row.tradeId)?.risk ?? null
    const inR = (cents: number) => (risk === null || risk <= 0 ? null : halfEven(cents * 100, risk) / 100)
    expect([Number(row.best), Number(row.worst), row.bestR, row.worstR]).toEqual([best, worst, inR(best), inR(worst)])
  }
  const { total } = await journal.findTradeStatistics({ body: everyTrade([accountId]) })
  expect({
    count: total.measuredCount,
    worstOfWins: Number(total.averageWorstOfWins),
    bestOfLosses: Number(total.averageBestOfLosses),
    kept: total.bestKeptPercent,
  }).toEqual(plainExcursionFigures(plain, measured))
  // The simulated market has minutes of its last weeks only.
  expect([...sources]).toContain('DAYS')
})

test('fills of a trade are its booked rows, and its orders include the one that filled it', async () => {
  for (const trade of plain) {
    const {
      fills,
      orders,
      trade: row,
    } = await manager.client.journal.findTrade({ params: { accountId, tradeId: trade.id } })
    expect(fills.reduce((sum, { amount, fees }) => sum + Number(amount) - Number(fees), 0)).toBe(trade.net)
    expect(orders.map(({ orderId }) => orderId)).toEqual(
      expect.arrayContaining(fills.flatMap(({ orderId }) => orderId ?? [])),
    )
    expect(row.risk === null ? null : Number(row.risk)).toBe(trade.risk)
  }
})

test('a spread has R at what it can lose at its expiration', async () => {
  const { db } = app.services
  // Of a condor, a back spread and a strangle sold; each is closed for nothing the next day.
  const orders: Record<string, readonly (readonly [code: string, contracts: number, dollars: number])[]> = {
    condor: [
      ['P00090000', 2, -100],
      ['P00095000', -2, 240],
      ['C00105000', -2, 260],
      ['C00115000', 2, -100],
    ],
    back: [
      ['C00100000', -1, 500],
      ['C00105000', 2, -400],
    ],
    strangle: [
      ['P00095000', -1, 100],
      ['C00105000', -1, 110],
    ],
  }
  const account = await linkAccount(app, manager, '2026-01-02', '100000.00')
  for (const [order, legs] of Object.entries(orders))
    for (const [index, [code, contracts, dollars]] of legs.entries()) {
      const leg = {
        symbol: `${order.slice(0, 4).toUpperCase().padEnd(6)}261218${code}`,
        asset_type: 'OPTION',
        multiplier: 100,
      }
      const fee = BigInt(Math.abs(contracts)) * 65n
      const fill = { order_id: order, quantity: String(contracts), net_amount_cents: BigInt(dollars) * 100n - fee }
      const exit = { order_id: `${order} out`, quantity: String(-contracts), net_amount_cents: 0n }
      await db
        .insertInto('account_transaction')
        .values([
          transactionRow(account.id, {
            ...leg,
            ...fill,
            broker_id: `${order}${index}`,
            fee_cents: fee,
            day: '2026-02-03',
          }),
          transactionRow(account.id, { ...leg, ...exit, broker_id: `${order}${index}x`, day: '2026-02-04' }),
        ])
        .execute()
    }
  const rows = await readTrades(manager, everyTrade([account.id]))
  expect(rows).toHaveLength(3)
  for (const row of rows) {
    const [, legs = []] = Object.entries(orders).find(([order]) => order.startsWith(row.underlying.toLowerCase())) ?? []
    const risk = plainSpreadRisk(legs)
    expect([row.underlying, row.risk === null ? null : Number(row.risk), row.missingR, row.r]).toEqual([
      row.underlying,
      risk,
      risk === null ? 'SPREAD' : null,
      risk === null ? null : halfEven(Number(row.result) * 100, risk) / 100,
    ])
  }
})
