// Seeds of random tests that come from the content: the same content always tests the same input, in whatever clone,
// and every change tests other input.
import { spawnSync } from 'node:child_process'

/**
 * Sets the seeds of random input and of the order of files from the committed content, unless they are set. With
 * changes that are not committed, or outside of a repository, each run keeps a seed of its own.
 */
export function useContentSeed(/** @type {string} */ root, /** @type {(line: string) => void} */ say) {
  const seed = contentSeed(root)
  if (seed === undefined) return
  process.env['PROPERTY_SEED'] ??= seed
  process.env['TEST_SEED'] ??= seed
  say(`Seeds of the content: PROPERTY_SEED=${process.env['PROPERTY_SEED']} TEST_SEED=${process.env['TEST_SEED']}`)
}

/** Returns a seed below 2^28 made from the tree of the last commit; undefined where the content is not just that. */
export function contentSeed(/** @type {string} */ root) {
  const changed = git(root, 'status', '--porcelain')
  const tree = git(root, 'rev-parse', 'HEAD^{tree}')
  return changed === '' && tree !== undefined ? String(Number.parseInt(tree.slice(0, 7), 16)) : undefined
}

/** Returns what git prints; undefined where it is missing or refuses. */
function git(/** @type {string} */ cwd, /** @type {string[]} */ ...words) {
  const { status, stdout } = spawnSync('git', words, { cwd, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
