// Runs the real runners on small suites and reads their real reports.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addUp, summarise, tallyBrowser, tallyUnit } from './tally.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** @type {string} */
let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clubfolio-tally-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(/** @type {string} */ name, /** @type {string} */ text) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

function read(/** @type {string} */ name) {
  return existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined
}

function runUnit() {
  write('vitest.config.mjs', 'export default {}')
  const args = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--root',
    folder,
    `--reporter=${join(root, 'scripts/test-run/unit-report.mjs')}`,
  ]
  const { status } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, UNIT_REPORT_FILE: join(folder, 'unit.json') },
    stdio: 'ignore',
  })
  return withoutTimes(tallyUnit(read('unit.json'), status ?? 1))
}

function runBrowser({ retries = 0 } = {}) {
  write('playwright.config.mjs', `export default { testDir: '.', workers: 1, retries: ${retries}, reporter: 'json' }`)
  const args = [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--config',
    join(folder, 'playwright.config.mjs'),
  ]
  // Playwright refuses to load inside another test runner that it detects in the environment.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|JEST|TEST|NODE_OPTIONS)/.test(name)),
  )
  const { status } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'browser.json') },
    stdio: 'ignore',
  })
  return withoutTimes(tallyBrowser(read('browser.json'), status ?? 1))
}

/** Times differ from run to run; `show-times.test.mjs` covers them. */
function withoutTimes(/** @type {import('./tally.mjs').Tally} */ { times, ...tally }) {
  for (const { testMs } of times ?? []) expect(testMs).toBeGreaterThanOrEqual(0)
  return tally
}

describe('unit and API tests', () => {
  test('passed, failed and skipped tests are counted, the skipped ones with their reasons', () => {
    write(
      'some.test.mjs',
      `import { expect, test } from 'vitest'
      test('good', () => {})
      test('bad', () => expect(1).toBe(2))
      test('away', ({ skip }) => skip('no real files here'))
      test.skipIf(true)('apart (skipped: it has no pairs)', () => {})
      test.todo('later')`,
    )
    expect(runUnit()).toEqual({
      passed: 1,
      failed: 1,
      skipped: [
        { name: 'some.test.mjs away', reason: 'no real files here' },
        { name: 'some.test.mjs apart (skipped: it has no pairs)', reason: 'it has no pairs' },
        { name: 'some.test.mjs later', reason: 'not written yet' },
      ],
      broken: [{ name: 'some.test.mjs bad', reason: 'expected 1 to be 2 // Object.is equality' }],
    })
  })

  test('a failed property names the seed that repeats it', () => {
    write(
      'some.test.mjs',
      `import * as fc from 'fast-check'
      import { test } from 'vitest'
      test('small', () => fc.assert(fc.property(fc.nat(), (n) => n < 10), { seed: 7 }))`,
    )
    expect(runUnit().broken).toEqual([
      {
        name: 'some.test.mjs small',
        reason: expect.stringMatching(/^Property failed after \d+ tests \(PROPERTY_SEED=7 repeats it\)$/),
      },
    ])
  })

  test('a file that cannot be loaded is a failure beside the tests that passed', () => {
    write('good.test.mjs', "import { test } from 'vitest'; test('good', () => {})")
    write('broken.test.mjs', "import './nowhere.mjs'")
    expect(runUnit()).toEqual({
      passed: 1,
      failed: 1,
      skipped: [],
      broken: [{ name: 'broken.test.mjs', reason: expect.stringContaining('nowhere.mjs') }],
    })
  })

  test('a group whose hook breaks is a failure that says why', () => {
    write(
      'some.test.mjs',
      `import { beforeAll, describe, test } from 'vitest'
      describe('group', () => { beforeAll(() => { throw new Error('no ground') }); test('stands', () => {}) })`,
    )
    expect(runUnit()).toMatchObject({ passed: 0, failed: 1, broken: [{ name: 'some.test.mjs', reason: 'no ground' }] })
  })

  test('an error outside of any test is a failure', () => {
    write(
      'some.test.mjs',
      "import { test } from 'vitest'; test('good', async () => { void Promise.reject(new Error('lost')); await null })",
    )
    expect(runUnit()).toEqual({
      passed: 1,
      failed: 1,
      skipped: [],
      broken: [{ name: 'outside of any test', reason: 'lost' }],
    })
  })

  test('a run that finds no test is a failure', () => {
    expect(runUnit()).toMatchObject({ passed: 0, failed: 1 })
  })
})

describe('browser journeys', () => {
  test('passed, failed and skipped tests are counted, the skipped ones with their reasons', () => {
    write(
      'some.spec.mjs',
      `import { expect, test } from '@playwright/test'
      test('good', () => {})
      test('bad', () => expect(1).toBe(2))
      test.describe('group', () => test('away', () => test.skip(true, 'no such browser')))
      test.fixme('later', () => {})`,
    )
    expect(runBrowser()).toEqual({
      passed: 1,
      failed: 1,
      skipped: expect.arrayContaining([
        { name: 'some.spec.mjs away', reason: 'no such browser' },
        { name: 'some.spec.mjs later', reason: 'no reason given' },
      ]),
      broken: [{ name: 'some.spec.mjs bad', reason: 'Error: expect(received).toBe(expected) // Object.is equality' }],
    })
  })

  test('a journey that passes only at a second try, which somebody asked for, has failed', () => {
    write(
      'some.spec.mjs',
      `import { expect, test } from '@playwright/test'
      test.describe('group', () => test('unsure', ({}, info) => expect(info.retry).toBe(1)))
      test('lost', () => expect(1).toBe(2))`,
    )
    expect(runBrowser({ retries: 1 })).toMatchObject({
      passed: 0,
      failed: 2,
      skipped: [],
      broken: expect.arrayContaining([
        expect.objectContaining({ name: 'some.spec.mjs lost' }),
        expect.objectContaining({ name: 'some.spec.mjs unsure' }),
      ]),
    })
  })

  test('a file that cannot be loaded is a failure', () => {
    write('broken.spec.mjs', "import './nowhere.mjs'")
    expect(runBrowser().failed).toBeGreaterThan(0)
  })

  test('a run that finds no test is a failure', () => {
    expect(runBrowser()).toMatchObject({ passed: 0, failed: 1 })
  })
})

test('a runner without a report, or with half a report, is a failure', () => {
  const lost = { passed: 0, failed: 1, skipped: [], broken: [{ name: 'the runner itself', reason: 'left no report' }] }
  expect(tallyUnit(undefined, 0)).toEqual(lost)
  expect(tallyBrowser('{"stats":', 0)).toEqual(lost)
})

test('a runner that ends badly although all its tests passed is a failure', () => {
  const broken = [{ name: 'the runner itself', reason: 'ended with 1 and named no failed test' }]
  expect(tallyUnit('{"passed":3,"failed":0,"skipped":[],"broken":[]}', 1)).toEqual({
    passed: 3,
    failed: 1,
    skipped: [],
    broken,
  })
})

test('the last line names skipped tests only when there are some', () => {
  const clean = { passed: 2, failed: 0, skipped: [], broken: [] }
  expect(summarise(addUp([clean, clean]))).toBe('4 passed, 0 failed')
  expect(summarise(addUp([clean, { passed: 1, failed: 1, skipped: [{ name: 'a', reason: 'b' }], broken: [] }]))).toBe(
    '3 passed, 1 failed, 1 skipped',
  )
})
