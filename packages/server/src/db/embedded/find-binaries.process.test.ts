// The PostgreSQL programs must work from an installation whose install scripts never ran.
import { spawnSync } from 'node:child_process'
import { cp, lstat, mkdtemp, readFile, realpath, rm, symlink, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBinaries, restoreLibraryLinks } from './find-binaries.ts'

let copy: string
let links: { source: string; target: string }[]

// A copy of the installed package without its links, as npm leaves it with --ignore-scripts.
beforeEach(async () => {
  copy = await realpath(await mkdtemp(join(tmpdir(), 'clubfolio-binaries-')))
  await cp(dirname(findBinaries().folder), copy, { recursive: true, verbatimSymlinks: true })
  links = JSON.parse(await readFile(join(copy, 'native', 'pg-symlinks.json'), 'utf8')) as typeof links
  for (const { target } of links) await unlink(join(copy, target))
})

afterEach(() => rm(copy, { recursive: true }))

const runPostgres = () => spawnSync(join(copy, 'native', 'bin', 'postgres'), ['--version'], { encoding: 'utf8' })

test('without its links the program cannot run; with them restored it does', () => {
  expect(runPostgres().status).not.toBe(0)
  restoreLibraryLinks(copy)
  expect(runPostgres().stdout).toContain('PostgreSQL) 18.')
})

test('restoring is the same once or often, and leaves links that are there alone', async () => {
  restoreLibraryLinks(copy)
  const before = await Promise.all(links.map(({ target }) => lstat(join(copy, target))))
  restoreLibraryLinks(copy)
  const after = await Promise.all(links.map(({ target }) => lstat(join(copy, target))))
  expect(after.map((link) => link.ino)).toEqual(before.map((link) => link.ino))
  expect(after.every((link) => link.isSymbolicLink())).toBe(true)
})

test('the links are relative, so a moved installation keeps working', async () => {
  restoreLibraryLinks(copy)
  const moved = `${copy}-moved`
  await cp(copy, moved, { recursive: true, verbatimSymlinks: true })
  await rm(join(copy, 'native', 'lib'), { recursive: true })
  const { stdout } = spawnSync(join(moved, 'native', 'bin', 'postgres'), ['--version'], { encoding: 'utf8' })
  await rm(moved, { recursive: true })
  expect(stdout).toContain('PostgreSQL) 18.')
})

test('a package without a list of links needs none', async () => {
  await unlink(join(copy, 'native', 'pg-symlinks.json'))
  expect(() => restoreLibraryLinks(copy)).not.toThrow()
})

test('a list that points outside of the package is refused', async () => {
  await writeFile(
    join(copy, 'native', 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: '../escaped' }]),
  )
  expect(() => restoreLibraryLinks(copy)).toThrow('points outside')
})

test('a link that exists but leads nowhere is left to its owner', async () => {
  const [first] = links
  await symlink('nowhere', join(copy, first?.target ?? ''))
  expect(() => restoreLibraryLinks(copy)).not.toThrow()
})
