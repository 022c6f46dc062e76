// The examples of docs/rules/attribution.md.
import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import { close, contribution, fund, march, match, movement } from '../fund/testing/fund-fixture.ts'
import { unallocatedHolderId, type FundRecords } from '../fund/record.ts'
import { replayFund } from '../fund/replay-fund.ts'
import { attributedDays, holderDays, type AttributedDay } from './attributed-day.ts'
import { attributeClose, profitOfLine, type AttributedBooking, type LineContents } from './close-line.ts'
import { roundLines, type LineTotal } from './sum-lines.ts'
import { sumShares, type SharedProfit } from './testing/sum-shares.ts'

const span = { from: march(3), to: march(4) }

type Earned = Readonly<Record<string, readonly [number, number]>>

function lines(days: readonly AttributedDay[], earned: Earned): ReadonlyMap<string, LineTotal> {
  const profits = days.flatMap(({ share }, index): SharedProfit[] =>
    Object.entries(earned).map(([line, dollars]) => ({ line, share, priceCents: BigInt(dollars[index]! * 100) })),
  )
  return roundLines(sumShares(profits))
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)

describe('two days of a fund that opened at 10,000', () => {
  const earned = { AAA: [100, 201], BBB: [-50, 0] } as const
  const closes = [close(march(3), '10050'), close(march(4), '10251')]

  test('AAA contributes 3.01 %, BBB -0.5 %, and together that is the return of 2.51 %', () => {
    const byLine = lines(attributedDays(replayFund(fund('10000', { closes })), span), earned)
    expect(byLine.get('AAA')).toMatchObject({ profitCents: 30_100n, contributionHundredths: 301n })
    expect(byLine.get('BBB')).toMatchObject({ profitCents: -5_000n, contributionHundredths: -50n })
    expect(sum([...byLine.values()].map((line) => line.profitCents))).toBe(25_100n)
    expect(sum([...byLine.values()].map((line) => line.contributionHundredths))).toBe(251n)
  })

  const paidIn = (): FundRecords => {
    const entry = contribution('b', march(4), '10050')
    const paid = movement(march(4), '10050')
    return fund('10000', {
      entries: [entry],
      movements: [paid],
      matches: [match([paid], [entry])],
      closes: [close(march(3), '10050'), close(march(4), '20502')],
    })
  }
  const doubled = { AAA: [100, 402], BBB: [-50, 0] } as const

  test('a payment of 10,050 after the first close changes no percent', () => {
    const days = attributedDays(replayFund(paidIn()), span)
    expect(days.map(({ baseCents: { numerator, denominator } }) => numerator / denominator)).toEqual([
      1_000_000n,
      2_010_000n,
    ])
    const byLine = lines(days, doubled)
    expect(byLine.get('AAA')).toMatchObject({ profitCents: 50_200n, contributionHundredths: 301n })
    expect(byLine.get('BBB')).toMatchObject({ contributionHundredths: -50n })
  })

  test('and each holder has their own part of a line', () => {
    const replay = replayFund(paidIn())
    const first = lines(holderDays(replay, unallocatedHolderId, span).days, doubled)
    expect(first.get('AAA')).toMatchObject({ profitCents: 30_100n, contributionHundredths: 301n })
    const { days, total } = holderDays(replay, 'b', span)
    expect(days.map(({ day }) => day)).toEqual([march(4)])
    expect(lines(days, { AAA: [402, 0] }).get('AAA')).toMatchObject({
      profitCents: 20_100n,
      contributionHundredths: 200n,
    })
    expect(Number(total!.numerator) / Number(total!.denominator)).toBeCloseTo(0.02, 12)
  })
})

const nothing: LineContents = { statedCents: 0n, cashCents: 0n, positions: new Map() }
const booked = (more: Partial<AttributedBooking>): AttributedBooking => ({
  symbol: 'AAA',
  nature: 'trade',
  quantity: null,
  netCents: 0n,
  feeCents: 0n,
  paymentCents: 0n,
  ...more,
})
const holding = (symbol: string, quantity: number, valueCents: bigint, cashCents = 0n): LineContents => ({
  statedCents: cashCents + valueCents,
  cashCents,
  positions: new Map([[symbol, { quantity: new Decimal(quantity), valueCents }]]),
})

describe('the lines of a close', () => {
  test('a short position pays the dividend: price 20.00, income -3.00, fees -1.00', () => {
    const [line, cash, ...others] = attributeClose({
      before: nothing,
      now: holding('AAA', -10, -48_000n, 49_600n),
      bookings: [
        booked({ quantity: new Decimal(-10), netCents: 49_900n, feeCents: 100n }),
        booked({ nature: 'income', netCents: -300n }),
      ],
    })
    expect(line).toMatchObject({ isShort: true, priceCents: 2_000n, incomeCents: -300n, feeCents: -100n })
    expect(profitOfLine(line!)).toBe(1_600n)
    expect(cash).toMatchObject({ kind: 'CASH', valueCents: 49_600n, priceCents: 0n })
    expect(others).toEqual([])
  })

  test('interest and a fee of the account belong to Cash, a deposit to nothing', () => {
    const lines = attributeClose({
      before: { ...nothing, statedCents: 100_000n, cashCents: 100_000n },
      now: { ...nothing, statedCents: 150_150n, cashCents: 150_150n },
      bookings: [
        booked({ symbol: null, netCents: 50_000n, paymentCents: 50_000n }),
        booked({ symbol: null, nature: 'income', netCents: 200n }),
        booked({ symbol: null, nature: 'charge', netCents: -50n }),
      ],
    })
    expect(lines).toMatchObject([{ kind: 'CASH', incomeCents: 200n, feeCents: -50n, priceCents: 0n, netCents: 150n }])
  })

  test('what the brokerage states beyond all this is a line of its own', () => {
    const lines = attributeClose({
      before: holding('AAA', 10, 50_000n),
      now: { ...holding('AAA', 10, 51_000n), statedCents: 51_007n },
      bookings: [],
    })
    expect(lines.map(({ kind, priceCents }) => [kind, priceCents])).toEqual([
      ['INSTRUMENT', 1_000n],
      ['CASH', 0n],
      ['NOT_EXPLAINED', 7n],
    ])
  })

  test('a split earns nothing', () => {
    const [line] = attributeClose({
      before: holding('AAA', 10, 50_000n),
      now: holding('AAA', 20, 50_000n),
      bookings: [booked({ quantity: new Decimal(10) })],
    })
    expect(profitOfLine(line!)).toBe(0n)
  })

  test('a change of symbol hands the market value to the successor', () => {
    const lines = attributeClose({
      before: holding('OLD', 10, 50_000n),
      now: holding('NEW', 10, 51_000n),
      bookings: [
        booked({ symbol: 'OLD', nature: 'exchange', quantity: new Decimal(-10) }),
        booked({ symbol: 'NEW', nature: 'exchange', quantity: new Decimal(10) }),
      ],
    })
    expect(lines.map((line) => [line.symbol, profitOfLine(line)])).toEqual([
      ['NEW', 1_000n],
      ['OLD', 0n],
      ['', 0n],
    ])
  })

  test('a merger that also pays cash hands over what is left', () => {
    const lines = attributeClose({
      before: holding('OLD', 10, 50_000n),
      now: holding('NEW', 4, 31_000n, 20_000n),
      bookings: [
        booked({ symbol: 'OLD', nature: 'exchange', quantity: new Decimal(-10), netCents: 20_000n }),
        booked({ symbol: 'NEW', nature: 'exchange', quantity: new Decimal(4) }),
      ],
    })
    expect(lines.map((line) => [line.symbol, profitOfLine(line)])).toEqual([
      ['NEW', 1_000n],
      ['OLD', 0n],
      ['', 0n],
    ])
  })

  test('shares that come in are a payment at the close of their day', () => {
    const [line] = attributeClose({
      before: nothing,
      now: holding('AAA', 10, 50_000n),
      bookings: [booked({ quantity: new Decimal(10), paymentCents: 50_000n })],
    })
    expect(profitOfLine(line!)).toBe(0n)
  })

  test('an exercised option ends at zero, and its shares begin at the strike price', () => {
    const lines = attributeClose({
      before: holding('AAA   260320C00050000', 1, 40_000n, 600_000n),
      now: holding('AAA', 100, 545_000n, 100_000n),
      bookings: [
        booked({ symbol: 'AAA   260320C00050000', quantity: new Decimal(-1) }),
        booked({ quantity: new Decimal(100), netCents: -500_000n }),
      ],
    })
    expect(lines.map((line) => profitOfLine(line))).toEqual([45_000n, -40_000n, 0n])
  })

  test('nothing is earned before the first close', () => {
    const lines = attributeClose({ before: null, now: holding('AAA', 10, 50_000n, 10_000n), bookings: [] })
    expect(lines.map((line) => [line.valueCents, profitOfLine(line)])).toEqual([
      [50_000n, 0n],
      [10_000n, 0n],
    ])
  })
})
