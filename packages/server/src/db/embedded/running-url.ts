// The current address of the embedded server of a data folder, for programs that run alongside the application.
import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { inspectCluster } from './cluster-occupancy.ts'
import { databaseUser, readOrMakePassword } from './initialise-cluster.ts'
import { addressUrl } from './server-address.ts'

/** Returns the address of the application's database, or undefined when no server runs on the folder. */
export async function findRunningUrl(dataDirectory: string, database: string): Promise<string | undefined> {
  const cluster = join(dataDirectory, 'postgres')
  if (!existsSync(cluster)) return undefined
  const occupancy = inspectCluster(await realpath(cluster))
  if (occupancy.kind !== 'running' || occupancy.postmaster.isStopping) return undefined
  const { port, socketFolder } = occupancy.postmaster
  const password = await readOrMakePassword(dataDirectory, true)
  return addressUrl(
    socketFolder === '' ? { kind: 'loopback', port } : { kind: 'socket', folder: socketFolder, port },
    databaseUser,
    password,
    database,
  )
}
