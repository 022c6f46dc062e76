// How often a property of random input is tried, in one place for every package.

/**
 * `short` times in `npm test`, `long` times in `npm run test:long`; PROPERTY_RUNS sets any other number. The long tier runs every file
 * that calls this function.
 * @example fc.assert(property, { numRuns: propertyRuns(100, 1000) })
 */
export function propertyRuns(short: number, long: number): number {
  const asked = process.env['PROPERTY_RUNS']
  if (asked === undefined) return process.env['TEST_TIER'] === 'long' ? long : short
  const runs = Number(asked)
  if (!Number.isSafeInteger(runs) || runs < 1) throw new Error(`PROPERTY_RUNS is ${asked}; it is a whole number of runs.`)
  return runs
}

/** The seed of the random input: PROPERTY_SEED repeats a run, without it every run has another. A failure names it. */
export function propertySeed(): number {
  const asked = process.env['PROPERTY_SEED']
  const seed = asked === undefined ? Date.now() % 1_000_000_007 : Number(asked)
  if (!Number.isSafeInteger(seed)) throw new Error(`PROPERTY_SEED is ${asked}; it is a whole number.`)
  return seed
}
