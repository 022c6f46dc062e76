import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { staleReason } from './install-when-stale.mjs'

/** @type {string} */
let root

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'clubfolio-install-'))
  mkdirSync(join(root, 'node_modules'))
})

afterEach(() => rmSync(root, { recursive: true }))

const lock = {
  '': { name: 'root' },
  'node_modules/@clubfolio/domain': { link: true },
  'packages/domain': { version: '0.1.0' },
  'node_modules/left': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/for-another-system': { version: '2.0.0', integrity: 'sha512-b', optional: true },
}

function write(/** @type {string} */ path, /** @type {object} */ packages) {
  writeFileSync(join(root, path), JSON.stringify({ packages }))
}

test('a fresh clone without packages installs', () => {
  write('package-lock.json', lock)
  expect(staleReason(root)).toBe('there are none yet')
})

test('packages that fit the lock are left alone, whatever the dates of the files say', () => {
  write('node_modules/.package-lock.json', { 'node_modules/left': lock['node_modules/left'] })
  write('package-lock.json', lock)
  utimesSync(join(root, 'node_modules/.package-lock.json'), 1, 1)
  expect(staleReason(root)).toBeUndefined()
})

test('a package added to the lock installs', () => {
  write('node_modules/.package-lock.json', {})
  write('package-lock.json', lock)
  expect(staleReason(root)).toBe('left is missing')
})

test('another version, or the same version with other content, installs', () => {
  write('package-lock.json', lock)
  write('node_modules/.package-lock.json', { 'node_modules/left': { version: '1.0.1', integrity: 'sha512-a' } })
  expect(staleReason(root)).toBe('left is another version')
  write('node_modules/.package-lock.json', { 'node_modules/left': { version: '1.0.0', integrity: 'sha512-z' } })
  expect(staleReason(root)).toBe('left is another version')
})
