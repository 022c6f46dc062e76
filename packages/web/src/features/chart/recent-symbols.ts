// The list of symbols whose charts the user viewed last, newest first.
const most = 8

/** Returns the list with a symbol in front: `withRecent(['SPY', 'QQQ'], 'QQQ')` is QQQ, SPY. */
export function withRecent(symbols: readonly string[], symbol: string): string[] {
  return [symbol, ...symbols.filter((other) => other !== symbol)].slice(0, most)
}
