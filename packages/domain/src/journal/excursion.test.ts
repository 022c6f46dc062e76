// Best and worst result of a trade while it was open, worked out by hand.
import { Decimal } from 'decimal.js'
import { expect, test } from 'vitest'
import { toCents, toEpochMs, toMarketDay } from '../kind.ts'
import { decimalFraction, fraction } from '../money/fraction.ts'
import { heldTrade, measureExcursion, type ExcursionBar } from './excursion.ts'
import { roundTrips, type JournalEvent } from './round-trip.ts'

const hour = 3_600_000
let serial = 0
const fill = (at: number, quantity: string, cents: bigint): JournalEvent => ({
  kind: 'TRADE',
  id: `t${++serial}`,
  orderKey: null,
  at: toEpochMs(at * hour),
  day: toMarketDay('2026-02-03'),
  quantity: decimalFraction(quantity),
  grossCents: toCents(cents),
  feeCents: toCents(0n),
})
const bar = (from: number, high: number, low: number): ExcursionBar => ({
  fromMs: toEpochMs(from * hour),
  untilMs: toEpochMs((from + 1) * hour),
  high: new Decimal(high),
  low: new Decimal(low),
})
const measure = (events: readonly JournalEvent[], bars: readonly ExcursionBar[]) => {
  const found = measureExcursion(heldTrade(roundTrips({ symbol: 'AAA', multiplier: 1, events })[0]!), bars)
  return found && [found.best.cents, found.best.price.toNumber(), found.worst.cents, found.worst.price.toNumber()]
}

test('a long trade is best at the highest high and worst at the lowest low of its bars', () => {
  const events = [fill(1, '100', -500_000n), fill(4, '-100', 510_000n)]
  const bars = [bar(0, 90, 10), bar(1, 51, 49.2), bar(2, 53, 50), bar(4, 51.5, 50.5), bar(5, 99, 1)]
  expect(measure(events, bars)).toEqual([30_000n, 53, -8_000n, 49.2])
})

test('a short trade is best at the lowest low', () => {
  const events = [fill(1, '-100', 500_000n), fill(4, '100', -490_000n)]
  expect(measure(events, [bar(1, 50, 50), bar(2, 52, 47)])).toEqual([30_000n, 47, -20_000n, 52])
})

test('after a partial exit only what is still held moves with the price', () => {
  const events = [fill(1, '100', -500_000n), fill(2.5, '-50', 260_000n), fill(6, '-50', 250_000n)]
  // 100.00 from the exit, and 50 shares at 53.00.
  expect(measure(events, [bar(1, 50, 50), bar(3, 53, 50), bar(4, 50, 45)])).toEqual([25_000n, 53, -15_000n, 45])
})

test('a bar in which a part is sold counts with all that was held at its start, and with the rest', () => {
  const events = [fill(1, '100', -500_000n), fill(3.5, '-50', 255_000n), fill(6, '-50', 250_000n)]
  // 100 at 53.00; 100 at 48.00, and not 50.00 from the exit less 50 x 2.00.
  expect(measure(events, [bar(3, 53, 48)])).toEqual([30_000n, 53, -20_000n, 48])
})

test('an exit beyond every bar counts at its own price', () => {
  const events = [fill(1, '100', -500_000n), fill(2, '-100', 550_000n)]
  expect(measure(events, [bar(1, 51, 50)])).toEqual([50_000n, 55, 0n, 50])
})

test('prices are those of the shares of the opening, also after a split', () => {
  const events: JournalEvent[] = [
    fill(1, '100', -500_000n),
    {
      kind: 'SPLIT',
      id: 's',
      orderKey: null,
      at: toEpochMs(2 * hour),
      day: toMarketDay('2026-02-03'),
      factor: fraction(2n),
      quantity: fraction(100n),
      cashCents: toCents(0n),
    },
    fill(4, '-200', 520_000n),
  ]
  expect(measure(events, [bar(3, 54, 50)])).toEqual([40_000n, 54, 0n, 50])
})

test('without a bar of its time nothing is measured', () => {
  expect(measure([fill(1, '100', -500_000n), fill(2, '-100', 550_000n)], [bar(9, 51, 50)])).toBeUndefined()
})
