// Formats where the time of a run went: each step, the slowest test files, the slowest journeys.

/** @typedef {{ name: string, importMs?: number, testMs: number }} TimedPart */
/** @typedef {{ step: string, seconds: number }} StepTime */

/**
 * Returns one line per step, in the order they ran.
 * @example describeSteps([{ step: 'build', seconds: 12.34 }]) // ['     12.3 s  build']
 */
export function describeSteps(/** @type {readonly StepTime[]} */ steps) {
  return steps.map(({ step, seconds }) => `${seconds.toFixed(1).padStart(9)} s  ${step}`)
}

/**
 * Returns the total of all files and the slowest files, slowest first. Totals add up the files' own times: with several
 * workers they exceed the duration of the step.
 * @returns {string[]}
 */
export function describeFiles(/** @type {readonly TimedPart[]} */ files, /** @type {number} */ most) {
  const importSeconds = sumOf(files.map(({ importMs = 0 }) => importMs)) / 1000
  const testSeconds = sumOf(files.map(({ testMs }) => testMs)) / 1000
  return [
    `${files.length} files: ${importSeconds.toFixed(0)} s of imports, ${testSeconds.toFixed(0)} s of tests. The slowest:`,
    ...slowest(files, most),
  ]
}

/** Returns the slowest journeys, slowest first. @returns {string[]} */
export function describeJourneys(/** @type {readonly TimedPart[]} */ journeys, /** @type {number} */ most) {
  const seconds = sumOf(journeys.map(({ testMs }) => testMs)) / 1000
  return [`${journeys.length} journeys: ${seconds.toFixed(0)} s. The slowest:`, ...slowest(journeys, most)]
}

/** Returns every test of Playwright's report with its time over all tries. @returns {TimedPart[]} */
export function timedJourneys(/** @type {any} */ suite) {
  const own = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests.map((/** @type {any} */ test) => ({
      name: `${suite.file} ${spec.title}`,
      testMs: sumOf(test.results.map((/** @type {any} */ result) => result.duration)),
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(timedJourneys)]
}

function slowest(/** @type {readonly TimedPart[]} */ parts, /** @type {number} */ most) {
  return [...parts]
    .sort((left, right) => right.testMs - left.testMs)
    .slice(0, most)
    .map(({ name, testMs }) => `${(testMs / 1000).toFixed(1).padStart(9)} s  ${name}`)
}

function sumOf(/** @type {readonly number[]} */ numbers) {
  return numbers.reduce((sum, number) => sum + number, 0)
}
