import { expect, test } from 'vitest'
import { z } from 'zod'
import { formatDocument, openApiDocument } from './openapi.ts'
import { SchemaWriter } from './openapi-schema.ts'

const document = openApiDocument('1')

test('every reference of openapi.json leads to something in it', () => {
  const missing: string[] = []
  JSON.stringify(document, (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string' && find(document, value) === undefined) missing.push(value)
    return value
  })
  expect(missing).toEqual([])
})

test('openapi.json writes each named schema once and stays below 300 KB', () => {
  const text = formatDocument(document)
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(document)))
  expect(Buffer.byteLength(text)).toBeLessThan(300_000)
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

function find(node: unknown, reference: string): unknown {
  const steps = reference.slice('#/'.length).split('/')
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], node)
}
