// An unpacked release has everything built and installed; its RELEASE.json says which version it is and for which
// platform. Source: docs/decisions/0124-releases.md.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ version: string, commit: string, builtFrom: string, platform: string }} ReleaseMark */

export const releaseMarkName = 'RELEASE.json'

/** Returns what `npm run release` wrote, or undefined in a clone. */
export function readReleaseMark(/** @type {string} */ root) {
  const path = join(root, releaseMarkName)
  return existsSync(path) ? /** @type {ReleaseMark} */ (JSON.parse(readFileSync(path, 'utf8'))) : undefined
}

/** "linux-x64": releases carry PostgreSQL and the password hash as programs of one platform. */
export const platformAtHand = () => `${process.platform}-${process.arch}`

/** Returns whether this is a release; throws where it was made for another platform. */
export function isRelease(/** @type {string} */ root, platform = platformAtHand()) {
  const mark = readReleaseMark(root)
  if (mark === undefined) return false
  if (mark.platform !== platform)
    throw new Error(
      `This release is for ${mark.platform}, and this machine is ${platform}. Download the release for ${platform}.`,
    )
  return true
}
