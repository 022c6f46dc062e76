// Units and unit values for display: fewer decimals, rounded from exact decimal text, never through a float.

/** `formatHalfEven('24108.33472159', 4)` is "24,108.3347"; rounds half-even at the last digit shown. */
export function formatHalfEven(text: string, decimals: number): string {
  const isNegative = text.startsWith('-')
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const kept = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  const rest = fraction.slice(decimals)
  const isAboveHalf = /^[6-9]|^5.*[1-9]/.test(rest)
  const isHalf = /^50*$/.test(rest)
  const rounded = isAboveHalf || (isHalf && kept % 2n === 1n) ? kept + 1n : kept
  const digits = rounded.toString().padStart(decimals + 1, '0')
  const grouped = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(\d{3})+$)/g, ',')
  const shown = decimals > 0 ? `${grouped}.${digits.slice(-decimals)}` : grouped
  return isNegative && rounded !== 0n ? `-${shown}` : shown
}
