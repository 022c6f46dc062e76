// Commands of a release find the settings of the service, and leave nothing behind that belongs to root.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { platformAtHand } from './set-up/release-mark.mjs'

const scripts = fileURLToPath(new URL('.', import.meta.url))
const isRoot = process.getuid?.() === 0
const program = `
const { CLUBFOLIO_DATA: data, DATABASE_URL: url, MAIL_FROM: from } = process.env
console.log(JSON.stringify({ data, url, from, uid: process.getuid(), gid: process.getgid() }))
`

/** @type {string} */
let place
/** @type {string} */
let settings
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'clubfolio commands '))
  chmodSync(place, 0o755)
  cpSync(scripts, join(place, 'release/scripts'), { recursive: true, filter: (path) => !path.includes('.test.') })
  mkdirSync(join(place, 'release/packages/server/dist'), { recursive: true })
  writeFileSync(join(place, 'release/packages/server/dist/show.js'), program)
  writeFileSync(join(place, 'release/package.json'), JSON.stringify({ type: 'module', engines: { node: '>=20.19' } }))
  writeFileSync(join(place, 'release/RELEASE.json'), JSON.stringify({ version: '1.0.0', platform: platformAtHand() }))
  mkdirSync(join(place, 'data'))
  if (isRoot) chownSync(join(place, 'data'), 65_534, 65_534)
  settings = join(place, 'clubfolio.env')
  writeFileSync(settings, `CLUBFOLIO_DATA=${join(place, 'data')}\nMAIL_FROM=club@club.example\n`, { mode: 0o600 })
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

/** @param {NodeJS.ProcessEnv} own @param {{ uid?: number, gid?: number }} [user] */
function show(own, user = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(place, 'release/scripts/run-built.mjs'), 'packages/server/dist/show.js'],
    { encoding: 'utf8', cwd: place, env: { PATH: process.env['PATH'], ...own }, ...user },
  )
  return { status, stderr, seen: stdout === '' ? undefined : JSON.parse(stdout) }
}

test('a command takes the settings of the service, and root becomes the owner of the data', () => {
  const { seen, stderr } = show({ CLUBFOLIO_SETTINGS: settings })
  const { uid, gid } = statSync(join(place, 'data'))
  expect(seen).toEqual({ data: join(place, 'data'), from: 'club@club.example', uid, gid })
  expect(stderr).toContain(`Settings of ${settings}`)
})

test('what is set before the command holds: a folder is not replaced by the database of the settings', () => {
  writeFileSync(settings, 'DATABASE_URL=postgres://other\nMAIL_FROM=club@club.example\n')
  const own = { CLUBFOLIO_SETTINGS: settings, CLUBFOLIO_DATA: join(place, 'data'), MAIL_FROM: 'me@club.example' }
  const { seen } = show(own)
  expect(seen).toMatchObject({ data: join(place, 'data'), from: 'me@club.example' })
  expect(seen).not.toHaveProperty('url')
  expect(show({ ...own, DATABASE_URL: 'postgres://mine' }).seen).toMatchObject({ url: 'postgres://mine' })
})

test('settings that are named and missing are refused', () => {
  expect(show({ CLUBFOLIO_SETTINGS: join(place, 'none.env') })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('none.env cannot be read'),
  })
})

test.runIf(isRoot)('root makes no folder for data that the service would not own', () => {
  rmSync(join(place, 'data'), { recursive: true })
  expect(show({ CLUBFOLIO_SETTINGS: settings })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('install -d -m 700 -o clubfolio'),
  })
})

test.runIf(isRoot)('a folder of root is refused where the service has a user of its own', () => {
  chownSync(join(place, 'data'), 0, 0)
  const id = join(place, 'id')
  writeFileSync(id, '#!/bin/sh\nexit 0\n')
  chmodSync(id, 0o755)
  const own = { CLUBFOLIO_SETTINGS: settings, PATH: `${place}:${process.env['PATH']}` }
  expect(show(own)).toMatchObject({ status: 1, stderr: expect.stringContaining('chown -R clubfolio:clubfolio') })
  expect(show({ ...own, DATABASE_URL: 'postgres://club' }).seen).toMatchObject({ uid: 0 })
})

test.runIf(isRoot)('a user who cannot read the settings is sent to root, and a service goes on without', () => {
  const user = { uid: 65_534, gid: 65_534 }
  const { status, stderr } = show({ CLUBFOLIO_SETTINGS: settings }, user)
  expect(stderr).toContain('Run the same command as root')
  expect(status).toBe(1)
  expect(show({ CLUBFOLIO_SETTINGS: settings, CLUBFOLIO_DATA: '/var/lib/club' }, user).seen).toMatchObject({
    data: '/var/lib/club',
  })
})

test('a clone does not look for settings of a service', () => {
  rmSync(join(place, 'release/RELEASE.json'))
  writeFileSync(
    join(place, 'release/scripts/set-up/install-when-stale.mjs'),
    'export const installWhenStale = () => {}',
  )
  writeFileSync(join(place, 'release/scripts/set-up/build-when-stale.mjs'), 'export const buildWhenStale = () => {}')
  expect(show({ CLUBFOLIO_SETTINGS: settings }).seen).not.toHaveProperty('data')
})
