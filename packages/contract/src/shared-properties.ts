// Properties of openapi.json that are the same in several schemas, written once: each use becomes a reference.
import type { JsonSchema } from './openapi-schema.ts'

/** Below this number of uses a name of its own makes the document longer. */
const fewestUses = 2

/**
 * Returns the parts with references, and the schemas that they refer to. A property that five schemas have in the same
 * form is `#/components/schemas/accountId`; another form of that name has the owner in its own: `accountIdOfTradeRow`.
 * `taken` has the names that other schemas have, which may not differ in capital letters only.
 */
export function shareProperties<Parts extends JsonSchema>(
  parts: Parts,
  taken: Iterable<string>,
): { readonly parts: Parts; readonly schemas: Record<string, JsonSchema> } {
  const uses = countUses(parts)
  const names = nameShared(uses, taken)
  const schemas: Record<string, JsonSchema> = {}
  for (const [key, name] of names) schemas[name] = uses.get(key)!.property
  const replace = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(replace)
    if (!isJson(node)) return node
    return Object.fromEntries(
      Object.entries(node).map(([key, part]) => [
        key,
        key === 'properties' && isJson(part) ? replaceProperties(part) : replace(part),
      ]),
    )
  }
  const replaceProperties = (properties: JsonSchema): JsonSchema =>
    Object.fromEntries(
      Object.entries(properties).map(([name, property]) => {
        const shared = names.get(keyOf(name, property))
        return [name, shared === undefined ? replace(property) : { $ref: `#/components/schemas/${shared}` }]
      }),
    )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- references replace properties, not the parts
  return { parts: replace(parts) as Parts, schemas }
}

interface Use {
  readonly name: string
  readonly property: JsonSchema
  readonly owner: string
  count: number
}

const keyOf = (name: string, property: unknown): string => `${name} ${JSON.stringify(property)}`

function countUses(parts: JsonSchema): ReadonlyMap<string, Use> {
  const uses = new Map<string, Use>()
  const visit = (node: unknown, owner: string): void => {
    if (Array.isArray(node)) for (const part of node) visit(part, owner)
    if (!isJson(node)) return
    const { properties, operationId } = node
    const inner = typeof operationId === 'string' ? operationId.replace(/^.*\./, '') : owner
    for (const [name, property] of isJson(properties) ? Object.entries(properties) : []) {
      // A property that has properties stays where it is: theirs are shared.
      if (!isJson(property) || JSON.stringify(property).includes('"properties":')) continue
      const key = keyOf(name, property)
      const known = uses.get(key)
      if (known) known.count++
      else uses.set(key, { name, property, owner: inner, count: 1 })
    }
    for (const [key, part] of Object.entries(node)) visit(part, key === 'properties' || owner !== '' ? inner : key)
  }
  for (const group of Object.values(parts))
    for (const [name, part] of isJson(group) ? Object.entries(group) : []) visit(part, name)
  return uses
}

function nameShared(uses: ReadonlyMap<string, Use>, taken: Iterable<string>): ReadonlyMap<string, string> {
  const lower = new Set([...taken].map((name) => name.toLowerCase()))
  const names = new Map<string, string>()
  const byUses = [...uses].filter(([, { count }]) => count >= fewestUses).sort((a, b) => b[1].count - a[1].count)
  for (const [key, { name, owner }] of byUses) {
    const ofOwner = `${name}Of${owner.charAt(0).toUpperCase()}${owner.slice(1).replaceAll(/[^A-Za-z0-9]/g, '')}`
    const free = [name, ofOwner, ...Array.from({ length: 9 }, (_, index) => `${ofOwner}${index + 2}`)].find(
      (one) => !lower.has(one.toLowerCase()),
    )
    if (free === undefined) continue
    lower.add(free.toLowerCase())
    names.set(key, free)
  }
  return names
}

const isJson = (node: unknown): node is JsonSchema => node !== null && typeof node === 'object' && !Array.isArray(node)
