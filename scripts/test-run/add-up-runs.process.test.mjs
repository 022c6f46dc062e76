// `.ci/run` on a small tree: both commands run whatever the first one reports, and the last line is their total.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const repository = fileURLToPath(new URL('../..', import.meta.url))
/** @type {string} */
let root

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'clubfolio-ci-'))
  for (const path of ['.ci/run', 'scripts/test-run/add-up-runs.mjs']) cpSync(join(repository, path), join(root, path))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Runs it with programs in place of the two tiers. */
function run(/** @type {string} */ test, /** @type {string} */ long) {
  writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts: { test, 'test:long': long } }))
  const { status, stdout } = spawnSync(join(root, '.ci/run'), { encoding: 'utf8' })
  const lines = stdout.trimEnd().split('\n')
  return { status, lines, lastLine: lines.at(-1) }
}

test('the last line is the sum of both', () => {
  expect(run("echo '40 passed, 0 failed'", "echo '2 passed, 0 failed, 1 skipped'")).toMatchObject({
    status: 0,
    lastLine: '42 passed, 0 failed, 1 skipped',
  })
})

test('the second command runs and counts although the first one fails', () => {
  expect(run("echo '40 passed, 3 failed' && exit 1", "echo '2 passed, 0 failed'")).toMatchObject({
    status: 1,
    lastLine: '42 passed, 3 failed',
  })
})

test('a failure of the second command is one of the whole', () => {
  expect(run("echo '40 passed, 0 failed'", "echo '1 passed, 1 failed' && exit 1")).toMatchObject({
    status: 1,
    lastLine: '41 passed, 1 failed',
  })
})

test('a command without a last line, with none that is passed, or with a bad end that it did not count is a failure', () => {
  expect(run('echo gone', "echo '2 passed, 0 failed'")).toMatchObject({ status: 1, lastLine: '2 passed, 1 failed' })
  expect(run("echo '0 passed, 0 failed'", "echo '2 passed, 0 failed'")).toMatchObject({
    status: 1,
    lastLine: '2 passed, 1 failed',
  })
  expect(run("echo '40 passed, 0 failed' && exit 137", "echo '2 passed, 0 failed'")).toMatchObject({
    status: 1,
    lastLine: '42 passed, 1 failed',
  })
})

test('failed tests are listed again before the sum', () => {
  const { lines } = run(
    String.raw`printf 'Failed:\n  a.test.ts adds: too much\n  b.test.ts waits: too long\n\n40 passed, 2 failed\n' && exit 1`,
    "echo '2 passed, 0 failed'",
  )
  expect(lines.slice(-4)).toEqual([
    'npm test failed: a.test.ts adds: too much',
    'npm test failed: b.test.ts waits: too long',
    '',
    '42 passed, 2 failed',
  ])
})
