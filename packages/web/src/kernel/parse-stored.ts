// Reads what this browser stored. Text that is damaged, or that another version wrote in another form, counts as
// absent.
import type { z } from 'zod'

/** Returns the stored value in the schema's form; undefined when there is none. */
export function parseStored<Schema extends z.ZodType>(
  schema: Schema,
  text: string | null,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text ?? 'null')).data
  } catch {
    return undefined
  }
}
