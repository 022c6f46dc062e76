// A machine of its own as far as network and disk are concerned: a network namespace behind a cable that can be cut, and
// a small disk. Its processes run as the user of PostgreSQL.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { killAll } from '../processes.ts'

const bridge = 'ha0'
const network = '10.77.0'
/** The address of the application, which shares the namespace of the campaign. */
export const applicationNetwork = `${network}.0/24`
const diskMegabytes = 1_600

export interface Machine {
  readonly number: number
  readonly host: string
  /** On the disk of the machine. */
  readonly folder: string
  /** Starts a program as the user of PostgreSQL; its output goes to a file of its name. */
  run(name: string, command: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess
  /** Returns the processes of the machine whose command line matches. */
  processes(pattern: RegExp): number[]
  cutCable(): void
  mendCable(): void
  /** Leaves less space than PostgreSQL needs for the next segment of its log. */
  fillDisk(): void
  freeDisk(): void
  /** Has PostgreSQL begin the next segment of its log; returns false when it does not answer. */
  switchLog(): boolean
}

const run = (command: string, ...args: string[]): string => execFileSync(command, args, { encoding: 'utf8' })

/** Lays the bridge to which the cables lead. */
export function openNetwork(): void {
  run('ip', 'link', 'set', 'lo', 'up')
  run('ip', 'link', 'add', bridge, 'type', 'bridge')
  run('ip', 'addr', 'add', `${network}.1/24`, 'dev', bridge)
  run('ip', 'link', 'set', bridge, 'up')
}

export function openMachine(number: number, root: string): Machine {
  const host = `${network}.${10 + number}`
  const cable = `cable${number}`
  const folder = join(root, `machine-${number}`)
  const [user, group] = ['-u', '-g'].map((kind) => Number(run('id', kind, 'postgres').trim())) as [number, number]
  const size = (bytes: number | string): string => `size=${bytes},mode=755,uid=${user},gid=${group}`
  mkdirSync(folder)
  run('mount', '-t', 'tmpfs', '-o', size(`${diskMegabytes}m`), 'tmpfs', folder)
  const logs = join(root, `logs-${number}`)
  mkdirSync(logs)
  chownSync(logs, user, group)

  const keeper = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' })
  const keeperId = keeper.pid!
  const ownNetwork = readlinkSync('/proc/self/ns/net')
  const networkOf = (id: number | string): string => {
    try {
      return readlinkSync(`/proc/${id}/ns/net`)
    } catch {
      return ''
    }
  }
  // The namespace exists a moment after the process does.
  while (networkOf(keeperId) === ownNetwork) run('sleep', '0.01')
  const theirNetwork = networkOf(keeperId)
  const inside = ['nsenter', '-t', String(keeperId), '-n']
  run('ip', 'link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(keeperId))
  run('ip', 'link', 'set', cable, 'master', bridge)
  run('ip', 'link', 'set', cable, 'up')
  for (const command of [`ip addr add ${host}/24 dev eth0`, 'ip link set eth0 up', 'ip link set lo up'])
    run(inside[0]!, ...inside.slice(1), ...command.split(' '))

  return {
    number,
    host,
    folder,
    run(name, command, environment) {
      const child = spawn(
        inside[0]!,
        [...inside.slice(1), 'setpriv', `--reuid=${user}`, `--regid=${group}`, '--clear-groups', ...command],
        {
          cwd: folder,
          stdio: ['ignore', 'pipe', 'pipe'],
          env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: folder, LANG: 'C.UTF-8', ...environment },
        },
      )
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (part: Buffer) => appendFileSync(join(logs, `${name}.log`), part))
      return child
    },
    processes: (pattern) =>
      readdirSync('/proc')
        .filter((id) => /^\d+$/.test(id) && Number(id) !== keeperId && networkOf(id) === theirNetwork)
        .filter((id) => pattern.test(commandOf(id)))
        .map(Number),
    cutCable: () => void run('ip', 'link', 'set', cable, 'down'),
    mendCable: () => void run('ip', 'link', 'set', cable, 'up'),
    fillDisk() {
      const { blocks, bavail, bsize } = statfsSync(folder)
      run('mount', '-o', `remount,${size((blocks - bavail) * bsize + 1_000_000)}`, folder)
    },
    switchLog() {
      const sql = 'select txid_current(), pg_switch_wal()'
      const { status } = spawnSync(
        'setpriv',
        [`--reuid=${user}`, `--regid=${group}`, '--clear-groups', 'psql', '-h', folder, '-d', 'postgres', '-c', sql],
        { cwd: folder, stdio: 'ignore', timeout: 5_000 },
      )
      return status === 0
    },
    freeDisk: () => void run('mount', '-o', `remount,${size(`${diskMegabytes}m`)}`, folder),
  }
}

function commandOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** kill -9 of the processes of a machine whose command line matches. */
export function killOn(machine: Machine, pattern: RegExp): void {
  killAll(machine.processes(pattern))
}
