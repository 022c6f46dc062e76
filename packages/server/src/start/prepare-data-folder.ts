// Creates the data folder and tests it by writing before anything else relies on it, so that an obstacle is reported as
// a sentence.
import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DataFolderRefusal } from '../db/embedded/data-folder-refusal.ts'

const reasons: Readonly<Record<string, string>> = {
  EROFS: 'its disk is mounted read-only',
  EACCES: 'the rights of this user do not allow it',
  EPERM: 'the system does not permit it',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a file stands in its place',
  ENOENT: 'the system makes no folder there',
}

/** Throws the refusal NOT_WRITABLE. */
export async function prepareDataFolder(folder: string): Promise<void> {
  const trial = join(folder, `write-trial-${randomBytes(6).toString('hex')}`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(trial, 'room for a little', { flush: true })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new DataFolderRefusal(
        'NOT_WRITABLE',
        `The data folder ${folder} cannot be written to: there is no room on its disk. Make room and start ` +
          'again; nothing was changed.',
      )
    const reason = reasons[code]
    if (reason === undefined) throw error
    throw new DataFolderRefusal(
      'NOT_WRITABLE',
      `The data folder ${folder} cannot be written to: ${reason}. Make it writable for this user, or give ` +
        'Clubfolio another one with CLUBFOLIO_DATA; nothing was changed.',
    )
  } finally {
    await rm(trial, { force: true }).catch(() => undefined)
  }
}
