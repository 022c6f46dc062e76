import { describe, expect, test } from 'vitest'
import { asksForFunding, entryFaults, toOrder, type EntryForm } from './entry-form.ts'

const days = { openingDay: '2026-03-02', marketDay: '2026-03-04', openingValueCents: 100_000n, canMoveMoney: false }
const good: EntryForm = {
  accountId: 'a',
  memberId: 'm',
  amount: '1234.50',
  isContribution: true,
  date: '2026-03-04',
  isActive: true,
  description: 'March',
  funding: 'opening',
  movesMoney: true,
  bank: 'HIDDEN',
  bankAccountId: null,
  bankAccountNumber: '',
  bankRouting: '',
  bankAlias: '',
}

test('moves its money at the practice brokerage only when it is of today, active, new money, and wished', () => {
  const practice = { ...days, canMoveMoney: true }
  const moves = (fields: Partial<EntryForm>, at = practice) => toOrder({ ...good, ...fields }, at).entry.moveMoney
  expect(moves({})).toBe(true)
  expect(moves({}, days)).toBeUndefined()
  expect(moves({ movesMoney: false })).toBeUndefined()
  expect(moves({ isActive: false })).toBeUndefined()
  expect(moves({ date: '2026-03-03' })).toBeUndefined()
  const onOpeningDay = { ...practice, openingDay: '2026-03-04' }
  expect(moves({ funding: 'opening' }, onOpeningDay)).toBeUndefined()
  expect(moves({ funding: 'new-money' }, onOpeningDay)).toBe(true)
})

describe('a new participation', () => {
  test('that is complete has no faults and becomes an order in cents', () => {
    expect(entryFaults(good, days)).toEqual({})
    expect(toOrder(good, days)).toMatchObject({
      kind: 'contribution',
      entry: { amount: 123_450n, date: '2026-03-04', foundId: null },
      newBank: undefined,
    })
  })

  test.each([
    [{ memberId: '' }, 'memberId'],
    [{ amount: '' }, 'amount'],
    [{ amount: '0' }, 'amount'],
    [{ amount: '1.001' }, 'amount'],
    [{ amount: '1000000000' }, 'amount'],
    [{ date: null }, 'date'],
    [{ date: '2026-03-05' }, 'date'],
    [{ date: '2026-03-02', isContribution: false }, 'date'],
    [{ description: '  ' }, 'description'],
    [{ bank: 'EXIST' }, 'bankAccountId'],
  ] as const)('with %o says what is wrong with %s', (fields, field) => {
    expect(Object.keys(entryFaults({ ...good, ...fields }, days))).toEqual([field])
  })

  test('with a new bank account needs a member first, then number, routing and alias', () => {
    expect(entryFaults({ ...good, bank: 'NEW', memberId: '' }, days).bankAlias).toBe('Please, select one member')
    expect(Object.keys(entryFaults({ ...good, bank: 'NEW' }, days))).toEqual([
      'bankAccountNumber',
      'bankRouting',
      'bankAlias',
    ])
    const whole = {
      ...good,
      bank: 'NEW',
      bankAccountNumber: '12345678',
      bankRouting: '021000021',
      bankAlias: 'Checking',
    } as const
    expect(entryFaults(whole, days)).toEqual({})
    expect(toOrder(whole, days).newBank).toEqual({
      bankAccountNumber: '12345678',
      bankRouting: '021000021',
      bankAlias: 'Checking',
    })
  })

  test('asks on the opening day whether the money was in the account already', () => {
    const onOpening = { ...good, date: '2026-03-02' }
    expect(asksForFunding(onOpening, days)).toBe(true)
    expect(toOrder(onOpening, days).entry.funding).toBe('opening')
    expect(asksForFunding(good, days)).toBe(false)
    expect(asksForFunding(onOpening, { ...days, openingValueCents: 0n })).toBe(false)
    expect(toOrder(good, days).entry.funding).toBeUndefined()
  })
})
