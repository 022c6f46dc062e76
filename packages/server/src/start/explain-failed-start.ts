// What a program prints when it could not start, and its exit code: a sentence for what its user can change, the whole
// error for the rest.
import { DataFolderRefusal } from '../db/embedded/data-folder-refusal.ts'
import { ConfigError } from '../kernel/config.ts'

/** Prints the reason and returns the exit code. */
export function explainFailedStart(error: unknown): number {
  const isPlain = error instanceof ConfigError || error instanceof DataFolderRefusal
  if (isPlain) console.error(`Clubfolio did not start.\n${error.message}`)
  else console.error('Clubfolio did not start because of a fault:\n', error)
  return isPlain ? 2 : 1
}
