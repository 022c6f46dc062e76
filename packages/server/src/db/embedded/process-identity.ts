// Identifies the process behind a process id: ids are reused, so an identity is the id with the time the process
// started and, on Linux, the boot it belongs to. Leaves what to do about a process to its callers.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type ProcessIdentity = { pid: number; startedAt: string }

/**
 * Returns the identity of a running process, or undefined when there is none (a zombie has ended and counts as none).
 */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  return process.platform === 'linux' ? identifyByProc(pid) : identifyByPs(pid)
}

export function isSameProcessRunning(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt
}

/** Parses an identity that was written as JSON; anything else, including a half-written file, is undefined. */
export function parseProcessIdentity(text: string): ProcessIdentity | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    const { pid, startedAt } = value as Partial<Record<keyof ProcessIdentity, unknown>>
    return typeof pid === 'number' && typeof startedAt === 'string' ? { pid, startedAt } : undefined
  } catch {
    return undefined
  }
}

function identifyByProc(pid: number): ProcessIdentity | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in brackets and may contain spaces and brackets itself: count from the
    // last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, startTicks] = [fields[0], fields[19]]
    if (state === undefined || startTicks === undefined || state === 'Z' || state === 'X') return undefined
    return { pid, startedAt: `${bootId()}/${startTicks}` }
  } catch {
    return undefined
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
}

function identifyByPs(pid: number): ProcessIdentity | undefined {
  const ps = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  })
  const found = /^\s*(\S+)\s+(.+?)\s*$/.exec(ps.stdout ?? '')
  if (ps.status !== 0 || !found?.[1] || !found[2] || found[1].startsWith('Z')) return undefined
  return { pid, startedAt: found[2] }
}
