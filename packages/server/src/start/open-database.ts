// The database this process works on: the server that DATABASE_URL names, or the embedded one in the data folder.
import { connect, type Connection } from '../db/connect.ts'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { requireDurableSettings } from '../db/embedded/require-durable-settings.ts'
import type { Config } from '../kernel/config.ts'
import type { Log } from '../kernel/log.ts'
import { explainUnopenedDatabase } from './explain-unopened-database.ts'

export interface OpenDatabase extends Connection {
  readonly url: string
  /** Resolves when the database is permanently gone and the process should exit; never for an external server. */
  readonly failed: Promise<Error>
}

const never = new Promise<Error>(() => undefined)

/** `settings` are PostgreSQL settings for the embedded server. */
export async function openDatabase(
  config: Config,
  log: Log,
  settings: Record<string, string> = {},
): Promise<OpenDatabase> {
  const onIdleError = (error: Error) => log.warn({ err: error }, 'an idle database connection ended')
  if (config.databaseUrl) {
    const connection = connect(config.databaseUrl, onIdleError)
    try {
      const show = async (setting: string) => {
        const { rows } = await connection.pool.query<{ value: string }>('select current_setting($1) as value', [
          setting,
        ])
        return rows[0]?.value ?? ''
      }
      await requireDurableSettings(show, { allowsUnwrittenCommits: config.environment !== 'production' })
    } catch (error) {
      await connection.close()
      throw explainUnopenedDatabase(error, config.databaseUrl) ?? error
    }
    return { ...connection, url: config.databaseUrl, failed: never }
  }
  const embedded = await startEmbeddedPostgres({
    dataDirectory: config.dataDirectory,
    settings,
    log: (message) => log.info(message),
  })
  const connection = connect(embedded.url, onIdleError)
  return {
    ...connection,
    url: embedded.url,
    failed: embedded.failed,
    async close() {
      await connection.close()
      await embedded.stop()
    },
  }
}
