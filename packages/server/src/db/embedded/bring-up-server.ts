// Brings a data directory to one state: exactly one server runs on it and we hold its guard connection. Adopts a server
// that still runs, waits for one that is shutting down, clears a lock file proven to be left over, otherwise launches a
// server.
import { chown, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inspectCluster, readPostmaster, type Postmaster } from './cluster-occupancy.ts'
import { DataFolderRefusal } from './data-folder-refusal.ts'
import { databaseUser } from './initialise-cluster.ts'
import { launchServer, type LaunchOrder, type LaunchedServer } from './launch-server.ts'
import { openGuard, type Guard } from './open-guard.ts'
import { addressUrl, type ServerAddress } from './server-address.ts'

export type RunningServer = { pid: number; address: ServerAddress; guard: Guard; isAdopted: boolean }

export type BringUpOrder = LaunchOrder & {
  password: string
  /** Returns an address to launch on; called again when the port was taken in between. */
  nextAddress: () => Promise<ServerAddress>
  onLaunch: (pid: number) => void
  /** How long to wait for obstacles: a server that is shutting down, processes of a killed one. */
  patienceMs: number
  log: (message: string) => void
}

const pollMs = 40

export async function startServer(order: BringUpOrder): Promise<RunningServer> {
  const { cluster, log, patienceMs } = order
  let obstacle = ''
  let address = order.address
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await delay(pollMs)) {
    const occupancy = inspectCluster(cluster)
    if (occupancy.kind === 'running') {
      const adopted = await adopt(order, occupancy.postmaster)
      if (typeof adopted !== 'string') return adopted
      obstacle = adopted
      continue
    }
    if (occupancy.kind === 'draining') {
      obstacle = `Processes ${occupancy.pids.join(', ')} of a PostgreSQL server still work in ${cluster}.`
      continue
    }
    if (occupancy.kind === 'doubtful') {
      obstacle =
        `${join(cluster, 'postmaster.pid')} names process ${occupancy.postmaster.pid}, a PostgreSQL server that ` +
        'cannot be told from the one of this folder.'
      continue
    }
    if (occupancy.kind === 'free' && occupancy.leftBehind) await refuseReachableElsewhere(order, occupancy.leftBehind)
    if (occupancy.kind === 'stale') {
      log(
        `Removing a left-over postmaster.pid: process ${occupancy.postmaster.pid} is no database server and ` +
          `nothing works in ${cluster}.`,
      )
      await rm(join(cluster, 'postmaster.pid'))
    }
    await giveTo(order, cluster)
    const launched = launchServer({ ...order, address })
    order.onLaunch(launched.pid)
    log(`Starting the database server (process ${launched.pid}).`)
    const guard = await awaitGuard(order, address, launched)
    if (guard) return { pid: launched.pid, address, guard, isAdopted: false }
    obstacle = reasonToRetry(launched.output(), cluster)
    if (obstacle.includes('in use')) address = await order.nextAddress()
  }
  throw new DataFolderRefusal('STILL_RUNNING', `${obstacle} End it and start again; nothing was changed.`)
}

async function adopt(order: BringUpOrder, postmaster: Postmaster): Promise<RunningServer | string> {
  const address: ServerAddress = postmaster.socketFolder
    ? { kind: 'socket', folder: order.cluster, port: postmaster.port }
    : { kind: 'loopback', port: postmaster.port }
  if (postmaster.isStopping || postmaster.port === 0)
    return `The PostgreSQL server with process ${postmaster.pid} is still stopping.`
  const guard = await openGuard(addressUrl(address, databaseUser, order.password, 'postgres'), order.cluster).catch(
    (error) => {
      // The server is ours and must not continue like this: named to the watchdog, it is stopped with the refused
      // start.
      if (error instanceof DataFolderRefusal && error.code === 'NOT_DURABLE') order.onLaunch(postmaster.pid)
      throw error
    },
  )
  if (guard === 'NOT_READY')
    return `The PostgreSQL server with process ${postmaster.pid} runs on ${order.cluster} but does not answer.`
  if (guard === 'HELD_BY_ANOTHER') return `Another Clubfolio server works with the database in ${order.cluster}.`
  order.onLaunch(postmaster.pid)
  return { pid: postmaster.pid, address, guard, isAdopted: true }
}

/** A server in another container is invisible as a process, but its socket in the shared folder answers. */
async function refuseReachableElsewhere(order: BringUpOrder, leftBehind: Postmaster): Promise<void> {
  if (!leftBehind.socketFolder) return
  const address: ServerAddress = { kind: 'socket', folder: order.cluster, port: leftBehind.port }
  const guard = await openGuard(addressUrl(address, databaseUser, order.password, 'postgres'), order.cluster)
  if (guard === 'NOT_READY') return
  if (guard !== 'HELD_BY_ANOTHER') await guard.client.end()
  throw new DataFolderRefusal(
    'IN_USE',
    'A PostgreSQL server that this system cannot see as a process, perhaps of another container, serves ' +
      `${order.cluster}. Stop it first, or choose another folder with CLUBFOLIO_DATA.`,
  )
}

/** Returns undefined when the program exited; crash recovery may take long, so a live one is waited for. */
async function awaitGuard(
  order: BringUpOrder,
  address: ServerAddress,
  launched: LaunchedServer,
): Promise<Guard | undefined> {
  const url = addressUrl(address, databaseUser, order.password, 'postgres')
  for (; ; await delay(pollMs)) {
    if (launched.hasExited()) return undefined
    if (readPostmaster(order.cluster)?.pid !== launched.pid) continue
    const guard = await openGuard(url, order.cluster)
    if (typeof guard !== 'string') return guard
    if (guard === 'HELD_BY_ANOTHER')
      throw new DataFolderRefusal('IN_USE', `Another Clubfolio server works with the database in ${order.cluster}.`)
  }
}

function reasonToRetry(output: string, cluster: string): string {
  if (/Address already in use/i.test(output)) return 'The address of the database is in use by another program.'
  if (/lock file "[^"]*" already exists/.test(output)) return `PostgreSQL found a server running on ${cluster}.`
  if (/shared memory block .* is still in use/.test(output))
    return `Processes of an earlier PostgreSQL server on ${cluster} have not ended yet.`
  const lastLines = output.trim().split('\n').slice(-4).join(' ')
  throw new DataFolderRefusal(
    'SERVER_FAILED',
    `The embedded PostgreSQL did not start on ${cluster}: ${lastLines || 'it gave no reason.'}`,
  )
}

/** PostgreSQL requires ownership of its files; root may run it as one user today and as another tomorrow. */
async function giveTo({ runAs }: BringUpOrder, path: string): Promise<void> {
  if (process.getuid?.() !== 0 || (await stat(path)).uid === runAs.ownerId) return
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true }))
    await chown(join(entry.parentPath, entry.name), runAs.ownerId, runAs.ownerGroupId)
  await chown(path, runAs.ownerId, runAs.ownerGroupId)
}
