// Number of runs and seed of property tests, in one place for every package.

/**
 * Returns `short` in `npm test` and `long` in `npm run test:long`; PROPERTY_RUNS overrides both. The long tier runs
 * every file that calls this function.
 * @example fc.assert(property, { numRuns: propertyRuns(100, 1000) })
 */
export function propertyRuns(short: number, long: number): number {
  const asked = process.env['PROPERTY_RUNS']
  if (asked === undefined) return process.env['TEST_TIER'] === 'long' ? long : short
  const runs = Number(asked)
  if (!Number.isSafeInteger(runs) || runs < 1)
    throw new Error(`PROPERTY_RUNS is ${asked}; it is a whole number of runs.`)
  return runs
}

/**
 * Returns the seed of the random input. PROPERTY_SEED repeats a run; without it every run has a different seed. A
 * failure prints it.
 */
export function propertySeed(): number {
  const asked = process.env['PROPERTY_SEED']
  const seed = asked === undefined ? Date.now() % 1_000_000_007 : Number(asked)
  if (!Number.isSafeInteger(seed)) throw new Error(`PROPERTY_SEED is ${asked}; it is a whole number.`)
  return seed
}
