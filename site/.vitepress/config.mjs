// The documentation site (docs/decisions/0127-a-site-of-the-documentation.md). Its texts are those of the repository, in
// place: `scripts/site/pages.mjs` says which, and at which addresses.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defineConfig } from 'vitepress'
import { withoutInlineScripts } from '../../scripts/site/inline-scripts.mjs'
import { linkPages } from '../../scripts/site/links.mjs'
import { addressOf, listSources, pageOf, sections } from '../../scripts/site/pages.mjs'

const root = process.cwd()
const base = '/docs/'
const sources = listSources(root)
/** Files of the repository that pages name, by their name on the site. */
const attached = new Map([
  ['favicon.svg', 'packages/web/public/favicon.svg'],
  ['openapi.json', 'openapi.json'],
])
/** @type {Map<string, string>} */
const scripts = new Map()

export default defineConfig({
  title: 'Clubfolio',
  description: 'How to use, run and extend Clubfolio.',
  lang: 'en-US',
  base,
  srcDir: root,
  outDir: join(root, 'site/dist'),
  cacheDir: join(root, 'node_modules/.clubfolio/site'),
  // Pages enter the search's index in their order, so that two builds of a commit are equal.
  buildConcurrency: 1,
  srcExclude: ['!(docs|site|bench|campaigns)/**/*', '!(README|CONTRIBUTING|SECURITY).md', '{bench,campaigns}/*/**'],
  rewrites: Object.fromEntries(sources.map((source) => [source, pageOf(source) ?? source])),
  head: [['link', { rel: 'icon', href: `${base}favicon.svg` }]],
  markdown: {
    // A text for people holds no markup of a page; `<folder>` is to be read.
    html: false,
    // `{...}` behind a text would set attributes of the page.
    attrs: { disable: true },
    config: (markdown) => {
      linkPages(markdown, { root, base, exists: (path) => existsSync(join(root, path)) })
    },
  },
  // Otherwise every page has the names of all pages in an inline script.
  metaChunk: true,
  transformHtml: (html) => withoutInlineScripts(html, base, (name, code) => scripts.set(name, code)),
  buildEnd({ outDir }) {
    for (const [name, path] of attached) copyFileSync(join(root, path), join(outDir, name))
    for (const [name, code] of scripts) {
      mkdirSync(dirname(join(outDir, name)), { recursive: true })
      writeFileSync(join(outDir, name), code)
    }
  },
  vite: {
    build: { chunkSizeWarningLimit: 2_000 },
    plugins: [
      {
        name: 'attached-files',
        configureServer({ middlewares }) {
          for (const [name, path] of attached)
            middlewares.use(base + name, (_request, response) => {
              if (name.endsWith('.svg')) response.setHeader('content-type', 'image/svg+xml')
              response.end(readFileSync(join(root, path)))
            })
        },
      },
    ],
  },
  themeConfig: {
    logo: '/favicon.svg',
    search: { provider: 'local' },
    outline: [2, 3],
    docFooter: { prev: 'Previous', next: 'Next' },
    nav: [
      { text: 'Tour', link: '/tour' },
      { text: 'Guides', link: '/guides/manager', activeMatch: '^/guides/' },
      { text: 'API', link: '/api-guide' },
      { text: 'Operations', link: '/operations' },
    ],
    sidebar: sections.map(({ title, pages }) => ({
      text: title,
      collapsed: false,
      items: pages.map(({ text, source }) => ({ text, link: addressOf(source) })),
    })),
  },
})
