import { expect, test } from 'vitest'
import { codesOf, Comparison, linesOf, maxComparedCodes, toggleCode } from './comparison.ts'

test('each code is there once, in order, at most four', () => {
  expect(codesOf('spy,,SPY, qqq')).toEqual(['SPY', 'QQQ'])
  expect(codesOf('A,B,C,D,E')).toEqual(['A', 'B', 'C', 'D'])
})

test('a code is put in at the end and taken out from where it is', () => {
  expect(toggleCode(['SPY'], 'QQQ')).toEqual(['SPY', 'QQQ'])
  expect(toggleCode(['SPY', 'QQQ'], 'SPY')).toEqual(['QQQ'])
})

test('the comparison opens with the account, both benchmarks and without a range', () => {
  expect(Comparison.parse({})).toMatchObject({ wallet: 'on', codes: 'SPY,QQQ' })
  expect(Comparison.parse({ from: 'soon', wallet: 'perhaps' })).toMatchObject({ wallet: 'on' })
  expect(Comparison.parse({ from: 'soon' }).from).toBeUndefined()
})

test('turning the account off moves the first secondary to base, or leaves no base', () => {
  expect(linesOf(['SPY', 'QQQ'], 'Account')).toEqual({ base: 'Account', secondaries: ['SPY', 'QQQ'] })
  expect(linesOf(['SPY', 'QQQ'])).toEqual({ base: 'SPY', secondaries: ['QQQ'] })
  expect(linesOf([])).toEqual({ base: null, secondaries: [] })
})

test('turning the account on puts the base of before in front of the secondaries', () => {
  expect(linesOf(['AAA', 'SPY'], 'Account')).toEqual({ base: 'Account', secondaries: ['AAA', 'SPY'] })
})

test('the account takes one of the four lines', () => {
  expect([maxComparedCodes(true), maxComparedCodes(false)]).toEqual([3, 4])
})
