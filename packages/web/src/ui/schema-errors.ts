// The messages of a schema for the fields of a form, and what a form gives it. Pure.
import { describeIssue } from '@clubfolio/contract'
import { formatCents, parseCents } from '@clubfolio/domain'
import type { z } from 'zod'

/** Returns the schema's messages by top-level field, the first of each; empty when the input is valid. */
export function schemaErrors(schema: z.ZodType, input: unknown): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of schema.safeParse(input, { error: describeIssue }).error?.issues ?? [])
    errors[String(path[0])] ??= message
  return errors
}

/**
 * Returns typed dollars as the wire takes them: `wireDollars('50.')` is "50.00". Text that is no amount stays as it is,
 * so that the schema refuses it.
 */
export function wireDollars(typed: string): string {
  const cents = parseCents(typed)
  return cents === undefined ? typed : formatCents(cents)
}
