// Quantities and units as people read them on screens and paper; files that are computed with carry every decimal.
import { formatMoney } from './format-money.ts'

const mostDecimals = 4
/** Below 1 the first decimals alone would say nothing. */
const mostBelowOne = 8

/**
 * Four decimals at most from 1 upwards and eight below, rounded half away from zero, and zeros at the end cut down to `fewest` decimals:
 * `quantityWords('1000.25000000')` is "1,000.25", `quantityWords('24108.33472159', 4)` is "24,108.3347", `quantityWords('0.00012345')` is "0.00012345",
 * `quantityWords('12.5', 4)` is "12.5000". Text that is no decimal number throws.
 */
export function quantityWords(text: string, fewest = 0): string {
  const isBelowOne = /^[+-]?(0*(\.|$)|\d(\.\d*)?e-)/i.test(text)
  const [whole = '', fraction = ''] = formatMoney(text, { decimals: isBelowOne ? mostBelowOne : mostDecimals, isPlain: true }).split('.')
  const kept = fraction.slice(0, fewest) + fraction.slice(fewest).replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}
