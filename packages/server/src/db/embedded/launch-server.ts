// Starts the PostgreSQL program on its data directory and reports the outcome; when to retry is the supervisor's
// decision.
import { spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { memoryOfMachine } from '../../kernel/memory-of-machine.ts'
import type { RunAs } from './choose-run-as.ts'
import type { PostgresBinaries } from './find-binaries.ts'
import { serverEnvironment } from './initialise-cluster.ts'
import { memorySettings } from './memory-settings.ts'
import { addressSettings, type ServerAddress } from './server-address.ts'

export type LaunchedServer = {
  pid: number
  hasExited(): boolean
  /** The server's output since this launch: the reason when it did not come up. */
  output(): string
}

export type LaunchOrder = {
  binaries: PostgresBinaries
  runAs: RunAs
  dataFolder: string
  cluster: string
  address: ServerAddress
  settings: Record<string, string>
}

const longestLogBytes = 5_000_000

// Values must not reach the log: no statement text, no detail of a violated key.
const ownSettings = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

export function launchServer({ binaries, runAs, dataFolder, cluster, address, settings }: LaunchOrder): LaunchedServer {
  const logPath = join(dataFolder, 'postgres.log')
  if ((statSync(logPath, { throwIfNoEntry: false })?.size ?? 0) > longestLogBytes) renameSync(logPath, `${logPath}.1`)
  const log = openSync(logPath, 'a', 0o600)
  const offset = fstatSync(log).size
  const flags = Object.entries({
    ...ownSettings,
    ...memorySettings(memoryOfMachine()),
    ...settings,
    ...addressSettings(address),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, ...args] = [...runAs.prefix, binaries.postgres, '-D', cluster, ...flags]
  const child = spawn(command ?? binaries.postgres, args, {
    cwd: '/',
    env: serverEnvironment,
    // A separate session: a Ctrl-C for the application must let it finish its requests before the database stops.
    detached: true,
    stdio: ['ignore', log, log],
    ...(runAs.uid === undefined ? {} : { uid: runAs.uid }),
    ...(runAs.gid === undefined ? {} : { gid: runAs.gid }),
  })
  closeSync(log)
  child.on('error', () => {})
  child.unref()
  return {
    pid: child.pid ?? 0,
    hasExited: () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null,
    output: () => readFileSync(logPath).subarray(offset).toString('utf8'),
  }
}
