// What the properties and parameters of calls mean: the words and the example that openapi.json gives each of them.
// A name that means one thing everywhere has one line here; where it means something else, a line of that owner.
import type { PropertyWords } from './words-of-property.ts'
import { wordsAToC } from './words-a-to-c.ts'
import { wordsDToI } from './words-d-to-i.ts'
import { wordsJToO } from './words-j-to-o.ts'
import { wordsPToZ } from './words-p-to-z.ts'

export const propertyWords: PropertyWords = { ...wordsAToC, ...wordsDToI, ...wordsJToO, ...wordsPToZ }

export interface FoundWords {
  readonly key: string
  readonly words: string
  readonly example: unknown
}

/**
 * Returns the words of a property of its owners, the nearest one first: `findWords(['kinds', 'Income'], 'TAX')` looks
 * for `kinds.TAX`, then `Income.TAX`, then `TAX`. Undefined when the dictionary has none.
 */
export function findWords(owners: readonly string[], name: string): FoundWords | undefined {
  const key = [...owners.map((owner) => `${owner}.${name}`), name].find((one) => Object.hasOwn(propertyWords, one))
  const found = key === undefined ? undefined : propertyWords[key]
  if (key === undefined || found === undefined) return undefined
  return typeof found === 'string'
    ? { key, words: found, example: undefined }
    : { key, words: found[0], example: found[1] }
}
