import { expect, test } from 'vitest'
import { compareNames, namesOf } from './compare-names.mjs'

const one = (/** @type {string} */ file, /** @type {string} */ name) => ({ file, name })

test('a name that is nowhere any more is lost, a new one is added', () => {
  const before = [one('a.test.ts', 'adds'), one('a.test.ts', 'takes away')]
  expect(compareNames(before, [one('a.test.ts', 'adds'), one('a.test.ts', 'divides')])).toEqual({
    lost: [one('a.test.ts', 'takes away')],
    added: [one('a.test.ts', 'divides')],
    movedToLong: [],
  })
})

test('a test of two equal ones that is gone is lost', () => {
  const twice = [one('a.test.ts', 'adds'), one('a.test.ts', 'adds')]
  expect(compareNames(twice, twice.slice(1)).lost).toEqual([one('a.test.ts', 'adds')])
})

test('a file that moved to the long tier is named, one that moved elsewhere is neither lost nor new', () => {
  const before = [one('x/kill.process.test.ts', 'kill -9'), one('x/sum.test.ts', 'sums'), one('e2e/cut.spec.ts', 'cut')]
  const after = [
    one('x/kill.long.test.ts', 'kill -9'),
    one('y/total.pure.test.ts', 'totals > sums'),
    one('e2e/cut.long.spec.ts', 'cut'),
  ]
  expect(compareNames(before, after)).toEqual({ lost: [], added: [], movedToLong: [after[0], after[2]] })
})

test('a seed or a number of runs in a name may differ, another case of a table may not hide a lost one', () => {
  const before = [
    one('a.test.ts', 'over 1000 random histories each (seed 12) > adds up'),
    one('a.test.ts', 'opens'),
    one('a.test.ts', 'closes'),
  ]
  const after = [
    one('a.test.ts', 'over random histories > adds up'),
    one('a.test.ts', 'opens'),
    one('a.test.ts', 'opens'),
  ]
  expect(compareNames(before, after)).toEqual({
    lost: [one('a.test.ts', 'closes')],
    added: [one('a.test.ts', 'opens')],
    movedToLong: [],
  })
})

test('the lists of both runners are read', () => {
  expect(
    namesOf([{ name: 'group > adds', file: '/anywhere/packages/domain/src/a.test.ts', projectName: 'pure' }]),
  ).toEqual([one('packages/domain/src/a.test.ts', 'group > adds')])
  const journey = { title: 'buys', file: 'journeys/order.spec.ts' }
  const group = { title: 'a group', file: 'journeys/order.spec.ts', specs: [{ ...journey, title: 'sells' }] }
  expect(
    namesOf({
      suites: [{ title: 'journeys/order.spec.ts', file: 'journeys/order.spec.ts', specs: [journey], suites: [group] }],
    }),
  ).toEqual([one('e2e/journeys/order.spec.ts', 'buys'), one('e2e/journeys/order.spec.ts', 'a group > sells')])
})
