import { describe, expect, test } from 'vitest'
import { asksForFunding, entryFaults, isRequestedOnOpeningDay, toOrder, type EntryForm } from './entry-form.ts'

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
  due: null,
  requestId: null,
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
  ] as const)('with %o says what is wrong with %s', (fields, field) => {
    expect(Object.keys(entryFaults({ ...good, ...fields }, days))).toEqual([field])
  })

  test.each(['NEW', 'EXIST'] as const)('names no bank account where bank details (%s) are empty', (bank) => {
    const empty = { ...good, bank, bankAccountNumber: ' ' }
    expect(entryFaults(empty, days)).toEqual({})
    expect(toOrder(empty, days)).toMatchObject({ newBank: undefined, entry: { foundId: null } })
  })

  test('with a half-filled bank account says what is missing', () => {
    expect(entryFaults({ ...good, bank: 'NEW', bankAccountNumber: '12345678' }, days)).toEqual({
      bankRouting: 'Enter the routing number, or leave all three empty.',
      bankAlias: 'Enter the alias, or leave all three empty.',
    })
    expect(entryFaults({ ...good, bank: 'NEW', bankRouting: '123', bankAlias: 'Checking' }, days)).toEqual({
      bankAccountNumber: 'Enter the account number, or leave all three empty.',
      bankRouting: 'A routing number has 9 digits with a valid check digit.',
    })
  })

  test('with a new bank account needs a member first', () => {
    expect(entryFaults({ ...good, bank: 'NEW', bankAlias: 'Checking', memberId: '' }, days).bankAlias).toBe(
      'Please, select one member',
    )
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

  test('that approves a request brings new money also on the opening day, and may be moved at the practice brokerage', () => {
    const approved = { ...good, date: '2026-03-02', requestId: 'r' }
    expect(asksForFunding(approved, days)).toBe(false)
    expect(isRequestedOnOpeningDay(approved, days)).toBe(true)
    expect(isRequestedOnOpeningDay({ ...approved, requestId: null }, days)).toBe(false)
    expect(toOrder(approved, days).entry).toMatchObject({ funding: undefined, requestId: 'r' })
    const practice = { ...days, marketDay: '2026-03-02', canMoveMoney: true }
    expect(toOrder(approved, practice).entry.moveMoney).toBe(true)
  })
})
