// What a booked transaction costs the position that it changes.
import { expect, test } from 'vitest'
import { toCents, toEpochMs, toMarketDay } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { toBooked, type DayedTransaction } from './booked-transaction.ts'

const day = toMarketDay('2026-03-04')
const costOf = (quantity: string, more: Partial<DayedTransaction>, price: string | null = null) => {
  const transaction: DayedTransaction = {
    brokerId: '1',
    occurredMs: toEpochMs(Date.UTC(2026, 2, 4, 15)),
    tradeDate: day,
    day,
    kind: 'TRADE',
    description: '',
    netAmountCents: toCents(0n),
    feeCents: toCents(0n),
    orderId: null,
    about: { symbol: 'ACME', assetType: 'EQUITY' },
    security: { symbol: 'ACME', assetType: 'EQUITY', multiplier: 1, quantity, price },
    ...more,
  }
  return toBooked(transaction, () => new Decimal('51')).security?.grossCost?.toFixed() ?? null
}

test('a trade costs its price, a delivery the close of its day', () => {
  expect(costOf('100', { netAmountCents: toCents(-500_100n), feeCents: toCents(100n) }, '50')).toBe('5000')
  expect(costOf('100', { netAmountCents: toCents(-500_100n), feeCents: toCents(100n) })).toBe('5000')
  expect(costOf('10', { kind: 'RECEIVE_AND_DELIVER', description: 'Transfer of securities' })).toBe('510')
})

test('a corporate action leaves the cost, also when it takes shares away', () => {
  expect(costOf('-95', { kind: 'RECEIVE_AND_DELIVER', description: 'Reverse split 1 for 20 of ACME' })).toBeNull()
  expect(costOf('300', { kind: 'RECEIVE_AND_DELIVER', description: 'Split 4 for 1 of ACME' })).toBeNull()
})
