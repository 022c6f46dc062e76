// Percentages leave with at most 2 decimals (docs/rules/wire.md, "Numbers"): every field of a reply that is one is
// written so. What a route sends unencoded is listed here, with the test that shows its figures.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { routeList } from './routes.ts'

interface Field {
  readonly at: string
  readonly schema: z.core.$ZodType
}

function fieldsOf(schema: z.core.$ZodType, at: string): Field[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return fieldsOf(schema.unwrap(), at)
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element, `${at}[]`)
  if (schema instanceof z.ZodRecord) return fieldsOf(schema.valueType, `${at}{}`)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => fieldsOf(option, at))
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, inner]) => [
      { at: `${at}.${name}`, schema: inner },
      ...fieldsOf(inner, `${at}.${name}`),
    ])
  return []
}

const isPercent = ({ at }: Field): boolean =>
  /percent(Before|After)?$|\.(distance|shareOfCapital|volatility)$/i.test(at)
const replies = routeList.flatMap(({ group, name, route }) =>
  fieldsOf(route.reply, `${group}.${name}`)
    .filter(isPercent)
    .map((field) => ({ ...field, isPlain: route.plainReply === true })),
)

test('every percentage of a reply is written with 2 decimals', () => {
  expect(replies.length).toBeGreaterThan(25)
  for (const { at, schema } of replies) {
    const written = [12.34567, '12.34567'].map((value) => z.safeEncode(schema as z.ZodType, value).data)
    expect([at, written.find((value) => value !== undefined)]).toEqual([at, 12.35])
  }
})

test('what is sent unencoded is rounded by its route', () => {
  expect([...new Set(replies.flatMap(({ at, isPlain }) => (isPlain ? [at] : [])))]).toEqual([
    // option-contract.pure.test.ts
    'option.findOptionChainsByInstrumentCode.callExpDateMap{}{}[].volatility',
    'option.findOptionChainsByInstrumentCode.putExpDateMap{}{}[].volatility',
    // opportunity.test.ts
    'opportunity.find.result[].distance',
    'opportunity.find.result[].trueLossPercent',
  ])
})
