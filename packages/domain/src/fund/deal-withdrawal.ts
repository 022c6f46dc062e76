// Deals what leaves the fund on one day: members' retributions and the broker's unexplained withdrawals. Whatever
// cannot be covered stays in cash outside and is recorded as a breach (docs/rules/fund.md, "Matching" and "No holder
// below zero").
import { toCents } from '../kind.ts'
import { compareIds } from '../money/largest-remainder.ts'
import { greater, lesser } from '../money/lesser.ts'
import type { Book, Deal } from './book.ts'
import { deal, fundValueOf, unitsOf } from './book.ts'
import { unitsFor } from './unit-amount.ts'
import type { DayStart } from './cover.ts'
import type { Batch } from './deal-batch.ts'
import { coverTogether, noteChargedLots } from './fee/cover-together.ts'
import { coverNet, type NetCover, payCarriedFee } from './fee/leave.ts'
import type { Entry, HolderId } from './record.ts'
import { unallocatedHolderId } from './record.ts'
import { noteUnexplained } from './unexplained-withdrawal.ts'

interface Demand {
  readonly holderId: HolderId
  readonly demandCents: bigint
  /** The holder's retributions in the order in which they are paid; unallocated has none. */
  readonly retributions: readonly Entry[]
}

/**
 * Deals all withdrawals of a batch. All demands are judged before any of them is dealt. Clear ones are dealt in order
 * of holder id. Those decided by the last cents wait, because other withdrawals of the day can shift the odd cent in
 * their favour. Once nothing changes any more, those that wait for each other are dealt together, and the rest with
 * their current outcome.
 */
export function dealWithdrawals(book: Book, start: DayStart, batch: Batch, flowCents: bigint): void {
  // On most days nobody takes anything out.
  const demands = demandsOf(batch, flowCents)
  if (demands.length === 0) return
  const { fees } = book
  // Also of a policy that charges nothing any more: what holders still owe goes to its receiver.
  const receiverIds = new Set([fees?.management?.receiverId, fees?.performance?.receiverId])
  const isReceiver = ({ demand }: FirstLook) => receiverIds.has(demand.holderId)
  const first = demands.map((demand): FirstLook => ({
    ...look(book, start, demand),
    held: unitsOf(book, demand.holderId),
  }))
  const others = first.filter((one) => !isReceiver(one))
  for (const one of others) if (!one.cover.isClose) withdraw(book, start, batch, one)
  // Who receives fees has those of the others by now.
  const close = others.filter(({ cover }) => cover.isClose)
  const waiting = dealSettled(book, start, batch, [...close, ...first.filter(isReceiver)], isReceiver)
  const left = dealTogether(book, start, batch, waiting)
  for (const { demand } of left.filter((one) => !isReceiver(one)))
    withdraw(book, start, batch, look(book, start, demand))
  const last = dealSettled(book, start, batch, left.filter(isReceiver), isReceiver)
  for (const { demand } of last) withdraw(book, start, batch, look(book, start, demand))
}

interface FirstLook extends JudgedDemand {
  readonly held: bigint
}

/**
 * Deals what is settled, one demand after the other, until nothing changes any more; returns the rest. A demand of the
 * last cents is settled once it takes everything. One of a receiver can count on the fees that other exits pay, so one
 * that is not covered yet waits for them; one that was covered before anything of the day was dealt stays covered if it
 * has received nothing since, also when the odd cent is another one's by now.
 */
function dealSettled(
  book: Book,
  start: DayStart,
  batch: Batch,
  demands: readonly FirstLook[],
  isReceiver: (one: FirstLook) => boolean,
): readonly FirstLook[] {
  let waiting = demands
  const judge = (one: FirstLook): JudgedDemand | undefined => {
    const { demand, cover, held } = one
    const now = look(book, start, demand)
    if (!isReceiver(one)) return now.cover.outcome === 'all' ? now : undefined
    if (now.cover.outcome !== 'over' && !now.cover.isClose) return now
    const wasCovered = cover.outcome === 'all' || (cover.outcome === 'part' && now.cover.outcome === 'over')
    return wasCovered && held === unitsOf(book, demand.holderId) ? { demand, cover } : undefined
  }
  for (;;) {
    const settled = waiting.map(judge).find((judged) => judged !== undefined)
    if (!settled) return waiting
    withdraw(book, start, batch, settled)
    waiting = waiting.filter(({ demand }) => demand !== settled.demand)
  }
}

/** Deals the demands that are covered if all of them are dealt, their fees first; returns the rest. */
function dealTogether(book: Book, start: DayStart, batch: Batch, waiting: readonly FirstLook[]): readonly FirstLook[] {
  const covers = coverTogether(
    book,
    waiting.map(({ demand }) => demand),
  )
  for (const [demand, cover] of covers) {
    payFees(book, start, batch, { demand, cover })
    noteChargedLots(book, demand.holderId)
  }
  for (const [demand, cover] of covers) payDemand(book, batch, { demand, cover })
  return waiting.filter(({ demand }) => !covers.has(demand))
}

function demandsOf(batch: Batch, flowCents: bigint): Demand[] {
  const byHolder = new Map<HolderId, Entry[]>()
  for (const entry of batch.entries) {
    if (entry.kind !== 'retribution') continue
    byHolder.set(entry.holderId, [...(byHolder.get(entry.holderId) ?? []), entry])
  }
  const demands = [...byHolder].map(([holderId, retributions]): Demand => ({
    holderId,
    demandCents: retributions.reduce((sum, entry) => sum + entry.amountCents, 0n),
    retributions,
  }))
  if (flowCents < 0n) demands.push({ holderId: unallocatedHolderId, demandCents: -flowCents, retributions: [] })
  return demands.sort((a, b) => compareIds(a.holderId, b.holderId))
}

interface JudgedDemand {
  readonly demand: Demand
  readonly cover: NetCover
}

function look(book: Book, start: DayStart, demand: Demand): JudgedDemand {
  const { holderId, demandCents, retributions } = demand
  const parts = retributions.map(({ amountCents }) => amountCents)
  return { demand, cover: coverNet(book, start, holderId, demandCents, parts) }
}

/** Pays the fees of the units that go, then what is asked for. */
function withdraw(book: Book, start: DayStart, batch: Batch, judged: JudgedDemand): void {
  payFees(book, start, batch, judged)
  payDemand(book, batch, judged)
}

function payFees(book: Book, start: DayStart, batch: Batch, { demand, cover }: JudgedDemand): void {
  const { holderId, demandCents, retributions } = demand
  const [first] = retributions
  if (!first) return
  payCarriedFee(book, start, { ...cover, day: batch.day, holderId, recordId: first.id })
  if (cover.missingFeeCents > 0n && cover.payableCents === demandCents)
    noteFeeNotCovered(book, batch, {
      entry: first,
      missingCents: cover.missingFeeCents,
      maximumCents: cover.maximumCents,
    })
}

function payDemand(book: Book, batch: Batch, { demand, cover }: JudgedDemand): void {
  const { holderId, demandCents, retributions } = demand
  const isAll = cover.outcome !== 'part'
  // Demands of the same day may have taken the last cent since this one was judged.
  const paidCents = greater(0n, lesser(fundValueOf(book), cover.payableCents))
  book.outsideCents -= paidCents
  let leftCents = paidCents
  const payOut = (amountCents: bigint, line: Pick<Deal, 'cause' | 'recordId'>): bigint => {
    const partCents = lesser(amountCents, leftCents)
    leftCents -= partCents
    const units = isAll && leftCents === 0n ? unitsOf(book, holderId) : cappedUnits(book, holderId, partCents)
    if (units > 0n || partCents > 0n)
      deal(book, {
        cause: line.cause,
        recordId: line.recordId,
        day: batch.day,
        holderId,
        units: -units,
        amountCents: -partCents,
      })
    return amountCents - partCents
  }
  if (holderId === unallocatedHolderId) noteUnexplained(book, batch.day, payOut(demandCents, { cause: 'flow' }))
  for (const entry of retributions) {
    const missingCents = payOut(entry.amountCents, { cause: 'retribution', recordId: entry.id })
    if (missingCents > 0n)
      noteNotCovered(book, batch, {
        entry,
        missingCents,
        maximumCents: lesser(paidCents, cover.maximumCents),
      })
  }
}

/** Returns the units that an amount cancels, never more than the holder has. */
function cappedUnits(book: Book, holderId: HolderId, amountCents: bigint): bigint {
  return lesser(unitsFor(amountCents, book.rate), unitsOf(book, holderId))
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

function noteFeeNotCovered(book: Book, batch: Batch, { entry, ...missing }: NoteNotCoveredOptions): void {
  book.breaches.push({
    kind: 'fee-not-covered',
    recordId: entry.id,
    holderId: entry.holderId,
    day: batch.day,
    missingCents: toCents(missing.missingCents),
    maximumCents: toCents(missing.maximumCents),
  })
}
