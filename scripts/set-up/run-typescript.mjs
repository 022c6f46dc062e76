// Runs a TypeScript program of the repository from its sources, after packages, programs and pages were brought up to date.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { buildWhenStale } from './build-when-stale.mjs'
import { installWhenStale } from './install-when-stale.mjs'
import { requireNode } from './require-node.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const say = (/** @type {string} */ line) => console.error(line)

/** Resolves when the program ended well; otherwise this process ends with the program's exit code. */
export async function runTypeScript(/** @type {string} */ file, /** @type {string[]} */ args) {
  requireNode(root)
  await installWhenStale(root, say)
  await buildWhenStale(root, say)
  const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', file, ...args], { cwd: root, stdio: 'inherit' })
  const code = await new Promise((resolve) => child.once('exit', (exitCode) => resolve(exitCode ?? 1)))
  if (code !== 0) process.exit(code)
}
