import * as fc from 'fast-check'
import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import { changeHolding, type Holding } from '../account/holding.ts'
import type { Cents, MarketDay } from '../kind.ts'
import { parseCents } from '../money/cents.ts'
import {
  addFractions,
  compareFractions,
  decimalFraction,
  fraction,
  fractionText,
  fractionToNumber,
  zeroFraction,
  type Fraction,
} from '../money/fraction.ts'
import type { LotEvent, OpenLot } from './lot.ts'
import { matchLots, type LotBook } from './match-lots.ts'

const cents = (dollars: string) => parseCents(dollars) as Cents
let serial = 0
const day = (n: number) => `2026-02-${String(n).padStart(2, '0')}` as MarketDay
const trade = (on: number, quantity: string, gross: string, fee = '0.00'): LotEvent => ({
  kind: 'TRADE',
  id: `t${++serial}`,
  day: day(on),
  quantity: decimalFraction(quantity),
  grossCents: cents(gross),
  feeCents: cents(fee),
})
const split = (on: number, factor: readonly [bigint, bigint] | null, quantity: string, cash = '0.00'): LotEvent => ({
  kind: 'SPLIT',
  id: `s${++serial}`,
  day: day(on),
  factor: factor && fraction(...factor),
  quantity: decimalFraction(quantity),
  cashCents: cents(cash),
})
const delivery = (on: number, quantity: string, value: string | null): LotEvent => ({
  kind: 'DELIVERY',
  id: `d${++serial}`,
  day: day(on),
  quantity: decimalFraction(quantity),
  valueCents: value === null ? null : cents(value),
})

const gainsOf = ({ gains }: LotBook) =>
  gains.map((gain) => [
    gain.side,
    gain.openedDay?.slice(8) ?? null,
    gain.closedDay.slice(8),
    fractionToNumber(gain.quantity),
    gain.costCents,
    gain.proceedsCents,
    gain.profitCents,
    gain.feeCents,
  ])
const openOf = ({ open }: LotBook) =>
  open.map((lot) => [
    lot.side,
    lot.openedDay?.slice(8) ?? null,
    fractionText(lot.quantity, 4),
    lot.amountCents,
    lot.feeCents,
  ])

describe('worked by hand', () => {
  test('the oldest shares are sold first, and the rest keeps what it cost', () => {
    const book = matchLots([trade(2, '100', '-5000.00'), trade(3, '50', '-2750.00'), trade(4, '-120', '7200.00')])
    expect(gainsOf(book)).toEqual([
      ['LONG', '02', '04', 100, 500000n, 600000n, 100000n, 0n],
      ['LONG', '03', '04', 20, 110000n, 120000n, 10000n, 0n],
    ])
    expect(openOf(book)).toEqual([['LONG', '03', '30.0000', 165000n, 0n]])
  })

  test('a short is realised when it is covered: sold at 40.00 and 44.00, covered at 38.00', () => {
    const book = matchLots([trade(2, '-100', '4000.00'), trade(3, '-50', '2200.00'), trade(5, '120', '-4560.00')])
    expect(gainsOf(book)).toEqual([
      ['SHORT', '02', '05', 100, 380000n, 400000n, 20000n, 0n],
      ['SHORT', '03', '05', 20, 76000n, 88000n, 12000n, 0n],
    ])
    expect(openOf(book)).toEqual([['SHORT', '03', '30.0000', 132000n, 0n]])
  })

  test('selling more than is held closes everything and opens a short with the rest', () => {
    const book = matchLots([trade(2, '100', '-5000.00', '1.00'), trade(3, '-150', '9000.00', '3.00')])
    expect(gainsOf(book)).toEqual([['LONG', '02', '03', 100, 500000n, 600000n, 100000n, 300n]])
    expect(openOf(book)).toEqual([['SHORT', '03', '50.0000', 300000n, 100n]])
  })

  test('fees stay out of the profit and follow the shares: 1.00 paid for 3 is 0.33, 0.34 and 0.33', () => {
    const book = matchLots([
      trade(2, '3', '-30.00', '1.00'),
      trade(3, '-1', '11.00'),
      trade(4, '-1', '11.00'),
      trade(5, '-1', '11.00', '0.10'),
    ])
    expect(gainsOf(book).map((gain) => gain.slice(6))).toEqual([
      [100n, 33n],
      [100n, 34n],
      [100n, 43n],
    ])
  })

  test('a split of 3 for 2 leaves what the lots cost; the half share that was paid in cash is sold', () => {
    const book = matchLots([trade(2, '4', '-60.00'), trade(3, '3', '-60.00'), split(4, [3n, 2n], '3', '7.50')])
    expect(gainsOf(book)).toEqual([['LONG', '02', '04', 0.5, 500n, 750n, 250n, 0n]])
    expect(openOf(book)).toEqual([
      ['LONG', '02', '5.5000', 5500n, 0n],
      ['LONG', '03', '4.5000', 6000n, 0n],
    ])
  })

  test('a short goes through a split alike, and a reverse split gathers shares', () => {
    expect(openOf(matchLots([trade(2, '-10', '500.00'), split(3, [2n, 1n], '-10')]))).toEqual([
      ['SHORT', '02', '20.0000', 50000n, 0n],
    ])
    expect(openOf(matchLots([trade(2, '100', '-100.00'), split(3, [1n, 20n], '-95')]))).toEqual([
      ['LONG', '02', '5.0000', 10000n, 0n],
    ])
  })

  test.each<[bigint, bigint, string, string, unknown[], unknown[]]>([
    [
      50n,
      1n,
      '4949',
      '0.00',
      [],
      [
        ['LONG', '02', '5000.0000', 500_000n, 0n],
        ['LONG', '03', '50.0000', 6_000n, 0n],
      ],
    ],
    [
      100n,
      1n,
      '9999',
      '0.00',
      [],
      [
        ['LONG', '02', '10000.0000', 500_000n, 0n],
        ['LONG', '03', '100.0000', 6_000n, 0n],
      ],
    ],
    [
      1n,
      50n,
      '-99',
      '48.00',
      [['LONG', '02', '04', 0.02, 5_000n, 4_800n, -200n, 0n]],
      [
        ['LONG', '02', '1.9800', 495_000n, 0n],
        ['LONG', '03', '0.0200', 6_000n, 0n],
      ],
    ],
    [
      1n,
      100n,
      '-100',
      '48.00',
      [['LONG', '02', '04', 0.01, 5_000n, 4_800n, -200n, 0n]],
      [
        ['LONG', '02', '0.9900', 495_000n, 0n],
        ['LONG', '03', '0.0100', 6_000n, 0n],
      ],
    ],
  ])(
    '101 shares split %s for %s keep their cost, and the part of a share that was paid in cash is sold from the oldest',
    (up, down, change, cash, gains, open) => {
      const book = matchLots([trade(2, '100', '-5000.00'), trade(3, '1', '-60.00'), split(4, [up, down], change, cash)])
      expect(gainsOf(book)).toEqual(gains)
      expect(openOf(book)).toEqual(open)
    },
  )

  test('a split in words that nobody can read takes its factor from what was booked, and its cash is profit', () => {
    const book = matchLots([trade(2, '7', '-70.00'), split(3, null, '3', '4.00'), trade(4, '-10', '100.00')])
    expect(gainsOf(book).map((gain) => gain[6])).toEqual([400n, 3000n])
  })

  test('shares brought in cost what they were worth that day, and taking them out realises nothing', () => {
    const book = matchLots([
      delivery(2, '10', '100.00'),
      trade(3, '10', '-120.00'),
      delivery(4, '-10', null),
      trade(5, '-10', '150.00'),
    ])
    expect(gainsOf(book)).toEqual([['LONG', '03', '05', 10, 12000n, 15000n, 3000n, 0n]])
  })

  test('a short pays for the part of a share that a split leaves, as a purchase', () => {
    // 7 sold for 70.00 become 10.5; 10 are left, and half a share is bought for 7.50.
    const book = matchLots([trade(2, '-7', '70.00'), split(3, [3n, 2n], '-3', '-7.50')])
    expect(gainsOf(book)).toEqual([['SHORT', '02', '03', 0.5, 750n, 333n, -417n, 0n]])
    expect(openOf(book)).toEqual([['SHORT', '02', '10.0000', 6667n, 0n]])
  })

  test('cash of a split without a fraction of a share is profit of a long, and loss of a short', () => {
    expect(gainsOf(matchLots([trade(2, '10', '-100.00'), split(3, [2n, 1n], '10', '4.00')]))).toEqual([
      ['LONG', null, '03', 0, 0n, 400n, 400n, 0n],
    ])
    expect(gainsOf(matchLots([trade(2, '-10', '100.00'), split(3, [2n, 1n], '-10', '-4.00')]))).toEqual([
      ['SHORT', null, '03', 0, 400n, 0n, -400n, 0n],
    ])
  })

  test('a split in words that nobody can read, which leaves no share, sells all of them for its cash', () => {
    const book = matchLots([trade(2, '10', '-100.00'), split(3, null, '-10', '48.00')])
    expect(gainsOf(book)).toEqual([['LONG', '02', '03', 10, 10_000n, 4_800n, -5_200n, 0n]])
    expect(openOf(book)).toEqual([])
    expect(openOf(matchLots([trade(2, '-10', '100.00'), split(3, null, '10', '-48.00')]))).toEqual([])
  })

  test('a split of what is not held changes nothing', () => {
    expect(matchLots([split(3, [2n, 1n], '10', '4.00'), split(4, null, '10', '4.00')])).toEqual({ gains: [], open: [] })
  })

  test('a transaction without a quantity changes no lot', () => {
    const book = matchLots([trade(2, '10', '-100.00'), trade(3, '0', '12.00'), delivery(4, '0', '12.00')])
    expect(gainsOf(book)).toEqual([])
    expect(openOf(book)).toEqual([['LONG', '02', '10.0000', 10_000n, 0n]])
  })

  test('a delivery takes the oldest lots whole or in part, and brings its rest as a lot of its own', () => {
    const lots = [trade(2, '10', '-100.00', '1.00'), trade(3, '10', '-120.00', '2.00')]
    const after = (quantity: string, value: string | null) => openOf(matchLots([...lots, delivery(4, quantity, value)]))
    expect(after('-4', '-60.00')).toEqual([
      ['LONG', '02', '6.0000', 6_000n, 60n],
      ['LONG', '03', '10.0000', 12_000n, 200n],
    ])
    expect(after('-10', null)).toEqual([['LONG', '03', '10.0000', 12_000n, 200n]])
    expect(after('-15', null)).toEqual([['LONG', '03', '5.0000', 6_000n, 100n]])
    expect(after('-20', null)).toEqual([])
    // Of 25 taken out, 5 were not held: a fifth of the value.
    expect(after('-25', '-300.00')).toEqual([['SHORT', '04', '5.0000', 6_000n, 0n]])
    expect(after('5', '75.00').at(-1)).toEqual(['LONG', '04', '5.0000', 7_500n, 0n])
    expect(after('5', null).at(-1)).toEqual(['LONG', '04', '5.0000', null, 0n])
  })

  test('a lot of unknown cost keeps it unknown for each of its parts, and its fees are split', () => {
    const lots = [delivery(2, '4', null), trade(3, '-1', '20.00', '0.10'), trade(4, '-3', '60.00')]
    expect(gainsOf(matchLots(lots))).toEqual([
      ['LONG', '02', '03', 1, null, 2_000n, null, 10n],
      ['LONG', '02', '04', 3, null, 6_000n, null, 0n],
    ])
    expect(gainsOf(matchLots([delivery(2, '-4', null), trade(3, '4', '-80.00')]))).toEqual([
      ['SHORT', '02', '03', 4, 8_000n, null, null, 0n],
    ])
  })

  test('what was held before the first known transaction has no profit where nobody knows its cost', () => {
    const before: OpenLot = {
      side: 'LONG',
      openedId: null,
      openedDay: null,
      quantity: decimalFraction('10'),
      amountCents: null,
      feeCents: 0n as Cents,
    }
    expect(gainsOf(matchLots([trade(3, '-10', '150.00')], [before]))).toEqual([
      ['LONG', null, '03', 10, null, 15000n, null, 0n],
    ])
  })
})

describe('always', () => {
  const quantities = fc
    .tuple(
      fc.integer({ min: -500, max: 500 }).filter((n) => n !== 0),
      fc.constantFrom(1, 10, 100),
    )
    .map(([n, by]) => fraction(BigInt(n), BigInt(by)))
  const trades = fc
    .array(fc.tuple(quantities, fc.integer({ min: 1, max: 900_000 }), fc.integer({ min: 0, max: 500 })), {
      maxLength: 40,
    })
    .map((list) =>
      list.map(([quantity, price, fee], index): LotEvent => {
        const gross = -BigInt(Math.round(fractionToNumber(quantity) * price))
        return {
          kind: 'TRADE',
          id: `t${index}`,
          day: day(1 + (index % 28)),
          quantity,
          grossCents: gross as Cents,
          feeCents: BigInt(fee) as Cents,
        }
      }),
    )
  const sum = (values: readonly (bigint | null)[]) => values.reduce<bigint>((total, value) => total + value!, 0n)
  const signed = (lot: OpenLot): Fraction =>
    lot.side === 'LONG' ? lot.quantity : fraction(-lot.quantity.numerator, lot.quantity.denominator)

  test('profits and open lots account for every cent and every share, fees included', () => {
    fc.assert(
      fc.property(trades, (events) => {
        const { gains, open } = matchLots(events)
        const openCost = sum(open.map((lot) => (lot.side === 'LONG' ? -lot.amountCents! : lot.amountCents!)))
        expect(sum(gains.map(({ profitCents }) => profitCents)) + openCost).toBe(
          sum(events.map((event) => (event.kind === 'TRADE' ? event.grossCents : 0n))),
        )
        expect(sum(gains.map(({ feeCents }) => feeCents)) + sum(open.map(({ feeCents }) => feeCents))).toBe(
          sum(events.map((event) => (event.kind === 'TRADE' ? event.feeCents : 0n))),
        )
        const bought = events.reduce((total, event) => addFractions(total, event.quantity), zeroFraction)
        expect(
          compareFractions(
            open.reduce((total, lot) => addFractions(total, signed(lot)), zeroFraction),
            bought,
          ),
        ).toBe(0)
        expect(new Set(open.map(({ side }) => side)).size).toBeLessThanOrEqual(1)
        expect(
          [...gains.map(({ quantity }) => quantity), ...open.map(({ quantity }) => quantity)].every(
            ({ numerator }) => numerator > 0n,
          ),
        ).toBe(true)
      }),
    )
  })

  test('lots are closed in the order in which they were opened', () => {
    fc.assert(
      fc.property(trades, (events) => {
        const order = new Map(events.map(({ id }, index) => [id, index]))
        const opened = matchLots(events).gains.map(({ openedId }) => order.get(openedId!)!)
        expect(opened).toEqual(opened.toSorted((a, b) => a - b))
      }),
    )
  })

  test('when nothing is held any more, lots and average cost have realised the same', () => {
    fc.assert(
      fc.property(trades, (events) => {
        const rest = events.reduce((total, event) => addFractions(total, event.quantity), zeroFraction)
        const closing: LotEvent[] =
          rest.numerator === 0n
            ? []
            : [
                {
                  kind: 'TRADE',
                  id: 'last',
                  day: day(28),
                  quantity: fraction(-rest.numerator, rest.denominator),
                  grossCents: 12_345n as Cents,
                  feeCents: 0n as Cents,
                },
              ]
        const all = [...events, ...closing].flatMap((event) => (event.kind === 'TRADE' ? [event] : []))
        let holding: Holding = { quantity: new Decimal(0), cost: new Decimal(0), multiplier: 1 }
        let realised = new Decimal(0)
        for (const event of all) {
          const gross = new Decimal((-event.grossCents).toString())
          const after = changeHolding(
            holding,
            new Decimal(event.quantity.numerator.toString()).div(event.quantity.denominator.toString()),
            gross,
          )
          realised = realised.minus(gross).plus(after.cost).minus(holding.cost)
          holding = after
        }
        expect(holding.quantity.isZero()).toBe(true)
        const { gains, open } = matchLots(all)
        expect(open).toEqual([])
        expect(sum(gains.map(({ profitCents }) => profitCents))).toBe(BigInt(realised.toDecimalPlaces(0).toFixed(0)))
      }),
    )
  })

  test('a split changes no cent of what is realised in the end', () => {
    fc.assert(
      fc.property(
        trades,
        fc.nat(40),
        fc.constantFrom([2n, 1n], [3n, 2n], [1n, 10n], [50n, 1n], [100n, 1n], [1n, 50n], [1n, 100n], [133n, 10_000n]),
        (events, at, factor) => {
          const [up, down] = factor as [bigint, bigint]
          const scaled = (event: LotEvent): LotEvent => ({
            ...event,
            quantity: fraction(event.quantity.numerator * up, event.quantity.denominator * down),
          })
          const heldThen = events
            .slice(0, at)
            .reduce((total, event) => addFractions(total, event.quantity), zeroFraction)
          const change = fraction(heldThen.numerator * (up - down), heldThen.denominator * down)
          const withSplit = matchLots([
            ...events.slice(0, at),
            {
              kind: 'SPLIT',
              id: 's',
              day: day(28),
              factor: fraction(up, down),
              quantity: change,
              cashCents: 0n as Cents,
            },
            ...events.slice(at).map(scaled),
          ])
          expect(withSplit.gains.map(({ profitCents }) => profitCents)).toEqual(
            matchLots(events).gains.map(({ profitCents }) => profitCents),
          )
        },
      ),
    )
  })
})
