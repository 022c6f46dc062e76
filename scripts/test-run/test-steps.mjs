// The steps that run the product: required programs, the build, unit and API tests, and browser journeys. `npm test`
// and `npm run test:long` run the same steps; TEST_TIER in the environment tells the runners which files to run.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenStale } from '../set-up/build-when-stale.mjs'
import { chromiumAdvice, findChromium, findOrInstallChromium } from '../set-up/find-chromium.mjs'
import { installCheckers } from '../set-up/install-checkers.mjs'
import { runProgram } from '../set-up/run-program.mjs'
import { runVitest } from './run-vitest.mjs'
import { describeJourneys } from './show-times.mjs'
import { tallyBrowser, tallyCheck } from './tally.mjs'

/** @typedef {import('./run-groups.mjs').Step} Step */

/** @type {import('./tally.mjs').Tally} */
const nothingTested = { passed: 0, failed: 0, skipped: [], broken: [] }

const say = (/** @type {string} */ line) => console.log(line)

/**
 * Installs what the tests need besides the packages, where it is missing: the browser, and the programs that check PDFs
 * and books.
 * @returns {Step}
 */
export function programsStep(/** @type {string} */ root) {
  return [
    'programs',
    async () => {
      await installCheckers(root, say)
      const chromium = await findOrInstallChromium(root, say)
      if (!chromium) throw new Error(chromiumAdvice)
      // Only Playwright's browser has to be named; tests find the system's browser themselves.
      if (!findChromium()) process.env['CHROMIUM'] = chromium
      return nothingTested
    },
  ]
}

/** @returns {Step} */
export function buildStep(/** @type {string} */ root) {
  return [
    'build',
    async () => {
      await buildWhenStale(root, say)
      return tallyCheck('build', 0)
    },
  ]
}

/**
 * Of a run with a deadline it may use a share of the time.
 * @returns {Step}
 */
export function unitStep(/** @type {string} */ root, /** @type {string} */ name, timeShare = 1) {
  return [name, () => runVitest(root, name, { timeShare })]
}

/** @returns {Step} */
export function journeysStep(/** @type {string} */ root, /** @type {string} */ name) {
  return [
    name,
    async () => {
      say(`\n── ${name} ──`)
      const folder = mkdtempSync(join(tmpdir(), 'clubfolio-journeys-'))
      const report = join(folder, 'browser.json')
      const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
      const code = await runProgram(
        process.execPath,
        ['node_modules/@playwright/test/cli.js', 'test', '--forbid-only'],
        { cwd: root, output: 'inherit', env },
      )
      const tally = tallyBrowser(existsSync(report) ? readFileSync(report, 'utf8') : undefined, code)
      rmSync(folder, { recursive: true, force: true })
      for (const line of describeJourneys(tally.times ?? [], 10)) say(line)
      return tally
    },
  ]
}
