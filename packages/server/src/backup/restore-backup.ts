// Restores a backup into an empty database, or into a data folder without one. A folder gets its database by a rename
// at the end, so that an interrupted restore leaves nothing half-done that a start would mistake for its own
// (start/restore-draft.ts).
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../kernel/config.ts'
import type { Log } from '../kernel/log.ts'
import { createSecretBox } from '../kernel/secret.ts'
import { openDatabase } from '../start/open-database.ts'
import { readOrMakeSecretKey, secretKeyPath } from '../start/secret-key.ts'
import { draftPrefix, findDrafts } from '../start/restore-draft.ts'
import { BackupRefusal } from './backup-refusal.ts'
import { checkBackup } from './check-backup.ts'
import { fillDatabase } from './fill-database.ts'
import type { Manifest } from './manifest.ts'

export interface RestoreOrder {
  readonly path: string
  readonly config: Config
  readonly isWithoutKey: boolean
  readonly log: Log
}

/** Throws BackupRefusal, with nothing touched, when the backup or its target is unsuitable. */
export async function restoreBackup({ path, config, isWithoutKey, log }: RestoreOrder): Promise<Manifest> {
  const { dataDirectory } = config
  if (!config.databaseUrl && existsSync(join(dataDirectory, 'postgres'))) {
    throw new BackupRefusal(
      `${dataDirectory} holds a database already, and a restore never writes over one. Name an empty folder by ` +
        'CLUBFOLIO_DATA.',
    )
  }
  const manifest = await checkBackup({ path, isWithoutKey, ...(await findKey(config)) })
  if (config.databaseUrl) await restoreInto(config, path, manifest, log)
  else await restoreIntoFolder(config, path, manifest, log)
  return manifest
}

async function findKey({ secretKeys, dataDirectory }: Config) {
  if (secretKeys) return { secrets: createSecretBox(secretKeys), keyPlace: 'CLUBFOLIO_SECRET_KEY' }
  const keyPlace = secretKeyPath(dataDirectory)
  return {
    secrets: existsSync(keyPlace) ? createSecretBox([await readOrMakeSecretKey(dataDirectory)]) : undefined,
    keyPlace,
  }
}

async function restoreInto(config: Config, path: string, manifest: Manifest, log: Log): Promise<void> {
  const database = await openDatabase(config, log)
  try {
    await fillDatabase({ path, manifest, database })
  } finally {
    await database.close()
  }
}

async function restoreIntoFolder(config: Config, path: string, manifest: Manifest, log: Log): Promise<void> {
  const { dataDirectory } = config
  await mkdir(dataDirectory, { recursive: true })
  await removeDrafts(dataDirectory)
  // Inside the folder, which may be a separate disk: a rename works within one file system only.
  const draft = join(dataDirectory, `${draftPrefix}${process.pid}`)
  try {
    await restoreInto({ ...config, dataDirectory: draft }, path, manifest, log)
    // The database comes last: with it the folder is complete.
    const parts = (await readdir(draft)).toSorted(
      (one, other) => Number(one === 'postgres') - Number(other === 'postgres'),
    )
    for (const part of parts) await rename(join(draft, part), join(dataDirectory, part))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Removes the leftovers of a killed restore. Throws BackupRefusal while its process runs. */
async function removeDrafts(dataDirectory: string): Promise<void> {
  for (const name of await findDrafts(dataDirectory)) {
    if (isRunning(Number(name.slice(draftPrefix.length)))) {
      throw new BackupRefusal(
        `Another restore into ${dataDirectory} is running (process ${name.slice(draftPrefix.length)}). Try ` +
          'again when it has finished.',
      )
    }
    await rm(join(dataDirectory, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return pid !== process.pid
  } catch {
    return false
  }
}
