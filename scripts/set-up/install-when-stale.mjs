// Brings node_modules in line with package-lock.json. npm leaves a list of what it installed; comparing the two lists
// instead of file dates is also correct for copies and older checkouts.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRelease } from './release-mark.mjs'
import { npmCommand, runProgram } from './run-program.mjs'

/** @returns {Promise<boolean>} whether there was something to install */
export async function installWhenStale(/** @type {string} */ root, /** @type {(line: string) => void} */ say) {
  if (isRelease(root)) return false
  const reason = staleReason(root)
  if (reason === undefined) return false
  say(`Installing the packages: ${reason}.`)
  const npm = npmCommand()
  // Building needs the development packages, even when NODE_ENV is production. Warnings about packages of packages are
  // no business of a person who starts the product.
  const code = await runProgram(
    npm.command,
    [...npm.args, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: root },
  )
  if (code !== 0) throw new Error('npm ci did not succeed; its own message stands above.')
  return true
}

/** Returns why node_modules does not match the lock file, or undefined when it does. */
export function staleReason(/** @type {string} */ root) {
  const installedList = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installedList)) return 'there are none yet'
  const wanted = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(installedList)
  for (const [path, { version, integrity, optional, link }] of Object.entries(wanted)) {
    if (!path.startsWith('node_modules/') || link) continue
    const found = installed[path]
    // Packages for other platforms are optional and may be absent.
    if (!found && optional) continue
    if (!found) return `${path.slice('node_modules/'.length)} is missing`
    if (found.version !== version || found.integrity !== integrity)
      return `${path.slice('node_modules/'.length)} is another version`
  }
  return undefined
}

/** @returns {Record<string, { version?: string, integrity?: string, optional?: boolean, link?: boolean }>} */
function readPackages(/** @type {string} */ path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages ?? {}
}
