// How much a text field of the contract takes, so that inputs stop where the schema refuses.
import { z } from 'zod'

/**
 * Returns the most characters that the schema accepts; undefined for a schema without such a limit.
 * `maxLengthOf(line(60, 'Name'))` is 60.
 */
export function maxLengthOf(schema: unknown): number | undefined {
  if (schema instanceof z.ZodString) return schema.maxLength ?? undefined
  if (schema instanceof z.ZodPipe) return maxLengthOf(schema.in)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return maxLengthOf(schema.unwrap())
  if (schema instanceof z.ZodArray) return maxLengthOf(schema.element)
  if (schema instanceof z.ZodUnion) return schema.options.map(maxLengthOf).find((length) => length !== undefined)
  return undefined
}
