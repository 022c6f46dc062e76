// Gives every property and parameter of openapi.json its words and an example.
import { exampleOf, type FindSchema } from './schema-example.ts'
import type { JsonSchema } from './openapi-schema.ts'
import { findWords, type FoundWords } from './property-words/property-words.ts'

/** Where a schema is: the properties, the named schema, the call and the group around it, the nearest first. */
type Owners = readonly string[]

/** Returns the schema with words and an example at each of its properties, however deep. */
export function describeProperties(schema: JsonSchema, owners: Owners, find: FindSchema): JsonSchema {
  const within = (node: unknown, around: Owners): unknown => {
    if (Array.isArray(node)) return node.map((part) => within(part, around))
    return isJson(node) ? describeProperties(node, around, find) : node
  }
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [
      key,
      key === 'properties' && isJson(part)
        ? Object.fromEntries(
            Object.entries(part).map(([name, property]) => [
              name,
              isJson(property)
                ? describeProperty(describeProperties(property, [name, ...owners], find), { name, owners, find })
                : property,
            ]),
          )
        : within(part, owners),
    ]),
  )
}

interface Place {
  readonly name: string
  readonly owners: Owners
  readonly find: FindSchema
}

/** Returns the property with its words and, where it has a value of its own, an example. What it says itself stays. */
function describeProperty(property: JsonSchema, { name, owners, find }: Place): JsonSchema {
  const found = findWords(owners, name)
  const written = { ...property, ...formatOf(property, found) }
  const example = exampleOf(written, found?.example, find)
  return {
    ...written,
    ...(found && written['description'] === undefined ? { description: found.words } : {}),
    ...(example === undefined || written['examples'] !== undefined ? {} : { examples: [example] }),
  }
}

/** A text that is always a day or a decimal says so to programs too; one that may also be a word does not. */
function formatOf(property: JsonSchema, found: FoundWords | undefined): JsonSchema {
  const { type, format, pattern, enum: choices, const: only } = property
  if (!found || [format, pattern, choices, only].some((one) => one !== undefined)) return {}
  if (![type].flat().includes('string')) return {}
  const { words, example } = found
  if (words.includes(' word ') || words.includes('empty')) return {}
  if (words.includes('decimal text')) return { format: 'decimal' }
  return typeof example === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(example) ? { format: 'date' } : {}
}

/** Returns a parameter with its words and an example. */
export function describeParameter(parameter: JsonSchema, owners: Owners, find: FindSchema): JsonSchema {
  const { name, schema } = parameter
  if (typeof name !== 'string' || !isJson(schema)) return parameter
  const { description, examples, ...described } = describeProperty(schema, { name, owners, find })
  return {
    ...parameter,
    ...(description === undefined ? {} : { description }),
    schema: described,
    ...(Array.isArray(examples) ? { example: examples[0] as unknown } : {}),
  }
}

const isJson = (node: unknown): node is JsonSchema => node !== null && typeof node === 'object' && !Array.isArray(node)
