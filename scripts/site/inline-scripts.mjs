// Inline scripts of the generator become files: the product's content security policy runs no others.
import { createHash } from 'node:crypto'

const inline = /<script(?: id="[\w-]+")?>([^]*?)<\/script>/g

/**
 * Returns a page without inline scripts. `keep` gets each of them and its name, which is made of its content.
 * @example withoutInlineScripts('<script>a()</script>', '/docs/', keep) // '<script src="/docs/assets/script.1a2b3c4d.js"></script>'
 * @param {string} html
 * @param {string} base
 * @param {(name: string, code: string) => void} keep
 */
export function withoutInlineScripts(html, base, keep) {
  return html.replace(inline, (_tag, /** @type {string} */ code) => {
    const name = `assets/script.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
    keep(name, code)
    return `<script src="${base}${name}"></script>`
  })
}
