// Market data, read with an account's access.
import { describe, expect, test } from 'vitest'
import { newYorkDateAt, toEpochMs } from '@clubfolio/domain'
import type { BrokerGround } from './broker-bench.ts'
import { dayMs } from './expected.ts'

export function describeMarketData(ground: () => BrokerGround): void {
  describe('market data', () => {
    test('quotes leave out what the brokerage does not know', async () => {
      const { broker, access } = ground()
      const quotes = await broker.quotes(access, ['ACME', 'NOSUCH', 'BOLT'])
      expect(quotes.toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))).toMatchObject([
        { symbol: 'ACME', last: '50' },
        { symbol: 'BOLT', last: '20' },
      ])
    })

    test('daily closes are named by their day, and unknown symbols have none', async () => {
      const { bench, broker, access } = ground()
      const to = newYorkDateAt(toEpochMs(bench.clock.nowMs()))
      const from = newYorkDateAt(toEpochMs(bench.clock.nowMs() - 7 * dayMs))
      const closes = await broker.dailyCloses(access, 'ACME', from, to)
      expect(closes.length).toBeGreaterThan(2)
      expect(closes.map(({ day }) => day)).toEqual(closes.map(({ day }) => day).toSorted())
      expect(closes[0]).toEqual({ day: expect.stringMatching(/^2026-/) as string, close: '50' })
      expect(await broker.dailyCloses(access, 'NOSUCH', from, to)).toEqual([])
    })

    test('the range of a span holds the trades in it', async () => {
      const { bench, broker, access } = ground()
      const toMs = toEpochMs(bench.clock.nowMs())
      const range = await broker.priceRange(access, 'ACME', toEpochMs(toMs - 600_000), toMs)
      expect(Number(range?.low)).toBeLessThanOrEqual(50)
      expect(Number(range?.high)).toBeGreaterThanOrEqual(50)
    })

    test('a share without options has an empty chain and no expirations', async () => {
      const { bench, broker, access } = ground()
      const today = newYorkDateAt(toEpochMs(bench.clock.nowMs()))
      expect((await broker.optionChain(access, 'BOLT', today, today)).options).toEqual([])
      expect(await broker.optionExpirations(access, 'BOLT')).toEqual([])
    })
  })
}
