// Compares every figure of the journal's calls with the plain ones.
import type { TradeFigures, TradeFilter, TradeRow } from '@clubfolio/contract'
import { expect } from 'vitest'
import type { TestUser } from '../../../testing/test-app.ts'
import { plainFigures, type PlainTrade } from './plain-journal.ts'

export const everyTrade = (accountIds: readonly string[]): TradeFilter => ({
  accountIds: [...accountIds],
  fromDate: null,
  toDate: null,
  state: null,
  code: null,
  side: null,
  result: null,
  setup: null,
  tag: null,
  weekday: null,
  holdingTime: null,
  minBest: null,
  maxWorst: null,
  minBestR: null,
  maxWorstR: null,
})

/** Reads every page. */
export async function readTrades(user: TestUser, filter: TradeFilter, count = 2_000): Promise<TradeRow[]> {
  const rows: TradeRow[] = []
  for (;;) {
    const page = await user.client.journal.findTrades({
      body: { ...filter, start: rows.length, count, orderBy: 'closed', direction: 'ASC' },
    })
    rows.push(...page.result)
    if (page.result.length < count) return rows
  }
}

const cents = (value: bigint | null): number | null => (value === null ? null : Number(value))

/** Compares every figure of every closed trade. */
export function expectTrades(rows: readonly TradeRow[], plain: readonly PlainTrade[]): void {
  const byId = new Map(plain.map((trade) => [trade.id, trade]))
  const known = rows.filter(({ closedDay }) => closedDay !== null)
  expect(known.map(({ tradeId }) => tradeId).toSorted()).toEqual([...byId.keys()].toSorted())
  const differences = known.flatMap((row) => {
    const trade = byId.get(row.tradeId)!
    const ours = [
      row.codes[0],
      row.side,
      row.openedAt,
      row.openedDay,
      row.closedAt,
      row.closedDay,
      cents(row.result),
      cents(row.fees),
    ]
    const theirs = [
      trade.symbol,
      trade.side,
      trade.openedMs,
      trade.openedDay,
      trade.closedMs,
      trade.closedDay,
      trade.net,
      trade.fees,
    ]
    const near =
      Math.abs(row.quantity - trade.shares) < 1e-6 &&
      Math.abs((row.entryPrice ?? 0) - trade.entered / trade.shares / 100) < 6e-5 &&
      Math.abs((row.resultPercent ?? 0) - (trade.net / trade.entered) * 100) < 0.0051 &&
      row.r === trade.r
    return JSON.stringify(ours) === JSON.stringify(theirs) && near ? [] : [{ row, trade: { ...trade, steps: [] } }]
  })
  expect(differences).toEqual([])
}

export function expectFigures(ours: TradeFigures, trades: readonly PlainTrade[]): void {
  const plain = plainFigures(trades)
  const near = (value: number | null, wanted: number, within: number): boolean =>
    Number.isNaN(wanted) || !Number.isFinite(wanted)
      ? value === null
      : Math.abs((value ?? Number.NaN) - wanted) <= within
  const dollars = (value: bigint | null): number | null => (value === null ? null : Number(value) / 100)
  expect([ours.count, ours.wins, ours.losses, ours.rCount, dollars(ours.result)]).toEqual([
    plain.count,
    plain.wins,
    plain.losses,
    plain.rCount,
    plain.result,
  ])
  expect({
    winPercent: near(ours.winPercent, plain.winPercent, 0.0051),
    averageWin: near(dollars(ours.averageWin), plain.averageWin, 0.0051),
    averageLoss: near(dollars(ours.averageLoss), plain.averageLoss, 0.0051),
    expectancy: near(dollars(ours.expectancy), plain.expectancy, 0.0051),
    profitFactor: near(ours.profitFactor, plain.profitFactor, 0.0051),
    totalR: near(ours.totalR, plain.totalR, 0.0001),
    expectancyR: near(ours.expectancyR, plain.expectancyR, 0.0051),
  }).toEqual({
    winPercent: true,
    averageWin: true,
    averageLoss: true,
    expectancy: true,
    profitFactor: true,
    totalR: true,
    expectancyR: true,
  })
}
