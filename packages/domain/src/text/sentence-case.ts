// Formats wire constants for display.

/** `sentenceCase("PENDING_ACTIVATION")` is "Pending activation". */
export function sentenceCase(word: string): string {
  const words = word.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
