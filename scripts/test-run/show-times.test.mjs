import { expect, test } from 'vitest'
import { describeFiles, describeJourneys, describeSteps, timedJourneys } from './show-times.mjs'

test('the slowest files come first, after the sums of all', () => {
  const files = [
    { name: 'quick.test.ts', importMs: 500, testMs: 40 },
    { name: 'slow.test.ts', importMs: 1_500, testMs: 61_234 },
    { name: 'middle.test.ts', importMs: 0, testMs: 2_000 },
  ]
  expect(describeFiles(files, 2)).toEqual([
    '3 files: 2 s of imports, 63 s of tests. The slowest:',
    '     61.2 s  slow.test.ts',
    '      2.0 s  middle.test.ts',
  ])
})

test('a journey that needed two tries counts with both', () => {
  const report = {
    file: 'order.spec.ts',
    specs: [],
    suites: [
      {
        file: 'order.spec.ts',
        specs: [{ title: 'buys', tests: [{ results: [{ duration: 1_000 }, { duration: 2_500 }] }] }],
      },
    ],
  }
  expect(describeJourneys(timedJourneys(report), 10)).toEqual([
    '1 journeys: 4 s. The slowest:',
    '      3.5 s  order.spec.ts buys',
  ])
})

test('steps are shown in the order they ran', () => {
  expect(
    describeSteps([
      { step: 'types', seconds: 20 },
      { step: 'build', seconds: 1.25 },
    ]),
  ).toEqual(['     20.0 s  types', '      1.3 s  build'])
})
