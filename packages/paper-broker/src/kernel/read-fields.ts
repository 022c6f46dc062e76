// Reads the query and the body of a request as fields of unknown values, before any of them is validated.

/** Returns the fields of a query, of parameters or of a JSON body; none for anything that is not an object. */
export function readFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}
