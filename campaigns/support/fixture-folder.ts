// A data folder as an earlier version left it, created from its fixture: the embedded database in that version's state,
// shut down in order.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readBackupFile } from '../../packages/server/src/backup/backup-file.ts'
import { restoreOriginalSchema } from '../../packages/server/src/backup/fill-database.ts'
import { connect } from '../../packages/server/src/db/connect.ts'
import { startEmbeddedPostgres } from '../../packages/server/src/db/embedded.ts'

const fixtures = fileURLToPath(new URL('../../packages/server/src/db/fixtures/', import.meta.url))

export async function makeFixtureFolder(name: string): Promise<string> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'clubfolio-fixture-'))
  const server = await startEmbeddedPostgres({ dataDirectory, log: () => undefined })
  const connection = connect(server.url, () => undefined, 4)
  const path = `${fixtures}${name}.backup`
  await restoreOriginalSchema({
    path,
    manifest: await readBackupFile(path),
    database: { ...connection, url: server.url },
  })
  await connection.close()
  await server.stop()
  return dataDirectory
}
