// Finds identifiers that have slipped into text for people, as a rename over the whole repository can do: "the same
// formatDollars has not arrived".
import { parseAst } from 'vite'

/** Names of products that look like identifiers. */
const names = new Set(['reCAPTCHA'])
const identifier = /\b[a-z]+[A-Z][a-zA-Z]*\b/g
/** `column as alias` of a query builder, `as "alias"` of a query, and the name of a cookie. */
const isCode = /^[\w.]+ as \w+$| as "\w+"|^\w+=/

/**
 * Returns each text of a source that reads like a sentence and contains a name in camel case. Queries, markup and
 * placeholders such as `{limit}` are not text for people.
 * @param {string} source
 * @param {'ts' | 'tsx'} language
 * @returns {string[]}
 */
export function findIdentifiersInText(source, language) {
  /** @type {string[]} */
  const found = []
  visit(parseAst(source, { lang: language }).body, (text) => {
    const words = text.replaceAll(/\{\w+\}/g, '').match(identifier) ?? []
    if (words.some((word) => !names.has(word))) found.push(text.trim().replaceAll(/\s+/g, ' '))
  })
  return found
}

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
