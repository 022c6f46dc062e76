// `npm test`: makes what a fresh clone lacks, then types, lint and unused code side by side, the build, unit and API tests, and
// browser journeys; all of them, whatever fails on the way. Its last line is the sum over all: `N passed, N failed`.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWhenStale } from './set-up/build-when-stale.mjs'
import { chromiumAdvice, findOrInstallChromium } from './set-up/find-chromium.mjs'
import { installCheckers } from './set-up/install-checkers.mjs'
import { installWhenStale } from './set-up/install-when-stale.mjs'
import { requireNode } from './set-up/require-node.mjs'
import { npmCommand, runBeside, runProgram } from './set-up/run-program.mjs'
import { describeFiles, describeJourneys, describeSteps } from './test-run/show-times.mjs'
import { addUp, summarise, tallyBrowser, tallyCheck, tallyUnit } from './test-run/tally.mjs'

/** @typedef {import('./test-run/tally.mjs').Tally} Tally */

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = mkdtempSync(join(tmpdir(), 'clubfolio-reports-'))
const say = (/** @type {string} */ line) => console.log(line)

/** Steps of a group run side by side; groups run one after the other. @type {[string, () => Promise<Tally>][][]} */
const groups = [
  [
    ['types', () => check('typecheck')],
    ['lint', () => check('lint')],
    ['unused code', () => check('knip')],
  ],
  [['build', build]],
  [['unit and API tests', runUnitTests]],
  [['browser journeys', runBrowserTests]],
]
const expected = groups.flat().length

/** @type {Tally[]} */
const tallies = []
/** @type {import('./test-run/show-times.mjs').StepTime[]} */
const stepTimes = []
if (await prepare()) {
  for (const group of groups) {
    // A stop that was asked for ends the run; what did not run must not look like success.
    if (process.exitCode !== undefined) break
    tallies.push(...(await Promise.all(group.map(([name, step]) => runStep(name, step)))))
  }
}
rmSync(reports, { recursive: true, force: true })
if (tallies.length < expected) tallies.push(tallyCheck('the run, which was stopped before its end', 1))

const total = addUp(tallies)
if (total.skipped.length > 0) say('\nSkipped:')
for (const { name, reason } of total.skipped) say(`  ${name}: ${reason}`)
if (total.broken.length > 0) say('\nFailed:')
for (const { name, reason } of total.broken) say(`  ${name}: ${reason}`)
if (total.wavering.length > 0) say('\nPassed only at the second try, to be mended:')
for (const name of total.wavering) say(`  ${name}`)
say('\nWhere the time went:')
for (const line of describeSteps(stepTimes)) say(line)
process.exitCode = total.failed > 0 ? 1 : 0
say(`\n${summarise(total)}`)

async function prepare() {
  try {
    requireNode(root)
    await installWhenStale(root, say)
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  }
}

/** @returns {Promise<Tally>} */
async function runStep(/** @type {string} */ name, /** @type {() => Promise<Tally>} */ step) {
  const startedMs = performance.now()
  const tally = await step().catch((error) => {
    console.error(error instanceof Error ? error.message : error)
    return tallyCheck(name, 1)
  })
  stepTimes.push({ step: name, seconds: (performance.now() - startedMs) / 1000 })
  say(`${name}: ${summarise(tally)}`)
  return tally
}

async function check(/** @type {string} */ script) {
  const npm = npmCommand()
  const { code, output } = await runBeside(npm.command, [...npm.args, 'run', '--silent', script], { cwd: root })
  if (output) process.stdout.write(`\n── ${script} ──\n${output}`)
  return tallyCheck(script, code)
}

async function build() {
  await buildWhenStale(root, say)
  return tallyCheck('build', 0)
}

async function runUnitTests() {
  await installCheckers(root, say)
  say('\n── unit and API tests ──')
  const report = join(reports, 'unit.json')
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--allowOnly=false', '--reporter=default', '--reporter=./scripts/test-run/unit-report.mjs']
  const code = await runProgram(process.execPath, args, { cwd: root, output: 'inherit', env: { ...process.env, UNIT_REPORT_FILE: report } })
  const tally = tallyUnit(readReport(report), code)
  for (const line of describeFiles(tally.times ?? [], 20)) say(line)
  return tally
}

async function runBrowserTests() {
  const chromium = await findOrInstallChromium(root, say)
  if (!chromium) throw new Error(chromiumAdvice)
  say('\n── browser journeys ──')
  const report = join(reports, 'browser.json')
  const env = { ...process.env, CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const code = await runProgram(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', '--forbid-only'], { cwd: root, output: 'inherit', env })
  const tally = tallyBrowser(readReport(report), code)
  for (const line of describeJourneys(tally.times ?? [], 10)) say(line)
  return tally
}

function readReport(/** @type {string} */ path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
