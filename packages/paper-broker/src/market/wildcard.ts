// Wildcards of instrument searches: `*` matches any run of characters, `?` one, everything else is literal, case is
// ignored.

const MAX_STARS = 8

/**
 * Returns whether the whole text matches the pattern. Patterns with too many stars match nothing, which bounds the
 * search time.
 */
export function isWildcardMatch(pattern: string, text: string): boolean {
  const parts = pattern.split('*')
  if (parts.length - 1 > MAX_STARS) return false
  const literal = (part: string): string => part.replace(/[\\^$.+()|[\]{}]/g, '\\$&').replaceAll('?', '.')
  return new RegExp(`^${parts.map(literal).join('.*?')}$`, 'is').test(text)
}
