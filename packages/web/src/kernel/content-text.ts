// Canonical text: equal content serializes to equal text.

/** Returns JSON with sorted fields and with bigints (cents, units) as text. */
export function contentText(content: unknown): string {
  return JSON.stringify(content, (_key, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`
    if (value && typeof value === 'object' && !Array.isArray(value)) {
      return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    }
    return value
  })
}
