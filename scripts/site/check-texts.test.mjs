import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import {
  anchorsOf,
  checkTexts,
  findCodeFaults,
  findCommandFaults,
  findLinkFaults,
  findPathFaults,
  findSettingFaults,
} from './check-texts.mjs'
import { withoutInlineScripts } from './inline-scripts.mjs'
import { addressOf, listSources, pageOf, sections } from './pages.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const messages = (/** @type {{ line: number, message: string }[]} */ faults) =>
  faults.map(({ line, message }) => `${line}: ${message}`)

test('every link, heading, picture, command, path and setting that a text names exists', () => {
  expect(checkTexts(root).map(({ source, line, message }) => `${source}:${line} ${message}`)).toEqual([])
})

test('the menu names pages that exist, and every text that is no decision, rule or review is in it', () => {
  const named = sections.flatMap(({ pages }) => pages.map(({ source }) => source))
  const sources = listSources(root)
  expect(named.filter((source) => !sources.includes(source))).toEqual([])
  const open = sources.filter((source) => !/^docs\/(decisions|rules|reviews)\/|^site\//.test(source))
  expect(open.filter((source) => !named.includes(source))).toEqual([])
  expect(new Set(sources.map(pageOf)).size).toBe(sources.length)
})

test('a text has one address', () => {
  expect(
    ['docs/rules/README.md', 'docs/rules/fund.md', 'README.md', 'site/index.md', 'openapi.json'].map(addressOf),
  ).toEqual(['/rules/', '/rules/fund', '/getting-started', '/', undefined])
})

test('finds a link to nothing and to no heading, and leaves code and other sites alone', () => {
  const anchors = new Map([['docs/a.md', anchorsOf('# A\n\n## ... pay `in`?\n\n## A step\n\n## A step')]])
  const exists = (/** @type {string} */ path) => ['docs/a.md', 'docs/b.md', 'openapi.json'].includes(path)
  const text = [
    '[a](a.md#pay-in) [a](a.md#a-step-1) [file](../openapi.json) [out](https://example.com/x#y)',
    '`[code](gone.md)`',
    '[a](a.md#gone) ![picture](gone.png)',
  ].join('\n')
  expect(messages(findLinkFaults('docs/b.md', text, { exists, anchors }))).toEqual([
    '3: docs/a.md has no heading #gone',
    '3: there is no docs/gone.png',
  ])
})

test('finds what the generator would run, outside of code', () => {
  expect(messages(findCodeFaults('docs/a.md', 'a\n{{ b }}\n`{{ c }}`'))).toEqual([
    '2: the site would run what is between {{ and }}',
  ])
  expect(messages(findCodeFaults('docs/a.md', '---\nhead: []\n---'))).toEqual([
    '1: only the first page has front matter',
  ])
  expect(findCodeFaults('site/index.md', '---\nlayout: home\n---')).toEqual([])
})

test('finds a command, a path and a setting that do not exist', () => {
  expect(
    messages(findCommandFaults('a', 'npm run build\n`npm run biuld -- x`, npm run dev -w web', ['build'])),
  ).toEqual(['2: there is no command npm run biuld'])
  const exists = (/** @type {string} */ path) => path === 'scripts/start.mjs'
  expect(
    messages(findPathFaults('a', '`scripts/start.mjs` `packages/*/src` `packages/web/dist` `docs/gone`', exists)),
  ).toEqual(['1: there is no docs/gone'])
  expect(messages(findSettingFaults('a', 'CLUBFOLIO_LOG, CLUBFOLIO_GONE', new Set(['CLUBFOLIO_LOG'])))).toEqual([
    '1: .env.example does not explain CLUBFOLIO_GONE',
  ])
})

test('a page keeps no inline script', () => {
  /** @type {string[]} */
  const kept = []
  const html = '<script id="one">a()</script><script type="module" src="/docs/app.js"></script><script>b()</script>'
  const clean = withoutInlineScripts(html, '/docs/', (_name, code) => kept.push(code))
  expect(kept).toEqual(['a()', 'b()'])
  expect(clean).toMatch(/^<script src="\/docs\/assets\/script\.\w{8}\.js"><\/script><script type="module"/)
  expect(clean).not.toMatch(/<script[^>]*>[^<]/)
})
