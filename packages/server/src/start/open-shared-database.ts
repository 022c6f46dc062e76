// The database for a program that runs alongside the server: the one DATABASE_URL names, the embedded one that the
// running application serves, or, when none runs, the embedded one started for the duration of the program.
import { connect, type Connection } from '../db/connect.ts'
import { findRunningUrl } from '../db/embedded/running-url.ts'
import type { Config } from '../kernel/config.ts'
import type { Log } from '../kernel/log.ts'
import { openDatabase } from './open-database.ts'

export async function openSharedDatabase(config: Config, log: Log): Promise<Connection> {
  const runningUrl =
    config.databaseUrl === undefined ? await findRunningUrl(config.dataDirectory, 'clubfolio') : undefined
  if (runningUrl === undefined) return openDatabase(config, log)
  return connect(runningUrl, (error) => log.warn({ err: error }, 'an idle database connection ended'), 4)
}
