// The optional fields of a call, read from the schema of its body, so that a new one is found without anybody listing
// it.
import { routeList, type NamedRoute } from '@clubfolio/contract'
import type { z } from 'zod'

interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly in?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly discriminator?: string
  readonly values?: readonly unknown[]
}

const definitionOf = (schema: z.ZodType): Definition => schema._zod.def

/**
 * Returns the paths of the fields that may be absent or null: `email`, `content.ticket`, `filter.0.selectedItem` within
 * a list, `terms<MOVE>.price` within the case MOVE of a union.
 */
export function optionalFields(schema: z.ZodType, path = ''): readonly string[] {
  const { type, shape, innerType, element, in: wire, options, discriminator } = definitionOf(schema)
  const below = (field: string | number): string => (path === '' ? String(field) : `${path}.${field}`)
  switch (type) {
    case 'object':
      return Object.entries(shape ?? {}).flatMap(([field, inner]) => optionalFields(inner, below(field)))
    case 'optional':
    case 'nullable':
    case 'default':
      return [...new Set([path, ...optionalFields(innerType!, path)])]
    case 'array':
      return optionalFields(element!, below(0))
    case 'pipe':
      return optionalFields(wire!, path)
    case 'union':
      return (options ?? []).flatMap((option) =>
        optionalFields(option, discriminator ? `${path}<${caseOf(option, discriminator)}>` : path),
      )
    default:
      return []
  }
}

const caseOf = (option: z.ZodType, discriminator: string): string =>
  String(definitionOf(definitionOf(option).shape![discriminator]!).values?.[0])

export interface CallWithOptions {
  readonly name: string
  readonly named: NamedRoute
  readonly fields: readonly string[]
}

/** Every call whose body has an optional field. */
export const callsWithOptions: readonly CallWithOptions[] = routeList.flatMap((named) => {
  const fields = named.route.body ? optionalFields(named.route.body) : []
  return fields.length > 0 ? [{ name: `${named.group}.${named.name}`, named, fields }] : []
})

/** Returns the value at such a path: `valueAt({ a: [{ b: 1 }] }, 'a.0.b')` is 1. */
export const valueAt = (content: unknown, path: string): unknown =>
  path
    .replaceAll(/<\w+>/g, '')
    .split('.')
    .reduce<unknown>(
      (value, field) => (typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined),
      content,
    )
