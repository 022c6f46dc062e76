// Generates CUSIP numbers: six characters of issuer, two of issue, one check digit.

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*@#'

/**
 * Returns the check digit of the first eight characters of a CUSIP: every second value is doubled, the digits of all
 * values are added, and the check digit completes the sum to the next ten. Throws a RangeError on anything but eight
 * known characters.
 * Example: '03783310' gives 0.
 */
export function cusipCheckDigit(eight: string): number {
  if (eight.length !== 8) throw new RangeError(`Eight characters are wanted, not ${JSON.stringify(eight)}`)
  let sum = 0
  for (let index = 0; index < 8; index += 1) {
    const place = ALPHABET.indexOf(eight.charAt(index))
    if (place < 0) throw new RangeError(`No CUSIP character: ${JSON.stringify(eight.charAt(index))}`)
    const value = index % 2 === 1 ? place * 2 : place
    sum += Math.floor(value / 10) + (value % 10)
  }
  return (10 - (sum % 10)) % 10
}

/** Returns whether nine characters are a CUSIP with a valid check digit. Example: '037833100' is one. */
export function isCusip(text: string): boolean {
  return /^[0-9A-Z*@#]{8}[0-9]$/.test(text) && cusipCheckDigit(text.slice(0, 8)) === Number(text[8])
}

/** Returns the CUSIP of an issue, from an issuer number, unique below 2,400,000, and an issue code. */
export function cusipOf(issuer: number, issue: string): string {
  const letter = ALPHABET[10 + (issuer % 24)] ?? 'A'
  const digits = String(Math.floor(issuer / 24) % 100_000).padStart(5, '0')
  const eight = `${digits}${letter}${issue}`
  return `${eight}${cusipCheckDigit(eight)}`
}
