import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildWhenStale } from './build-when-stale.mjs'

// A small tree with compilers that only record that they ran: the tests cover when a build happens, not its result.
const compiler = `
const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require('node:fs')
appendFileSync('runs', 'programs ')
if (existsSync('broken')) process.exit(2)
for (const name of ['domain', 'contract', 'simulated-market', 'statement-files', 'paper-broker', 'server']) {
  mkdirSync('packages/' + name + '/dist', { recursive: true })
  writeFileSync('packages/' + name + '/dist/.tsbuildinfo', '')
}`
const bundler = `
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs')
appendFileSync('runs', 'pages ')
mkdirSync('packages/web/dist', { recursive: true })
writeFileSync('packages/web/dist/index.html', '')`

/** @type {string} */
let root

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'clubfolio-build-'))
  write('node_modules/typescript/bin/tsc', compiler)
  write('node_modules/vite/bin/vite.js', bundler)
  write('packages/server/src/main.ts', 'one')
  write('packages/web/src/main.tsx', 'one')
})

afterEach(() => rmSync(root, { recursive: true }))

function write(/** @type {string} */ path, /** @type {string} */ text) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const build = (/** @type {{ withPages?: boolean }} */ options = {}) => buildWhenStale(root, () => {}, options)

test('a fresh clone builds both, a second start builds nothing', async () => {
  expect(await build()).toEqual(['programs', 'pages'])
  expect(await build()).toEqual([])
})

test('a changed source builds what is made from it and nothing else', async () => {
  await build()
  write('packages/server/src/main.ts', 'two')
  expect(await build()).toEqual(['programs'])
  write('packages/web/src/main.tsx', 'two')
  expect(await build()).toEqual(['pages'])
  write('packages/domain/src/kind.ts', 'shared')
  expect(await build()).toEqual(['programs', 'pages'])
})

test('an older version of a file counts as a change, a mere touch does not', async () => {
  await build()
  utimesSync(join(root, 'packages/server/src/main.ts'), new Date(), new Date())
  expect(await build()).toEqual([])
  write('packages/server/src/main.ts', 'zero')
  utimesSync(join(root, 'packages/server/src/main.ts'), 1, 1)
  expect(await build()).toEqual(['programs'])
})

test('a removed source and a removed output both build again', async () => {
  await build()
  rmSync(join(root, 'packages/server/src/main.ts'))
  expect(await build()).toEqual(['programs'])
  rmSync(join(root, 'packages/web/dist'), { recursive: true })
  expect(await build()).toEqual(['pages'])
})

test('a failed build is a failure, and the next start builds again', async () => {
  await build()
  write('packages/server/src/main.ts', 'two')
  write('broken', '')
  await expect(build()).rejects.toThrow('Building the programs did not succeed')
  rmSync(join(root, 'broken'))
  expect(await build()).toEqual(['programs'])
})

test('commands without pages build none', async () => {
  expect(await build({ withPages: false })).toEqual(['programs'])
  expect(readFileSync(join(root, 'runs'), 'utf8')).toBe('programs ')
})
