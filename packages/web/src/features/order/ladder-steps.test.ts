import { expect, test } from 'vitest'
import { ladderSteps } from './ladder-steps.ts'

const places = (prices: readonly number[], height = 100) =>
  ladderSteps(
    prices.map((price) => ({ kind: 'entry', price })),
    height,
    18,
    10,
  ).map(({ at, wordsAt }) => [Math.round(at), Math.round(wordsAt)])

test('prices are drawn to scale, the highest at the top', () => {
  expect(places([49, 51, 50])).toEqual([
    [10, 10],
    [50, 50],
    [90, 90],
  ])
  expect(places([50])).toEqual([[50, 50]])
})

test('words of near prices keep a line apart, and stay on the ladder', () => {
  expect(places([51, 50.9, 49])).toEqual([
    [10, 10],
    [14, 28],
    [90, 90],
  ])
  expect(places([51, 49.1, 49])).toEqual([
    [10, 10],
    [86, 72],
    [90, 90],
  ])
})
