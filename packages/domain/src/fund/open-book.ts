// Opens the book: converts the opening value into units at 10.00, distributes them by the opening statement, and moves
// units from unallocated to members for contributions that the opening capital already contains (docs/rules/fund.md,
// "Opening").
import { type MarketDay, toCents } from '../kind.ts'
import { compareIds } from '../money/largest-remainder.ts'
import { stepsPerUnit } from '../money/unit-step.ts'
import type { Book } from './book.ts'
import { deal } from './book.ts'
import { unitsFor } from './unit-amount.ts'
import { openFees } from './fee/fee-book.ts'
import { HeldUnits } from './held-units.ts'
import { DealingJournal } from './dealing-journal.ts'
import type { Entry, FundRecords } from './record.ts'
import { unallocatedHolderId } from './record.ts'

/** The first unit costs 10.00: a thousand cents per unit, exact for every whole cent. */
export const openingRate = { numerator: 1000n, denominator: stepsPerUnit } as const

/**
 * Returns a new book with the opening dealt. Shares and funded contributions beyond the opening value are capped and
 * recorded as breaches.
 */
export function openBook(records: FundRecords, funded: readonly Entry[]): Book {
  const { opening } = records
  const book = emptyBook(records)
  let free: bigint = opening.valueCents
  for (const share of records.openingShares.toSorted((a, b) => compareIds(a.holderId, b.holderId))) {
    const part = capped(book, share.holderId, { day: opening.day, wanted: share.shareCents, free })
    free -= part
    deal(book, {
      day: opening.day,
      holderId: share.holderId,
      cause: 'opening-share',
      units: unitsFor(part, openingRate),
      amountCents: share.paidInCents,
      flowCents: part,
    })
  }
  deal(book, {
    day: opening.day,
    holderId: unallocatedHolderId,
    cause: 'opening',
    units: unitsFor(free, openingRate),
    amountCents: free,
  })
  for (const entry of funded) {
    const part = capped(book, entry.id, { day: opening.day, wanted: entry.amountCents, free })
    free -= part
    const move = { day: opening.day, cause: 'funding', recordId: entry.id } as const
    const units = unitsFor(part, openingRate)
    deal(book, { ...move, holderId: unallocatedHolderId, units: -units, amountCents: -part })
    deal(book, { ...move, holderId: entry.holderId, units, amountCents: part })
  }
  return book
}

interface CappedOptions {
  readonly day: MarketDay
  readonly wanted: bigint
  readonly free: bigint
}

function capped(book: Book, recordId: string, { day, wanted, free }: CappedOptions): bigint {
  if (wanted <= free) return wanted
  book.breaches.push({
    kind: 'opening-exceeded',
    recordId,
    day,
    missingCents: toCents(wanted - free),
    maximumCents: toCents(free),
  })
  return free
}

function emptyBook(records: FundRecords): Book {
  const { day, valueCents, openProfitCents } = records.opening
  return {
    units: new HeldUnits(records.feePolicies.length > 0),
    issued: 0n,
    brokerCents: valueCents,
    openProfitCents,
    outsideCents: 0n,
    rate: openingRate,
    step: 0,
    day,
    unexplainedCents: 0n,
    before: new Map(),
    journal: new DealingJournal(),
    valuations: [],
    borneExpenses: [],
    unexplainedLevels: [],
    breaches: [],
    fees: openFees(records, openingRate),
    calculatedCharges: [],
  }
}
