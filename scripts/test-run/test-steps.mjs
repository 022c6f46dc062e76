// The steps that run the product: the build, unit and API tests, and browser journeys. `npm test` and `npm run test:long` run the same
// ones; TEST_TIER in the environment tells the runners which files they take.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenStale } from '../set-up/build-when-stale.mjs'
import { chromiumAdvice, findOrInstallChromium } from '../set-up/find-chromium.mjs'
import { installCheckers } from '../set-up/install-checkers.mjs'
import { runProgram } from '../set-up/run-program.mjs'
import { runVitest } from './run-vitest.mjs'
import { describeJourneys } from './show-times.mjs'
import { tallyBrowser, tallyCheck } from './tally.mjs'

/** @typedef {import('./run-groups.mjs').Step} Step */

const say = (/** @type {string} */ line) => console.log(line)

/** @returns {Step} */
export function buildStep(/** @type {string} */ root) {
  return ['build', async () => {
    await buildWhenStale(root, say)
    return tallyCheck('build', 0)
  }]
}

/** @returns {Step} */
export function unitStep(/** @type {string} */ root, /** @type {string} */ name) {
  return [name, async () => {
    await installCheckers(root, say)
    return runVitest(root, name)
  }]
}

/** @returns {Step} */
export function journeysStep(/** @type {string} */ root, /** @type {string} */ name) {
  return [name, async () => {
    const chromium = await findOrInstallChromium(root, say)
    if (!chromium) throw new Error(chromiumAdvice)
    say(`\n── ${name} ──`)
    const folder = mkdtempSync(join(tmpdir(), 'clubfolio-journeys-'))
    const report = join(folder, 'browser.json')
    const env = { ...process.env, CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    const code = await runProgram(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', '--forbid-only'], { cwd: root, output: 'inherit', env })
    const tally = tallyBrowser(existsSync(report) ? readFileSync(report, 'utf8') : undefined, code)
    rmSync(folder, { recursive: true, force: true })
    for (const line of describeJourneys(tally.times ?? [], 10)) say(line)
    return tally
  }]
}
