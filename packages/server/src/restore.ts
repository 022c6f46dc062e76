// `npm run restore -- FILE [--without-key]`: restores a backup into an empty data folder or an empty database.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BackupRefusal } from './backup/backup-refusal.ts'
import { describeBackup } from './backup/describe-backup.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { DataFolderRefusal } from './db/embedded/data-folder-refusal.ts'
import { ConfigError, readConfig } from './kernel/config.ts'
import { createLog } from './kernel/log.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

async function run(args: readonly string[]): Promise<void> {
  const files = args.filter((arg) => arg !== '--without-key')
  const [file] = files
  if (file === undefined || files.length > 1 || file.startsWith('-'))
    throw new BackupRefusal('Say: npm run restore -- FILE [--without-key]')
  if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`)
  const config = readConfig(process.env, `${root}.data`)
  const manifest = await restoreBackup({
    path: resolve(file),
    config,
    isWithoutKey: files.length < args.length,
    log: createLog('silent'),
  })
  console.log(`Restored the backup of ${manifest.madeAt}. ${describeBackup(manifest)} All users sign in again.`)
}

try {
  await run(process.argv.slice(2))
  process.exit(0)
} catch (error) {
  const isPlain = error instanceof BackupRefusal || error instanceof ConfigError || error instanceof DataFolderRefusal
  console.error(isPlain ? error.message : error)
  process.exit(isPlain ? 2 : 1)
}
