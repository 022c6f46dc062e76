// Which licences the product's own dependencies stand under, read from the lock file. Packages that only build or test it are left out.
import { readFileSync } from 'node:fs'

/** @typedef {{ name: string, version: string, licence: string }} Licensed */

/** What may be passed on with the product, by its SPDX name. */
export const permitted = new Set(['0BSD', 'AFL-2.1', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0', 'OFL-1.1', 'PostgreSQL', 'Unlicense'])

/** Packages whose package.json names no licence, with that of the file they come with. */
const statedElsewhere = new Map([['png-js', 'MIT']])

/**
 * Every package of others that the running product holds, by name and version.
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
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'))
}

/**
 * True when one of the licences that a package offers is permitted: `(MIT OR GPL-3.0)` is, `GPL-3.0` and none are not.
 *
 * @param {string} licence an SPDX expression
 */
export const isPermitted = (licence) => licence.replaceAll(/[()]/g, '').split(' OR ').some((one) => one.split(' AND ').every((each) => permitted.has(each.trim())))

/** @param {readonly Licensed[]} licensed */
export function licencePage(licensed) {
  const rows = licensed.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  return [
    '# Licences of what the product is built on', '',
    'Written by `npm run licences` from the lock file: every package of others in the running product. `npm run sbom` prints the same as a CycloneDX bill of materials.', '',
    '| package | version | licence |', '|---|---|---|', ...rows, '',
  ].join('\n')
}
