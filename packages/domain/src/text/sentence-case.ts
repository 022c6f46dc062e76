// Formats wire constants for display.

/**
 * `sentenceCase("PENDING_ACTIVATION")` is "Pending activation". The brokerage writes CANCELED with one l; screens use
 * the spelling of all other texts: "Cancelled".
 */
export function sentenceCase(word: string): string {
  const words = word
    .replaceAll('_', ' ')
    .toLowerCase()
    .replaceAll(/\bcanceled\b/g, 'cancelled')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
