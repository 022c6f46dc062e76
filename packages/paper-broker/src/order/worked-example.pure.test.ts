// The two worked examples of docs/rules/paper-brokerage.md, "Money", to the cent, played through the engine on bars.
import { describe, expect, it } from 'vitest'
import { centsNumber } from '../money/money.ts'
import type { Bar, Trader } from '../testing/bar-market.ts'
import { barMarket, trader, walked } from '../testing/bar-market.ts'

async function figures(one: Trader): Promise<Record<string, number>> {
  return Object.fromEntries(Object.entries(await one.balance()).map(([name, value]) => [name, centsNumber(value)]))
}

const dayOf = (n: number): { open: number; close: number } => {
  const bars = walked(Array.from({ length: n + 1 }, (): Bar => [1, 1, 1, 1]))
  const bar = bars[n]
  if (bar === undefined) throw new Error('no such day')
  return { open: bar.fromMs, close: bar.untilMs }
}

describe('the worked example of a stop entry with a stop child', () => {
  // The evening's price is 49; the next day gaps up to open at 51 and closes at 52, the day after opens at 47.
  const bars: Bar[] = [
    [49, 49.5, 48.9, 49],
    [51, 53, 50.5, 52],
    [47, 47.5, 46, 46.5],
  ]

  it('agrees at every step', async () => {
    const one = trader(barMarket({ ACME: bars }))
    const [parent, child] = await one.place({
      terms: { instruction: 'BUY', orderType: 'STOP', stop: 50.01 },
      children: [{ terms: { instruction: 'SELL', orderType: 'STOP', stop: 48.5 } }],
    })
    await one.playTo(dayOf(0).close)
    expect(one.order(parent)).toMatchObject({ status: 'WORKING' })
    expect(one.order(child)).toMatchObject({ status: 'AWAITING_PARENT_ORDER' })
    expect(await figures(one)).toMatchObject({ buyingPower: 194_999 })

    await one.playTo(dayOf(1).open)
    expect(one.fills()).toEqual([{ orderId: parent, quantity: 100, price: 51 }])
    expect(centsNumber(one.book.cash)).toBe(94_900)
    expect(one.order(child)).toMatchObject({ status: 'WORKING' })

    await one.playTo(dayOf(1).close)
    expect(await figures(one)).toMatchObject({
      longValue: 5_200,
      equity: 100_100,
      availableFunds: 97_500,
      buyingPower: 195_000,
      maintenanceRequirement: 1_560,
    })

    await one.playTo(dayOf(2).open)
    expect(one.fills().at(-1)).toEqual({ orderId: child, quantity: 100, price: 47 })
    expect(await figures(one)).toMatchObject({ equity: 99_600, buyingPower: 199_200 })
    expect(centsNumber(one.book.cash)).toBe(99_600)
  })
})

describe('the short twin', () => {
  it('agrees at every step', async () => {
    const one = trader(
      barMarket({
        ACME: [
          [40, 40.5, 39.5, 40],
          [38, 38.5, 37, 38],
        ],
      }),
    )
    await one.place({ terms: { instruction: 'SELL_SHORT', orderType: 'MARKET' } })
    await one.playTo(dayOf(0).open)
    expect(one.fills()).toMatchObject([{ price: 40 }])
    expect(await figures(one)).toMatchObject({
      shortValue: 4_000,
      equity: 100_000,
      availableFunds: 98_000,
      buyingPower: 196_000,
    })
    expect(centsNumber(one.book.cash)).toBe(104_000)

    await one.place({ terms: { instruction: 'BUY_TO_COVER', orderType: 'LIMIT', limit: 38 } })
    await one.playTo(dayOf(1).open)
    expect(one.fills().at(-1)).toMatchObject({ price: 38 })
    expect(centsNumber(one.book.cash)).toBe(100_200)
    expect(one.book.positions.size).toBe(0)
  })
})
