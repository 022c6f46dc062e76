import { Decimal } from 'decimal.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCents, toMarketDay, type Cents } from '../kind.ts'
import { parseCents } from '../money/cents.ts'
import { decimalFraction, fraction } from '../money/fraction.ts'
import { dayProfit } from './day-profit.ts'
import type { LotEvent } from './lot.ts'
import { matchLots } from './match-lots.ts'

const day = toMarketDay('2026-03-04')
const cents = (dollars: string): Cents => toCents(parseCents(dollars)!)
const trade = (quantity: number, price: string, multiplier = 1, id = `${quantity} at ${price}`): LotEvent => ({
  kind: 'TRADE',
  id,
  day,
  quantity: fraction(BigInt(quantity)),
  grossCents: toCents(-BigInt(new Decimal(price).times(quantity).times(multiplier).times(100).toFixed())),
  feeCents: toCents(65n),
})
const profit = (
  quantity: number | string,
  last: string,
  priorClose: string | null,
  events: readonly LotEvent[] = [],
  multiplier = 1,
) =>
  dayProfit({
    quantity: new Decimal(quantity),
    multiplier,
    lastPrice: new Decimal(last),
    priorClose: priorClose === null ? null : new Decimal(priorClose),
    events,
  })

describe('the profit of the day, worked by hand', () => {
  test('of shares held overnight is counted from the prior close', () => {
    expect(profit(100, '53.00', '50.00')).toBe(cents('300.00'))
    expect(profit(-100, '53.00', '50.00')).toBe(cents('-300.00'))
  })

  test('of shares bought today is counted from their own cost, before fees', () => {
    expect(profit(150, '53.00', '50.00', [trade(50, '52.00')])).toBe(cents('350.00'))
    expect(profit(-150, '53.00', '50.00', [trade(-50, '52.00')])).toBe(cents('-350.00'))
  })

  test('leaves out shares sold today, the oldest first', () => {
    expect(profit(120, '53.00', '50.00', [trade(50, '52.00'), trade(-30, '54.00')])).toBe(cents('260.00'))
    expect(profit(40, '53.00', '50.00', [trade(50, '52.00'), trade(-110, '54.00')])).toBe(cents('40.00'))
  })

  test('of a position opened today needs no prior close', () => {
    expect(profit(50, '53.00', null, [trade(50, '52.00')])).toBe(cents('50.00'))
    // What was held overnight is sold.
    expect(profit(50, '53.00', null, [trade(-100, '51.00'), trade(50, '52.00')])).toBe(cents('50.00'))
  })

  test('of a position that changed sides today is counted from the price of its opening', () => {
    expect(profit(-50, '53.00', '50.00', [trade(-150, '54.00')])).toBe(cents('50.00'))
  })

  test('of options counts a hundred times', () => {
    expect(profit(3, '5.20', null, [trade(3, '4.05', 100)], 100)).toBe(cents('345.00'))
    expect(profit(-2, '1.10', '1.25', [], 100)).toBe(cents('30.00'))
  })

  test('is unknown without the prior close of shares held overnight', () => {
    expect(profit(100, '53.00', null)).toBeNull()
    expect(profit(150, '53.00', null, [trade(50, '52.00')])).toBeNull()
  })

  test('is unknown while the value of shares that came in today is unknown', () => {
    const delivery = { kind: 'DELIVERY', id: 'in', day, quantity: fraction(10n) } as const
    expect(profit(110, '53.00', '50.00', [{ ...delivery, valueCents: null }])).toBeNull()
    expect(profit(110, '53.00', '50.00', [{ ...delivery, valueCents: cents('510.00') }])).toBe(cents('320.00'))
  })

  test('after a split of the day is counted from the prior close in the new shares', () => {
    const split: LotEvent = {
      kind: 'SPLIT',
      id: 'split',
      day,
      factor: fraction(2n),
      quantity: fraction(100n),
      cashCents: toCents(0n),
    }
    expect(profit(200, '26.00', '25.00', [split])).toBe(cents('200.00'))
    // Sold before and bought after it.
    expect(
      profit(150, '26.00', '25.00', [trade(-50, '51.00'), { ...split, quantity: fraction(50n) }, trade(50, '25.50')]),
    ).toBe(cents('125.00'))
  })

  test('of fractions of a share is rounded once', () => {
    expect(profit('0.333', '10.01', '10.00')).toBe(0n)
    expect(profit('33.3333', '10.01', '10.00')).toBe(33n)
  })
})

const trades = fc.array(
  fc.record({
    quantity: fc.integer({ min: -300, max: 300 }).filter((quantity) => quantity !== 0),
    price: fc.integer({ min: 1, max: 20_000 }).map((price) => new Decimal(price).div(100).toFixed(2)),
  }),
  { maxLength: 8 },
)
const price = fc.integer({ min: 1, max: 20_000 }).map((value) => new Decimal(value).div(100).toFixed(2))

test('with the gains of what was closed today it is what the position gained since the prior close', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -500, max: 500 }),
      trades,
      price,
      price,
      fc.constantFrom(1, 100),
      (start, list, prior, last, multiplier) => {
        const events = list.map((one, index) => trade(one.quantity, one.price, multiplier, String(index)))
        const held = list.reduce((sum, { quantity }) => sum + quantity, start)
        const valueOf = (quantity: number, at: string) =>
          BigInt(new Decimal(at).times(quantity).times(multiplier).times(100).toFixed())
        const paid = list.reduce((sum, one) => sum + valueOf(one.quantity, one.price), 0n)
        const priorValue = valueOf(start, prior)
        const opening =
          start === 0
            ? []
            : [
                {
                  side: start < 0 ? ('SHORT' as const) : ('LONG' as const),
                  openedId: null,
                  openedDay: null,
                  quantity: decimalFraction(String(Math.abs(start))),
                  amountCents: toCents(priorValue < 0n ? -priorValue : priorValue),
                  feeCents: toCents(0n),
                },
              ]
        const closed = matchLots(events, opening).gains.reduce((sum, { profitCents }) => sum + profitCents!, 0n)
        expect(profit(held, last, prior, events, multiplier)! + closed).toBe(valueOf(held, last) - priorValue - paid)
      },
    ),
  )
})

test('it moves by the change in price of what is held', () => {
  fc.assert(
    fc.property(fc.integer({ min: -500, max: 500 }), trades, price, price, (start, list, prior, last) => {
      const events = list.map((one, index) => trade(one.quantity, one.price, 1, String(index)))
      const held = list.reduce((sum, { quantity }) => sum + quantity, start)
      const next = new Decimal(last).plus('0.01').toFixed(2)
      expect(profit(held, next, prior, events)! - profit(held, last, prior, events)!).toBe(BigInt(held))
    }),
  )
})
