// Finds relative imports of a release that lead to no file, so that a program left out by mistake fails here and not on
// a user's machine.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const specifier = /(?:\bfrom|\bimport|new URL\()\s*\(?\s*['"](\.{1,2}\/[^'"]+\.js)['"]/g

/** Returns lines such as "packages/server/dist/main.js imports ./app.js". */
export function findMissingImports(/** @type {string} */ root, /** @type {readonly string[]} */ packages) {
  return packages.flatMap((name) => {
    const dist = join(root, 'packages', name, 'dist')
    return readdirSync(dist, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.js'))
      .flatMap((path) => {
        const file = join(dist, path)
        return [...readFileSync(file, 'utf8').matchAll(specifier)]
          .map(([, imported]) => imported ?? '')
          .filter((imported) => !existsSync(resolve(dirname(file), imported)))
          .map((imported) => `${relative(root, file)} imports ${imported}`)
      })
  })
}
