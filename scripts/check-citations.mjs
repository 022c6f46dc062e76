// Fails for comments that cite a document which is not in the repository: one cited by its number, or a page or heading
// of docs/ that does not exist. Cite a page and its heading, as in `docs/rules/fund.md, "Matching"`.
//
//   node scripts/check-citations.mjs
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folders whose comments are checked. */
const checked = ['packages', 'e2e', 'bench', 'campaigns', 'scripts']
const skipped = new Set(['node_modules', 'dist', '.data', 'coverage', 'test-results'])

/** Citations that only a reader of some other document could follow. */
const unreadable = [
  /\bspecification \d\b/gi,
  /\bspecification,? sections? \d/gi,
  /\bfund-accounting\b/gi,
  /\brule book\b/gi,
  /\(rules? \d{1,2}\b/gi,
  /\bdesign(?: of the)?[,:]? (?:brokerage|market|quality)\b/gi,
  /\bdesign,? "\w+"/gi,
  /\bdecisions?,? \(?"[A-Z]/gi,
  /\bdecisions? \d{1,3}\b(?!\d)/gi,
  /\b(?:look|quality|interface|issue),? "[A-Z]/gi,
  /\bissue of the \w+/gi,
]

/** A document below docs/, and the quoted headings after it: `docs/rules/fund.md, "Opening" and "Entries"`. */
const documentCitation = /(?<![\w./-])docs\/[\w./-]*\w(?:, "[^"]+"(?:(?:,| and) "[^"]+")*)?/g

/** @typedef {{ path: string, text: string }} Source */
/** @typedef {{ text: string, lineStarts: { offset: number, line: number }[] }} Comment */
/** @typedef {{ file: string, line: number, message: string }} Fault */
/** @typedef {{ exists: (path: string) => boolean, headings: (path: string) => ReadonlySet<string> }} Documents */

/**
 * Returns the faulty citations in the comments of one file.
 * @param {Source} source
 * @param {Documents} documents Looks up paths relative to the root of the repository.
 * @returns {Fault[]}
 */
export function findCitationFaults({ path, text }, documents) {
  return commentsOf(text).flatMap((comment) => {
    const report = (/** @type {number} */ offset, /** @type {string} */ message) => ({
      file: path,
      line: lineAt(comment, offset),
      message,
    })
    const byNumber = unreadable.flatMap((pattern) =>
      [...comment.text.matchAll(pattern)].map((match) =>
        report(match.index, `cites a document that is not in the repository: ${match[0]}`),
      ),
    )
    const decisions = [...comment.text.matchAll(/\bdecisions? (\d{4})\b/gi)]
      .filter(([, number]) => !documents.exists(`docs/decisions/${number}`))
      .map((match) => report(match.index, `there is no decision ${match[1]}`))
    const pages = [...comment.text.matchAll(documentCitation)].flatMap((match) => {
      const [page = '', ...headings] = match[0].split('"').filter((_, index) => index === 0 || index % 2 === 1)
      const document = page.replace(/, $/, '')
      if (!documents.exists(document)) return [report(match.index, `there is no ${document}`)]
      const known = documents.headings(document)
      return headings
        .filter((heading) => !known.has(heading))
        .map((heading) => report(match.index, `${document} has no heading "${heading}"`))
    })
    return [...byNumber, ...decisions, ...pages].sort((one, other) => one.line - other.line)
  })
}

/**
 * Returns the comments of a program text. Adjacent comment lines are one comment, joined by single spaces, so that a
 * citation may be broken over lines.
 * @returns {Comment[]}
 */
export function commentsOf(/** @type {string} */ text) {
  /** @type {Comment[]} */
  const comments = []
  /** @type {Comment | undefined} */
  let open
  let isInBlock = false
  for (const [index, line] of text.split('\n').entries()) {
    const content = isInBlock ? line : (/^\s*(?:\{\s*)?(?:\/\/|\/\*)(.*)$/.exec(line)?.[1] ?? trailingComment(line))
    const isWhole = isInBlock || /^\s*(?:\{\s*)?(?:\/\/|\/\*)/.test(line)
    if (content === undefined) {
      open = undefined
      continue
    }
    if (!isWhole || !open) {
      open = { text: '', lineStarts: [] }
      comments.push(open)
    }
    const starts = !isInBlock && /^\s*(?:\{\s*)?\/\*/.test(line)
    if (starts || isInBlock) isInBlock = !content.includes('*/')
    open.lineStarts.push({ offset: open.text.length, line: index + 1 })
    open.text += `${content
      .replace(/\*\/.*$/, '')
      .replace(/^[\s*]+/, '')
      .trimEnd()} `
    if (!isWhole) open = undefined
  }
  return comments
}

/**
 * Returns the comment after code on the same line; undefined when the two slashes are part of a string.
 * @returns {string | undefined}
 */
function trailingComment(/** @type {string} */ line) {
  const match = /\s\/\/ (.*)$/.exec(line)
  const code = match ? line.slice(0, match.index) : ''
  const isInText = ["'", '"', '`'].some((quote) => code.split(quote).length % 2 === 0)
  return match && !isInText ? match[1] : undefined
}

function lineAt(/** @type {Comment} */ comment, /** @type {number} */ offset) {
  return comment.lineStarts.findLast((start) => start.offset <= offset)?.line ?? 1
}

/** Returns the headings of a Markdown page, without their markup. @returns {Set<string>} */
export function headingsOf(/** @type {string} */ markdown) {
  return new Set([...markdown.matchAll(/^#{1,6} (.+?)\s*$/gm)].map(([, heading = '']) => heading.replaceAll('`', '')))
}

/** @returns {Documents} */
function documentsOf(/** @type {string} */ root) {
  const decisions = readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name.slice(0, 4)}`)
  /** @type {Map<string, Set<string>>} */
  const read = new Map()
  return {
    exists: (path) => existsSync(join(root, path)) || decisions.includes(path),
    headings: (path) => {
      const headings = read.get(path) ?? headingsOf(path.endsWith('.md') ? readFileSync(join(root, path), 'utf8') : '')
      read.set(path, headings)
      return headings
    },
  }
}

/** @returns {Source[]} */
function readSources(/** @type {string} */ root, /** @type {string} */ folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : readSources(root, path)
    return /\.(tsx?|mjs|mts|css)$/.test(entry.name)
      ? [{ path: path.replaceAll(sep, '/'), text: readFileSync(join(root, path), 'utf8') }]
      : []
  })
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const documents = documentsOf(root)
  const sources = checked.flatMap((folder) => readSources(root, folder))
  const faults = sources.flatMap((source) => findCitationFaults(source, documents))
  for (const { file, line, message } of faults) console.error(`${file}:${line}: ${message}`)
  if (faults.length > 0) process.exitCode = 1
  else console.log(`The citations in the comments of ${sources.length} files can be followed.`)
}
