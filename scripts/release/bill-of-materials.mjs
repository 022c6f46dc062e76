// The bill of materials of a release: every package that it holds, in CycloneDX. It is made from the packages
// themselves, so that it says what is there and not what a lock file would allow.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ name: string, version: string, license?: string | { type: string }, dependencies?: object }} Manifest */

/**
 * Returns the document; the same contents give the same text, with a serial number derived from them.
 * @param {string} root
 * @param {{ version: string, commit: string, builtFrom: string }} release
 */
export function billOfMaterials(root, { version, commit, builtFrom }) {
  const components = listPackages(join(root, 'node_modules')).map(({ name, version: own, license }) => ({
    type: 'library',
    'bom-ref': `${name}@${own}`,
    name,
    version: own,
    purl: `pkg:npm/${name.replace('@', '%40')}@${own}`,
    ...(license === undefined ? {} : { licenses: [licenceOf(typeof license === 'string' ? license : license.type)] }),
  }))
  const product = { type: 'application', 'bom-ref': `clubfolio@${version}`, name: 'clubfolio', version }
  const metadata = {
    timestamp: builtFrom,
    component: { ...product, properties: [{ name: 'clubfolio:commit', value: commit }] },
  }
  const hash = createHash('sha256').update(JSON.stringify({ metadata, components })).digest('hex')
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuidOf(hash)}`,
    version: 1,
    metadata,
    components,
  }
  return `${JSON.stringify(document, undefined, 2)}\n`
}

/** An expression such as "(MIT OR Apache-2.0)" has a field of its own. */
const licenceOf = (/** @type {string} */ licence) =>
  /\s/.test(licence) ? { expression: licence } : { license: { id: licence } }

/** A UUID of version 8, whose bits are the author's. */
const uuidOf = (/** @type {string} */ hash) =>
  [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `a${hash.slice(17, 20)}`, hash.slice(20, 32)].join(
    '-',
  )

/** @returns {Manifest[]} installed packages by name and version, those of nested folders too, without our own */
function listPackages(/** @type {string} */ folder) {
  /** @type {Map<string, Manifest>} */
  const found = new Map()
  const visit = (/** @type {string} */ path) => {
    if (!existsSync(path)) return
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (!entry.isDirectory() || entry.name.startsWith('.')) continue
      if (entry.name.startsWith('@')) visit(join(path, entry.name))
      else {
        const manifestPath = join(path, entry.name, 'package.json')
        if (existsSync(manifestPath)) {
          const manifest = /** @type {Manifest} */ (JSON.parse(readFileSync(manifestPath, 'utf8')))
          found.set(`${manifest.name}@${manifest.version}`, manifest)
        }
        visit(join(path, entry.name, 'node_modules'))
      }
    }
  }
  visit(folder)
  return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, manifest]) => manifest)
}
