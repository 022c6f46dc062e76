/**
 * An expected failure of taking or restoring a backup: a sentence for the person at the console that explains what to
 * do.
 */
export class BackupRefusal extends Error {
  override readonly name = 'BackupRefusal'
}
