// The messages of a schema for the fields of a form. Pure.
import type { z } from 'zod'

/** Returns the schema's messages by top-level field, the first of each; empty when the input is valid. */
export function schemaErrors(schema: z.ZodType, input: unknown): Record<string, string> {
  const issues = schema.safeParse(input).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]))
}
