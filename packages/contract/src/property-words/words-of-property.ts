// The form of the dictionary's lines.

/** The words, or the words and an example. Without one the example follows from the schema: a choice, an id, a day. */
export type WordsOfProperty = string | readonly [words: string, example: unknown]

/**
 * Keyed by the property, or by its owner and the property: `amount`, `FundRequest.amount`. An owner is a named schema,
 * a call, a group of calls, or the property that contains it.
 */
export type PropertyWords = Readonly<Record<string, WordsOfProperty>>
