// Decides which day's items are dealt at which close, in both kinds of dealing, and what stays pending
// (docs/rules/fund.md, "Units and dealing"). Dealing a day is left to `deal-batch.ts`.
import { previousSession } from '../calendar/session.ts'
import type { MarketDay } from '../kind.ts'
import { applyClose, noteValuation, type Settlement } from './apply-close.ts'
import type { Book } from './book.ts'
import { fundValueOf } from './book.ts'
import { batchOf, dealBatch, type Batch } from './deal-batch.ts'
import { isInTransit } from './carry-move.ts'
import { advanceFees, dayNumberIn, startPolicies } from './fee/fee-book.ts'
import type { AccountMove, Close, FundRecords } from './record.ts'
import { addToSchedule, emptySchedule, withoutCharges, type Schedule } from './schedule.ts'

/** A record that no figure includes yet, and why (docs/rules/fund.md, "Units and dealing"). */
export interface PendingRecord {
  readonly recordId: string
  readonly kind: 'entry' | 'transfer' | 'flow'
  readonly day: MarketDay
  readonly reason: 'close-missing' | 'next-close' | 'in-transit' | 'unit-value-not-positive' | 'fund-value-negative'
  /** The session whose close it waits for, if known. */
  readonly awaitedSession: MarketDay | undefined
}

/** State of the dealing between two closes. */
export interface DealingLine {
  readonly isBeforeTheDay: boolean
  readonly openingDay: MarketDay
  readonly moves: readonly AccountMove[]
  /** Day of the last close passed, the opening counting as the first, and whether dealing may use it. */
  lastDay: MarketDay
  isUsable: boolean
  /**
   * What the next usable close deals: with dealing of the day everything, otherwise what could not be dealt earlier.
   */
  waiting: Schedule
  readonly reasonById: Map<string, PendingRecord['reason']>
  /** Records that wait for a missing close. */
  readonly stuck: PendingRecord[]
}

export function startLine(records: FundRecords, moves: readonly AccountMove[]): DealingLine {
  return {
    isBeforeTheDay: records.dealing === 'before-the-day',
    openingDay: records.opening.day,
    moves,
    lastDay: records.opening.day,
    isUsable: true,
    waiting: emptySchedule(),
    reasonById: new Map(),
    stuck: [],
  }
}

/**
 * Accepts the items dated on a day. With dealing before the day, they are dealt at the close of the previous session if
 * that close exists and is usable. With dealing of the day, they wait for the close. New money of the opening day is
 * dealt at the opening's 10.00 in both.
 */
export function scheduleItems(book: Book, line: DealingLine, day: MarketDay, schedule: Schedule): void {
  if (book.fees) advanceFees(book.fees, dayNumberIn(book.fees, day) - 1)
  if (day === line.openingDay) {
    dealNow(book, line, batchOf(schedule, day, true))
    return
  }
  if (!line.isBeforeTheDay) {
    addToSchedule(line.waiting, schedule)
    return
  }
  const session = previousSession(day)
  scheduleCharges(book, line, day, schedule)
  // The charge of yesterday's close ends the old policy, and everything else of the day pays the new one.
  if (book.fees) startPolicies(book.fees, dayNumberIn(book.fees, day))
  const others = withoutCharges(schedule)
  // No close of these days is ever dealt at: the contents of the account were on their way to another one.
  if (isCarried(line, session)) addToSchedule(line.waiting, others)
  else if (line.isUsable && line.lastDay >= session) {
    dealNow(book, line, batchOf(others, day, true))
  } else line.stuck.push(...pendingRows(others, () => 'close-missing', session))
}

/** A charge whose close has become unusable is dealt at the next usable one. */
function scheduleCharges(book: Book, line: DealingLine, day: MarketDay, { charges }: Schedule): void {
  if (charges.length === 0) return
  const schedule = { ...emptySchedule(), charges }
  if (line.isUsable) dealNow(book, line, batchOf(schedule, day, true))
  else addToSchedule(line.waiting, schedule)
}

/**
 * Passes a close: values the fund, then deals what waits for this close. With dealing of the day, money that this close
 * finds without units stays without until the next close, unless something is dealt at this one (docs/rules/fund.md,
 * "Units and dealing").
 */
export function processClose(book: Book, line: DealingLine, close: Close, settlement: Settlement): void {
  const isLeftOverDue = line.isBeforeTheDay || (book.issued === 0n && fundValueOf(book) > 0n)
  const { fees } = book
  if (fees) {
    advanceFees(fees, dayNumberIn(fees, close.day) - 1)
    startPolicies(fees, dayNumberIn(fees, close.day))
  }
  applyClose(book, close, settlement)
  const closeStep = book.step
  line.lastDay = close.day
  line.isUsable = close.quality !== 'unreconciled' && !isCarried(line, close.day)
  if (fees) {
    if (line.isUsable) fees.rate = book.rate
    advanceFees(fees, dayNumberIn(fees, close.day))
  }
  if (line.isUsable) {
    const { waiting } = line
    line.waiting = emptySchedule()
    dealNow(book, line, batchOf(waiting, close.day, isLeftOverDue))
  }
  noteValuation(book, close, closeStep, settlement)
}

/** Returns everything that has not been dealt, with the reason. */
export function pendingOf(line: DealingLine): PendingRecord[] {
  const otherwise = line.moves.some((move) => isInTransit(move, line.lastDay)) ? 'in-transit' : 'next-close'
  return [...line.stuck, ...pendingRows(line.waiting, (id) => line.reasonById.get(id) ?? otherwise)]
}

const isCarried = ({ moves }: DealingLine, day: MarketDay): boolean => moves.some((move) => isInTransit(move, day))

function dealNow(book: Book, line: DealingLine, batch: Batch): void {
  const { day } = batch
  const undealt = dealBatch(book, batch)
  if (!undealt) return
  const { waiting, reason } = undealt
  addToSchedule(line.waiting, waiting)
  for (const record of [...waiting.entries, ...waiting.transfers]) {
    const holderId = 'holderId' in record ? record.holderId : record.fromHolderId
    if (!line.reasonById.has(record.id))
      book.breaches.push({ kind: 'not-dealable', recordId: record.id, holderId, day, reason })
    line.reasonById.set(record.id, reason)
  }
  for (const flow of waiting.flows) line.reasonById.set(flow.movementId, reason)
}

function pendingRows(
  schedule: Schedule,
  reasonOf: (id: string) => PendingRecord['reason'],
  awaitedSession?: MarketDay,
): PendingRecord[] {
  const row = (kind: PendingRecord['kind'], recordId: string, day: MarketDay): PendingRecord => ({
    recordId,
    kind,
    day,
    reason: reasonOf(recordId),
    awaitedSession,
  })
  return [
    ...schedule.entries.map((entry) => row('entry', entry.id, entry.day)),
    ...schedule.transfers.map((transfer) => row('transfer', transfer.id, transfer.day)),
    ...schedule.flows.map((flow) => row('flow', flow.movementId, flow.day)),
  ]
}
