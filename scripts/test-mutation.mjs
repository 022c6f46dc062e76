// `npm run test:mutation [-- path ...]`: changes the money code one expression at a time and expects a red test for each
// change. Paths are files or folders of scripts/mutation/target-files.mjs; without any, all of them, which takes hours.
// Prints a table, and fails when a file is below 95 % or when a change that no test notices has no reason in
// quality/survivors. MUTATION_WORKERS=2 runs two changes at a time. Results of changes whose code and tests are as they
// were are kept from the last run; `--again` runs all of them. See docs/decisions/0059-mutation-testing.md.
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { judgeReport, tableOf } from './mutation/judge-report.mjs'
import { targetFiles } from './mutation/target-files.mjs'
import { installWhenStale } from './set-up/install-when-stale.mjs'
import { requireNode } from './set-up/require-node.mjs'
import { runProgram } from './set-up/run-program.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const quality = join(root, 'quality')
const say = (/** @type {string} */ line) => console.error(line)
const given = process.argv.slice(2)
const isAgain = given.includes('--again')
const files = targetFiles(
  root,
  given.filter((word) => word !== '--again'),
)

requireNode(root)
await installWhenStale(root, say)
// Stryker is installed here on demand, so that no user of the product has to download it.
await installWhenStale(quality, say)

const report = join(quality, 'tmp', 'report.json')
rmSync(report, { force: true })
const code = await runProgram(
  process.execPath,
  [
    join(quality, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js'),
    'run',
    'quality/stryker.config.mjs',
    '--mutate',
    files.join(','),
    ...(isAgain ? ['--force'] : []),
  ],
  // The same random histories every time: the table must not depend on luck.
  { cwd: root, env: { ...process.env, PROPERTY_RUNS: '8', PROPERTY_SEED: '20260105' } },
)
if (code !== 0 || !existsSync(report)) throw new Error('Stryker did not finish; its own message stands above.')

const survivors = join(quality, 'survivors')
const named = readdirSync(survivors)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(join(survivors, name), 'utf8')))
const { rows, faults } = judgeReport(JSON.parse(readFileSync(report, 'utf8')), files, named)
console.log(`\n${tableOf(rows)}`)
for (const fault of faults) console.log(fault)
console.log(faults.length === 0 ? '\nEvery change is noticed or named.' : `\n${faults.length} faults.`)
process.exitCode = faults.length === 0 ? 0 : 1
