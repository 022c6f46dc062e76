// Playwright's global set-up: one PostgreSQL for a whole run of journeys, from the product's own embedded code. Each
// product of the run works on its own database there (template.ts); a server for each would cost every journey its
// start and its stop.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../packages/server/src/db/embedded.ts'
import { quickFolder } from '../../packages/server/src/testing/quick-folder.ts'
import { runFolderVariable, runServerVariable } from './template.ts'

// fsync stays on, as the product requires. A commit need not wait for the disk: a run that crashes is discarded as a
// whole.
const settings = { max_connections: '300', synchronous_commit: 'off', wal_level: 'minimal', max_wal_senders: '0' }

const folderPrefix = 'clubfolio-journeys-'

/** The returned function is called after the last journey. */
export default async function startRunDatabase(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await quickFolder(folderPrefix), `${folderPrefix}${process.pid}-`))
  const server = await startEmbeddedPostgres({ dataDirectory: join(folder, 'server'), settings, log: () => undefined })
  process.env[runServerVariable] = server.adminUrl
  process.env[runFolderVariable] = folder
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
