// The only server folder from which files may be imported by name; nothing outside of it can be named.
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Refusal } from '@clubfolio/contract'

export interface ImportableFile {
  readonly name: string
  readonly byteCount: number
}

const importable = /\.((csv|tsv|txt)(\.gz)?|zip)$/i
const mostFiles = 500

/** Returns the table files of the folder and its subfolders by relative name; empty if the folder does not exist. */
export async function listImportFiles(folder: string): Promise<ImportableFile[]> {
  const root = await realpath(folder).catch(() => undefined)
  if (root === undefined) return []
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && importable.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
    .slice(0, mostFiles)
  return Promise.all(names.map(async (name) => ({ name, byteCount: (await stat(join(root, name))).size })))
}

/** Returns the path of a file in the folder. Throws `importFileMissing` for any other name. */
export async function importFilePath(folder: string, name: string): Promise<string> {
  const files = await listImportFiles(folder)
  if (!files.some((file) => file.name === name)) throw new Refusal('importFileMissing')
  return join(await realpath(folder), name)
}
