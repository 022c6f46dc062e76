// Parses list parameters in the forms clients send: comma-separated, repeated, or both.

export function listOf(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : [value]
  return parts
    .filter((part): part is string => typeof part === 'string')
    .flatMap((part) => part.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
