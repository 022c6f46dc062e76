// The order in which a release is packed and summed, the same on every machine.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What npm writes about its own run, and its links to programs that nothing here calls. */
const ofNpm = new Set(['.package-lock.json', '.bin'])

/** Returns files and links below a folder, with slashes, by their code units; folders are implied. */
export function listFolder(/** @type {string} */ folder, prefix = '') {
  /** @type {string[]} */
  const found = []
  for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true })) {
    if (ofNpm.has(entry.name)) continue
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    if (entry.isDirectory()) found.push(...listFolder(folder, path))
    else found.push(path)
  }
  return found.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}
