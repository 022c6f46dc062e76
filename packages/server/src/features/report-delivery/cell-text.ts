// Formats a report cell for paper: grouped by thousands, quantities without trailing zeros, times in New York.
import type { ReportColumnType } from '@clubfolio/contract'
import {
  formatMoney,
  groupThousands,
  newYorkTimeText,
  formatQuantity,
  sentenceCase,
  toEpochMs,
} from '@clubfolio/domain'

/**
 * `cellText('DOLLAR', '-1234.5')` is "-$1,234.50", `cellText('DOLLAR', '-1234.5', 'EUR')` is "-1,234.50 EUR",
 * `cellText('QUANTITY', '1000.2500')` is "1,000.25", `cellText('PERCENT', '2.5')` is "2.50%",
 * `cellText('DATE_TIME', '2026-03-04T15:00:00Z')` is "2026-03-04 10:00:00 ET".
 * An empty cell is empty.
 */
export function cellText(type: ReportColumnType, cell: string | null, currency = 'USD'): string {
  if (cell === null || cell === '') return ''
  switch (type) {
    case 'DOLLAR':
      return formatMoney(cell, { currency })
    case 'PRICE_DOLLAR':
      return formatMoney(cell, { currency, decimals: Math.min(4, Math.max(2, decimalsOf(cell))) })
    case 'PERCENT':
      return `${formatMoney(cell, { isPlain: true })}%`
    case 'INTEGER':
    case 'QUANTITY':
      return formatQuantity(cell)
    case 'UNITS':
      return formatQuantity(cell, 4)
    case 'UNIT_VALUE':
      return formatMoney(cell, { decimals: 4, isPlain: true })
    case 'DATE_TIME':
      return timeText(cell)
    case 'CODE':
      return sentenceCase(cell)
    default:
      return cell
  }
}

/** Number of decimals without trailing zeros. */
const decimalsOf = (text: string): number => (text.split('.')[1] ?? '').replace(/0+$/, '').length

/** Formats a number as a spreadsheet shows it, with all of its decimals: "1,000.12345678". */
export function wholeNumberText(text: string): string {
  const [whole = '', fraction = ''] = text.split('.')
  const sign = whole.startsWith('-') ? '-' : ''
  const rest = fraction.replace(/0+$/, '')
  return `${sign}${groupThousands(whole.replace(/^[+-]/, ''))}${rest === '' ? '' : `.${rest}`}`
}

/** Text that is not an instant is returned unchanged. */
function timeText(cell: string): string {
  const epochMs = Date.parse(cell)
  return Number.isNaN(epochMs) ? cell : newYorkTimeText(toEpochMs(epochMs))
}
