// Adds up the runners' reports for the last line: `N passed, N failed`, and `, N skipped` when there are any. A runner
// that left no report, or failed without naming a failed test, counts as one failure: silence is never success.
import { stripVTControlCharacters } from 'node:util'
import { timedJourneys } from './show-times.mjs'

/** @typedef {{ name: string, reason: string }} NamedTest */
/** @typedef {import('./show-times.mjs').TimedPart} TimedPart */
/**
 * @typedef {{
 *   passed: number, failed: number, skipped: NamedTest[], broken: NamedTest[], times?: TimedPart[]
 * }} Tally
 */

/** @returns {Tally} */
export function addUp(/** @type {Tally[]} */ tallies) {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
    skipped: tallies.flatMap((tally) => tally.skipped),
    broken: tallies.flatMap((tally) => tally.broken),
  }
}

export function summarise(/** @type {Tally} */ { passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`
}

/** Returns the tally of a check without tests of its own; its name stands for the result. @returns {Tally} */
export function tallyCheck(/** @type {string} */ name, /** @type {number} */ exitCode) {
  if (exitCode === 0) return { passed: 1, failed: 0, skipped: [], broken: [] }
  return { passed: 0, failed: 1, skipped: [], broken: [{ name, reason: `ended with ${exitCode}, see above` }] }
}

/** Returns the tally of a `unit-report.mjs` report. @returns {Tally} */
export function tallyUnit(/** @type {string | undefined} */ report, /** @type {number} */ exitCode) {
  return withExitCode(readJson(report), exitCode, (value) => ({
    passed: count(value.passed),
    failed: count(value.failed),
    skipped: value.skipped,
    broken: value.broken.map(firstLineOfReason),
    times: value.times,
  }))
}

/** Returns the tally of Playwright's JSON report. A journey has one try. @returns {Tally} */
export function tallyBrowser(/** @type {string | undefined} */ report, /** @type {number} */ exitCode) {
  return withExitCode(readJson(report), exitCode, ({ stats, errors, suites }) => ({
    passed: count(stats.expected),
    failed: count(stats.unexpected) + count(stats.flaky) + errors.length,
    skipped: suites.flatMap(skippedIn),
    broken: [
      ...suites.flatMap(brokenIn),
      ...errors.map((/** @type {any} */ error) => ({ name: 'outside of any journey', reason: error.message })),
    ].map(firstLineOfReason),
    times: suites.flatMap(timedJourneys),
  }))
}

/** @returns {Tally} */
function withExitCode(
  /** @type {any} */ value,
  /** @type {number} */ exitCode,
  /** @type {(value: any) => Tally} */ read,
) {
  const tally = value === undefined ? { passed: 0, failed: 0, skipped: [], broken: [] } : read(value)
  if (tally.failed === 0 && (exitCode !== 0 || value === undefined || tally.passed + tally.skipped.length === 0)) {
    return {
      ...tally,
      failed: 1,
      broken: [
        {
          name: 'the runner itself',
          reason: value === undefined ? 'left no report' : `ended with ${exitCode} and named no failed test`,
        },
      ],
    }
  }
  return tally
}

/** @returns {NamedTest[]} */
function skippedIn(/** @type {any} */ suite) {
  const own = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests
      .filter((/** @type {any} */ test) => test.status === 'skipped')
      .map((/** @type {any} */ test) => ({
        name: `${suite.file} ${spec.title}`,
        reason:
          test.annotations.find((/** @type {any} */ note) => ['skip', 'fixme'].includes(note.type))?.description ??
          'no reason given',
      })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(skippedIn)]
}

/** @returns {NamedTest[]} */
function brokenIn(/** @type {any} */ suite) {
  const own = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests
      .filter((/** @type {any} */ test) => ['unexpected', 'flaky'].includes(test.status))
      .map((/** @type {any} */ test) => ({
        name: `${suite.file} ${spec.title}`,
        reason: test.results[0]?.error?.message ?? 'no reason given',
      })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(brokenIn)]
}

/**
 * Short lines keep the list readable; the full reason, with its colours, is printed where the failure happened. A failed
 * property also names the seed that repeats it.
 */
function firstLineOfReason(/** @type {NamedTest} */ { name, reason }) {
  const plain = stripVTControlCharacters(reason)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const seed = /^\{ seed: (-?\d+),/.exec(plain[1] ?? '')?.[1]
  const repeat = seed === undefined ? '' : ` (PROPERTY_SEED=${seed} repeats it)`
  return { name, reason: (plain[0] ?? 'no reason given').slice(0, 300) + repeat }
}

function readJson(/** @type {string | undefined} */ text) {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A count that is not a whole number would corrupt the total, so it stops the run. */
function count(/** @type {unknown} */ value) {
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw new Error(`A test report holds no count but ${String(value)}.`)
  return value
}
