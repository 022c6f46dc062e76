// Makes a release in a folder of its own: exports the commit, builds it, gathers what runs, and packs it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildWhenStale } from '../set-up/build-when-stale.mjs'
import { platformAtHand, releaseMarkName } from '../set-up/release-mark.mjs'
import { npmCommand, runProgram } from '../set-up/run-program.mjs'
import { billOfMaterials } from './bill-of-materials.mjs'
import { findMissingImports } from './find-missing-imports.mjs'
import { gatherFiles, runningPackages, runtimeManifest } from './gather-files.mjs'
import { packFolder } from './pack-folder.mjs'
import { sumOfFile, sumsOfFolder } from './sums.mjs'

/**
 * Writes clubfolio-<version>.tar.gz and its .sha256 into `into`. `workspace` is an empty folder, which needs 2 GB.
 * @param {{ root: string, workspace: string, into: string, say: (line: string) => void }} order
 */
export async function makeRelease({ root, workspace, into, say }) {
  const changed = git(root, ['status', '--porcelain'])
  if (changed !== '') throw new Error(`A release is made of a commit. Commit or remove these first:\n${changed}`)
  const commit = git(root, ['rev-parse', 'HEAD'])
  const committedAt = Number(git(root, ['show', '--no-patch', '--format=%ct', 'HEAD']))

  say('Exporting the commit.')
  const source = join(workspace, 'source')
  git(root, ['clone', '--quiet', '--no-hardlinks', root, source])
  await npm(source, ['ci', '--include=dev', '--include=optional'], say)
  await buildWhenStale(source, say)
  await npm(source, ['run', 'docs'], say)

  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const name = `clubfolio-${version}`
  const target = join(workspace, name)
  mkdirSync(target)
  gatherFiles(source, target)
  say('Installing the packages of the running product.')
  const workspaces = ['packages/server', 'packages/paper-broker'].flatMap((path) => ['--workspace', path])
  await npm(target, ['ci', '--omit=dev', '--include=optional', '--ignore-scripts', ...workspaces], say)
  // What only the installation needed names packages and commands that a release does not have.
  for (const name of readdirSync(join(target, 'packages')).filter((one) => !runningPackages.includes(one)))
    rmSync(join(target, 'packages', name, 'package.json'))
  rmSync(join(target, 'package-lock.json'))
  writeFileSync(join(target, 'package.json'), runtimeManifest(source))
  await linkLibraries(target)

  const missing = findMissingImports(target, runningPackages)
  if (missing.length > 0) throw new Error(`The release lacks files that it imports:\n${missing.join('\n')}`)
  const mark = { version, commit, builtFrom: new Date(committedAt * 1000).toISOString(), platform: platformAtHand() }
  writeFileSync(join(target, releaseMarkName), `${JSON.stringify(mark, undefined, 2)}\n`)
  const bill = billOfMaterials(target, { version, commit, builtFrom: mark.builtFrom })
  writeFileSync(join(target, 'sbom.json'), bill)
  writeFileSync(join(target, 'SHA256SUMS'), sumsOfFolder(target))

  say('Packing.')
  const archive = join(into, `${name}.tar.gz`)
  const files = await packFolder({ folder: target, name, archive, modifiedAt: new Date(committedAt * 1000) })
  writeFileSync(`${archive}.sha256`, `${sumOfFile(archive)}  ${name}.tar.gz\n`)
  return { archive, files, bytes: statSync(archive).size }
}

/** Creates the links between PostgreSQL's libraries now: a user who starts the release may not write to its folder. */
async function linkLibraries(/** @type {string} */ target) {
  const program = join(target, 'packages/server/dist/db/embedded/find-binaries.js')
  const { findBinaries } = await import(pathToFileURL(program).href)
  findBinaries()
}

async function npm(/** @type {string} */ cwd, /** @type {string[]} */ args, /** @type {(line: string) => void} */ say) {
  const { command, args: first } = npmCommand()
  say(`npm ${args.join(' ')}`)
  const code = await runProgram(command, [...first, ...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd })
  if (code !== 0) throw new Error(`npm ${args[0]} did not succeed; the messages are above.`)
}

function git(/** @type {string} */ cwd, /** @type {string[]} */ args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args[0]} did not succeed: ${stderr}`)
  return stdout.trim()
}
