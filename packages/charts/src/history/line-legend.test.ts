import { describe, expect, test } from 'vitest'
import { changeSinceStart } from './line-legend.ts'

const dayMs = 86_400_000
const points = (values: readonly number[]) => values.map((value, day) => ({ timeMs: day * dayMs, value }))
const window = { fromIndex: 0, toIndex: 3, fromMs: 0, toMs: 2 * dayMs, range: undefined, baseMs: undefined }
const pointed = { timeMs: 2 * dayMs, values: new Map(), isUnderCrosshair: false }
const change = (
  line: { values: readonly number[]; growth?: readonly number[] },
  unit: 'dollars' | 'in EUR' = 'dollars',
) =>
  changeSinceStart(
    { id: 'a', name: 'Real', points: points(line.values), ...(line.growth ? { growth: points(line.growth) } : {}) },
    window,
    pointed,
    unit,
  )

describe('the change in the header of a history', () => {
  test.each([
    ['a profit that grew', [100, 120, 150], '+$50.00'],
    ['a loss that became a profit', [-10, 5, 30], '+$40.00'],
    ['a profit that began at zero', [0, 5, 30], '+$30.00'],
    ['a profit that shrank', [100, 120, 60], '-$40.00'],
  ])('of %s is an amount of dollars, never a percent of a profit', (_what, values, text) => {
    expect(change({ values })).toMatchObject({ text, what: '' })
  })

  test('names another currency', () => {
    expect(change({ values: [1, 2, 3] }, 'in EUR')?.text).toBe('+2.00 EUR')
  })

  test('of a value that payments move is the gain without them, and nothing while that is loading', () => {
    expect(change({ values: [100, 600, 612], growth: [0, 0, 2] })).toMatchObject({ text: '+2.00%', what: 'gain ' })
    expect(change({ values: [100, 600, 612], growth: [] })).toBeUndefined()
  })
})
