import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findChromium, findFullChromium } from './find-chromium.mjs'

/** @type {string} */
let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clubfolio-chromium-'))
  writeFileSync(join(folder, 'chromium'), '')
})

afterEach(() => rmSync(folder, { recursive: true }))

test('the browser that CHROMIUM names comes before every other', () => {
  chmodSync(join(folder, 'chromium'), 0o755)
  expect(findChromium({ CHROMIUM: join(folder, 'chromium'), PATH: '/usr/bin' })).toBe(join(folder, 'chromium'))
})

test('a CHROMIUM that cannot be run is an error, not a reason to take another', () => {
  expect(() => findChromium({ CHROMIUM: join(folder, 'chromium') })).toThrow('is not a program that can be run')
})

test('a browser on the path is found: the headless shell first, and the full one beside it', () => {
  writeFileSync(join(folder, 'chromium-headless-shell'), '')
  for (const name of ['chromium', 'chromium-headless-shell']) chmodSync(join(folder, name), 0o755)
  expect(findChromium({ PATH: folder })).toBe(join(folder, 'chromium-headless-shell'))
  expect(findFullChromium({ PATH: folder })).toBe(join(folder, 'chromium'))
})
