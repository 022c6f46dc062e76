import { expect, test } from 'vitest'
import { commentsOf, findCitationFaults, headingsOf } from './check-citations.mjs'

const pages = new Map([['docs/rules/fund.md', headingsOf('# The books\n\n## Opening\n\n## Matching\n')]])
const documents = {
  exists: (path) => pages.has(path) || path === 'docs/decisions/0004',
  headings: (path) => pages.get(path) ?? new Set(),
}
const messagesOf = (text) =>
  findCitationFaults({ path: 'a.ts', text }, documents).map(({ line, message }) => `${line}: ${message}`)

test('accepts pages and headings that exist, also broken over two lines', () => {
  expect(messagesOf('// Source: docs/rules/fund.md, "Opening" and\n// "Matching"; decision 0004.')).toEqual([])
})

test('names a missing page and a missing heading with the line', () => {
  expect(messagesOf('const a = 1\n/**\n * Source: docs/rules/fond.md.\n */')).toEqual([
    '3: there is no docs/rules/fond.md',
  ])
  expect(messagesOf('/** Moves units (docs/rules/fund.md, "Opening" and "Dealing"). */')).toEqual([
    '1: docs/rules/fund.md has no heading "Dealing"',
  ])
})

test('rejects citations by number', () => {
  const old = [
    'specification 2, section 9',
    'fund-accounting rule 4',
    'A transfer (rules 4 and 6).',
    'design of the brokerage, decision 5',
    'Source: design "Market", Lists.',
    'decisions, "Wire"',
    'decision 12',
  ]
  expect(old.filter((citation) => messagesOf(`// ${citation}`).length === 0)).toEqual([])
})

test('names a decision that does not exist', () => {
  expect(messagesOf('// See decision 0099.')).toEqual(['1: there is no decision 0099'])
})

test('looks at comments only', () => {
  expect(
    messagesOf("const title = 'specification 2'\nconst link = 'https://host // rule book' // plain words"),
  ).toEqual([])
  expect(messagesOf('const a = 1 // specification 2, section 1')).toHaveLength(1)
})

test('joins adjacent lines and keeps separate comments apart', () => {
  expect(commentsOf('// one\n// two\nconst a = 1\n/* three */').map(({ text }) => text.trim())).toEqual([
    'one two',
    'three',
  ])
})
