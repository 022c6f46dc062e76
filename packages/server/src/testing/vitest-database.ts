// Vitest's global setup: one embedded PostgreSQL per run in a separate folder, for every test file that requests a
// database. A server named by CLUBFOLIO_TEST_DATABASE_URL (an address that may create databases) is used instead when
// it is set.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { quickFolder } from './quick-folder.ts'
import { dropRunDatabases } from './test-database.ts'

// fsync stays on, as the application requires. A commit need not wait for the disk: a run that crashes is discarded as
// a whole.
const settings = {
  max_connections: '300',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
}

const folderPrefix = 'clubfolio-test-'

export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!(await asksForDatabase(project))) return undefined
  process.env['CLUBFOLIO_TEST_RUN'] = randomBytes(6).toString('hex')
  const given = process.env['CLUBFOLIO_TEST_DATABASE_URL']
  if (given) return () => dropRunDatabases(given)
  const dataDirectory = await mkdtemp(join(await quickFolder(folderPrefix), `${folderPrefix}${process.pid}-`))
  const server = await startEmbeddedPostgres({ dataDirectory, settings, log: () => {} })
  process.env['CLUBFOLIO_TEST_DATABASE_URL'] = server.adminUrl
  return async () => {
    delete process.env['CLUBFOLIO_TEST_DATABASE_URL']
    await server.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

/** Pure tests need no server; a run in watch mode may need one later. */
async function asksForDatabase({ config, vitest }: TestProject): Promise<boolean> {
  if (config.watch) return true
  const { filenamePattern } = vitest as { filenamePattern?: string[] }
  for (const project of vitest.projects.filter(({ name }) => name !== 'pure')) {
    const { testFiles } = await project.globTestFiles(filenamePattern)
    if (testFiles.some((file) => /^packages[\\/](server|paper-broker)[\\/]/.test(relative(config.root, file))))
      return true
  }
  return false
}
