// Which symbols have to be derived together.

/**
 * Returns the groups of symbols that belong together, with those of a group in order; each symbol is in one group.
 * Example: of A, B, C, D with the links A-B and B-C: [A, B, C] and [D].
 */
export function groupSymbols(symbols: Iterable<string>, links: readonly (readonly string[])[]): string[][] {
  const groupOf = new Map<string, Set<string>>()
  for (const symbol of symbols) groupOf.set(symbol, new Set([symbol]))
  for (const link of links) {
    const joined = new Set(link.flatMap((symbol) => [...(groupOf.get(symbol) ?? [symbol])]))
    for (const symbol of joined) groupOf.set(symbol, joined)
  }
  return [...new Set(groupOf.values())].map((group) => [...group].toSorted())
}
