// The least that a call can answer, made from its schema: empty lists, null where the contract allows it.
import type { Route } from '@clubfolio/contract'
import { z } from 'zod'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

interface Schema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly type?: string
  readonly const?: Json
  readonly enum?: readonly Json[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly prefixItems?: readonly Schema[]
  readonly minimum?: number
  readonly pattern?: string
}

const texts = ['2026-03-04T15:00:00Z', '2026-03-04', '0.00', '0', '5f0c7b52-0d55-4c5e-9d1e-1f0f3a6d2b11', 'SPY']

/** Returns the reply in wire form, or undefined where the schema says more than its JSON form. */
export function leastReply(route: Route): { readonly wire: Json } | undefined {
  const root = z.toJSONSchema(route.reply, { io: 'input', unrepresentable: 'any' }) as Schema
  const wire = build(root, root)
  return route.plainReply || z.safeDecode(route.reply, wire).success ? { wire } : undefined
}

function build(schema: Schema, root: Schema): Json {
  const inner = (part: Schema) => build(part, root)
  if (schema.$ref !== undefined) return inner(root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0] ?? null
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.some(({ type }) => type === 'null') ? null : inner(choices[0] ?? {})
  if (schema.allOf) return inner(schema.allOf[0] ?? {})
  switch (schema.type) {
    case 'object':
      return Object.fromEntries((schema.required ?? []).map((name) => [name, inner(schema.properties?.[name] ?? {})]))
    case 'array':
      return (schema.prefixItems ?? []).map(inner)
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 0)
    case 'boolean':
      return false
    case 'string':
      return texts.find((text) => new RegExp(schema.pattern ?? '').test(text)) ?? ''
    default:
      return null
  }
}
