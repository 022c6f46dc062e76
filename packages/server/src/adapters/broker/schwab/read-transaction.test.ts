// Transactions of the wire in our words.
import { expect, test } from 'vitest'
import { TransactionsAnswer } from './read-transaction.ts'

const read = (wire: object) => TransactionsAnswer.parse([{ activityId: 7, time: '2026-03-04T21:00:00+0000', status: 'VALID', ...wire }]).transactions[0]
const share = { assetType: 'EQUITY', symbol: 'ACME' }
const dollar = { assetType: 'CURRENCY', symbol: 'CURRENCY_USD' }

test('a dividend names the share that paid it and moves none', () => {
  expect(read({ type: 'DIVIDEND_OR_INTEREST', netAmount: 12.5, transferItems: [{ instrument: share, amount: 0, cost: 12.5 }] })).toMatchObject({ about: { symbol: 'ACME', assetType: 'EQUITY' }, security: null, netAmountCents: 1250n })
})

test('a trade is about what it moved, interest and deposits are about nothing', () => {
  const fee = { instrument: dollar, amount: 1.03, cost: -1.03, feeType: 'COMMISSION' }
  expect(read({ type: 'TRADE', netAmount: -501.03, transferItems: [fee, { instrument: share, amount: 10, cost: -500, price: 50 }] })).toMatchObject({
    about: { symbol: 'ACME' }, security: { symbol: 'ACME', quantity: '10', price: '50' }, feeCents: 103n, description: 'Bought 10 ACME at 50',
  })
  expect(read({ type: 'DIVIDEND_OR_INTEREST', netAmount: 3, transferItems: [{ instrument: dollar, amount: 3, cost: 0 }] })).toMatchObject({ about: null, security: null, description: 'Dividend or interest' })
  expect(read({ type: 'CASH_RECEIPT', netAmount: 100 })).toMatchObject({ about: null, security: null })
})
