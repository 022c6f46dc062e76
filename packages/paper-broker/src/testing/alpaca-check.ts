// Checks the answers of the Alpaca wire against the public text, as `conformance/alpaca-text.json` describes it in our
// own form. A field that the text does not have is a violation too.

import { Ajv } from 'ajv'
import type { ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const text = z
  .object({
    enums: z.record(z.string(), z.array(z.union([z.string(), z.number()]))),
    schemas: z.record(
      z.string(),
      z.object({ required: z.array(z.string()), fields: z.record(z.string(), z.string()) }),
    ),
    answers: z.array(z.string()),
  })
  .parse(JSON.parse(readFileSync(new URL('../conformance/alpaca-text.json', import.meta.url), 'utf8')))

const PLAIN: Readonly<Record<string, object>> = {
  string: { type: 'string' },
  uuid: { type: 'string', format: 'uuid' },
  date: { type: 'string', format: 'date' },
  instant: { type: 'string', format: 'date-time' },
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  object: { type: 'object' },
  null: { type: 'null' },
}

/** Returns the JSON schema of a type as the description writes it. */
function schemaOf(type: string): object {
  if (type.endsWith('?')) return { anyOf: [schemaOf(type.slice(0, -1)), { type: 'null' }] }
  if (type.startsWith('[')) return { type: 'array', items: schemaOf(type.slice(1, -1)) }
  if (type.startsWith('{')) return { type: 'object', additionalProperties: schemaOf(type.slice(1, -1)) }
  // An activity is a fill or any other; its type tells which.
  if (type === 'Activity')
    return {
      if: { properties: { activity_type: { const: 'FILL' } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON schema
      then: { $ref: '#/definitions/TradingActivities' },
      else: { $ref: '#/definitions/NonTradeActivities' },
    }
  return PLAIN[type] ?? { $ref: `#/definitions/${type}` }
}

const definitions = Object.fromEntries([
  ...Object.entries(text.enums).map(([name, words]) => [name, { enum: words }]),
  ...Object.entries(text.schemas).map(([name, { required, fields }]) => [
    name,
    {
      type: 'object',
      required,
      additionalProperties: false,
      properties: Object.fromEntries(Object.entries(fields).map(([field, type]) => [field, schemaOf(type)])),
    },
  ]),
])

const ajv = new Ajv({ allErrors: true, strict: false })
// The package's default export is the function itself, which its types do not say for this module system.
;(addFormats as unknown as (instance: Ajv) => void)(ajv)
const compiled = new Map<string, ValidateFunction>()

/** Returns what is wrong with a value of a type of the text; nothing when it is right. */
export function violationsOf(type: string, value: unknown): string[] {
  const validate = compiled.get(type) ?? ajv.compile({ ...schemaOf(type), definitions })
  compiled.set(type, validate)
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message = '', params }) => `${instancePath || 'answer'} ${message} ${JSON.stringify(params)}`,
  )
}

interface KnownAnswer {
  readonly pattern: RegExp
  readonly method: string
  readonly status: number
  readonly type: string
  readonly call: string
}

const KNOWN: readonly KnownAnswer[] = text.answers.map((line) => {
  const [method = '', path = '', status = '', type = ''] = line.split(' ')
  const source = path.replaceAll(/[.:]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '[^/]+')
  return { method, type, status: Number(status), pattern: new RegExp(`^${source}$`), call: `${method} ${path}` }
})

/** Calls of the text, and how many answers to each were checked since the count began. */
export const checkedCalls = new Map<string, number>(KNOWN.map(({ call }) => [call, 0]))
export const checkedRefusals = new Map<number, number>()

/** Begins to count; test files that run in one process share the counts. */
export function countFromNow(): void {
  for (const { call } of KNOWN) checkedCalls.set(call, 0)
  checkedRefusals.clear()
}

/** Returns what was checked since the count began, in words. */
export function checkedWords(): string {
  const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0)
  return `${sumOf(checkedCalls.values())} answers and ${sumOf(checkedRefusals.values())} refusals`
}

export interface CheckedAnswer {
  readonly method: string
  /** Below /alpaca, without the query. */
  readonly path: string
  readonly status: number
  readonly body: unknown
}

/** Counts an answer and returns its violations: of its schema, or of a refusal's. */
export function checkAnswer({ method, path, status, body }: CheckedAnswer): string[] {
  const where = `${method} ${path} ${status}`
  const known = KNOWN.filter((one) => one.method === method && one.pattern.test(path))
  // A fixed name goes before a part that may be anything: `quotes/latest` is no symbol.
  const call = known.toSorted((left, right) => right.pattern.source.length - left.pattern.source.length)[0]
  if (status >= 400) {
    checkedRefusals.set(status, (checkedRefusals.get(status) ?? 0) + 1)
    const { code, message } = z.object({ code: z.unknown(), message: z.unknown() }).parse(body)
    return violationsOf('Refusal', { code, message }).map((one) => `${where}: ${one}`)
  }
  if (call === undefined) return [`${where}: the text has no such call`]
  checkedCalls.set(call.call, (checkedCalls.get(call.call) ?? 0) + 1)
  if (status !== call.status) return [`${where}: the text has the status ${call.status}`]
  if (call.type === 'nothing') return body === null ? [] : [`${where}: the text has no body`]
  return violationsOf(call.type, body).map((one) => `${where}: ${one}`)
}
