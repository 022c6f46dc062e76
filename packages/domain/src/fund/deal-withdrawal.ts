// Deals what leaves the fund on one day: members' retributions and the broker's unexplained withdrawals. Whatever
// cannot be covered stays in cash outside and is recorded as a breach (docs/rules/fund.md, "Matching" and "No holder
// below zero").
import { toCents } from '../kind.ts'
import { compareIds } from '../money/largest-remainder.ts'
import type { Book } from './book.ts'
import { deal, fundValueOf, unitsFor, unitsOf } from './book.ts'
import type { Cover, DayStart } from './cover.ts'
import { coverOf } from './cover.ts'
import type { Batch } from './deal-batch.ts'
import type { Entry, HolderId } from './record.ts'
import { unallocatedHolderId } from './record.ts'
import { noteUnexplained } from './unexplained-withdrawal.ts'

interface Demand {
  readonly holderId: HolderId
  readonly demandCents: bigint
  /** The holder's retributions by id; unallocated has none. */
  readonly retributions: readonly Entry[]
}

/**
 * Deals all withdrawals of a batch. All demands are judged before any of them is dealt. Clear ones are dealt in order
 * of holder id. Those decided by the last cents wait, because other withdrawals of the day can shift the odd cent in
 * their favour; once nothing changes any more, they are dealt with their current outcome.
 */
export function dealWithdrawals(book: Book, start: DayStart, batch: Batch, flowCents: bigint): void {
  const look = (demand: Demand) => ({
    demand,
    cover: withinFund(book, demand, coverOf(book, start, demand.holderId, demand.demandCents)),
  })
  const first = demandsOf(batch, flowCents).map(look)
  for (const { demand, cover } of first)
    if (!cover.isClose) withdraw(book, batch, demand, withinFund(book, demand, cover))
  let waiting = first.filter(({ cover }) => cover.isClose)
  while (waiting.length > 0) {
    const again = waiting.map(({ demand }) => look(demand))
    const settled = again.find(({ cover }) => cover.outcome === 'all')
    if (!settled) break
    withdraw(book, batch, settled.demand, settled.cover)
    waiting = waiting.filter(({ demand }) => demand !== settled.demand)
  }
  for (const { demand } of waiting) withdraw(book, batch, demand, look(demand).cover)
}

/** Caps a demand at the fund value, whatever value was displayed at the start of the day. */
function withinFund(book: Book, demand: Demand, cover: Cover): Cover {
  const value = fundValueOf(book)
  return demand.demandCents > value
    ? {
        outcome: 'over',
        maximumCents: value < 0n ? 0n : value < cover.maximumCents ? value : cover.maximumCents,
        isClose: cover.isClose,
      }
    : cover
}

function demandsOf(batch: Batch, flowCents: bigint): Demand[] {
  const byHolder = new Map<HolderId, Entry[]>()
  for (const entry of batch.entries) {
    if (entry.kind !== 'retribution') continue
    const known = byHolder.get(entry.holderId)
    if (known) known.push(entry)
    else byHolder.set(entry.holderId, [entry])
  }
  const demands = [...byHolder].map(([holderId, retributions]): Demand => ({
    holderId,
    demandCents: retributions.reduce((sum, entry) => sum + entry.amountCents, 0n),
    retributions: retributions.sort((a, b) => compareIds(a.id, b.id)),
  }))
  if (flowCents < 0n) demands.push({ holderId: unallocatedHolderId, demandCents: -flowCents, retributions: [] })
  return demands.sort((a, b) => compareIds(a.holderId, b.holderId))
}

function withdraw(book: Book, batch: Batch, demand: Demand, cover: Cover): void {
  const paidCents = cover.outcome === 'over' ? cover.maximumCents : demand.demandCents
  const isAll = cover.outcome !== 'part'
  book.outsideCents -= paidCents
  if (demand.retributions.length === 0) {
    const units = isAll ? unitsOf(book, demand.holderId) : cappedUnits(book, demand.holderId, paidCents)
    if (units > 0n || paidCents > 0n) {
      deal(book, { day: batch.day, holderId: demand.holderId, cause: 'flow', units: -units, amountCents: -paidCents })
    }
    noteUnexplained(book, batch.day, demand.demandCents - paidCents)
    return
  }
  let leftCents = paidCents
  demand.retributions.forEach((entry, index) => {
    const partCents = entry.amountCents < leftCents ? entry.amountCents : leftCents
    leftCents -= partCents
    const isLast = leftCents === 0n || index === demand.retributions.length - 1
    const units = isAll && isLast ? unitsOf(book, entry.holderId) : cappedUnits(book, entry.holderId, partCents)
    if (units > 0n || partCents > 0n) {
      deal(book, {
        day: batch.day,
        holderId: entry.holderId,
        cause: 'retribution',
        recordId: entry.id,
        units: -units,
        amountCents: -partCents,
      })
    }
    if (partCents < entry.amountCents)
      noteNotCovered(book, batch, {
        entry,
        missingCents: entry.amountCents - partCents,
        maximumCents: cover.maximumCents,
      })
  })
}

/** Returns the units that an amount cancels, never more than the holder has. */
function cappedUnits(book: Book, holderId: HolderId, amountCents: bigint): bigint {
  const units = unitsFor(amountCents, book.rate)
  const held = unitsOf(book, holderId)
  return units < held ? units : held
}

interface NoteNotCoveredOptions {
  readonly entry: Entry
  readonly missingCents: bigint
  readonly maximumCents: bigint
}

function noteNotCovered(book: Book, batch: Batch, { entry, missingCents, maximumCents }: NoteNotCoveredOptions): void {
  book.breaches.push({
    kind: 'not-covered',
    recordId: entry.id,
    holderId: entry.holderId,
    day: batch.day,
    missingCents: toCents(missingCents),
    maximumCents: toCents(maximumCents),
  })
}
