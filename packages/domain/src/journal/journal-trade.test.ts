// Trades of the journal: legs of one order together, R against the first stop, percent, holding time.
import { describe, expect, test } from 'vitest'
import { toCents, toEpochMs, toMarketDay, type EpochMs } from '../kind.ts'
import { parseCents } from '../money/cents.ts'
import { decimalFraction, fraction, fractionToNumber } from '../money/fraction.ts'
import type { KnownStop } from './first-stop.ts'
import { holdingTimeOf, journalTrades, tradePercent } from './journal-trade.ts'
import { roundTrips, type JournalEvent } from './round-trip.ts'

const cents = (dollars: string) => toCents(parseCents(dollars) ?? 0n)
const ms = (day: number, minute = 0): EpochMs => toEpochMs(Date.UTC(2026, 1, day, 15, minute))
let serial = 0
interface Fill {
  readonly day: number
  readonly minute?: number
  readonly quantity: string
  readonly gross: string
  readonly fee?: string
  readonly orderKey?: string
}
const fill = ({ day, minute = 0, quantity, gross, fee = '0.00', orderKey }: Fill): JournalEvent => ({
  kind: 'TRADE',
  id: `t${String(++serial).padStart(4, '0')}`,
  orderKey: orderKey ?? null,
  at: ms(day, minute),
  day: toMarketDay(`2026-02-${String(day).padStart(2, '0')}`),
  quantity: decimalFraction(quantity),
  grossCents: cents(gross),
  feeCents: cents(fee),
})
const stop = (enteredAt: EpochMs, price: string | null, more: Partial<KnownStop> = {}): KnownStop => ({
  orderId: `o${++serial}`,
  enteredAt,
  endedAt: null,
  isBuy: false,
  stopPrice: price === null ? null : decimalFraction(price),
  trail: null,
  ...more,
})
const tradesOf = (events: readonly JournalEvent[], stops: readonly KnownStop[] = []) =>
  journalTrades(roundTrips({ symbol: 'AAA', multiplier: 1, events }), () => stops)
const bought = fill({ day: 3, quantity: '100', gross: '-5000.00', fee: '1.00' })
const sold = fill({ day: 9, quantity: '-100', gross: '5300.00', fee: '1.00' })

describe('R', () => {
  test('is the result after fees against what all entries lose at the first stop', () => {
    const [trade] = tradesOf([bought, sold], [stop(ms(3), '48.00'), stop(ms(5), '51.00')])
    expect([trade?.netCents, trade?.stop?.riskCents, trade?.rHundredths, trade?.missingR]).toEqual([
      29_800n,
      20_000n,
      149,
      null,
    ])
  })

  test('counts entries after the first one at the same stop', () => {
    const added = fill({ day: 4, quantity: '50', gross: '-2550.00' })
    const left = fill({ day: 9, quantity: '-150', gross: '7200.00' })
    const [trade] = tradesOf([{ ...bought, feeCents: cents('0.00') } as JournalEvent, added, left], [stop(ms(3), '48')])
    expect([trade?.stop?.riskCents, trade?.rHundredths]).toEqual([35_000n, -100])
  })

  test('of a short trade is measured at a stop above it', () => {
    const short = [
      fill({ day: 3, quantity: '-100', gross: '5000.00' }),
      fill({ day: 4, quantity: '100', gross: '-5100.00' }),
    ]
    const [trade] = tradesOf(short, [stop(ms(3), '40.00'), stop(ms(3, 1), '52.00', { isBuy: true })])
    expect([trade?.stop?.riskCents, trade?.rHundredths]).toEqual([20_000n, -50])
  })

  test('of a trailing stop is measured at its distance from the average entry', () => {
    const ofTrail = (offset: string, unit: 'DOLLARS' | 'PERCENT') =>
      tradesOf([bought, sold], [stop(ms(3), null, { trail: { offset: decimalFraction(offset), unit } })])[0]?.stop
    expect(ofTrail('1.5', 'DOLLARS')?.riskCents).toBe(15_000n)
    expect(ofTrail('6', 'PERCENT')?.riskCents).toBe(30_000n)
    expect(fractionToNumber(ofTrail('6', 'PERCENT')?.price ?? fraction(0n))).toBe(47)
  })

  test('follows the stop through a split of the shares', () => {
    const events: JournalEvent[] = [
      bought,
      {
        kind: 'SPLIT',
        id: 's1',
        orderKey: null,
        at: ms(4),
        day: toMarketDay('2026-02-04'),
        factor: fraction(2n),
        quantity: fraction(100n),
        cashCents: cents('0.00'),
      },
      fill({ day: 9, quantity: '-200', gross: '5300.00' }),
    ]
    expect(tradesOf(events, [stop(ms(5), '24.00')])[0]?.stop?.riskCents).toBe(20_000n)
  })

  test('ignores stops that ended before the entry, came after the exit, or close the other side', () => {
    const stops = [
      stop(ms(1), '30.00', { endedAt: ms(2) }),
      stop(ms(1), '60.00', { isBuy: true }),
      stop(ms(12), '48.00'),
    ]
    expect(tradesOf([bought, sold], stops)[0]?.missingR).toBe('NO_STOP')
  })

  test('is missing, with the reason, while it is open and where the first stop locked in a profit', () => {
    expect(tradesOf([bought], [stop(ms(3), '48.00')])[0]?.missingR).toBe('OPEN')
    const [trade] = tradesOf([bought, sold], [stop(ms(4), '50.50'), stop(ms(5), '48.00')])
    expect([trade?.missingR, trade?.rHundredths]).toEqual(['STOP_IN_PROFIT', null])
  })

  test('takes for each trade of a symbol the stop of its own time', () => {
    const again = [
      fill({ day: 10, quantity: '100', gross: '-5000.00' }),
      fill({ day: 12, quantity: '-100', gross: '4900.00' }),
    ]
    const stops = [stop(ms(10), '49.00'), stop(ms(3), '48.00', { endedAt: ms(9) })]
    expect(tradesOf([bought, sold, ...again], stops).map(({ rHundredths }) => rHundredths)).toEqual([149, -100])
  })
})

describe('a spread', () => {
  const leg = (symbol: string, events: readonly JournalEvent[]) => roundTrips({ symbol, multiplier: 100, events })
  const long = 'AAPL  261218C00235000'
  const short = 'AAPL  261218C00240000'
  const opened = [
    ...leg(long, [
      fill({ day: 3, quantity: '1', gross: '-500.00', fee: '0.65', orderKey: 'o1' }),
      fill({ day: 6, quantity: '-1', gross: '700.00', fee: '0.65', orderKey: 'o2' }),
    ]),
    ...leg(short, [
      fill({ day: 3, quantity: '-1', gross: '300.00', fee: '0.65', orderKey: 'o1' }),
      fill({ day: 9, quantity: '1', gross: '-380.00', fee: '0.65', orderKey: 'o3' }),
    ]),
  ]

  test('is one trade of the legs that one order opened, closed with its last leg', () => {
    const [trade, ...others] = journalTrades(opened, () => [])
    expect(others).toEqual([])
    expect(trade?.legs.map(({ symbol }) => symbol)).toEqual([long, short])
    expect([trade?.underlying, trade?.side, trade?.openedDay, trade?.closedDay]).toEqual([
      'AAPL',
      'LONG',
      '2026-02-03',
      '2026-02-09',
    ])
    // 200.00 - 80.00, fees 2.60, of the 200.00 that it cost.
    expect([trade?.profitCents, trade?.netCents, trade?.openingCents]).toEqual([12_000n, 11_740n, 20_000n])
    expect(trade && tradePercent(trade)).toBe(58.7)
    // At most the 200.00 and the entry's fees of 1.30 can be lost.
    expect([trade?.riskCents, trade?.rHundredths, trade?.missingR]).toEqual([20_130n, 58, null])
  })

  test('is open until its last leg is closed', () => {
    const half = leg(short, [fill({ day: 3, quantity: '-1', gross: '300.00', orderKey: 'o1' })])
    const [trade] = journalTrades([...opened.slice(0, 1), ...half], () => [])
    expect([trade?.closedDay, trade?.missingR]).toEqual([null, 'OPEN'])
  })

  test('is short when it brought money in', () => {
    const credit = [
      ...leg(long, [fill({ day: 3, quantity: '-1', gross: '500.00', orderKey: 'o9' })]),
      ...leg(short, [fill({ day: 3, quantity: '1', gross: '-300.00', orderKey: 'o9' })]),
    ]
    expect(journalTrades(credit, () => [])[0]?.side).toBe('SHORT')
  })

  test('is not made of an order whose parts opened the same symbol twice', () => {
    const parts = [
      fill({ day: 3, quantity: '50', gross: '-50.00', orderKey: 'o5' }),
      fill({ day: 3, minute: 1, quantity: '-50', gross: '40.00' }),
      fill({ day: 3, minute: 2, quantity: '50', gross: '-50.00', orderKey: 'o5' }),
      fill({ day: 3, minute: 3, quantity: '-50', gross: '45.00' }),
    ]
    expect(tradesOf(parts).map(({ netCents }) => netCents)).toEqual([-1_000n, -500n])
  })
})

test('the holding time counts calendar days, and minutes within a day', () => {
  const held = (openedDay: number, minute: number, closedDay: number) =>
    holdingTimeOf(
      tradesOf([
        fill({ day: openedDay, quantity: '1', gross: '-1.00' }),
        fill({ day: closedDay, minute, quantity: '-1', gross: '1.00' }),
      ])[0]!,
    )
  expect([held(3, 60, 3), held(3, 61, 3), held(3, 0, 4), held(3, 0, 10), held(3, 0, 11)]).toEqual([
    'HOUR',
    'DAY',
    'WEEK',
    'WEEK',
    'MONTH',
  ])
})
