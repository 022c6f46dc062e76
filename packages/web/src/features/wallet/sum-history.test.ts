import { expect, it } from 'vitest'
import { appendPoints, sumHistories } from './sum-history.ts'

it('adds up what each account was worth last at every known instant', () => {
  expect(
    sumHistories([
      [
        [1, 10],
        [3, 12.1],
      ],
      [
        [2, 0.2],
        [3, 0.2],
        [5, 7],
      ],
    ]),
  ).toEqual([
    [1, 10],
    [2, 10.2],
    [3, 12.3],
    [5, 19.1],
  ])
  expect(sumHistories([])).toEqual([])
})

const utc = (text: string) => Date.parse(text)

it('puts live points of one market day in the place of its earlier ones', () => {
  const history = [
    [utc('2026-03-03T00:00Z'), 1],
    [utc('2026-03-04T00:00Z'), 2],
  ] as const
  const added = [
    [utc('2026-03-04T15:00Z'), 3],
    [utc('2026-03-04T20:59Z'), 4],
    [utc('2026-03-04T21:00Z'), 5],
  ] as const
  expect(
    appendPoints(
      history.map(([a, b]) => [a, b]),
      added.map(([a, b]) => [a, b]),
      '1D',
    ),
  ).toEqual([
    [utc('2026-03-03T00:00Z'), 1],
    [utc('2026-03-04T00:00Z'), 4],
    [utc('2026-03-05T00:00Z'), 5],
  ])
})

it('keeps the last point of a step below a day, and of a week', () => {
  expect(
    appendPoints(
      [[utc('2026-03-04T15:01Z'), 1]],
      [
        [utc('2026-03-04T15:04Z'), 2],
        [utc('2026-03-04T15:05Z'), 3],
      ],
      '5M',
    ),
  ).toEqual([
    [utc('2026-03-04T15:04Z'), 2],
    [utc('2026-03-04T15:05Z'), 3],
  ])
  expect(appendPoints([[utc('2026-03-02T00:00Z'), 1]], [[utc('2026-03-04T15:00Z'), 2]], '1W')).toEqual([
    [utc('2026-03-04T00:00Z'), 2],
  ])
})
