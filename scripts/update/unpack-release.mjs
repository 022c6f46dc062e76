// Unpacks a release beside the one that runs. Its folder gets its name only when every file is as it was made, for this
// platform and this Node: a folder that is there is whole.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sumOfFile } from '../release/sums.mjs'
import { isRelease, readReleaseMark } from '../set-up/release-mark.mjs'
import { requireNode } from '../set-up/require-node.mjs'
import { UpdateRefusal } from './read-installation.mjs'

/**
 * Returns the folder of the release.
 * @param {string} archive
 * @param {Pick<import('./read-installation.mjs').Installation, 'home'>} installation
 * @param {(line: string) => void} say
 */
export async function unpackRelease(archive, { home }, say) {
  if (!existsSync(archive)) throw new UpdateRefusal(`There is no file ${archive}.`)
  const sum = `${archive}.sha256`
  if (!existsSync(sum))
    throw new UpdateRefusal(`${sum} is missing. Put it beside the archive; it shows that the download is whole.`)
  if (readFileSync(sum, 'utf8').split(/\s/)[0] !== sumOfFile(archive))
    throw new UpdateRefusal(`${archive} is not what ${basename(sum)} says. Download both again.`)
  say(`Unpacking ${basename(archive)}.`)
  const draft = mkdtempSync(join(home, '.unpacking-'))
  try {
    const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', draft], { encoding: 'utf8' })
    if (status !== 0) throw new UpdateRefusal(`The archive cannot be unpacked: ${stderr}`)
    const [name = '', ...others] = readdirSync(draft)
    const unpacked = join(draft, name)
    const mark = readReleaseMark(unpacked)
    if (mark === undefined || others.length > 0) throw new UpdateRefusal(`${archive} is no release of Clubfolio.`)
    requireFit(unpacked)
    const torn = findOther(unpacked)
    if (torn !== undefined)
      throw new UpdateRefusal(`${torn} of the unpacked release is not as it was made. Is the disk full, or broken?`)
    const target = join(home, name)
    if (!existsSync(target)) {
      renameSync(unpacked, target)
      return target
    }
    if (readReleaseMark(target)?.commit !== mark.commit)
      throw new UpdateRefusal(`${target} holds another build of ${mark.version}. Move it away first.`)
    const changed = findOther(target)
    if (changed !== undefined)
      throw new UpdateRefusal(
        `${target} is there already, but its ${changed} is not as it was made. Move it away first.`,
      )
    return target
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Throws where the release is for another platform or a newer Node. */
function requireFit(/** @type {string} */ folder) {
  try {
    isRelease(folder)
    requireNode(folder)
  } catch (error) {
    throw new UpdateRefusal(error instanceof Error ? error.message : String(error))
  }
}

/** Returns the first file that is missing or not as it was made. */
function findOther(/** @type {string} */ folder) {
  const sums = join(folder, 'SHA256SUMS')
  if (!existsSync(sums)) return 'SHA256SUMS'
  const lines = readFileSync(sums, 'utf8').trimEnd().split('\n')
  const isAsMade = (/** @type {string} */ line) => {
    const path = join(folder, line.slice(66))
    return existsSync(path) && sumOfFile(path) === line.slice(0, 64)
  }
  return lines.find((line) => !isAsMade(line))?.slice(66)
}
