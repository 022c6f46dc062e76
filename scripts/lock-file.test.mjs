// The lock file is part of the product: it must install anywhere, and contain exactly one copy of each core package.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')
/**
 * @type {Record<
 *   string, { version?: string, resolved?: string, integrity?: string, link?: boolean, dev?: boolean }
 * >}
 */
const packages = JSON.parse(text).packages

test('names no address to download from, so it installs from whichever registry the reader uses', () => {
  // Links to our own workspaces have a relative path under the same key.
  const resolved = Object.values(packages).filter((entry) => entry.resolved !== undefined && !entry.link)
  expect(resolved).toEqual([])
  expect(text).not.toMatch(/"resolved": "(https?|git|ssh)/)
})

test('says for every package from outside what its content must be', () => {
  const unchecked = Object.entries(packages).filter(
    ([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.integrity,
  )
  expect(unchecked).toEqual([])
})

test.each(['@mantine/core', '@mantine/hooks', 'react', 'react-dom', 'zod', 'kysely', 'pg', 'decimal.js'])(
  'holds one copy of %s',
  (name) => {
    // A tool that is only a development dependency may bring its own copy, which never meets our code.
    const copies = Object.entries(packages)
      .filter(
        ([path, entry]) => path === `node_modules/${name}` || (path.endsWith(`/node_modules/${name}`) && !entry.dev),
      )
      .map(([path]) => path)
    expect(copies).toEqual([`node_modules/${name}`])
  },
)

test('keeps all Mantine packages at one version', () => {
  const versions = Object.entries(packages).flatMap(([path, entry]) =>
    path.startsWith('node_modules/@mantine/') ? [entry.version] : [],
  )
  expect(new Set(versions).size).toBe(1)
})

test('pins every dependency of every workspace to one exact version', () => {
  const loose = Object.entries(packages)
    .filter(([path]) => path === '' || /^packages\/[^/]+$/.test(path))
    .flatMap(([path, entry]) => {
      const {
        dependencies = {},
        devDependencies = {},
        optionalDependencies = {},
      } = /** @type {Record<string, Record<string, string>>} */ (/** @type {unknown} */ (entry))
      return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter(([name, range]) => !name.startsWith('@clubfolio/') && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range))
        .map(([name, range]) => `${path || 'root'}: ${name}@${range}`)
    })
  expect(loose).toEqual([])
})
