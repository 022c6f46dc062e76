// The risk of spreads, each worked out by hand.
import { expect, test } from 'vitest'
import { type Cents, toCents, toEpochMs, toMarketDay } from '../kind.ts'
import { parseCents } from '../money/cents.ts'
import { decimalFraction, fraction } from '../money/fraction.ts'
import { roundTrips, type JournalEvent, type RoundTrip } from './round-trip.ts'
import { spreadRisk } from './spread-risk.ts'

const cents = (dollars: string): Cents => toCents(parseCents(dollars) ?? 0n)
const december = (right: 'C' | 'P', strike: number): string =>
  `AAPL  261218${right}${String(strike * 1000).padStart(8, '0')}`
const january = (right: 'C' | 'P', strike: number): string => december(right, strike).replace('261218', '270115')
let serial = 0
const day = toMarketDay('2026-02-03')
const at = toEpochMs(Date.UTC(2026, 1, 3, 15))

/** A leg entered by one fill, with a fee of 0.65 for each contract. */
function leg(symbol: string, quantity: number, gross: string, more: readonly JournalEvent[] = []): RoundTrip {
  const entry: JournalEvent = {
    kind: 'TRADE',
    id: `t${++serial}`,
    orderKey: 'o1',
    at,
    day,
    quantity: decimalFraction(String(quantity)),
    grossCents: cents(gross),
    feeCents: toCents(BigInt(Math.abs(quantity)) * 65n),
  }
  return roundTrips({ symbol, multiplier: symbol.length > 10 ? 100 : 1, events: [entry, ...more] })[0]!
}

test.each<[string, readonly RoundTrip[], string]>([
  // 200.00 paid and fees 1.30.
  ['a vertical for a debit', [leg(december('C', 100), 1, '-500.00'), leg(december('C', 105), -1, '300.00')], '201.30'],
  // 500.00 between the strikes less 56.00 received, and fees 1.30.
  ['a vertical for a credit', [leg(december('P', 95), 1, '-44.00'), leg(december('P', 100), -1, '100.00')], '445.30'],
  // The wider side: 1,000.00 less 150.00, and fees 2.60.
  [
    'a condor with unequal sides',
    [
      leg(december('P', 90), 1, '-50.00'),
      leg(december('P', 95), -1, '120.00'),
      leg(december('C', 105), -1, '130.00'),
      leg(december('C', 115), 1, '-50.00'),
    ],
    '852.60',
  ],
  // Both premiums and fees 1.30.
  ['a straddle bought', [leg(december('C', 100), 1, '-400.00'), leg(december('P', 100), 1, '-350.00')], '751.30'],
  // At the middle strike nothing is left of 160.00; fees 2.60.
  [
    'a butterfly',
    [
      leg(december('C', 95), 1, '-700.00'),
      leg(december('C', 100), -2, '840.00'),
      leg(december('C', 105), 1, '-300.00'),
    ],
    '162.60',
  ],
  // More bought than sold: worst at the bought strike, 500.00 less 100.00, and fees 1.95.
  ['a back spread', [leg(december('C', 100), -1, '500.00'), leg(december('C', 105), 2, '-400.00')], '401.95'],
])('%s can lose at most what it loses at its worst price, with the fees of the entry', (_name, legs, expected) => {
  expect(spreadRisk(legs)).toBe(cents(expected))
})

test.each<[string, readonly RoundTrip[]]>([
  ['a strangle sold', [leg(december('P', 95), -1, '100.00'), leg(december('C', 105), -1, '100.00')]],
  [
    'calls sold of which some are not covered',
    [leg(december('C', 100), 1, '-500.00'), leg(december('C', 105), -2, '600.00')],
  ],
  [
    'puts sold of which some are not covered',
    [leg(december('P', 100), 1, '-500.00'), leg(december('P', 95), -2, '600.00')],
  ],
  ['shares with a call', [leg('AAPL', 100, '-10000.00'), leg(december('C', 105), -1, '300.00')]],
  ['two expirations', [leg(january('C', 100), 1, '-500.00'), leg(december('C', 100), -1, '300.00')]],
  [
    'a credit above what the strikes lie apart',
    [leg(december('C', 100), -1, '700.00'), leg(december('C', 105), 1, '-100.00')],
  ],
])('%s has none', (_name, legs) => {
  expect(spreadRisk(legs)).toBeNull()
})

test('a spread that a split has changed has none', () => {
  const split: JournalEvent = {
    kind: 'SPLIT',
    id: 'z1',
    orderKey: null,
    at,
    day,
    quantity: decimalFraction('1'),
    factor: fraction(2n),
    cashCents: cents('0.00'),
  }
  expect(spreadRisk([leg(december('C', 100), 1, '-500.00', [split]), leg(december('C', 105), -1, '300.00')])).toBeNull()
})
