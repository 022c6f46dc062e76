// Static checks of the sources: types, lint, unused code, layers, format, citations, classes of CSS modules. They
// run in parallel, and each prints its output in one piece when it ends.
import { npmCommand, runBeside } from '../set-up/run-program.mjs'
import { tallyCheck } from './tally.mjs'

/** @typedef {import('./run-groups.mjs').Step} Step */

/** Returns the checks as one group of steps for `runGroups`. @returns {Step[]} */
export function checkSteps(/** @type {string} */ root) {
  return [
    ['types', () => check(root, 'typecheck')],
    ['lint', () => check(root, 'lint')],
    ['unused code', () => check(root, 'knip')],
    ['layers', () => check(root, 'layers')],
    ['format', () => check(root, 'format:check')],
    ['citations', () => check(root, 'citations')],
    ['style classes', () => check(root, 'styles')],
  ]
}

async function check(/** @type {string} */ root, /** @type {string} */ script) {
  const npm = npmCommand()
  const { code, output } = await runBeside(npm.command, [...npm.args, 'run', '--silent', script], { cwd: root })
  if (output) process.stdout.write(`\n── ${script} ──\n${output}`)
  return tallyCheck(script, code)
}
