// `npm run backup [-- FILE]`: writes everything the database holds to one new file, with or without a running server.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readBackupFile } from './backup/backup-file.ts'
import { BackupRefusal } from './backup/backup-refusal.ts'
import { describeBackup } from './backup/describe-backup.ts'
import { runAsTask } from './backup/run-as-task.ts'
import { takeBackup } from './backup/take-backup.ts'
import { DataFolderRefusal } from './db/embedded/data-folder-refusal.ts'
import { ManualClock } from './kernel/clock.ts'
import { ConfigError, readConfig } from './kernel/config.ts'
import { createLog } from './kernel/log.ts'
import { openSharedDatabase } from './start/open-shared-database.ts'
import { packageVersion } from './kernel/package-version.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

async function run(args: readonly string[]): Promise<void> {
  const [given, ...rest] = args
  if (rest.length > 0 || given?.startsWith('-')) throw new BackupRefusal('Say: npm run backup [-- FILE]')
  if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`)
  const config = readConfig(process.env, `${root}.data`)
  if (!config.databaseUrl && !existsSync(join(config.dataDirectory, 'postgres')))
    throw new BackupRefusal(
      `There is nothing to back up: ${config.dataDirectory} holds no database. Name the folder by ` +
        'CLUBFOLIO_DATA, or a server by DATABASE_URL.',
    )
  const nowMs = config.fixedNowMs ?? Date.now()
  const path = resolve(given ?? `clubfolio-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`)
  const productVersion = packageVersion(await readFile(`${root}package.json`, 'utf8'))
  const database = await openSharedDatabase(config, createLog('silent'))
  try {
    const { manifest, bytes } = await runAsTask(database.db, new ManualClock(nowMs), (progress) =>
      takeBackup({ pool: database.pool, path, productVersion, nowMs, progress }),
    )
    // A disk that returns something else than it was given is noticed now, not at the restore.
    await readBackupFile(path)
    console.log(`${path}\n${describeBackup(manifest)} ${(bytes / 1_000_000).toFixed(1)} MB.`)
    console.log(
      'Keep it where only you can read it: names, addresses, phone numbers and the books are in it in plain ' +
        'text. Broker accesses and bank numbers stay sealed;',
    )
    console.log(
      'the key that opens them is not in it. Keep a copy of the key (secret.key of the data folder, or ' +
        'CLUBFOLIO_SECRET_KEY) in another place.',
    )
  } finally {
    await database.close()
  }
}

try {
  await run(process.argv.slice(2))
  process.exit(0)
} catch (error) {
  const isPlain = error instanceof BackupRefusal || error instanceof ConfigError || error instanceof DataFolderRefusal
  console.error(isPlain ? error.message : error)
  process.exit(isPlain ? 2 : 1)
}
