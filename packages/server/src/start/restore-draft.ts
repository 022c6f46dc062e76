// The folder in which a restore builds the database of a data folder. A leftover one means that a restore was killed.
import { readdir } from 'node:fs/promises'
import { DataFolderRefusal } from '../db/embedded/data-folder-refusal.ts'

/** Followed by the process id of the restore. */
export const draftPrefix = 'restoring-'

export const findDrafts = async (dataDirectory: string): Promise<string[]> =>
  (await readdir(dataDirectory)).filter((name) => name.startsWith(draftPrefix))

/** Throws the refusal UNFINISHED_RESTORE. A folder that contains a database is complete, whatever else is in it. */
export async function refuseUnfinishedFolder(dataDirectory: string): Promise<void> {
  const names = await readdir(dataDirectory)
  const draft = names.find((name) => name.startsWith(draftPrefix))
  if (draft === undefined || names.includes('postgres')) return
  throw new DataFolderRefusal(
    'UNFINISHED_RESTORE',
    `A restore into ${dataDirectory} did not finish, and nothing of it is in use. ` +
      `Run npm run restore again with the same file, or delete ${draft} there to start with an empty installation.`,
  )
}
