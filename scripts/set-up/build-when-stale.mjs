// Builds the programs (tsc) and the pages (vite) when their sources changed since the last build. A build leaves a
// digest of its sources; digests are reliable where dates are not (copies, older checkouts, restored files).
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isRelease } from './release-mark.mjs'
import { runProgram } from './run-program.mjs'

/** @typedef {{ name: string, sources: string[], outputs: string[], command: string[] }} Build */

/** @type {Build} */
const programs = {
  name: 'programs',
  sources: [
    'tsconfig.base.json',
    'package-lock.json',
    'packages/domain',
    'packages/contract',
    'packages/simulated-market',
    'packages/statement-files',
    'packages/paper-broker',
    'packages/server',
  ],
  outputs: ['domain', 'contract', 'simulated-market', 'statement-files', 'paper-broker', 'server'].map(
    (name) => `packages/${name}/dist/.tsbuildinfo`,
  ),
  command: ['node_modules/typescript/bin/tsc', '-b', 'packages/server', 'packages/paper-broker'],
}

/** @type {Build} */
const pages = {
  name: 'pages',
  sources: ['domain', 'contract', 'charts', 'statement-files', 'web']
    .map((name) => `packages/${name}`)
    .concat('package-lock.json'),
  outputs: ['packages/web/dist/index.html'],
  command: ['node_modules/vite/bin/vite.js', 'build', 'packages/web', '--logLevel', 'error'],
}

/**
 * Builds what is stale, in parallel, and resolves with the names of what was built. Commands that show no page exclude
 * the pages.
 */
export async function buildWhenStale(
  /** @type {string} */ root,
  /** @type {(line: string) => void} */ say,
  { withPages = true } = {},
) {
  if (isRelease(root)) return []
  const stale = (withPages ? [programs, pages] : [programs]).filter((build) => isStale(root, build))
  if (stale.length > 0) say(`Building the ${stale.map((build) => build.name).join(' and the ')}.`)
  const results = await Promise.all(stale.map((build) => run(root, build)))
  const failed = stale.filter((_, index) => results[index] !== 0)
  if (failed.length > 0)
    throw new Error(
      `Building the ${failed.map((build) => build.name).join(' and the ')} did not succeed; the messages stand above.`,
    )
  return stale.map((build) => build.name)
}

async function run(/** @type {string} */ root, /** @type {Build} */ build) {
  const digest = digestSources(root, build.sources)
  const stamp = stampPath(root, build)
  // Without its stamp, a build that is killed half way counts as stale.
  rmSync(stamp, { force: true })
  const code = await runProgram(process.execPath, build.command, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (code === 0) {
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, digest)
  }
  return code
}

function isStale(/** @type {string} */ root, /** @type {Build} */ build) {
  if (build.outputs.some((output) => !existsSync(join(root, output)))) return true
  const stamp = stampPath(root, build)
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== digestSources(root, build.sources)
}

function stampPath(/** @type {string} */ root, /** @type {Build} */ build) {
  return join(root, 'node_modules', '.clubfolio', `${build.name}.digest`)
}

function digestSources(/** @type {string} */ root, /** @type {string[]} */ sources) {
  const hash = createHash('sha256')
  for (const path of sources.flatMap((source) => filesBelow(join(root, source))).sort()) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0')
  }
  return hash.digest('hex')
}

/** @returns {string[]} */
function filesBelow(/** @type {string} */ path) {
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return [path]
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
  return entries
    .filter((entry) => entry.name !== 'dist' && entry.name !== 'node_modules' && !entry.name.endsWith('.tsbuildinfo'))
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(join(path, entry.name)) : entry.isFile() ? [join(path, entry.name)] : [],
    )
}
