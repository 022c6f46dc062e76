// The examples of docs/rules/target-allocation.md: places, targets, bands and the parts of a leaf.
import { expect, test } from 'vitest'
import { isWithinBand, memberTargets, placeInstruments, targetLeaves, targetValues } from './allocation.ts'
import { checkTargetPlan } from './check-target-plan.ts'
import type { TargetClass, TargetTree } from './target-plan.ts'

const empty = { takes: [], codes: [], holdsCash: false, rule: 'HELD', parts: [] } as const
const one = (key: string, percent: string, given: Partial<TargetClass> = {}): TargetClass => ({
  key,
  parent: null,
  name: key,
  percent,
  leaf: empty,
  ...given,
})
const plan = (classes: readonly TargetClass[]): TargetTree => ({
  grouping: 'SECTOR',
  band: { points: '5', relative: '25' },
  alerts: false,
  classes,
})

test('a name counts more than a class of the listing, and the rest is unclassified', () => {
  const place = placeInstruments(
    plan([
      one('Technology', '60', { leaf: { ...empty, takes: ['Technology'] } }),
      one('Own picks', '40', { leaf: { ...empty, codes: ['AAPL'] } }),
    ]),
  )
  expect(place({ code: 'AAPL', listed: 'Technology' })).toBe('Own picks')
  expect(place({ code: 'MSFT', listed: 'Technology' })).toBe('Technology')
  expect(place({ code: 'XOM', listed: 'Energy' })).toBe('unclassified')
  expect(place({ code: 'NEW', listed: null })).toBe('unclassified')
})

test('the targets of leaves are products of percents that sum to the value to the cent', () => {
  const leaves = targetLeaves(
    plan([
      one('Shares', '75', { leaf: null }),
      one('a', '33.33', { parent: 'Shares' }),
      one('b', '33.33', { parent: 'Shares' }),
      one('c', '33.34', { parent: 'Shares' }),
      one('Cash', '25', { leaf: { ...empty, holdsCash: true } }),
    ]),
  )
  const targets = targetValues(10_001n, leaves)
  expect([...targets]).toEqual([
    ['a', 2500n],
    ['b', 2500n],
    ['c', 2501n],
    ['Cash', 2500n],
    ['unclassified', 0n],
  ])
})

test.each([
  [10_000_00n, 12_400_00n, true],
  [10_000_00n, 12_600_00n, false],
  [60_000_00n, 65_000_00n, true],
  [60_000_00n, 65_000_01n, false],
  [60_000_00n, 54_999_99n, false],
])('5 points or 25 percent of 100,000.00: a target of %s cents at %s is within: %s', (target, value, isWithin) => {
  expect(isWithinBand({ accountValue: 100_000_00n, value, target }, { points: '5', relative: '25' })).toBe(isWithin)
})

test('1,000.00 over 300.00 and 100.00 is 750.00 and 250.00 as held, and 500.00 each in equal parts', () => {
  const members = [
    { code: 'A', value: 300_00n },
    { code: 'B', value: 100_00n },
  ]
  const of = (rule: 'HELD' | 'EQUAL' | 'FIXED', parts: { code: string; percent: string }[] = []) =>
    memberTargets({ rule, codes: ['A', 'B'], parts }, members, 1000_00n)
  expect(of('HELD')).toEqual([750_00n, 250_00n])
  expect(of('EQUAL')).toEqual([500_00n, 500_00n])
  expect(of('FIXED', [{ code: 'B', percent: '100' }])).toEqual([0n, 1000_00n])
  const none = members.map(({ code }) => ({ code, value: 0n }))
  expect(memberTargets({ rule: 'HELD', codes: ['B'], parts: [] }, none, 1000_00n)).toEqual([0n, 1000_00n])
})

test.each([
  [[one('a', '60'), one('b', '30')], ['classes', 0, 'percent'], 'The percentages sum to 90.00, not to 100.'],
  [
    [one('b', '100', { parent: 'a' }), one('a', '100')],
    ['classes', 0, 'parent'],
    'A class follows the class it is part of.',
  ],
  [[one('a', '100', { leaf: null })], ['classes', 0, 'leaf'], 'Say what the class holds, or give it classes.'],
  [
    [one('a', '100', { leaf: { ...empty, codes: ['X'], holdsCash: true } })],
    ['classes', 0, 'leaf', 'holdsCash'],
    'A class that holds cash holds nothing else.',
  ],
  [
    [one('a', '100', { leaf: { ...empty, codes: ['X'], rule: 'FIXED', parts: [{ code: 'X', percent: '99' }] } })],
    ['classes', 0, 'leaf', 'parts'],
    'The percentages sum to 99.00, not to 100.',
  ],
  [
    [one('a', '50', { leaf: { ...empty, takes: ['T'] } }), one('b', '50', { leaf: { ...empty, takes: ['T'] } })],
    ['classes', 1, 'leaf', 'takes'],
    'T already belongs to a.',
  ],
] as const)('a plan that cannot be saved says where: %#', (classes, path, message) => {
  expect(checkTargetPlan(plan(classes))).toContainEqual({ path, message })
})
