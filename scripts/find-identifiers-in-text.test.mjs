// Text for people holds no identifiers, on any screen and in any message of server, contract and domain.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findIdentifiersInText } from './find-identifiers-in-text.mjs'

test('finds an identifier in a string, in a template and on a screen', () => {
  expect(findIdentifiersInText("const a = 'Entries whose formatDollars has not arrived'", 'ts')).toHaveLength(1)
  expect(findIdentifiersInText('const a = `The totalCents of ${name} are missing`', 'ts')).toHaveLength(1)
  expect(findIdentifiersInText('const a = <p>Your lastName is missing</p>', 'tsx')).toEqual([
    'Your lastName is missing',
  ])
})

test('leaves code alone: names, queries, markup, placeholders', () => {
  const code = [
    "const a = 'formatDollars'",
    "const a = 'account.owner_id as ownerId'",
    'const a = sql`select total_cents as totalCents from account`',
    'const a = `<autoFilter ref="A1:${last}"/>`',
    "const a = 'The name key {nameKey} belongs to another group.'",
    "const a = 'Google reCAPTCHA cannot be reached.'",
  ]
  for (const each of code)
    expect({ code: each, found: findIdentifiersInText(each, 'ts') }).toEqual({ code: each, found: [] })
})

test('no text of the product holds an identifier', () => {
  const folders = ['packages/web/src', 'packages/server/src', 'packages/domain/src']
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  )
  const sources = files.filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\/|\/migrations\/|\.d\.ts$/.test(file),
  )
  const found = sources.flatMap((file) =>
    findIdentifiersInText(readFileSync(file, 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').map(
      (text) => `${file}: ${text}`,
    ),
  )
  expect(sources.length).toBeGreaterThan(800)
  expect(found).toEqual([])
})
