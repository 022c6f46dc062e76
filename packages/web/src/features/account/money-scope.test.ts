import { expect, test } from 'vitest'
import { sampleAccount } from '../../testing/samples.ts'
import { moneyScopes } from './money-scope.ts'

const real = sampleAccount({ number: '1', isPaper: false })
const paper = sampleAccount({ number: '2', isPaper: true })
const euros = sampleAccount({ number: '3', isPaper: false, currency: 'EUR' })

const scopes = (...accounts: (typeof real)[]) =>
  moneyScopes(accounts).map(({ id, label, includes }) => [
    id,
    label,
    accounts.filter(includes).map(({ number }) => number),
  ])

test('without a choice to make there is one scope', () => {
  expect(scopes()).toEqual([['PAPER', 'Paper', []]])
  expect(scopes(paper)).toEqual([['PAPER', 'Paper', ['2']]])
  expect(scopes(real)).toEqual([['REAL', 'Real money', ['1']]])
  expect(scopes(euros)).toEqual([['REAL', 'Real money', ['3']]])
})

test('real money comes first, and paper is added to it only in Both', () => {
  expect(scopes(paper, real)).toEqual([
    ['REAL', 'Real money', ['1']],
    ['PAPER', 'Paper', ['2']],
    ['BOTH', 'Both', ['2', '1']],
  ])
})

test('no scope has two currencies', () => {
  expect(scopes(euros, paper, real)).toEqual([
    ['REAL', 'Real money USD', ['1']],
    ['REAL_EUR', 'Real money EUR', ['3']],
    ['PAPER', 'Paper', ['2']],
    ['BOTH', 'Both USD', ['2', '1']],
    ['BOTH_EUR', 'Both EUR', ['3']],
  ])
})
