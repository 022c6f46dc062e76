import { afterEach, expect, test, vi } from 'vitest'
import { propertyRuns, propertySeed } from './property-runs.ts'

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['short', undefined, 5],
  ['long', undefined, 500],
  ['short', '70', 70],
  ['long', '70', 70],
])('in the %s tier with PROPERTY_RUNS %s there are %i runs', (tier, asked, runs) => {
  vi.stubEnv('TEST_TIER', tier)
  vi.stubEnv('PROPERTY_RUNS', asked)
  expect(propertyRuns(5, 500)).toBe(runs)
})

test('a number that is none is refused', () => {
  vi.stubEnv('PROPERTY_RUNS', 'many')
  expect(() => propertyRuns(5, 500)).toThrow('PROPERTY_RUNS is many')
  vi.stubEnv('PROPERTY_SEED', '1.5')
  expect(() => propertySeed()).toThrow('PROPERTY_SEED is 1.5')
})

test('the seed that is asked for is the seed', () => {
  vi.stubEnv('PROPERTY_SEED', '42')
  expect(propertySeed()).toBe(42)
})
