// How much a holder can take out on a day (docs/rules/fund.md, "No holder below zero"): what the screen showed when the
// day began, plus what they paid in since, or what it shows now. Values are shared out by largest remainder.
import { describe, expect, test } from 'vitest'
import { deal, type Book } from './book.ts'
import { addCredit, coverOf, startDay, type DayStart } from './cover.ts'
import { openBook } from './open-book.ts'
import { fund, march } from './testing/fund-fixture.ts'

/** A fund of a value in cents that holders share by whole units. */
function bookOf(valueCents: bigint, units: Readonly<Record<string, bigint>>): Book {
  const book = openBook(fund('0'), [])
  book.brokerCents = valueCents
  for (const [holderId, count] of Object.entries(units)) change(book, holderId, count, 0n)
  return book
}

/** Units that come or go on the day, and the cash that comes or goes with them. */
function change(book: Book, holderId: string, units: bigint, amountCents: bigint): void {
  deal(book, { day: march(4), holderId, cause: 'contribution', units, amountCents })
  book.outsideCents += amountCents
}

const outcomes = (book: Book, start: DayStart, holderId: string, demands: readonly bigint[]) =>
  demands.map((demand) => coverOf(book, start, holderId, demand).outcome)

describe('of a holder with 20 of 30 units in a fund of 100.00, who sees 66.67', () => {
  const book = bookOf(10_000n, { a: 10n, b: 20n })
  const start = startDay(book)

  test('is clear for a demand of at least two cents less', () => {
    for (const demand of [1n, 6664n])
      expect(coverOf(book, start, 'b', demand)).toEqual({ outcome: 'part', maximumCents: 6666n, isClose: false })
  })

  test('is a part, all or too much around the 66.67, and may still change by a cent or two', () => {
    const cover = (demand: bigint) => coverOf(book, start, 'b', demand)
    expect(cover(6665n)).toEqual({ outcome: 'part', maximumCents: 6667n, isClose: true })
    expect(cover(6667n)).toEqual({ outcome: 'all', maximumCents: 6667n, isClose: false })
    expect(cover(6668n)).toEqual({ outcome: 'over', maximumCents: 6667n, isClose: true })
    expect(cover(6669n)).toEqual({ outcome: 'over', maximumCents: 6667n, isClose: true })
    expect(cover(6670n)).toEqual({ outcome: 'over', maximumCents: 6667n, isClose: false })
  })

  test('is all when less than half a cent of the exact 33.333… is left, and a part at two thirds of a cent', () => {
    expect(coverOf(book, start, 'a', 3333n)).toEqual({ outcome: 'all', maximumCents: 3333n, isClose: false })
    expect(coverOf(book, start, 'b', 6666n)).toEqual({ outcome: 'part', maximumCents: 6667n, isClose: true })
  })

  test('is nothing for somebody without units', () => {
    expect(coverOf(book, start, 'c', 1n)).toEqual({ outcome: 'over', maximumCents: 0n, isClose: true })
  })
})

test('leaving exactly half a cent is no exit', () => {
  // 1.01 for two: 0.505 each, 0.51 on the screen of a.
  const book = bookOf(101n, { a: 1n, b: 1n })
  const start = startDay(book)
  expect(outcomes(book, start, 'a', [50n, 51n])).toEqual(['part', 'all'])
  expect(outcomes(book, start, 'b', [50n])).toEqual(['all'])
})

describe('after another holder left on the same day', () => {
  // 1.00 for 1, 3 and 14 of 18 units shows 0.05, 0.17 and 0.78. Once c has taken the 0.78, the 0.22 left are 0.055 and
  // 0.165, and the odd cent goes to a: 0.06 and 0.16.
  const book = bookOf(100n, { a: 1n, b: 3n, c: 14n })
  const start = startDay(book)
  change(book, 'c', -14n, -78n)

  test('a holder whose screen lost a cent can still have it', () => {
    expect(coverOf(book, start, 'b', 17n)).toEqual({ outcome: 'all', maximumCents: 17n, isClose: false })
    expect(coverOf(book, start, 'b', 18n)).toEqual({ outcome: 'over', maximumCents: 17n, isClose: true })
  })

  test('a holder whose screen gained a cent can have it', () => {
    expect(coverOf(book, start, 'a', 6n)).toEqual({ outcome: 'all', maximumCents: 6n, isClose: false })
    expect(coverOf(book, start, 'a', 7n)).toEqual({ outcome: 'over', maximumCents: 6n, isClose: true })
  })

  test('taking all of the smaller of the two values is an exit', () => {
    expect(outcomes(book, start, 'b', [15n, 16n])).toEqual(['part', 'all'])
    expect(outcomes(book, start, 'a', [4n, 5n])).toEqual(['part', 'all'])
    expect(coverOf(book, start, 'b', 14n)).toEqual({ outcome: 'part', maximumCents: 16n, isClose: false })
    // The lesser of the two floors decides what is clear: 0.05 for a, whose exact value is now above it.
    expect(coverOf(book, start, 'a', 3n)).toEqual({ outcome: 'part', maximumCents: 5n, isClose: false })
  })

  test('the one who left has nothing any more, although the screen showed 0.78 when the day began', () => {
    const again = coverOf(book, start, 'c', 78n)
    expect(again).toMatchObject({ outcome: 'over', maximumCents: 22n })
  })
})

test('a value at the start of the day counts each holder once, also one whose units changed twice since', () => {
  // C takes 0.72 of the 0.78 in two steps: 0.28 for 1, 3 and 1 units shows a 0.06, but 0.05 when the day began.
  const book = bookOf(100n, { a: 1n, b: 3n, c: 14n })
  const start = startDay(book)
  change(book, 'c', -6n, -30n)
  change(book, 'c', -7n, -42n)
  expect(outcomes(book, start, 'a', [4n, 5n, 6n, 7n])).toEqual(['part', 'all', 'all', 'over'])
  expect(outcomes(book, start, 'c', [78n])).toEqual(['over'])
  expect(coverOf(book, start, 'c', 29n)).toMatchObject({ maximumCents: 28n })
})

describe('with money of the same day', () => {
  test('what was paid in counts to the cent', () => {
    const book = bookOf(10_000n, { a: 10n, b: 20n })
    const start = startDay(book)
    addCredit(start, 'a', 1000n)
    addCredit(start, 'a', 500n)
    change(book, 'a', 4n, 1500n)
    // The screen showed 33.33, and 15.00 came in; now 14 of 34 units are worth 47.3529…
    expect(coverOf(book, start, 'a', 4833n)).toEqual({ outcome: 'all', maximumCents: 4833n, isClose: false })
    expect(coverOf(book, start, 'a', 4733n)).toEqual({ outcome: 'part', maximumCents: 4735n, isClose: false })
    expect(outcomes(book, start, 'a', [4734n, 4735n])).toEqual(['part', 'all'])
  })

  test('what was given away no longer does', () => {
    const book = bookOf(10_000n, { a: 10n, b: 20n })
    const start = startDay(book)
    addCredit(start, 'b', -3000n)
    change(book, 'b', -9n, 0n)
    change(book, 'c', 9n, 0n)
    expect(coverOf(book, start, 'b', 3665n)).toEqual({ outcome: 'part', maximumCents: 3667n, isClose: true })
    expect(coverOf(book, start, 'b', 3667n)).toMatchObject({ outcome: 'all', maximumCents: 3667n })
  })
})

describe('of the whole fund', () => {
  test('is never more than the fund is worth now', () => {
    const book = bookOf(10_000n, { a: 1n })
    const start = startDay(book)
    book.outsideCents -= 1n
    expect(coverOf(book, start, 'a', 10_000n)).toEqual({ outcome: 'over', maximumCents: 9999n, isClose: true })
  })

  test('is nothing while the fund is worth less than nothing', () => {
    const book = bookOf(-500n, { a: 1n })
    expect(coverOf(book, startDay(book), 'a', 3n)).toEqual({ outcome: 'over', maximumCents: 0n, isClose: false })
  })

  test('is nothing without units', () => {
    const book = bookOf(500n, {})
    expect(coverOf(book, startDay(book), 'a', 1n)).toEqual({ outcome: 'over', maximumCents: 0n, isClose: true })
  })
})
