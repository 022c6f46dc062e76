import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const longest = 120

test('every line of the product fits into 120 columns, also the texts and statements that the formatter leaves', () => {
  const files = readdirSync('packages').flatMap(readSourceNames)
  expect(files.length).toBeGreaterThan(1000)
  expect(files.flatMap(findLongLines)).toEqual([])
})

/** Returns the paths of a package's source files, without its tests. */
function readSourceNames(/** @type {string} */ packageName) {
  return readdirSync(`packages/${packageName}/src`, { recursive: true, encoding: 'utf8' })
    .map((file) => `packages/${packageName}/src/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|spec)\.tsx?$|\/testing\/|\.d\.ts$/.test(file))
}

/** Returns the place of every long line: "packages/web/src/main.tsx:7". */
function findLongLines(/** @type {string} */ file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.length > longest ? [`${file}:${index + 1}`] : []))
}
