// What a release holds of a built source folder: the programs without their tests, the pages, the scripts that start
// them, and the documentation.
import { cpSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The packages whose programs run on a server; the others are only in the built pages. */
export const runningPackages = ['domain', 'contract', 'simulated-market', 'statement-files', 'paper-broker', 'server']

const runningScripts = [
  'scripts/start.mjs',
  'scripts/run-built.mjs',
  'scripts/update.mjs',
  'scripts/go-back.mjs',
  'scripts/update/read-installation.mjs',
  'scripts/update/replace-version.mjs',
  'scripts/update/unpack-release.mjs',
  'scripts/release/list-folder.mjs',
  'scripts/release/sums.mjs',
  'scripts/set-up/build-when-stale.mjs',
  'scripts/set-up/choose-say.mjs',
  'scripts/set-up/install-when-stale.mjs',
  'scripts/set-up/release-mark.mjs',
  'scripts/set-up/require-node.mjs',
  'scripts/set-up/run-program.mjs',
  'scripts/set-up/use-settings.mjs',
]
const runningCommands = ['start', 'import', 'backup', 'restore', 'admin', 'paper-broker', 'update', 'go-back']
const texts = ['README.md', 'SECURITY.md', 'docs', 'openapi.json', 'deploy']
/** The pages, and the documentation that is served beside them. */
const pages = ['packages/web/dist', 'site/dist']

/** Whether a file of `dist` runs: no test, no declaration of types, no record of the compiler. */
export const isRunning = (/** @type {string} */ path) =>
  !/\.(test|browser\.test|process\.test|long\.test)\.js(\.map)?$|\.d\.ts(\.map)?$|\.tsbuildinfo$|(^|\/)fixtures\//.test(
    path,
  )

/** Copies everything but node_modules; the manifests and the lock file stay as they are for `npm ci`. */
export function gatherFiles(/** @type {string} */ source, /** @type {string} */ target) {
  const copy = (/** @type {string} */ path) => {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    cpSync(join(source, path), join(target, path), { recursive: true })
  }
  const manifests = readdirSync(join(source, 'packages')).map((name) => `packages/${name}/package.json`)
  for (const path of ['package.json', 'package-lock.json', ...manifests, ...runningScripts]) copy(path)
  for (const path of texts.filter((text) => readdirSync(source).includes(text))) copy(path)
  for (const name of runningPackages) {
    const dist = join('packages', name, 'dist')
    cpSync(join(source, dist), join(target, dist), { recursive: true, filter: isRunning })
  }
  for (const path of pages) copy(path)
}

/** Returns the package.json of the release: the commands that it has, and the Node that it needs. */
export function runtimeManifest(/** @type {string} */ source) {
  const { name, version, description, type, engines, scripts } = JSON.parse(
    readFileSync(join(source, 'package.json'), 'utf8'),
  )
  const commands = Object.fromEntries(runningCommands.map((command) => [command, scripts[command]]))
  const manifest = { name, version, private: true, description, type, engines, scripts: commands }
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}
