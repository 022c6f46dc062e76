// `npm test`: makes what a fresh clone lacks, then types, lint and unused code side by side, the build, unit and API tests, and
// browser journeys; all of them, whatever fails on the way. Its last line is the sum over all: `N passed, N failed`.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWhenStale } from './set-up/build-when-stale.mjs'
import { chromiumAdvice, findOrInstallChromium } from './set-up/find-chromium.mjs'
import { installCheckers } from './set-up/install-checkers.mjs'
import { runProgram } from './set-up/run-program.mjs'
import { checkSteps } from './test-run/check-steps.mjs'
import { runGroups } from './test-run/run-groups.mjs'
import { runVitest } from './test-run/run-vitest.mjs'
import { describeJourneys } from './test-run/show-times.mjs'
import { tallyBrowser, tallyCheck } from './test-run/tally.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = mkdtempSync(join(tmpdir(), 'clubfolio-reports-'))
const say = (/** @type {string} */ line) => console.log(line)

await runGroups(root, [checkSteps(root), [['build', build]], [['unit and API tests', runUnitTests]], [['browser journeys', runBrowserTests]]])
rmSync(reports, { recursive: true, force: true })

async function build() {
  await buildWhenStale(root, say)
  return tallyCheck('build', 0)
}

async function runUnitTests() {
  await installCheckers(root, say)
  return runVitest(root, 'unit and API tests')
}

async function runBrowserTests() {
  const chromium = await findOrInstallChromium(root, say)
  if (!chromium) throw new Error(chromiumAdvice)
  say('\n── browser journeys ──')
  const report = join(reports, 'browser.json')
  const env = { ...process.env, CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const code = await runProgram(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', '--forbid-only'], { cwd: root, output: 'inherit', env })
  const tally = tallyBrowser(existsSync(report) ? readFileSync(report, 'utf8') : undefined, code)
  for (const line of describeJourneys(tally.times ?? [], 10)) say(line)
  return tally
}
