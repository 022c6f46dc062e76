// Compares the test names of two lists and reports which were lost, are new, or moved to the long tier. Exits with 1
// when a name was lost.
//
//   node scripts/test-run/compare-names.mjs --before FILE… --after FILE…
//
// A file is the output of `vitest list --json=FILE` or `playwright test --list --reporter=json > FILE`. "After" must
// include both tiers: TEST_TIER=long in front of either command lists the long one.
import { readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** @typedef {{ file: string, name: string }} Named */

/**
 * Returns every test of a list, with its file relative to the root of the repository.
 * @param {any} list
 * @returns {Named[]}
 */
export function namesOf(list) {
  if (Array.isArray(list))
    return list.map(({ file, name }) => ({ file: file.replace(/^.*?(?=(packages|scripts)\/)/, ''), name }))
  return list.suites.flatMap((/** @type {any} */ suite) => journeysIn(suite, []))
}

/** @returns {Named[]} */
function journeysIn(/** @type {any} */ suite, /** @type {string[]} */ above) {
  // The outermost title is the file.
  const titles = suite.title === suite.file ? above : [...above, suite.title]
  const own = (suite.specs ?? []).map((/** @type {any} */ spec) => ({
    file: `e2e/${spec.file}`,
    name: [...titles, spec.title].join(' > '),
  }))
  return [...own, ...(suite.suites ?? []).flatMap((/** @type {any} */ inner) => journeysIn(inner, titles))]
}

/**
 * Finds each test again by its name, first in a file of the same name, then anywhere, because a test may move to
 * another file or tier. Numbers in a name, such as a seed, may differ only when no test with the exact name is left.
 * @param {readonly Named[]} before
 * @param {readonly Named[]} after
 */
export function compareNames(before, after) {
  let lost = [...before]
  let added = [...after]
  /** @type {{ from: Named, to: Named }[]} */
  const found = []
  for (const sameTest of [
    (/** @type {Named} */ one) => `${stem(one.file)} ${one.name}`,
    (/** @type {Named} */ one) => `${stem(one.file)} ${withoutNumbers(one.name)}`,
    (/** @type {Named} */ one) => one.name,
    (/** @type {Named} */ one) => one.name.split(' > ').at(-1) ?? '',
  ]) {
    /** @type {Map<string, Named[]>} */
    const left = new Map()
    for (const one of added) left.set(sameTest(one), [...(left.get(sameTest(one)) ?? []), one])
    lost = lost.filter((from) => {
      const to = left.get(sameTest(from))?.shift()
      if (to) found.push({ from, to })
      return !to
    })
    added = [...left.values()].flat()
  }
  const isLong = (/** @type {Named} */ { file }) => /\.long\.(test|spec)\./.test(file)
  return { lost, added, movedToLong: found.filter(({ from, to }) => isLong(to) && !isLong(from)).map(({ to }) => to) }
}

/** Returns the file name without folder and tier. */
const stem = (/** @type {string} */ file) =>
  (file.split('/').at(-1) ?? '').replace(/(\.(pure|process|browser|long))*\.(test|spec)\.\w+$/, '')
const withoutNumbers = (/** @type {string} */ name) =>
  name
    .replaceAll(/over \d+ /g, 'over ')
    .replaceAll(/ each(?= \(seed)/g, '')
    .replaceAll(/ ?\(seed \d+\)/g, '')
    .replaceAll(/\d+/g, '#')

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2)
  const split = words.indexOf('--after')
  if (words[0] !== '--before' || split < 2 || split === words.length - 1)
    throw new Error('Usage: compare-names.mjs --before FILE… --after FILE…')
  const read = (/** @type {string[]} */ files) =>
    files.flatMap((file) => namesOf(JSON.parse(readFileSync(file, 'utf8'))))
  const [before, after] = [read(words.slice(1, split)), read(words.slice(split + 1))]
  const { lost, added, movedToLong } = compareNames(before, after)
  for (const [title, names] of /** @type {const} */ ([
    ['Lost', lost],
    ['Added', added],
    ['Moved to the long tier', movedToLong],
  ])) {
    console.log(`\n${title}: ${names.length}`)
    for (const { file, name } of names) console.log(`  ${file} > ${name}`)
  }
  console.log(`\n${before.length} before, ${after.length} after, ${lost.length} lost`)
  process.exitCode = lost.length > 0 ? 1 : 0
}
