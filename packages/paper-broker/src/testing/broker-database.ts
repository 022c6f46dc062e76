// Creates an empty database per test file on the run's PostgreSQL, named so that the run cleans it up.

import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

export interface BrokerDatabase {
  readonly url: string
  drop(): Promise<void>
}

async function withAdmin(work: (admin: Client) => Promise<unknown>): Promise<string> {
  const adminUrl = process.env['CLUBFOLIO_TEST_DATABASE_URL']
  if (adminUrl === undefined || adminUrl === '') {
    throw new Error(
      'CLUBFOLIO_TEST_DATABASE_URL is not set: run the tests with vitest from the root of the repository.',
    )
  }
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
  return adminUrl
}

/** Creates an empty database; drop it once everything that used it has stopped. */
export async function createBrokerDatabase(): Promise<BrokerDatabase> {
  const name = `clubfolio_test_${process.env['CLUBFOLIO_TEST_RUN'] ?? 'loose'}_paper_${randomBytes(6).toString('hex')}`
  const url = new URL(await withAdmin((admin) => admin.query(`create database ${name} template template0`)))
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: async () => {
      await withAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`))
    },
  }
}
