// An exported name has one meaning in the packages of the product: a reader of `Opening` or `refusalOf` does not have to
// ask of what. The paper brokerage and the simulated market are programs of their own and use the same words for their
// own things.
import { readdirSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

const packages = ['domain', 'contract', 'charts', 'server', 'web']

/**
 * Names of two files that mean the same thing, with what keeps the two alike.
 * @type {Readonly<Record<string, string>>}
 */
const sameMeaning = {
  OrderQuestion: "the contract's schema, which has to match the domain's type",
}

const filesByName = findFilesByName()

test('an exported name has one meaning in the product', () => {
  expect(filesByName.size).toBeGreaterThan(3000)
  const shared = [...filesByName].filter(([name, files]) => files.length > 1 && !(name in sameMeaning))
  expect(shared.map(([name, files]) => `${name}: ${files.join(', ')}`)).toEqual([])
})

test('every name that is allowed twice is still there twice', () => {
  expect(Object.keys(sameMeaning).filter((name) => filesByName.get(name)?.length !== 2)).toEqual([])
})

/** Returns the files that declare each exported name; a schema and the type of the same name are in one file. */
function findFilesByName() {
  /** @type {Map<string, string[]>} */
  const found = new Map()
  for (const file of packages.flatMap(readSourceNames))
    for (const name of new Set(readExports(file))) found.set(name, [...(found.get(name) ?? []), file])
  return found
}

/** Returns the paths of a package's source files, without its tests and migrations. */
function readSourceNames(/** @type {string} */ packageName) {
  return readdirSync(`packages/${packageName}/src`, { recursive: true, encoding: 'utf8' })
    .map((file) => `packages/${packageName}/src/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|spec)\.tsx?$|\/testing\/|\/migrations\/|\.d\.ts$/.test(file))
}

/** Returns the names that a file exports with their declaration. */
function readExports(/** @type {string} */ file) {
  const { body } = parseAst(readFileSync(file, 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  return body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return []
    const { declaration } = statement
    const declared = declaration.type === 'VariableDeclaration' ? declaration.declarations : [declaration]
    return declared.flatMap(({ id }) => (id?.type === 'Identifier' ? [id.name] : []))
  })
}
