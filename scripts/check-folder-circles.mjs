// Fails when folders that should be layers import each other in a circle, type imports included. The linter finds
// circles of files; a circle of folders can exist without one. See docs/decisions/0032-layered-features.md.
//
//   node scripts/check-folder-circles.mjs
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Every folder directly below one of these is a layer. */
const layered = [
  'packages/contract/src',
  'packages/domain/src',
  'packages/paper-broker/src',
  'packages/server/src/features',
  'packages/server/src/features/fund',
  'packages/web/src/features',
  'packages/web/src/features/fund',
]

/** @typedef {{ path: string, text: string }} Source */
/** @typedef {{ folders: string[], imports: string[] }} Circle */

/**
 * Returns the circles among the folders directly below `base`. A file in `base` itself belongs to no folder.
 * @param {string} base
 * @param {readonly Source[]} sources Product files with absolute paths; tests may import anything.
 * @returns {Circle[]}
 */
export function findCircles(base, sources) {
  /** @type {Map<string, Map<string, string[]>>} */
  const imports = new Map()
  for (const { path, text } of sources) {
    const from = folderOf(base, path)
    if (from === undefined) continue
    for (const [, target = ''] of text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const to = folderOf(base, resolve(dirname(path), target))
      if (to === undefined || to === from) continue
      const outgoing = imports.get(from) ?? new Map()
      outgoing.set(to, [...(outgoing.get(to) ?? []), `${path.slice(base.length + 1)} imports ${target}`])
      imports.set(from, outgoing)
    }
  }
  const reached = new Map([...imports.keys()].map((folder) => [folder, reachableFrom(folder, imports)]))
  const inCircle = [...reached]
    .filter(([folder, others]) => others.has(folder))
    .map(([folder]) => folder)
    .sort()
  /** @type {Circle[]} */
  const circles = []
  while (inCircle.length > 0) {
    const first = inCircle[0] ?? ''
    const folders = inCircle.filter((folder) => reached.get(first)?.has(folder) && reached.get(folder)?.has(first))
    for (const folder of folders) inCircle.splice(inCircle.indexOf(folder), 1)
    circles.push({
      folders,
      imports: folders.flatMap((from) => folders.flatMap((to) => imports.get(from)?.get(to) ?? [])),
    })
  }
  return circles
}

/** @returns {string | undefined} */
function folderOf(/** @type {string} */ base, /** @type {string} */ path) {
  if (!path.startsWith(base + sep)) return undefined
  const [folder, ...rest] = path.slice(base.length + 1).split(sep)
  return rest.length > 0 ? folder : undefined
}

/** @returns {Set<string>} */
function reachableFrom(/** @type {string} */ start, /** @type {Map<string, Map<string, string[]>>} */ imports) {
  /** @type {Set<string>} */
  const found = new Set()
  const open = [start]
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const next of imports.get(folder)?.keys() ?? []) {
      if (found.has(next)) continue
      found.add(next)
      open.push(next)
    }
  }
  return found
}

/** @returns {Source[]} */
function readSources(/** @type {string} */ folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        /\.tsx?$/.test(name) && !/\.(test|spec)\.tsx?$|\.d\.ts$/.test(name) && !name.split(sep).includes('testing'),
    )
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(folder, name), 'utf8') }))
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  for (const base of layered) {
    const folder = join(root, base)
    for (const { folders, imports } of findCircles(folder, readSources(folder))) {
      process.exitCode = 1
      console.error(`${base}: ${folders.join(', ')} import each other:`)
      for (const line of imports.slice(0, 20)) console.error(`  ${line}`)
    }
  }
  if (!process.exitCode) console.log('No folders import each other in a circle.')
}
