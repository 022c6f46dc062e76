// Lists the licences of the product's runtime dependencies from the lock file. Packages that only build or test it are
// excluded.
import { readFileSync } from 'node:fs'

/** @typedef {{ name: string, version: string, licence: string }} Licensed */

/** Licences that allow redistribution with the product, by SPDX name. */
export const permitted = new Set([
  '0BSD',
  'AFL-2.1',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Unlicense',
])

/** Packages whose package.json names no licence, with the licence of the file they include. */
const statedElsewhere = new Map([['png-js', 'MIT']])

/**
 * Returns every third-party package of the running product, by name and version.
 *
 * @param {URL | string} lockFile
 * @returns {Licensed[]}
 */
export function listLicences(lockFile) {
  /** @type {{ packages: Record<string, { version?: string, license?: string, dev?: boolean, link?: boolean }> }} */
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'))
  const found = new Map()
  for (const [path, { version, license, dev, link }] of Object.entries(packages)) {
    if (dev || link || !path.includes('node_modules/') || version === undefined) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    found.set(`${name}@${version}`, { name, version, licence: license ?? statedElsewhere.get(name) ?? '' })
  }
  return [...found.values()].toSorted(
    (a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'),
  )
}

/**
 * Returns whether one of the licences that a package offers is permitted: true for `(MIT OR GPL-3.0)`, false for
 * `GPL-3.0` and for none.
 *
 * @param {string} licence an SPDX expression
 */
export const isPermitted = (licence) =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((one) => one.split(' AND ').every((each) => permitted.has(each.trim())))

/** @param {readonly Licensed[]} licensed */
export function licencePage(licensed) {
  const rows = licensed.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  return [
    '# Licences of what the product is built on',
    '',
    'Written by `npm run licences` from the lock file: every package of others in the running product. `npm run sbom` prints the same as a CycloneDX bill of materials.',
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
