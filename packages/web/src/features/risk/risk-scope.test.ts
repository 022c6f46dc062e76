import { expect, test } from 'vitest'
import { sampleAccount } from '../../testing/samples.ts'
import { riskScopes } from './risk-scope.ts'

const account = (id: string, fields: Parameters<typeof sampleAccount>[0] = {}) => sampleAccount({ id, ...fields })
const labelsOf = (...accounts: ReturnType<typeof account>[]) =>
  riskScopes(accounts, accounts[0]).map(({ label, accountIds }) => [label, accountIds.join(' ')])

test('one account has no choice beside itself', () => {
  expect(labelsOf(account('a'))).toEqual([['This account', 'a']])
  expect(riskScopes([], undefined)).toEqual([])
})

test('accounts of one kind of money can be added up, real money and paper never', () => {
  const [paper, real] = [{ isPaper: true }, { isPaper: false }]
  expect(labelsOf(account('a', real), account('b', real), account('c', paper), account('d', paper))).toEqual([
    ['This account', 'a'],
    ['All real money', 'a b'],
    ['All paper', 'c d'],
  ])
  expect(labelsOf(account('a', real), account('b', paper))).toEqual([['This account', 'a']])
})

test('currencies are never added up, and disabled accounts do not count', () => {
  const euros = { currency: 'EUR' }
  expect(labelsOf(account('a'), account('b'), account('c', euros), account('d', euros))).toEqual([
    ['This account', 'a'],
    ['All paper USD', 'a b'],
    ['All paper EUR', 'c d'],
  ])
  expect(labelsOf(account('a'), account('b', { isActive: false }))).toEqual([['This account', 'a']])
})
