import { readdir } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'

/** Returns the built files of a folder as URL paths; nothing else in it is served. A missing folder has none. */
export async function listFiles(directory: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
  return new Set(
    paths
      .map((path) => path.split(sep).join(posix.sep))
      .filter((path) => !path.split('/').some((part) => part.startsWith('.')) && !isCompressed.test(path)),
  )
}

const isCompressed = /\.(br|gz)$/
