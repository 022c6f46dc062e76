import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { readConfig } from '../kernel/config.ts'
import { createLog } from '../kernel/log.ts'
import { queryRows } from '../testing/start-holder.ts'
import { openDatabase } from './open-database.ts'

test.for(['fsync', 'full_page_writes'])('a server named by DATABASE_URL that has %s switched off is refused, a sound one is taken', async (setting, { onTestFinished }) => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'clubfolio-own-server-'))
  const server = await startEmbeddedPostgres({ dataDirectory, log: () => {} })
  onTestFinished(async () => {
    await server.stop()
    await rm(dataDirectory, { recursive: true })
  })
  const config = readConfig({ DATABASE_URL: server.url }, dataDirectory)
  const log = createLog('silent')
  await (await openDatabase(config, log)).close()
  await queryRows(server.url, `alter system set ${setting} = 'off'`)
  await queryRows(server.url, 'select pg_reload_conf()')
  // The server reads its settings again on its own time.
  while ((await queryRows<{ value: string }>(server.url, 'select current_setting($1) as value', [setting]))[0]?.value !== 'off');
  await expect(openDatabase(config, log)).rejects.toMatchObject({ code: 'NOT_DURABLE', message: expect.stringContaining(setting) })
})
