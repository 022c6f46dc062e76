// Text for people holds no identifiers and no phrases of a translation, on any screen and in any message of server,
// contract, domain and paper brokerage.
import { expect, test } from 'vitest'
import { hasIdentifier, hasOldPhrase, readAllTexts, readTexts } from './read-texts.mjs'

test('finds an identifier in a string, in a template and on a screen', () => {
  const sources = [
    "const a = 'Entries whose formatDollars has not arrived'",
    'const a = `The totalCents of ${name} are missing`',
    'const a = <p>Your lastName is missing</p>',
  ]
  for (const source of sources) expect(readTexts(source, 'tsx').filter(hasIdentifier)).toHaveLength(1)
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
  expect(code.flatMap((source) => readTexts(source, 'ts').filter(hasIdentifier))).toEqual([])
})

test('finds a phrase of a translation', () => {
  expect(['Nothing stands', 'Do you want to begin anew?', 'Whoever got it already'].filter(hasOldPhrase)).toHaveLength(
    3,
  )
  expect(hasOldPhrase('No active alerts')).toBe(false)
})

test('no text of the product holds an identifier or such a phrase', () => {
  const found = readAllTexts().flatMap(({ packageName, file, texts }) => {
    // The brokerage's interface names its fields, as does the description of ours.
    const mayNameFields = packageName === 'paper-broker' || packageName === 'contract'
    const wrong = texts.filter((text) => hasOldPhrase(text) || (!mayNameFields && hasIdentifier(text)))
    return wrong.map((text) => `${file}: ${text}`)
  })
  expect(found).toEqual([])
})
