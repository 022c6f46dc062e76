// Formats wire constants for display.

/** Abbreviations in the codes of brokerages and markets that people read in capitals. */
const abbreviations: ReadonlySet<string> = new Set(['ach', 'etf', 'ipo', 'oco', 'sma'])

/** Hyphens separate words as underscores do, except the one inside "e-mail" and "sign-in". */
const separator = /_|(?<!\b(?:e|sign))-/g

/**
 * `sentenceCase("PENDING_ACTIVATION")` is "Pending activation", `sentenceCase("ACH_RECEIPT")` is "ACH receipt",
 * `sentenceCase("bank-account.create")` is "Bank account: create". The brokerage writes CANCELED with one l; screens
 * use the spelling of all other texts: "Cancelled".
 */
export function sentenceCase(code: string): string {
  const words = code
    .toLowerCase()
    .replaceAll(separator, ' ')
    .replaceAll('.', ': ')
    .replaceAll(/\bcanceled\b/g, 'cancelled')
    .replaceAll(/\b[a-z]+\b/g, (word) => (abbreviations.has(word) ? word.toUpperCase() : word))
  return words.charAt(0).toUpperCase() + words.slice(1)
}
