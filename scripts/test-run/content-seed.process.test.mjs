import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contentSeed } from './content-seed.mjs'

/** @type {string} */
let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clubfolio-seed-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function git(/** @type {string[]} */ ...words) {
  const { status, stderr } = spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect({ status, stderr }).toMatchObject({ status: 0 })
}

function commit(/** @type {string} */ text, message = 'Change') {
  writeFileSync(join(folder, 'a.txt'), text)
  git('add', '-A')
  git('commit', '-q', '--allow-empty', '-m', message)
}

test('the seed follows the content, whatever the commit is called', () => {
  git('init', '-q')
  commit('one')
  const one = contentSeed(folder)
  expect(Number(one)).toBeGreaterThan(0)
  commit('two')
  expect(contentSeed(folder)).not.toBe(one)
  commit('one', 'Back again')
  expect(contentSeed(folder)).toBe(one)
})

test('there is none with a change that is not committed, nor outside of a repository', () => {
  expect(contentSeed(folder)).toBeUndefined()
  git('init', '-q')
  commit('one')
  writeFileSync(join(folder, 'a.txt'), 'two')
  expect(contentSeed(folder)).toBeUndefined()
})
