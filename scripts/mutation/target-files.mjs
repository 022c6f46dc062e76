// The files that `npm run test:mutation` changes: the books, orders and levels of `domain`, and the paper brokerage's
// matching, margin and arithmetic.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Folders of source files; their subfolders, such as `testing`, do not belong to them. */
export const targetFolders = [
  'packages/domain/src/fund',
  'packages/domain/src/money',
  'packages/domain/src/trade',
  'packages/domain/src/order',
  'packages/domain/src/account',
  'packages/domain/src/level',
  'packages/paper-broker/src/order',
  'packages/paper-broker/src/valuation',
  'packages/paper-broker/src/money',
]

/**
 * Returns the files of the list that are meant by the given paths, which are files or folders; all of them without
 * any path.
 * @example targetFiles(root, ['packages/domain/src/money']) // ['packages/domain/src/money/cents.ts', …]
 */
export function targetFiles(/** @type {string} */ root, /** @type {readonly string[]} */ paths) {
  const all = targetFolders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .toSorted()
      .map((name) => `${folder}/${name}`),
  )
  const wanted = paths.map((path) => path.replace(/^\.\//, '').replace(/\/$/, ''))
  for (const path of wanted)
    if (!all.some((file) => isWithin(file, path)))
      throw new Error(`${path} is no file or folder of the list in scripts/mutation/target-files.mjs.`)
  return wanted.length === 0 ? all : all.filter((file) => wanted.some((path) => isWithin(file, path)))
}

function isWithin(/** @type {string} */ file, /** @type {string} */ path) {
  return file === path || file.startsWith(`${path}/`)
}
