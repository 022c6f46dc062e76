// The contract parses input before a handler sees it; anything that cannot be stored or shown is refused here once.
import { decodeInput, isPrintable, Refusal, type FieldFault } from '@clubfolio/contract'
import type { z } from 'zod'

const depthLimit = 32

/** Decodes `wire` by `schema`. Throws the refusal `invalid` with one fault per field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, wire: unknown): z.output<Schema> {
  refuseUnstorable(wire)
  const parsed = decodeInput(schema, wire ?? {})
  if (parsed.success) return parsed.data
  throw new Refusal('invalid', {}, parsed.error.issues.map(toFault))
}

function toFault(issue: z.core.$ZodIssue): FieldFault {
  const field = issue.path.map(String).join('.')
  return { field, message: issue.message }
}

/**
 * Refuses NUL, lone surrogates and nesting deeper than any of our forms produces. Line breaks and tabs are allowed
 * here.
 */
function refuseUnstorable(wire: unknown): void {
  const open: { value: unknown; depth: number }[] = [{ value: wire, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') {
      if (!isPrintable(value.replaceAll(/[\n\r\t]/g, ''))) throw new Refusal('malformed')
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= depthLimit) throw new Refusal('malformed')
      for (const [key, inner] of Object.entries(value)) {
        if (!isPrintable(key)) throw new Refusal('malformed')
        open.push({ value: inner, depth: depth + 1 })
      }
    }
  }
}
