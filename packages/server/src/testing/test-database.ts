// Gives a test file its own database on the run's server: a copy of a template, which PostgreSQL creates in a fraction
// of the time it takes to fill one. A template is created once per run, when the first test requests it.
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { connect } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'

export type TestDatabase = { url: string; drop: () => Promise<void> }

export interface TestTemplate {
  readonly name: string
  /** The template it is based on; without one, an empty database. */
  readonly from?: TestTemplate
  /** Fills the database at the address and leaves no connection to it open. */
  readonly fill: (url: string) => Promise<void>
}

/** All tables, empty except for what the migrations inserted. */
export const schemaTemplate: TestTemplate = { name: 'schema', fill: migrateAll }

/**
 * Creates a fresh database. Drop it in `afterAll`, after its pools have ended; leftovers are removed when the run ends.
 */
export async function createTestDatabase(template = schemaTemplate): Promise<TestDatabase> {
  const adminUrl = runServerUrl()
  await ensureTemplate(adminUrl, template)
  return createCopy(adminUrl, databaseOf(template))
}

/** Creates a database without any schema, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createCopy(runServerUrl(), 'template0')
}

/** Drops every database this run created on a server that outlives the run. */
export async function dropRunDatabases(adminUrl: string): Promise<void> {
  await withAdmin(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [runPrefix()],
    )
    for (const { datname } of rows)
      await admin.query(`drop database if exists ${admin.escapeIdentifier(datname)} with (force)`)
  })
}

/** One worker creates the template, the others wait for it here. */
async function ensureTemplate(adminUrl: string, template: TestTemplate): Promise<void> {
  if (template.from) await ensureTemplate(adminUrl, template.from)
  const name = databaseOf(template)
  await withAdmin(adminUrl, async (admin) => {
    await admin.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await makeTemplate(admin, adminUrl, template)
    await admin.query('select pg_advisory_unlock(hashtext($1))', [name])
  })
}

/** The name becomes visible only when the template is complete: a half-made one would spoil the whole run. */
async function makeTemplate(admin: Client, adminUrl: string, template: TestTemplate): Promise<void> {
  const name = databaseOf(template)
  const draft = `${name}_draft`
  await admin.query(`drop database if exists ${draft} with (force)`)
  await admin.query(`create database ${draft} template ${template.from ? databaseOf(template.from) : 'template0'}`)
  await template.fill(databaseUrl(adminUrl, draft))
  await admin.query(`alter database ${draft} rename to ${name}`)
}

const databaseOf = ({ name }: TestTemplate): string => `${runPrefix()}template_${name}`

async function migrateAll(url: string): Promise<void> {
  let broken: Error | undefined
  const connection = connect(url, (error) => (broken = error), 2)
  try {
    await migrate(connection.db)
  } finally {
    await connection.close()
  }
  if (broken) throw broken
}

async function createCopy(adminUrl: string, template: string): Promise<TestDatabase> {
  const name = `${runPrefix()}${randomBytes(6).toString('hex')}`
  await withAdmin(adminUrl, (admin) => admin.query(`create database ${name} template ${template}`))
  return {
    url: databaseUrl(adminUrl, name),
    // PostgreSQL waits some seconds for connections that are closing; ending one of them by force would reach its
    // client as an error that nobody listens to any more.
    drop: async () => {
      await withAdmin(adminUrl, (admin) =>
        admin
          .query(`drop database if exists ${name}`)
          .catch(() => admin.query(`drop database if exists ${name} with (force)`)),
      )
    },
  }
}

async function withAdmin(adminUrl: string, work: (admin: Client) => Promise<unknown>): Promise<void> {
  const admin = new Client({ connectionString: adminUrl, application_name: 'clubfolio tests' })
  admin.on('error', () => {})
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

function databaseUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}

function runServerUrl(): string {
  const url = process.env['CLUBFOLIO_TEST_DATABASE_URL']
  if (!url)
    throw new Error(
      'CLUBFOLIO_TEST_DATABASE_URL is not set: run the tests with vitest from the root of the repository.',
    )
  return url
}

function runPrefix(): string {
  return `clubfolio_test_${process.env['CLUBFOLIO_TEST_RUN'] ?? 'loose'}_`
}
