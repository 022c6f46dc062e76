import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { billOfMaterials } from './bill-of-materials.mjs'
import { findMissingImports } from './find-missing-imports.mjs'
import { isRunning } from './gather-files.mjs'
import { listFolder } from './list-folder.mjs'
import { packFolder } from './pack-folder.mjs'
import { sumOfFile, sumsOfFolder } from './sums.mjs'

/** @type {string} */
let place
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'clubfolio-pack-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

/** Makes a folder in the order given, with files of the given time. */
function make(/** @type {string} */ name, /** @type {string[]} */ order, /** @type {Date} */ at) {
  const folder = join(place, name)
  for (const path of order) {
    const file = join(folder, path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, `content of ${path}`)
    utimesSync(file, at, at)
  }
  chmodSync(join(folder, 'bin/run'), 0o755)
  symlinkSync('run', join(folder, 'bin/link'))
  return folder
}

const modifiedAt = new Date('2026-11-27T12:00:00Z')
const files = ['b.txt', 'bin/run', 'a/deep/c.txt', 'Z.txt']

test('two folders with the same contents give the same archive, whatever their times and order', async () => {
  const folders = [make('one', files, new Date('2020-01-01')), make('two', files.toReversed(), new Date('2026-01-01'))]
  const sums = []
  for (const folder of folders) {
    const archive = `${folder}.tar.gz`
    expect(await packFolder({ folder, name: 'x-1.0.0', archive, modifiedAt })).toBe(5)
    sums.push(sumOfFile(archive))
  }
  expect(sums[0]).toBe(sums[1])
})

test('an archive unpacks below its name, with programs, links and sums that hold', async () => {
  const folder = make('one', files, modifiedAt)
  writeFileSync(join(folder, 'SHA256SUMS'), sumsOfFolder(folder))
  const archive = join(place, 'one.tar.gz')
  await packFolder({ folder, name: 'x-1.0.0', archive, modifiedAt })
  const unpacked = join(place, 'a path with spaces')
  mkdirSync(unpacked)
  expect(spawnSync('tar', ['-xzf', archive, '-C', unpacked]).status).toBe(0)
  const root = join(unpacked, 'x-1.0.0')
  expect(listFolder(root)).toEqual(['SHA256SUMS', 'Z.txt', 'a/deep/c.txt', 'b.txt', 'bin/link', 'bin/run'])
  expect(readFileSync(join(root, 'bin/link'), 'utf8')).toBe('content of bin/run')
  expect(spawnSync('test', ['-x', join(root, 'bin/run')]).status).toBe(0)
  const lines = readFileSync(join(root, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(4)
  for (const line of lines) {
    const [sum, path] = line.split('  ')
    expect(sumOfFile(join(root, path))).toBe(sum)
  }
})

test('what npm writes about its own run stays out', () => {
  const folder = make('one', [...files, 'node_modules/.package-lock.json', 'node_modules/.bin/tsc'], modifiedAt)
  expect(listFolder(folder).filter((path) => path.startsWith('node_modules'))).toEqual([])
})

test.each([
  ['main.js', true],
  ['main.js.map', true],
  ['testing/stand-in.js', true],
  ['app.test.js', false],
  ['admin.process.test.js.map', false],
  ['main.d.ts', false],
  ['.tsbuildinfo', false],
  ['db/fixtures/old.backup', false],
])('%s is part of a release: %s', (path, isPart) => {
  expect(isRunning(path)).toBe(isPart)
})

test('an import that leads nowhere is named with its file', () => {
  const dist = join(place, 'packages/server/dist')
  mkdirSync(dist, { recursive: true })
  writeFileSync(join(dist, 'there.js'), '')
  writeFileSync(
    join(dist, 'main.js'),
    "import './there.js'\nimport { x } from './gone.js'\nawait import('../lost.js')\nimport fs from 'node:fs'\n",
  )
  expect(findMissingImports(place, ['server'])).toEqual([
    'packages/server/dist/main.js imports ./gone.js',
    'packages/server/dist/main.js imports ../lost.js',
  ])
})

test('the bill of materials names each package once, and the same packages have the same number', () => {
  const install = (/** @type {string} */ path, /** @type {object} */ manifest) => {
    mkdirSync(join(place, path), { recursive: true })
    writeFileSync(join(place, path, 'package.json'), JSON.stringify(manifest))
  }
  install('node_modules/@one/part', { name: '@one/part', version: '1.2.3', license: 'MIT' })
  install('node_modules/two', { name: 'two', version: '2.0.0', license: '(MIT OR Apache-2.0)' })
  install('node_modules/two/node_modules/three', { name: 'three', version: '3.0.0' })
  const release = { version: '1.0.0', commit: 'abc', builtFrom: modifiedAt.toISOString() }
  const text = billOfMaterials(place, release)
  expect(text).toBe(billOfMaterials(place, release))
  expect(JSON.parse(text)).toMatchObject({
    bomFormat: 'CycloneDX',
    serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/),
    components: [
      { purl: 'pkg:npm/%40one/part@1.2.3', licenses: [{ license: { id: 'MIT' } }] },
      { purl: 'pkg:npm/three@3.0.0' },
      { purl: 'pkg:npm/two@2.0.0', licenses: [{ expression: '(MIT OR Apache-2.0)' }] },
    ],
  })
})
