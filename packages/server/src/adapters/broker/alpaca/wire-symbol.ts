// Symbols on the wire. Shares have ours; an option's code is written without the blanks after its underlying.

const packedOption = /^([A-Z][A-Z0-9.]{0,5})(\d{6}[CP]\d{8})$/
const underlyingLength = 6

/** `writeSymbol('AAPL  261218C00235000')` is `AAPL261218C00235000`. */
export const writeSymbol = (symbol: string): string => symbol.replaceAll(' ', '')

/** `readSymbol('AAPL261218C00235000')` is `AAPL  261218C00235000`. */
export function readSymbol(wire: string): string {
  const option = packedOption.exec(wire.trim())
  return option === null ? wire.trim() : `${option[1]!.padEnd(underlyingLength)}${option[2]!}`
}
