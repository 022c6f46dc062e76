// Money in a sentence is written by the one formatter, "$12,345.60": a dollar sign in front of a number that was written
// in another way has no separators.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const packages = ['contract', 'domain', 'server', 'web']

/** What may follow a dollar sign: parameters of a query, and unit values, which are rounded half even with separators. */
const allowed = /^(values\.push|formatHalfEven)\(/

test('no text puts a dollar sign in front of a number that it writes itself', () => {
  const found = packages.flatMap(readSources).flatMap(([file, text]) =>
    text
      .split('$${')
      .slice(1)
      .filter((rest) => !allowed.test(rest))
      .map((rest) => `${file}: $\${${rest.slice(0, 40).split('\n')[0]}`),
  )
  expect(found).toEqual([])
})

test('no text writes cents without a dollar sign', () => {
  const found = packages
    .flatMap(readSources)
    .filter(([, text]) => /[ ("]\$\{formatCents\(/.test(text))
    .map(([file]) => file)
  expect(found).toEqual([])
})

/** Returns the source files of a package with their texts, without its tests and migrations. */
function readSources(/** @type {string} */ packageName) {
  const folder = `packages/${packageName}/src`
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|spec)\.tsx?$|\/testing\/|\/migrations\//.test(file))
    .map((file) => /** @type {const} */ ([file, readFileSync(file, 'utf8')]))
}
