// Repeated parts of openapi.json, written once: answers and request bodies of one named schema, and named schemas that
// may be null. Each use becomes a reference.
import type { JsonSchema } from './openapi-schema.ts'

export interface SharedParts {
  readonly paths: Record<string, JsonSchema>
  readonly responses: Record<string, JsonSchema>
  readonly requestBodies: Record<string, JsonSchema>
  readonly schemas: Record<string, JsonSchema>
}

const schemaPlace = '#/components/schemas/'
/** Below this number of uses a name of its own makes the document longer. */
const fewestNullable = 4

/**
 * Returns the paths and schemas with references, and the parts that they refer to. Two calls that answer a
 * `CreatedReply` both refer to `#/components/responses/CreatedReply`.
 */
export function shareParts(
  written: Readonly<Record<string, JsonSchema>>,
  named: Readonly<Record<string, JsonSchema>>,
): SharedParts {
  const responses: Record<string, JsonSchema> = {}
  const requestBodies: Record<string, JsonSchema> = {}
  const nullable: Record<string, JsonSchema> = {}
  const counts = countUses([written, named])
  const shared = (node: JsonSchema, kind: 'response' | 'requestBody'): string | undefined => {
    const name = nameOfContent(node)
    const isBody = node['required'] === true
    return name !== undefined && isBody === (kind === 'requestBody') && repeats(node, counts, 2) ? name : undefined
  }
  const replace = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(replace)
    if (!isJson(node)) return node
    const nullableName = nameOfNullable(node)
    if (nullableName !== undefined && repeats(node, counts, fewestNullable)) {
      nullable[`${nullableName}OrNull`] = node
      return { $ref: `${schemaPlace}${nullableName}OrNull` }
    }
    const response = shared(node, 'response')
    if (response !== undefined) {
      keep(responses, response, node)
      return { $ref: `#/components/responses/${response}` }
    }
    const requestBody = shared(node, 'requestBody')
    if (requestBody !== undefined) {
      keep(requestBodies, requestBody, node)
      return { $ref: `#/components/requestBodies/${requestBody}` }
    }
    return replaceWithin(node, replace)
  }
  const paths = replaceWithin(written, replace)
  const schemas = { ...replaceWithin(named, replace), ...nullable }
  return { paths, responses, requestBodies, schemas }
}

/** A name belongs to one part, like the name of a schema. */
function keep(parts: Record<string, JsonSchema>, name: string, part: JsonSchema): void {
  const known = parts[name]
  if (known && JSON.stringify(known) !== JSON.stringify(part)) throw new Error(`Two parts are named ${name}.`)
  parts[name] = part
}

function replaceWithin(
  node: Readonly<Record<string, unknown>>,
  replace: (part: unknown) => unknown,
): Record<string, JsonSchema> {
  const entries = Object.entries(node).map(([key, part]) => [key, replace(part)])
  return Object.fromEntries(entries)
}

function countUses(node: unknown, counts = new Map<string, number>()): ReadonlyMap<string, number> {
  if (Array.isArray(node)) for (const item of node) countUses(item, counts)
  if (!isJson(node)) return counts
  if (nameOfContent(node) !== undefined || nameOfNullable(node) !== undefined) {
    const text = JSON.stringify(node)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  for (const part of Object.values(node)) countUses(part, counts)
  return counts
}

const repeats = (node: JsonSchema, counts: ReadonlyMap<string, number>, fewest: number): boolean =>
  (counts.get(JSON.stringify(node)) ?? 0) >= fewest

/** Returns the name of the schema that an answer or a body consists of; `OrderList` for many of them. */
function nameOfContent({ content }: JsonSchema): string | undefined {
  const json = isJson(content) ? content['application/json'] : undefined
  const schema = isJson(json) ? json['schema'] : undefined
  if (!isJson(schema) || schema['type'] !== 'array') return nameOfReference(schema)
  const item = nameOfReference(schema['items'])
  return item === undefined ? undefined : `${item}List`
}

/** Returns the name of the schema that may be null. */
function nameOfNullable({ anyOf, ...others }: JsonSchema): string | undefined {
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || Object.keys(others).length > 0) return undefined
  const [schema, orNull]: unknown[] = anyOf
  return isJson(orNull) && orNull['type'] === 'null' ? nameOfReference(schema) : undefined
}

function nameOfReference(node: unknown): string | undefined {
  const target = isJson(node) ? node['$ref'] : undefined
  return typeof target === 'string' && target.startsWith(schemaPlace) ? target.slice(schemaPlace.length) : undefined
}

const isJson = (node: unknown): node is JsonSchema => node !== null && typeof node === 'object' && !Array.isArray(node)
