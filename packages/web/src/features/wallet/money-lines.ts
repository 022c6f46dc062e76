// Tells the value of accounts apart: what was paid in and out, and what they gained. Pure.
import type { LinePayment, LineSeries } from '@clubfolio/charts'
import type { HistoryPoint, MoneyMoved } from '@clubfolio/contract'
import { dayMs, dayNumberOf, toMarketDay } from '@clubfolio/domain'

export interface MovedAccount {
  /** Its history in dollars. */
  readonly points: readonly HistoryPoint[]
  readonly moved: readonly MoneyMoved[]
}

interface Payment {
  readonly timeMs: number
  readonly inCents: number
  readonly outCents: number
}

/**
 * Returns the payments of all accounts in order of time, without those that the first value of an account contains. An
 * account that begins later than the others brings its first value, as in the combined gain. With points within a day
 * a payment counts from its booking, else from its day.
 */
export function paymentsOf(accounts: readonly MovedAccount[], hasTime: boolean): Payment[] {
  const begins = accounts.map(({ points }) => points[0]?.[0] ?? Number.POSITIVE_INFINITY)
  const firstMs = Math.min(...begins)
  return accounts
    .flatMap(({ points, moved }, index): Payment[] => {
      const [first] = points
      if (!first) return []
      const own = moved.map(({ day, at, moneyIn, moneyOut }) => ({
        timeMs: hasTime && at !== null ? at : dayNumberOf(toMarketDay(day)) * dayMs,
        inCents: Number(moneyIn),
        outCents: Number(moneyOut),
      }))
      const later = own.filter(({ timeMs }) => timeMs > first[0])
      const isLate = begins[index]! > firstMs
      return isLate ? [{ timeMs: first[0], inCents: Math.round(first[1] * 100), outCents: 0 }, ...later] : later
    })
    .sort((a, b) => a.timeMs - b.timeMs)
}

/**
 * Returns money in, money out and gain as sums since the first value: gain = value - first value - in + out.
 * Example: 1,000.00, a deposit of 500.00, then 1,512.00: 500.00 in, nothing out, a gain of 12.00.
 */
export function moneyLines(values: readonly HistoryPoint[], payments: readonly Payment[]): LineSeries[] {
  const firstCents = Math.round((values[0]?.[1] ?? 0) * 100)
  const lines = { in: [], out: [], gain: [] } as { readonly [Key in 'in' | 'out' | 'gain']: LinePointList }
  let inCents = 0
  let outCents = 0
  let next = 0
  for (const [timeMs, value] of values) {
    for (let paid = payments[next]; paid && paid.timeMs <= timeMs; paid = payments[++next]) {
      inCents += paid.inCents
      outCents += paid.outCents
    }
    const gainCents = Math.round(value * 100) - firstCents - inCents + outCents
    lines.in.push({ timeMs, value: inCents / 100 })
    lines.out.push({ timeMs, value: outCents / 100 })
    lines.gain.push({ timeMs, value: gainCents / 100 })
  }
  return [
    { id: 'gain', name: 'Gain', points: lines.gain },
    { id: 'in', name: 'Money in', points: lines.in },
    { id: 'out', name: 'Money out', points: lines.out },
  ]
}

type LinePointList = { timeMs: number; value: number }[]

/** Returns what was paid at each point of a line, for its marks: the payments since the point before it. */
export function marksOf(values: readonly HistoryPoint[], payments: readonly Payment[]): LinePayment[] {
  const marks: LinePayment[] = []
  let next = 0
  for (const [timeMs] of values) {
    let inCents = 0
    let outCents = 0
    for (let paid = payments[next]; paid && paid.timeMs <= timeMs; paid = payments[++next]) {
      inCents += paid.inCents
      outCents += paid.outCents
    }
    if (inCents > 0) marks.push({ timeMs, amount: inCents / 100 })
    if (outCents > 0) marks.push({ timeMs, amount: -outCents / 100 })
  }
  return marks
}
