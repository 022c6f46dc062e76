// Supervises the PostgreSQL that comes with npm: one data folder, one application, one server, from first setup to
// clean shutdown, across killed parents and killed servers. Connection pools and migrations are left to the rest of
// db/.
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { startServer, type RunningServer } from './embedded/bring-up-server.ts'
import { chooseRunAs, type RunAsName } from './embedded/choose-run-as.ts'
import { DataFolderRefusal } from './embedded/data-folder-refusal.ts'
import { findBinaries } from './embedded/find-binaries.ts'
import { lockFolder } from './embedded/folder-lock.ts'
import { databaseUser, initialiseCluster, readOrMakePassword } from './embedded/initialise-cluster.ts'
import { identifyProcess, isSameProcessRunning } from './embedded/process-identity.ts'
import { addressUrl, chooseAddress } from './embedded/server-address.ts'
import { awaitPreviousWatchdog, startWatchdog } from './embedded/watchdog.ts'

export type EmbeddedPostgresOptions = {
  /** The application's data folder; the database lives in `postgres` inside it. */
  dataDirectory: string
  log: (message: string) => void
  /** PostgreSQL settings for this run, for example more connections under test. */
  settings?: Record<string, string>
  /** Which ways of running the program may be tried; all by default. */
  runAs?: readonly RunAsName[]
  /** How long startup waits for an earlier server on the folder to leave; half a minute by default. */
  patienceMs?: number
}

export type EmbeddedPostgres = {
  /** The application's database. */
  url: string
  /** The server's maintenance database, from which others are created. */
  adminUrl: string
  runAs: RunAsName
  /** The current process id of the server; it changes when a killed server is restarted. */
  processId(): number
  watchdogId: number
  /** True when a server that had outlived its parent was adopted. */
  isAdopted: boolean
  /** Resolves with the reason when the server is permanently gone; the application should exit then. */
  failed: Promise<Error>
  stop(): Promise<void>
}

const applicationDatabase = 'clubfolio'

/**
 * Starts, or adopts, the embedded PostgreSQL of a data folder. Throws `DataFolderRefusal` with a sentence for the user
 * when the folder is in use by another application, was created by another major version, belongs to another user, or
 * cannot be served here. Example: `const database = await startEmbeddedPostgres({ dataDirectory: '.data', log:
 * console.log })`, then a pool on `database.url` and, when the pool has ended, `await database.stop()`.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, settings = {}, patienceMs = 30_000 } = options
  await mkdir(options.dataDirectory, { recursive: true, mode: 0o711 })
  const dataFolder = await realpath(options.dataDirectory)
  const cluster = join(dataFolder, 'postgres')
  await refuseForeignFolder([dataFolder, cluster])
  const lock = lockFolder(dataFolder)
  try {
    const binaries = findBinaries()
    refuseOtherVersion(cluster, binaries.majorVersion)
    await awaitPreviousWatchdog(dataFolder)
    const runAs = chooseRunAs(binaries.postgres, dataFolder, options.runAs)
    const password = await readOrMakePassword(dataFolder, existsSync(cluster))
    if (!existsSync(cluster)) {
      log(`Setting up the database in ${cluster}.`)
      await initialiseCluster(binaries, runAs, { dataFolder, cluster, password })
    }
    const address = await chooseAddress(cluster)
    const watchdog = startWatchdog(dataFolder, cluster)
    const order = {
      binaries,
      runAs,
      dataFolder,
      cluster,
      address,
      settings,
      password,
      patienceMs,
      log,
      onLaunch: watchdog.watch,
    }
    let server: RunningServer
    try {
      server = await startServer({ ...order, nextAddress: () => chooseAddress(cluster) })
      await createApplicationDatabase(addressUrl(server.address, databaseUser, password, 'postgres'))
    } catch (error) {
      await stopServerOf(cluster, watchdog.lastWatched())
      await watchdog.release()
      throw error
    }
    if (server.isAdopted) log(`Took over the database server that was still running (process ${server.pid}).`)
    const fixed = server.address
    let isStopping = false
    let stopped: Promise<void> | undefined

    /**
     * Runs as long as the server should: each time the guard connection ends, it restarts the server on the same
     * address.
     */
    async function supervise(): Promise<Error | undefined> {
      for (const revivals: number[] = []; ;) {
        await server.guard.ended
        if (isStopping) return undefined
        log('The connection to the database server ended; making sure that it runs.')
        revivals.push(Date.now())
        if (revivals.filter((at) => at > Date.now() - 60_000).length > 5)
          return new Error('The database server went away more than five times within a minute.')
        try {
          server = await startServer({ ...order, address: fixed, nextAddress: () => Promise.resolve(fixed) })
          if (isStopping) await server.guard.client.end()
        } catch (error) {
          return error instanceof Error ? error : new Error(String(error))
        }
      }
    }
    const supervision = supervise()

    async function stop(): Promise<void> {
      isStopping = true
      await server.guard.client.end()
      await supervision
      await stopServerOf(cluster, server.pid)
      await watchdog.release()
      lock.release()
    }

    return {
      url: addressUrl(fixed, databaseUser, password, applicationDatabase),
      adminUrl: addressUrl(fixed, databaseUser, password, 'postgres'),
      runAs: runAs.name,
      processId: () => server.pid,
      watchdogId: watchdog.pid,
      isAdopted: server.isAdopted,
      failed: new Promise((resolve) => void supervision.then((error) => error && resolve(error))),
      stop: () => (stopped ??= stop()),
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function refuseForeignFolder(paths: string[]): Promise<void> {
  const uid = process.getuid?.()
  for (const path of paths.filter((candidate) => existsSync(candidate))) {
    const owner = (await stat(path)).uid
    if (uid === undefined || uid === 0 || owner === uid) continue
    throw new DataFolderRefusal(
      'OTHER_OWNER',
      `${path} belongs to another user (number ${owner}). Start Clubfolio as that user, or choose a folder of ` +
        'your own with CLUBFOLIO_DATA.',
    )
  }
}

function refuseOtherVersion(cluster: string, majorVersion: string): void {
  if (!existsSync(cluster)) return
  const path = join(cluster, 'PG_VERSION')
  const found = existsSync(path) ? readFileSync(path, 'utf8').trim() : 'an unknown version'
  if (found === majorVersion) return
  throw new DataFolderRefusal(
    'OTHER_VERSION',
    `The database in ${cluster} was made by PostgreSQL ${found}, and this Clubfolio runs PostgreSQL ` +
      `${majorVersion}. Make a backup with the Clubfolio that made it (npm run backup), move the folder aside, ` +
      'start this one, and restore (npm run restore).',
  )
}

async function createApplicationDatabase(adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [applicationDatabase])
    if (rowCount === 0) await client.query(`create database ${applicationDatabase}`)
  } finally {
    await client.end()
  }
}

/** SIGINT is PostgreSQL's fast shutdown: it ends the sessions, writes everything to disk, removes its lock file. */
async function stopServerOf(cluster: string, pid: number | undefined): Promise<void> {
  const identity = pid === undefined ? undefined : identifyProcess(pid)
  if (!identity || !existsSync(cluster)) return
  process.kill(identity.pid, 'SIGINT')
  while (isSameProcessRunning(identity)) await delay(20)
}
