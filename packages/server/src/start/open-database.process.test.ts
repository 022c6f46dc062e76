import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../db/embedded.ts'
import { ConfigError, readConfig } from '../kernel/config.ts'
import { createLog } from '../kernel/log.ts'
import { quickFolder } from '../testing/quick-folder.ts'
import { queryRows } from '../testing/start-holder.ts'
import { explainUnopenedDatabase } from './explain-unopened-database.ts'
import { openDatabase } from './open-database.ts'

const folderPrefix = 'clubfolio-own-server-'
let dataDirectory: string
let server: EmbeddedPostgres
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(await quickFolder(folderPrefix), `${folderPrefix}${process.pid}-`))
  server = await startEmbeddedPostgres({ dataDirectory, log: () => {} })
})
afterAll(async () => {
  await server.stop()
  await rm(dataDirectory, { recursive: true })
})

test.for(['fsync', 'full_page_writes'])(
  'a server named by DATABASE_URL that has %s switched off is refused, a sound one is taken',
  async (setting, { onTestFinished }) => {
    const config = readConfig({ DATABASE_URL: server.url }, dataDirectory)
    const log = createLog('silent')
    await (await openDatabase(config, log)).close()
    const change = async (statement: string, value: string) => {
      await queryRows(server.url, statement)
      await queryRows(server.url, 'select pg_reload_conf()')
      // The server reloads its settings asynchronously.
      while (
        (await queryRows<{ value: string }>(server.url, 'select current_setting($1) as value', [setting]))[0]?.value !==
        value
      );
    }
    onTestFinished(() => change(`alter system reset ${setting}`, 'on'))
    await change(`alter system set ${setting} = 'off'`, 'off')
    await expect(openDatabase(config, log)).rejects.toMatchObject({
      code: 'NOT_DURABLE',
      message: expect.stringContaining(setting),
    })
  },
)

test('a server that is away, a database that is missing and a role that is not let in are described in words that name the place', async () => {
  const log = createLog('silent')
  const told = async (change: (url: URL) => void): Promise<string> => {
    const url = new URL(server.url)
    change(url)
    const error: unknown = await openDatabase(readConfig({ DATABASE_URL: url.href }, dataDirectory), log).then(
      () => undefined,
      (refused: unknown) => refused,
    )
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).message
  }
  expect(await told((url) => (url.pathname = '/nowhere'))).toMatch(
    /^DATABASE_URL: PostgreSQL at .+ has no database "nowhere"/,
  )
  expect(await told((url) => (url.username = 'nobody'))).toMatch(/does not let "nobody" in/)
  // No later test uses the server.
  await server.stop()
  expect(await told(() => {})).toMatch(
    /^DATABASE_URL: no PostgreSQL answers at .+\((ECONNREFUSED|ENOENT)\)\. Start it, or correct the address\.$/,
  )
})

test.each([
  [
    'ECONNREFUSED',
    'DATABASE_URL: no PostgreSQL answers at db.example:5432 (ECONNREFUSED). Start it, or correct the address.',
  ],
  ['57P03', 'DATABASE_URL: PostgreSQL at db.example:5432 is starting or stopping. Try again in a moment.'],
  [
    '28P01',
    'DATABASE_URL: PostgreSQL at db.example:5432 does not let "club" in. Correct user and password, or allow the role in pg_hba.conf.',
  ],
  [
    '53300',
    'DATABASE_URL: PostgreSQL at db.example:5432 has no connection left. Raise max_connections, or end what holds them.',
  ],
  // For example a certificate that the URL names: that does not mean the database is missing.
  ['ENOENT', undefined],
  ['42P01', undefined],
])('what the driver calls %s is described with the place and never with the password', (code, words) => {
  const error = Object.assign(new Error('in the words of the driver'), { code })
  expect(explainUnopenedDatabase(error, 'postgres://club:canary-4711@db.example/books')?.message).toBe(words)
})
