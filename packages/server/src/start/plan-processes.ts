// How many processes `npm start` runs on this machine, and how much memory each may take.
import type { Config } from '../kernel/config.ts'

export interface Machine {
  readonly cores: number
  readonly memoryBytes: number
}

export interface ProcessPlan {
  /** Processes that serve pages and calls. */
  readonly webProcesses: number
  /** Undefined: one process does everything, without a supervisor. */
  readonly supervised: { readonly hasWorker: boolean; readonly heapMb: number } | undefined
}

/** Beyond this many, one PostgreSQL is what calls wait for (bench/README.md, "processes"). */
const mostAutomatic = 8
/** Less makes a process collect garbage instead of working. */
const leastHeapMb = 512
/** More is of no use to a process; the caches of the books are bounded (`replay-cache.ts`). */
const mostHeapMb = 4_096

/**
 * With `auto` and ROLE=all as many web processes as cores, and a worker, as long as half of the memory gives each of
 * them 512 MB; one core, or little memory, is one process. The other half belongs to PostgreSQL, the brokerage, reports
 * and the system. 2 cores and 8 GiB: two web processes and a worker with 1,365 MB each.
 */
export function planProcesses({ webProcesses: asked, role }: Pick<Config, 'webProcesses' | 'role'>, machine: Machine) {
  const hasWorker = role === 'all'
  const heapOf = (webProcesses: number): number =>
    Math.floor(machine.memoryBytes / 2 / 2 ** 20 / (webProcesses + (hasWorker ? 1 : 0)))
  const planOf = (webProcesses: number): ProcessPlan => ({
    webProcesses,
    supervised:
      webProcesses === 1
        ? undefined
        : { hasWorker, heapMb: Math.min(mostHeapMb, Math.max(leastHeapMb, heapOf(webProcesses))) },
  })
  if (role === 'worker') return planOf(1)
  if (asked !== 'auto') return planOf(asked)
  // Somebody who starts web processes one by one has chosen their number.
  if (role === 'web') return planOf(1)
  let webProcesses = Math.min(machine.cores, mostAutomatic)
  while (webProcesses > 1 && heapOf(webProcesses) < leastHeapMb) webProcesses--
  return planOf(webProcesses)
}

/** A pool of ten, one for health, three for LISTEN, two for counting calls to the brokerage. */
const connectionsEach = 16
/** For the paper brokerage, a backup, `npm run admin` and what PostgreSQL reserves. */
const connectionsBeside = 30

/** Returns how many connections PostgreSQL has to allow: 78 for two web processes and a worker. */
export const connectionsFor = (webProcesses: number, hasWorker: boolean): number =>
  (webProcesses + (hasWorker ? 1 : 0)) * connectionsEach + connectionsBeside

/** Returns how many of the planned web processes a PostgreSQL with this many connections carries, at least one. */
export function fitConnections(webProcesses: number, hasWorker: boolean, allowed: number): number {
  let fitting = webProcesses
  while (fitting > 1 && connectionsFor(fitting, hasWorker) > allowed) fitting--
  return fitting
}
