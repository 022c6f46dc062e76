// Accounts, positions, balances and transactions.
import { describe, expect, test } from 'vitest'
import { toEpochMs } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { BrokerGround } from './broker-bench.ts'
import { around, dayMs, failure, order, place } from './expected.ts'

export function describeAccounts(ground: () => BrokerGround): void {
  describe('accounts', () => {
    test('an untouched account has its cash, no positions, and buying power', async () => {
      const { broker, access, account } = ground()
      const read = await broker.readAccount(access, account.hashValue)
      expect(read).toMatchObject({
        number: account.number,
        type: 'MARGIN',
        valueCents: 10_000_000n,
        cashCents: 10_000_000n,
        openProfitCents: 0n,
        positions: [],
      })
      expect(read.buyingPowerCents).toBeGreaterThanOrEqual(10_000_000n)
      expect([null, read.cashCents]).toContain(read.reportedCashCents)
      expect(await broker.readAccounts(access)).toEqual([read])
    })

    test('long and short positions are signed alike, and add up to the value', async () => {
      const now = ground()
      const { bench, broker, access, account } = now
      await place(now, order({ quantity: '10' }))
      await place(now, order({ symbol: 'BOLT', instruction: 'SELL_SHORT', quantity: '5' }))
      bench.setPrice('ACME', 52)
      bench.setPrice('BOLT', 21)
      const read = await broker.readAccount(access, account.hashValue)
      const [long, short] = ['ACME', 'BOLT'].map((symbol) => read.positions.find((one) => one.symbol === symbol)!)
      expect(long).toMatchObject({ quantity: '10', multiplier: 1, assetType: 'EQUITY', marketValueCents: 52_000n })
      expect(short).toMatchObject({ quantity: '-5', marketValueCents: -10_500n })
      for (const { quantity, averagePrice, marketValueCents, openProfitCents } of read.positions) {
        const cost = new Decimal(averagePrice).times(quantity).times(100)
        expect(openProfitCents).toBe(marketValueCents - BigInt(cost.toFixed(0)))
      }
      expect(read.cashCents + read.positions.reduce((sum, one) => sum + one.marketValueCents, 0n)).toBe(read.valueCents)
      expect(read.openProfitCents).toBe(read.positions.reduce((sum, one) => sum + one.openProfitCents, 0n))
    })

    test('an account of somebody else is refused', async () => {
      const { broker, access } = ground()
      await expect(broker.readAccount(access, 'no/such account')).rejects.toEqual(failure('REFUSED'))
    })
  })

  describe('transactions', () => {
    test('a trade names its order, security, price and money; the oldest comes first', async () => {
      const now = ground()
      const { bench, broker, access, account } = now
      const bought = await place(now, order({ quantity: '10' }))
      bench.clock.advance(60_000)
      const sold = await place(now, order({ instruction: 'SELL', quantity: '4' }))
      const trades = (await broker.listTransactions(access, account.hashValue, ...around(now))).filter(
        ({ kind }) => kind === 'TRADE',
      )
      expect(trades).toMatchObject([
        { orderId: bought, about: { symbol: 'ACME' }, security: { symbol: 'ACME', multiplier: 1, quantity: '10' } },
        { orderId: sold, security: { quantity: '-4' } },
      ])
      for (const { security, netAmountCents, feeCents, brokerId, description, occurredMs } of trades) {
        const worth = new Decimal(security!.price!).times(security!.quantity).times(100)
        expect(netAmountCents).toBe(-BigInt(worth.toFixed(0)) - feeCents)
        expect([brokerId, description]).not.toContain('')
        expect(Math.abs(occurredMs - bench.clock.nowMs())).toBeLessThan(dayMs)
      }
      expect(new Set(trades.map(({ brokerId }) => brokerId)).size).toBe(2)
    })

    test('spans that overlap have no gap and nothing twice', async () => {
      const now = ground()
      const { bench, broker, access, account } = now
      const startMs = bench.clock.nowMs()
      const list = (fromMs: number, toMs: number) =>
        broker.listTransactions(access, account.hashValue, toEpochMs(fromMs), toEpochMs(toMs))
      for (const quantity of ['1', '2', '3', '4']) {
        bench.clock.advance(60_000)
        await place(now, order({ quantity }))
      }
      const endMs = bench.clock.nowMs() + 60_000
      const all = (await list(startMs, endMs)).filter(({ kind }) => kind === 'TRADE')
      expect(all.map(({ security }) => security?.quantity)).toEqual(['1', '2', '3', '4'])
      const halves = [...(await list(startMs, startMs + 150_000)), ...(await list(startMs + 90_000, endMs))]
      const known = new Map(halves.map((one) => [one.brokerId, one]))
      expect([...known.values()].filter(({ kind }) => kind === 'TRADE')).toEqual(all)
    })

    test('a span without any has none', async () => {
      const { bench, broker, access, account } = ground()
      const fromMs = toEpochMs(bench.clock.nowMs() - 300 * dayMs)
      const list = await broker.listTransactions(access, account.hashValue, fromMs, toEpochMs(fromMs + dayMs))
      expect(list).toEqual([])
    })
  })
}
