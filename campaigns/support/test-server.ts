// A PostgreSQL for the campaign with every disk safety on, where the application's test set-up creates its databases.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../packages/server/src/db/embedded.ts'

/** Runs `work` while `createTestDatabase` finds the server; always stops and removes it. */
export async function withTestServer(work: () => Promise<void>): Promise<void> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'clubfolio-campaign-'))
  const server = await startEmbeddedPostgres({
    dataDirectory,
    settings: { max_connections: '300' },
    log: () => undefined,
  })
  process.env['CLUBFOLIO_TEST_DATABASE_URL'] = server.adminUrl
  process.env['CLUBFOLIO_TEST_RUN'] = 'campaign'
  try {
    await work()
  } finally {
    await server.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}
