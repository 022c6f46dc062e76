import { array, check, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountOf, cents, centsNumber, cost, costOfCents, priceOfFloat } from '../money/money.ts'
import { accountBalance } from './account-balance.ts'
import type { BalanceInput } from './account-balance.ts'
import { FLAT, changeHolding } from './position-change.ts'
import type { Holding } from './position-change.ts'
import { maintenanceOf, valuePosition } from './position-value.ts'
import type { PricedPosition } from './position-value.ts'

const dollars = (value: number): ReturnType<typeof cents> => cents(BigInt(Math.round(value * 100)))

function held(quantity: number, average: number, last: number): BalanceInput['positions'][number] {
  const size = BigInt(Math.abs(quantity))
  return {
    quantity: BigInt(quantity),
    multiplier: 1n,
    last: priceOfFloat(last),
    cost: costOfCents(amountOf(priceOfFloat(average), size, 1n)),
    isOption: false,
  }
}

function figures(input: Partial<BalanceInput>): Record<string, number> {
  const balance = accountBalance({
    accountType: 'MARGIN',
    cash: dollars(100_000),
    positions: [],
    reserved: dollars(0),
    ...input,
  })
  return Object.fromEntries(Object.entries(balance).map(([name, value]) => [name, centsNumber(value)]))
}

describe('the balances of an account', () => {
  it('hold back buying power for a working buy stop of 100 at 50.01', () => {
    expect(figures({ reserved: dollars(5_001) })).toMatchObject({
      equity: 100_000,
      buyingPower: 194_999,
      availableFunds: 97_499.5,
    })
  })

  it('value 100 shares bought at 51 with the last at 52', () => {
    expect(figures({ cash: dollars(94_900), positions: [held(100, 51, 52)] })).toMatchObject({
      longValue: 5_200,
      equity: 100_100,
      availableFunds: 97_500,
      buyingPower: 195_000,
      maintenanceRequirement: 1_560,
    })
  })

  it('value a short of 100 at 40, then at 38', () => {
    expect(figures({ cash: dollars(104_000), positions: [held(-100, 40, 40)] })).toMatchObject({
      shortValue: 4_000,
      shortBalance: 4_000,
      cashBalance: 100_000,
      equity: 100_000,
      availableFunds: 98_000,
      buyingPower: 196_000,
    })
    expect(figures({ cash: dollars(104_000), positions: [held(-100, 40, 38)] })).toMatchObject({ equity: 100_200 })
  })

  it('come within a dollar of the published margin sample', () => {
    const sample = figures({ cash: dollars(5_121.6 - 1_051.84), positions: [held(1, 1_051.84, 1_051.84)] })
    expect(sample).toMatchObject({
      equity: 5_121.6,
      availableFunds: 4_595.68,
      buyingPower: 9_191.36,
      dayTradingBuyingPower: 19_434.56,
    })
  })

  it('show a debit as a negative margin balance and a call as what equity lacks', () => {
    const indebted = figures({ cash: dollars(-8_000), positions: [held(100, 100, 100)] })
    expect(indebted).toMatchObject({
      cashBalance: 0,
      marginBalance: -8_000,
      equity: 2_000,
      maintenanceRequirement: 3_000,
      maintenanceCall: 1_000,
    })
  })

  it('subtract reservations in full from a cash account, which has neither borrowing nor maintenance', () => {
    const cash = figures({
      accountType: 'CASH',
      cash: dollars(1_000),
      positions: [held(10, 50, 60)],
      reserved: dollars(300),
    })
    expect(cash).toMatchObject({
      equity: 1_600,
      availableFunds: 700,
      buyingPower: 700,
      maintenanceRequirement: 0,
      maintenanceCall: 0,
    })
  })
})

describe('the balances of an account with options', () => {
  const options = (quantity: number, average: number, last: number): BalanceInput['positions'][number] => ({
    ...held(quantity * 100, average, last),
    quantity: BigInt(quantity),
    multiplier: 100n,
    isOption: true,
  })

  it('count bought ones in full: they have no loan value, and day trading has none either', () => {
    // Bought at 3.00 for 600.00, now worth 700.00.
    expect(figures({ cash: dollars(9_400), positions: [options(2, 3, 3.5)] })).toMatchObject({
      longValue: 700,
      longOptionValue: 700,
      shortOptionValue: 0,
      equity: 10_100,
      buyingPower: 18_800,
      availableFunds: 9_400,
      dayTradingBuyingPower: 37_600,
      maintenanceRequirement: 700,
    })
  })

  it('hold back the greatest loss of written ones instead of their value', () => {
    // A put with the strike 45.00, written for 150.00, now worth 200.00; the stake is 4,500.00.
    const written = { hold: dollars(4_500), value: dollars(200) }
    expect(figures({ cash: dollars(10_150), positions: [options(-1, 1.5, 2)], written })).toMatchObject({
      shortValue: 200,
      longOptionValue: 0,
      shortOptionValue: 200,
      shortBalance: 150,
      cashBalance: 10_000,
      equity: 9_950,
      // 2 x (9,950 - 4,500) - 200 + 3 x 200: twice the cash beyond the stake.
      buyingPower: 11_300,
      availableFunds: 5_650,
      // 4 x (9,950 - 4,500) - 200 + 5 x 200.
      dayTradingBuyingPower: 22_600,
      // The stake, less what equity has lost already: 200 + 4,500 - 2 x 200.
      maintenanceRequirement: 4_300,
      maintenanceCall: 0,
    })
  })

  it('hold back the greatest loss of written ones in a cash account too', () => {
    const written = { hold: dollars(4_500), value: dollars(200) }
    expect(
      figures({ accountType: 'CASH', cash: dollars(10_150), positions: [options(-1, 1.5, 2)], written }),
    ).toMatchObject({ buyingPower: 5_650, availableFunds: 5_650, dayTradingBuyingPower: 5_650 })
  })

  it('add shares and options of both sides up', () => {
    const positions = [held(100, 10, 12), options(1, 2, 3), held(-50, 20, 18), options(-1, 4, 5), held(10, 1, 1)]
    expect(figures({ cash: dollars(50_000), positions })).toMatchObject({
      longValue: 1_510,
      shortValue: 1_400,
      longOptionValue: 300,
      shortOptionValue: 500,
      shortBalance: 1_400,
      cashBalance: 48_600,
      equity: 50_110,
      // 30 % of 1,210 of shares, 300 and 500 of options, 30 % of 900 of the short.
      maintenanceRequirement: 1_433,
    })
  })
})

describe('the edges of the balances', () => {
  it('cut half a cent of available funds, never grant it', () => {
    expect(figures({ cash: cents(100n), reserved: cents(1n) })).toMatchObject({
      buyingPower: 1.99,
      availableFunds: 0.99,
    })
    expect(figures({ cash: cents(0n), reserved: cents(1n) })).toMatchObject({
      buyingPower: -0.01,
      availableFunds: -0.01,
    })
  })

  it('keep proceeds that have not settled out of a cash account only', () => {
    const input = { cash: dollars(1_000), unsettled: dollars(400) }
    expect(figures({ ...input, accountType: 'CASH' })).toMatchObject({
      unsettledCash: 400,
      buyingPower: 600,
      cashBalance: 1_000,
    })
    expect(figures(input)).toMatchObject({ unsettledCash: 0, buyingPower: 2_000 })
  })

  it('have neither a debit nor a call while there is cash and equity enough', () => {
    expect(figures({ cash: dollars(1_000) })).toMatchObject({ marginBalance: 0, cashBalance: 1_000 })
    // 3,000 is required of 100 shares at 100.
    expect(figures({ cash: dollars(-7_000), positions: [held(100, 100, 100)] })).toMatchObject({ maintenanceCall: 0 })
    expect(figures({ cash: cents(-700_001n), positions: [held(100, 100, 100)] })).toMatchObject({
      maintenanceCall: 0.01,
    })
  })
})

describe('the maintenance of a short', () => {
  it.each([
    [1, 250],
    [2.5, 250],
    [2.51, 251],
    [4, 400],
    [4.99, 499],
    [5, 500],
    [5.01, 500],
    [10, 500],
    [16.66, 500],
    [16.67, 500.1],
    [40, 1_200],
  ])('of 100 shares at %d dollars is %d', (last, required) => {
    expect(centsNumber(maintenanceOf({ quantity: -100n, multiplier: 1n, last: priceOfFloat(last) }))).toBe(required)
  })

  it('is the whole value of options on either side, not thirty percent', () => {
    const of = (quantity: bigint): number =>
      centsNumber(maintenanceOf({ quantity, multiplier: 100n, last: priceOfFloat(1.5), isOption: true }))
    expect([of(2n), of(-2n), of(0n)]).toEqual([300, 300, 0])
  })

  it('counts the multiplier, and rounds to cents', () => {
    const of = (quantity: bigint, last: number): number =>
      centsNumber(maintenanceOf({ quantity, multiplier: 10n, last: priceOfFloat(last), isOption: false }))
    expect([of(3n, 40), of(-3n, 40), of(1n, 0.0017), of(1n, 0.0016)]).toEqual([360, 360, 0.01, 0])
  })

  it('is 319.92 for the long sample of 1,066.40', () => {
    expect(centsNumber(maintenanceOf({ quantity: 1n, multiplier: 1n, last: priceOfFloat(1_066.4) }))).toBe(319.92)
  })
})

describe('a position', () => {
  const position = (more: Partial<PricedPosition>): PricedPosition => ({
    ...held(100, 50, 52),
    previousClose: priceOfFloat(51),
    previousQuantity: 100n,
    paidToday: dollars(0),
    ...more,
  })

  it('gains since the previous close what it was then held for', () => {
    expect(valuePosition(position({}))).toMatchObject({
      dayProfit: 10_000n,
      dayProfitPercent: 196n,
      openProfit: 20_000n,
    })
  })

  it('counts what was paid today against the day', () => {
    const grown = valuePosition(
      position({ quantity: 150n, cost: costOfCents(dollars(7_600)), paidToday: dollars(2_600) }),
    )
    expect(grown).toMatchObject({ dayProfit: 10_000n, openProfit: 20_000n, marketValue: 780_000n })
  })

  it('that is short gains what the price falls', () => {
    const short = position({ quantity: -100n, previousQuantity: -100n, last: priceOfFloat(48) })
    expect(valuePosition(short)).toMatchObject({
      marketValue: -480_000n,
      openProfit: 20_000n,
      dayProfit: 30_000n,
      dayProfitPercent: 588n,
      maintenanceRequirement: 144_000n,
      averagePrice: 5_000_000_000n,
    })
  })

  it('of which nothing was held yesterday gains against what was paid for it today', () => {
    const bought = position({ previousQuantity: 0n, paidToday: dollars(5_000) })
    expect(valuePosition(bought)).toMatchObject({ dayProfit: 20_000n, dayProfitPercent: 400n })
    const sold = position({
      quantity: -100n,
      previousQuantity: 0n,
      paidToday: dollars(-5_000),
      last: priceOfFloat(51),
    })
    expect(valuePosition(sold)).toMatchObject({ dayProfit: -10_000n, dayProfitPercent: -200n })
  })

  it('that is closed has no average and no percentage', () => {
    const closed = position({ quantity: 0n, cost: costOfCents(0n), previousQuantity: 0n })
    expect(valuePosition(closed)).toMatchObject({
      averagePrice: 0n,
      marketValue: 0n,
      openProfit: 0n,
      dayProfit: 0n,
      dayProfitPercent: 0n,
    })
  })

  it('of option contracts counts the multiplier', () => {
    const options = valuePosition(
      position({
        quantity: 2n,
        multiplier: 100n,
        cost: costOfCents(dollars(300)),
        last: priceOfFloat(2),
        previousQuantity: 0n,
        paidToday: dollars(300),
      }),
    )
    expect(options).toMatchObject({
      marketValue: 40_000n,
      openProfit: 10_000n,
      averagePrice: 150_000_000n,
      dayProfitPercent: 3_333n,
    })
  })
})

describe('average cost', () => {
  const after = (start: Holding, quantity: bigint, gross: number): { holding: Holding; realised: bigint } => {
    const change = changeHolding(start, quantity, dollars(gross))
    if (change === null) throw new Error('refused')
    return {
      holding: { quantity: start.quantity + change.quantityChange, cost: cost(start.cost + change.costChange) },
      realised: change.realised,
    }
  }

  it('keeps its average through a partial sale and realises the difference', () => {
    const bought = after(FLAT, 3n, 10).holding
    const { holding, realised } = after(bought, -1n, 4)
    expect(holding.cost).toBe(666_666_667n)
    expect(realised).toBe(66_666_667n)
  })

  it('removes nothing of the average of a short that is bought back in part', () => {
    const sold = after(FLAT, -3n, 10).holding
    expect(sold).toEqual({ quantity: -3n, cost: costOfCents(dollars(10)) })
    expect(after(sold, 1n, 4)).toEqual({ holding: { quantity: -2n, cost: 666_666_667n }, realised: -66_666_667n })
    expect(after(sold, 3n, 9)).toEqual({ holding: FLAT, realised: costOfCents(dollars(1)) })
  })

  it('adds to either side without realising anything', () => {
    expect(after(after(FLAT, 2n, 10).holding, 1n, 7)).toEqual({
      holding: { quantity: 3n, cost: costOfCents(dollars(17)) },
      realised: 0n,
    })
    expect(after(after(FLAT, -2n, 10).holding, -1n, 7)).toEqual({
      holding: { quantity: -3n, cost: costOfCents(dollars(17)) },
      realised: 0n,
    })
  })

  it('realises -400 on 100 shares bought for 5,100 and sold for 4,700', () => {
    expect(after(after(FLAT, 100n, 5_100).holding, -100n, 4_700)).toEqual({
      holding: FLAT,
      realised: costOfCents(dollars(-400)),
    })
  })

  it('refuses to cross zero', () => {
    expect(changeHolding(after(FLAT, 3n, 10).holding, -4n, dollars(13))).toBeNull()
    expect(changeHolding(after(FLAT, -3n, 10).holding, 4n, dollars(13))).toBeNull()
  })

  it('never makes or loses money: cash paid in equals cost plus realised, to the last step', () => {
    const step = record({ quantity: integer({ min: -500, max: 500 }), priceCents: integer({ min: 1, max: 100_000 }) })
    const result = check(
      property(array(step, { maxLength: 40 }), (steps) => {
        let holding: Holding = FLAT
        let cash = 0n
        let realised = 0n
        for (const { quantity, priceCents } of steps) {
          const shares = BigInt(quantity)
          if (shares === 0n) continue
          const gross = cents(BigInt(priceCents) * (shares < 0n ? -shares : shares))
          const change = changeHolding(holding, shares, gross)
          if (change === null) continue
          holding = { quantity: holding.quantity + change.quantityChange, cost: cost(holding.cost + change.costChange) }
          realised += change.realised
          cash += shares > 0n ? 0n - gross : gross
          if (holding.cost < 0n || (holding.quantity === 0n && holding.cost !== 0n)) return false
        }
        const tiedUp = holding.quantity >= 0n ? holding.cost : 0n - holding.cost
        return cash * 1_000_000n === realised - tiedUp
      }),
    )
    expect(result.counterexample).toBeNull()
  })
})
