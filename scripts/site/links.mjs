// Links of a text, as the site needs them. A text links to other files of the repository by relative paths, so that it
// can be read there; on the site a link to another text leads to its page, and a link to any other file is its name.
import { posix } from 'node:path'
import { addressOf } from './pages.mjs'

/** Files that the site has beside its pages. */
const attachedFiles = ['openapi.json']

/** @typedef {{ kind: 'outside' } | { kind: 'page' | 'file' | 'missing', path: string, anchor: string }} Target */

/**
 * Returns where a link of a text leads, as a path from the root of the repository.
 * @example
 *   targetOf('docs/rules/fund.md', '../returns.md#funds', exists)
 *   // { kind: 'page', path: 'docs/returns.md', anchor: '#funds' }
 * @param {string} source
 * @param {string} href
 * @param {(path: string) => boolean} exists
 * @returns {Target}
 */
export function targetOf(source, href, exists) {
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return { kind: 'outside' }
  const [, link = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? []
  const path = link === '' ? source : posix.normalize(posix.join(posix.dirname(source), decodeURI(link)))
  if (!exists(path)) return { kind: 'missing', path, anchor }
  return { kind: addressOf(path) === undefined ? 'file' : 'page', path, anchor }
}

/**
 * Turns the links of a text into links of the site, as a plugin of markdown-it. `env.path` is the file of the text.
 * @param {any} markdown
 * @param {{ root: string, base: string, exists: (path: string) => boolean }} options
 */
export function linkPages(markdown, { root, base, exists }) {
  markdown.core.ruler.push('link-pages', (/** @type {any} */ state) => {
    const source = posix.relative(root, String(state.env.path).replaceAll('\\', '/'))
    for (const { children } of state.tokens) {
      /** Whether each link that is open is kept. */
      const open = []
      for (const token of children ?? []) {
        if (token.type === 'link_open') open.push(link(token, source, { base, exists }))
        if (token.type === 'link_close' && !open.pop()) token.tag = 'span'
      }
    }
  })
}

/** Changes the start of a link; answers whether it is still a link. */
function link(
  /** @type {any} */ token,
  /** @type {string} */ source,
  /** @type {{ base: string, exists: (path: string) => boolean }} */ { base, exists },
) {
  const target = targetOf(source, token.attrGet('href') ?? '', exists)
  if (target.kind === 'outside') return true
  if (target.kind === 'page') {
    token.attrSet('href', target.path === source ? target.anchor : `${addressOf(target.path)}${target.anchor}`)
    return true
  }
  if (attachedFiles.includes(target.path)) {
    token.attrSet('href', `${base}${target.path}`)
    token.attrSet('target', '_blank')
    return true
  }
  // The name is what a reader of the site can use: they find the file in the repository or the release.
  token.tag = 'span'
  token.type = 'span_open'
  token.attrs = [['title', `${target.path} in the repository`]]
  return false
}
