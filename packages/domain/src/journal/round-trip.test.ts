// Round trips by examples worked out by hand, and what always holds between them and the lots.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCents, toEpochMs, toMarketDay } from '../kind.ts'
import { parseCents } from '../money/cents.ts'
import {
  addFractions,
  compareFractions,
  decimalFraction,
  divideFractions,
  fraction,
  fractionToNumber,
  multiplyFractions,
  zeroFraction,
  type Fraction,
} from '../money/fraction.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import type { OpenLot } from '../trade/lot.ts'
import { matchLots } from '../trade/match-lots.ts'
import { inTimeOrder, roundTrips, type JournalEvent, type RoundTrip } from './round-trip.ts'

const cents = (dollars: string) => toCents(parseCents(dollars) ?? 0n)
const at = (day: number, minute = 0) => ({
  at: toEpochMs(Date.UTC(2026, 1, day, 15, minute)),
  day: toMarketDay(`2026-02-${String(day).padStart(2, '0')}`),
})
let serial = 0
const trade = (when: ReturnType<typeof at>, quantity: string, gross: string, fee = '0.00'): JournalEvent => ({
  kind: 'TRADE',
  id: `t${String(++serial).padStart(4, '0')}`,
  orderKey: null,
  ...when,
  quantity: decimalFraction(quantity),
  grossCents: cents(gross),
  feeCents: cents(fee),
})
const split = (when: ReturnType<typeof at>, factor: bigint, quantity: string, cash = '0.00'): JournalEvent => ({
  kind: 'SPLIT',
  id: `s${++serial}`,
  orderKey: null,
  ...when,
  factor: fraction(factor),
  quantity: decimalFraction(quantity),
  cashCents: cents(cash),
})
const delivery = (when: ReturnType<typeof at>, quantity: string, value: string | null): JournalEvent => ({
  kind: 'DELIVERY',
  id: `d${++serial}`,
  orderKey: null,
  ...when,
  quantity: decimalFraction(quantity),
  valueCents: value === null ? null : cents(value),
})

const tripsOf = (events: readonly JournalEvent[], before: readonly OpenLot[] = []) =>
  roundTrips({ symbol: 'AAA', multiplier: 1, events, before })
const dollars = (value: bigint | null) => (value === null ? null : Number(value) / 100)
const figures = (trip: RoundTrip) => [
  trip.side,
  trip.openedDay?.slice(8) ?? null,
  trip.closedDay?.slice(8) ?? null,
  fractionToNumber(trip.enteredQuantity),
  dollars(trip.enteredCents),
  dollars(trip.exitedCents),
  dollars(trip.profitCents),
  dollars(trip.feeCents),
  fractionToNumber(trip.openQuantity),
]

describe('round trips', () => {
  test('one goes from the first purchase over adds and partial exits until nothing is held', () => {
    const trips = tripsOf([
      trade(at(2), '100', '-5000.00', '1.00'),
      trade(at(3), '50', '-2600.00', '0.50'),
      trade(at(4), '-60', '3300.00', '0.60'),
      trade(at(5), '-90', '4950.00', '0.90'),
      trade(at(6), '10', '-500.00'),
      trade(at(7), '-10', '490.00'),
    ])
    expect(trips.map(figures)).toEqual([
      ['LONG', '02', '05', 150, 7600, 8250, 650, 3, 0],
      ['LONG', '06', '07', 10, 500, 490, -10, 0, 0],
    ])
    expect(trips[0]?.fills.map(({ role }) => role)).toEqual(['ENTRY', 'ENTRY', 'EXIT', 'EXIT'])
  })

  test('selling more than is held ends a long trip and opens a short one with the rest and its share of the fee', () => {
    const trips = tripsOf([
      trade(at(2), '100', '-5000.00'),
      trade(at(3), '50', '-2600.00'),
      trade(at(4), '-120', '6600.00'),
      trade(at(5), '-80', '4400.00', '0.80'),
    ])
    expect(trips.map(figures)).toEqual([
      ['LONG', '02', '05', 150, 7600, 8250, 650, 0.3, 0],
      ['SHORT', '05', null, 50, 2750, 0, 0, 0, 50],
    ])
    expect(trips[0]?.fills.at(-1)?.id).toBe(trips[1]?.openedId)
    expect(trips.map(({ fills }) => dollars(fills.at(-1)?.feeCents ?? null))).toEqual([0.3, 0.5])
  })

  test('a short trip gains what it received more than it paid', () => {
    expect(tripsOf([trade(at(2), '-100', '4000.00'), trade(at(6), '100', '-3800.00', '1.25')]).map(figures)).toEqual([
      ['SHORT', '02', '06', 100, 4000, 3800, 200, 1.25, 0],
    ])
  })

  test('a split within a trip leaves its cost, and counts its shares in those of the opening', () => {
    const [trip] = tripsOf([
      trade(at(2), '100', '-6000.00'),
      split(at(3), 3n, '200'),
      trade(at(4), '30', '-630.00'),
      trade(at(5), '-330', '7260.00'),
    ])
    expect(trip && figures(trip)).toEqual(['LONG', '02', '05', 110, 6630, 7260, 630, 0, 0])
  })

  test('cash for the fraction of a share that a split leaves is an exit', () => {
    const trips = tripsOf([
      trade(at(2), '7', '-105.00'),
      { ...split(at(3), 1n, '3', '7.50'), kind: 'SPLIT', factor: fraction(3n, 2n) } as JournalEvent,
      trade(at(4), '-10', '90.00'),
    ])
    expect(trips.map(figures)).toEqual([['LONG', '02', '04', 7, 105, 97.5, -7.5, 0, 0]])
  })

  test('securities delivered in open a trip at their value; delivered out, they end one and realise nothing', () => {
    expect(
      tripsOf([
        delivery(at(2), '10', '200.00'),
        trade(at(3), '-4', '100.00'),
        delivery(at(4), '-6', '150.00'),
        delivery(at(5), '5', null),
        trade(at(6), '-5', '50.00'),
      ]).map(figures),
    ).toEqual([
      ['LONG', '02', '04', 10, 200, 100, 20, 0, 0],
      ['LONG', '05', '06', 5, null, 50, null, 0, 0],
    ])
  })

  test('what was held before the first transaction has no opening', () => {
    const before: OpenLot[] = [
      {
        side: 'LONG',
        openedId: null,
        openedDay: null,
        quantity: fraction(30n),
        amountCents: cents('240.00'),
        feeCents: cents('0.00'),
      },
    ]
    expect(tripsOf([trade(at(3), '-30', '360.00')], before).map(figures)).toEqual([
      ['LONG', null, '03', 30, 240, 360, 120, 0, 0],
    ])
  })

  test('a split of something that is not held changes nothing', () => {
    expect(tripsOf([split(at(2), 2n, '10'), trade(at(3), '5', '-50.00')]).map(figures)).toEqual([
      ['LONG', '03', null, 5, 50, 0, 0, 0, 5],
    ])
  })
})

describe('always', () => {
  const quantities = fc
    .tuple(
      fc.integer({ min: -300, max: 300 }).filter((n) => n !== 0),
      fc.constantFrom(1n, 10n, 100n),
    )
    .map(([n, by]) => fraction(BigInt(n), by))
  /** Trades, deliveries and splits, several of them at one instant. */
  const histories = fc
    .array(
      fc.record({
        kind: fc.constantFrom('TRADE', 'TRADE', 'TRADE', 'TRADE', 'DELIVERY', 'SPLIT', 'FLAT'),
        quantity: quantities,
        price: fc.integer({ min: 1, max: 900_000 }),
        fee: fc.integer({ min: 0, max: 500 }),
        minute: fc.nat(8),
        up: fc.constantFrom([2n, 1n], [3n, 2n], [1n, 10n]),
      }),
      { maxLength: 40 },
    )
    .map((list) => {
      let held: Fraction = zeroFraction
      return list
        .map((one, index) => ({
          ...one,
          id: `t${String(index).padStart(3, '0')}`,
          orderKey: null,
          ...at(2, one.minute),
        }))
        .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
        .map(({ kind, quantity: drawn, price, fee, id, orderKey, at: instant, day, up }): JournalEvent => {
          const base = { id, orderKey, at: instant, day }
          if (kind === 'SPLIT') {
            const factor = fraction(...(up as [bigint, bigint]))
            const quantity = addFractions(multiplyFractions(held, factor), fraction(-held.numerator, held.denominator))
            held = addFractions(held, quantity)
            return { ...base, kind, factor, quantity, cashCents: toCents(0n) }
          }
          const quantity =
            kind === 'FLAT' && held.numerator !== 0n ? fraction(-held.numerator, held.denominator) : drawn
          held = addFractions(held, quantity)
          const gross = toCents(-BigInt(Math.round(fractionToNumber(quantity) * price)))
          return kind === 'DELIVERY'
            ? { ...base, kind, quantity, valueCents: toCents(-gross) }
            : { ...base, kind: 'TRADE', quantity, grossCents: gross, feeCents: toCents(BigInt(fee)) }
        })
    })
  const sum = (values: readonly (bigint | null)[]) => values.reduce<bigint>((total, value) => total + (value ?? 0n), 0n)
  const runs = { numRuns: propertyRuns(200, 5_000) }

  test('the trips of a symbol realise together what its lots realise, and hold what its lots hold', () => {
    fc.assert(
      fc.property(histories, (events) => {
        const trips = tripsOf(events)
        const { gains, open } = matchLots(events)
        expect(sum(trips.map(({ profitCents }) => profitCents))).toBe(sum(gains.map(({ profitCents }) => profitCents)))
        expect(sum(trips.map(({ feeCents }) => feeCents))).toBe(sum(gains.map(({ feeCents }) => feeCents)))
        const held = open.reduce((total, { quantity }) => addFractions(total, quantity), zeroFraction)
        const last = trips.at(-1)
        expect(compareFractions(last?.openQuantity ?? zeroFraction, held)).toBe(0)
        expect(open[0]?.side ?? last?.side).toBe(last?.side)
        // Only the last one may be open.
        expect(trips.slice(0, -1).every(({ closedAt }) => closedAt !== null)).toBe(true)
      }),
      runs,
    )
  })

  test('the order in which fills of one instant are read does not matter', () => {
    fc.assert(
      fc.property(histories, fc.infiniteStream(fc.nat()), (events, keys) => {
        const shuffled = events
          .map((event) => ({ event, key: keys.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ event }) => event)
        expect(inTimeOrder(shuffled)).toEqual(events)
        expect(tripsOf(shuffled)).toEqual(tripsOf(events))
      }),
      runs,
    )
  })

  test('the cash of a closed trip of trades is its profit, and its entries equal its exits', () => {
    fc.assert(
      fc.property(histories, (events) => {
        for (const trip of tripsOf(events)) {
          if (trip.closedAt === null || trip.fills.some(({ role, isTrade }) => role !== 'SPLIT' && !isTrade)) continue
          expect(sum(trip.fills.map(({ amountCents }) => amountCents))).toBe(trip.profitCents)
          expect(sum(trip.fills.map(({ feeCents }) => feeCents))).toBe(trip.feeCents)
          expect(compareFractions(trip.enteredQuantity, trip.exitedQuantity)).toBe(0)
          expect(trip.closedOpeningCents).toBe(trip.enteredCents)
          const ofShares = trip.fills.reduce(
            (total, { quantity, factor, role }) =>
              role === 'SPLIT' ? total : addFractions(total, divideFractions(quantity, factor)),
            zeroFraction,
          )
          expect(compareFractions(ofShares, zeroFraction)).toBe(0)
        }
      }),
      runs,
    )
  })
})
