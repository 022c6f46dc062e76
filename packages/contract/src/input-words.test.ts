// The input of every call, field by field: whatever is wrong with one, the answer says so in plain words, and a number
// has one form. The fields are found in the schemas, so that a new call is judged too.
import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { decodeInput } from './input-words.ts'
import { routeList } from './routes.ts'

type Place = readonly (string | number)[]
interface Field {
  readonly at: Place
  readonly schema: z.core.$ZodType
  readonly isRequired: boolean
  /** What the objects around it need, so that the field is reached, by their depth. */
  readonly around: ReadonlyMap<number, Readonly<Record<string, unknown>>>
}

const wrap = (at: Place, value: unknown, around: Field['around']): unknown =>
  at.reduceRight<unknown>(
    (inner, key, index) => (typeof key === 'number' ? [inner] : { ...around.get(index), [key]: inner }),
    value,
  )
/** The input without the field, but with what is around it. */
const without = ({ at, around }: Field): unknown =>
  wrap(
    at.slice(0, -1),
    Object.fromEntries(Object.entries(around.get(at.length - 1) ?? {}).filter(([name]) => name !== at.at(-1))),
    around,
  )

const isOptional = (schema: z.core.$ZodType): boolean => z.safeDecode(schema as z.ZodType, undefined).success

function fieldsOf(schema: z.core.$ZodType, at: Place = [], around: Field['around'] = new Map()): Field[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return fieldsOf(schema.unwrap(), at, around)
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodObject) return fieldsOf(schema.in, at, around)
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element, [...at, 0], around)
  if (schema instanceof z.ZodDiscriminatedUnion)
    return schema.options.flatMap((option) => {
      const kind = (option as z.ZodObject).shape['kind'] as z.ZodLiteral
      return fieldsOf(option, at, new Map([...around, [at.length, { kind: kind.value }]]))
    })
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, inner]) => [
      { at: [...at, name], schema: inner, isRequired: !isOptional(inner), around },
      ...fieldsOf(inner, [...at, name], around),
    ])
  return []
}

const inputs = routeList.flatMap(({ group, name, route }) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part]
    return schema ? [{ name: `${group}.${name} ${part}`, schema, fields: fieldsOf(schema) }] : []
  }),
)

const ownWords = /^(Invalid|Too big|Too small|Unrecognized|Expected)\b|undefined|received|expected|regex|NaN|>=|<=/
const wrongValues: readonly unknown[] = [
  null,
  true,
  -1,
  0.123456789,
  1e21,
  {},
  [],
  [null],
  '',
  'NO_SUCH_VALUE',
  'x'.repeat(300_000),
  Array.from({ length: 6_000 }, () => 'x'),
]

const faultsOf = (schema: z.ZodType, wire: unknown): { readonly field: string; readonly message: string }[] =>
  (decodeInput(schema, wire).error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), message }))

describe.each(inputs)('$name', ({ schema, fields }) => {
  it('says what is missing, and what is wrong with what is there', () => {
    const required = fields.filter(({ isRequired }) => isRequired)
    for (const field of required) {
      const found = faultsOf(schema, without(field)).filter((fault) => fault.field === field.at.join('.'))
      expect([field.at, found]).toEqual([field.at, [expect.anything()]])
    }
    const wires = [
      {},
      'no object',
      [],
      ...required.map(without),
      ...fields.flatMap(({ at, around }) => wrongValues.map((value) => wrap(at, value, around))),
    ]
    const faults = wires.flatMap((wire) => faultsOf(schema, wire))
    expect(faults.filter(({ message }) => ownWords.test(message) || !/^[A-Z].*[.\w]$/.test(message))).toEqual([])
  })
})

const takes = (schema: z.core.$ZodType, wire: unknown): boolean => z.safeDecode(schema as z.ZodType, wire).success
/** Fields that take a number as text; those of a path take it in no other form. */
const numbers = inputs.flatMap(({ name, fields }) =>
  fields
    .filter(({ schema }) => ['12', '0.5', '2026'].some((text) => takes(schema, text)) && !takes(schema, 'abc'))
    .map(({ at, schema }) => ({ field: `${name} ${at.join('.')}`, schema })),
)

test('the amounts, prices and quantities of the contract are among the numbers', () => {
  const names = new Set(numbers.map(({ field }) => field.split(/[ .]/).at(-1)))
  for (const name of [
    'amount',
    'capital',
    'cancelPrice',
    'childPrice',
    'childQuantity',
    'dailyLoss',
    'initialBalance',
    'largestOrder',
    'limitPrice',
    'offset',
    'paidIn',
    'percent',
    'price',
    'quantity',
    'resistance_price',
    'risk',
    'share',
    'units',
  ])
    expect([name, names.has(name)]).toEqual([name, true])
})

test.each(numbers)('$field has one form', ({ schema }) => {
  const others = ['1e3', '+5', ' 5 ', '5 ', '5.', '.5', '0x10', '\u0661', '1,000', '$5', '1_000']
  expect(others.filter((text) => takes(schema, text))).toEqual([])
})

test('the words name the field', () => {
  const schema = z.object({ amount: z.number(), memberId: z.uuid(), isActive: z.boolean(), kind: z.enum(['A', 'B']) })
  expect(faultsOf(schema, {}).map(({ message }) => message)).toEqual([
    'Enter the amount.',
    'Choose the member.',
    'Say whether it is active: true or false.',
    'Choose the kind: A or B.',
  ])
})
