// All checks of a backup that are possible before anything is touched: the file itself, its age, and the key of its
// secrets.
import { knownMigrations } from '../db/migrate.ts'
import type { SecretBox } from '../kernel/secret.ts'
import { readBackupFile } from './backup-file.ts'
import { BackupRefusal } from './backup-refusal.ts'
import type { Manifest } from './manifest.ts'
import { newestPaperStep } from './paper-tables.ts'

export interface BackupCheck {
  readonly path: string
  /** Undefined if there is no key at all. */
  readonly secrets: Pick<SecretBox, 'hasKey'> | undefined
  /** Where the key was looked for: `CLUBFOLIO_SECRET_KEY`, or a file's path. */
  readonly keyPlace: string
  /** Continue although the secrets will stay unreadable. */
  readonly isWithoutKey: boolean
}

/** Throws BackupRefusal with a sentence that explains what to do. */
export async function checkBackup({ path, secrets, keyPlace, isWithoutKey }: BackupCheck): Promise<Manifest> {
  const manifest = await readBackupFile(path)
  const unknown = manifest.migrations.find((name) => !knownMigrations.includes(name))
  const isNewer = unknown !== undefined || (manifest.paperStep ?? 0) > (await newestPaperStep())
  if (isNewer) {
    const what = unknown === undefined ? "a later step of the paper brokerage's tables" : unknown
    throw new BackupRefusal(
      `${path} was made by a newer Clubfolio (${manifest.productVersion}), which knows ${what}; this one does ` +
        'not. Restore it with that version or a later one.',
    )
  }
  if (!isWithoutKey && manifest.sealedWith.some((id) => !secrets?.hasKey(id))) {
    const given = secrets === undefined ? `There is no key: ${keyPlace} is missing.` : `${keyPlace} holds another key.`
    throw new BackupRefusal(
      `Broker accesses and bank numbers in this backup are sealed with a key that a backup never holds. ${given} ` +
        'Put the key of the old installation there and restore again. ' +
        'If it is lost, add --without-key: everything else comes back, and the accounts have to be linked again.',
    )
  }
  return manifest
}
