// Transactions of the wire in our terms.
import { expect, test } from 'vitest'
import { TransactionsAnswer } from './read-transaction.ts'

const read = (wire: object) =>
  TransactionsAnswer.parse([{ activityId: 7, time: '2026-03-04T21:00:00+0000', status: 'VALID', ...wire }])
    .transactions[0]
const share = { assetType: 'EQUITY', symbol: 'ACME' }
const dollar = { assetType: 'CURRENCY', symbol: 'CURRENCY_USD' }

test('a dividend names the share that paid it and moves none', () => {
  expect(
    read({
      type: 'DIVIDEND_OR_INTEREST',
      netAmount: 12.5,
      transferItems: [{ instrument: share, amount: 0, cost: 12.5 }],
    }),
  ).toMatchObject({ about: { symbol: 'ACME', assetType: 'EQUITY' }, security: null, netAmountCents: 1250n })
})

test('a trade is about what it moved, interest and deposits are about nothing', () => {
  const fee = { instrument: dollar, amount: 1.03, cost: -1.03, feeType: 'COMMISSION' }
  expect(
    read({
      type: 'TRADE',
      netAmount: -501.03,
      transferItems: [fee, { instrument: share, amount: 10, cost: -500, price: 50 }],
    }),
  ).toMatchObject({
    about: { symbol: 'ACME' },
    security: { symbol: 'ACME', quantity: '10', price: '50' },
    feeCents: 103n,
    description: 'Bought 10 ACME at $50.00',
  })
  expect(
    read({ type: 'DIVIDEND_OR_INTEREST', netAmount: 3, transferItems: [{ instrument: dollar, amount: 3, cost: 0 }] }),
  ).toMatchObject({ about: null, security: null, description: 'Dividend or interest' })
  expect(read({ type: 'CASH_RECEIPT', netAmount: 100 })).toMatchObject({ about: null, security: null })
})

test.each([
  ['an instant, on its New York day', '2026-03-05T01:00:00+0000', '2026-03-04'],
  ['midnight in New York', '2026-03-06T05:00:00+0000', '2026-03-06'],
  ['a plain date', '2026-03-05', '2026-03-05'],
  ['nothing', undefined, null],
  ['no date', 'soon', null],
])('the trade date comes from the brokerage: %s', (_name, tradeDate, expected) => {
  expect(read({ type: 'TRADE', netAmount: 0, ...(tradeDate === undefined ? {} : { tradeDate }) })?.tradeDate).toBe(
    expected,
  )
})

test('a trade of several securities names each, whatever the broker calls the whole', () => {
  const put = (strike: number) => ({ assetType: 'OPTION', symbol: `ACME  260320P000${strike}000` })
  const items = [
    { instrument: put(45), amount: -3, cost: 282, price: 0.94 },
    { instrument: put(40), amount: 3, cost: -93, price: 0.31 },
  ]
  const records = TransactionsAnswer.parse([
    {
      activityId: 7,
      time: '2026-03-04T21:00:00+0000',
      status: 'VALID',
      type: 'TRADE',
      description: 'SPREAD',
      netAmount: 189,
      transferItems: items,
    },
  ]).transactions
  expect(records).toMatchObject([
    { brokerId: '7', netAmountCents: 18_900n, security: { quantity: '-3' } },
    { brokerId: '7.2', netAmountCents: 0n, security: { quantity: '3' } },
  ])
  expect(new Set(records.map(({ description }) => description))).toEqual(
    new Set(['Sold 3 ACME  260320P00045000 at $0.9400, Bought 3 ACME  260320P00040000 at $0.3100']),
  )
})

test('a type that the wire does not document keeps its text, and is never taken for one of ours', () => {
  expect(read({ type: 'TRADE', netAmount: 0 })?.kind).toBe('TRADE')
  for (const other of ['MOON_TRADE', 'trade', 'constructor'])
    expect(read({ type: other, netAmount: 0 })?.kind).toEqual({ other })
})
