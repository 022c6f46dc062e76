// The keys of a record by its type: `Object.keys` and `in` know them as text only.

/** Whether the record has this key itself. */
export const isKeyOf = <Key extends string>(record: Readonly<Partial<Record<Key, unknown>>>, key: string): key is Key =>
  Object.hasOwn(record, key)

/** Returns the keys of a record in their order. */
export const keysOf = <Key extends string>(record: Readonly<Partial<Record<Key, unknown>>>): Key[] =>
  Object.keys(record).filter((key) => isKeyOf(record, key))
