// Tracks the level of broker withdrawals that unallocated could not cover; later unexplained deposits repay them before
// anything else (docs/rules/fund.md, "Matching").
import { type MarketDay, toCents } from '../kind.ts'
import { lesser } from '../money/lesser.ts'
import type { Book } from './book.ts'

/** Adds an unexplained withdrawal; it stays in cash outside until a deposit repays it. */
export function noteUnexplained(book: Book, day: MarketDay, missingCents: bigint): void {
  if (missingCents <= 0n) return
  book.breaches.push({ kind: 'unexplained-withdrawal', day, missingCents: toCents(missingCents) })
  setLevel(book, day, book.unexplainedCents + missingCents)
}

/** Uses a deposit to repay outstanding unexplained withdrawals; returns the remainder of the deposit. */
export function repayUnexplained(book: Book, day: MarketDay, depositCents: bigint): bigint {
  const repaid = lesser(depositCents, book.unexplainedCents)
  if (repaid > 0n) setLevel(book, day, book.unexplainedCents - repaid)
  return depositCents - repaid
}

function setLevel(book: Book, day: MarketDay, outstandingCents: bigint): void {
  book.unexplainedCents = outstandingCents
  book.unexplainedLevels.push({ step: book.step, day, outstandingCents: toCents(outstandingCents) })
}
