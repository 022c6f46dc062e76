// Lists in queries as different clients send them: separated by commas, by repeating the parameter, or both.

export function listOf(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : [value]
  return parts
    .filter((part): part is string => typeof part === 'string')
    .flatMap((part) => part.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
