// The pages of the documentation site: which texts of the repository it has, at which addresses, and in which order its
// menu names them. A text that is in no section here is not on the site, except for decisions, rules and reviews.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ text: string, source: string }} Page */
/** @typedef {{ title: string, pages: Page[], isFolded?: boolean }} Section */

/** @type {readonly Section[]} */
export const sections = [
  {
    title: 'Start',
    pages: [
      { text: 'Tour', source: 'docs/tour.md' },
      { text: 'Getting started', source: 'README.md' },
      { text: 'How do I ...', source: 'docs/how-do-i.md' },
      { text: 'Glossary', source: 'docs/glossary.md' },
      { text: 'Changelog', source: 'docs/CHANGELOG.md' },
    ],
  },
  {
    title: 'Guides',
    pages: [
      { text: 'For managers', source: 'docs/guides/manager.md' },
      { text: 'For treasurers', source: 'docs/guides/treasurer.md' },
      { text: 'For members', source: 'docs/guides/member.md' },
      { text: 'For administrators', source: 'docs/guides/administrator.md' },
      { text: 'Accounts from files', source: 'docs/accounts-from-files.md' },
      { text: 'Returns', source: 'docs/returns.md' },
    ],
  },
  {
    title: 'API',
    pages: [
      { text: 'Guide to the API', source: 'docs/api-guide.md' },
      { text: 'Every call', source: 'docs/api.md' },
      { text: 'Calls we added', source: 'docs/api-additions.md' },
    ],
  },
  {
    title: 'Operations',
    pages: [
      { text: 'Running it', source: 'docs/operations.md' },
      { text: 'High availability', source: 'docs/high-availability.md' },
      { text: 'Point-in-time recovery', source: 'docs/point-in-time-recovery.md' },
      { text: 'How fast it is', source: 'bench/README.md' },
    ],
  },
  {
    title: 'Security',
    pages: [
      { text: 'What is promised', source: 'docs/security.md' },
      { text: 'Report a vulnerability', source: 'SECURITY.md' },
      { text: 'Licences', source: 'docs/licences.md' },
    ],
  },
  {
    title: 'Architecture',
    pages: [
      { text: 'How the code is laid out', source: 'docs/architecture.md' },
      { text: 'Rules', source: 'docs/rules/README.md' },
      { text: 'Decisions', source: 'docs/decisions/README.md' },
      { text: 'Where the specification is silent', source: 'docs/spec-gaps.md' },
      { text: 'Conformance of the wire', source: 'docs/wire-conformance.md' },
      { text: 'A second reading', source: 'docs/reviews/second-reading.md' },
    ],
  },
  {
    title: 'Contributing',
    pages: [
      { text: 'Working on the code', source: 'CONTRIBUTING.md' },
      { text: 'Writing style', source: 'docs/writing-style.md' },
      { text: 'Effects of forms', source: 'docs/effect-forms.md' },
      { text: 'Number fields', source: 'docs/number-fields.md' },
      { text: 'Jobs of a trader', source: 'docs/jobs.md' },
      { text: 'Mutation testing', source: 'docs/mutation-testing.md' },
      { text: 'Campaigns', source: 'campaigns/README.md' },
    ],
  },
]

/** Texts outside `docs/`, and those whose address is not their path. */
const addresses = new Map([
  ['site/index.md', 'index.md'],
  ['README.md', 'getting-started.md'],
  ['CONTRIBUTING.md', 'contributing.md'],
  ['SECURITY.md', 'report-a-vulnerability.md'],
  ['bench/README.md', 'bench.md'],
  ['campaigns/README.md', 'campaigns.md'],
  ['docs/CHANGELOG.md', 'changelog.md'],
])

/**
 * Returns the page of a text, as a path of the site, and undefined for a file that is no page.
 * @example pageOf('docs/rules/README.md') // 'rules/index.md'
 */
export function pageOf(/** @type {string} */ source) {
  const own = addresses.get(source)
  if (own !== undefined || !source.startsWith('docs/') || !source.endsWith('.md')) return own
  return source.slice('docs/'.length).replace(/(^|\/)README\.md$/, '$1index.md')
}

/**
 * Returns the address of a text's page.
 * @example addressOf('docs/rules/README.md') // '/rules/'
 */
export function addressOf(/** @type {string} */ source) {
  const page = pageOf(source)
  return page === undefined ? undefined : `/${page.replace(/\.md$/, '').replace(/(^|\/)index$/, '$1')}`
}

/** Returns every text of the site, as paths from the root of the repository. */
export function listSources(/** @type {string} */ root) {
  const below = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.md'))
  return [...new Set([...addresses.keys(), ...below])].toSorted()
}
