// `node scripts/run-built.mjs FILE args…`: brings packages and programs up to date, then runs a built program as if it
// had been started directly; in a release with the settings and the user of its service. Progress goes to standard
// error, so the program's output can be piped.
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildWhenStale } from './set-up/build-when-stale.mjs'
import { installWhenStale } from './set-up/install-when-stale.mjs'
import { requireNode } from './set-up/require-node.mjs'
import { useSettings } from './set-up/use-settings.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (/** @type {string} */ line) => console.error(line)
const [file, ...args] = process.argv.slice(2)

if (file === undefined) {
  console.error('Which program? Say: node scripts/run-built.mjs packages/<package>/dist/<program>.js')
  process.exit(2)
}

try {
  requireNode(root)
  await installWhenStale(root, say)
  await buildWhenStale(root, say, { withPages: false })
  // The paper brokerage has settings of its own, and may run on another machine.
  if (file.startsWith('packages/server/')) useSettings(root, say)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

if (process.exitCode !== undefined) process.exit()
const program = resolve(root, file)
process.argv = [process.execPath, program, ...args]
await import(pathToFileURL(program).href)
