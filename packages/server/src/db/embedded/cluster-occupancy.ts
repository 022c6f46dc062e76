// Answers one question about a PostgreSQL data directory: does anything run on it? Every decision to adopt, wait, start
// or clear a leftover postmaster.pid depends on this answer.
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { identifyProcess } from './process-identity.ts'
import { errorCodeOf } from '../../kernel/error-code.ts'

/** What a running server reports about itself in postmaster.pid. */
export type Postmaster = { pid: number; port: number; socketFolder: string; isStopping: boolean }

export type ClusterOccupancy =
  /** Nothing runs here, and PostgreSQL will start without help. */
  | { kind: 'free'; leftBehind?: Postmaster }
  /**
   * postmaster.pid names a process that is proven to be something else; PostgreSQL would refuse to start because of it.
   */
  | { kind: 'stale'; postmaster: Postmaster }
  /** postmaster.pid names a process that may be a server of this or another directory; nothing may be removed. */
  | { kind: 'doubtful'; postmaster: Postmaster }
  | { kind: 'running'; postmaster: Postmaster }
  /** The server is gone but some of its processes are still running here. */
  | { kind: 'draining'; pids: number[] }

export function inspectCluster(cluster: string): ClusterOccupancy {
  const postmaster = readPostmaster(cluster)
  const pids = processesWorkingIn(cluster)
  if (postmaster && pids.includes(postmaster.pid)) return { kind: 'running', postmaster }
  if (pids.length > 0) return { kind: 'draining', pids }
  if (!postmaster) return { kind: 'free' }
  if (!isKnownToSystem(postmaster.pid)) return { kind: 'free', leftBehind: postmaster }
  return { kind: isRunningPostgres(postmaster.pid) ? 'doubtful' : 'stale', postmaster }
}

export function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined
    throw error
  }
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10))
  if (!Number.isSafeInteger(pid) || pid === 0) return undefined
  return {
    pid,
    port: Number.parseInt(lines[3] ?? '', 10) || 0,
    socketFolder: (lines[4] ?? '').trim(),
    isStopping: (lines[7] ?? '').trim() === 'stopping',
  }
}

/** PostgreSQL makes the same check before it trusts the file; the system also reports a zombie as existing. */
function isKnownToSystem(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCodeOf(error) === 'EPERM'
  }
}

function isRunningPostgres(pid: number): boolean {
  if (!identifyProcess(pid)) return false
  if (process.platform !== 'linux') return psLines().some((line) => line.pid === pid && isPostgresCommand(line.command))
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres')
  } catch (error) {
    // A process that ended meanwhile is not a server; one that hides its program from us cannot be ruled out.
    return error instanceof Error && 'code' in error && error.code !== 'ENOENT' && error.code !== 'ESRCH'
  }
}

/**
 * Every process of a server has its data directory as working directory, under whichever path it was reached: compare
 * the directory itself.
 */
function processesWorkingIn(cluster: string): number[] {
  const directory = statSync(cluster)
  if (process.platform !== 'linux') {
    // Without /proc only the command line is available; server children carry no path, so any of them counts.
    return psLines()
      .filter(
        (line) =>
          isPostgresCommand(line.command) && (line.command.includes(cluster) || line.command.includes('postgres: ')),
      )
      .map((line) => line.pid)
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const standing = statSync(`/proc/${pid}/cwd`)
        return standing.dev === directory.dev && standing.ino === directory.ino && looksLikePostgres(pid)
      } catch {
        return false
      }
    })
}

/** A shell whose working directory happens to be the data directory is not a server. */
function looksLikePostgres(pid: number): boolean {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres')
  } catch {
    return true
  }
}

function isPostgresCommand(command: string): boolean {
  return /(^|\/)postgres(:|\s|$)/.test(command)
}

function psLines(): { pid: number; command: string }[] {
  const ps = spawnSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' })
  return (ps.stdout ?? '').split('\n').flatMap((line) => {
    const found = /^\s*(\d+)\s+(.*)$/.exec(line)
    return found?.[1] && found[2] ? [{ pid: Number(found[1]), command: found[2] }] : []
  })
}
