// Wildcards of instrument searches: `*` for any run of characters, `?` for one, everything else literal, case ignored.

const MAX_STARS = 8

/** Whether the whole text matches the pattern. Patterns with too many stars match nothing, so no search runs long. */
export function isWildcardMatch(pattern: string, text: string): boolean {
  const parts = pattern.split('*')
  if (parts.length - 1 > MAX_STARS) return false
  const literal = (part: string): string => part.replace(/[\\^$.+()|[\]{}]/g, '\\$&').replaceAll('?', '.')
  return new RegExp(`^${parts.map(literal).join('.*?')}$`, 'is').test(text)
}
