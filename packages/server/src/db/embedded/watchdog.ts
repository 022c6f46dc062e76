// A tiny shell that holds a pipe from us and briefly outlives us: when the pipe closes, however we ended, it asks the
// database server to shut down cleanly. It runs in a separate session, so a Ctrl-C in the terminal does not reach it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { identifyProcess, isSameProcessRunning, parseProcessIdentity } from './process-identity.ts'

export type Watchdog = {
  pid: number
  watch: (serverPid: number) => void
  lastWatched: () => number | undefined
  release: () => Promise<void>
}

// Each line names the server to watch. After the pipe closes, the signal is sent only once postmaster.pid confirms that
// this number is the server of this directory, so a reused number is never hit; a server that is just starting gets ten
// seconds.
const script = `
trap '' INT TERM HUP
pid=
while read -r line; do pid=$line; done
tries=0
while [ -n "$pid" ] && [ "$tries" -lt 100 ] && kill -0 "$pid" 2>/dev/null; do
  owner=
  { read -r owner < "$1/postmaster.pid"; } 2>/dev/null
  if [ "$owner" = "$pid" ]; then kill -INT "$pid"; break; fi
  tries=$((tries + 1))
  sleep 0.1
done
`

const patienceMs = 15_000

export function startWatchdog(dataFolder: string, cluster: string): Watchdog {
  const child = spawn('sh', ['-c', script, 'clubfolio-database-watchdog', cluster], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  if (child.pid === undefined) throw new Error('The watchdog of the database could not be started: there is no sh.')
  const { pid } = child
  // A dead watchdog only means that a killed parent leaves the server running; the next start adopts it.
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  child.unref()
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
  writeFileSync(recordPath(dataFolder), JSON.stringify(identifyProcess(pid) ?? {}), { mode: 0o600 })
  let watched: number | undefined
  return {
    pid,
    watch: (serverPid) => {
      watched = serverPid
      child.stdin.write(`${serverPid}\n`)
    },
    lastWatched: () => watched,
    release: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit')
        child.ref()
        child.stdin.end('\n')
        await exited
      }
      rmSync(recordPath(dataFolder), { force: true })
    },
  }
}

/** Waits until the watchdog of a killed predecessor has finished: before that a running server may be about to stop. */
export async function awaitPreviousWatchdog(dataFolder: string): Promise<void> {
  let text: string
  try {
    text = readFileSync(recordPath(dataFolder), 'utf8')
  } catch {
    return
  }
  const previous = parseProcessIdentity(text)
  if (!previous) return
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline && isSameProcessRunning(previous);)
    await delay(20)
}

function recordPath(dataFolder: string): string {
  return join(dataFolder, 'postgres.watchdog')
}
