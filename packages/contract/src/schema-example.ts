// Chooses the example of a property: the one of its words in the form that the schema has, or one that follows from the
// schema alone.
import type { JsonSchema } from './openapi-schema.ts'

/** Returns the schema that a reference leads to. */
export type FindSchema = (reference: string) => JsonSchema | undefined

const examplesOfFormats: Readonly<Record<string, string>> = {
  uuid: '6f1c2b7e-3d54-4a8e-9c1f-5b2d7e8a9c01',
  date: '2026-02-27',
  'date-time': '2026-02-27T15:30:00.000Z',
  decimal: '1250.00',
}

/**
 * Returns an example that the schema allows: `exampleOf({ type: 'string' }, 189.5)` is "189.5". Undefined for objects
 * and lists of them, whose properties have examples of their own, and where nothing says what the value looks like.
 */
export function exampleOf(schema: JsonSchema, given: unknown, find: FindSchema): unknown {
  const { $ref, const: only, enum: choices, type, format } = schema
  if (typeof $ref === 'string') {
    const named = find($ref)
    return named && exampleOf(named, given, find)
  }
  if (only !== undefined) return only
  if (Array.isArray(choices)) return choices.includes(given) ? given : choices[0]
  const forms = [schema['anyOf'], schema['oneOf']].find(isListOfJson)
  if (forms) {
    const each = forms.map((form) => exampleOf(form, given, find))
    return (
      each.find((example) => example === given && given !== undefined) ??
      each.find((example) => example !== undefined && example !== null)
    )
  }
  const types = [type].flat()
  if (types.includes('array')) return exampleOfList(schema, given, find)
  if (types.includes('object') || type === undefined)
    return isObject(given) && !schema['properties'] ? given : undefined
  if (types.includes('boolean')) return typeof given === 'boolean' ? given : true
  if (types.every((one) => one === 'null')) return null
  if (types.includes('number') || types.includes('integer')) return exampleOfNumber(types, given)
  if (typeof given === 'string' || typeof given === 'number') return String(given)
  return typeof format === 'string' ? examplesOfFormats[format] : undefined
}

function exampleOfNumber(types: readonly unknown[], given: unknown): unknown {
  if (typeof given === 'number') return given
  const read = typeof given === 'string' && given !== '' ? Number(given) : Number.NaN
  if (!Number.isNaN(read)) return read
  return types.includes('string') ? given : undefined
}

function exampleOfList(schema: JsonSchema, given: unknown, find: FindSchema): unknown {
  const { items } = schema
  if (!isObject(items)) return undefined
  if (Array.isArray(given)) return isOfObjects(items, find) ? undefined : given
  const item = exampleOf(items, given, find)
  return item === undefined ? undefined : [item]
}

function isOfObjects({ $ref, properties }: JsonSchema, find: FindSchema): boolean {
  const named = typeof $ref === 'string' ? find($ref) : undefined
  return named ? isOfObjects(named, find) : properties !== undefined
}

const isObject = (value: unknown): value is JsonSchema =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
const isListOfJson = (value: unknown): value is readonly JsonSchema[] => Array.isArray(value) && value.every(isObject)
