import { expect, test } from 'vitest'
import { splitFactor, splitSegments } from './split-adjustment.ts'

const apple = [
  { day: '2020-08-31', ratio: '4' },
  { day: '2014-06-09', ratio: '7' },
]

test('a bar is divided by every split after its day and by none before', () => {
  const segments = splitSegments(apple)
  expect(splitFactor(segments, '2014-06-06')).toBe(28)
  expect(splitFactor(segments, '2014-06-09')).toBe(4)
  expect(splitFactor(segments, '2020-08-28')).toBe(4)
  expect(splitFactor(segments, '2020-08-31')).toBe(1)
})

test('fractional ratios multiply as decimals', () => {
  expect(
    splitSegments([
      { day: '2017-01-04', ratio: '0.333' },
      { day: '2018-01-04', ratio: '1.1' },
    ])[0]!.factor,
  ).toBe(0.3663)
})

test('two splits on one day multiply', () => {
  expect(
    splitSegments([
      { day: '2020-01-02', ratio: '2' },
      { day: '2020-01-02', ratio: '1.5' },
    ]),
  ).toEqual([{ fromDay: '0001-01-01', untilDay: '2020-01-02', factor: 3 }])
})

test('an instrument without splits has no segments', () => {
  expect(splitSegments([])).toEqual([])
  expect(splitFactor([], '2020-01-02')).toBe(1)
})

test('a file that was adjusted already is divided only by later splits', () => {
  const segments = splitSegments(apple)
  expect(splitFactor(segments, '2010-01-04', '2018-01-19')).toBe(4)
  expect(splitFactor(segments, '2010-01-04', '2021-01-04')).toBe(1)
})
