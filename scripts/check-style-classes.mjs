// Fails for a class that a component names but its CSS module does not define, for a class that no component names, and
// for a name that is computed, which nobody could check.
//
//   node scripts/check-style-classes.mjs
import { transform } from 'lightningcss'
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'

/** @typedef {{ path: string, text: string }} Source */
/** @typedef {{ file: string, line: number, message: string }} Fault */

/**
 * Returns the faults between CSS modules and the components that import them.
 * @param {readonly Source[]} styles Texts of `*.module.css` with absolute paths.
 * @param {readonly Source[]} components
 * @returns {Fault[]}
 */
export function findClassFaults(styles, components) {
  const defined = new Map(styles.map(({ path, text }) => [path, classesOf(path, text)]))
  /** @type {Map<string, Set<string>>} */
  const used = new Map()
  /** @type {Fault[]} */
  const faults = []
  for (const { path, text } of components) {
    for (const { sheet, name, offset } of usesIn(path, text)) {
      const report = (/** @type {string} */ message) =>
        faults.push({ file: path, line: text.slice(0, offset).split('\n').length, message })
      const known = defined.get(sheet)
      if (name === undefined) report('a class is named by a literal: classes["name"]')
      else if (!known) report(`there is no ${sheet}`)
      else if (!known.has(name)) report(`${sheet} has no class "${name}"`)
      else used.set(sheet, (used.get(sheet) ?? new Set()).add(name))
    }
  }
  for (const [sheet, classes] of defined) {
    const reached = new Set(used.get(sheet))
    for (const name of reached) for (const composed of classes.get(name)?.composed ?? []) reached.add(composed)
    for (const [name, { line }] of classes)
      if (!reached.has(name)) faults.push({ file: sheet, line, message: `no component uses the class "${name}"` })
  }
  return faults
}

/**
 * Returns the classes of a CSS module by name, with the line of their first selector and the classes that they compose.
 * @returns {Map<string, { line: number, composed: string[] }>}
 */
function classesOf(/** @type {string} */ path, /** @type {string} */ text) {
  /** @type {Map<string, number>} */
  const lines = new Map()
  const { exports } = transform({
    filename: path,
    code: Buffer.from(text),
    cssModules: { pattern: '[local]' },
    visitor: {
      Rule: {
        style({ value: { selectors, loc } }) {
          for (const name of selectors.flatMap(namesIn)) if (!lines.has(name)) lines.set(name, loc.line + 1)
        },
      },
    },
  })
  return new Map(
    [...lines].map(([name, line]) => [
      name,
      { line, composed: (exports?.[name]?.composes ?? []).map((composed) => composed.name) },
    ]),
  )
}

/** @returns {string[]} */
function namesIn(/** @type {import('lightningcss').Selector} */ selector) {
  return selector.flatMap((part) => {
    if (part.type === 'class') return [part.name]
    return 'selectors' in part && Array.isArray(part.selectors) ? part.selectors.flatMap(namesIn) : []
  })
}

/**
 * Returns every mention of an imported CSS module after its import; `name` is undefined where it is not a literal.
 * @returns {{ sheet: string, name: string | undefined, offset: number }[]}
 */
function usesIn(/** @type {string} */ path, /** @type {string} */ text) {
  const { program } = parseSync(path, text)
  /** @type {Map<string, string>} */
  const sheets = new Map()
  /** @type {Map<number, string>} */
  const literals = new Map()
  /** @type {{ name: string, offset: number }[]} */
  const mentions = []
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (!source.value.endsWith('.module.css')) return
      for (const { local } of specifiers) sheets.set(local.name, resolve(dirname(path), source.value))
    },
    MemberExpression({ object, property, computed }) {
      if (object.type !== 'Identifier') return
      if (!computed && property.type === 'Identifier') literals.set(object.start, property.name)
      if (property.type === 'Literal' && typeof property.value === 'string') literals.set(object.start, property.value)
    },
    Identifier({ name, start }) {
      mentions.push({ name, offset: start })
    },
  }).visit(program)
  const imports = program.body.filter(({ type }) => type === 'ImportDeclaration')
  return mentions.flatMap(({ name, offset }) => {
    const sheet = sheets.get(name)
    if (!sheet || imports.some(({ start, end }) => offset >= start && offset < end)) return []
    return [{ sheet, name: literals.get(offset), offset }]
  })
}

/** @returns {Source[]} */
function readSources(/** @type {string} */ folder, /** @type {RegExp} */ pattern) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name) && !name.split(sep).includes('node_modules'))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(folder, name), 'utf8') }))
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const folder = join(root, 'packages/web/src')
  const styles = readSources(folder, /\.module\.css$/)
  const faults = findClassFaults(styles, readSources(folder, /\.tsx?$/))
  for (const { file, line, message } of faults) console.error(`${relative(root, file)}:${line}: ${message}`)
  if (faults.length > 0) process.exitCode = 1
  else console.log(`Components and ${styles.length} CSS modules name the same classes.`)
}
