// The backups that the campaign restores: the one of an earlier version from the repository, which a restore also has
// to migrate, and one of this version with enough bars that reading them takes a while.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { takeBackup } from '../../../packages/server/src/backup/take-backup.ts'
import { connect } from '../../../packages/server/src/db/connect.ts'
import { startEmbeddedPostgres } from '../../../packages/server/src/db/embedded.ts'
import { migrate } from '../../../packages/server/src/db/migrate.ts'
import { makeFixtureFolder } from '../fixture-folder.ts'

const fixture = 'after-issue-10'
const daysOfBars = 150_000
const minutesOfBars = 100_000

export interface Backups {
  readonly older: string
  readonly present: string
}

export async function makeBackups(folder: string): Promise<Backups> {
  const older = fileURLToPath(new URL(`../../../packages/server/src/db/fixtures/${fixture}.backup`, import.meta.url))
  const present = join(folder, 'present.backup')
  const dataDirectory = await makeFixtureFolder(fixture)
  const server = await startEmbeddedPostgres({ dataDirectory, log: () => undefined })
  const connection = connect(server.url, () => undefined, 4)
  try {
    await migrate(connection.db)
    const { pool } = connection
    await pool.query(
      `insert into daily_bar select '00000000-0000-4000-8000-000000000001', date '1600-01-01' + n, 10, 12, 9, 11, n, null from generate_series(1, ${daysOfBars}) n`,
    )
    await pool.query(
      "create table minute_bar_2026_02 partition of minute_bar for values from ('2026-02-01 00:00:00+00') to ('2026-03-01 00:00:00+00')",
    )
    await pool.query(`
      insert into minute_bar select ('00000000-0000-4000-8000-' || lpad((n % 10)::text, 12, '0'))::uuid, timestamptz '2026-02-02 00:00:00+00' + n / 10 * interval '1 minute', 1, 2, 1, 2, n
      from generate_series(0, ${minutesOfBars - 1}) n`)
    await takeBackup({ pool, path: present, productVersion: '0.1.0', nowMs: Date.parse('2026-03-04T15:00:00Z') })
  } finally {
    await connection.close()
    await server.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
  return { older, present }
}
