// Allocates the results of each year to the holders (docs/rules/fund-year.md, "Allocation").
import { toCents } from '../../kind.ts'
import type { UnitDeal } from '../book.ts'
import type { HolderId } from '../record.ts'
import type { FundReplay } from '../replay-fund.ts'
import { walkBooks } from './book-walk.ts'
import { DealtResults } from './dealt-result.ts'
import { ExactParts } from './exact-parts.ts'
import {
  type AccountResult,
  type DealtLine,
  dealtLines,
  noLines,
  sumOfLines,
  type YearLine,
  yearOfDay,
} from './year-line.ts'

type OpenLines = ReturnType<typeof noLines>

/** A year's lines of the fund and of every holder who had units or dealings in it. */
export interface YearAllocation {
  readonly year: number
  readonly lines: Readonly<OpenLines>
  readonly holders: ReadonlyMap<HolderId, Readonly<OpenLines>>
  /** By how many cents a holder's dealt lines differ from the rounded sum of their exact parts. */
  readonly oddCents: ReadonlyMap<HolderId, bigint>
}

/**
 * Allocates all years of a replay, oldest first. Each result, and each expense, goes to the holders by units at the
 * first close on or after its day, before that close deals anything, and belongs to the close's year; each line is
 * rounded once a year by largest remainder. Fees are the cents that were paid, in the year of their dealing.
 * Example: A has 10 units and B 20; a dividend of 100.00 gives A 33.33 and B 66.67, also when B leaves at that close.
 * Source: docs/rules/fund-year.md, "Allocation".
 */
export function allocateYears(replay: FundReplay, results: readonly AccountResult[]): YearAllocation[] {
  const years: YearAllocation[] = []
  let open = openYear(yearOfDay(replay.records.opening.day))
  const dealt = new DealtResults((line, ...part) => {
    open.parts[line].add(...part)
    open.whole.add(...part)
  })
  const enter = (year: number): void => {
    if (year === open.year) return
    dealt.deal()
    years.push(closeYear(open))
    open = openYear(year)
    for (const [holderId, units] of dealt.units) if (units !== 0n) open.holderIds.add(holderId)
  }
  for (const step of walkBooks(replay, results)) {
    if (step.kind === 'close') {
      enter(yearOfDay(step.day))
      dealt.add(step.result)
      for (const line of dealtLines) open.totals[line] = toCents(open.totals[line] + step.result[line])
    } else {
      enter(yearOfDay(step.dealing.day))
      open.holderIds.add(step.dealing.holderId)
      noteFee(open, step.dealing)
      dealt.move(step.dealing)
    }
  }
  dealt.deal()
  return [...years, closeYear(open)]
}

interface OpenYear {
  readonly year: number
  readonly totals: OpenLines
  readonly parts: Readonly<Record<DealtLine, ExactParts>>
  readonly whole: ExactParts
  readonly fees: Map<HolderId, { paid: bigint; received: bigint }>
  readonly holderIds: Set<HolderId>
}

const openYear = (year: number): OpenYear => ({
  year,
  totals: noLines(),
  parts: {
    shortTerm: new ExactParts(),
    longTerm: new ExactParts(),
    undated: new ExactParts(),
    dividends: new ExactParts(),
    interest: new ExactParts(),
    brokerFees: new ExactParts(),
    expenses: new ExactParts(),
    costMethod: new ExactParts(),
  },
  whole: new ExactParts(),
  fees: new Map(),
  holderIds: new Set(),
})

function noteFee(open: OpenYear, { holderId, feeCents }: UnitDeal): void {
  if (feeCents === 0n) return
  let own = open.fees.get(holderId)
  if (!own) open.fees.set(holderId, (own = { paid: 0n, received: 0n }))
  if (feeCents < 0n) own.paid += feeCents
  else own.received += feeCents
}

function closeYear({ year, totals, parts, whole, fees, holderIds }: OpenYear): YearAllocation {
  const holders = new Map<HolderId, OpenLines>([...holderIds].map((holderId) => [holderId, noLines()]))
  const set = (holderId: HolderId, line: YearLine, cents: bigint): void => {
    const own = holders.get(holderId) ?? noLines()
    own[line] = toCents(cents)
    holders.set(holderId, own)
  }
  for (const line of dealtLines)
    for (const [holderId, cents] of parts[line].split(totals[line])) set(holderId, line, cents)
  const oddCents = new Map(
    [...holders].map(([holderId, own]) => [holderId, sumOfLines(own) - whole.roundedOf(holderId)]),
  )
  for (const [holderId, { paid, received }] of fees) {
    set(holderId, 'feesPaid', paid)
    set(holderId, 'feesReceived', received)
    totals.feesPaid = toCents(totals.feesPaid + paid)
    totals.feesReceived = toCents(totals.feesReceived + received)
  }
  return { year, lines: totals, holders, oddCents }
}
