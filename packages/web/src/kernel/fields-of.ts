// Reads the fields of a value whose form is not known, such as the body of a stored request.
export type Fields = Readonly<Record<string, unknown>>

/** Returns the fields of an object; none for anything else. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
