// `npm run release [-- --into FOLDER]`: makes clubfolio-<version>.tar.gz of the last commit, which starts with Node alone:
// built, with the packages of the running product, a bill of materials and the sum of every file. Two releases of a
// commit on one platform are equal byte by byte. Source: docs/decisions/0124-releases.md.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makeRelease } from './release/make-release.mjs'
import { requireNode } from './set-up/require-node.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({ options: { into: { type: 'string', default: root } } })
const into = resolve(values.into)
const beganMs = performance.now()
const workspace = mkdtempSync(join(tmpdir(), 'clubfolio-release-'))
try {
  requireNode(root)
  mkdirSync(into, { recursive: true })
  const { archive, files, bytes } = await makeRelease({ root, workspace, into, say: (line) => console.error(line) })
  const seconds = ((performance.now() - beganMs) / 1000).toFixed(0)
  console.log(`${archive}: ${files} files, ${(bytes / 1_048_576).toFixed(1)} MB, made in ${seconds} s.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(workspace, { recursive: true, force: true })
}
