// SHA-256 sums in the form of `sha256sum`, so that `sha256sum --check SHA256SUMS` verifies an unpacked release.
import { createHash } from 'node:crypto'
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFolder } from './list-folder.mjs'

export const sumOfFile = (/** @type {string} */ path) => createHash('sha256').update(readFileSync(path)).digest('hex')

/** Returns a line for each file; links have none, as they hold nothing of their own. */
export function sumsOfFolder(/** @type {string} */ folder) {
  const files = listFolder(folder).filter((path) => lstatSync(join(folder, path)).isFile())
  return files.map((path) => `${sumOfFile(join(folder, path))}  ${path}\n`).join('')
}
