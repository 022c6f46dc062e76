// Covers the exits of one day that wait for each other: one for the odd cent that another exit leaves, that one for the
// fee that the first one pays (docs/rules/fund-fees.md, "Leaving").
import { greater, lesser } from '../../money/lesser.ts'
import { type Book, fundValueOf, unitsOf } from '../book.ts'
import { ceilingShare } from '../cover.ts'
import type { HolderId } from '../record.ts'
import { unitsFor } from '../unit-amount.ts'
import { dueFees, type FeePair, noFee, sumOfFees } from './due-fee.ts'
import { accountOf, measureNow } from './fee-book.ts'
import { beyondEverything, keepsNothing, type NetCover, unitsOfFees } from './leave.ts'
import { raiseMarks } from './lot.ts'
import { feeKinds, rateOf } from './policy.ts'

interface Exit {
  readonly holderId: HolderId
  readonly demandCents: bigint
}

/** An exit with the fees of all that its holder has; it would not wait if it took less. */
interface WaitingExit<One extends Exit> {
  readonly exit: One
  readonly held: bigint
  readonly fee: FeePair
  readonly feeUnits: ReturnType<typeof unitsOfFees>
}

/**
 * Returns the covers of the exits that are covered if all of them are dealt: each counts on the fees that the others
 * pay to it, and on the odd cent of its value, as it is before the others or after them. One that is not covered even
 * so is left out, and nobody counts on it. Fees are paid before anything else, so that everybody has them.
 * Example: A waits for a fee of 0.15 that C pays, and C for the cent that A's exit leaves. Both are covered.
 */
export function coverTogether<One extends Exit>(book: Book, exits: readonly One[]): Map<One, NetCover> {
  let together = exits.map((exit) => waitingExit(book, exit))
  while (together.length > 1) {
    const received = receivedUnits(book, together)
    const going = goingOf(book, together, received)
    const judged = together.map((one) => ({ one, ceilings: ceilingsOf(book, one, going) }))
    const covered = judged.filter(({ one, ceilings }) => one.exit.demandCents <= greater(...ceilings))
    if (covered.length === together.length) {
      const isInFund = going.cents <= fundValueOf(book)
      return new Map(isInFund ? covered.map(({ one, ceilings }) => [one.exit, coverOfAll(one, ceilings)]) : [])
    }
    together = covered.map(({ one }) => one)
  }
  return new Map()
}

/** What stays of lots whose fees are paid in full has been charged. */
export function noteChargedLots({ fees, rate }: Book, holderId: HolderId): void {
  if (!fees || rateOf(fees.performance, holderId) === 0n) return
  raiseMarks(accountOf(fees, holderId).lots, measureNow(fees, rate))
}

function waitingExit<One extends Exit>(book: Book, exit: One): WaitingExit<One> {
  const { fees, rate } = book
  const held = unitsOf(book, exit.holderId)
  const fee = fees ? dueFees(fees, { holderId: exit.holderId, held, rate }, beyondEverything) : noFee
  return { exit, held, fee, feeUnits: unitsOfFees(fee, held, rate) }
}

type ReceivedUnits = ReadonlyMap<HolderId, bigint>

function receivedUnits({ fees }: Book, together: ReadonlyArray<WaitingExit<Exit>>): ReceivedUnits {
  const received = new Map<HolderId, bigint>()
  for (const { feeUnits } of together)
    for (const kind of feeKinds) {
      const receiverId = fees?.[kind]?.receiverId
      if (receiverId !== undefined) received.set(receiverId, (received.get(receiverId) ?? 0n) + feeUnits[kind])
    }
  return received
}

/** What all exits take together, and what their holders receive before. */
interface Going {
  readonly received: ReceivedUnits
  readonly cents: bigint
  readonly units: bigint
}

function goingOf(book: Book, together: ReadonlyArray<WaitingExit<Exit>>, received: ReceivedUnits): Going {
  let cents = 0n
  let units = 0n
  for (const one of together) {
    cents += one.exit.demandCents
    units += goneUnits(book, one, received)
  }
  return { received, cents, units }
}

/** Returns what an exit can be paid before the others of the day and after them, with the odd cent rounded up. */
function ceilingsOf(book: Book, one: WaitingExit<Exit>, { received, cents, units }: Going): readonly [bigint, bigint] {
  const own = one.held + (received.get(one.exit.holderId) ?? 0n)
  const before = ceilingShare(fundValueOf(book), own, book.issued) - sumOfFees(one.fee)
  const value = fundValueOf(book) - (cents - one.exit.demandCents)
  const issued = book.issued - (units - goneUnits(book, one, received))
  return [before, ceilingShare(value, netUnits(one, received), issued)]
}

/** Returns the units of a holder once all fees are paid. */
function netUnits({ exit, held, feeUnits }: WaitingExit<Exit>, received: ReceivedUnits): bigint {
  return held + (received.get(exit.holderId) ?? 0n) - feeUnits.management - feeUnits.performance
}

/** Returns the units that an exit cancels: all, unless its holder has received more than the demand takes. */
function goneUnits(book: Book, one: WaitingExit<Exit>, received: ReceivedUnits): bigint {
  const { demandCents } = one.exit
  const units = netUnits(one, received)
  const isAll = demandCents + 1n >= ceilingShare(fundValueOf(book), units, book.issued)
  return isAll ? units : unitsFor(demandCents, book.rate)
}

/** It takes everything when it takes what either split without the odd cent shows. */
function coverOfAll({ exit, fee }: WaitingExit<Exit>, [before, after]: readonly [bigint, bigint]): NetCover {
  const { demandCents } = exit
  return {
    outcome: demandCents + 1n >= lesser(before, after) ? 'all' : 'part',
    maximumCents: demandCents,
    isClose: false,
    payableCents: demandCents,
    fee,
    missingFeeCents: 0n,
    keeps: keepsNothing(),
  }
}
