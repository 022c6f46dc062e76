// Symbols of the Alpaca wire. Shares have ours; an option's is written without the blanks after its root.

import { symbolOfAssetId } from './alpaca-id.ts'

const OPTION = /^([A-Z][A-Z0-9.]{0,5})(\d{6}[CP]\d{8})$/
const ROOT_LENGTH = 6

/** Returns a symbol as this wire writes it. Example: `AAPL  261218C00235000` is `AAPL261218C00235000`. */
export function wireSymbol(symbol: string): string {
  return symbol.replaceAll(' ', '')
}

/** Returns the books' symbol for one from this wire, in any case, or for an asset's id. */
export function bookSymbol(text: string): string {
  const symbol = (symbolOfAssetId(text.trim()) ?? text).trim().toUpperCase()
  const option = OPTION.exec(symbol)
  return option === null ? symbol : `${(option[1] ?? '').padEnd(ROOT_LENGTH)}${option[2] ?? ''}`
}
