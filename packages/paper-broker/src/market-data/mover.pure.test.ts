import { describe, expect, it } from 'vitest'
import { toEpochMs } from '@clubfolio/domain'
import type { PaperAssetType, PaperInstrument, PaperQuote } from '../market/paper-market.ts'
import { priceOfFloat } from '../money/money.ts'
import { MOVER_INDICES, moverOf, moverWire, rankMovers } from './mover.ts'
import type { Mover } from './mover.ts'

const instrument = (symbol: string, assetType: PaperAssetType = 'EQUITY', exchange = 'NYSE'): PaperInstrument => ({
  symbol,
  description: `${symbol} Inc`,
  assetType,
  exchange,
  cusip: null,
  isShortable: true,
})

function quote(last: number, previousClose: number, volume: number): PaperQuote {
  const at = priceOfFloat(last)
  const still = { bid: at, ask: at, open: at, high: at, low: at, bidSize: 1, askSize: 1, tradedAt: toEpochMs(0) }
  return { ...still, last: at, previousClose: priceOfFloat(previousClose), volume }
}

const moved = (symbol: string, last: number, volume: number): Mover =>
  moverOf(instrument(symbol), quote(last, 100, volume), null)
const symbolsOf = (movers: readonly Mover[]): string[] => movers.map((mover) => mover.instrument.symbol)

describe('the order of movers', () => {
  const all = [moved('UP', 110, 300), moved('DOWN', 80, 200), moved('FLAT', 100, 900), moved('IDLE', 105, 0)]

  it('is by volume or trades, without what did not trade', () => {
    expect(symbolsOf(rankMovers(all, 'VOLUME'))).toEqual(['FLAT', 'UP', 'DOWN'])
    expect(symbolsOf(rankMovers(all, 'TRADES'))).toEqual(['FLAT', 'UP', 'DOWN'])
  })

  it('is by the change in percent, winners or losers alone', () => {
    expect(symbolsOf(rankMovers(all, 'PERCENT_CHANGE_UP'))).toEqual(['UP', 'IDLE'])
    expect(symbolsOf(rankMovers(all, 'PERCENT_CHANGE_DOWN'))).toEqual(['DOWN'])
  })

  it('ends after ten, and equal ones come by symbol', () => {
    const many = 'MLKJIHGFEDCBA'.split('').map((symbol) => moved(symbol, 101, 100))
    expect(symbolsOf(rankMovers(many, 'VOLUME')).join('')).toBe('ABCDEFGHIJ')
  })
})

describe('a mover', () => {
  it('has the change as an amount and a fraction, and its share of the volume in percent', () => {
    expect(moverWire(moved('UP', 102.5, 1_234), 10_000)).toEqual({
      description: 'UP Inc',
      volume: 1_234,
      lastPrice: 102.5,
      netChange: 2.5,
      marketShare: 12.34,
      totalVolume: 10_000,
      trades: 13,
      netPercentChange: 0.025,
      symbol: 'UP',
    })
  })

  it('is compared with an earlier quote of the same day', () => {
    expect(moverOf(instrument('UP'), quote(110, 100, 500), quote(108, 100, 420))).toMatchObject({
      before: priceOfFloat(108),
      volume: 80,
    })
  })

  it('counts only the volume of its own day when the earlier quote is of the day before', () => {
    expect(moverOf(instrument('UP'), quote(110, 100, 500), quote(99, 95, 420))).toMatchObject({ volume: 500 })
  })

  it('has no change without an earlier price', () => {
    expect(moverWire(moverOf(instrument('NEW'), quote(10, 0, 100), null), 0)).toMatchObject({
      netPercentChange: 0,
      marketShare: 0,
    })
  })
})

describe('the members of an index', () => {
  const listed = [
    instrument('A'),
    instrument('B', 'EQUITY', 'NASDAQ'),
    instrument('C', 'ETF', 'NYSE ARCA'),
    instrument('$D', 'INDEX', 'INDEX'),
    instrument('E', 'EQUITY', 'OTC'),
  ]
  it.each([
    ['$DJI', 'ABE'],
    ['$SPX', 'ABE'],
    ['$COMPX', 'B'],
    ['NASDAQ', 'B'],
    ['NYSE', 'A'],
    ['OTCBB', 'E'],
    ['INDEX_ALL', '$D'],
    ['EQUITY_ALL', 'ABCE'],
    ['OPTION_ALL', ''],
    ['OPTION_PUT', ''],
    ['OPTION_CALL', ''],
  ])('%s: %s', (index, expected) => {
    const isMember = MOVER_INDICES[index] ?? (() => true)
    expect(symbolsOf(listed.filter(isMember).map((one) => moverOf(one, quote(1, 1, 1), null))).join('')).toBe(expected)
  })
})
