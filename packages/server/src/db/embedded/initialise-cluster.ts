// Creates the data directory of the embedded server, once. It is built next to its final location and moved there when
// complete, so a start that is killed midway leaves garbage but never half a database.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdtemp, open, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DataFolderRefusal } from './data-folder-refusal.ts'
import type { PostgresBinaries } from './find-binaries.ts'
import type { RunAs } from './choose-run-as.ts'
import { errorCodeOf } from '../../kernel/error-code.ts'

export const databaseUser = 'clubfolio'

const draftPrefix = 'postgres.new-'

export interface InitialiseClusterOptions {
  readonly dataFolder: string
  readonly cluster: string
  readonly password: string
}

export async function initialiseCluster(
  binaries: PostgresBinaries,
  runAs: RunAs,
  { dataFolder, cluster, password }: InitialiseClusterOptions,
): Promise<void> {
  await removeDrafts(dataFolder)
  const draft = await mkdtemp(join(dataFolder, draftPrefix))
  const passwordFile = join(draft, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (process.getuid?.() === 0)
    for (const path of [draft, passwordFile]) await chown(path, runAs.ownerId, runAs.ownerGroupId)
  // The built-in locale orders text the same on every machine, independent of the host's libraries.
  const args = [
    '-D',
    join(draft, 'cluster'),
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    `--username=${databaseUser}`,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--no-instructions',
  ]
  const result = await run(runAs, binaries.initdb, args)
  if (result.status !== 0)
    throw new DataFolderRefusal(
      'SERVER_FAILED',
      `The embedded PostgreSQL could not set up ${cluster}: ${result.output.trim().split('\n').slice(-4).join(' ')}`,
    )
  await rename(join(draft, 'cluster'), cluster)
  await syncFolder(dataFolder)
  await rm(draft, { recursive: true })
}

/** Returns the password of the embedded server, generated once; only the owner of the folder can read it. */
export async function readOrMakePassword(dataFolder: string, hasCluster: boolean): Promise<string> {
  const path = join(dataFolder, 'postgres.password')
  try {
    const password = (await readFile(path, 'utf8')).trim()
    if (password !== '') return password
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throw error
  }
  if (hasCluster)
    throw new DataFolderRefusal(
      'PASSWORD_LOST',
      `The file ${path} is missing, and without it the database beside it cannot be opened. Put the file back, ` +
        'or move the data folder aside and restore a backup with npm run restore.',
    )
  const password = randomBytes(24).toString('hex')
  const draft = `${path}.new`
  await rm(draft, { force: true })
  await writeFile(draft, `${password}\n`, { mode: 0o600, flush: true })
  await chmod(draft, 0o600)
  await rename(draft, path)
  return password
}

/** Server programs do not inherit our PG* variables: a PGPORT or PGDATA of the shell must not affect them. */
export const serverEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

async function run(runAs: RunAs, program: string, args: string[]): Promise<{ status: number | null; output: string }> {
  const [command, ...rest] = [...runAs.prefix, program, ...args]
  const child = spawn(command ?? program, rest, {
    cwd: '/',
    env: serverEnvironment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(runAs.uid === undefined ? {} : { uid: runAs.uid }),
    ...(runAs.gid === undefined ? {} : { gid: runAs.gid }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  return { status: child.exitCode, output }
}

async function removeDrafts(dataFolder: string): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    // A setup whose parent was killed may still be writing there; what cannot be removed now is removed at the next
    // start.
    if (name.startsWith(draftPrefix)) await rm(join(dataFolder, name), { recursive: true, force: true }).catch(() => {})
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
