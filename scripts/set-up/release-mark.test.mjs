import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildWhenStale } from './build-when-stale.mjs'
import { installWhenStale } from './install-when-stale.mjs'
import { isRelease, platformAtHand, releaseMarkName } from './release-mark.mjs'

/** @type {string} */
let root
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'clubfolio-mark-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const mark = (platform = platformAtHand()) =>
  writeFileSync(
    join(root, releaseMarkName),
    JSON.stringify({ version: '1.0.0', commit: 'a', builtFrom: 'b', platform }),
  )

test('a clone is no release', () => {
  expect(isRelease(root)).toBe(false)
})

test('a release installs and builds nothing', async () => {
  mark()
  const said = []
  expect(await installWhenStale(root, (line) => said.push(line))).toBe(false)
  expect(await buildWhenStale(root, (line) => said.push(line))).toEqual([])
  expect(said).toEqual([])
})

test('a release for another platform says so', () => {
  mark('linux-arm64')
  expect(() => isRelease(root, 'darwin-arm64')).toThrow(
    'This release is for linux-arm64, and this machine is darwin-arm64. Download the release for darwin-arm64.',
  )
})
