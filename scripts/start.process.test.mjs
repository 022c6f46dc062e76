// `npm start` on a small tree with stand-ins for compilers and server: tests the way to the server, and what happens to
// signals, exit codes and killed parents.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const scripts = fileURLToPath(new URL('.', import.meta.url))

const compiler = `
const { mkdirSync, writeFileSync } = require('node:fs')
for (const name of ['domain', 'contract', 'simulated-market', 'statement-files', 'paper-broker', 'server']) {
  mkdirSync('packages/' + name + '/dist', { recursive: true })
  writeFileSync('packages/' + name + '/dist/.tsbuildinfo', '')
}
writeFileSync('packages/server/dist/launch.js', require('node:fs').readFileSync('packages/server/src/launch.js'))`
const bundler =
  "require('node:fs').mkdirSync('packages/web/dist', { recursive: true }); require('node:fs').writeFileSync('packages/web/dist/index.html', '')"
const answering = `
import { createServer } from 'node:http'
import { appendFileSync } from 'node:fs'
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { appendFileSync('events', signal + ' '); setTimeout(() => process.exit(0), 300) })
process.on('disconnect', () => { appendFileSync('events', 'parent-gone '); process.exit(0) })
const server = createServer((_, reply) => reply.end('{"status":"ok"}')).listen(0, '127.0.0.1', () => {
  console.log('serving as ' + process.pid)
  process.send({ type: 'ready', origin: 'http://127.0.0.1:' + server.address().port })
})`

/** @type {string} */
let root

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'clubfolio-start-'))
  cpSync(scripts, join(root, 'scripts'), { recursive: true })
  write('package.json', '{"type":"module","engines":{"node":">=20.19"}}')
  write('package-lock.json', '{"packages":{}}')
  write('node_modules/.package-lock.json', '{"packages":{}}')
  write('node_modules/typescript/package.json', '{}')
  write('node_modules/vite/package.json', '{}')
  write('node_modules/typescript/bin/tsc', compiler)
  write('node_modules/vite/bin/vite.js', bundler)
  write('packages/server/src/launch.js', answering)
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(/** @type {string} */ path, /** @type {string} */ text) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function run(/** @type {string[]} */ ...args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  /** @type {string[]} */
  const lines = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(line))
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (complaint += text))
  const ended = once(child, 'close').then(([code]) => ({ code, lines, complaint }))
  const line = async (/** @type {RegExp} */ pattern) => {
    for (;;) {
      const found = lines.find((text) => pattern.test(text))
      if (found) return found
      await Promise.race([
        once(reader, 'line'),
        ended.then(() => Promise.reject(new Error(`ended without ${pattern}: ${lines.join('\n')} ${complaint}`))),
      ])
    }
  }
  return { child, ended, line }
}

const events = () => (existsSync(join(root, 'events')) ? readFileSync(join(root, 'events'), 'utf8') : '')

test('a fresh clone builds, serves, and says how long it took; the next start only serves', async () => {
  const first = run('scripts/start.mjs')
  const answered = JSON.parse(await first.line(/First answer/))
  expect(answered).toEqual({
    level: 30,
    time: expect.any(Number),
    msg: expect.stringMatching(/^First answer after \d+\.\d s, of which set-up \d+\.\d s\.$/),
  })
  first.child.kill('SIGTERM')
  expect((await first.ended).lines.join('\n')).toContain('Building the programs and the pages.')
  const second = run('scripts/start.mjs')
  await second.line(/First answer/)
  second.child.kill('SIGTERM')
  expect((await second.ended).lines.join('\n')).not.toContain('Building')
})

const hasTerminal = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false

test.skipIf(!hasTerminal)('on a terminal the lines are words', async () => {
  write(
    'packages/server/src/launch.js',
    "console.log('Clubfolio answers at http://127.0.0.1:4600'); process.exitCode = process.send === undefined ? 1 : 0",
  )
  const child = spawn('script', ['--quiet', '--return', '--command', '"$NODE" scripts/start.mjs', '/dev/null'], {
    cwd: root,
    env: { PATH: process.env['PATH'], NODE: process.execPath },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (shown += text))
  expect(await once(child, 'close')).toEqual([0, null])
  expect(shown.replaceAll('\r', '').replace(/\d+\.\d s/, 'N s')).toBe(
    'Clubfolio starts.\n  Building the programs and the pages.\n  Set-up done in N s.\n' +
      'Clubfolio answers at http://127.0.0.1:4600\n',
  )
})

test('one Ctrl-C, which arrives from the terminal and from npm, asks the server once', async () => {
  const { child, ended, line } = run('scripts/start.mjs')
  await line(/First answer/)
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect((await ended).code).toBe(0)
  expect(events()).toBe('SIGINT ')
})

test('a killed start command ends the server too', async () => {
  const { child, line } = run('scripts/start.mjs')
  const pid = Number(/\d+/.exec(await line(/^serving as/))?.[0])
  await line(/First answer/)
  child.kill('SIGKILL')
  while (isRunning(pid)) await delay(10)
  expect(events()).toBe('parent-gone ')
})

test('npm ended by a signal that its shell does not pass on still stops the server in order', async () => {
  write('package.json', '{"type":"module","engines":{"node":">=20.19"},"scripts":{"start":"node scripts/start.mjs"}}')
  const child = spawn('npm', ['start'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
  const reader = createInterface({ input: child.stdout })
  let pid = 0
  for await (const line of reader) {
    pid ||= Number(/^serving as (\d+)/.exec(line)?.[1] ?? 0)
    if (line.includes('First answer')) break
  }
  child.kill('SIGTERM')
  while (isRunning(pid)) await delay(10)
  expect(events()).toBe('SIGTERM ')
})

test('a server that refuses to start gives its sentence and its exit code', async () => {
  write(
    'packages/server/src/launch.js',
    "console.error('PORT: port 4600 is taken by another program.'); process.exit(2)",
  )
  const { code, complaint } = await run('scripts/start.mjs').ended
  expect(code).toBe(2)
  expect(complaint).toBe('PORT: port 4600 is taken by another program.\n')
})

test('a failed build is a sentence and a failure, and nothing is served', async () => {
  write('node_modules/typescript/bin/tsc', "console.error('main.ts(1,1): error'); process.exit(1)")
  const { code, complaint } = await run('scripts/start.mjs').ended
  expect(code).toBe(1)
  expect(complaint).toMatch(
    /main\.ts\(1,1\): error\nBuilding the programs did not succeed; the messages stand above\.\n$/,
  )
})

test('a built program runs with its own arguments and its output alone on standard output', async () => {
  write('packages/server/src/launch.js', 'console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 3')
  const { code, lines, complaint } = await run(
    'scripts/run-built.mjs',
    'packages/server/dist/launch.js',
    'invite',
    'a@example.org',
  ).ended
  expect(lines).toEqual(['["invite","a@example.org"]'])
  expect(code).toBe(3)
  expect(complaint).toContain('Building the programs.')
})

function isRunning(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0)
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}
