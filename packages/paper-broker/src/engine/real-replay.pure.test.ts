// Real prices of spring 2020 played through the engine from 2020-02-19 to 2020-04-30: a trigger order that is stopped
// out and a short through the fall. A short independent script reads the same bars; fills, gaps and margin must agree.
import type { EpochMs, MarketDay } from '@clubfolio/domain'
import { marketDay, sessionHours } from '@clubfolio/domain'
import { readMarketRows, skipWithoutMarketData } from '@clubfolio/domain/testing/market-data'
import { beforeEach, describe, expect, it } from 'vitest'
import { centsNumber, priceNumber } from '../money/money.ts'
import { searchBars, walkPrice } from '../order/bar-walk.ts'
import type { WalkedBar } from '../order/bar-walk.ts'
import type { Trader } from '../testing/bar-market.ts'
import { trader } from '../testing/bar-market.ts'
import type { EngineMarket } from './advance-book.ts'

interface RealBar {
  readonly day: MarketDay
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

const FIRST = marketDay('2020-02-19')
const LAST = marketDay('2020-04-30')
const BEFORE = Date.parse('2020-02-19T13:00:00Z')

function readBars(): Map<string, RealBar[]> {
  const bars = new Map<string, RealBar[]>()
  for (const [symbol = '', date = '', open, high, low, close] of readMarketRows(
    'prices-daily/sp500-daily-2016-2021.csv.gz',
  )) {
    if ((symbol !== 'MSFT' && symbol !== 'XOM') || date < '2020-02-18' || date > LAST) continue
    bars.set(symbol, [
      ...(bars.get(symbol) ?? []),
      { day: marketDay(date), open: Number(open), high: Number(high), low: Number(low), close: Number(close) },
    ])
  }
  return bars
}

function marketOf(bars: Map<string, RealBar[]>): EngineMarket {
  const walked = new Map(
    [...bars].map(([symbol, days]): [string, WalkedBar[]] => [
      symbol,
      days.map((bar) => {
        const hours = sessionHours(bar.day)
        if (hours === null) throw new Error(`no session on ${bar.day}`)
        return { ...bar, fromMs: hours.openMs, untilMs: (hours.closeMs - 1) as EpochMs }
      }),
    ]),
  )
  return {
    quote: async (symbol, at) => {
      const bar = walked.get(symbol)?.findLast((one) => one.fromMs <= at)
      if (bar === undefined) return null
      const last = walkPrice(bar, at)
      return { bid: last, ask: last, last }
    },
    firstTouch: async (symbol, fromMs, untilMs, watch) => searchBars(walked.get(symbol) ?? [], fromMs, untilMs, watch),
  }
}

const ENTRY = 187.5
const PROTECTION = 175
const COVER_STOP = 64
const COVER_LIMIT = 33

async function play(bars: Map<string, RealBar[]>): Promise<{ one: Trader; daily: string[] }> {
  const one = trader(marketOf(bars))
  await one.playTo(BEFORE)
  await one.place({
    terms: { symbol: 'MSFT', instruction: 'BUY', orderType: 'STOP', stop: ENTRY, shares: 200 },
    children: [{ terms: { symbol: 'MSFT', instruction: 'SELL', orderType: 'STOP', stop: PROTECTION, shares: 200 } }],
  })
  await one.place({
    terms: { symbol: 'XOM', instruction: 'SELL_SHORT', orderType: 'MARKET', shares: 300 },
    children: [
      {
        children: [
          { terms: { symbol: 'XOM', instruction: 'BUY_TO_COVER', orderType: 'STOP', stop: COVER_STOP, shares: 300 } },
          {
            terms: { symbol: 'XOM', instruction: 'BUY_TO_COVER', orderType: 'LIMIT', limit: COVER_LIMIT, shares: 300 },
          },
        ],
      },
    ],
  })
  const daily: string[] = []
  for (const { day } of bars.get('MSFT') ?? []) {
    if (day < FIRST) continue
    await one.playTo((sessionHours(day)?.closeMs ?? 0) - 1)
    const { equity, buyingPower, maintenanceRequirement } = await one.balance()
    daily.push(`${day} ${equity} ${buyingPower} ${maintenanceRequirement}`)
  }
  return { one, daily }
}

/** The same two trades by hand on daily bars: an open beyond the price fills at the open, otherwise at the price. */
function script(bars: Map<string, RealBar[]>): { fills: string[]; daily: string[] } {
  const days = (symbol: string): RealBar[] => (bars.get(symbol) ?? []).filter((bar) => bar.day >= FIRST)
  const fills: string[] = []
  const daily: string[] = []
  let [shares, short, cash] = [0, 0, 10_000_000]
  let wasEntered = false
  let reserved = 200 * ENTRY
  days('MSFT').forEach((msft, n) => {
    const xom = days('XOM')[n]
    if (xom === undefined || xom.day !== msft.day) throw new Error('days differ')
    const trade = (what: string, quantity: number, at: number): void => {
      cash -= Math.round(quantity * at * 100)
      fills.push(`${msft.day} ${what} ${quantity} ${at}`)
    }
    if (n === 0) {
      short = 300
      trade('XOM', -300, xom.open)
    } else if (short > 0 && (xom.open <= COVER_LIMIT || xom.low <= COVER_LIMIT)) {
      trade('XOM', short, Math.min(xom.open, COVER_LIMIT))
      short = 0
    } else if (short > 0 && xom.high >= COVER_STOP) throw new Error('the script does not expect this')
    if (!wasEntered && msft.high >= ENTRY) {
      trade('MSFT', 200, Math.max(msft.open, ENTRY))
      ;[shares, reserved, wasEntered] = [200, 0, true]
      if (msft.low <= PROTECTION) throw new Error('the script does not expect this')
    } else if (shares > 0 && msft.low <= PROTECTION) {
      trade('MSFT', -shares, Math.min(msft.open, PROTECTION))
      shares = 0
    }
    const [long, owed] = [Math.round(shares * msft.close * 100), Math.round(short * xom.close * 100)]
    const equity = cash + long - owed
    const keep = Math.round(long * 0.3) + (short > 0 ? Math.max(short * 500, Math.round(owed * 0.3)) : 0)
    daily.push(`${msft.day} ${equity} ${2 * equity - long - owed - Math.round(reserved * 100)} ${keep}`)
  })
  return { fills, daily }
}

describe('the replay of the spring of 2020', () => {
  beforeEach(skipWithoutMarketData)

  it('agrees with a plain script in every fill, gap, equity, buying power and maintenance, and with itself', async () => {
    const bars = readBars()
    const { one, daily } = await play(bars)
    const plain = script(bars)
    const fills = one.executions.map(({ orderId, quantity, price, atMs }) => {
      const { terms } = one.order(orderId)
      const sign = terms?.instruction === 'BUY' || terms?.instruction === 'BUY_TO_COVER' ? 1 : -1
      return `${new Date(atMs).toISOString().slice(0, 10)} ${terms?.symbol ?? ''} ${sign * Number(quantity)} ${priceNumber(price)}`
    })
    expect(fills.toSorted()).toEqual(plain.fills.toSorted())
    // Entered on a gap at 188.06, stopped out on a gap at 167.77, short from the first open, covered at the limit.
    expect(fills).toEqual([
      '2020-02-19 MSFT 200 188.06',
      '2020-02-19 XOM -300 60.11',
      '2020-02-24 MSFT -200 167.77',
      '2020-03-18 XOM 300 33',
    ])
    expect(daily).toEqual(plain.daily)
    const again = await play(bars)
    expect(again.daily).toEqual(daily)
    expect(again.one.executions).toEqual(one.executions)
    expect(centsNumber(one.book.cash)).toBeGreaterThan(0)
  })
})
