// Runs a TypeScript program of the repository from its sources, after bringing packages, programs and pages up to date.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { buildWhenStale } from './build-when-stale.mjs'
import { installWhenStale } from './install-when-stale.mjs'
import { requireNode } from './require-node.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const say = (/** @type {string} */ line) => console.error(line)

/** Resolves with the program's exit code; `environment` is added to our own. */
export async function runTypeScript(
  /** @type {string} */ file,
  /** @type {string[]} */ args,
  /** @type {Record<string, string>} */ environment = {},
) {
  requireNode(root)
  await installWhenStale(root, say)
  await buildWhenStale(root, say)
  const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', file, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}
