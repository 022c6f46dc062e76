import { expect, test } from 'vitest'
import { accountGroups, findAccountGroup } from './account-group.ts'

const [real, paper, euros] = [
  { is_paper: false, currency: 'USD' },
  { is_paper: true, currency: 'USD' },
  { is_paper: false, currency: 'EUR' },
]

test('accounts of one kind and one currency are one group', () => {
  const all = [{ id: 'ALL', value: 'All my accounts' }]
  expect(accountGroups([])).toEqual(all)
  expect(accountGroups([real, real])).toEqual(all)
  expect(accountGroups([paper])).toEqual(all)
  expect(accountGroups([euros])).toEqual(all)
})

test('paper and real money are together only in the group that says so', () => {
  expect(accountGroups([paper, real])).toEqual([
    { id: 'ALL', value: 'All my real-money accounts' },
    { id: 'PAPER', value: 'All my paper accounts' },
    { id: 'BOTH', value: 'All my accounts, real money and paper' },
  ])
})

test('no group has two currencies, and dollars come first', () => {
  expect(accountGroups([euros, paper, real])).toEqual([
    { id: 'ALL', value: 'All my real-money accounts in USD' },
    { id: 'ALL_EUR', value: 'All my real-money accounts in EUR' },
    { id: 'PAPER', value: 'All my paper accounts' },
    { id: 'BOTH', value: 'All my accounts, real money and paper in USD' },
    { id: 'BOTH_EUR', value: 'All my accounts, real money and paper in EUR' },
  ])
})

test('every id that is offered is a group; the id of an account is none', () => {
  for (const { id } of accountGroups([euros, paper, real])) expect(findAccountGroup(id)).toBeDefined()
  expect(findAccountGroup('PAPER_CHF')).toEqual({ kind: 'PAPER', currency: 'CHF' })
  expect(findAccountGroup('0198c9b2-7c1e-7000-8000-000000000000')).toBeUndefined()
})
