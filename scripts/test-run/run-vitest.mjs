// Runs Vitest, prints the slowest files, and resolves with its tally.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from '../set-up/run-program.mjs'
import { shareOfTime } from './deadline.mjs'
import { describeFiles } from './show-times.mjs'
import { tallyUnit } from './tally.mjs'

const reporters = ['--reporter=default', '--reporter=./scripts/test-run/unit-report.mjs']

/**
 * @param {string} root
 * @param {string} title
 * @param {{ args?: readonly string[], mayBeEmpty?: boolean, timeShare?: number }} [options] `mayBeEmpty`: a run that finds
 *   no test succeeds; `timeShare`: how much of the time until the run's deadline it may use
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function runVitest(root, title, { args = [], mayBeEmpty = false, timeShare = 1 } = {}) {
  console.log(`\n── ${title} ──`)
  const folder = mkdtempSync(join(tmpdir(), 'clubfolio-unit-'))
  const report = join(folder, 'unit.json')
  const words = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--allowOnly=false',
    ...reporters,
    ...args,
    ...(mayBeEmpty ? ['--passWithNoTests'] : []),
  ]
  const code = await runProgram(process.execPath, words, {
    cwd: root,
    output: 'inherit',
    env: { ...process.env, ...shareOfTime(timeShare), UNIT_REPORT_FILE: report },
  })
  const tally = tallyUnit(existsSync(report) ? readFileSync(report, 'utf8') : undefined, code)
  rmSync(folder, { recursive: true, force: true })
  if (mayBeEmpty && code === 0 && tally.passed === 0) return { passed: 0, failed: 0, skipped: [], broken: [] }
  for (const line of describeFiles(tally.times ?? [], 20)) console.log(line)
  return tally
}
