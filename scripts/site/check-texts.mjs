// What the texts of the site say about the repository: links, anchors, pictures, commands, paths and settings.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { targetOf } from './links.mjs'
import { listSources } from './pages.mjs'

/** @typedef {{ source: string, line: number, message: string }} Fault */

/** Decisions, reviews and the changelog tell what was; a command or path in them may have gone since. */
const isHistory = (/** @type {string} */ source) => /^docs\/(decisions\/\d|reviews\/|CHANGELOG)/.test(source)

/** Returns every fault of the texts of the site. */
export function checkTexts(/** @type {string} */ root) {
  const sources = listSources(root)
  const texts = new Map(sources.map((source) => [source, readFileSync(join(root, source), 'utf8')]))
  const anchors = new Map([...texts].map(([source, text]) => [source, anchorsOf(text)]))
  const exists = (/** @type {string} */ path) => existsSync(join(root, path))
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const settings = settingsOf(readFileSync(join(root, '.env.example'), 'utf8'))
  return [...texts].flatMap(([source, text]) => [
    ...findLinkFaults(source, text, { exists, anchors }),
    ...findCodeFaults(source, text),
    ...(isHistory(source) ? [] : findCommandFaults(source, text, Object.keys(scripts))),
    ...(isHistory(source) ? [] : findPathFaults(source, text, exists)),
    ...(isHistory(source) ? [] : findSettingFaults(source, text, settings)),
  ])
}

/**
 * Returns links and pictures that lead nowhere.
 * @param {string} source
 * @param {string} text
 * @param {{ exists: (path: string) => boolean, anchors: ReadonlyMap<string, ReadonlySet<string>> }} repository
 * @returns {Fault[]}
 */
export function findLinkFaults(source, text, { exists, anchors }) {
  return matchesIn(withoutCode(text), /\]\(([^)\s]+)\)/g).flatMap(({ found: [, href = ''], line }) => {
    const target = targetOf(source, href, exists)
    if (target.kind === 'missing') return [{ source, line, message: `there is no ${target.path}` }]
    if (target.kind !== 'page' || target.anchor === '') return []
    return anchors.get(target.path)?.has(target.anchor.slice(1))
      ? []
      : [{ source, line, message: `${target.path} has no heading ${target.anchor}` }]
  })
}

/** The page of the site that is made of front matter. */
const firstPage = 'site/index.md'

/**
 * Returns what the generator would run or put into the head of a page: expressions, and front matter.
 * @param {string} source
 * @param {string} text
 * @returns {Fault[]}
 */
export function findCodeFaults(source, text) {
  const expressions = matchesIn(withoutCode(text), /\{\{/g).map(({ line }) => ({
    source,
    line,
    message: 'the site would run what is between {{ and }}',
  }))
  const isHead = text.startsWith('---') && source !== firstPage
  return isHead ? [{ source, line: 1, message: 'only the first page has front matter' }, ...expressions] : expressions
}

/** Returns `npm run` commands that do not exist. */
export function findCommandFaults(
  /** @type {string} */ source,
  /** @type {string} */ text,
  /** @type {readonly string[]} */ scripts,
) {
  // A workspace has commands of its own.
  return matchesIn(text, /npm run ([\w:.-]*\w)(?![\w-]| -w)/g)
    .filter(({ found: [, script = ''] }) => !scripts.includes(script))
    .map(({ found: [command], line }) => ({ source, line, message: `there is no command ${command}` }))
}

/** Returns paths in code that do not exist: those that begin with a folder of the repository. */
export function findPathFaults(
  /** @type {string} */ source,
  /** @type {string} */ text,
  /** @type {(path: string) => boolean} */ exists,
) {
  return matchesIn(text, /(?<![\w/.*-])(?:packages|e2e|scripts|docs|bench|deploy|campaigns|site)\/[\w./-]*\w/g)
    .filter(({ found: [path], after }) => !/[*{<…]/.test(after) && !isBuilt.test(path) && !exists(path))
    .map(({ found: [path], line }) => ({ source, line, message: `there is no ${path}` }))
}

/** Built, or a name with a place to fill. */
const isBuilt = /\/dist(\/|$)|node_modules|NNNN/

/** Settings of tests and benches, and variables that a reader gives a name in an example. */
const otherSettings = new Set([
  'CLUBFOLIO_BENCH_INSTRUMENTS',
  'CLUBFOLIO_DATABASE_PASSWORD',
  'CLUBFOLIO_MARKET_DATA',
  'CLUBFOLIO_NOW',
  'CLUBFOLIO_TEST_DATABASE_URL',
  'CLUBFOLIO_TOKEN',
])

/** Returns settings of ours that `.env.example` does not explain. */
export function findSettingFaults(
  /** @type {string} */ source,
  /** @type {string} */ text,
  /** @type {ReadonlySet<string>} */ settings,
) {
  return matchesIn(text, /\bCLUBFOLIO_[A-Z_]*[A-Z]\b(?!_)/g)
    .filter(({ found: [name] }) => !settings.has(name) && !otherSettings.has(name))
    .map(({ found: [name], line }) => ({ source, line, message: `.env.example does not explain ${name}` }))
}

/** Returns the names in a file of settings, also of those that are commented out. */
export const settingsOf = (/** @type {string} */ text) => new Set(text.match(/\b[A-Z][A-Z_]*[A-Z]\b/g) ?? [])

/**
 * Returns the anchors of a text's headings, as the site makes them.
 * @example anchorsOf('## ... change an order?') // Set { 'change-an-order' }
 */
export function anchorsOf(/** @type {string} */ text) {
  /** @type {Set<string>} */
  const anchors = new Set()
  for (const [, heading = ''] of withoutFences(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '')
    let anchor = slug(plain)
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug(plain)}-${count}`
    anchors.add(anchor)
  }
  return anchors
}

/** As VitePress does (`@mdit-vue/shared`). */
const slug = (/** @type {string} */ heading) =>
  heading
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase()

const withoutFences = (/** @type {string} */ text) => text.replaceAll(/^```[^]*?^```/gm, blank)
const withoutCode = (/** @type {string} */ text) => withoutFences(text).replaceAll(/`[^`\n]+`/g, blank)
const blank = (/** @type {string} */ part) => part.replaceAll(/[^\n]/g, ' ')

/** Returns each match with its line and the character after it. */
function matchesIn(/** @type {string} */ text, /** @type {RegExp} */ pattern) {
  return [...text.matchAll(pattern)].map((found) => ({
    found,
    line: text.slice(0, found.index).split('\n').length,
    after: text.charAt(found.index + found[0].length),
  }))
}
