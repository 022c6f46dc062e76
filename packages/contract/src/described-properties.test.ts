import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { describeProperties } from './described-properties.ts'
import { openApiDocument } from './openapi.ts'
import type { JsonSchema } from './openapi-schema.ts'
import { propertyWords } from './property-words/property-words.ts'
import { exampleOf } from './schema-example.ts'

const document = openApiDocument('1')
const isJson = (node: unknown): node is JsonSchema => node !== null && typeof node === 'object' && !Array.isArray(node)

interface Found {
  /** Where it is: `components.schemas.Order.price`. */
  readonly at: string
  readonly schema: JsonSchema
}

const properties = findProperties(document)

test('every property has words, and an example where it has a value of its own', () => {
  expect(properties.length).toBeGreaterThan(3_000)
  expect(properties.filter(({ schema }) => typeof resolved(schema)['description'] !== 'string').map(atOf)).toEqual([])
  const values = properties.filter(({ schema }) => isValue(schema))
  expect(values.length).toBeGreaterThan(2_800)
  expect(values.filter(({ schema }) => !Array.isArray(resolved(schema)['examples'])).map(atOf)).toEqual([])
})

test('every parameter has words and an example', () => {
  const parameters = parametersOf(document)
  expect(parameters.length).toBeGreaterThan(40)
  const bare = parameters.filter(({ description, example }) => description === undefined || example === undefined)
  expect(bare.map(({ name }) => name)).toEqual([])
})

test('every example fits its schema', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addFormat('decimal', /^-?\d+(\.\d+)?$/).addFormat('base64', /^[\w+/]+=*$/)
  ajv.addSchema(document, 'openapi')
  const check = (schema: JsonSchema, value: unknown) => ajv.validate(pointed(schema), value)
  const wrong = properties.flatMap(({ at, schema }) => {
    const { examples } = resolved(schema)
    return Array.isArray(examples) && !examples.every((example) => check(schema, example))
      ? [`${at}: ${JSON.stringify(examples)} ${ajv.errorsText()}`]
      : []
  })
  const wrongParameters = parametersOf(document).flatMap(({ name, schema, example }) =>
    isJson(schema) && !check(schema, example) ? [`${String(name)}: ${JSON.stringify(example)}`] : [],
  )
  expect([...wrong, ...wrongParameters]).toEqual([])
})

test('the dictionary has no words that no property takes', () => {
  const written = JSON.stringify(document)
  const isWritten = ([, found]: (typeof entries)[number]) =>
    written.includes(JSON.stringify(typeof found === 'string' ? found : found[0]).slice(1, -1))
  const entries = Object.entries(propertyWords)
  expect(entries.filter((entry) => !isWritten(entry)).map(([key]) => key)).toEqual([])
})

test('words of an owner come before those of the name alone, and words of the schema before both', () => {
  const schema = { properties: { amount: { type: 'string' }, code: { type: 'string', description: 'Own words.' } } }
  const describe = (owners: readonly string[]) => describeProperties(schema, owners, () => undefined)
  expect(describe(['StatementRow'])).toMatchObject({
    properties: { amount: { description: expect.stringContaining('decimal text') } },
  })
  expect(describe([])).toEqual({
    properties: {
      amount: { type: 'string', description: 'Amount in dollars.', examples: ['1250'] },
      code: { type: 'string', description: 'Own words.', examples: ['AAPL'] },
    },
  })
})

test.each([
  { schema: { type: 'string' }, given: 189.5, example: '189.5' },
  { schema: { type: ['number', 'null'] }, given: '3', example: 3 },
  { schema: { type: 'string', format: 'date-time' }, given: undefined, example: '2026-02-27T15:30:00.000Z' },
  { schema: { enum: ['BUY', 'SELL'] }, given: 'HOLD', example: 'BUY' },
  { schema: { type: 'array', items: { type: 'string' } }, given: 'AAPL', example: ['AAPL'] },
  { schema: { anyOf: [{ type: 'integer' }, { type: 'null' }] }, given: 7, example: 7 },
  { schema: { type: 'object', properties: {} }, given: {}, example: undefined },
])('the example of $schema is $example', ({ schema, given, example }) => {
  expect(exampleOf(schema, given, () => undefined)).toEqual(example)
})

const atOf = ({ at }: Found): string => at

function findProperties(node: unknown, at: readonly string[] = []): Found[] {
  if (Array.isArray(node)) return node.flatMap((part) => findProperties(part, at))
  if (!isJson(node)) return []
  return Object.entries(node).flatMap(([key, part]) =>
    key === 'properties' && isJson(part)
      ? Object.entries(part).flatMap(([name, schema]) => [
          ...(isJson(schema) ? [{ at: [...at, name].join('.'), schema }] : []),
          ...findProperties(schema, [...at, name]),
        ])
      : findProperties(part, [...at, key]),
  )
}

/** Returns the schema with what its references say; what is nearer counts. */
function resolved(schema: JsonSchema): JsonSchema {
  const { $ref, ...own } = schema
  return typeof $ref === 'string' ? { ...resolved(target($ref)), ...own } : schema
}

function target(reference: string): JsonSchema {
  const found = reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((node, step) => (isJson(node) ? node[step] : undefined), document)
  if (!isJson(found)) throw new Error(`${reference} leads nowhere.`)
  return found
}

/** Objects, and lists of them, have properties with examples of their own. */
function isValue(schema: JsonSchema): boolean {
  const { properties: inner, anyOf, oneOf, items, additionalProperties } = resolved(schema)
  const forms = [anyOf, oneOf, items, additionalProperties].flat().filter(isJson)
  return inner === undefined && forms.every(isValue)
}

function parametersOf(node: unknown): JsonSchema[] {
  if (Array.isArray(node)) return node.flatMap(parametersOf)
  if (!isJson(node)) return []
  const isParameter = typeof node['in'] === 'string' && isJson(node['schema'])
  return isParameter ? [node] : Object.values(node).flatMap(parametersOf)
}

/** Returns the schema with references that lead into the document. */
const pointed = (schema: JsonSchema): JsonSchema =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same schema with other references
  JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as JsonSchema
