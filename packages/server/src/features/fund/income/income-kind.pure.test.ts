// Every kind of transaction that the product knows, and one that it does not, is income of a kind or none at all.
import { expect, test } from 'vitest'
import { transactionKinds } from '../../../adapters/broker/broker-words.ts'
import { incomeParts, isSpecialPayment, type BookedCash } from './income-kind.ts'

const booked = (kind: string, description: string, more: Partial<BookedCash> = {}): BookedCash => ({
  kind,
  description,
  symbol: 'ACME',
  movesShares: false,
  netCents: 1_000n,
  feeCents: 0n,
  ...more,
})
const shown = (of: BookedCash) => incomeParts(of).map((part) => `${part.kind} ${part.amountCents} ${part.column}`)

test.each([...transactionKinds, 'TAX', 'EXCHANGE', 'AIRDROP'])('%s has a place', (kind) => {
  const places: Record<string, string[]> = {
    DIVIDEND_OR_INTEREST: ['DIVIDEND 1000 INCOME'],
    TAX: ['TAX 1000 FEES'],
    ...Object.fromEntries(
      ['MEMORANDUM', 'MARGIN_CALL', 'MONEY_MARKET', 'SMA_ADJUSTMENT', 'AIRDROP'].map((one) => [
        one,
        ['OTHER 1000 PRICE'],
      ]),
    ),
  }
  expect(shown(booked(kind, 'Booked'))).toEqual(places[kind] ?? [])
  expect(shown(booked(kind, 'Booked', { netCents: 0n }))).toEqual([])
})

test.each([
  ['Dividend of 0.5 a share of ACME', 'DIVIDEND'],
  ['Payment in lieu of dividend', 'DIVIDEND'],
  ['Tax-exempt dividend ACME', 'DIVIDEND'],
  ['Dividend from long-term capital gains ACME', 'DIVIDEND'],
  ['Tax withheld from a dividend ACME', 'TAX'],
  ['Foreign tax withheld from a dividend ACME', 'TAX'],
  ['Withholding on US source income', 'TAX'],
  ['Tax withheld from interest', 'TAX'],
  ['Bond interest', 'INTEREST'],
  ['Interest', 'INTEREST'],
  ['Margin loan interest', 'INTEREST'],
  ['Stock loan interest', 'LENDING'],
  ['Securities lending income', 'LENDING'],
  ['Return of capital ACME', 'CAPITAL'],
])('the words decide what a payment of an instrument is: %s', (description, kind) => {
  expect(shown(booked('DIVIDEND_OR_INTEREST', description))).toEqual([`${kind} 1000 INCOME`])
})

test('what no instrument paid is interest', () => {
  expect(shown(booked('DIVIDEND_OR_INTEREST', 'Credit', { symbol: null }))).toEqual(['INTEREST 1000 INCOME'])
})

test('fees of trading are no income, those of lending and of a payment are', () => {
  const fee = (description: string) => shown(booked('FEE', description, { netCents: -75n, feeCents: 75n }))
  expect(fee('Fee (REG fee for proceeds)')).toEqual([])
  expect(fee('Crypto fee')).toEqual([])
  expect(fee('Hard-to-borrow charge of ACME')).toEqual(['LENDING -75 FEES'])
  expect(fee('Dividend fee ACME')).toEqual(['FEE -75 FEES'])
  expect(fee('Pass-through charge ACME')).toEqual(['FEE -75 FEES'])
  expect(fee('Tax on dividend ACME')).toEqual(['TAX -75 FEES'])
})

test('a fee kept back is a part of its own, and the parts add up to the cash', () => {
  expect(shown(booked('DIVIDEND_OR_INTEREST', 'Dividend', { netCents: 1_950n, feeCents: 50n }))).toEqual([
    'DIVIDEND 2000 INCOME',
    'FEE -50 FEES',
  ])
})

test('an unknown kind that changed a position is no income', () => {
  expect(shown(booked('AIRDROP', 'Shares', { movesShares: true }))).toEqual([])
})

test('special payments say so', () => {
  expect(isSpecialPayment('Special dividend ACME')).toBe(true)
  expect(isSpecialPayment('Dividend from long-term capital gains ACME')).toBe(true)
  expect(isSpecialPayment('Dividend ACME')).toBe(false)
})
