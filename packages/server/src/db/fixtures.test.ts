// Installations that earlier versions left, migrated to the current tables: the books show the same figures as those
// versions did. Source: docs/rules/promises.md, "Books and data".
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBackupFile } from '../backup/backup-file.ts'
import { fillDatabase } from '../backup/fill-database.ts'
import { makePaperTables, newestPaperStep } from '../backup/paper-tables.ts'
import { checkFunds } from '../features/fund/check/check-funds.ts'
import { listParticipations } from '../features/fund/performance/list-participations.ts'
import { readOverview } from '../features/fund/performance/read-overview.ts'
import { createReplayCache } from '../features/fund/book/replay-cache.ts'
import type { Session } from '../kernel/session.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { createEmptyDatabase } from '../testing/test-database.ts'
import { connect } from './connect.ts'
import { knownMigrations } from './migrate.ts'

interface Figures {
  readonly ownerId: string
  readonly accountId: string
  readonly overview: object
  readonly rows: readonly object[]
}

const folder = fileURLToPath(new URL('fixtures/', import.meta.url))
const fixtures = readdirSync(folder)
  .filter((name) => name.endsWith('.backup'))
  .map((name) => name.replace('.backup', ''))
/** Cents are bigints; the figures on file are text. */
const asOnFile = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part)))

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test.each(fixtures)('%s reaches the balances that it had then, and its books hold', async (name) => {
  const made = await createEmptyDatabase()
  const connection = connect(made.url, () => undefined, 4)
  try {
    const path = `${folder}${name}.backup`
    await fillDatabase({ path, manifest: await readBackupFile(path), database: { ...connection, url: made.url } })
    await makePaperTables(made.url, await newestPaperStep())
    const { rows: steps } = await connection.pool.query<{ name: string }>(
      'select name from kysely_migration order by name',
    )
    expect(steps.map((step) => step.name)).toEqual(knownMigrations)

    const { ownerId, accountId, overview, rows } = JSON.parse(
      readFileSync(`${folder}${name}.figures.json`, 'utf8'),
    ) as Figures
    const services = { ...app.services, db: connection.db, pool: connection.pool, replays: createReplayCache() }
    const session = { userId: ownerId } as Session
    expect(asOnFile(await readOverview(services, session, accountId))).toMatchObject(overview)
    expect(asOnFile(await listParticipations(services, session, accountId))).toMatchObject(rows)
    await connection.db.deleteFrom('fund_check').execute()
    await checkFunds(services)
    expect(await connection.db.selectFrom('fund_check').select(['is_held', 'findings']).execute()).toEqual([
      { is_held: true, findings: [] },
    ])
  } finally {
    await connection.close()
    await made.drop()
  }
})
