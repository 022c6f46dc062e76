// A second computation of a year's allocation and of the basis, written from docs/rules/fund-year.md alone: one result
// and one holder at a time, with fractions in lowest terms, and everything from the start for every question. It takes
// what was dealt and the closes from a replay and shares no code with the first.
import type { MarketDay } from '../../kind.ts'
import type { AccountResult } from '../year/year-line.ts'
import { replayFund, type FundReplay } from '../replay-fund.ts'
import { holderFigures } from '../holder-figure.ts'

interface Exact {
  readonly top: bigint
  readonly bottom: bigint
}

export interface NaiveBasis {
  readonly paidIn: bigint
  readonly gifts: bigint
  readonly takenOut: bigint
  readonly basis: bigint
  readonly loss: bigint
}

export interface NaiveYear {
  readonly year: string
  /** Cents by line and holder; a line or holder without any is absent. */
  readonly lines: Map<string, Map<string, bigint>>
  readonly basis: Map<string, NaiveBasis>
}

const exact = (top: bigint, bottom: bigint): Exact => {
  let [a, b] = [top < 0n ? -top : top, bottom]
  while (b > 0n) [a, b] = [b, a % b]
  return a === 0n ? { top: 0n, bottom: 1n } : { top: top / a, bottom: bottom / a }
}

const plus = (a: Exact, b: Exact): Exact => exact(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)

const floor = ({ top, bottom }: Exact): bigint => (top - (((top % bottom) + bottom) % bottom)) / bottom

function nearest(value: Exact): bigint {
  const low = floor(value)
  const rest = value.top - low * value.bottom
  if (2n * rest < value.bottom) return low
  if (2n * rest > value.bottom) return low + 1n
  return low % 2n === 0n ? low : low + 1n
}

interface Part {
  readonly year: string
  readonly line: string
  readonly closeStep: number
  readonly holder: string
  readonly part: Exact
}

/** Every holder's exact part of everything that every close brought. */
function partsOf(replay: FundReplay, results: readonly AccountResult[]): Part[] {
  const { valuations, dealings, records } = replay
  const realByDay = new Map(
    valuations.map(({ day }) => [
      day,
      holderFigures(replayFund(records, day)).reduce((sum, row) => sum + row.realCents, 0n),
    ]),
  )
  const allReal = (day: MarketDay): bigint => realByDay.get(day)!
  return valuations.slice(1).flatMap((close, index) => {
    const before = valuations[index]!.day
    const amounts = new Map<string, bigint>()
    const note = (line: string, cents: bigint) => amounts.set(line, (amounts.get(line) ?? 0n) + cents)
    for (const one of results) if (one.day > before && one.day <= close.day) note(one.kind, one.amountCents)
    for (const one of replay.borneExpenses) if (one.day === close.day) note('expenses', -one.amountCents)
    let others = 0n
    for (const cents of amounts.values()) others += cents
    note('costMethod', allReal(close.day) - allReal(before) - others)
    const units = new Map<string, bigint>()
    for (const one of dealings)
      if (one.step < close.closeStep) units.set(one.holderId, (units.get(one.holderId) ?? 0n) + one.units)
    const all = [...units.values()].reduce((sum, one) => sum + one, 0n)
    const owners = all === 0n ? new Map([['unallocated', 1n]]) : units
    return [...amounts].flatMap(([line, cents]) =>
      [...owners].map(([holder, own]) => ({
        year: close.day.slice(0, 4),
        line,
        closeStep: close.closeStep,
        holder,
        part: exact(cents * own, all === 0n ? 1n : all),
      })),
    )
  })
}

/** Rounds the parts of a line down and hands the cents that are left to the largest fractions, one after the other. */
function roundLine(parts: readonly Part[]): Map<string, bigint> {
  const sums = new Map<string, Exact>()
  let total: Exact = { top: 0n, bottom: 1n }
  for (const { holder, part } of parts) {
    sums.set(holder, plus(sums.get(holder) ?? { top: 0n, bottom: 1n }, part))
    total = plus(total, part)
  }
  const rounded = new Map([...sums].map(([holder, sum]) => [holder, floor(sum)]))
  let left = total.top - [...rounded.values()].reduce((sum, one) => sum + one, 0n)
  const queue = [...sums].map(([holder, sum]) => ({ holder, rest: plus(sum, exact(-floor(sum), 1n)) }))
  while (left > 0n) {
    let best = queue[0]!
    for (const one of queue) {
      const difference = one.rest.top * best.rest.bottom - best.rest.top * one.rest.bottom
      if (difference > 0n || (difference === 0n && one.holder < best.holder)) best = one
    }
    rounded.set(best.holder, rounded.get(best.holder)! + 1n)
    queue.splice(queue.indexOf(best), 1)
    left -= 1n
  }
  return rounded
}

export function naiveYears(replay: FundReplay, results: readonly AccountResult[]): NaiveYear[] {
  const parts = partsOf(replay, results)
  const { dealings } = replay
  const years = [...new Set([...parts.map(({ year }) => year), ...dealings.map(({ day }) => day.slice(0, 4))])].sort()
  const holders = [...new Set([...dealings.map(({ holderId }) => holderId), 'unallocated'])]
  const net = new Map<string, bigint>()
  return years.map((year) => {
    const lines = new Map<string, Map<string, bigint>>()
    for (const line of new Set(parts.map((one) => one.line)))
      lines.set(line, roundLine(parts.filter((one) => one.line === line && one.year === year)))
    const given = new Map<string, bigint>()
    const accounts = new Map(holders.map((holder) => [holder, { paidIn: 0n, gifts: 0n, takenOut: 0n, fees: 0n }]))
    const start = new Map(net)
    const ofYear = parts.filter((one) => one.year === year)
    const dealtTo = (holder: string, step: number): bigint =>
      nearest(
        ofYear
          .filter((one) => one.holder === holder && one.closeStep < step)
          .reduce((sum, { part }) => plus(sum, part), { top: 0n, bottom: 1n }),
      )
    const lineSum = (holder: string): bigint => {
      let sum = 0n
      for (const one of lines.values()) sum += one.get(holder) ?? 0n
      return sum
    }
    for (const [index, one] of dealings.entries()) {
      if (one.day.slice(0, 4) !== year) continue
      const own = accounts.get(one.holderId)!
      const held = dealings
        .slice(0, index)
        .filter(({ holderId }) => holderId === one.holderId)
        .reduce((sum, { units }) => sum + units, 0n)
      const odd = lineSum(one.holderId) - dealtTo(one.holderId, Number.MAX_SAFE_INTEGER)
      const now =
        (start.get(one.holderId) ?? 0n) +
        own.paidIn +
        own.gifts -
        own.takenOut +
        own.fees +
        dealtTo(one.holderId, one.step) +
        odd
      const goes = one.units < 0n && now > 0n ? nearest(exact(now * -one.units, held)) : 0n
      if (one.cause === 'retribution') own.takenOut += goes
      else if (one.cause === 'transfer' && one.units < 0n) {
        own.gifts -= goes
        given.set(one.recordId!, goes)
      } else if (one.cause === 'transfer') own.gifts += given.get(one.recordId!) ?? 0n
      else if (one.cause === 'management-fee' || one.cause === 'performance-fee') own.fees += one.feeCents
      else if (one.cause === 'flow' && one.units < 0n) own.takenOut += goes
      else if (one.cause === 'flow') own.paidIn += one.amountCents > 0n ? one.amountCents : 0n
      else if (one.cause !== 'left-over') own.paidIn += one.amountCents
    }
    const basis = new Map<string, NaiveBasis>()
    for (const [holder, { paidIn, gifts, takenOut, fees }] of accounts) {
      const end = (start.get(holder) ?? 0n) + paidIn + gifts - takenOut + fees + lineSum(holder)
      net.set(holder, end)
      basis.set(holder, { paidIn, gifts, takenOut, basis: end > 0n ? end : 0n, loss: end < 0n ? -end : 0n })
    }
    return { year, lines, basis }
  })
}
