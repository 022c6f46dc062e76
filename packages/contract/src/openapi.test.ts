import { expect, test } from 'vitest'
import { z } from 'zod'
import { formatDocument, openApiDocument } from './openapi.ts'
import { SchemaWriter } from './openapi-schema.ts'
import { routeList } from './routes.ts'
import { shareParts } from './shared-parts.ts'

interface Described {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly 'x-refusals'?: readonly string[]
}

const document = openApiDocument('1')

test('every reference of openapi.json leads to something in it', () => {
  const missing: string[] = []
  JSON.stringify(document, (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string' && find(document, value) === undefined) missing.push(value)
    return value
  })
  expect(missing).toEqual([])
})

test('openapi.json writes each named schema once and stays below 2,400 bytes a call', () => {
  const text = formatDocument(document)
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(document)))
  expect(Buffer.byteLength(text) / routeList.length).toBeLessThan(2_400)
})

test('every call has a summary, who may call it in words, a tag that the document describes, and its refusals', () => {
  const { tags, paths } = document as unknown as {
    tags: readonly { name: string; description: string }[]
    paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  }
  const described = new Set(tags.filter(({ description }) => description.endsWith('.')).map(({ name }) => name))
  const calls = Object.values(paths).flatMap((path) => Object.values(path))
  expect(calls).toHaveLength(routeList.length)
  const incomplete = calls.filter(
    (call) => !call.summary || !call.description.endsWith('.') || !call.tags.every((tag) => described.has(tag)),
  )
  expect(incomplete).toEqual([])
  const refusals = Object.fromEntries(calls.map((call) => [call.operationId, call['x-refusals'] ?? []]))
  expect(refusals).toEqual(
    Object.fromEntries(routeList.map(({ group, name, route }) => [`${group}.${name}`, route.refusals ?? []])),
  )
  expect(described.size).toBe(tags.length)
})

test('a call says whose objects it takes', () => {
  const { paths } = document as unknown as { paths: Readonly<Record<string, { post: Described }>> }
  expect(paths['/v1/api/order/put-order']?.post.description).toBe('Signed-in users, for their own account.')
  expect(paths['/v1/api/security/login']?.post.description).toBe('Everybody.')
})

test('every list says what it lists, a tuple how many', () => {
  const lists: Record<string, unknown>[] = []
  JSON.stringify(document, (_, value: unknown) => {
    if (isRecord(value) && value['type'] === 'array') lists.push(value)
    return value
  })
  expect(lists.filter(({ items }) => !isRecord(items))).toEqual([])
  const tuples = lists.filter(({ prefixItems }) => prefixItems !== undefined)
  expect(tuples.length).toBeGreaterThan(0)
  for (const { prefixItems, minItems, maxItems } of tuples)
    expect([minItems, maxItems]).toEqual([(prefixItems as unknown[]).length, (prefixItems as unknown[]).length])
})

test('a named schema is written once and used by reference', () => {
  const Trail = z.object({ offset: z.number() }).meta({ id: 'Trail' })
  const writer = new SchemaWriter()
  expect(writer.write(Trail)).toEqual({ $ref: '#/components/schemas/Trail' })
  expect(writer.write(z.object({ trail: Trail.nullable() }))).toMatchObject({
    properties: { trail: { anyOf: [{ $ref: '#/components/schemas/Trail' }, { type: 'null' }] } },
  })
  expect(writer.named).toMatchObject({ Trail: { properties: { offset: { type: 'number' } } } })
})

test('two different schemas of one name are an error', () => {
  const writer = new SchemaWriter()
  writer.write(z.object({ a: z.string() }).meta({ id: 'Twin' }))
  expect(() => writer.write(z.object({ b: z.string() }).meta({ id: 'Twin' }))).toThrow('Two schemas are named Twin.')
})

test('a repeated answer, body or nullable schema is written once', () => {
  const content = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } })
  const answer = { description: 'Done.', content: content('Bar') }
  const body = { required: true, content: content('Bar') }
  const single = { description: 'Done.', content: content('Foo') }
  const orNull = { anyOf: [{ $ref: '#/components/schemas/Bar' }, { type: 'null' }] }
  const paths = { '/a': { body, answer, single }, '/b': { body, answer } }
  const shared = shareParts(paths, { Pair: { a: orNull, b: orNull, c: orNull, d: orNull } })
  const [bodyRef, answerRef, orNullRef] = ['requestBodies/Bar', 'responses/Bar', 'schemas/BarOrNull'].map((place) => ({
    $ref: `#/components/${place}`,
  }))
  expect(shared).toEqual({
    paths: { '/a': { body: bodyRef, answer: answerRef, single }, '/b': { body: bodyRef, answer: answerRef } },
    responses: { Bar: answer },
    requestBodies: { Bar: body },
    schemas: { Pair: { a: orNullRef, b: orNullRef, c: orNullRef, d: orNullRef }, BarOrNull: orNull },
  })
})

function find(node: unknown, reference: string): unknown {
  const steps = reference.slice('#/'.length).split('/')
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], node)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
