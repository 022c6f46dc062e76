// Formats quantities and units for screens and print. Files meant for further computation carry every decimal instead.
import { formatMoney } from './format-money.ts'

const mostDecimals = 4
/** Below 1, four decimals would show little or nothing of the value. */
const mostBelowOne = 8

/**
 * Formats a quantity with at most four decimals from 1 upwards and at most eight below 1, rounded half away from zero,
 * with trailing zeros removed down to `fewest` decimals: `formatQuantity('1000.25000000')` is "1,000.25",
 * `formatQuantity('24108.33472159', 4)` is "24,108.3347", `formatQuantity('0.00012345')` is "0.00012345",
 * `formatQuantity('12.5', 4)` is "12.5000". Throws if the text is not a decimal number.
 */
export function formatQuantity(text: string, fewest = 0): string {
  const isBelowOne = /^[+-]?(0*(\.|$)|\d(\.\d*)?e-)/i.test(text)
  const [whole = '', fraction = ''] = formatMoney(text, {
    decimals: isBelowOne ? mostBelowOne : mostDecimals,
    isPlain: true,
  }).split('.')
  const kept = fraction.slice(0, fewest) + fraction.slice(fewest).replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}
