import { Decimal } from 'decimal.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cents } from '../kind.ts'
import { parseCents } from '../money/cents.ts'
import { operationFigures, operationFiguresAt, operationTotals, valueCents } from './operation-figures.ts'
import { judgeProtection, proposeRepair, type ProtectedPosition, type WorkingStop } from './protection.ts'

const d = (text: string | number) => new Decimal(text)
const cents = (dollars: string) => parseCents(dollars) as Cents
const position = (quantity: number, averagePrice: string, multiplier = 1): ProtectedPosition => ({
  quantity: d(quantity),
  averagePrice: d(averagePrice),
  multiplier,
})
const stop = (orderId: string, quantity: number, stopPrice: string | null, groupId = orderId): WorkingStop => ({
  orderId,
  groupId,
  quantity: d(quantity),
  stopPrice: stopPrice === null ? null : d(stopPrice),
})
const accountRealValueCents = cents('272344.32')
const figures = (held: ProtectedPosition, last: string, stops: readonly WorkingStop[] = [], realised = '0.00') =>
  operationFigures({
    ...held,
    lastPrice: d(last),
    realisedCents: cents(realised),
    protection: judgeProtection(held, stops),
    accountRealValueCents,
  })

describe('worked by hand', () => {
  test('a long position: 400 at 55.90, last 61.22, stop for 250 at 54.13', () => {
    expect(figures(position(400, '55.90'), '61.22', [stop('1', 250, '54.13')])).toEqual({
      investment: cents('22360.00'),
      plOpen: cents('2128.00'),
      plPercent: 9.517,
      floatCap: cents('24488.00'),
      realCap: cents('22360.00'),
      riskQty: cents('442.50'),
      riskPercent: 0.1625,
    })
  })

  test('a short position gains when the price falls: 500 at 29.84, last 27.15, stop above at 30.41', () => {
    expect(figures(position(-500, '29.84'), '27.15', [stop('1', 500, '30.41')])).toEqual({
      investment: cents('14920.00'),
      plOpen: cents('1345.00'),
      plPercent: 9.0147,
      floatCap: cents('16265.00'),
      realCap: cents('14920.00'),
      riskQty: cents('285.00'),
      riskPercent: 0.1046,
    })
  })

  test('a losing short, with what was realised on it before: 240 at 71.05, last 74.60', () => {
    expect(figures(position(-240, '71.05'), '74.60', [stop('1', 240, '76.94')], '118.20')).toEqual({
      investment: cents('17052.00'),
      plOpen: cents('-852.00'),
      plPercent: -4.9965,
      floatCap: cents('16200.00'),
      realCap: cents('17170.20'),
      riskQty: cents('1413.60'),
      riskPercent: 0.519,
    })
  })

  test('an option counts a hundred times: 3 contracts at 4.05, last 5.20', () => {
    expect(figures(position(3, '4.05', 100), '5.20')).toMatchObject({
      investment: cents('1215.00'),
      plOpen: cents('345.00'),
      floatCap: cents('1560.00'),
      riskQty: null,
      riskPercent: null,
    })
  })

  test('a stop beyond the entry risks nothing, and no stop is never zero', () => {
    expect(figures(position(90, '341.10'), '388.02', [stop('1', 90, '352.60')])).toMatchObject({
      riskQty: 0n,
      riskPercent: 0,
    })
    expect(figures(position(380, '62.75'), '62.75')).toMatchObject({
      plOpen: 0n,
      plPercent: 0,
      riskQty: null,
      riskPercent: null,
    })
  })

  test('totals are sums with their own P/L percentage, and rows without a stop count in no risk', () => {
    const rows = [
      { ...figures(position(400, '55.90'), '61.22', [stop('1', 250, '54.13')]), plDay: cents('88.00') },
      { ...figures(position(-500, '29.84'), '27.15', [stop('2', 500, '30.41')]), plDay: cents('-20.50') },
      { ...figures(position(210, '127.33'), '119.84'), plDay: null },
    ]
    expect(operationTotals(rows)).toEqual({
      investment: cents('64019.30'),
      plOpen: cents('1900.10'),
      floatCap: cents('65919.40'),
      realCap: cents('64019.30'),
      riskQty: cents('727.50'),
      plDay: cents('67.50'),
      plDayUnknown: 1,
      // 1,900.10 / 64,019.30
      plPercent: 2.968,
      // (0.1625 + 0.1046) / 2
      riskPercent: 0.1336,
    })
    expect(operationTotals([])).toEqual({
      investment: 0n,
      floatCap: 0n,
      realCap: 0n,
      plOpen: 0n,
      plDay: null,
      plDayUnknown: 0,
      riskQty: null,
      plPercent: null,
      riskPercent: null,
    })
  })

  test('a large loss outweighs a small gain in the percentage of the total', () => {
    const rows = [
      { ...figures(position(100, '10.00'), '11.00'), plDay: null },
      { ...figures(position(100, '90.00'), '85.50'), plDay: null },
    ]
    expect(rows.map(({ plPercent }) => plPercent)).toEqual([10, -5])
    expect(operationTotals(rows).plPercent).toBe(-3.5)
  })

  test('open profit and profit of the day move with the price, and an unknown profit of the day stays unknown', () => {
    const short = {
      investment: cents('4000.00'),
      plOpen: cents('100.00'),
      quantity: -100,
      multiplier: 1,
      lastPrice: 39,
    }
    expect(operationFiguresAt({ ...short, plDay: cents('-30.00') }, 38)).toEqual({
      plOpen: cents('200.00'),
      plDay: cents('70.00'),
      floatCap: cents('4200.00'),
      plPercent: 5,
    })
    expect(operationFiguresAt({ ...short, plDay: null }, 38)).toMatchObject({ plOpen: cents('200.00'), plDay: null })
  })
})

test('a value is price x quantity x multiplier, half a cent to the even one', () => {
  expect(valueCents(39.5, -100, 1)).toBe(cents('-3950.00'))
  expect(valueCents(4.05, 3, 100)).toBe(cents('1215.00'))
  // As a float, 1.015 lies below the half.
  expect([valueCents(1.005, 1, 1), valueCents(1.015, 1, 1)]).toEqual([cents('1.00'), cents('1.02')])
})

describe('protection', () => {
  const state = (held: ProtectedPosition, ...stops: WorkingStop[]) => judgeProtection(held, stops).state

  test('is full, partly, missing or too large', () => {
    const held = position(400, '55.90')
    expect([
      state(held),
      state(held, stop('1', 250, '54')),
      state(held, stop('1', 250, '54'), stop('2', 150, '50')),
      state(held, stop('1', 500, '54')),
    ]).toEqual(['NONE', 'PARTLY', 'FULL', 'TOO_LARGE'])
  })

  test('the stop that is reached first covers first: 300 at 54.00, then 100 of 200 at 50.00', () => {
    const held = position(400, '55.90')
    const judged = judgeProtection(held, [stop('far', 200, '50.00'), stop('near', 300, '54.00')])
    expect([
      judged.state,
      judged.coveredQuantity.toNumber(),
      judged.stopQuantity.toNumber(),
      judged.stopPrice?.toFixed(),
      judged.risk?.toFixed(),
    ]).toEqual(['TOO_LARGE', 400, 500, '53', '1160'])
    expect(
      judgeProtection(position(-400, '55.90'), [stop('far', 400, '70.00'), stop('near', 400, '60.00')]).risk?.toFixed(),
    ).toBe('1640')
  })

  test('orders that cancel each other count once', () => {
    expect(state(position(100, '10'), stop('1', 100, '9', 'oco'), stop('2', 100, '8', 'oco'))).toBe('FULL')
  })

  test('of orders that cancel each other the largest counts, whatever their order; the first of equal ones', () => {
    const judged = (...stops: WorkingStop[]) => {
      const { stopQuantity, stopPrice } = judgeProtection(position(100, '10'), stops)
      return [stopQuantity.toNumber(), stopPrice?.toNumber()]
    }
    expect(judged(stop('1', 100, '9', 'oco'), stop('2', 60, '8', 'oco'))).toEqual([100, 9])
    expect(judged(stop('1', 60, '9', 'oco'), stop('2', 100, '8', 'oco'))).toEqual([100, 8])
    expect(judged(stop('1', 100, '9', 'oco'), stop('2', 100, '8', 'oco'))).toEqual([100, 9])
  })

  test('a trailing stop without a known price covers, and its risk is unknown', () => {
    expect(judgeProtection(position(100, '10'), [stop('1', 100, null)])).toMatchObject({
      state: 'FULL',
      stopPrice: null,
      risk: null,
    })
    expect(judgeProtection(position(100, '10'), [stop('1', 60, '9'), stop('2', 40, null)])).toMatchObject({
      state: 'FULL',
      stopPrice: null,
      risk: null,
    })
  })

  test('a stop without a known price covers last, wherever the brokerage lists it', () => {
    const [near, far, trailing] = [stop('near', 60, '9'), stop('far', 40, '8'), stop('trailing', 100, null)]
    for (const stops of [
      [trailing, far, near],
      [far, trailing, near],
      [far, near, trailing],
      [near, trailing, far],
    ]) {
      const { state: found, stopPrice, risk } = judgeProtection(position(100, '10'), stops)
      // 60 x 1.00 + 40 x 2.00
      expect([found, stopPrice?.toFixed(), risk?.toFixed()]).toEqual(['TOO_LARGE', '8.6', '140'])
    }
    const above = [trailing, stop('far', 40, '12'), stop('near', 60, '11')]
    // 60 x 1.00 + 40 x 2.00 above the price of the short.
    expect(judgeProtection(position(-100, '10'), above).risk?.toFixed()).toBe('140')
  })

  test('a stop on the winning side risks nothing, long or short', () => {
    const risk = (quantity: number, price: string) =>
      judgeProtection(position(quantity, '10'), [stop('1', 100, price)]).risk?.toFixed()
    expect([risk(100, '11'), risk(100, '9.5'), risk(-100, '9'), risk(-100, '10.5')]).toEqual(['0', '50', '0', '50'])
  })

  test('the risk of contracts counts their shares', () => {
    expect(judgeProtection(position(2, '4.05', 100), [stop('1', 2, '3.20')]).risk?.toFixed()).toBe('170')
  })
})

describe('the proposed repair', () => {
  test('states where its price is from', () => {
    const basis = (held: ProtectedPosition, stops: readonly WorkingStop[]) =>
      proposeRepair(held, stops, d('61.22'))?.place?.priceBasis
    expect(basis(position(400, '55.90'), [])).toBe('LAST_PRICE')
    expect(basis(position(400, '55.90'), [stop('1', 250, '54.13')])).toBe('WORKING_STOP')
    expect(basis(position(250, '55.90'), [stop('1', 400, '54.13')])).toBe('CANCELLED_STOP')
    expect(basis(position(250, '55.90'), [{ ...stop('1', 400, '54.13'), stopPrice: null }])).toBe('LAST_PRICE')
  })

  const plan = (held: ProtectedPosition, stops: readonly WorkingStop[], last: string) => {
    const repair = proposeRepair(held, stops, d(last))
    return (
      repair && {
        cancel: repair.cancelOrderIds,
        place:
          repair.place &&
          `${repair.place.instruction} ${repair.place.quantity.toFixed()} at ${repair.place.stopPrice.toFixed()}`,
      }
    )
  }

  test('covers what has no stop 3 percent beyond the last price, on the losing side of either direction', () => {
    expect(plan(position(380, '62.75'), [], '62.75')).toEqual({ cancel: [], place: 'SELL 380 at 60.87' })
    expect(plan(position(-210, '10'), [], '10.30')).toEqual({ cancel: [], place: 'BUY_TO_COVER 210 at 10.61' })
    expect(plan(position(1000, '0.5'), [], '0.4321')).toEqual({ cancel: [], place: 'SELL 1000 at 0.4191' })
  })

  test('adds what is missing at the price of the present stop', () => {
    expect(plan(position(400, '55.90'), [stop('1', 250, '54.13')], '61.22')).toEqual({
      cancel: [],
      place: 'SELL 150 at 54.13',
    })
  })

  test('replaces a stop that is too large, and only cancels one that covers nothing any more', () => {
    expect(plan(position(250, '55.90'), [stop('1', 400, '54.13')], '61.22')).toEqual({
      cancel: ['1'],
      place: 'SELL 250 at 54.13',
    })
    expect(plan(position(250, '55.90'), [stop('1', 250, '54.13'), stop('2', 100, '50')], '61.22')).toEqual({
      cancel: ['2'],
      place: null,
    })
    expect(plan(position(250, '55.90'), [stop('1', 250, '54.13')], '61.22')).toBeNull()
  })

  test('covers contracts 20 percent beyond the last price, and only those that no spread binds', () => {
    const contracts = (quantity: number, boundQuantity = 0) => ({
      ...position(quantity, '4.05', 100),
      isOption: true,
      boundQuantity: d(boundQuantity),
    })
    expect(plan(contracts(3), [], '5.00')).toEqual({ cancel: [], place: 'SELL 3 at 4' })
    expect(plan(contracts(-3), [], '5.00')).toEqual({ cancel: [], place: 'BUY_TO_COVER 3 at 6' })
    expect(plan(contracts(3, 1), [], '5.00')).toEqual({ cancel: [], place: 'SELL 2 at 4' })
    expect(plan(contracts(3, 1), [stop('1', 1, '4.20')], '5.00')).toEqual({ cancel: [], place: 'SELL 1 at 4.2' })
    expect(plan(contracts(3, 3), [], '5.00')).toBeNull()
    expect(plan(contracts(3, 1), [stop('1', 3, '4.20')], '5.00')).toBeNull()
  })

  test('cancels a stop of shares together with the orders that it would cancel itself', () => {
    const stops = [stop('1', 200, '9', 'oco'), stop('other', 50, '9.5'), stop('2', 60, '8', 'oco')]
    expect(plan(position(100, '10'), stops, '10')).toEqual({ cancel: ['1', '2'], place: 'SELL 50 at 9' })
  })

  test('cancels the stops that the market reaches last: those above a short position from the top', () => {
    const stops = [stop('far', 60, '12'), stop('near', 60, '11')]
    expect(plan(position(-100, '10'), stops, '10')).toEqual({ cancel: ['far'], place: 'BUY_TO_COVER 40 at 12' })
    expect(plan(position(-60, '10'), stops, '10')).toEqual({ cancel: ['far'], place: null })
  })

  test('places what a cancelled trailing stop covered at the standard distance from the last price', () => {
    expect(plan(position(100, '10'), [stop('1', 150, null)], '10')).toEqual({ cancel: ['1'], place: 'SELL 100 at 9.7' })
    // Of two without a price the one that is listed first stays.
    expect(plan(position(100, '10'), [stop('1', 100, null), stop('2', 100, null)], '10')).toEqual({
      cancel: ['2'],
      place: null,
    })
  })

  test('leaves exactly what is held covered, whatever stops there are', () => {
    const stops = fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 100, max: 2_000 })), {
      maxLength: 6,
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.boolean(), stops, (held, isLong, list) => {
        const own = position(isLong ? held : -held, '10')
        const working = list.map(([quantity, price], index) => stop(String(index), quantity, String(price / 100)))
        const repair = proposeRepair(own, working, d('10'))
        const kept = working.filter(({ orderId }) => !repair?.cancelOrderIds.includes(orderId))
        const after = repair?.place
          ? [
              ...kept,
              { orderId: 'new', groupId: 'new', quantity: repair.place.quantity, stopPrice: repair.place.stopPrice },
            ]
          : kept
        expect(judgeProtection(own, after).state).toBe('FULL')
      }),
    )
  })
})
