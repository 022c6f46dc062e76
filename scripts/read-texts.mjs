// Reads the texts for people out of a source file, and finds what does not belong in them: identifiers, as a rename over
// the whole repository can leave behind ("the same formatDollars has not arrived"), and phrases that
// docs/writing-style.md replaces.
import { readdirSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'

/** Names of products that look like identifiers. */
const names = new Set(['reCAPTCHA', 'eToro'])
const identifier = /\b[a-z]+[A-Z][a-zA-Z]*\b/g
/** `column as alias` of a query builder, `as "alias"` of a query, and the name of a cookie. */
const isCode = /^[\w.]+ as \w+$| as "\w+"|^\w+=/

/** Phrases of a translation; docs/writing-style.md has the words to use instead. */
const oldPhrases =
  /\b(anew|whoever|nothing stands|here stands?|hangs? under|put away|given up|as many as can be kept|is told|looks? after|goes on in)\b/i

/**
 * Returns what reads like a sentence: string, template and JSX text with spaces. Queries and markup are not text for
 * people.
 * @param {string} source
 * @param {'ts' | 'tsx'} language
 * @returns {string[]}
 */
export function readTexts(source, language) {
  /** @type {string[]} */
  const texts = []
  visit(parseAst(source, { lang: language }).body, (text) => texts.push(text.trim().replaceAll(/\s+/g, ' ')))
  return texts
}

/**
 * Reads the texts of the whole product, file by file, in the order of the folders. Paths are relative to the repository.
 * @returns {{ packageName: string, file: string, texts: string[] }[]}
 */
export function readAllTexts() {
  return ['web', 'server', 'contract', 'domain', 'statement-files', 'paper-broker'].flatMap((packageName) => {
    const folder = `packages/${packageName}/src`
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|testing\/|migrations\/|\.d\.ts$/.test(file))
      .toSorted()
      .map((file) => ({
        packageName,
        file: `${folder}/${file}`,
        texts: readTexts(readFileSync(`${folder}/${file}`, 'utf8'), file.endsWith('x') ? 'tsx' : 'ts'),
      }))
  })
}

/** Returns whether a text contains a name in camel case, apart from placeholders such as `{limit}`. */
export function hasIdentifier(/** @type {string} */ text) {
  const words = text.replaceAll(/\{\w+\}/g, '').match(identifier) ?? []
  return words.some((word) => !names.has(word))
}

export const hasOldPhrase = (/** @type {string} */ text) => oldPhrases.test(text)

/** Calls `onText` with every sentence in string, template and JSX text. */
function visit(/** @type {any} */ node, /** @type {(text: string) => void} */ onText) {
  if (Array.isArray(node)) return node.forEach((each) => visit(each, onText))
  if (!node || typeof node !== 'object') return
  if (node.type === 'TaggedTemplateExpression' && node.tag.name !== 'html') return
  if (node.type === 'JSXText') onText(node.value)
  const text = node.type === 'Literal' ? node.value : node.type === 'TemplateElement' ? node.value.cooked : undefined
  if (typeof text === 'string' && isSentence(text)) onText(text)
  for (const [key, child] of Object.entries(node)) if (key !== 'type') visit(child, onText)
}

function isSentence(/** @type {string} */ text) {
  if (!/[a-z]\S* [a-z]/.test(text) || text.includes('<') || isCode.test(text)) return false
  return !/\b(select|insert into|update|delete from|from|where|order by|join)\b.*\b(as|and|on|set|values|by)\b/is.test(
    text,
  )
}
