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

describe('the maintenance of a short', () => {
  it.each([
    [1, 250],
    [4, 400],
    [10, 500],
    [40, 1_200],
  ])('of 100 shares at %d dollars is %d', (last, required) => {
    expect(centsNumber(maintenanceOf({ quantity: -100n, multiplier: 1n, last: priceOfFloat(last) }))).toBe(required)
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
