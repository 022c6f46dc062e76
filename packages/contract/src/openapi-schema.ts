// Converts the wire side of zod schemas to JSON Schema for openapi.json, each named schema (`.meta({ id })`) written
// once.
import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/** Writes the schemas of one document and collects the named ones, which every use references. */
export class SchemaWriter {
  readonly named: Record<string, JsonSchema> = {}

  /** Returns the schema, or a reference to it when it has a name. */
  write(type: z.ZodType): JsonSchema {
    const options = { io: 'input', unrepresentable: 'any', reused: 'inline', override: simplify } as const
    const { $schema: _dialect, $defs = {}, ...schema } = z.toJSONSchema(type, options)
    for (const [name, definition] of Object.entries($defs)) if (isNamed(name)) this.keep(name, definition)
    return referToComponents(schema)
  }

  /** A name belongs to one schema; with two under the same name, the document would contain whichever came last. */
  private keep(name: string, definition: JsonSchema): void {
    const { id: _id, ...content } = referToComponents(definition)
    const known = this.named[name]
    if (known && JSON.stringify(known) !== JSON.stringify(content)) throw new Error(`Two schemas are named ${name}.`)
    this.named[name] = content
  }
}

/**
 * Drops what the rest of a schema already implies: the pattern of a format, the bounds of safe integers, and the
 * `anyOf` around a nullable type. A schema that states how it is written (`writtenAs`) is written so.
 */
function simplify({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  const { writtenAs } = jsonSchema
  if (isJson(writtenAs)) {
    for (const name of Object.keys(jsonSchema)) delete jsonSchema[name]
    Object.assign(jsonSchema, writtenAs)
  }
  // `minItems` and `maxItems` state the number of items, and Spectral takes `items: false` for a missing `items`.
  if (jsonSchema['prefixItems'] !== undefined) jsonSchema['items'] = {}
  if (jsonSchema['format'] !== undefined) delete jsonSchema['pattern']
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum']
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum']
  const options: unknown = jsonSchema['anyOf']
  if (!Array.isArray(options) || !options.every(isJson)) return
  const [only, orNull, ...others] = options
  if (orNull?.['type'] !== 'null' || others.length > 0 || typeof only?.['type'] !== 'string') return
  if (only['id'] !== undefined) return
  delete jsonSchema['anyOf']
  Object.assign(jsonSchema, only, { type: [only['type'], 'null'] })
  if (only['format'] !== undefined) delete jsonSchema['pattern']
  if (Array.isArray(only['enum'])) jsonSchema['enum'] = [...only['enum'], null]
}

/** Returns a reference to a named schema. */
export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/**
 * Rewrites references: zod puts named schemas under `$defs` of each schema, an OpenAPI document has one place for all.
 * A schema that refers to itself without a name is `z.json()`: any value, which a generated client cannot type more
 * closely.
 */
function referToComponents(schema: JsonSchema): JsonSchema {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].replace('#/$defs/', '') : undefined
  if (name !== undefined) return isNamed(name) ? reference(name) : {}
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, referWithin(value)]))
}

function referWithin(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(referWithin)
  return isJson(node) ? referToComponents(node) : node
}

const isJson = (node: unknown): node is JsonSchema => node !== null && typeof node === 'object'
const isNamed = (definition: string): boolean => !definition.startsWith('__')
