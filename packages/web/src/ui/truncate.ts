// Truncates long names with an ellipsis: 50 characters in search results, 30 in multi-select labels, 28 in transaction
// descriptions.

/**
 * Truncates text: `truncate("Ostrava Semiconductors", 10)` is "Ostrava Se…"; shorter text is unchanged. Counts
 * user-perceived characters.
 */
export function truncate(text: string, maxCharacters: number): string {
  const characters = [...new Intl.Segmenter('en').segment(text)]
  return characters.length <= maxCharacters
    ? text
    : `${characters
        .slice(0, maxCharacters)
        .map(({ segment }) => segment)
        .join('')
        .trimEnd()}…`
}
