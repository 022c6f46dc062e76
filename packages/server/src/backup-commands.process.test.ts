// `npm run backup` and `npm run restore` as their user runs them: separate processes, on data folders with the embedded
// database.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { programFile } from '@clubfolio/domain/testing/program-file'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from './db/connect.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { seedRights } from './db/seed-rights.ts'
import { ManualClock } from './kernel/clock.ts'
import { quickFolder } from './testing/quick-folder.ts'
import { queryRows } from './testing/start-holder.ts'

const folderPrefix = 'clubfolio-backup-commands-'
let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(await quickFolder(folderPrefix), `${folderPrefix}${process.pid}-`))
})
afterEach(() => rm(parent, { recursive: true, force: true }))

function run(
  program: 'backup' | 'restore',
  args: readonly string[],
  folder: string,
): Promise<{ code: number | null; output: string; complaint: string }> {
  const child = spawn(process.execPath, [programFile('server', `${program}.ts`), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], CLUBFOLIO_DATA: join(parent, folder), CLUBFOLIO_NOW: '2026-03-04T15:00:00Z' },
  })
  const texts = { output: '', complaint: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.complaint += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...texts }))
  })
}

test('a backup beside a running server is restored into an empty folder, and into no other', async () => {
  const file = join(parent, 'monday.backup')
  const server = await startEmbeddedPostgres({ dataDirectory: join(parent, 'old'), log: () => {} })
  const { db, close } = connect(server.url, () => undefined, 2)
  await migrate(db)
  await seedRights(db, new ManualClock(Date.parse('2026-03-04T15:00:00Z')))
  const groups = await queryRows(server.url, 'select name_key from user_group order by name_key')
  const taken = await run('backup', [file], 'old')
  await close()
  await server.stop()
  expect(taken).toMatchObject({ code: 0, complaint: '' })
  expect(taken.output).toMatch(
    /monday\.backup\n0 users, 0 accounts, 0 members, 0 entries \(\$0\.00 in, \$0\.00 out\)\. \d+\.\d MB\.\n/,
  )
  expect(taken.output).toContain('the key that opens them is not in it')

  expect(await run('restore', [file], 'new')).toMatchObject({
    code: 0,
    complaint: '',
    output: expect.stringContaining('Restored the backup of 2026-03-04T15:00:00.000Z.') as string,
  })
  expect(await run('restore', [file], 'new')).toMatchObject({
    code: 2,
    output: '',
    complaint: expect.stringContaining('holds a database already') as string,
  })
  expect(await run('restore', [file], 'old')).toMatchObject({
    code: 2,
    complaint: expect.stringContaining('holds a database already') as string,
  })
  expect(readdirSync(parent).toSorted()).toEqual(['monday.backup', 'new', 'old'])
  const restored = await startEmbeddedPostgres({ dataDirectory: join(parent, 'new'), log: () => {} })
  expect(await queryRows(restored.url, 'select name_key from user_group order by name_key')).toEqual(groups)
  await restored.stop()

  expect(await run('backup', [file], 'new')).toMatchObject({
    code: 2,
    complaint: expect.stringContaining('There is a file') as string,
  })
})

test('what cannot be done is said, and no folder is made for it', async () => {
  expect(await run('backup', [], 'none')).toMatchObject({
    code: 2,
    output: '',
    complaint: expect.stringContaining('There is nothing to back up') as string,
  })
  expect(await run('restore', [join(parent, 'missing.backup')], 'none')).toMatchObject({
    code: 2,
    output: '',
    complaint: expect.stringContaining('There is no file') as string,
  })
  expect(await run('restore', [], 'none')).toMatchObject({
    code: 2,
    complaint: 'Say: npm run restore -- FILE [--without-key]\n',
  })
  expect(await run('backup', ['--all'], 'none')).toMatchObject({
    code: 2,
    complaint: 'Say: npm run backup [-- FILE]\n',
  })
  expect(existsSync(join(parent, 'none'))).toBe(false)
})
