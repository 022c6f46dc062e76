// `npm start`: sets up whatever a fresh clone lacks (packages, programs, pages), then runs the server and forwards
// signals to it. Prints how long the set-up and the time to the first response took: on a terminal only where there was
// something to set up.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { buildWhenStale } from './set-up/build-when-stale.mjs'
import { chooseFormat, chooseSay } from './set-up/choose-say.mjs'
import { installWhenStale } from './set-up/install-when-stale.mjs'
import { requireNode } from './set-up/require-node.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const secondsSince = (/** @type {number} */ momentMs) => ((performance.now() - momentMs) / 1000).toFixed(1)

const beganMs = performance.now()
let hasSetUp = false
/** @type {'text' | 'json'} */
let format = 'text'
try {
  requireNode(root)
  format = chooseFormat(root)
  const say = chooseSay(format)
  if (format === 'text') say('Clubfolio starts.')
  const step = (/** @type {string} */ line) => say(format === 'text' ? `  ${line}` : line)
  const isInstalled = await installWhenStale(root, step)
  const built = await buildWhenStale(root, step)
  hasSetUp = isInstalled || built.length > 0
  if (hasSetUp) step(`Set-up done in ${secondsSince(beganMs)} s.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

// A signal during the set-up has already ended the step; it must not start a server now.
if (process.exitCode !== undefined) process.exit()
runServer(secondsSince(beganMs))

function runServer(/** @type {string} */ setUpSeconds) {
  // The IPC channel tells the server when we exit, for whatever reason. A separate session keeps the terminal's Ctrl-C
  // away from it: npm and the terminal would each send one, and a second signal means "stop immediately".
  const server = spawn(process.execPath, ['--enable-source-maps', 'packages/server/dist/launch.js'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  server.on('message', (message) => {
    const { type, origin } = /** @type {{ type?: string, origin?: string }} */ (message)
    if (type === 'ready' && origin !== undefined) void reportFirstAnswer(origin, setUpSeconds)
  })
  passOnSignals(server)
  if (process.env['npm_lifecycle_event'] !== undefined) stopWithNpm(server)
  server.once('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  server.once('close', (code, signal) => {
    process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
  })
}

/** One press of Ctrl-C arrives several times; signals within a second of the first are ignored. */
function passOnSignals(/** @type {import('node:child_process').ChildProcess} */ server) {
  let lastMs = -Infinity
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (performance.now() - lastMs < 1000) return
      lastMs = performance.now()
      server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    })
  }
}

/**
 * npm starts us through a shell that ends at a signal without forwarding it, and a killed npm forwards nothing either.
 * In both cases our parent changes, which we treat as a request to stop. Started directly we may outlive our shell, as
 * with nohup.
 */
function stopWithNpm(/** @type {import('node:child_process').ChildProcess} */ server) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    server.kill('SIGTERM')
  }, 500)
  watch.unref()
}

async function reportFirstAnswer(/** @type {string} */ origin, /** @type {string} */ setUpSeconds) {
  if (format === 'text' && !hasSetUp) return
  try {
    await (await fetch(new URL('/health', origin))).arrayBuffer()
    chooseSay(format)(`First answer after ${secondsSince(beganMs)} s, of which set-up ${setUpSeconds} s.`)
  } catch {
    // Stopped before it responded, or reachable only through its proxy: there is no time to report.
  }
}
