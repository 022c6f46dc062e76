// Refuses a Node that is too old with a clear message, before anything fails in an obscure way.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export function requireNode(/** @type {string} */ root, version = process.versions.node) {
  const wanted = /(\d+)\.(\d+)/.exec(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node)
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [wantedMajor = 0, wantedMinor = 0] = wanted ? [Number(wanted[1]), Number(wanted[2])] : []
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  throw new Error(`Clubfolio needs Node ${wantedMajor}.${wantedMinor} or newer; this is Node ${version}.`)
}
