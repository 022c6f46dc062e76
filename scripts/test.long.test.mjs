// `npm test` on a small tree with the real runners: every kind of failure must reach the last line and the exit code.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { notBegun } from './test-run/deadline.mjs'

const scripts = fileURLToPath(new URL('.', import.meta.url))
const repository = fileURLToPath(new URL('..', import.meta.url))

const compiler = `
const { mkdirSync, writeFileSync } = require('node:fs')
for (const name of ['domain', 'contract', 'simulated-market', 'paper-broker', 'server']) {
  mkdirSync('packages/' + name + '/dist', { recursive: true })
  writeFileSync('packages/' + name + '/dist/.tsbuildinfo', '')
}`
const bundler =
  "require('node:fs').mkdirSync('packages/web/dist', { recursive: true }); require('node:fs').writeFileSync('packages/web/dist/index.html', '')"
const checkNames = ['typecheck', 'lint', 'knip', 'layers', 'format:check', 'citations', 'styles']
const checks = Object.fromEntries(checkNames.map((name) => [name, 'node -e 0']))

/** @type {string} */
let root

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'clubfolio-test-command-'))
  for (const part of ['set-up', 'test-run', 'test.mjs', 'test-long.mjs'])
    cpSync(join(scripts, part), join(root, 'scripts', part), {
      recursive: true,
      filter: (path) => !path.endsWith('.test.mjs'),
    })
  writeChecks(checks)
  write('package-lock.json', '{"packages":{}}')
  write('node_modules/.package-lock.json', '{"packages":{}}')
  write('node_modules/typescript/package.json', '{}')
  write('node_modules/vite/package.json', '{}')
  write('node_modules/typescript/bin/tsc', compiler)
  write('node_modules/vite/bin/vite.js', bundler)
  for (const name of ['vitest', '@playwright'])
    symlinkSync(join(repository, 'node_modules', name), join(root, 'node_modules', name))
  write('vitest.config.mjs', "export default { test: { include: ['*.test.mjs'] } }")
  write('playwright.config.mjs', "export default { testDir: 'e2e', workers: 1, reporter: [['list'], ['json']] }")
  write('some.test.mjs', "import { test } from 'vitest'; test('sum', () => {})")
  write('e2e/some.spec.mjs', "import { test } from '@playwright/test'; test('journey', () => {})")
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(/** @type {string} */ path, /** @type {string} */ text) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function writeChecks(/** @type {Record<string, string>} */ names) {
  write('package.json', JSON.stringify({ type: 'module', engines: { node: '>=20.19' }, scripts: names }))
}

/** Runs the command with a program in place of the browser: these journeys open no page. */
function runTests(environment = {}, script = 'scripts/test.mjs') {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST|NODE_ENV|NODE_OPTIONS|CLUBFOLIO_TEST)/.test(name)),
  )
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    cwd: root,
    encoding: 'utf8',
    env: { ...inherited, CHROMIUM: process.execPath, ...environment },
  })
  return { status, lastLine: stdout.trimEnd().split('\n').at(-1), stdout, stderr }
}

test('seven checks, the build, a unit test and a journey make ten, and success', () => {
  expect(runTests()).toMatchObject({ status: 0, lastLine: '10 passed, 0 failed' })
})

test('the long tier builds and runs the long tests and journeys, and leaves the checks to `npm test`', () => {
  write(
    'vitest.config.mjs',
    "export default { test: { include: [process.env['TEST_TIER'] === 'long' ? '*.long.test.mjs' : 'some.test.mjs'] } }",
  )
  write(
    'playwright.config.mjs',
    "export default { testDir: 'e2e', testMatch: process.env['TEST_TIER'] === 'long' ? '*.long.spec.mjs' : 'some.spec.mjs', reporter: [['list'], ['json']] }",
  )
  write('real.long.test.mjs', "import { test } from 'vitest'; test('files', () => {})")
  write(
    'e2e/cut.long.spec.mjs',
    "import { test } from '@playwright/test'; test('power', () => { throw new Error('gone') })",
  )
  const { status, lastLine, stdout } = runTests({}, 'scripts/test-long.mjs')
  expect({ status, lastLine }).toEqual({ status: 1, lastLine: '2 passed, 1 failed' })
  expect(stdout).toContain('\nFailed:\n  cut.long.spec.mjs power: Error: gone\n')
})

test.each(checkNames)('a failing %s fails the run, and the rest still runs', (name) => {
  writeChecks({ ...checks, [name]: 'node -e process.exit(1)' })
  expect(runTests()).toMatchObject({ status: 1, lastLine: '9 passed, 1 failed' })
})

test('failures of both runners and of the build are added up', () => {
  write('node_modules/vite/bin/vite.js', 'process.exit(1)')
  write('other.test.mjs', "import { test } from 'vitest'; test('wrong', () => { throw new Error('wrong') })")
  write(
    'e2e/other.spec.mjs',
    "import { test } from '@playwright/test'; test('lost', () => { throw new Error('lost') })",
  )
  const { status, lastLine, stdout } = runTests()
  expect({ status, lastLine }).toEqual({ status: 1, lastLine: '9 passed, 3 failed' })
  // The end of a long run must show what failed.
  expect(stdout).toMatch(
    /\nFailed:\n {2}build: .+\n {2}other\.test\.mjs wrong: wrong\n {2}other\.spec\.mjs lost: Error: lost\n/,
  )
})

test('skipped tests are named with their reasons before the last line', () => {
  write('other.test.mjs', "import { test } from 'vitest'; test('files', ({ skip }) => skip('no real files'))")
  write(
    'e2e/other.spec.mjs',
    "import { test } from '@playwright/test'; test('wide', () => test.skip(true, 'no wide screen'))",
  )
  const { status, lastLine, stdout } = runTests()
  expect({ status, lastLine }).toEqual({ status: 0, lastLine: '10 passed, 0 failed, 2 skipped' })
  expect(stdout).toContain('\nSkipped:\n  other.test.mjs files: no real files\n  other.spec.mjs wide: no wide screen\n')
})

test('tests that had no time left are counted by file', () => {
  write(
    'other.test.mjs',
    `import { test } from 'vitest'
    for (const name of ['a', 'b']) test(name, ({ skip }) => skip(${JSON.stringify(notBegun)}))`,
  )
  const { status, lastLine, stdout } = runTests()
  expect({ status, lastLine }).toEqual({ status: 0, lastLine: '10 passed, 0 failed, 2 skipped' })
  expect(stdout).toContain(`\nSkipped:\n  other.test.mjs, 2 of its tests: ${notBegun}\n`)
})

test('a test marked "only" does not hide the others', () => {
  write('other.test.mjs', "import { test } from 'vitest'; test.only('mine', () => {})")
  expect(runTests().status).toBe(1)
})

test('without a browser there is one line and a failure, never a silent skip', () => {
  const { status, lastLine, stderr } = runTests({ CHROMIUM: join(root, 'nowhere') })
  expect({ status, lastLine }).toEqual({ status: 1, lastLine: '10 passed, 1 failed' })
  expect(stderr).toContain(`CHROMIUM names ${join(root, 'nowhere')}, which is not a program that can be run.`)
})

test('packages that cannot be installed end the run as a failure', () => {
  write('package.json', '{"type":"module","engines":{"node":">=20.19"},"dependencies":{"missing":"1.0.0"}}')
  write(
    'package-lock.json',
    '{"lockfileVersion":3,"requires":true,"packages":{"":{},"node_modules/missing":{"version":"2.0.0"}}}',
  )
  const { status, lastLine, stderr } = runTests({ npm_config_offline: 'true' })
  expect({ status, lastLine }).toEqual({ status: 1, lastLine: '0 passed, 1 failed' })
  expect(stderr).toContain('npm ci did not succeed')
})
