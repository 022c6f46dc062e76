// The systemd units of deploy/ by systemd's own judgement: they are free of mistakes, and hardened. Neither needs a
// running systemd. Source: docs/decisions/0128-units-and-containers.md.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const deploy = fileURLToPath(new URL('../deploy', import.meta.url))
/** What `systemd-analyze security` may find at most, in tenths: ours are at 16 and 17, and 50 is its "medium". */
const mostExposure = 20
const units = ['systemd', 'ha', 'pitr'].flatMap((folder) =>
  readdirSync(join(deploy, folder))
    .filter((name) => /\.(service|timer)$/.test(name))
    .map((name) => ({ name, path: join(deploy, folder, name) })),
)
/** A template is checked as an instance, under a name that its timers ask for. */
const instances = new Map([
  ['clubfolio-web@.service', ['clubfolio-web@4600.service']],
  ['clubfolio-backup@.service', ['clubfolio-backup@full.service', 'clubfolio-backup@diff.service']],
])
const namesOf = (/** @type {string} */ name) => instances.get(name) ?? [name]
const services = units.flatMap(({ name }) => namesOf(name)).filter((name) => name.endsWith('.service'))

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

/** @type {string} */
let folder
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clubfolio-units-'))
  for (const { name, path } of units) for (const own of namesOf(name)) writeFileSync(join(folder, own), readUnit(path))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Programs that this machine need not have are replaced by one that it has. */
const readUnit = (/** @type {string} */ path) =>
  readFileSync(path, 'utf8').replaceAll(/^(ExecStart(?:Post)?=)(\S+)/gm, (_line, key, program) =>
    existsSync(program) ? `${key}${program}` : `${key}/usr/bin/true`,
  )

const analyze = (/** @type {string[]} */ ...args) =>
  spawnSync('systemd-analyze', args, { cwd: folder, encoding: 'utf8', env: { ...process.env, SYSTEMD_PAGER: '' } })

test.skipIf(!hasSystemd)('systemd finds no mistake in any unit', () => {
  const paths = units.flatMap(({ name }) => namesOf(name)).map((name) => `./${name}`)
  const { status, stdout, stderr } = analyze('verify', '--man=no', ...paths)
  expect(`${stdout}${stderr}`).toBe('')
  expect(status).toBe(0)
})

test.skipIf(!hasSystemd).each(services)('%s is hardened', (name) => {
  const { status, stdout } = analyze('security', '--offline=yes', `--threshold=${mostExposure}`, `./${name}`)
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('Overall exposure level') })
})

test('every unit gives up the rights of root, and those of the product read the same settings', () => {
  expect(services.length).toBeGreaterThan(7)
  const texts = units.filter(({ name }) => name.endsWith('.service')).map(({ path }) => readFileSync(path, 'utf8'))
  expect(texts.filter((text) => !/^User=(clubfolio|postgres)$/m.test(text))).toEqual([])
  const ofProduct = texts.filter((text) => text.includes('User=clubfolio'))
  expect(ofProduct.filter((text) => !text.includes('EnvironmentFile=/etc/clubfolio/clubfolio.env'))).toEqual([])
})

test('no unit is skipped in silence: a backup whose folder is missing fails', () => {
  const conditions = units.filter(({ path }) => /^Condition/m.test(readFileSync(path, 'utf8')))
  expect(conditions.map(({ name }) => name)).toEqual([])
})
