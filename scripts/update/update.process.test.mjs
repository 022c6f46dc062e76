// Updating and going back with releases whose server is a few lines: what is checked, in which order things happen, and
// that the version before runs again whenever the new one does not.
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packFolder } from '../release/pack-folder.mjs'
import { sumOfFile, sumsOfFolder } from '../release/sums.mjs'
import { platformAtHand } from '../set-up/release-mark.mjs'
import { healthUrlOf } from './read-installation.mjs'

const scripts = fileURLToPath(new URL('..', import.meta.url))

/** Answers /health with its version, unless it is to fail or to say nothing. */
const server = `
import { createServer } from 'node:http'
import { readFileSync, writeFileSync } from 'node:fs'
const { version, behaviour } = JSON.parse(readFileSync('RELEASE.json', 'utf8'))
if (behaviour === 'fails') process.exit(1)
if (behaviour === 'silent') setInterval(() => undefined, 1000)
else createServer((_request, answer) => answer.end(version)).listen(Number(process.env.PORT), '127.0.0.1')
`
/** Starts and stops what \`current\` leads to, as systemd would, and remembers its number. */
const service = `
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
const [command] = process.argv.slice(2)
const isAlive = () => {
  try {
    process.kill(Number(readFileSync('pid', 'utf8')), 0)
    return true
  } catch {
    return false
  }
}
if (command === 'start') {
  const child = spawn(process.execPath, ['server.mjs'], { cwd: 'current', detached: true, stdio: 'ignore' })
  writeFileSync('pid', String(child.pid))
  child.unref()
}
if (command === 'stop' && isAlive()) {
  process.kill(Number(readFileSync('pid', 'utf8')))
  while (isAlive()) await new Promise((resolve) => setTimeout(resolve, 20))
}
if (command === 'status') process.exit(isAlive() ? 0 : 3)
process.exit(0)
`
const backup = `
import { writeFileSync } from 'node:fs'
if (process.env.BACKUP_FAILS) process.exit(1)
writeFileSync(process.argv[2], 'everything')
`

/** @type {string} */
let place
/** @type {string} */
let home
/** @type {number} */
let port
beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'clubfolio update '))
  home = join(place, 'home')
  mkdirSync(home)
  port = await freePort()
  writeFileSync(join(home, 'service.mjs'), service)
  makeRelease(join(home, 'clubfolio-1.0.0'), '1.0.0')
  symlinkSync('clubfolio-1.0.0', join(home, 'current'))
})
afterEach(() => {
  control('stop')
  rmSync(place, { recursive: true, force: true })
})

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** @param {{ behaviour?: string, steps?: string[], commit?: string }} [options] */
function makeRelease(
  /** @type {string} */ folder,
  /** @type {string} */ version,
  { behaviour = 'answers', steps = ['0001-a'], commit = version } = {},
) {
  const write = (/** @type {string} */ path, /** @type {string} */ text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const isProgram = (/** @type {string} */ path) => !path.includes('.test.')
  cpSync(scripts, join(folder, 'scripts'), { recursive: true, filter: isProgram })
  write('package.json', JSON.stringify({ type: 'module', engines: { node: '>=20.19' } }))
  write('server.mjs', server)
  write('packages/server/dist/backup.js', backup)
  write(
    'packages/server/dist/db/migrate.js',
    `export const knownMigrations = ${JSON.stringify(steps)}
    export const findStepBeyond = (applied, known) => [...applied].find((name) => {
      const needed = name.split('.needs.')[1]
      return !known.has(name) && needed !== undefined && !known.has(needed)
    })`,
  )
  write(`packages/web/dist/assets/page-${version}.js`, '')
  write('RELEASE.json', JSON.stringify({ version, commit, behaviour, builtFrom: '', platform: platformAtHand() }))
  write('SHA256SUMS', sumsOfFolder(folder))
}

/** Returns the path of an archive with its sum. */
async function pack(/** @type {string} */ version, /** @type {Parameters<typeof makeRelease>[2]} */ options = {}) {
  const name = `clubfolio-${version}`
  makeRelease(join(place, name), version, options)
  const archive = join(place, `${name}.tar.gz`)
  await packFolder({ folder: join(place, name), name, archive, modifiedAt: new Date(0) })
  writeFileSync(`${archive}.sha256`, `${sumOfFile(archive)}  ${name}.tar.gz\n`)
  return archive
}

const command = (/** @type {string} */ word) => `"${process.execPath}" service.mjs ${word}`
const settings = () => ({
  PATH: process.env['PATH'],
  PORT: String(port),
  CLUBFOLIO_STOP_COMMAND: command('stop'),
  CLUBFOLIO_START_COMMAND: command('start'),
  CLUBFOLIO_RUNNING_COMMAND: command('status'),
})
const control = (/** @type {string} */ word) =>
  spawnSync(process.execPath, ['service.mjs', word], { cwd: home, env: settings() })

/** Resolves with the exit code and everything that was said; not synchronous, because servers of this test answer. */
function say(/** @type {string[]} */ words, /** @type {NodeJS.ProcessEnv} */ own = {}) {
  const [script, ...args] = words
  const child = spawn(process.execPath, [join(home, `current/scripts/${script}.mjs`), ...args], {
    cwd: place,
    env: { ...settings(), ...own },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

/** The version that answers. */
async function answering() {
  for (let turn = 0; turn < 100; turn++) {
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
    if (answer) return answer.text()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return undefined
}

async function startCurrent() {
  control('start')
  expect(await answering()).toBe('1.0.0')
}

test('a newer version is put in place after a backup, and going back takes the older one again', async () => {
  await startCurrent()
  writeFileSync(join(home, 'current/.env'), 'CLUBFOLIO_LOG=warn\n')
  const { code, output } = await say(['update', await pack('1.1.0')])
  expect(output).toMatch(/Unpacking[^]*Taking a backup[^]*Stopping 1\.0\.0[^]*Starting 1\.1\.0[^]*1\.1\.0 answers/)
  expect(code).toBe(0)
  expect(await answering()).toBe('1.1.0')
  expect([readlinkSync(join(home, 'current')), readlinkSync(join(home, 'previous'))]).toEqual([
    'clubfolio-1.1.0',
    'clubfolio-1.0.0',
  ])
  const [file, ...others] = readdirSync(join(home, 'backups'))
  expect(file).toMatch(/^before-1\.1\.0-.*\.backup$/)
  expect(others).toEqual([])
  // Settings go along, and pages that stay open find their files at the other version.
  expect(readFileSync(join(home, 'current/.env'), 'utf8')).toBe('CLUBFOLIO_LOG=warn\n')
  for (const link of ['current', 'previous'])
    expect(readdirSync(join(home, link, 'packages/web/dist/assets'))).toEqual(['page-1.0.0.js', 'page-1.1.0.js'])
  expect(readdirSync(home).filter((name) => name.startsWith('.'))).toEqual([])

  expect(await say(['go-back'])).toMatchObject({ code: 0 })
  expect(await answering()).toBe('1.0.0')
  expect(await say(['go-back', '--without-backup'])).toMatchObject({ code: 0 })
  expect(await answering()).toBe('1.1.0')
  expect(readdirSync(join(home, 'backups'))).toHaveLength(2)
})

test.each(['fails', 'silent'])('a version that %s gives way to the one before, by itself', async (behaviour) => {
  await startCurrent()
  const { code, output } = await say(['update', await pack('1.1.0', { behaviour }), '--wait', '2'])
  expect(output).toContain('1.1.0 does not answer. Back to 1.0.0.')
  expect(code).toBe(1)
  expect(await answering()).toBe('1.0.0')
  expect(readlinkSync(join(home, 'current'))).toBe('clubfolio-1.0.0')
  // Going back must not lead to the version that failed.
  expect(existsSync(join(home, 'previous'))).toBe(false)
})

test('without a backup nothing is changed, and the server goes on', async () => {
  await startCurrent()
  const number = readFileSync(join(home, 'pid'), 'utf8')
  const { code, output } = await say(['update', await pack('1.1.0')], { BACKUP_FAILS: 'yes' })
  expect(output).toContain('There is no backup, so nothing was changed.')
  expect(code).toBe(2)
  expect(await answering()).toBe('1.0.0')
  expect(readFileSync(join(home, 'pid'), 'utf8')).toBe(number)
})

test('what is damaged or for another machine is refused before anything is unpacked under its name', async () => {
  const archive = await pack('1.1.0')
  const refused = async (/** @type {string} */ words) => {
    const { code, output } = await say(['update', archive])
    expect(output).toContain(words)
    expect(code).toBe(2)
    expect(readdirSync(home).sort()).toEqual(['clubfolio-1.0.0', 'current', 'service.mjs'])
  }
  writeFileSync(`${archive}.sha256`, `${'0'.repeat(64)}  clubfolio-1.1.0.tar.gz\n`)
  await refused('is not what clubfolio-1.1.0.tar.gz.sha256 says')
  rmSync(`${archive}.sha256`)
  await refused('.sha256 is missing')

  const repack = async (/** @type {(folder: string) => void} */ change) => {
    change(join(place, 'clubfolio-1.1.0'))
    await packFolder({
      folder: join(place, 'clubfolio-1.1.0'),
      name: 'clubfolio-1.1.0',
      archive,
      modifiedAt: new Date(0),
    })
    writeFileSync(`${archive}.sha256`, sumOfFile(archive))
  }
  await repack((folder) => writeFileSync(join(folder, 'server.mjs'), '// other'))
  await refused('server.mjs of the unpacked release is not as it was made')
  await repack((folder) =>
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', engines: { node: '>=99.0' } })),
  )
  await refused('Clubfolio needs Node 99.0 or newer')
  await repack((folder) => writeFileSync(join(folder, 'RELEASE.json'), JSON.stringify({ platform: 'plan9-mips' })))
  await refused('This release is for plan9-mips')
})

test('a version that takes something away says so, and going back from it asks for the backup', async () => {
  await startCurrent()
  const steps = ['0001-a', '0002-b', '0003-drop-c.needs.0002-b']
  const { output } = await say(['update', await pack('2.0.0', { steps })])
  expect(output).toContain('going back will need the backup')
  const back = await say(['go-back'])
  expect(back).toMatchObject({ code: 2, output: expect.stringContaining('restore the backup') })
  expect(await answering()).toBe('2.0.0')
})

test('an update that was killed between stop and start is finished by running it again', async () => {
  const archive = await pack('1.1.0')
  renameSync(join(place, 'clubfolio-1.1.0'), join(home, 'clubfolio-1.1.0'))
  rmSync(join(home, 'current'))
  symlinkSync('clubfolio-1.1.0', join(home, 'current'))
  expect(await say(['update', archive])).toMatchObject({ code: 0 })
  expect(await answering()).toBe('1.1.0')
  expect(await say(['update', archive])).toMatchObject({ code: 0, output: expect.stringContaining('in place already') })
})

test.each([
  ['a link that cannot be changed', () => mkdirSync(join(home, 'previous/in-the-way'), { recursive: true }), {}],
  ['a stop that says it failed', () => undefined, { CLUBFOLIO_STOP_COMMAND: () => `${command('stop')}; exit 1` }],
])('%s leaves the version before running', async (_name, prepare, commands) => {
  await startCurrent()
  prepare()
  const own = Object.fromEntries(Object.entries(commands).map(([name, make]) => [name, make()]))
  const { code, output } = await say(['update', await pack('1.1.0'), '--wait', '5'], own)
  expect(output).toMatch(/1\.0\.0 (answers again|still runs)/)
  expect(code).toBe(1)
  expect(await answering()).toBe('1.0.0')
  expect(readlinkSync(join(home, 'current'))).toBe('clubfolio-1.0.0')
})

test('a proxy that answers for a server that is gone does not count as the server', async () => {
  await startCurrent()
  const proxy = createHttpServer((_request, answer) => {
    fetch(`http://127.0.0.1:${port}/health`).then(
      async (own) => answer.end(await own.text()),
      () => answer.writeHead(502).end(),
    )
  })
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = proxy.address()
  const own = {
    CLUBFOLIO_HEALTH_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/health`,
  }
  const { code } = await say(['update', await pack('1.1.0')], own)
  proxy.close()
  expect(code).toBe(0)
  expect(await answering()).toBe('1.1.0')
})

test('a terminal that is gone after the stop does not break the update off', async () => {
  await startCurrent()
  const archive = await pack('1.1.0')
  const child = spawn(process.execPath, [join(home, 'current/scripts/update.mjs'), archive], { env: settings() })
  child.stdout.setEncoding('utf8').on('data', (text) => {
    if (!text.includes('Stopping')) return
    child.stdout.destroy()
    child.stderr.destroy()
    child.kill('SIGHUP')
  })
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0)
  expect(await answering()).toBe('1.1.0')
})

test('after a kill, a new version that does not start gives way to the one before as well', async () => {
  const archive = await pack('1.1.0', { behaviour: 'fails' })
  renameSync(join(place, 'clubfolio-1.1.0'), join(home, 'clubfolio-1.1.0'))
  rmSync(join(home, 'current'))
  symlinkSync('clubfolio-1.1.0', join(home, 'current'))
  symlinkSync('clubfolio-1.0.0', join(home, 'previous'))
  const { code, output } = await say(['update', archive])
  expect(output).toContain('1.1.0 does not answer. Back to 1.0.0.')
  expect(code).toBe(1)
  expect(await answering()).toBe('1.0.0')
  expect(existsSync(join(home, 'previous'))).toBe(false)
})

test('when the version before no longer starts either, the steps to restore its backup are said', async () => {
  await startCurrent()
  writeFileSync(
    join(home, 'current/RELEASE.json'),
    readFileSync(join(home, 'current/RELEASE.json'), 'utf8').replace('answers', 'fails'),
  )
  const steps = ['0001-a', '0002-b', '0003-drop-c.needs.0002-b']
  const { output } = await say(['update', await pack('2.0.0', { steps, behaviour: 'fails' })])
  expect(output).toMatch(/restore the backup, line by line:[^]*stop[^]*mv [^]*npm run restore -- .*\.backup[^]*start/)
})

/** Puts a systemctl in the way whose units have the state of the server, except for those that are named. */
function standInForSystemd(/** @type {string[]} */ inactive = []) {
  const log = join(place, 'asked')
  const program = join(place, 'systemctl')
  const refusals = inactive.map((unit) => `*" ${unit}") exit 3;;`).join(' ')
  // Like the real one, is-active of several units says yes when one of them is.
  writeFileSync(
    program,
    `#!/bin/sh\necho "$*" >> '${log}'\ncase "$1" in stop|start) ${command('"$1"')};; ` +
      `is-active) case "$*" in ${refusals} *) ${command('status')};; esac;; esac\n`,
  )
  chmodSync(program, 0o755)
  const own = {
    PATH: `${place}:${process.env['PATH']}`,
    CLUBFOLIO_STOP_COMMAND: undefined,
    CLUBFOLIO_START_COMMAND: undefined,
    CLUBFOLIO_RUNNING_COMMAND: undefined,
    CLUBFOLIO_BACKUPS: join(place, 'backups'),
  }
  return { own, asked: () => readFileSync(log, 'utf8').trim().split('\n') }
}

test('units of systemd are stopped and started where it knows them, and each of them has to run', async () => {
  const { own, asked } = standInForSystemd()
  await startCurrent()
  const { code, output } = await say(['update', await pack('1.1.0'), '--units', 'club-web club-worker'], own)
  expect(output).toContain('1.1.0 answers')
  expect(code).toBe(0)
  expect(asked().filter((line) => !line.startsWith('is-active'))).toEqual([
    'cat club-web club-worker',
    'stop club-web club-worker',
    'start club-web club-worker',
  ])
  expect(asked().slice(-2)).toEqual(['is-active -q club-web', 'is-active -q club-worker'])
  expect(existsSync(join(place, 'backups'))).toBe(true)
})

test('an answer of the pages alone is not enough where the unit of the jobs has ended', async () => {
  control('stop')
  const { own } = standInForSystemd(['club-worker'])
  const { code, output } = await say(['update', await pack('1.1.0'), '--units', 'club-web club-worker'], own)
  expect(output).toContain('1.1.0 does not answer. Back to 1.0.0.')
  expect(code).toBe(1)
})

test('an address or a unit that is not the one of this server is refused before the backup', async () => {
  await startCurrent()
  const archive = await pack('1.1.0')
  const elsewhere = await say(['update', archive], {
    CLUBFOLIO_HEALTH_URL: `http://127.0.0.1:${await freePort()}/health`,
  })
  expect(elsewhere).toMatchObject({ code: 2, output: expect.stringContaining('set CLUBFOLIO_HEALTH_URL') })
  const { own } = standInForSystemd(['clubfolio'])
  expect(await say(['update', archive], own)).toMatchObject({ code: 2, output: expect.stringContaining('--units') })
  expect(existsSync(join(home, 'backups'))).toBe(false)
  expect(await answering()).toBe('1.0.0')
})

test('the address of the server follows HOST and PORT', () => {
  expect([{}, { HOST: '', PORT: '' }, { HOST: '0.0.0.0' }, { HOST: '::' }].map(healthUrlOf)).toEqual(
    Array(4).fill('http://127.0.0.1:4600/health'),
  )
  expect(healthUrlOf({ HOST: '::1', PORT: '4700' })).toBe('http://[::1]:4700/health')
  expect(healthUrlOf({ HOST: '10.0.0.7' })).toBe('http://10.0.0.7:4600/health')
})

test.runIf(process.getuid?.() === 0)(
  'a folder of backups that was there keeps its owner, a new one gets it',
  async () => {
    await startCurrent()
    const data = join(place, 'data')
    mkdirSync(data)
    chownSync(data, 65_534, 65_534)
    chmodSync(place, 0o755)
    chmodSync(home, 0o755)
    const shared = join(place, 'shared')
    mkdirSync(shared)
    chmodSync(shared, 0o1777)
    const archive = await pack('1.1.0')
    const own = { CLUBFOLIO_DATA: data, CLUBFOLIO_BACKUPS: shared }
    expect(await say(['update', archive], own)).toMatchObject({ code: 0 })
    expect(statSync(shared).uid).toBe(0)
    const made = join(place, 'made/backups')
    expect(await say(['go-back'], { ...own, CLUBFOLIO_BACKUPS: made })).toMatchObject({ code: 0 })
    expect([statSync(made).uid, statSync(join(place, 'made')).uid, statSync(place).uid]).toEqual([65_534, 65_534, 0])
  },
)

test('a folder of the same version that is not whole is not taken', async () => {
  const archive = await pack('1.1.0')
  renameSync(join(place, 'clubfolio-1.1.0'), join(home, 'clubfolio-1.1.0'))
  rmSync(join(home, 'clubfolio-1.1.0/server.mjs'))
  const { code, output } = await say(['update', archive])
  expect(output).toContain('its server.mjs is not as it was made. Move it away first.')
  expect(code).toBe(2)
})

test('a clone, a folder without the link and data inside of the release are refused with what to do', async () => {
  mkdirSync(join(home, 'current/.data'))
  const archive = await pack('1.1.0')
  expect(await say(['update', archive])).toMatchObject({ code: 2, output: expect.stringContaining('CLUBFOLIO_DATA') })
  rmSync(join(home, 'current/.data'), { recursive: true })
  const clone = join(place, 'clone')
  cpSync(scripts, join(clone, 'scripts'), { recursive: true })
  const inClone = spawnSync(process.execPath, [join(clone, 'scripts/go-back.mjs')], { encoding: 'utf8' })
  expect(inClone.stderr).toContain('This is a clone')
  rmSync(join(home, 'current'))
  const alone = spawnSync(process.execPath, [join(home, 'clubfolio-1.0.0/scripts/go-back.mjs')], { encoding: 'utf8' })
  expect(alone.stderr).toContain('has no link named current')
})
